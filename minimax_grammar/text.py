"""Lengths and cuts in UTF-16 code units, the unit of every limit in a dialect file.

Strings here are Python's: offsets are code points, a character above U+FFFF counts two units, and a
lone surrogate (which model output can hold) counts one.
"""

from __future__ import annotations

__all__ = ["is_high_surrogate", "is_low_surrogate", "utf16_cut", "utf16_length"]


def utf16_length(text: str) -> int:
    """The number of UTF-16 code units of ``text``."""
    if text.isascii():
        return len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def utf16_cut(text: str, limit: int) -> int:
    """How many code points of ``text`` fit into ``limit`` UTF-16 code units.

    No character is split, nor a high surrogate that stands alone from a low one that follows it.
    """
    fit = units = 0
    if utf16_length(text[:limit]) == len(text[:limit]):  # no pairs
        fit = units = min(limit, len(text))
    while units < limit and fit < len(text):
        # A code point is one or two units, so half of what is left always fits.
        piece = text[fit : fit + max(1, (limit - units) // 2)]
        length = utf16_length(piece)
        if units + length > limit:
            break
        units += length
        fit += len(piece)
    if 0 < fit < len(text) and is_high_surrogate(text[fit - 1]) and is_low_surrogate(text[fit]):
        fit -= 1
    return fit


def is_high_surrogate(character: str) -> bool:
    """Whether ``character`` is the first half of a surrogate pair, standing alone."""
    return "\ud800" <= character <= "\udbff"


def is_low_surrogate(character: str) -> bool:
    """Whether ``character`` is the second half of a surrogate pair, standing alone."""
    return "\udc00" <= character <= "\udfff"
