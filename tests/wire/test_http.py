import pytest

from fogfield.wire.http import accepts

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"


@pytest.mark.parametrize(
    ("accept", "taken"),
    [
        ("", True),
        ("*/*", True),
        ("application/*", True),
        ("application/xml", True),
        ("Application/XML; charset=utf-8", True),
        (BROWSER, True),
        ("text/html", False),
        ("application/json, text/*", False),
        ("application/xml;q=0", False),
        ("application/xml; q=0.0", False),
    ],
)
def test_an_accept_header_takes_what_it_names(accept: str, taken: bool) -> None:
    assert accepts(accept, "application/xml") is taken
