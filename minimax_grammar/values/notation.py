"""Objects in a notation with bare keys, whose strings stand between tokens of their own: ``{key:value, …}``."""

from __future__ import annotations

import re
from math import isinf
from typing import Any

from minimax_grammar.values.strict import MAX_NESTING, parse_strict

__all__ = ["parse_notation"]

_WORDS = {"true": True, "false": False, "null": None, "none": None, "None": None}
_BLANK = re.compile(r"\s*+")
_EMPTY = re.compile(r"[\s,]*+")
_JSON = re.compile(r'\{\s*+"')
_NUMBER = re.compile(
    r"[-+]?(?:(0[xX][0-9a-fA-F]++|0[oO][0-7]++|0[bB][01]++|0|[1-9][0-9]*+)"
    r"|(?:(?:0|[1-9][0-9]*+)(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][-+]?[0-9]++)?)"
)
_KEY = re.compile(r"[^:=,{}\[\]]*+")
# Bare text, in which brackets that close again, one pair in another, hold anything.
_INNER = r"\([^()\[\]{}]*+\)|\[[^()\[\]{}]*+\]|\{[^()\[\]{}]*+\}"
_FILL = rf"(?:[^()\[\]{{}}]++|{_INNER})*+"
_GROUP = rf"\({_FILL}\)|\[{_FILL}\]|\{{{_FILL}\}}|[(\[{{]"
_IN_LISTS = re.compile(rf"(?:[^,}}\](\[{{]++|{_GROUP})*+")
# Outside of all lists a closing square bracket closes nothing.
_OUTSIDE_LISTS = re.compile(rf"(?:[^,}}(\[{{]++|{_GROUP})*+")


def parse_notation(text: str, quote: str) -> dict[str, Any]:
    """The object that ``text`` writes: ``{key:value, …}``, the closing brackets at its end perhaps missing.

    Strings stand between two tokens ``quote``.  Such a token ends a string only where the string can end: before
    ``,``, ``}``, ``]`` or the end of the text, and in a key before ``:`` or ``=``; elsewhere it is a quotation mark.
    Keys are bare or strings, followed by ``:`` or ``=``.  Values are strings, numbers, ``true``, ``false``, ``null``
    (also ``none`` and ``None``), lists and objects; any other bare text is a string, without the white
    space around it, and without a token at its end: then it lost the one at its beginning.
    Of duplicate keys the last one wins.

    Raises ``ValueError`` if that is not what ``text`` is: no object, a string or a member that does not end, text
    after the object, nesting deeper than :data:`~minimax_grammar.values.strict.MAX_NESTING`.  Linear in ``text``.
    """
    if not quote:
        raise ValueError("strings need a token around them")
    if quote not in text and _JSON.match(text):
        try:
            value = parse_strict(text)
        except ValueError:
            pass
        else:
            if isinstance(value, dict):
                return value
    return _Reader(text, quote).read()


class _Frame:
    """An object or a list that is being read."""

    __slots__ = ("bare", "items", "key", "members")

    def __init__(self, is_list: bool) -> None:
        self.members: dict[str, Any] | None = None if is_list else {}
        self.items: list[Any] = []
        self.key: str | None = None
        """The key whose value comes next."""
        self.bare: tuple[str, int, int] | None = None
        """A key and where its bare value stands, which may go on after a comma."""

    @property
    def value(self) -> Any:
        return self.items if self.members is None else self.members


class _Reader:
    def __init__(self, text: str, quote: str) -> None:
        self.text = text
        self.quote = quote
        self.at = 0
        self.frames: list[_Frame] = []
        self.lists = 0
        """How many of the frames are lists."""

    def read(self) -> dict[str, Any]:
        self.blank()
        if not self.text.startswith("{", self.at):
            raise ValueError("not an object: it does not start with a brace")
        self.open(is_list=False)
        root = self.frames[0]
        while self.frames:
            frame = self.frames[-1]
            self.at = _EMPTY.match(self.text, self.at).end() if frame.key is None else self.blank()  # type: ignore[union-attr]
            character = self.text[self.at : self.at + 1]
            if not character:
                self.finish()
            elif character in "]}":
                self.close(character)
            elif frame.members is None or frame.key is not None:
                self.member(frame, character)
            else:
                self.name(frame)
        if self.text[self.at :].strip(" \t\r\n]}"):
            raise ValueError(f"text after the object, from offset {self.at} on")
        assert root.members is not None
        return root.members

    def blank(self) -> int:
        """Go past white space."""
        self.at = _BLANK.match(self.text, self.at).end()  # type: ignore[union-attr]
        return self.at

    def open(self, is_list: bool) -> None:
        if len(self.frames) == MAX_NESTING:
            raise ValueError(f"nested deeper than {MAX_NESTING}")
        self.frames.append(_Frame(is_list))
        self.lists += is_list
        self.at += 1

    def close(self, character: str) -> None:
        """Close the innermost object or list that ``character`` closes, and all in it; nothing if there is none."""
        self.at += 1
        is_list = character == "]"
        if is_list and not self.lists:
            return
        while self.frames:
            closed = self.frames.pop()
            self.settle(closed)
            if closed.key is not None:
                self.put(closed, "")
            closed_list = closed.members is None
            self.lists -= closed_list
            if closed_list == is_list:
                return

    def finish(self) -> None:
        """The end of the text closes all, if no member is missing."""
        for frame in self.frames:
            if frame is self.frames[-1] and frame.key is not None:
                raise ValueError(f"the text ends before the value of {frame.key[:60]!r}")
            self.settle(frame)
        self.frames.clear()

    def member(self, frame: _Frame, character: str) -> None:
        """Read a value, or the start of one."""
        if character in "{[":
            is_list = character == "["
            self.open(is_list)
            self.put(frame, self.frames[-1].value)
        elif self.text.startswith(self.quote, self.at):
            self.put(frame, self.string(",}]" if self.lists else ",}"))
        else:
            start = self.at
            pattern = _IN_LISTS if self.lists else _OUTSIDE_LISTS
            self.at = pattern.match(self.text, start).end()  # type: ignore[union-attr]
            if frame.key is None:
                self.put(frame, self.plain(start, self.at))
            else:
                frame.bare, frame.key = (frame.key, start, self.at), None

    def name(self, frame: _Frame) -> None:
        """Read a key; or text without one, which belongs to the bare value before it."""
        start = self.at
        if self.text.startswith(self.quote, start):
            key = self.string(":=")
            self.blank()
        else:
            self.at = _KEY.match(self.text, start).end()  # type: ignore[union-attr]
            key = self.text[start : self.at].strip().replace(self.quote, '"')
        if self.text[self.at : self.at + 1] in (":", "="):
            self.at += 1
            self.settle(frame)
            frame.key = key
            return
        if frame.bare is None or self.text.startswith(self.quote, start):
            raise ValueError(f"no value for {key[:60]!r} at offset {start}")
        pattern = _IN_LISTS if self.lists else _OUTSIDE_LISTS
        self.at = pattern.match(self.text, self.at).end()  # type: ignore[union-attr]
        frame.bare = (*frame.bare[:2], self.at)

    def string(self, ends: str) -> str:
        """The string whose opening token stands here, and which can end before ``ends`` and the end of the text."""
        opened = self.at
        start = opened + len(self.quote)
        while True:
            found = self.text.find(self.quote, start if self.at == opened else self.at)
            if found < 0:
                raise ValueError(f"the string at offset {opened} does not end")
            self.at = found + len(self.quote)
            after = _BLANK.match(self.text, self.at).end()  # type: ignore[union-attr]
            if after == len(self.text) or self.text[after] in ends:
                return self.text[start:found].replace(self.quote, '"')

    def settle(self, frame: _Frame) -> None:
        """Now the bare value is complete."""
        if frame.bare is not None:
            key, start, end = frame.bare
            frame.bare, frame.key = None, key
            self.put(frame, self.plain(start, end))

    def put(self, frame: _Frame, value: Any) -> None:
        if frame.members is None:
            frame.items.append(value)
        elif frame.key is not None:
            frame.members[frame.key] = value
            frame.key = None

    def plain(self, start: int, end: int) -> Any:
        """The value of the bare text from ``start`` to ``end``."""
        word = self.text[start:end].strip()
        if word.endswith(self.quote) and word.find(self.quote) == len(word) - len(self.quote):
            return word.removesuffix(self.quote)
        if word in _WORDS:
            return _WORDS[word]
        match = _NUMBER.fullmatch(word)
        if match:
            try:
                if match[1]:
                    number = int(word, 0)
                    str(number)  # as with decimal digits, the interpreter limits what it converts
                    return number
                if not isinf(float(word)):
                    return float(word)
            except ValueError:
                pass
        return word.replace(self.quote, '"')
