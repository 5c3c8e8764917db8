import pytest

from fogfield.core.errors import WireError
from fogfield.wire.xml import MOST_DEPTH, MOST_ELEMENTS, Element, document, escape, parse, tag

LIMIT = 1 << 20


def read(text: str) -> Element:
    return parse(text.encode(), LIMIT)


def test_elements_text_and_attributes_are_read_without_prefixes() -> None:
    root = read('<a xmlns:q="urn:x"><b q:kind="c">one &amp; two</b><q:b/>tail</a>')
    assert root.name == "a"
    assert root.text == "tail"
    assert [child.name for child in root.children] == ["b", "b"]
    first = root.find("b")
    assert first is not None
    assert (first.text, first.attributes) == ("one & two", {"kind": "c"})
    assert root.find("nothing") is None
    assert len(list(root.all("b", "c"))) == 2


@pytest.mark.parametrize(
    "text",
    [
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><a/>',
        "<a/>",
        "\n <a>\n</a>\n",
        "\ufeff<a/>",
    ],
)
def test_prologue_and_blanks_around_are_nothing(text: str) -> None:
    assert read(text).name == "a"


LAUGHS = '<!DOCTYPE l [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9)
)


@pytest.mark.parametrize(
    "text",
    [
        LAUGHS + "]><l>&j;</l>",
        '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
        '<!DOCTYPE a SYSTEM "http://192.0.2.1/a.dtd"><a/>',
        '<!DOCTYPE a [<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;]><a/>',
        "<!DOCTYPE a><a/>",
        "<a>&nbsp;</a>",
    ],
)
def test_document_types_and_entities_are_refused(text: str) -> None:
    with pytest.raises(WireError):
        read(text)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no",
        b"<a>",
        b"<a></b>",
        b"<a/><b/>",
        b"\xff\xfe",
        b"<a>\x00</a>",
        b'<?xml version="1.0" encoding="klingon"?><a/>',
    ],
)
def test_what_is_no_document_is_an_error(data: bytes) -> None:
    with pytest.raises(WireError):
        parse(data, LIMIT)


def test_size_depth_and_number_of_elements_have_limits() -> None:
    with pytest.raises(WireError, match="limit 10"):
        parse(b"<a>12345678901</a>", 10)
    assert read("<a>" * MOST_DEPTH + "</a>" * MOST_DEPTH)
    for text in ("<a>" * (MOST_DEPTH + 1), "<a>" + "<b/>" * MOST_ELEMENTS + "</a>"):
        with pytest.raises(WireError, match="more than"):
            read(text)


def test_text_is_escaped_and_what_cannot_be_said_replaced() -> None:
    assert escape("a<b>&\"'c\r\n\t") == "a&lt;b&gt;&amp;\"'c&#13;\n\t"
    assert escape("a\x00\x1b[31m\ud800") == "a\ufffd\ufffd[31m\ufffd"
    assert parse(document(tag("a", escape("<é>"))), LIMIT).text == "<é>"


def test_an_empty_element_is_written_short() -> None:
    assert document(tag("a", tag("b"))) == b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><a><b/></a>'
