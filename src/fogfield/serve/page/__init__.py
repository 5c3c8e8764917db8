"""The page: files that are read once and served from memory, on the port of the JSON API. It knows no game."""

from starlette.routing import BaseRoute, Route

from fogfield.serve.api.problems import nowhere
from fogfield.serve.httpport import Receive, Scope, Send, send_answer
from fogfield.serve.page.files import Answer, Files

#: The addresses at which the page shows something; what that is, its router says.
PAGES = ("/", "/play/{game}", "/m/{match}", "/i/{code}")


class Page:
    """Answers for all files of the page (an ASGI application)."""

    def __init__(self, files: Files) -> None:
        self._files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        answer = self._answer(scope, headers)
        await send_answer(send, answer.status, [*answer.headers], answer.body)

    def _answer(self, scope: Scope, headers: dict[str, str]) -> Answer:
        found = scope["path_params"]
        if "file" in found:
            return self._files.file(found["version"], found["file"], headers)
        if "elsewhere" in found and (
            found["elsewhere"].startswith("api/") or "text/html" not in headers.get("accept", "")
        ):
            raise nowhere("there is nothing at this path; the API is described at /api/openapi.json")
        return self._files.page(headers, status=404 if "elsewhere" in found else 200)


def routes(files: Files | None = None) -> list[BaseRoute]:
    """Give the routes of the page; the last one answers for every path outside of the API, so it belongs at the end."""
    page = Page(files or Files())
    paths = ("/page/{version}/{file:path}", *PAGES, "/{elsewhere:path}")
    return [Route(path, page, methods=["GET"]) for path in paths]
