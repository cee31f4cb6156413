"""What a body of JSON holds and no call says: members beside the name and the arguments, keys that stand twice."""

from __future__ import annotations

import json
import re
from typing import Any

from minimax_grammar.values.relaxed import parse_relaxed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from minimax_grammar.formatted import Shape

__all__ = ["unread"]

_BETWEEN = re.compile(r"[\s,;\[\]]*+")
_OWN = ("type", "index")
"""Members that say how a call is sent, as do ids."""


def unread(body: str, shapes: Collection[Shape]) -> list[str]:
    """The keys in ``body``, which is of one of ``shapes``, whose values no call has; none if it is no JSON."""
    shapes = [shape for shape in shapes if shape.format == "json"]
    lost: list[str] = []

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for key, value in pairs:
            if key in made and made[key] != value:
                lost.append(key)
            made[key] = value
        return made

    for value in _objects(body, json.JSONDecoder(object_pairs_hook=once, strict=False)) if shapes else ():
        for shape in shapes:
            if any(isinstance(value.get(name), str) for name in shape.names):
                lost += _beside(value, shape)
                break
    return lost


def _objects(body: str, decoder: json.JSONDecoder) -> Iterator[dict[str, Any]]:
    """The objects of ``body``, one after another or in a list."""
    at = _end(body, 0)
    while body.startswith("{", at):
        try:
            value, at = decoder.raw_decode(body, at)
        except (ValueError, RecursionError):
            break
        yield value
        at = _end(body, at)
    else:
        return
    try:
        value, _ = parse_relaxed(body[at:].strip().rstrip(",;]"))
    except ValueError:
        return
    if isinstance(value, dict):
        yield value


def _end(body: str, at: int) -> int:
    match = _BETWEEN.match(body, at)
    return match.end() if match else at


def _beside(value: dict[str, Any], shape: Shape) -> Iterator[str]:
    """The members of an object that are neither its name nor its arguments, and not empty."""
    known = {next((key for key in keys if key in value), "") for keys in (shape.names, shape.arguments)}
    for key, member in value.items():
        if key not in known and key not in _OWN and not key.endswith("id") and member not in (None, "", [], {}):
            yield key
