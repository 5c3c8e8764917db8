"""Compiled code on disk, with a list of its files: what is not as it was written is not used."""

import hashlib
import os
import re
import shutil
import time
from contextlib import suppress
from pathlib import Path

#: The list of all files, as `sha256sum` writes and reads it. It is written last.
LIST = "ready"
#: Engines that nobody has used for so long are thrown away when another one is made: each version leaves one behind.
KEPT_DAYS = 90
#: What the folder of an engine is called, and nothing else is thrown away.
_OURS = re.compile(r"[0-9a-f]{16}-.+")


class Shelf:
    """A folder for the files of one engine, which several processes may read, and one at a time may write."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self) -> dict[str, bytes] | None:
        """Give all files by name; None if they are not there, not readable, or not as they were written."""
        files = {}
        try:
            for line in (self.folder / LIST).read_text("utf-8").splitlines():
                digest, _, name = line.partition("  ")
                files[name] = (self.folder / name).read_bytes()
                if hashlib.sha256(files[name]).hexdigest() != digest:
                    return None
        except (OSError, ValueError):  # a list that is damaged may be no text
            return None
        return files or None

    def note_use(self) -> None:
        """Remember that it is used."""
        with suppress(OSError):  # others may only read it
            os.utime(self.folder / LIST)

    def tidy(self) -> None:
        """Throw away what lies beside it and was not used for long."""
        oldest = time.time() - KEPT_DAYS * 86_400
        for other in self.folder.parent.iterdir():
            if other != self.folder and _OURS.fullmatch(other.name):
                with suppress(OSError):
                    known = other / LIST  # there is none where a compiler was ended
                    if (known if known.exists() else other).stat().st_mtime < oldest:
                        shutil.rmtree(other)

    def clear(self) -> None:
        """Throw away what is there, and be ready to be written."""
        if self.folder.exists():
            shutil.rmtree(self.folder)
        self.folder.mkdir(parents=True)

    def seal(self) -> None:
        """Write the list of what is there."""
        names = sorted(path.relative_to(self.folder) for path in self.folder.rglob("*") if path.is_file())
        if not names:
            raise FileNotFoundError(f"nothing was written to {self.folder}")
        lines = [f"{hashlib.sha256((self.folder / name).read_bytes()).hexdigest()}  {name}\n" for name in names]
        unfinished = self.folder / f"{LIST}.{os.getpid()}"
        unfinished.write_text("".join(lines), "utf-8")
        unfinished.replace(self.folder / LIST)


def write_copy(files: dict[str, bytes], folder: Path) -> None:
    """Write files that were read into another folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
