"""Stretches of a body in which its closer does not count: strings, comments, sections.

What a body is written in says which stretches it has.  A span may be open at the end of a feed; then the
scanner goes on inside it with the next one.
"""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import NamedTuple

from minimax_grammar.quotes import string_end

__all__ = ["Span", "spans"]


class Span(NamedTuple):
    """One kind of stretch."""

    opener: str
    closer: str
    escapes: bool
    """Whether a backslash takes the next character with it."""
    line: bool
    """Whether it ends before the end of its line at the latest."""
    longer: str = ""
    """What makes the beginning of another one of its opener, if it follows."""
    after: str = ""
    """The characters, one of which must come before it, if any must."""

    @property
    def body(self) -> str:
        """The pattern of what stands in it."""
        first = re.escape(self.closer[:1])
        stops = first + ("\\\\" if self.escapes else "") + ("\\n" if self.line else "")
        options = [f"[^{stops}]++"]
        if self.escapes:
            options.append(r"\\[\s\S]")
        if len(self.closer) > 1:
            options.append(f"{first}(?!{re.escape(self.closer[1:])}|{_beginnings(self.closer[1:])}\\Z)")
        return f"(?:{'|'.join(options)})*+"

    @property
    def end(self) -> str:
        """The pattern of what ends it."""
        options = [re.escape(self.closer)] if self.closer else []
        options += [r"(?=\n)"] if self.line else []
        return f"(?:{'|'.join(options)})"

    @property
    def place(self) -> str:
        """The pattern of where it can begin, if something comes before."""
        return f"(?<=[{re.escape(self.after)}])" if self.after else ""

    @property
    def whole(self) -> str:
        """The pattern of all of it."""
        longer = f"(?!{re.escape(self.longer)}|{_beginnings(self.longer)}(?#open))" if self.longer else ""
        return f"{re.escape(self.opener)}{longer}{self.body}{self.end}"


def _beginnings(text: str) -> str:
    """The pattern of every proper beginning of ``text``, the empty one too."""
    pattern = ""
    for character in reversed(text[:-1]):
        pattern = f"(?:{re.escape(character)}{pattern})?"
    return pattern


class Inside:
    """How a scanner finds the end of a span that is open."""

    def __init__(self, span: Span) -> None:
        self.span = span
        self._quoted = span.escapes and not span.line and len(span.closer) == 1

    @cached_property
    def _body(self) -> re.Pattern[str]:
        return re.compile(self.span.body)

    @cached_property
    def _end(self) -> re.Pattern[str]:
        return re.compile(self.span.end)

    def leave(self, text: str, start: int) -> tuple[int, bool]:
        """Where the span that is open at ``start`` ends, and True; or up to where it surely goes on, and False."""
        if self._quoted:
            end, escaped = string_end(text, start, self.span.closer)
            return (end + 1, True) if end < len(text) else (end - escaped, False)
        found = self._body.match(text, start)
        assert found is not None
        closer = self._end.match(text, found.end())
        return (found.end(), False) if closer is None else (closer.end(), True)


_JSON = (Span('"', '"', True, False),)
_PYTHON = (
    Span("'''", "'''", True, False),
    Span('"""', '"""', True, False),
    Span("'", "'", True, True, longer="''"),
    Span('"', '"', True, True, longer='""'),
    Span("#", "", False, True),
)


@cache
def spans(format: str, quote: str = "") -> dict[str, Inside]:
    """The spans of a body written in ``format``, by what opens them; ``quote`` is what strings stand in."""
    kinds: tuple[Span, ...] = ()
    if format == "json":
        kinds = _JSON
    elif format == "python":
        kinds = _PYTHON
    elif format == "notation":
        # Text that ends in the token of a string has lost the token with which it began.
        kinds = (Span(quote, quote, False, False, after=" \t\r\n{[,:="),)
    elif format == "entities":
        kinds = (Span("<![CDATA[", "]]>", False, False),)
    return {span.opener: Inside(span) for span in kinds}
