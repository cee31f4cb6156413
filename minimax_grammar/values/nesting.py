"""Where a bracketed JSON value ends, found while it arrives."""

from __future__ import annotations

import re

__all__ = ["Nesting"]

_STRING = re.compile(r'(?:[^"\\]++|\\[\s\S])*+')
_PLAIN = re.compile(r'(?:[^"{}\[\]]++|"(?:[^"\\]++|\\[\s\S])*+")*+')


class Nesting:
    """Follows one value from its first bracket to the one that closes it."""

    __slots__ = ("_depth", "_escaped", "_in_string")

    def __init__(self) -> None:
        self._depth = 0
        self._in_string = False
        self._escaped = False

    def follow(self, text: str, pos: int) -> tuple[int, bool]:
        """How far the value goes on in ``text`` from ``pos``, and whether it ends there."""
        size = len(text)
        while pos < size:
            if self._in_string:
                if self._escaped:
                    self._escaped = False
                    pos += 1
                match = _STRING.match(text, pos)
                assert match is not None
                pos = match.end()
                if pos < size and text[pos] == "\\":  # its other half is still to come
                    self._escaped = True
                    return size, False
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
