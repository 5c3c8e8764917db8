"""The page in a real browser: what it loads, how it looks, and that everybody can use it."""

from collections.abc import Iterator

import pytest
from support.browser import Visitor, Visitors
from support.liveapi import LiveApi, live_api

#: The first view must not be larger, in bytes, as it comes over the network.
FIRST_VIEW = 150_000


@pytest.fixture(scope="module")
def server() -> Iterator[LiveApi]:
    with live_api() as found:
        yield found


def lobby(visitor: Visitor) -> Visitor:
    visitor.go("/").page.get_by_role("heading", name="Battleship").wait_for()
    return visitor


def test_the_first_view_is_light_and_comes_from_here_alone(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port)
    session = visitor.page.context.new_cdp_session(visitor.page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    lobby(visitor).page.wait_for_load_state("networkidle")
    assert 20_000 < sum(sizes) < FIRST_VIEW, sizes


def test_a_second_visit_loads_no_file_again(server: LiveApi, visitors: Visitors) -> None:
    visitor = lobby(lobby(visitors(server.port)))
    sizes = visitor.page.evaluate(
        """performance.getEntriesByType("resource").filter((one) => one.name.includes("/page/"))
            .map((one) => [one.name, one.transferSize])"""
    )
    assert len(sizes) > 20
    assert [name for name, size in sizes if size > 0] == []


def test_no_script_and_no_style_may_be_put_into_the_page(server: LiveApi, visitors: Visitors) -> None:
    visitor = lobby(visitors(server.port))
    done = visitor.page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "globalThis.broken = true";
            document.body.append(script);
            return globalThis.broken === true;
        }"""
    )
    assert done is False
    assert any("Content Security Policy" in text for text in visitor.complaints)
    visitor.complaints.clear()


def test_a_name_is_text_wherever_it_is_shown(server: LiveApi, visitors: Visitors) -> None:
    visitor = lobby(visitors(server.port))
    visitor.page.get_by_label("Your name").fill("<img src=x onerror=alert(1)>")
    visitor.go("/play/battleship").page.get_by_text("Anyone").click()
    visitor.press("Sit down").sees("Waiting for another player").sees("<img src=x")
    other = lobby(visitors(server.port)).sees("<img src=x")
    assert other.page.locator("img").count() == 0


def test_an_address_without_a_page_says_so_and_leads_back(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port)
    answer = visitor.page.goto(f"{visitor.base}/nothing/at/all")
    assert answer is not None
    assert answer.status == 404
    visitor.sees("Nothing but fog here").page.get_by_role("link", name="To the lobby", exact=True).click()
    visitor.page.get_by_role("heading", name="Every field lies under fog.").wait_for()
    visitor.complaints.clear()  # browsers complain of every 404


def test_a_match_that_is_not_there_is_told_in_a_sentence(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port).go("/m/222222222222").sees("This match cannot be shown")
    visitor.go("/i/abcdefgh").press("Take the seat").sees("Nobody waits with this invitation")
    visitor.complaints.clear()


def test_colours_follow_the_system_until_somebody_chooses(server: LiveApi, visitors: Visitors) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    light, dark = (lobby(visitors(server.port, color_scheme=one)) for one in ("light", "dark"))
    day, night = light.page.evaluate(ground), dark.page.evaluate(ground)
    assert day != night
    light.press("Colours").press("Colours")  # light, then dark
    assert light.page.evaluate(ground) == night
    light.page.reload()
    light.page.get_by_role("heading", name="Battleship").wait_for()
    assert light.page.evaluate(ground) == night


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(server: LiveApi, visitors: Visitors, scheme: str) -> None:
    visitor = visitors(server.port, color_scheme=scheme)
    games = visitor.page.request.get(f"{visitor.base}/api/games").json()["games"]
    for path in ("/", *(f"/play/{one['name']}" for one in games), "/i/abcdefgh"):
        visitor.go(path).page.get_by_role("heading", level=1).wait_for()
        # In the dark nothing but the colours is other than in the light.
        assert visitor.axe(*(["color-contrast"] if scheme == "dark" else [])) == [], path


def test_axe_finds_nothing_serious_at_a_table(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port).go("/play/battleship").press("Play")
    visitor.board("Your waters")
    assert visitor.axe() == []
    visitor.press("How it is played").sees("Then they attack in turns")
    assert visitor.axe() == []


def test_nothing_is_wider_than_a_small_phone(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port, viewport={"width": 360, "height": 740})
    for path in ("/", "/play/battleship", "/play/jminesweeper"):
        visitor.go(path).page.get_by_role("heading", level=1).wait_for()
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360, path
        visitor.page.get_by_role("button", name="Play").first.click()
        visitor.page.get_by_role("grid").first.wait_for()
        assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 360, f"a match from {path}"


#: Texts of empty fields that have less room than they need: what, how wide it is, and how much room there is.
CUT = """() => [...document.querySelectorAll("input[placeholder]")].map((one) => {
    const [style, ink] = [getComputedStyle(one), document.createElement("canvas").getContext("2d")];
    ink.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return [one.placeholder, Math.ceil(ink.measureText(one.placeholder).width), Math.floor(room)];
  }).filter(([, wide, room]) => wide > room)"""


@pytest.mark.parametrize("width", [360, 480, 560, 561, 1180])
def test_what_stands_in_empty_fields_is_not_cut_off(server: LiveApi, visitors: Visitors, width: int) -> None:
    code = server.client().sit(game="battleship", opponent="invite").code
    visitor = visitors(server.port, viewport={"width": width, "height": 740})
    for path in ("/", "/play/classic?board=30x16-99-safe-fern", f"/i/{code}"):
        visitor.go(path).page.locator("input[placeholder]").first.wait_for()
        visitor.page.evaluate("document.fonts.ready")
        assert visitor.page.evaluate(CUT) == [], path


#: Lists whose longest choice has less room than it needs: what, how much room there is, and how much it needs.
CUT_CHOICES = """() => [...document.querySelectorAll("select")].map((one) => {
    const free = one.cloneNode(true);
    Object.assign(free.style, { position: "absolute", width: "max-content", maxWidth: "none" });
    one.after(free);
    const wide = free.offsetWidth;
    free.remove();
    return [one.parentElement.firstChild.textContent, one.offsetWidth, wide];
  }).filter(([, room, wide]) => wide > room)"""


@pytest.mark.parametrize("width", [360, 1180])
def test_no_choice_is_cut_off(server: LiveApi, visitors: Visitors, width: int) -> None:
    visitor = visitors(server.port, viewport={"width": width, "height": 740})
    for game in visitor.page.request.get(f"{visitor.base}/api/games").json()["games"]:
        visitor.go(f"/play/{game['name']}").page.get_by_role("heading", level=1).wait_for()
        visitor.page.evaluate("document.fonts.ready")
        for opponent in ("A bot", "Anyone", "A friend") if game["seats"] > 1 else ():
            visitor.page.get_by_text(opponent, exact=True).click()
            assert visitor.page.evaluate(CUT_CHOICES) == [], f"{game['name']}, {opponent}"
        assert visitor.page.evaluate(CUT_CHOICES) == [], game["name"]
    visitor.go("/play/treasurehunt").press("Play").press("Send")
    visitor.page.get_by_role("combobox", name="Bot").wait_for()
    assert visitor.page.evaluate(CUT_CHOICES) == []


def test_what_a_bot_does_is_told_below_its_name(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port).go("/play/battleship").sees("who remembers where people hide")
    level = visitor.page.get_by_label("Level")
    assert level.locator("option").all_inner_texts() == ["Hunter", "Anywhere"]
    level.select_option("random")
    visitor.sees("who shoots at random")
    assert level.evaluate("(one) => document.getElementById(one.getAttribute('aria-describedby')).textContent") == (
        "who shoots at random"
    )


def test_the_way_back_to_a_seat_is_in_the_lobby(server: LiveApi, visitors: Visitors) -> None:
    visitor = visitors(server.port).go("/play/battleship")
    visitor.page.get_by_text("A friend", exact=True).click()
    visitor.press("Sit down").sees("Send this link to a friend")
    link = visitor.page.get_by_label("Link of the invitation").input_value()
    visitor.page.get_by_role("link", name="All games").click()
    assert visitor.page.evaluate("document.activeElement.id") == "main"
    visitor.sees("waits for another player").page.get_by_role("link", name="Back to your seat").first.click()
    visitor.sees("Send this link to a friend")
    assert visitor.page.get_by_label("Link of the invitation").input_value() == link
    visitor.press("Leave the table").press("Yes, leave").sees("Every field lies under fog.")
    assert visitor.page.get_by_role("link", name="Back to your seat").count() == 0
