"""A property run: so many random half maps, every one of them legal, and hardly two the same.

`python -m bench.maps --count 1000000` takes some minutes; a test makes fewer.
"""

import argparse
import time
from random import Random

from rich.progress import Progress

from fogfield.kits.explore.halves import HalfRules, broken_rules, random_half

RULES = HalfRules()


def run(count: int, seed: int, progress: Progress) -> tuple[int, int]:
    """Make maps; gives how many are different, and how many break a rule."""
    rng = Random(seed)
    task = progress.add_task("half maps", total=count)
    seen: set[int] = set()
    wrong = 0
    for _ in range(count):
        half = random_half(RULES, rng)
        assert half is not None
        wrong += bool(broken_rules(RULES, half.fields()))
        seen.add(hash((half.land.text, half.forts)))
        progress.advance(task)
    return len(seen), wrong


def main() -> None:
    """Run and say what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began = time.perf_counter()
    with Progress(transient=True) as progress:
        different, wrong = run(asked.count, asked.seed, progress)
    took_s = time.perf_counter() - began
    print(f"{asked.count} half maps in {took_s:.0f} s: {wrong} break a rule, {different} are different")
    if wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
