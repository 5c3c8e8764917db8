"""The files of the page, as they are sent: compressed once, each under a path that names the version of them all.

A file under its version never changes, so a browser keeps it; only the page itself is asked for again. What others
wrote is in the folder `parts`, which `tools/page_parts.py` fills; without it there is a page that says so.
"""

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
#: What kinds of files there are; no others are served.
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
HTML = "text/html; charset=utf-8"
#: By which names modules ask for what others wrote.
IMPORTS = {
    "preact": "preact.js",
    "preact/hooks": "hooks.js",
    "@preact/signals-core": "signals-core.js",
    "@preact/signals": "signals.js",
    "htm": "htm.js",
}
#: A module of the page that another one cannot do without.
_IMPORT = re.compile(r'from "\./([^"]+)"')
#: What compression makes no smaller is sent as it is.
_PACKED = (".woff2",)
_FOREVER = "public, max-age=31536000, immutable"
_SAFE = (("x-content-type-options", "nosniff"), ("referrer-policy", "same-origin"))
_MISSING = (
    "The page cannot be shown: the parts that others wrote are not there. "
    "Set up again with `make run` where there is a network, and start the server anew. The games are served meanwhile."
)


class Answer(NamedTuple):
    """What is answered."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


class File(NamedTuple):
    """A file in memory, plain and compressed."""

    kind: str
    plain: bytes
    packed: bytes | None
    tag: str


def file_of(kind: str, plain: bytes, *, pack: bool = True) -> File:
    """Keep a file, and its compressed form if that is shorter."""
    packed = gzip.compress(plain, 9, mtime=0) if pack else plain
    return File(kind, plain, packed if len(packed) < len(plain) else None, f'"{_digest(plain)}"')


class Files:
    """All files. They are read when the first of them is asked for."""

    def __init__(self, folder: Path = HERE / "web", parts: Path = HERE / "parts") -> None:
        self._folders = {"": folder, "parts/": parts}

    @cached_property
    def _files(self) -> dict[str, File]:
        found = {}
        for under, folder in self._folders.items():
            for path in sorted(folder.rglob("*")):
                if path.suffix in KINDS and path.is_file():
                    name = under + path.relative_to(folder).as_posix()
                    found[name] = file_of(KINDS[path.suffix], path.read_bytes(), pack=path.suffix not in _PACKED)
        return found

    @cached_property
    def version(self) -> str:
        """The version of all files together."""
        return _digest("".join(f"{name} {one.tag}\n" for name, one in self._files.items()).encode())

    @cached_property
    def _import_map(self) -> str:
        where = {name: f"/page/{self.version}/parts/{file}" for name, file in IMPORTS.items()}
        return json.dumps({"imports": where}, separators=(",", ":"))

    @cached_property
    def _page(self) -> File:
        """The page, with the version in its addresses and every module announced that is needed at once."""
        template = (self._folders[""] / "page.html").read_text(encoding="utf-8")
        first = [*self._imported("app.js"), *(f"parts/{name}" for name in IMPORTS.values())]
        links = "\n".join(f'<link rel="modulepreload" href="/page/{self.version}/{name}">' for name in first)
        text = template.replace("{{version}}", self.version).replace("{{imports}}", self._import_map)
        boards = " ".join(Path(name).stem for name in self._files if Path(name).parent == Path("boards"))
        return file_of(HTML, text.replace("{{modules}}", links).replace("{{boards}}", boards).encode())

    def _imported(self, first: str) -> list[str]:
        """Give a module and all that it imports, and they import, as soon as it is loaded."""
        found = [first]
        for name in found:
            text = self._files[name].plain.decode()
            found += [one for one in _IMPORT.findall(text) if one in self._files and one not in found]
        return found

    @cached_property
    def _policy(self) -> tuple[tuple[str, str], ...]:
        """What the page may load: its own files and nothing else; no script in it but the import map."""
        digest = base64.b64encode(hashlib.sha256(self._import_map.encode()).digest()).decode()
        rules = {
            "default-src": "'none'",
            "script-src": f"'self' 'sha256-{digest}'",
            "style-src": "'self'",
            "img-src": "'self' data:",
            "font-src": "'self'",
            "connect-src": "'self'",
            "base-uri": "'none'",
            "form-action": "'none'",
            "frame-ancestors": "'none'",
        }
        policy = "; ".join(f"{name} {value}" for name, value in rules.items())
        return (("content-security-policy", policy), ("cross-origin-opener-policy", "same-origin"))

    def page(self, headers: Mapping[str, str], *, status: int = 200) -> Answer:
        """Answer with the page."""
        if not all(f"parts/{name}" in self._files for name in IMPORTS.values()):
            return Answer(503, (("content-type", KINDS[".txt"]), *_SAFE), f"{_MISSING}\n".encode())
        return _answer(self._page, headers, status, (("cache-control", "no-cache"), *_SAFE, *self._policy))

    def file(self, version: str, name: str, headers: Mapping[str, str]) -> Answer:
        """Answer with a file; there is none of another version."""
        file = self._files.get(name) if version == self.version else None
        if file is None:
            return Answer(404, (("content-type", KINDS[".txt"]), *_SAFE), b"There is no such file.\n")
        return _answer(file, headers, 200, (("cache-control", _FOREVER), *_SAFE))


def _answer(file: File, headers: Mapping[str, str], status: int, more: tuple[tuple[str, str], ...]) -> Answer:
    said = (*more, ("etag", file.tag), ("vary", "accept-encoding"))
    if status == 200 and headers.get("if-none-match") == file.tag:
        return Answer(304, said, b"")
    if file.packed is not None and "gzip" in headers.get("accept-encoding", ""):
        return Answer(status, (*said, ("content-type", file.kind), ("content-encoding", "gzip")), file.packed)
    return Answer(status, (*said, ("content-type", file.kind)), file.plain)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]
