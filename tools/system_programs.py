"""Have the system programs that some tests need: `python tools/system_programs.py tmux postgres [...]`.

On Debian, as root, what is missing is installed. Anywhere else one line says what to install; the tests that need
it are then skipped (with CI=true they fail).
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

#: The Debian packages of programs that have another name.
PACKAGES = {"postgres": "postgresql"}
#: Where Debian keeps the programs of PostgreSQL, which are not on the path.
POSTGRES = Path("/usr/lib/postgresql")


def find(program: str) -> Path | None:
    """Find a program on the path, or where Debian keeps those of PostgreSQL, the newest first."""
    if found := shutil.which(program):
        return Path(found)
    folders = sorted(POSTGRES.glob("*/bin"), key=lambda folder: folder.parent.name.zfill(9), reverse=True)
    return next((folder / program for folder in folders if os.access(folder / program, os.X_OK)), None)


def install(packages: list[str]) -> bool:
    """Install Debian packages if that is possible here."""
    if not (Path("/etc/debian_version").exists() and os.geteuid() == 0 and shutil.which("apt-get")):
        return False
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-q"], env=environment, check=False, **quiet)  # type: ignore[call-overload]
    command = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *packages]
    done = subprocess.run(command, env=environment, check=False, **quiet)  # type: ignore[call-overload]
    return bool(done.returncode == 0)


def main() -> None:
    """Install what is missing, or say so in one line."""
    missing = [program for program in sys.argv[1:] if find(program) is None]
    packages = [PACKAGES.get(program, program) for program in missing]
    if missing and not install(packages):
        programs, names = " ".join(missing), " ".join(packages)
        print(f"NOTE: tests that need {programs} will be skipped; install it, e.g. with: sudo apt-get install {names}")


if __name__ == "__main__":
    main()
