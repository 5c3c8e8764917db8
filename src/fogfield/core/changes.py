"""What changed between two JSON values, as a JSON Patch (RFC 6902) of add, replace and remove.

It is made for views: one that changed a little shares most of its parts with the one before, and parts that are the
same object are not looked into.
"""

from typing import Any, TypeAlias

from fogfield.core.errors import ChangeError

Patch: TypeAlias = list[dict[str, Any]]

#: About how many characters the words of one change take, beside its path and its value.
_WORDS = 32


def changes(before: Any, after: Any) -> Patch:
    """Give what makes `after` of `before`; the whole value where that is shorter than its changes."""
    return _between(before, after, "")


def _between(before: Any, after: Any, path: str) -> Patch:
    if before is after:
        return []
    kind = type(after)
    if kind is not type(before) or kind not in (dict, list):
        same = kind is type(before) and before == after  # 1 and True are not the same
        return [] if same else [_replace(path, after)]
    found = _of_objects(before, after, path) if kind is dict else _of_lists(before, after, path)
    return [_replace(path, after)] if found and _shorter(after, path, found) else found


def _of_objects(before: dict[str, Any], after: dict[str, Any], path: str) -> Patch:
    found: Patch = [{"op": "remove", "path": f"{path}/{_escaped(key)}"} for key in before if key not in after]
    for key, value in after.items():
        place = f"{path}/{_escaped(key)}"
        if key not in before:
            found.append({"op": "add", "path": place, "value": value})
        elif before[key] is not value:
            found += _between(before[key], value, place)
    return found


def _of_lists(before: list[Any], after: list[Any], path: str) -> Patch:
    """Compare place by place: boards keep their rows, and stories grow at their end."""
    found: Patch = []
    for number, (old, new) in enumerate(zip(before, after, strict=False)):
        if old is not new:
            found += _between(old, new, f"{path}/{number}")
    found += [{"op": "remove", "path": f"{path}/{number}"} for number in range(len(before) - 1, len(after) - 1, -1)]
    found += [{"op": "add", "path": f"{path}/-", "value": value} for value in after[len(before) :]]
    return found


def _replace(path: str, value: Any) -> dict[str, Any]:
    return {"op": "replace", "path": path, "value": value}


def _shorter(value: Any, path: str, patch: Patch) -> bool:
    """Say whether a value is shorter than a patch, about: nothing is written, and only as much counted as it takes."""
    left = sum(_WORDS + len(one["path"]) + _size(one.get("value")) for one in patch) - _WORDS - len(path)
    due = [value]
    while due and left > 0:
        one = due.pop()
        if isinstance(one, dict):
            left -= 2 + sum(4 + len(key) for key in one)
            due += one.values()
        elif isinstance(one, list):
            left -= 2 + len(one)
            due += one
        else:
            left -= _size(one)
    return left > 0


def _size(value: Any) -> int:
    """Count about as many characters as a value takes."""
    if isinstance(value, str):
        return len(value) + 2
    if isinstance(value, dict):
        return 2 + sum(4 + len(key) + _size(one) for key, one in value.items())
    if isinstance(value, list):
        return 2 + sum(1 + _size(one) for one in value)
    return len(str(value))


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


# --- the other side


def apply(patch: Patch, value: Any) -> Any:
    """Give the value after a patch of `changes`; the value before stays as it is."""
    for change in patch:
        match change:
            case {"op": "add" | "replace" | "remove" as op, "path": str(path), **rest} if (
                "value" in rest or op == "remove"
            ):
                keys = [key.replace("~1", "/").replace("~0", "~") for key in path.split("/")[1:]]
                value = _changed(value, keys, op, rest.get("value"), path)
            case _:
                raise ChangeError(f"{str(change)[:100]} is no change")
    return value


def _changed(value: Any, keys: list[str], op: str, new: Any, path: str) -> Any:
    """Give a copy in which one place is another; what lies beside the way to it is shared."""
    if not keys:
        return new
    key, *deeper = keys
    place: Any = key
    if isinstance(value, list):
        place = len(value) if key == "-" else int(key) if key.isdecimal() else None
        known = place is not None and place < len(value) + (op == "add" and not deeper)
    else:
        known = isinstance(value, dict) and (key in value or (op == "add" and not deeper))
    if not known:
        raise ChangeError(f"there is nothing at {path!r} that could be changed")
    copy = value.copy()
    if deeper:
        copy[place] = _changed(copy[place], deeper, op, new, path)
    elif op == "remove":
        del copy[place]
    elif op == "add" and isinstance(copy, list):
        copy.insert(place, new)
    else:
        copy[place] = new
    return copy
