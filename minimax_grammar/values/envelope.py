"""JSON that says which call it is: its name and its arguments, read while it arrives.

A body holds one object, several one after another, or a list of them.  What is certain is said at once: a name
when its string is closed, the arguments as their text arrives, an object when its last bracket is read.  Text
that is not plain JSON is only collected; what it means is found out at its end.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

from minimax_grammar.quotes import string_end
from minimax_grammar.values.blanks import BETWEEN
from minimax_grammar.values.nesting import Nesting
from minimax_grammar.values.repairs import Findings, Irregular, Repeat, named
from minimax_grammar.values.strict import strict_at, with_repeats

__all__ = ["Envelope", "Envelopes", "Item", "Plain", "plain_head", "read_envelope", "read_plain"]

_SCALAR = re.compile(rf"[^,}}\]{BETWEEN}]*+")
_GAP = re.compile(rf"[{BETWEEN},]*+")
_BLANK = re.compile(rf"[{BETWEEN}]*+")
_OBJECTS = re.compile(rf"[{BETWEEN},;\[\]]*+")
_CLOSE = re.compile(r"[ \t\n\r]*+\}")

# Where the reader stands.
_OUTSIDE, _KEY, _COLON, _VALUE, _TEXT, _NESTED, _WORD, _BLIND = range(8)


class Item(NamedTuple):
    """One step of what a body says: ``name``, ``arguments`` (a fragment of their text), or ``end`` (all of an
    object, as it stands)."""

    kind: str
    text: str
    value: dict[str, Any] | None = None
    """Of an ``end``: the arguments, if the object is such a plain one that they are known."""


class Envelopes:
    """An incremental reader of one body."""

    def __init__(self, names: tuple[str, ...], arguments: tuple[str, ...], beside: tuple[str, ...] = ()) -> None:
        """``names`` and ``arguments`` are the keys under which the two may stand, ``beside`` those that say nothing."""
        self._names = names
        self._arguments = arguments
        self._head = plain_head(names, arguments, beside)
        self._state = _OUTSIDE
        self._pieces: list[str] = []
        self._junk = False
        self._list = False
        self._begun = False
        self._forget()

    def _forget(self) -> None:
        self._key = ""
        self._text: list[str] = []
        self._is_key = False
        self._escaped = False
        self._nesting = Nesting()
        self._streams = False
        self._named = self._given = False

    @property
    def open(self) -> bool:
        """Whether an object has begun that did not end."""
        return self._state != _OUTSIDE

    @property
    def junk(self) -> bool:
        """Whether something stood between the objects that does not belong there."""
        return self._junk

    @property
    def listed(self) -> bool:
        """Whether the body is a list of objects."""
        return self._list

    @property
    def rest(self) -> str:
        """The text of the object that is open, to the end of the body."""
        return "".join(self._pieces)

    def passes(self, text: str) -> bool:
        """Whether ``text`` is a fragment of the arguments; then it is taken.  A short way for small pieces."""
        if self._state != _NESTED or not self._streams or not self._nesting.passes(text):
            return False
        self._pieces.append(text)
        return True

    def feed(self, text: str) -> list[Item]:
        """Take the next piece of the body."""
        found: list[Item] = []
        pos, size = 0, len(text)
        begin = 0  # where the text of the open object begins in this piece
        whole = True  # whether all objects in it were plain and complete
        while pos < size:
            state = self._state
            if state == _OUTSIDE:
                pos = begin = self._between(text, pos)
                if whole and self._state == _KEY:
                    pos = begin = self._whole(text, pos, found)
                    whole = self._state == _OUTSIDE
                continue
            if state == _BLIND:
                break
            if state == _NESTED:
                value = pos
                pos, ended = self._nesting.follow(text, pos)
                if self._streams and pos > value:
                    found.append(Item("arguments", text[value:pos]))
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
        return found

    def _between(self, text: str, pos: int) -> int:
        """The start of the next object, or the end of the text."""
        match = _OBJECTS.match(text, pos)
        assert match is not None
        start = text.find("{", match.end())
        end = len(text) if start < 0 else start
        if end > match.end() and text[match.end() : end].strip():
            self._junk = True
        if not self._begun and "[" in text[pos:end]:
            self._list = True
        if start < 0:
            return end
        self._forget()
        self._begun = True
        self._pieces = ["{"]
        self._state = _KEY
        return start + 1

    def _whole(self, text: str, pos: int, found: list[Item]) -> int:
        """A short way for an object that stands before ``pos`` in its plainest form, and is all there."""
        head = self._head.match(text, pos - 1)
        plain = read_plain(text, head) if head else None
        if plain is None:
            return pos
        found += (
            Item("name", plain.name),
            Item("arguments", plain.given),
            Item("end", text[plain.start : plain.end], plain.arguments),
        )
        self._pieces = []
        self._state = _OUTSIDE
        return plain.end

    def _structure(self, text: str, pos: int, found: list[Item], begin: int) -> int:
        character = text[pos]
        state = self._state
        if state == _KEY and character == '"':
            self._state, self._is_key, self._text = _TEXT, True, []
        elif state == _KEY and character == "}":
            self._pieces.append(text[begin : pos + 1])
            found.append(Item("end", "".join(self._pieces)))
            self._pieces = []
            self._state = _OUTSIDE
        elif state == _COLON and character == ":":
            self._state = _VALUE
        elif state == _VALUE and character == '"':
            self._state, self._is_key, self._text = _TEXT, False, []
        elif state == _VALUE and character in "{[":
            self._state, self._nesting = _NESTED, Nesting()
            self._streams = character == "{" and self._key in self._arguments and not self._given
            self._given |= self._streams
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
        end, self._escaped = string_end(text, pos)
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


class Plain(NamedTuple):
    """An object with a name and then arguments, and nothing else."""

    name: str
    given: str
    """The text of the arguments."""
    arguments: dict[str, Any]
    start: int
    end: int


def read_plain(text: str, found: re.Match[str]) -> Plain | None:
    """The plain object of ``text`` whose head was ``found``; None if it is none after all, or not all there."""
    value = strict_at(text, found.end())
    if value is None:
        return None
    arguments, end = value
    given = text[found.end() : end]
    if with_repeats(given, arguments)[1]:
        return None
    close = _CLOSE.match(text, end)
    if close is None:
        return None
    return Plain(found["name"], given, arguments, found.start("brace"), close.end())


@cache
def plain_head(names: tuple[str, ...], arguments: tuple[str, ...], beside: tuple[str, ...] = ()) -> re.Pattern[str]:
    """The pattern of an object that begins with its ``name`` and goes on with an object of arguments, up to that.

    Members with keys ``beside`` may come before, if they are plain strings.
    """
    name, given, aside = ("|".join(map(re.escape, keys)) for keys in (names, arguments, beside))
    blank = r"[ \t\n\r]*+"
    text = r'[^"\\\x00-\x1f]*+'
    other = rf'"(?:{aside})"{blank}:{blank}"{text}"{blank},{blank}' if aside else "(?!)"
    called = rf'"(?:{name})"{blank}:{blank}"(?P<name>{text})"'
    begins = rf"{blank}(?P<brace>\{{){blank}(?:{other})*+{called}{blank},{blank}"
    return re.compile(rf'{begins}"(?:{given})"{blank}:{blank}(?=\{{)')


def _decoded(raw: str) -> str:
    """The text of a JSON string, from what stands between its quotes."""
    if "\\" not in raw:
        return raw
    try:
        return str(json.loads(f'"{raw}"', strict=False))
    except ValueError:
        return raw


class Envelope(NamedTuple):
    """What an object says of a call."""

    name: str
    """The name of the tool."""
    arguments: Any
    """What stands for its arguments; None if nothing does."""
    findings: Findings
    """What it says beside, and is dropped."""


def read_envelope(
    value: Any,
    names: tuple[str, ...],
    arguments: tuple[str, ...],
    beside: tuple[str, ...] = (),
    irregular: Iterable[Irregular] = (),
) -> Envelope | None:
    """The call that an object describes; None if it has no name.

    ``names``, ``arguments`` and ``beside`` are the keys under which the name, the arguments, and what says nothing of
    the call may stand; ``irregular`` tells which keys it gives again.  The first name counts, and the first arguments
    that are an object, or else the first at all: they are known while the rest is still to come.
    """
    if not isinstance(value, dict):
        return None
    written = (found.pairs for found in irregular if isinstance(found, Repeat) and found.within is value)
    members = [(key, member) for key, member in next(written, value.items()) if member is not None]
    called = next((n for n, (key, member) in enumerate(members) if key in names and isinstance(member, str)), -1)
    if called < 0:
        return None
    given = [n for n, (key, _) in enumerate(members) if key in arguments]
    chosen = next((n for n in given if isinstance(members[n][1], dict)), given[0] if given else -1)
    others = (key for n, (key, _) in enumerate(members) if n not in (called, chosen))
    dropped = [key for key in dict.fromkeys(others) if key not in beside]
    return Envelope(
        members[called][1],
        members[chosen][1] if given else None,
        _told(dropped, arguments[0], flat=not any(key in value for key in arguments)),
    )


def _told(dropped: list[str], arguments: str, *, flat: bool) -> Findings:
    if not dropped:
        return ()
    if flat:
        return (("flat-arguments", f"the call has no {arguments!r}, and is made without {named(dropped)}"),)
    return (("dropped-member", f"beside the name and the arguments of the call, dropped: {named(dropped)}"),)
