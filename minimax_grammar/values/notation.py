"""Objects in a notation with bare keys, whose strings stand between tokens of their own: ``{key:value, …}``."""

from __future__ import annotations

import re
from math import isinf
from typing import Any

from minimax_grammar.values.notation_json import read_like_json
from minimax_grammar.values.repairs import Irregular, Repair, Repeat
from minimax_grammar.values.strict import MAX_NESTING, parse_strict, with_repeats

__all__ = ["parse_notation"]

_WORDS = {"true": True, "false": False, "null": None, "none": None, "None": None}
_BLANK = re.compile(r"\s*+")
_EMPTY = re.compile(r"[\s,]*+")
_JSON = re.compile(r'\{\s*+"')
_NUMBER = re.compile(
    r"[-+]?(?:(0[xX][0-9a-fA-F]++|0[oO][0-7]++|0[bB][01]++|0|[1-9][0-9]*+)"
    r"|(?:(?:0|[1-9][0-9]*+)(?:\.[0-9]*+)?|\.[0-9]++)(?:[eE][-+]?[0-9]++)?)"
)
_JSON_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?")
_KEY = re.compile(r"[^:=,{}\[\]]*+")
# Bare text, in which brackets that close again, one pair in another, hold anything.
_INNER = r"\([^()\[\]{}]*+\)|\[[^()\[\]{}]*+\]|\{[^()\[\]{}]*+\}"
_FILL = rf"(?:[^()\[\]{{}}]++|{_INNER})*+"
_GROUP = rf"\({_FILL}\)|\[{_FILL}\]|\{{{_FILL}\}}|[(\[{{]"
_IN_LISTS = re.compile(rf"(?:[^,}}\](\[{{]++|{_GROUP})*+")
# Outside of all lists a closing square bracket closes nothing.
_OUTSIDE_LISTS = re.compile(rf"(?:[^,}}(\[{{]++|{_GROUP})*+")


def parse_notation(text: str, quote: str) -> tuple[dict[str, Any], list[Irregular]]:
    """The object that ``text`` writes, ``{key:value, …}``, and what had to be forgiven, by place.

    Strings stand between two tokens ``quote``.  Such a token ends a string only where the string can end: before
    ``,``, ``}``, ``]`` or the end of the text, and in a key before ``:``.  Keys are bare or strings.  Values are
    strings, numbers, ``true``, ``false``, ``null`` (also ``none`` and ``None``), lists and objects; any other bare text
    is a string, without the white space around it.  Of duplicate keys the last one wins.

    Forgiven are: the last closing brace missing, closing brackets too many, commas missing or too many, a comma in bare
    text, ``=`` for ``:``, a member without a value (an empty string), numbers that are none in JSON, a key between
    quotation marks, a string without the token at its beginning, a token that ends nothing (it is a quotation mark),
    and JSON in place of all this.

    Raises ``ValueError`` if that is not what ``text`` is: no object, a list, an object, a string or a member that does
    not end, text after the object, nesting deeper than :data:`~minimax_grammar.values.strict.MAX_NESTING`.  Linear in
    ``text``.
    """
    if not quote:
        raise ValueError("strings need a token around them")
    if quote not in text and _JSON.match(text):
        try:
            value, irregular = with_repeats(text, parse_strict(text))
        except ValueError:
            pass
        else:
            if isinstance(value, dict):
                return value, [Repair(0, "written as JSON"), *irregular]
    elif (plain := read_like_json(text, quote)) is not None:
        return plain, []
    reader = _Reader(text, quote)
    return reader.read(), reader.irregular


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

    @property
    def begun(self) -> bool:
        """Whether a member or an item came already."""
        return bool(self.value) or self.bare is not None


class _Reader:
    def __init__(self, text: str, quote: str) -> None:
        self.text = text
        self.quote = quote
        self.at = 0
        self.frames: list[_Frame] = []
        self.lists = 0
        """How many of the frames are lists."""
        self.irregular: list[Irregular] = []

    def read(self) -> dict[str, Any]:
        self.blank()
        if not self.text.startswith("{", self.at):
            raise ValueError("not an object: it does not start with a brace")
        self.open(is_list=False)
        root = self.frames[0]
        while self.frames:
            frame = self.frames[-1]
            commas = self.blank() if frame.key is not None else self.commas()
            character = self.text[self.at : self.at + 1]
            if frame.key is None:
                self.separated(frame, commas, character)
            if not character:
                self.finish(after_comma=frame.key is None and commas > 0)
            elif character in "]}":
                self.close(character)
            elif frame.members is None or frame.key is not None:
                self.member(frame, character)
            else:
                self.name(frame)
        rest = self.text[self.at :].strip(" \t\r\n")
        if rest.strip(" \t\r\n]}"):
            raise ValueError(f"text after the object, from offset {self.at} on")
        if rest:
            self.note("closing bracket too many")
        assert root.members is not None
        return root.members

    def note(self, message: str, at: int = -1) -> None:
        """``message`` is what had to be forgiven, here or ``at`` an offset."""
        self.irregular.append(Repair(self.at if at < 0 else at, message))

    def blank(self) -> int:
        """Go past white space."""
        self.at = _BLANK.match(self.text, self.at).end()  # type: ignore[union-attr]
        return 0

    def commas(self) -> int:
        """Go past commas and white space; how many commas there were."""
        start = self.at
        self.at = _EMPTY.match(self.text, start).end()  # type: ignore[union-attr]
        return self.text.count(",", start, self.at)

    def separated(self, frame: _Frame, commas: int, character: str) -> None:
        """Note if it is not one comma that stands between two members, before ``character``."""
        last = character in ("", "]", "}")
        wanted = int(frame.begun and not last)
        if commas > wanted:
            self.note("trailing comma" if last and frame.begun else "doubled comma" if frame.begun else "leading comma")
        elif commas < wanted:
            self.note("missing comma")

    def open(self, is_list: bool) -> None:
        if len(self.frames) == MAX_NESTING:
            raise ValueError(f"nested deeper than {MAX_NESTING}")
        self.frames.append(_Frame(is_list))
        self.lists += is_list
        self.at += 1

    def close(self, character: str) -> None:
        """Close the innermost object or list, or nothing if ``character`` closes a list and there is none."""
        is_list = character == "]"
        if is_list and not self.lists:
            self.note("closing bracket too many")
            self.at += 1
            return
        closed = self.frames.pop()
        if (closed.members is None) != is_list:
            kind = "list" if closed.members is None else "object"
            raise ValueError(f"{character!r} at offset {self.at} stands in a {kind} that is not closed")
        self.settle(closed)
        if closed.key is not None:
            self.note("missing value")
            self.put(closed, "")
        self.lists -= is_list
        self.at += 1

    def finish(self, *, after_comma: bool) -> None:
        """The end of the text closes the object itself, if nothing in it is half done."""
        (root, *inner) = self.frames
        if inner:
            raise ValueError("the text ends in a list or an object that is not closed")
        if root.key is not None:
            raise ValueError(f"the text ends before the value of {root.key[:60]!r}")
        if after_comma:
            raise ValueError("the text ends after a comma")
        self.settle(root)
        self.note("missing closing brace")
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
            key = self.text[start : self.at].strip()
        if self.text[self.at : self.at + 1] in (":", "="):
            if self.text[self.at] == "=":
                self.note("equals sign for a colon")
            if not self.text.startswith(self.quote, start):
                key = self.quoted(self.marked(key, start), start)
            self.at += 1
            self.settle(frame)
            frame.key = key
            return
        if frame.bare is None or self.text.startswith(self.quote, start):
            raise ValueError(f"no value for {key[:60]!r} at offset {start}")
        self.note("comma in bare text", start)
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
                return self.marked(self.text[start:found], start)

    def marked(self, text: str, start: int) -> str:
        """``text`` from ``start`` on, in which tokens are quotation marks."""
        if self.quote not in text:
            return text
        self.note("token of a string in a text", start)
        return text.replace(self.quote, '"')

    def quoted(self, key: str, start: int) -> str:
        """A bare ``key`` without quotation marks around it."""
        if len(key) < 2 or not key[0] == key[-1] == '"':
            return key
        self.note("key between quotation marks", start)
        return key[1:-1]

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
            if frame.key in frame.members:
                self.irregular.append(Repeat(self.at, frame.key, frame.members))
            frame.members[frame.key] = value
            frame.key = None

    def plain(self, start: int, end: int) -> Any:
        """The value of the bare text from ``start`` to ``end``."""
        word = self.text[start:end].strip()
        if not word:
            self.note("missing value", start)
            return ""
        if word.endswith(self.quote) and word.find(self.quote) == len(word) - len(self.quote):
            self.note("string without the token at its beginning", start)
            return word.removesuffix(self.quote)
        if word in _WORDS:
            return _WORDS[word]
        number = _number(word)
        if number is None:
            return self.marked(word, start)
        if not _JSON_NUMBER.fullmatch(word):
            self.note("number that is not written as in JSON", start)
        return number


def _number(word: str) -> int | float | None:
    """The number that ``word`` is, exactly; None if it is none."""
    match = _NUMBER.fullmatch(word)
    if match is None:
        return None
    try:
        if match[1]:
            number = int(word, 0)
            str(number)  # as with decimal digits, the interpreter limits what it converts
            return number
        return None if isinf(float(word)) else float(word)
    except ValueError:
        return None
