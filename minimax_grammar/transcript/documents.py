"""The elements of one JSON document, without holding all of it: a list is read element by element."""

from __future__ import annotations

import codecs
import json
import re

from minimax_grammar.errors import MinimaxGrammarError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["DocumentError", "elements"]

_SPACE = re.compile(r"[ \t\n\r]*")
_decoder = json.JSONDecoder()


class DocumentError(MinimaxGrammarError):
    """A document that is no JSON; ``line`` is where, from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class _Window:
    """The part of the document that is held, and where it begins."""

    def __init__(self, chunks: Iterator[bytes], limit: int) -> None:
        self._chunks = chunks
        self._decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        self._limit = limit
        self.text = ""
        self.line = 1
        self.column = 1
        self.ended = False

    def more(self) -> bool:
        """Read on, as much again as is held; False at the end."""
        if self.ended:
            return False
        pieces, wanted = [self.text], max(len(self.text), 1)
        while wanted > 0:
            chunk = next(self._chunks, None)
            if chunk is None:
                self.ended = True
                pieces.append(self._decode(b"", True))
                break
            pieces.append(self._decode(chunk))
            wanted -= len(pieces[-1])
        self.text = "".join(pieces)
        if len(self.text) > 2 * self._limit:
            raise DocumentError(f"a record is longer than {self._limit:,} bytes: it was not read", self.line)
        return True

    def drop(self, size: int) -> None:
        """Forget the first ``size`` characters."""
        gone, self.text = self.text[:size], self.text[size:]
        newline = gone.rfind("\n")
        self.line += gone.count("\n")
        self.column = self.column + size if newline < 0 else size - newline

    def skip(self, also: str = "") -> str:
        """Forget white space and one of the characters ``also``; the next character, empty at the end."""
        while True:
            match = _SPACE.match(self.text)
            self.drop(match.end() if match else 0)
            if self.text:
                if self.text[0] not in also or not also:
                    return self.text[0]
                self.drop(1)
                also = ""
            elif not self.more():
                return ""


def elements(chunks: Iterator[bytes], limit: int) -> Iterator[tuple[str, int, int, bool]]:
    """The text, line and column of every element, and whether it is one of a list.

    A document that is no list is one element.  Raises :class:`DocumentError` where the document is no JSON, after the
    elements before.
    """
    window = _Window(chunks, limit)
    first = window.skip("\ufeff")
    if not first:
        return
    if first != "[":
        yield (*_value(window), False)
        if window.skip():
            raise DocumentError("there is something after the end of the JSON document", window.line)
        return
    window.drop(1)
    if window.skip() == "]":
        return
    while True:
        yield (*_value(window), True)
        following = window.skip()
        if following == "]":
            return
        if following != ",":
            raise DocumentError("the JSON document breaks off" if not following else "expected , or ]", window.line)
        window.drop(1)
        window.skip()


def _value(window: _Window) -> tuple[str, int, int]:
    while True:
        try:
            _, end = _decoder.raw_decode(window.text)
        except json.JSONDecodeError as error:
            if window.more():
                continue
            line = window.line + error.lineno - 1
            raise DocumentError(
                f"is no JSON: {error.msg[:1].lower()}{error.msg[1:]} (column {error.colno})", line
            ) from None
        except (ValueError, RecursionError) as error:
            what = "nested too deeply" if isinstance(error, RecursionError) else str(error)
            raise DocumentError(f"is no JSON: {what}", window.line) from None
        # A number that ends with the window may go on.
        if end == len(window.text) and window.more():
            continue
        text, line, column = window.text[:end], window.line, window.column
        window.drop(end)
        return text, line, column
