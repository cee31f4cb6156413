"""Calls in Python whose values are written as JSON writes them, but for ``True``, ``False`` and ``None``.

Most are.  They are read by the parser of JSON, many times as fast as word by word, with the same outcome.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from minimax_grammar.values.strict import scalar_or_nested_at, with_repeats

__all__ = ["Written", "read_like_json"]

_MAX_DEPTH = 64
_NESTED = (dict, list)
# Escapes that are in Python what they are in JSON stand aside, those of quotes and backslashes already do.
_OTHER_ESCAPE = re.compile(r"\\(?![nrtbf])")
_BACKSLASHES, _QUOTES = "\x00\x00", "\x01\x01"


class Written(NamedTuple):
    """A call as it is written."""

    name: str
    given: list[tuple[str, Any]]
    """Its arguments, in order."""
    span: tuple[int, int]


def read_like_json(text: str, head: re.Pattern[str], keyword: re.Pattern[str]) -> list[Written] | None:
    """The calls that are all of ``text``; None if they are not so plain.

    ``head`` is the pattern of a call up to its bracket, with its name as a group; ``keyword`` that of the keyword of an
    argument up to its value.
    """
    source = _as_json(text)
    if source is None:
        return None
    size = len(text)
    pos = size - len(text.lstrip())
    wrapped = text.startswith("[", pos)
    pos += wrapped
    calls = []
    while found := head.match(text, pos):
        start, pos = pos, found.end()
        given: list[tuple[str, Any]] = []
        while key := keyword.match(text, pos):
            value = scalar_or_nested_at(source, key.end())
            if value is None or not _is_flat(value[0], _MAX_DEPTH):
                return None
            if with_repeats(source[key.end() : value[1]], value[0])[1]:
                return None
            given.append((key[1], value[0]))
            pos = value[1]
            if not source.startswith(",", pos):
                break
            pos += 2 if source.startswith(" ", pos + 1) else 1
            if source.startswith(")", pos):  # a comma too many
                return None
        if not source.startswith(")", pos):
            return None
        pos += 1
        calls.append(Written(found[1], given, (start, pos)))
        if not source.startswith(",", pos):
            break
        pos += 2 if source.startswith(" ", pos + 1) else 1
        if not head.match(text, pos):
            return None
    if wrapped:
        if not source.startswith("]", pos):
            return None
        pos += 1
    return calls if calls and not text[pos:].strip() else None


def _as_json(text: str) -> str | None:
    """``text`` with the constants of JSON for those of Python outside of strings; None if its strings are not JSON's.

    All of it stands where it stood.
    """
    aside = text
    if "\\" in text:
        if "\x00" in text or "\x01" in text:
            return None
        aside = text.replace("\\\\", _BACKSLASHES).replace('\\"', _QUOTES)
        if _OTHER_ESCAPE.search(aside):
            return None
    if "True" not in aside and "False" not in aside and "None" not in aside:
        return text
    pieces = aside.split('"')
    outside = '"'.join(pieces[::2]).replace("True", "true").replace("False", "false").replace("None", "null")
    pieces[::2] = outside.split('"')
    return '"'.join(pieces).replace(_BACKSLASHES, "\\\\").replace(_QUOTES, '\\"')


def _is_flat(value: Any, depth: int) -> bool:
    """Whether ``value`` nests no deeper than ``depth``."""
    level = [value]
    for _ in range(depth + 1):
        level = [
            item
            for inner in level
            if type(inner) in _NESTED
            for item in (inner.values() if type(inner) is dict else inner)
        ]
        if not level:
            return True
    return False
