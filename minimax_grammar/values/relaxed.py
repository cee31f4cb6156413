"""Relaxed JSON: the grammar ``grammar/relaxed_json.lark``, for what strict JSON refuses (SPEC 7)."""

from __future__ import annotations

import json
import re
from functools import cache
from math import isinf
from threading import local
from typing import Any

from minimax_grammar.resources import grammar_dir
from minimax_grammar.values.blanks import BETWEEN, ODD
from minimax_grammar.values.repairs import Irregular, Repair, repeats
from minimax_grammar.values.strict import MAX_NESTING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lark import Lark, Token

__all__ = ["Place", "parse_objects", "parse_relaxed"]

_KEYWORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_NOT_VALUES = frozenset({"NaN", "Infinity", "undefined"})
_ODD = frozenset(ODD)
_ODD_BLANK = "white space that JSON does not have"
_RADIX = {"0x": 16, "0b": 2}
# Wordy bodies are most of what is no JSON: they are told without reading them with the grammar.
_PLAUSIBLE = re.compile(
    rf"""[{BETWEEN}]*+(?:["'\[{{]|//|/\*"""
    rf"""|(?:[-+.0-9][-+.0-9eExXa-fA-F]*+|(?:true|false|null|True|False|None)(?![\w$]))[{BETWEEN}]*+(?:/[/*]|\Z))"""
)
_ESCAPE = re.compile(r'\\(?:(["\\/bfnrt]|u[0-9a-fA-F]{4})|(\')|([\s\S]))|"')


Place = tuple[int, int]
"""Where something begins and ends in a text, in code points."""


def parse_relaxed(text: str) -> tuple[Any, list[Irregular]]:
    """The value of ``text``, read as relaxed JSON, and what had to be forgiven, by place.

    Of duplicate keys the last one wins.  Linear in ``text``, and never recursive.

    Raises ``ValueError`` for what is not even that: truncated input, trailing garbage, words at top level,
    ``NaN``, ``Infinity`` and ``undefined``, numbers without an exact finite value, nesting deeper than
    :data:`~minimax_grammar.values.strict.MAX_NESTING`.
    """
    value, values = _parse(text)
    return value, sorted(values.irregular, key=_offset)


def parse_objects(text: str) -> tuple[list[tuple[Any, Place]], list[Irregular]]:
    """The items of the list ``text``, or its only value, each with its place; else as :func:`parse_relaxed`.

    Of what is no object the place is not known: it is empty.
    """
    value, values = _parse(text)
    places = iter(values.places)
    items = value if isinstance(value, list) else [value]
    placed = [(item, next(places, (0, 0)) if isinstance(item, dict) else (0, 0)) for item in items]
    return placed, sorted(values.irregular, key=_offset)


def _parse(text: str) -> tuple[Any, _Values]:
    if not _PLAUSIBLE.match(text):
        raise ValueError("not JSON")
    from lark import UnexpectedInput

    parser, values = _parser()
    values.begin()
    try:
        value = parser.parse(text)
    except UnexpectedInput as error:
        at = error.pos_in_stream if error.pos_in_stream is not None else len(text)
        raise ValueError(f"not JSON, from offset {at} on") from None
    except RecursionError:  # the caller's own stack is used up
        raise ValueError("not enough room to read it") from None
    return value, values


def _offset(found: Irregular) -> int:
    return found.offset


@cache
def _parser() -> tuple[Lark, _Values]:
    from lark import Lark

    source = (grammar_dir() / "relaxed_json.lark").read_text(encoding="utf-8")
    values = _Values()
    parser = Lark(
        source,
        parser="lalr",
        lexer="contextual",
        transformer=values,
        lexer_callbacks={"COMMENT": values.comment, "ODD": values.odd},
        maybe_placeholders=False,
    )
    return parser, values


class _Values(local):
    """Makes the values while the parser reads, and notes every deviation from JSON.

    Methods in capitals are told about tokens, those below about rules.  The parser is shared, so every thread has
    notes of its own.
    """

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Forget about the previous text."""
        self.irregular: list[Irregular] = []
        self.depth = 0
        self.outer = 0
        """How deep objects nest that are a value by themselves: 2 in a list."""
        self.places: list[Place] = []
        """Where these are."""

    def note(self, token: Token, message: str) -> None:
        """``message`` is what is no JSON about ``token``."""
        self.irregular.append(Repair(token.start_pos or 0, message))

    # -- tokens -------------------------------------------------------------------------------------

    def LBRACE(self, token: Token) -> Token:
        self.depth += 1
        if self.depth == 1:
            self.outer = 2 if token == "[" else 1
        if self.depth == self.outer and token == "{":
            self.places.append((token.start_pos or 0, 0))
        if self.depth > MAX_NESTING:
            raise ValueError(f"nested deeper than {MAX_NESTING}")
        return token

    def RBRACE(self, token: Token) -> Token:
        if self.depth == self.outer and token == "}":
            self.places[-1] = (self.places[-1][0], token.end_pos or 0)
        self.depth -= 1
        return token

    LSQB, RSQB = LBRACE, RBRACE

    def comment(self, token: Token) -> Token:
        self.note(token, "comment")
        return token

    def odd(self, token: Token) -> Token:
        self.note(token, _ODD_BLANK)
        return token

    # -- rules --------------------------------------------------------------------------------------

    def start(self, children: list[Any]) -> Any:
        return children[0]

    def double(self, children: list[Token]) -> str:
        token = children[0]
        text = token[1:-1]
        if "\\" not in text and text.isprintable():
            return text
        try:
            return str(json.loads(token))
        except ValueError:
            self.note(token, "control character or unknown escape in a string")
            return _unescape(text)

    def single(self, children: list[Token]) -> str:
        token = children[0]
        self.note(token, "single-quoted string")
        text = token[1:-1]
        return text if "\\" not in text else _unescape(text)

    def number(self, children: list[Token]) -> int | float:
        token = children[0]
        try:
            value = json.loads(token)
        except ValueError:
            self.note(token, "number that is not written as in JSON")
            value = _number(str(token))
        if isinstance(value, float) and isinf(value):
            raise ValueError(f"{token[:40]} is not finite")
        return value  # type: ignore[no-any-return]

    def keyword(self, children: list[Token]) -> bool | None:
        token = children[0]
        if token[0].isupper():
            self.note(token, "Python word")
        return _KEYWORDS[token]

    def key(self, children: list[Token]) -> str:
        self.note(children[0], "unquoted key")
        return str(children[0])

    def word(self, children: list[Token]) -> str:
        text = children[0].rstrip(BETWEEN)
        if text in _NOT_VALUES:
            raise ValueError(f"{text} is not a value")
        self.note(children[0], "unquoted string")
        return str(text)

    def array(self, children: list[Any]) -> list[Any]:
        return self.members(children)

    def pair(self, children: list[Any]) -> tuple[str, Any]:
        if len(children) == 2:
            self.note(children[1], "missing value")
            return children[0], ""
        return children[0], children[2]

    def object(self, children: list[Any]) -> dict[str, Any]:
        pairs = self.members(children)
        members = dict(pairs)
        if len(members) < len(pairs):
            self.irregular += repeats(pairs, members)
        return members

    def members(self, children: list[Any]) -> list[Any]:
        """What stands between the commas, which alone are still tokens."""
        members = []
        last = len(children) - 1
        for place, child in enumerate(children):
            if not hasattr(child, "start_pos"):
                members.append(child)
                continue
            if place == 0:
                self.note(child, "leading comma")
            elif place == last:
                self.note(child, "trailing comma")
            if len(child) > 1:
                self.note(child, "doubled comma")
                if "/" in child:
                    self.note(child, "comment")
                if not _ODD.isdisjoint(child):
                    self.note(child, _ODD_BLANK)
        return members


def _number(text: str) -> int | float:
    sign, digits = (-1, text[1:]) if text[:1] == "-" else (1, text.removeprefix("+"))
    radix = _RADIX.get(digits[:2].lower())
    if radix is not None and digits.isalnum():
        value = int(digits[2:], radix)
        str(value)  # as with decimal digits, the interpreter limits what it converts
        return sign * value
    if not digits[:1].isdigit() and digits[:1] != ".":
        raise ValueError(f"{text[:40]} is not a number")
    return sign * (int(digits) if digits.isdigit() else float(digits))


def _unescape(text: str) -> str:
    """What the inside of a quoted string means; escapes that JSON does not have stand for themselves."""

    def valid(match: re.Match[str]) -> str:
        known, quote, other = match.groups()
        if known:
            return match[0]
        if quote:
            return quote
        return "\\\\" + other if other else '\\"'

    return str(json.loads(f'"{_ESCAPE.sub(valid, text)}"', strict=False))
