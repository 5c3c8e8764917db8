"""Resolve the dependencies into requirements/*.txt: pinned, hashed, and without the address of any index."""

import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "requirements"


def compile_lock(name: str, wanted: list[str], *others: str) -> None:
    """Write one lock file that holds for every supported Python on every platform, and agrees with other locks."""
    with tempfile.NamedTemporaryFile("w", suffix=".in", delete=False) as source:
        source.write("\n".join(wanted) + "\n")
    command = [
        str(Path(sys.executable).with_name("uv")), "pip", "compile", source.name,
        "--output-file", str(LOCKS / name), "--upgrade", "--quiet",
        "--generate-hashes", "--no-strip-extras", "--no-emit-index-url", "--no-emit-find-links", "--no-annotate",
        "--universal", "--python-version", "3.11", "--custom-compile-command", "make lock",
    ]  # fmt: skip
    for other in others:
        command += ["--constraint", str(LOCKS / other)]
    subprocess.run(command, check=True)
    Path(source.name).unlink()


def main() -> None:
    """Lock what the program needs, what makes it fast, then what its developers need on top of exactly that."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    run = project["project"]["dependencies"] + project["dependency-groups"]["build"]
    optional = project["project"]["optional-dependencies"]
    extras = [one for group in optional.values() for one in group]
    LOCKS.mkdir(exist_ok=True)
    compile_lock("run.txt", run)
    compile_lock("fast.txt", optional["fast"], "run.txt")
    compile_lock("dev.txt", run + extras + project["dependency-groups"]["dev"], "run.txt", "fast.txt")
    compile_lock("node.txt", project["dependency-groups"]["node"])


if __name__ == "__main__":
    main()
