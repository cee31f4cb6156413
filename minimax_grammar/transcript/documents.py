"""The elements of one JSON document, without holding all of it: a list is read element by element."""

from __future__ import annotations

import codecs
import json
import re
import sys

from minimax_grammar.errors import MinimaxGrammarError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["DocumentError", "elements", "why_no_json"]

_SPACE = re.compile(r"[ \t\n\r]*")
_decoder = json.JSONDecoder()


class DocumentError(MinimaxGrammarError):
    """A document that cannot be read on: ``rule`` is why, and ``line`` is where, from 1."""

    def __init__(self, message: str, line: int, rule: str = "unreadable-record") -> None:
        super().__init__(message)
        self.line = line
        self.rule = rule


class _Window:
    """The part of the document that is held, and the place in it that was come to."""

    def __init__(self, chunks: Iterator[bytes], limit: int) -> None:
        self._chunks = chunks
        self._decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        self._limit = limit
        self.text = ""
        self.at = 0
        self.line = 1
        self.column = 1
        self.ended = False

    def more(self) -> bool:
        """Forget what was passed and read on, as much again as is left; False at the end."""
        if self.ended:
            return False
        left = self.text[self.at :]
        if len(left) > self._limit:
            message = f"longer than {self._limit:,} bytes: neither it nor what follows was read"
            raise DocumentError(message, self.line, "record-too-long")
        pieces, wanted = [left], min(max(len(left), 1), self._limit + 1 - len(left))
        while wanted > 0:
            chunk = next(self._chunks, None)
            if chunk is None:
                self.ended = True
                pieces.append(self._decode(b"", True))
                break
            pieces.append(self._decode(chunk))
            wanted -= len(pieces[-1])
        self.text, self.at = "".join(pieces), 0
        return True

    def place(self, at: int) -> tuple[int, int]:
        """Line and column of the character ``at`` of the text."""
        newline = self.text.rfind("\n", self.at, at)
        if newline < 0:
            return self.line, self.column + at - self.at
        return self.line + self.text.count("\n", self.at, at), at - newline

    def pass_to(self, at: int) -> None:
        """Come to the character ``at`` of the text."""
        self.line, self.column = self.place(at)
        self.at = at

    def skip(self, also: str = "") -> str:
        """Pass white space and one of the characters ``also``; the next character, empty at the end."""
        while True:
            match = _SPACE.match(self.text, self.at)
            if match:
                self.pass_to(match.end())
            if self.at < len(self.text):
                if self.text[self.at] not in also or not also:
                    return self.text[self.at]
                self.pass_to(self.at + 1)
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
    if first == "[":
        yield from _items(window)
    else:
        yield (*_value(window), False)
    if window.skip():
        raise DocumentError("there is something after the end of the JSON document", window.line)


def _items(window: _Window) -> Iterator[tuple[str, int, int, bool]]:
    """The elements of a list."""
    window.pass_to(window.at + 1)
    following = window.skip()
    while following != "]":
        yield (*_value(window), True)
        following = window.skip()
        if following == ",":
            window.pass_to(window.at + 1)
            window.skip()
        elif following != "]":
            raise DocumentError("expected , or ]" if following else "the JSON document breaks off", window.line)
    window.pass_to(window.at + 1)


def _value(window: _Window) -> tuple[str, int, int]:
    while True:
        try:
            _, end = _decoder.raw_decode(window.text, window.at)
        except json.JSONDecodeError as error:
            if window.more():
                continue
            line, column = window.place(error.pos)
            message = f"is no JSON: {error.msg[:1].lower()}{error.msg[1:]} (column {column:,})"
            raise DocumentError(message, line) from None
        except (ValueError, RecursionError) as error:
            raise DocumentError(f"is no JSON: {why_no_json(error)}", window.line) from None
        # A number that ends with the window may go on.
        if end == len(window.text) and window.more():
            continue
        text, line, column = window.text[window.at : end], window.line, window.column
        window.pass_to(end)
        return text, line, column


def why_no_json(error: Exception) -> str:
    """What is wrong with a text that is JSON by its syntax, and cannot be read all the same."""
    if isinstance(error, RecursionError):
        return "nested too deeply"
    # The only other thing that Python refuses.
    return f"a number has more than {sys.get_int_max_str_digits():,} digits"
