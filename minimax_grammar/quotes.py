"""Where a string with escapes ends, found at the speed of a memory scan."""

from __future__ import annotations

import re
from functools import cache

__all__ = ["string_end"]


@cache
def _ends(quote: str) -> re.Pattern[str]:
    # A quotation mark after a backslash may still be one that ends the string: if the backslash is escaped.
    return re.compile(rf"{quote}(?:(?<!\\{quote})|(?<=\\\\{quote}))")


def string_end(text: str, start: int, quote: str = '"') -> tuple[int, bool]:
    """Where the ``quote`` is that ends the string which is open at ``start`` of ``text``, and False.

    If it is not there: the length of ``text``, and whether it ends within an escape, after the backslash.
    """
    at = start
    if not text.startswith(quote, start):  # what comes before the start is no matter
        search = _ends(quote).search
        while found := search(text, at):
            at = found.start()
            if not _is_escaped(text, start, at):
                return at, False
            at += 1
        return len(text), _is_escaped(text, start, len(text))
    return start, False


def _is_escaped(text: str, start: int, at: int) -> bool:
    """Whether an odd number of backslashes stands before ``at``."""
    first = at
    while first > start and text[first - 1] == "\\":
        first -= 1
    return (at - first) % 2 == 1
