from fogfield.core.table import Table
from fogfield.wire.http import Request, Response
from fogfield.wire.web import Web, WebHost


class Echo:
    """A desk that says what it was asked."""

    def __init__(self, host: WebHost) -> None:
        self.host = host

    def answer(self, request: Request, now: float) -> Response:
        return Response(200, f"{request.method} {request.path} at {now:g}".encode())

    def tick(self, now: float) -> None:
        """Nothing is ever due."""

    def unkept(self, request: Request) -> Response:
        return Response(503)

    def go_on(self, table: Table, at_s: float, now: float) -> None:
        """Nothing ever broke off."""

    def forget(self, table: str) -> None:
        """Nothing was ever known."""

    def pause(self, seconds: float) -> None:
        """Time means nothing here."""


def test_a_protocol_over_http_brings_its_desk_and_has_limits_unless_told_otherwise() -> None:
    web = Web(port=80, desk=Echo, client="ask")
    desk = web.desk(None)  # type: ignore[arg-type]
    response = desk.answer(Request("GET", "/here"), 2.0)
    assert response == (200, b"GET /here at 2", "text/plain; charset=utf-8", (), 0)
    assert (web.most_body_bytes, web.body_s, web.settings, web.options) == (65_536, 10.0, {}, None)
