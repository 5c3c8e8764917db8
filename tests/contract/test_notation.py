"""What every game under games/ must keep in plain JSON: schemas that say exactly what is read and what is written."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.contract import NAMES, AnyMatch, contract, explored_match, random_match
from support.shapes import anything, fitting, spoiled, valid

from fogfield import games
from fogfield.core.changes import apply, changes
from fogfield.core.errors import OptionsError, RecordError
from fogfield.core.game import AnyGame, Viewer, Watcher
from fogfield.core.match import Match
from fogfield.core.outcome import ABANDONED

seeds = st.integers(0, 2**32)
READERS = ("options", "action", "asked")


def written(match: AnyMatch, viewer: Viewer) -> Any:
    return match.game.notation.write_view(match.view(viewer))


def viewers(game: AnyGame) -> tuple[Viewer, ...]:
    return (*range(game.seats), *Watcher)


def fits(game: AnyGame, match: AnyMatch) -> None:
    for viewer in viewers(game):
        view = written(match, viewer)
        assert valid(game.notation.view_schema, view), view
        assert json.loads(json.dumps(view)) == view
        assert view["options"] == game.notation.public_options(match.record.options)
        assert view["seat"] == (viewer if isinstance(viewer, int) else None)
        assert view["to_act"] == sorted(game.to_act(match.state))
        assert view["outcome"] == (match.outcome.as_json() if match.outcome else None)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40, deadline=None)
@given(data=st.data(), seed=seeds, moves=st.integers(0, 60))
def test_every_view_of_a_random_match_fits_its_schema(name: str, data: st.DataObject, seed: int, moves: int) -> None:
    game, the = games.game(name), contract(name)
    options = data.draw(the.options)
    for match in (random_match(game, options, seed, moves), explored_match(game, the, options, seed, moves)):
        fits(game, match)
        match.close(ABANDONED, 99.0)
        fits(game, match)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=30, deadline=None)
@given(data=st.data(), seed=seeds, moves=st.integers(1, 30))
def test_options_and_actions_of_a_match_fit_their_schemas_and_come_back(
    name: str, data: st.DataObject, seed: int, moves: int
) -> None:
    game, the = games.game(name), contract(name)
    match = explored_match(game, the, data.draw(the.options), seed, moves)
    notation = game.notation
    options = notation.write_options(match.record.options)
    assert valid(notation.options_schema, options)
    assert notation.read_options(json.loads(json.dumps(options))) == match.record.options
    for move in match.record.moves:
        action = notation.write_action(move.action)
        assert valid(notation.action_schema, action)
        assert notation.read_action(json.loads(json.dumps(action))) == move.action


def read(game: AnyGame, reader: str, data: Any) -> bool:
    """Whether a reader takes it; a request that fits may still be refused with reasons."""
    notation = game.notation
    try:
        if reader == "options":
            assert notation.write_options(notation.read_options(data)) == data
        elif reader == "action":
            assert notation.write_action(notation.read_action(data)) == data
        else:
            assert notation.public_options(notation.ask(data, Random(1)))
    except OptionsError as error:
        assert reader == "asked"
        assert error.faults
    except RecordError as error:
        assert 0 < len(str(error)) < 1_000
        return False
    return True


def schema_of(game: AnyGame, reader: str) -> dict[str, Any]:
    found: dict[str, Any] = getattr(game.notation, f"{reader}_schema")
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("reader", READERS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_what_a_schema_allows_is_read(name: str, reader: str, data: st.DataObject) -> None:
    game = games.game(name)
    one = data.draw(fitting(schema_of(game, reader)))
    assert valid(schema_of(game, reader), one)
    assert read(game, reader, one)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("reader", READERS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_what_a_schema_does_not_allow_is_refused_in_a_sentence(name: str, reader: str, data: st.DataObject) -> None:
    game = games.game(name)
    schema = schema_of(game, reader)
    one = data.draw(spoiled(fitting(schema)) | anything)
    assert read(game, reader, one) == valid(schema, one)


def bounded(schema: Any) -> bool:
    """Whether everything in it has an end: numbers, texts, lists."""
    if "oneOf" in schema:
        return all(map(bounded, schema["oneOf"]))
    if "const" in schema or "enum" in schema or schema["type"] == "boolean":
        return True
    if schema["type"] == "object":
        return schema["additionalProperties"] is False and all(map(bounded, schema["properties"].values()))
    if schema["type"] == "array":
        parts = [*schema.get("prefixItems", []), *([schema["items"]] if "items" in schema else [])]
        return "maxItems" in schema and all(map(bounded, parts))
    return {"minimum", "maximum"} <= schema.keys() or "maxLength" in schema


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("reader", READERS)
def test_everything_that_is_read_has_a_limit(name: str, reader: str) -> None:
    assert bounded(schema_of(games.game(name), reader))


@pytest.mark.parametrize("name", NAMES)
def test_nothing_asked_is_enough_for_a_match_and_chance_alone_makes_a_difference(name: str) -> None:
    game = games.game(name)
    notation = game.notation
    asked = [notation.ask({}, Random(seed)) for seed in (1, 1, 2)]
    assert asked[0] == asked[1] == notation.ask(notation.defaults, Random(1))
    assert notation.public_options(asked[0]) == notation.public_options(asked[2])
    for options in asked:
        fits(game, Match(game, options, "dawn"))
        assert notation.read_options(notation.write_options(options)) == options


@pytest.mark.parametrize("name", NAMES)
def test_every_view_says_who_looks_who_acts_and_how_it_ended(name: str) -> None:
    schema = games.game(name).notation.view_schema
    assert {"options", "seat", "to_act", "outcome"} <= set(schema["required"])
    assert all(part.get("description") for part in schema["properties"].values())


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=20, deadline=None)
@given(data=st.data(), seed=seeds)
def test_changes_lead_from_view_to_view_through_a_whole_match(name: str, data: st.DataObject, seed: int) -> None:
    game = games.game(name)
    match, rng = Match(game, data.draw(contract(name).options), str(seed)), Random(seed)
    known = {viewer: written(match, viewer) for viewer in viewers(game)}
    while match.outcome is None:
        seat = min(game.to_act(match.state))
        assert match.act(seat, game.choose(match.view(seat), rng), 0.0) == ()
        for viewer, before in known.items():
            after = written(match, viewer)
            known[viewer] = apply(changes(before, after), before)
            assert known[viewer] == after
