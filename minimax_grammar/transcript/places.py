"""Where a character of a decoded string stands in the file it was read from.

Looked for only when there is something to report, so reading a clean record costs nothing for it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from json.decoder import JSONDecoder, scanstring  # type: ignore[attr-defined]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from minimax_grammar.transcript.model import Path

__all__ = ["JsonOrigin", "LinesOrigin", "TextOrigin", "span_of", "string_offset"]

_STEP = 256
_BREAK = re.compile("\n")
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
        match = _UNIT.match(text, at, at + max(left, 12))
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


class _Lines:
    """Lines and columns of a text; it is looked through once."""

    __slots__ = ("_breaks", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._breaks: list[int] | None = None

    def place(self, at: int, line: int, column: int) -> tuple[int, int]:
        """The place of the character ``at``, if the text begins at ``line`` and ``column``."""
        if self._breaks is None:
            self._breaks = [match.start() for match in _BREAK.finditer(self._text)]
        before = bisect_left(self._breaks, at)
        return (line + before, at - self._breaks[before - 1]) if before else (line, column + at)


class JsonOrigin:
    """A record that is JSON text; ``line`` and ``column`` are where it begins in the file.

    There may be many findings: what was looked through for one is not looked through again.
    """

    __slots__ = ("_items", "_known", "_lines", "_starts", "column", "file", "line", "text")

    def __init__(self, file: str, text: str, line: int = 1, column: int = 1) -> None:
        self.file, self.text, self.line, self.column = file, text, line, column
        self._lines = _Lines(text)
        self._starts: dict[Path, int] = {}
        self._items: dict[Path, list[int]] = {}
        self._known: dict[int, list[int]] = {}  # by the beginning of a string: where each _STEP-th character stands

    def place(self, path: Path, offset: int) -> tuple[int, int]:
        """As :class:`Origin` says; what cannot be found is at the nearest value around it."""
        while True:
            try:
                start = self._start(path)
                break
            except (LookupError, ValueError, RecursionError):
                if not path:
                    return self.line, self.column
                path, offset = path[:-1], 0
        at = self._in_string(start, offset) if self.text[start : start + 1] == '"' else start
        return self._lines.place(at, self.line, self.column)

    def _start(self, path: Path) -> int:
        """Where the value at ``path`` begins."""
        known = self._starts.get(path)
        if known is not None:
            return known
        if not path:
            at = _space(self.text, 0)
        else:
            outer, step = self._start(path[:-1]), path[-1]
            at = _member(self.text, outer, step) if self.text[outer : outer + 1] == "{" else self._item(path, outer)
        if at >= len(self.text):
            raise LookupError(path)
        self._starts[path] = at
        return at

    def _item(self, path: Path, outer: int) -> int:
        index = path[-1]
        if self.text[outer : outer + 1] != "[" or not isinstance(index, int):
            raise LookupError(index)
        items = self._items.setdefault(path[:-1], [])
        if not items:
            items.append(_space(self.text, outer + 1))
        while len(items) <= index:
            items.append(_next(self.text, items[-1]))
        return items[index]

    def _in_string(self, start: int, offset: int) -> int:
        """Where the character ``offset`` of the string at ``start`` stands, counted on from the nearest known one."""
        known = self._known.setdefault(start, [start + 1])
        nearest = offset // _STEP
        while len(known) <= nearest:
            known.append(string_offset(self.text, known[-1] - 1, _STEP))
        return string_offset(self.text, known[nearest] - 1, offset - nearest * _STEP)


class LinesOrigin:
    """A record of several JSON texts, each with its line and column: the path begins with the index of the text."""

    __slots__ = ("_origins", "file", "places", "texts")

    def __init__(self, file: str, places: list[tuple[int, int]], texts: list[str]) -> None:
        self.file, self.places, self.texts = file, places, texts
        self._origins: dict[int, JsonOrigin] = {}

    def place(self, path: Path, offset: int) -> tuple[int, int]:
        """As :class:`Origin` says."""
        index = path[0] if path and isinstance(path[0], int) else 0
        if index >= len(self.places):
            return 1, 1
        if index not in self._origins:
            self._origins[index] = JsonOrigin(self.file, self.texts[index], *self.places[index])
        return self._origins[index].place(path[1:], offset)


class TextOrigin:
    """Plain text: offsets count from its beginning, whatever the path."""

    __slots__ = ("_lines", "file", "line", "text")

    def __init__(self, file: str, text: str, line: int = 1) -> None:
        self.file, self.text, self.line = file, text, line
        self._lines = _Lines(text)

    def place(self, path: Path, offset: int) -> tuple[int, int]:
        """As :class:`Origin` says."""
        return self._lines.place(min(offset, len(self.text)), self.line, 1)
