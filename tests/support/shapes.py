"""JSON by schema: values that fit one of ours, and values that nearly do."""

import json
from functools import cache
from typing import Any

import jsonschema_rs
from hypothesis import strategies as st

from fogfield.core.schema import Schema

#: Lists are drawn no longer than this, or at the limits.
FEW = 6

scalars = st.one_of(st.none(), st.booleans(), st.integers(-300, 300), st.integers(), st.floats(), st.text(max_size=5))
anything: st.SearchStrategy[Any] = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
)


def valid(schema: Schema, data: Any) -> bool:
    """Ask somebody else whether a value fits. For us 1.0 is no whole number: JSON Schema takes it as one."""
    return bool(_judge(json.dumps(schema)).is_valid(data)) and not _pointed(data)


@cache
def _judge(schema: str) -> jsonschema_rs.Draft202012Validator:
    jsonschema_rs.meta.validate(json.loads(schema))
    return jsonschema_rs.Draft202012Validator(json.loads(schema))


def _pointed(data: Any) -> bool:
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return isinstance(data, float) or any(map(_pointed, parts))


def fitting(schema: Schema) -> st.SearchStrategy[Any]:
    """Draw values that fit a schema of `core.schema`."""
    if "oneOf" in schema:
        return st.one_of(*map(fitting, schema["oneOf"]))
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema["type"]:
        case "integer":
            return st.integers(schema["minimum"], schema["maximum"])
        case "boolean":
            return st.booleans()
        case "string":
            return st.text(max_size=min(FEW, schema["maxLength"]))
        case "array":
            return _lists(schema)
    parts = {name: fitting(part) for name, part in schema["properties"].items()}
    needed = schema.get("required", [])
    return st.fixed_dictionaries(
        {name: parts[name] for name in needed},
        optional={name: part for name, part in parts.items() if name not in needed},
    )


def _lists(schema: Schema) -> st.SearchStrategy[list[Any]]:
    first = [fitting(part) for part in schema.get("prefixItems", [])]
    if "items" not in schema:
        return st.tuples(*first).map(list)
    least, most = (max(0, schema[key] - len(first)) for key in ("minItems", "maxItems"))
    rest = st.lists(fitting(schema["items"]), min_size=least, max_size=min(most, least + FEW))
    return st.tuples(st.tuples(*first), rest).map(lambda two: [*two[0], *two[1]])


@st.composite
def spoiled(draw: st.DrawFn, values: st.SearchStrategy[Any]) -> Any:
    """Draw a value and change something in it, anywhere; it may still fit."""
    return _spoil(draw, draw(values))


def _spoil(draw: st.DrawFn, data: Any) -> Any:
    if isinstance(data, list) and data and draw(st.integers(0, 3)):
        place = draw(st.integers(0, len(data) - 1))
        how = draw(st.sampled_from(["deeper", "gone", "twice"]))
        middle = [_spoil(draw, data[place])] if how == "deeper" else [data[place]] * 2 if how == "twice" else []
        return [*data[:place], *middle, *data[place + 1 :]]
    if isinstance(data, dict) and data and draw(st.integers(0, 3)):
        key = draw(st.sampled_from(sorted(data)))
        rest = {name: one for name, one in data.items() if name != key}
        how = draw(st.sampled_from(["deeper", "gone", "renamed"]))
        if how == "deeper":
            return {**data, key: _spoil(draw, data[key])}
        return rest if how == "gone" else {**rest, draw(st.text(max_size=4)): data[key]}
    if type(data) is int and draw(st.booleans()):
        return draw(st.sampled_from([-1, data + 1, data - 1, 255, 256, 10**6, 10**400, float(data), bool(data)]))
    return draw(anything)
