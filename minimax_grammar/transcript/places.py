"""Where a character of a decoded string stands in the file it was read from.

Looked for only when there is something to report, so reading a clean record costs nothing for it.
"""

from __future__ import annotations

import re
from json.decoder import JSONDecoder, scanstring  # type: ignore[attr-defined]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from minimax_grammar.transcript.model import Path

__all__ = ["JsonOrigin", "LinesOrigin", "TextOrigin", "span_of", "string_offset"]

_SPACE = re.compile(r"[ \t\n\r]*")
_UNIT = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]+", re.DOTALL
)
_scan_once = JSONDecoder(strict=False).scan_once  # type: ignore[attr-defined]


def span_of(text: str, path: Path, start: int = 0) -> tuple[int, int]:
    """Where the value at ``path`` stands in the JSON ``text``: start and end (exclusive), quotes included.

    Of a key that stands twice the last one counts, as it does for a reader.  Raises ``LookupError`` if nothing is
    there, ``ValueError`` if the text is no JSON.
    """
    at = _space(text, start)
    for step in path:
        at = _member(text, at, step) if text[at : at + 1] == "{" else _item(text, at, step)
    try:
        return at, _scan_once(text, at)[1]
    except StopIteration:
        raise ValueError("no JSON") from None


def _member(text: str, at: int, key: str | int) -> int:
    found = -1
    at = _space(text, at + 1)
    while text[at : at + 1] == '"':
        name, at = scanstring(text, at + 1, False)
        value = _space(text, _space(text, at) + 1)
        if name == key:
            found = value
        at = _next(text, value)
    if found < 0:
        raise LookupError(key)
    return found


def _item(text: str, at: int, index: str | int) -> int:
    if text[at : at + 1] != "[" or not isinstance(index, int):
        raise LookupError(index)
    at = _space(text, at + 1)
    for _ in range(index):
        at = _next(text, at)
    return at


def _next(text: str, at: int) -> int:
    """Where what follows the value at ``at`` and its comma begins."""
    try:
        at = _space(text, _scan_once(text, at)[1])
    except StopIteration:
        raise ValueError("no JSON") from None
    return _space(text, at + 1) if text[at : at + 1] == "," else at


def _space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def string_offset(text: str, start: int, offset: int) -> int:
    """Where the character ``offset`` of the JSON string that opens at ``start`` stands in ``text``."""
    at, left = start + 1, offset
    while left > 0:
        match = _UNIT.match(text, at)
        if match is None:
            break
        if match[0][0] != "\\":
            if len(match[0]) >= left:
                return at + left
            left -= len(match[0])
        else:
            left -= 1
        at = match.end()
    return at


def _line_column(text: str, at: int, line: int, column: int) -> tuple[int, int]:
    newline = text.rfind("\n", 0, at)
    return (line, column + at) if newline < 0 else (line + text.count("\n", 0, at), at - newline)


class JsonOrigin:
    """A record that is JSON text; ``line`` and ``column`` are where it begins in the file."""

    __slots__ = ("column", "file", "line", "text")

    def __init__(self, file: str, text: str, line: int = 1, column: int = 1) -> None:
        self.file, self.text, self.line, self.column = file, text, line, column

    def place(self, path: Path, offset: int) -> tuple[int, int]:
        """As :class:`Origin` says; what cannot be found is at the nearest value around it."""
        while True:
            try:
                start, _ = span_of(self.text, path)
                break
            except (LookupError, ValueError, RecursionError):
                if not path:
                    return self.line, self.column
                path, offset = path[:-1], 0
        at = string_offset(self.text, start, offset) if self.text[start] == '"' else start
        return _line_column(self.text, at, self.line, self.column)


class LinesOrigin:
    """A record of several JSON lines: the path begins with the index of the line."""

    __slots__ = ("file", "lines", "texts")

    def __init__(self, file: str, lines: list[int], texts: list[str]) -> None:
        self.file, self.lines, self.texts = file, lines, texts

    def place(self, path: Path, offset: int) -> tuple[int, int]:
        """As :class:`Origin` says."""
        index = path[0] if path and isinstance(path[0], int) else 0
        if index >= len(self.lines):
            return 1, 1
        return JsonOrigin(self.file, self.texts[index], self.lines[index]).place(path[1:], offset)


class TextOrigin:
    """Plain text: offsets count from its beginning, whatever the path."""

    __slots__ = ("file", "line", "text")

    def __init__(self, file: str, text: str, line: int = 1) -> None:
        self.file, self.text, self.line = file, text, line

    def place(self, path: Path, offset: int) -> tuple[int, int]:
        """As :class:`Origin` says."""
        return _line_column(self.text, min(offset, len(self.text)), self.line, 1)
