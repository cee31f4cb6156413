"""Relaxed JSON: the grammar ``grammar/relaxed_json.lark``, for what strict JSON refuses (SPEC 7)."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from functools import cache
from math import isinf
from typing import TYPE_CHECKING, Any, NamedTuple

from minimax_grammar.resources import grammar_dir
from minimax_grammar.values.strict import too_deep

if TYPE_CHECKING:
    from lark import Lark, Token, Transformer_NonRecursive

__all__ = ["Repair", "parse_relaxed"]

_KEYWORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_NOT_VALUES = frozenset({"NaN", "Infinity", "undefined"})
_RADIX = {"0x": 16, "0b": 2}
# Wordy bodies are most of what is no JSON: they are told without reading them with the grammar.
_PLAUSIBLE = re.compile(
    r"""\s*+(?:["'\[{/]|(?:[-+.0-9][-+.0-9eExXa-fA-F]*+|(?:true|false|null|True|False|None)(?![\w$]))\s*+(?:/|\Z))"""
)
_ESCAPE = re.compile(r'\\(?:(["\\/bfnrt]|u[0-9a-fA-F]{4})|(\')|([\s\S]))|"')


class Repair(NamedTuple):
    """One way in which a text is not JSON, and was forgiven."""

    offset: int
    """Where: code points from the start of the text."""
    message: str
    """What, as a noun: ``single-quoted string``."""


def parse_relaxed(text: str) -> tuple[Any, list[Repair]]:
    """The value of ``text``, read as relaxed JSON, and what had to be forgiven, by place.

    Raises ``ValueError`` for what is not even that: truncated input, trailing garbage, words at top level,
    ``NaN``, ``Infinity`` and ``undefined``, numbers without an exact finite value, nesting too deep.
    """
    if not _PLAUSIBLE.match(text):
        raise ValueError("not JSON")
    if too_deep(text):
        raise ValueError("nested too deep")
    from lark import LarkError
    from lark.exceptions import VisitError

    parser, reader = _parser()
    try:
        tree = parser.parse(text)
        values = reader()
        value = values.transform(tree)
    except VisitError as error:
        raise ValueError(str(error.orig_exc)) from None
    except LarkError as error:
        raise ValueError(f"not JSON: {str(error).splitlines()[0]}") from None
    repairs: list[Repair] = values.repairs
    return value, sorted(repairs + _comments(text, values.words))


@cache
def _parser() -> tuple[Lark, type[Any]]:
    from lark import Lark

    source = (grammar_dir() / "relaxed_json.lark").read_text(encoding="utf-8")
    return Lark(source, parser="lalr", lexer="contextual", maybe_placeholders=False), _values()


def _values() -> type[Transformer_NonRecursive[Token, Any]]:
    from lark import Token, Transformer_NonRecursive, v_args

    class Values(Transformer_NonRecursive[Any, Any]):
        """From the tree to the value; notes every deviation from JSON."""

        def __init__(self) -> None:
            super().__init__()
            self.repairs: list[Repair] = []
            self.words: list[tuple[int, int]] = []

        def note(self, token: Token, message: str) -> None:
            self.repairs.append(Repair(token.start_pos or 0, message))

        @v_args(inline=True)
        def start(self, value: Any) -> Any:
            return value

        @v_args(inline=True)
        def double(self, token: Token) -> str:
            try:
                return str(json.loads(token))
            except ValueError:
                self.note(token, "control character or unknown escape in a string")
                return _unescape(token)

        @v_args(inline=True)
        def single(self, token: Token) -> str:
            self.note(token, "single-quoted string")
            return _unescape(token)

        @v_args(inline=True)
        def number(self, token: Token) -> int | float:
            try:
                value = json.loads(token)
            except ValueError:
                self.note(token, "number that is not written as in JSON")
                value = _number(str(token))
            if isinstance(value, float) and isinf(value):
                raise ValueError(f"{token[:40]} is not finite")
            return value  # type: ignore[no-any-return]

        @v_args(inline=True)
        def keyword(self, token: Token) -> bool | None:
            if token[0].isupper():
                self.note(token, "Python word")
            return _KEYWORDS[str(token)]

        @v_args(inline=True)
        def key(self, token: Token) -> str:
            self.note(token, "unquoted key")
            return str(token)

        @v_args(inline=True)
        def word(self, token: Token) -> str:
            value = token.rstrip()
            if value in _NOT_VALUES:
                raise ValueError(f"{value} is not a value")
            self.note(token, "unquoted string")
            self.words.append((token.start_pos or 0, token.end_pos or 0))
            return value

        def array(self, children: list[Any]) -> list[Any]:
            self.commas(children)
            return [child for child in children if not isinstance(child, Token)]

        def pair(self, children: list[Any]) -> _Pair:
            return _Pair(children[0], children[1] if len(children) > 1 else "", len(children) < 2)

        def object(self, children: list[Any]) -> dict[str, Any]:
            self.commas(children)
            pairs = [child for child in children if isinstance(child, _Pair)]
            if any(pair.empty for pair in pairs):
                self.repairs.append(Repair(0, "missing value"))
            return {pair.name: pair.value for pair in pairs}

        def commas(self, children: list[Any]) -> None:
            for place, child in enumerate(children):
                if isinstance(child, Token):
                    if place == 0:
                        self.note(child, "leading comma")
                    elif place == len(children) - 1:
                        self.note(child, "trailing comma")
                    if len(child) > 1:
                        self.note(child, "doubled comma")

    return Values


class _Pair(NamedTuple):
    name: str
    value: Any
    empty: bool


def _number(text: str) -> int | float:
    sign, digits = (-1, text[1:]) if text[:1] == "-" else (1, text.removeprefix("+"))
    radix = _RADIX.get(digits[:2].lower())
    if radix is not None:
        value = int(digits[2:], radix)
        str(value)  # as with decimal digits, the interpreter limits what it converts
        return sign * value
    if not digits[:1].isdigit() and digits[:1] != ".":
        raise ValueError(f"{text[:40]} is not a number")
    try:
        return sign * int(digits)
    except ValueError:
        if digits.isdigit():
            raise
        return sign * float(digits)


def _unescape(token: str) -> str:
    """What a quoted string means; escapes that JSON does not have stand for themselves."""

    def valid(match: re.Match[str]) -> str:
        known, quote, other = match.groups()
        if known:
            return match[0]
        if quote:
            return quote
        if other:
            return "\\\\" + (f"\\{other}" if other == '"' else other)
        return '\\"'

    return str(json.loads(f'"{_ESCAPE.sub(valid, token[1:-1])}"', strict=False))


_COMMENT = re.compile(
    r"""(//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)|"(?:[^"\\]++|\\[\s\S])*+"?"""
    r"""|'(?:[^'\\]++|\\[\s\S]|'(?![ \t\r\n]*+(?:[,}\]:]|\Z)))*+'?"""
)


def _comments(text: str, words: list[tuple[int, int]]) -> list[Repair]:
    """The comments in ``text``; in the spans ``words`` slashes belong to an unquoted string."""
    if "//" not in text and "/*" not in text:
        return []
    starts = sorted(words)
    found = []
    for match in _COMMENT.finditer(text):
        at = bisect_right(starts, (match.start(), len(text)))
        if match[1] and not (at and match.start() < starts[at - 1][1]):
            found.append(Repair(match.start(), "comment"))
    return found
