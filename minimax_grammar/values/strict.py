"""Strict JSON, with the bounds that make its outcome the same everywhere."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from math import isinf
from typing import Any

from minimax_grammar.values.repairs import Irregular, Repair, repeats

__all__ = ["MAX_NESTING", "parse_strict", "scalar_or_nested_at", "strict_at", "too_deep", "with_repeats"]

MAX_NESTING = 256
"""The deepest nesting of a value: far below what the interpreter's stack allows."""

_NESTED = (dict, list)
_COLON = re.compile(r':(?<=[" \t\n\r]:)')
_WORDS = {"true": True, "false": False, "null": None}
_STRING = re.compile(r'"(?:[^"\\]++|\\[\s\S])*+"?')
_BRACKET = re.compile(r"[\[\]{}]")
_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1}


def _number(text: str) -> float:
    number = float(text)
    if isinf(number):
        raise ValueError(f"{text} is not finite")
    return number


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


_decoder = json.JSONDecoder(parse_float=_number, parse_constant=_constant)
# For texts in which no number can be too large: short ones without an exponent.
_quick = json.JSONDecoder(parse_constant=_constant)
_MAX_QUICK = 300


def parse_strict(text: str) -> Any:
    """The value of the JSON document ``text`` (SPEC 7: strict JSON comes first).

    Raises ``ValueError`` for anything that is not JSON, and for what has no exact value: numbers that are not
    finite, integers beyond what the interpreter converts, nesting deeper than :data:`MAX_NESTING`.  Of
    duplicate keys the last one wins; lone surrogates are kept.
    """
    if text in _WORDS:
        return _WORDS[text]
    quick = len(text) < _MAX_QUICK and "e" not in text and "E" not in text
    if quick and text.isdigit() and text.isascii() and (text[0] != "0" or text == "0"):
        return int(text)
    if too_deep(text):
        raise ValueError(f"nested deeper than {MAX_NESTING}")
    decoder = _quick if quick else _decoder
    try:
        value, end = decoder.scan_once(text, 0)  # type: ignore[attr-defined]
        return value if end == len(text) else decoder.decode(text)
    except StopIteration:
        return decoder.decode(text)
    except RecursionError:
        # The caller's own stack is almost used up, and must not change what is read.
        from minimax_grammar.values.relaxed import parse_relaxed

        value, repairs = parse_relaxed(text)
        if any(isinstance(repair, Repair) for repair in repairs):
            raise ValueError("not JSON") from None
        return value


def with_repeats(text: str, value: Any) -> tuple[Any, list[Irregular]]:
    """The value of the JSON document ``text``, which is ``value``, and the keys that an object in it gives again."""
    if not isinstance(value, dict | list):
        return value, []
    # Each member has a colon, after a quotation mark or white space.
    members = _members(value)
    if text.count(":") == members or len(_COLON.findall(text)) == members:
        return value, []
    found: list[Irregular] = []

    def look(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            found.extend(repeats(pairs, members))
        return members

    try:
        again = json.JSONDecoder(object_pairs_hook=look).decode(text)
    except RecursionError:  # the caller's own stack is almost used up
        from minimax_grammar.values.relaxed import parse_relaxed

        again, found = parse_relaxed(text)
    return (again, found) if found else (value, found)


def _members(value: Any) -> int:
    """How many members the objects in ``value`` have together."""
    count = 0
    rest = [value]
    while rest:
        inner = rest.pop()
        if type(inner) is dict:
            count += len(inner)
            inner = inner.values()
        rest += [item for item in inner if type(item) in _NESTED]
    return count


def strict_at(text: str, start: int) -> tuple[Any, int] | None:
    """The object or list that begins at ``start`` of ``text``, as :func:`parse_strict` reads it, and where it ends.

    None if there is none, or not all of it.
    """
    return scalar_or_nested_at(text, start) if text.startswith(("{", "["), start) else None


def scalar_or_nested_at(text: str, start: int) -> tuple[Any, int] | None:
    """The same for any value; that of a number ends where a longer one cannot be read."""
    try:
        value, end = _decoder.scan_once(text, start)  # type: ignore[attr-defined]
    except (StopIteration, ValueError, RecursionError):
        return None
    if text.count("[", start, end) + text.count("{", start, end) > MAX_NESTING and too_deep(text[start:end]):
        return None
    return value, end


def too_deep(text: str) -> bool:
    """Whether brackets in the JSON document ``text`` nest deeper than :data:`MAX_NESTING`; linear in ``text``."""
    if text.count("[") + text.count("{") <= MAX_NESTING:
        return False
    brackets = _BRACKET.findall(_STRING.sub("", text))
    return max(accumulate(map(_STEPS.__getitem__, brackets)), default=0) > MAX_NESTING
