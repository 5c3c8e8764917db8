"""Requests over HTTP: addresses, connections that are kept or lost, and a sentence for everything that fails."""

import socket
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from fogfield.play import web
from fogfield.play.web import Base, Web, WebFault, base


@pytest.mark.parametrize(
    ("address", "found", "written"),
    [
        ("http://localhost:18235", Base(False, "localhost", 18235, ""), "http://localhost:18235"),
        ("http://localhost", Base(False, "localhost", 18235, ""), "http://localhost:18235"),
        ("localhost", Base(False, "localhost", 18235, ""), "http://localhost:18235"),
        ("localhost:80", Base(False, "localhost", 80, ""), "http://localhost:80"),
        ("HTTP://Host.example:99/", Base(False, "host.example", 99, ""), "http://host.example:99"),
        ("http://host.example/games", Base(False, "host.example", 18235, ""), "http://host.example:18235"),
        ("http://host.example/se/games/", Base(False, "host.example", 18235, "/se"), "http://host.example:18235/se"),
        ("http://host.example/a b", Base(False, "host.example", 18235, "/a%20b"), "http://host.example:18235/a%20b"),
        ("https://host.example", Base(True, "host.example", 443, ""), "https://host.example:443"),
        ("https://host.example:8443", Base(True, "host.example", 8443, ""), "https://host.example:8443"),
        ("[::1]:5", Base(False, "::1", 5, ""), "http://[::1]:5"),
    ],
)
def test_an_address_is_read_with_or_without_what_can_be_guessed(address: str, found: Base, written: str) -> None:
    assert base(address, 18235) == found
    assert str(found) == written


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("", "is no address of a server; try http://localhost:18235"),
        ("http://", "is no address of a server"),
        ("ftp://host.example", "is no address of a server"),
        ("http://[::1", "is no address of a server"),
        ("http://a\x07b", "is no address of a server"),
        ("host.example:x", "has a port that is none"),
        ("host.example:0", "has a port that is none"),
        ("host.example:65536", "has a port that is none"),
    ],
)
def test_what_is_no_address_is_said(address: str, why: str) -> None:
    with pytest.raises(WebFault, match=why):
        base(address, 18235)


class Handler(BaseHTTPRequestHandler):
    """Answers as the test wants: one function for each request, the last one for all that follow."""

    protocol_version = "HTTP/1.1"
    behave: list[Callable[["Handler"], None]]
    asked: list[tuple[str, str, str]]

    def setup(self) -> None:
        super().setup()
        self.asked.append(("open", "", ""))

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        self.asked.append((self.command, self.path, body))
        (self.behave.pop(0) if len(self.behave) > 1 else self.behave[0])(self)

    do_POST = do_GET  # noqa: N815 (the library's name)

    def say(self, text: str | bytes, status: int = 200, reason: str | None = None, length: int | None = None) -> None:
        data = text.encode() if isinstance(text, str) else text
        self.send_response(status, reason)
        self.send_header("Content-Length", str(len(data) if length is None else length))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


class Server:
    def __init__(self) -> None:
        self.asked: list[tuple[str, str, str]] = []
        self.behave: list[Callable[[Handler], None]] = [lambda handler: handler.say("hello")]
        kind = type("Mine", (Handler,), {"asked": self.asked, "behave": self.behave})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
        self._server.daemon_threads = True
        self.web = Web(Base(False, "127.0.0.1", self._server.server_port, "/se"))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    def does(self, *behave: Callable[[Handler], None]) -> None:
        self.behave[:] = behave

    def stop(self) -> None:
        self.web.close()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def connections(self) -> int:
        return sum(what == "open" for what, _, _ in self.asked)


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.stop()


def hello(handler: Handler) -> None:
    handler.say("hello")


def hang_up(handler: Handler) -> None:
    """Close without a word."""
    handler.close_connection = True


def hello_and_hang_up(handler: Handler) -> None:
    """Answer, and close without having said so."""
    handler.say("hello")
    handler.close_connection = True


def half(handler: Handler) -> None:
    handler.say("half", length=9)
    handler.close_connection = True


def another_protocol(handler: Handler) -> None:
    handler.wfile.write(b"SSH-2.0-x\r\n")
    handler.close_connection = True


def test_questions_are_xml_and_share_a_connection(server: Server) -> None:
    heads: list[tuple[str | None, str | None]] = []

    def behave(handler: Handler) -> None:
        heads.append((handler.headers["Content-Type"], handler.headers["Accept"]))
        handler.say("hello")

    server.does(behave)
    assert server.web.ask("GET", "/games") == b"hello"
    assert server.web.ask("POST", "/games/a/players", b"<me/>") == b"hello"
    assert server.asked == [("open", "", ""), ("GET", "/se/games", ""), ("POST", "/se/games/a/players", "<me/>")]
    assert heads == [("application/xml", "application/xml")] * 2


def test_an_answer_without_a_length_in_chunks_or_until_the_end_is_read_whole(server: Server) -> None:
    def chunks(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        handler.wfile.write(b"3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n")

    def until_the_end(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Connection", "close")
        handler.end_headers()
        handler.wfile.write(b"hello")

    server.does(chunks, until_the_end, hello)
    assert [server.web.ask("GET", "/") for _ in range(3)] == [b"hello"] * 3
    assert server.connections == 2


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_connection_that_was_closed_meanwhile_is_opened_again(server: Server, method: str) -> None:
    server.does(hello_and_hang_up)
    assert server.web.ask("GET", "/") == b"hello"
    connection = server.web._connection
    assert connection is not None
    assert connection.sock is not None
    assert connection.sock.recv(1, socket.MSG_PEEK) == b""  # wait until that is known here, too
    assert server.web.ask(method, "/", b"") == b"hello"
    assert server.connections == 2


def test_a_question_that_was_not_answered_is_asked_again_but_nothing_is_done_twice(server: Server) -> None:
    server.does(hello, hang_up, hello, hang_up, hello)
    assert server.web.ask("GET", "/") == b"hello"
    assert server.web.ask("GET", "/again") == b"hello"
    with pytest.raises(WebFault, match="closed the connection without an answer"):
        server.web.ask("POST", "/move", b"<move/>")
    assert [path for _, path, _ in server.asked if path] == ["/se/", "/se/again", "/se/again", "/se/move"]
    assert server.web.ask("GET", "/") == b"hello"


def test_a_server_that_never_answers_is_asked_no_more_than_twice(server: Server) -> None:
    server.does(hang_up)
    with pytest.raises(WebFault, match="closed the connection without an answer"):
        server.web.ask("GET", "/")
    assert len([path for _, path, _ in server.asked if path]) == 1
    server.does(hello, hang_up)
    server.web.ask("GET", "/")
    with pytest.raises(WebFault, match="closed the connection without an answer"):
        server.web.ask("GET", "/")
    assert len([path for _, path, _ in server.asked if path]) == 4


@pytest.mark.parametrize(
    ("behave", "why"),
    [
        (lambda handler: handler.say("no such page\nmore", 404), r"with status 404 \(Not Found\): no such page$"),
        (lambda handler: handler.say("<html>oh", 500), r"answered with status 500 \(Internal Server Error\)$"),
        (lambda handler: handler.say(b"\x1b[2J\xff", 500, "O\x1bh"), "answered with status 500$"),
        (lambda handler: handler.say("", 599, " "), "answered with status 599$"),
        (lambda handler: handler.say("", 302), r"answered with status 302 \(Found\)$"),
        (half, "closed the connection in the middle of its answer"),
        (another_protocol, "does not speak HTTP as we know it"),
    ],
)  # fmt: skip
def test_an_answer_that_is_none_is_a_sentence_and_the_next_question_is_a_new_one(
    server: Server, behave: Callable[[Handler], None], why: str
) -> None:
    server.does(behave, hello)
    with pytest.raises(WebFault, match=why) as caught:
        server.web.ask("GET", "/")
    assert str(caught.value).isprintable()
    assert server.web.ask("GET", "/") == b"hello"


def test_an_answer_that_is_too_large_is_not_read_to_its_end(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web, "MOST_BYTES", 1000)
    server.does(lambda handler: handler.say("x" * 1000))
    assert len(server.web.ask("GET", "/")) == 1000
    server.does(lambda handler: handler.say("x" * 1001))
    with pytest.raises(WebFault, match="answered with more than 1000 bytes"):
        server.web.ask("GET", "/")


def test_a_server_that_says_nothing_or_too_slowly_is_not_waited_for(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "TIMEOUT_S", 0.3)
    enough = threading.Event()

    def silent(handler: Handler) -> None:
        enough.wait(20)
        hang_up(handler)

    def slow(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        while not enough.wait(0.05):
            try:
                handler.wfile.write(b".")
            except OSError:
                break
        hang_up(handler)

    for behave in (silent, slow):
        server.does(behave)
        with pytest.raises(WebFault, match=r"did not answer within 0\.3 s"):
            server.web.ask("GET", "/")
    enough.set()


def test_nobody_there_is_said_with_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    with pytest.raises(WebFault, match=f"nobody answers at http://127.0.0.1:{port}. Start a server there"):
        Web(Base(False, "127.0.0.1", port, "")).ask("GET", "/games")


@pytest.mark.parametrize("host", ["no-such-host.invalid", "a" * 70])
def test_a_host_that_is_none_is_said(host: str) -> None:
    with pytest.raises(WebFault, match=f"there is no host called '{host}'; check the spelling"):
        Web(Base(False, host, 80, "")).ask("GET", "/games")


def test_https_is_spoken_where_it_is_asked_for(server: Server) -> None:
    """There is no certificate to test with; what is there does not speak it, and that is a sentence, too."""
    secure = server.web._base._replace(secure=True)
    with pytest.raises(WebFault, match=r"^https://127\.0\.0\.1:\d+/se cannot be asked: .*SSL"):
        Web(secure).ask("GET", "/")
    assert not any(path for _, path, _ in server.asked)


def test_what_the_system_refuses_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket, "create_connection", refuse)
    with pytest.raises(WebFault, match="http://localhost:1 cannot be asked: Network is unreachable"):
        Web(Base(False, "localhost", 1, "")).ask("GET", "/")
