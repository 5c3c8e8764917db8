import pytest
from support.toy import TOY

from fogfield.core import record
from fogfield.core.errors import RecordError
from fogfield.core.match import replay
from fogfield.core.outcome import ABANDONED
from fogfield.core.record import Move, Record

GOOD = [
    '{"fogfield":1,"game":"toy","options":7,"seed":"s\\u00e9"}',
    '{"at":0.5,"seat":0,"do":2}',
    '{"at":1.0,"seat":1,"do":1}',
    '{"at":2.5,"end":{"winners":[],"reason":"abandoned"}}',
]


def test_a_record_is_one_json_line_each_and_back() -> None:
    one = Record("toy", 7, "s\u00e9", [Move(0.5, 0, 2), Move(1.0, 1, 1)], ABANDONED, 2.5)
    assert list(record.write(one, TOY)) == GOOD
    assert record.read(GOOD, TOY) == one


def test_an_unfinished_record_has_no_end() -> None:
    assert record.read(GOOD[:2], TOY).end is None


def test_what_its_keeper_knows_of_a_match_is_kept() -> None:
    head = GOOD[0].replace("}", ',"match":{"id":"k7","seats":[{"name":"Ann"}]}}')
    one = record.read([head, *GOOD[1:]], TOY)
    assert one.about == {"id": "k7", "seats": [{"name": "Ann"}]}
    assert list(record.write(one, TOY)) == [head, *GOOD[1:]]
    assert replay(TOY, one).record == one


def test_any_text_can_be_a_seed() -> None:
    odd: Record[int, int] = Record("toy", 7, "\ud800\n\x00", [])
    assert record.read(record.write(odd, TOY), TOY) == odd


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([], "line 1: there is none"),
        (["[]"], "line 1: a record begins with"),
        (['{"fogfield":2}'], "line 1: format 2 is not known"),
        ([GOOD[0].replace("toy", "chess")], "line 1: this is a record of chess, not of toy"),
        ([GOOD[0].replace("7", '"x"')], "line 1: 'x' is no number"),
        ([GOOD[0].replace("}", ',"more":1}')], "line 1: a record begins with"),
        ([GOOD[0].replace("}", ',"match":7}')], "line 1: match, if it is there, is an object"),
        ([GOOD[0].replace("}", ',"match":{},"more":1}')], "line 1: a record begins with"),
        ([GOOD[0], "{"], "line 2: not JSON"),
        ([GOOD[0], '{"at":0}'], "line 2: a move has"),
        ([GOOD[0], '{"at":0,"seat":true,"do":1}'], "line 2: a move has"),
        ([GOOD[0], '{"at":NaN,"seat":0,"do":1}'], "line 2: not JSON"),
        ([GOOD[0], '{"at":0,"seat":0,"do":1,"more":1}'], "line 2: a move has"),
        ([GOOD[0], '{"at":1e999,"seat":0,"do":1}'], "line 2: at must be a number of seconds"),
        ([GOOD[0], '{"at":1' + "0" * 400 + ',"seat":0,"do":1}'], "line 2: at must be a number of seconds"),
        ([GOOD[0], '{"at":-1,"seat":0,"do":1}'], "line 2: at must be a number of seconds, 0 or more"),
        ([GOOD[0], '{"at":true,"seat":0,"do":1}'], "line 2: at must be a number of seconds"),
        ([*GOOD[:3], GOOD[1]], "line 4: at must be a number of seconds, 1 or more, not 0.5"),
        ([GOOD[0].replace(":1", ":true")], "line 1: format True is not known"),
        ([GOOD[0], '{"at":0,"end":{"winners":[],"reason":"x","more":1}}'], "line 2: an outcome needs"),
        ([GOOD[0], '{"at":0,"seat":0,"do":"x"}'], "line 2: 'x' is no number"),
        ([GOOD[0], '{"at":0,"end":3}'], "line 2: an outcome needs winners and a reason"),
        ([*GOOD, GOOD[1]], "line 5: nothing may follow the end"),
        (["[" * 100_000], "line 1: not JSON"),
    ],
)
def test_what_is_wrong_with_a_record_is_named_with_its_line(lines: list[str], fault: str) -> None:
    with pytest.raises(RecordError, match=fault):
        record.read(lines, TOY)
