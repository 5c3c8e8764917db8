"""The files of the page, and the cookies of its seats, over real sockets."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from support.liveapi import Client, live_api
from websockets.sync.client import connect

from fogfield.serve import page
from fogfield.serve.page import files

#: What the page asks for beside what anybody asks for.
PAGE = {"X_Fogfield_Page": "1", "Content_Type": "application/json"}


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    """A page of a few files, with all parts, so that these tests need no network to set up."""
    web, parts = tmp_path / "web", tmp_path / "parts"
    web.mkdir()
    parts.mkdir()
    template = (files.HERE / "web" / "page.html").read_text(encoding="utf-8")
    (web / "page.html").write_text(template, encoding="utf-8")
    (web / "app.js").write_text("export const one = 1;\n" * 200)
    (web / "notes.md").write_text("not for everybody")
    for name in files.IMPORTS.values():
        (parts / name).write_text("export {};\n")
    return tmp_path


@pytest.fixture
def pages(folders: Path, monkeypatch: pytest.MonkeyPatch) -> files.Files:
    """The page that is served instead of the real one."""
    found = files.Files(folders / "web", folders / "parts")
    real = page.routes
    monkeypatch.setattr(page, "routes", lambda: real(found))
    return found


def test_every_address_of_the_page_gives_the_page(pages: files.Files) -> None:
    with live_api() as server, server.client() as client:
        for path in ("/", "/play/battleship", "/m/222222222222?move=3", "/i/abcdefgh"):
            status, body = client.raw("GET", path)
            assert status == 200
            assert client.headers["content-type"] == "text/html; charset=utf-8"
            assert f"/page/{pages.version}/app.js".encode() in body
            assert b"{{" not in body


def test_the_policy_allows_the_files_of_the_page_and_its_import_map_alone(pages: files.Files) -> None:
    with live_api() as server, server.client() as client:
        body = client.raw("GET", "/")[1].decode()
        policy = client.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert client.headers["x-content-type-options"] == "nosniff"
        scripts = re.findall(r"<script(.*?)>(.*?)</script>", body, re.DOTALL)
        inline = [text for attributes, text in scripts if text]
        assert len(inline) == 1
        assert json.loads(inline[0])["imports"]["preact"] == f"/page/{pages.version}/parts/preact.js"
        assert "style=" not in body
        assert "onload" not in body


def test_files_are_kept_for_good_compressed_and_typed(pages: files.Files) -> None:
    with live_api() as server, server.client() as client:
        path = f"/page/{pages.version}/app.js"
        status, plain = client.raw("GET", path)
        assert (status, client.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
        assert "immutable" in client.headers["cache-control"]
        tag = client.headers["etag"]
        packed = client.raw("GET", path, Accept_Encoding="gzip, br")[1]
        assert client.headers["content-encoding"] == "gzip"
        assert client.headers["vary"] == "accept-encoding"
        assert len(packed) < len(plain) / 4
        assert gzip.decompress(packed) == plain
        assert client.raw("GET", path, If_None_Match=tag) == (304, b"")
        assert client.raw("HEAD", path) == (200, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/page/other/app.js",
        "/page/{v}/notes.md",
        "/page/{v}/page.html",
        "/page/{v}/../files.py",
        "/page/{v}//etc/passwd",
    ],
)
def test_nothing_else_is_served(pages: files.Files, path: str) -> None:
    with live_api() as server, server.client() as client:
        assert client.raw("GET", path.format(v=pages.version))[0] == 404


def test_what_is_not_there_is_a_page_for_people_and_a_problem_for_programs(pages: files.Files) -> None:
    with live_api() as server, server.client() as client:
        assert client.raw("GET", "/nothing/here", Accept="text/html")[0] == 404
        assert client.headers["content-type"].startswith("text/html")
        for path, accepts in (("/nothing/here", "*/*"), ("/api/nothing", "text/html")):
            assert client.raw("GET", path, Accept=accepts)[0] == 404
            assert client.headers["content-type"] == "application/problem+json"


def test_without_its_parts_the_page_says_what_to_do_and_the_api_works(pages: files.Files, folders: Path) -> None:
    (folders / "parts" / "preact.js").unlink()
    with live_api() as server, server.client() as client:
        status, body = client.raw("GET", "/")
        assert status == 503
        assert b"make run" in body
        assert client.ask("GET", "/api/games")[0] == 200


def test_files_cost_less_of_the_rate_than_requests_do_but_not_nothing(pages: files.Files) -> None:
    path = f"/page/{pages.version}/app.js"
    with live_api(rate=5) as server, server.client() as client:
        statuses = [client.raw("GET", path)[0] for _ in range(200)]
        assert statuses[:90] == [200] * 90
        assert 429 in statuses


# --- seats of a browser


def sit(client: Client, **wish: Any) -> tuple[str, str]:
    """Sit down as the page does; gives the match and the cookie."""
    status, body = client.raw("POST", "/api/matches", json.dumps(wish).encode(), **PAGE)
    assert status == 201
    assert "token" not in json.loads(body)
    return json.loads(body)["match"], client.headers["set-cookie"]


def look(client: Client, match: str, cookie: str) -> Any:
    return json.loads(client.raw("GET", f"/api/matches/{match}", Cookie=cookie)[1])


def test_a_browser_gets_its_token_as_a_cookie_that_no_script_reads_and_no_other_match_gets() -> None:
    with live_api() as server, server.client() as client:
        match, cookie = sit(client, game="jminesweeper")
        value, *rules = cookie.split("; ")
        assert {"HttpOnly", "SameSite=Strict", f"Path=/api/matches/{match}"} <= set(rules)
        assert "Secure" not in rules
        assert look(client, match, value)["seat"] == 0
        assert look(client, match, "")["seat"] is None
        move = json.dumps({"do": ["mark", 0, 0]}).encode()
        moved = client.raw("POST", f"/api/matches/{match}/moves", move, Cookie=f"theme=dark; {value}", **PAGE)
        assert (moved[0], json.loads(moved[1])["view"]["marks"]) == (200, 1)
        origin = {"Origin": f"http://127.0.0.1:{client.port}"}
        assert client.raw("POST", f"/api/matches/{match}/moves", move, Cookie=value, **PAGE, **origin)[0] == 200
        foreign = {"Origin": "http://elsewhere.example"}
        assert client.raw("POST", f"/api/matches/{match}/moves", move, Cookie=value, **PAGE, **foreign)[0] == 403


def test_over_https_the_cookie_is_secure() -> None:
    with live_api() as server, server.client() as client:
        body = json.dumps({"game": "jminesweeper"}).encode()
        origin = f"https://127.0.0.1:{client.port}"
        assert client.raw("POST", "/api/matches", body, Origin=origin, **PAGE)[0] == 201
        assert "; Secure" in client.headers["set-cookie"]


def test_a_cookie_that_is_good_for_no_seat_lets_one_watch() -> None:
    with live_api() as server, server.client() as client:
        match, cookie = sit(client, game="jminesweeper")
        for wrong in ("seat=wrong", f"seat={'x' * 100}", "seat=", "seat=\u00e4", cookie.partition(";")[0] + "x"):
            assert look(client, match, wrong)["seat"] is None
            move = json.dumps({"do": ["mark", 0, 0]}).encode()
            assert client.raw("POST", f"/api/matches/{match}/moves", move, Cookie=wrong, **PAGE)[0] == 401


def test_a_socket_has_the_seat_of_its_cookie() -> None:
    with live_api() as server, server.client() as client:
        match, cookie = sit(client, game="jminesweeper")
        url = f"ws://127.0.0.1:{server.port}/api/matches/{match}/live"
        for brought, seat in ((cookie.partition(";")[0], 0), ("seat=wrong", None)):
            with connect(url, additional_headers={"Cookie": brought}, proxy=None) as socket:
                assert json.loads(socket.recv(10))["match"]["seat"] == seat


def test_the_next_match_at_the_table_gets_a_cookie_of_its_own() -> None:
    with live_api() as server, server.client() as client:
        match, cookie = sit(client, game="jminesweeper", options={"columns": 1, "rows": 1})
        seat = cookie.partition(";")[0]
        move = json.dumps({"do": ["mark", 0, 0]}).encode()
        client.raw("POST", f"/api/matches/{match}/moves", move, Cookie=seat, **PAGE)
        status, body = client.raw("POST", f"/api/matches/{match}/rematch", b"{}", Cookie=seat, **PAGE)
        following = json.loads(body)["next"]
        assert status == 200
        assert f"Path=/api/matches/{following};" in client.headers["set-cookie"]
        assert look(client, following, client.headers["set-cookie"].partition(";")[0])["seat"] == 0


def test_who_is_not_heard_of_is_away_and_has_so_long_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fogfield.serve.api.guests._AWAY_S", 0.1)
    with live_api(grace_s=30.0) as server, server.client() as client, server.client() as other:
        client.sit(game="battleship")
        other.sit(game="battleship")
        with other.live() as socket:
            socket.until(lambda now: now["seats"][client.seat]["away_s"] == 30.0)
            assert socket.now["seats"][other.seat]["away_s"] is None
            assert socket.now["seats"][client.seat]["present"] is True
            with client.live():
                socket.until(lambda now: now["seats"][client.seat]["away_s"] is None)
