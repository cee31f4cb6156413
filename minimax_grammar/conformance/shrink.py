"""Making a text that shows a fault smaller, as long as it shows it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["shrunk"]


_SHORT = 120
"""A text of up to so many code points is also tried without any piece"""
_PIECE = 16
"""of up to so many."""


def shrunk(text: str, fails: Callable[[str], bool], *, seconds: float = 20.0, tries: int = 2000) -> str:
    """A text made of ``text`` by leaving out, for which ``fails`` is still true.

    Without a bound on time and tries, no single character could be left out of it, nor a short piece of a short text.
    ``fails(text)`` is taken as true.
    """
    deadline = time.monotonic() + seconds
    seen: set[str] = set()

    def without(size: int, step: int) -> bool | None:
        """Leave out pieces of that size; whether there were any, None at the bound."""
        nonlocal text, tries
        at, smaller = 0, False
        while at < len(text):
            candidate = text[:at] + text[at + size :]
            if time.monotonic() > deadline or tries <= 0:
                return None
            if candidate not in seen:
                seen.add(candidate)
                tries -= 1
                if fails(candidate):
                    text, smaller = candidate, True
                    continue
            at += step
        return smaller

    size = max(1, len(text) // 2)
    while True:
        found = without(size, size)
        if found is None:
            return text
        if size > 1:
            size //= 2
        elif not found:
            pieces = range(2, _PIECE + 1) if len(text) <= _SHORT else ()
            if not any(without(piece, 1) for piece in pieces):
                return text
