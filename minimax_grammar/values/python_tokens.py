"""The words of Python source, for reading calls without running anything; more forgiving than Python is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from math import isinf
from typing import NamedTuple

__all__ = ["PyToken", "number", "tokens"]

_TOKEN = re.compile(
    r"(?P<blank>[^\S\r\n]++|\\\r?+\n|\#[^\r\n]*+)"
    r"|(?P<newline>\r\n|\r|\n)"
    r"""|(?P<string>(?:[bB][rR]?+|[rRfFtT][bBrRfFtT]?+|[uU])?(?:"(?:"")?+|'(?:'')?+))"""
    r"|(?P<number>(?:0[xX]\w*+|(?:[0-9][0-9_]*+(?:\.[0-9_]*+)?+|\.[0-9][0-9_]*+)(?:[eE][-+]?[0-9][0-9_]*+)?+)\w*+)"
    r"|(?P<name>\w++)"
    r"|(?P<open>[(\[{])|(?P<close>[)\]}])"
    r"|(?P<operator>\.\.\.|\*\*=?|//=?|<<=?|>>=?|[-+*/%&|^@<>=!:]=|->|[\s\S])"
)
_END = r"\s*+(?:[,)\]}:;#]|\Z)"
# From after the opening quotes to after the closing ones.
_INSIDE = {
    '"': re.compile(r'(?:[^"\\\r\n]++|\\\r\n|\\[\s\S])*+"'),
    "'": re.compile(r"(?:[^'\\\r\n]++|\\\r\n|\\[\s\S])*+'"),
    # A quotation mark right before the closing three is part of the string, if a value can end after them.
    '"""': re.compile(rf'"""|(?:[^"\\]++|\\[\s\S]|"(?!""))++"""(?:"(?!")(?={_END}))?+'),
    "'''": re.compile(rf"'''|(?:[^'\\]++|\\[\s\S]|'(?!''))++'''(?:'(?!')(?={_END}))?+"),
}
_OVER_LINES = {
    '"': re.compile(r'(?:[^"\\]++|\\[\s\S])*+"'),
    "'": re.compile(r"(?:[^'\\]++|\\[\s\S])*+'"),
}
_REST = re.compile(r"(?:[^\\\r\n]++|\\\r\n|\\[\s\S])*+\\?+")
_ENDS_VALUE = re.compile(_END)
_ESCAPE = re.compile(
    r"\\(?:(\r\n|[\r\n])|([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})"
    r"|N\{([^{}\r\n]{1,100})\}|([\\'\"abfnrtv]))"
)
_BYTE_ESCAPE = re.compile(r"\\(?:(\r\n|[\r\n])|([0-7]{1,3})|x([0-9a-fA-F]{2})|()()()([\\'\"abfnrtv]))")
_SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


class PyToken(NamedTuple):
    """A word of Python source."""

    kind: str
    """``blank``, ``newline``, ``string``, ``number``, ``name``, ``open``, ``close``, ``operator``; ``formatted`` for a
    string whose value is known only when it runs, and ``broken`` for one that does not end."""
    start: int
    end: int
    value: str
    """What a string stands for; of other tokens the text."""


def tokens(text: str) -> Iterator[PyToken]:
    """The tokens of ``text``, one after the other without gaps; linear in ``text``.

    A string goes on over the end of a line if what follows its closing quotes ends a value.
    """
    at = 0
    # Where a quotation mark comes next, and whether it can close a string; known for all places before it.
    ahead: dict[str, tuple[int, bool]] = {}
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None  # the last of the alternatives is any character
        kind, end = match.lastgroup or "", match.end()
        if kind != "string":
            yield PyToken(kind, at, end, match[0])
            at = end
            continue
        opening = match[0]
        quotes = opening.lstrip("bBrRuUfFtT")
        inside = _INSIDE[quotes].match(text, end)
        closed = inside.end() if inside else 0
        if not inside and len(quotes) == 1:
            if ahead.get(quotes, (-1,))[0] < end:
                later = _OVER_LINES[quotes].match(text, end)
                place = later.end() if later else len(text) + 1
                ahead[quotes] = place, bool(later and _ENDS_VALUE.match(text, place))
            place, closes = ahead[quotes]
            closed = place if closes else 0
        if not closed:
            rest = _REST.match(text, end) if len(quotes) == 1 else None
            closed = rest.end() if rest else len(text)
            yield PyToken("broken", at, closed, "")
        else:
            prefix = opening.removesuffix(quotes).lower()
            if "f" in prefix or "t" in prefix:
                yield PyToken("formatted", at, closed, "")
            else:
                yield PyToken("string", at, closed, _decoded(text[end : closed - len(quotes)], prefix))
        at = closed


def number(text: str) -> int | float:
    """The value of the number ``text``; raises ``ValueError`` if it is none, or none that can be written."""
    try:
        value = int(text, 0)
        str(value)  # as with decimal digits, the interpreter limits what it converts
        return value
    except ValueError:
        if not set(text).intersection(".eE") or text[:2] in ("0x", "0X"):
            raise
    real = float(text)
    if isinf(real):
        raise ValueError(f"{text[:40]} is not finite")
    return real


def _decoded(inside: str, prefix: str) -> str:
    """What a string with ``inside`` between its quotes stands for; bytes are read as UTF-8, or else as Latin-1."""
    if "\\" not in inside or "r" in prefix:
        return inside
    if "b" in prefix:
        code = inside.encode("utf-8", "surrogatepass").decode("latin-1")
        held = _BYTE_ESCAPE.sub(_unescaped, code).encode("latin-1", "replace")
        try:
            return held.decode("utf-8")
        except ValueError:
            return held.decode("latin-1")
    # Two escapes for the halves of one character are that character, as in JSON.
    return _PAIR.sub(_character, _ESCAPE.sub(_unescaped, inside))


def _unescaped(match: re.Match[str]) -> str:
    newline, octal, short, medium, long, name, simple = match.groups()
    if newline:
        return ""
    if simple:
        return _SIMPLE.get(simple, simple)
    if name:
        try:
            return unicodedata.lookup(name)
        except KeyError:
            return match[0]
    code = int(octal, 8) if octal else int(short or medium or long, 16)
    return chr(code) if code < 0x110000 else match[0]


def _character(match: re.Match[str]) -> str:
    return match[0].encode("utf-16", "surrogatepass").decode("utf-16")
