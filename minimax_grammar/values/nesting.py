"""Where a bracketed JSON value ends, found while it arrives."""

from __future__ import annotations

import re

from minimax_grammar.quotes import string_end

__all__ = ["Nesting"]

_PLAIN = re.compile(r'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\[\s\S])*+")*+')


class Nesting:
    """Follows one value from its first bracket to the one that closes it."""

    __slots__ = ("_depth", "_escaped", "_in_string")

    def __init__(self) -> None:
        self._depth = 0
        self._in_string = False
        self._escaped = False

    def passes(self, text: str) -> bool:
        """Whether the value surely goes on after ``text``, which is then behind it: a short way for small pieces."""
        if self._escaped or "\\" in text:
            return False
        if '"' not in text and self._in_string:
            return True
        if "}" in text or "]" in text or "{" in text or "[" in text:
            return False
        if text.count('"') % 2:
            self._in_string = not self._in_string
        return True

    def follow(self, text: str, pos: int) -> tuple[int, bool]:
        """How far the value goes on in ``text`` from ``pos``, and whether it ends there."""
        size = len(text)
        while pos < size:
            if self._in_string:
                if self._escaped:
                    self._escaped = False
                    pos += 1
                pos, self._escaped = string_end(text, pos)
                if pos >= size:
                    return size, False
                self._in_string = False
                pos += 1
                continue
            match = _PLAIN.match(text, pos)
            assert match is not None
            pos = match.end()
            if pos == size:
                break
            character = text[pos]
            pos += 1
            if character == '"':
                self._in_string = True
            elif character in "{[":
                self._depth += 1
            else:
                self._depth -= 1
                if self._depth == 0:
                    return pos, True
        return pos, False
