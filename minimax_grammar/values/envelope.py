"""JSON that says which call it is: its name and its arguments, read while it arrives.

A body holds one object, several one after another, or a list of them.  What is certain is said at once: a name
when its string is closed, the arguments as their text arrives, an object when its last bracket is read.  Text
that is not plain JSON is only collected; what it means is found out at its end.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any, NamedTuple

from minimax_grammar.values.blanks import BETWEEN
from minimax_grammar.values.nesting import Nesting

__all__ = ["Envelopes", "Item", "plain_envelope", "read_envelope"]

_STRING = re.compile(r'(?:[^"\\]++|\\[\s\S])*+')
_SCALAR = re.compile(rf"[^,}}\]{BETWEEN}]*+")
_GAP = re.compile(rf"[{BETWEEN},]*+")
_BLANK = re.compile(rf"[{BETWEEN}]*+")
_OBJECTS = re.compile(rf"[{BETWEEN},;\[\]]*+")

# An object of brackets that nest three deep at most, strings in it.
_QUOTED = r'"(?:[^"\\]++|\\[\s\S])*+"'
_FLAT = rf'[^"{{}}\[\]]++|{_QUOTED}'
_INNER = rf"\{{(?:{_FLAT})*+\}}|\[(?:{_FLAT})*+\]"
_OBJECT = rf"\{{(?:{_FLAT}|\{{(?:{_FLAT}|{_INNER})*+\}}|\[(?:{_FLAT}|{_INNER})*+\])*+\}}"

# Where the reader stands.
_OUTSIDE, _KEY, _COLON, _VALUE, _TEXT, _NESTED, _WORD, _BLIND = range(8)


class Item(NamedTuple):
    """One step of what a body says: ``name``, ``arguments`` (a fragment of their text), or ``end`` (all of an
    object, as it stands)."""

    kind: str
    text: str
    told: str = ""
    """Of an ``end``: what was told of the arguments, if others are given as well."""


class Envelopes:
    """An incremental reader of one body."""

    def __init__(self, names: tuple[str, ...], arguments: tuple[str, ...]) -> None:
        """``names`` and ``arguments`` are the keys under which the two may stand."""
        self._names = names
        self._arguments = arguments
        self._plain = plain_envelope(names, arguments)
        self._state = _OUTSIDE
        self._pieces: list[str] = []
        self._size = 0
        self._junk = False
        self._list = False
        self._first = True
        self._forget()

    def _forget(self) -> None:
        self._key = ""
        self._text: list[str] = []
        self._is_key = False
        self._escaped = False
        self._nesting = Nesting()
        self._streams = False
        self._named = self._given = False
        self._told = (0, 0)
        self._several = 0

    @property
    def open(self) -> bool:
        """Whether an object has begun that did not end."""
        return self._state != _OUTSIDE

    @property
    def junk(self) -> bool:
        """Whether something stood between the objects that does not belong there."""
        return self._junk

    def rest(self) -> tuple[str, str]:
        """The text of the object that is open, or of the list of which it is the first; what was told of the arguments.

        Whether other arguments are given as well is not known.
        """
        text = "".join(self._pieces)
        return ("[" if self._list else "") + text, text[slice(*self._told)]

    def feed(self, text: str) -> list[Item]:
        """Take the next piece of the body."""
        found: list[Item] = []
        pos, size = 0, len(text)
        begin = 0  # where the text of the open object begins in this piece
        while pos < size:
            state = self._state
            if state == _OUTSIDE:
                pos = begin = self._between(text, pos)
                if self._state == _KEY:
                    pos = begin = self._whole(text, pos, found)
                continue
            if state == _BLIND:
                break
            if state == _NESTED:
                value = pos
                pos, ended = self._nesting.follow(text, pos)
                if self._streams and pos > value:
                    found.append(Item("arguments", text[value:pos]))
                    self._told = (self._told[0], self._size + pos - begin)
                if ended:
                    self._state, self._streams = _KEY, False
            elif state == _TEXT:
                pos = self._string(text, pos, found)
            elif state == _WORD:
                match = _SCALAR.match(text, pos)
                assert match is not None
                pos = match.end()
                if pos < size:
                    self._state = _KEY
            else:
                match = (_GAP if state == _KEY else _BLANK).match(text, pos)
                assert match is not None
                pos = match.end()
                if pos == size:
                    break
                pos = self._structure(text, pos, found, begin)
                if self._state == _OUTSIDE:
                    begin = pos
        if self._state != _OUTSIDE:
            self._pieces.append(text[begin:])
            self._size += size - begin
        return found

    def _between(self, text: str, pos: int) -> int:
        """The start of the next object, or the end of the text."""
        match = _OBJECTS.match(text, pos)
        assert match is not None
        start = text.find("{", match.end())
        end = len(text) if start < 0 else start
        if end > match.end() and text[match.end() : end].strip():
            self._junk = True
        if self._first and "[" in text[pos:end]:
            self._list = True
        if start < 0:
            return end
        self._forget()
        self._first = False
        self._pieces = ["{"]
        self._size = 1
        self._state = _KEY
        return start + 1

    def _whole(self, text: str, pos: int, found: list[Item]) -> int:
        """A short way for an object that stands before ``pos`` in its plainest form, and is all there."""
        match = self._plain.match(text, pos - 1)
        if match is None:
            return pos
        found += (
            Item("name", match["name"]),
            Item("arguments", match["given"]),
            Item("end", match["all"]),
        )
        self._pieces = []
        self._list = False
        self._state = _OUTSIDE
        return match.end("all")

    def _structure(self, text: str, pos: int, found: list[Item], begin: int) -> int:
        character = text[pos]
        state = self._state
        if state == _KEY and character == '"':
            self._state, self._is_key, self._text = _TEXT, True, []
        elif state == _KEY and character == "}":
            self._pieces.append(text[begin : pos + 1])
            whole = "".join(self._pieces)
            found.append(Item("end", whole, whole[slice(*self._told)] if self._several > 1 else ""))
            self._pieces = []
            self._list = False
            self._state = _OUTSIDE
        elif state == _COLON and character == ":":
            self._state = _VALUE
            self._several += self._key in self._arguments
        elif state == _VALUE and character == '"':
            self._state, self._is_key, self._text = _TEXT, False, []
        elif state == _VALUE and character in "{[":
            self._state, self._nesting = _NESTED, Nesting()
            self._streams = character == "{" and self._key in self._arguments and not self._given
            if self._streams:
                self._given = True
                self._told = (self._size + pos - begin, 0)
            return pos
        elif state == _VALUE and character not in ",}]'":
            self._state = _WORD
            return pos
        else:
            self._state = _BLIND
        return pos + 1

    def _string(self, text: str, pos: int, found: list[Item]) -> int:
        start = pos
        if self._escaped:
            self._escaped = False
            pos += 1
        match = _STRING.match(text, pos)
        assert match is not None
        end = match.end()
        if end < len(text) and text[end] == "\\":
            self._escaped = True
            end += 1
        keep = self._is_key or (self._key in self._names and not self._named)
        if keep:
            self._text.append(text[start:end])
        if end == len(text):
            return end
        if self._is_key:
            self._key = _decoded("".join(self._text))
            self._state = _COLON
        else:
            if keep:
                self._named = True
                found.append(Item("name", _decoded("".join(self._text))))
            self._state = _KEY
        return end + 1


@cache
def plain_envelope(names: tuple[str, ...], arguments: tuple[str, ...]) -> re.Pattern[str]:
    """The pattern of an object with a name and then arguments, and nothing else, white space around it.

    Its groups are ``all`` of the object, its ``name``, and the text of the arguments that are ``given``.
    """
    name, given = ("|".join(map(re.escape, keys)) for keys in (names, arguments))
    blank = r"[ \t\n\r]*+"
    head = rf'\{{{blank}"(?:{name})"{blank}:{blank}"(?P<name>[^"\\\x00-\x1f]*+)"{blank},{blank}"(?:{given})"'
    return re.compile(rf"{blank}(?P<all>{head}{blank}:{blank}(?P<given>{_OBJECT}){blank}\}}){blank}")


def _decoded(raw: str) -> str:
    """The text of a JSON string, from what stands between its quotes."""
    if "\\" not in raw:
        return raw
    try:
        return str(json.loads(f'"{raw}"', strict=False))
    except ValueError:
        return raw


def read_envelope(value: Any, names: tuple[str, ...], arguments: tuple[str, ...]) -> tuple[str, Any] | None:
    """The name and the arguments of an object; None if it has no name.

    Arguments that are not there are none.
    """
    if not isinstance(value, dict):
        return None
    name = next((value[key] for key in names if isinstance(value.get(key), str)), None)
    if name is None:
        return None
    return name, next((value[key] for key in arguments if key in value), {})
