"""Have the system programs that some tests need: `python tools/system_programs.py tmux [chromium ...]`.

On Debian, as root, what is missing is installed. Anywhere else one line says what to install; the tests that need
it are then skipped (with CI=true they fail).
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path


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
    missing = [program for program in sys.argv[1:] if not shutil.which(program)]
    if missing and not install(missing):
        names = " ".join(missing)
        print(f"NOTE: tests that need {names} will be skipped; install it, e.g. with: sudo apt-get install {names}")


if __name__ == "__main__":
    main()
