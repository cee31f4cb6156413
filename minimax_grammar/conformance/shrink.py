"""Making a text that shows a fault smaller, as long as it shows it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["shrunk"]


def shrunk(text: str, fails: Callable[[str], bool], *, seconds: float = 20.0, tries: int = 2000) -> str:
    """A text made of ``text`` by leaving out, for which ``fails`` is still true.

    Without a bound on time and tries, no single character could be left out of it.  ``fails(text)`` is taken as true.
    """
    deadline = time.monotonic() + seconds
    seen: set[str] = set()
    size = max(1, len(text) // 2)
    while True:
        at, smaller = 0, False
        while at < len(text):
            candidate = text[:at] + text[at + size :]
            if time.monotonic() > deadline or tries <= 0:
                return text
            if candidate not in seen:
                seen.add(candidate)
                tries -= 1
                if fails(candidate):
                    text, smaller = candidate, True
                    continue
            at += size
        if size == 1 and not smaller:
            return text
        size = max(1, size // 2) if size > 1 else 1
