"""JSON text of arguments, written while their own text arrives and never taken back.

What arrives is the text of one object, perhaps not quite JSON.  What is written is JSON at every moment: a beginning
of the final text.  Members that are strings flow; others are written when they are complete; from the first thing on
that is no plain JSON nothing more is written before the end.
"""

from __future__ import annotations

import json
import re
from typing import Any

from minimax_grammar.values.blanks import BETWEEN
from minimax_grammar.values.nesting import Nesting
from minimax_grammar.values.strict import parse_strict

__all__ = ["ArgumentsWriter"]

_BLANK = re.compile(rf"[{BETWEEN}]*+")
_STRING = re.compile(r'(?:[^"\\]++|\\[\s\S])*+')
_SCALAR = re.compile(rf"[^,}}\]{BETWEEN}]*+")
_ESCAPE = re.compile(r"""\\(?:["'\\/bfnrt]|u[0-9a-fA-F]{4})|\\|[\x00-\x1f]""")
_HALF = re.compile(r"(?<!\\)(?:\\\\)*+(\\(?:u[0-9a-fA-F]{0,3})?)\Z")

_MAX_KEY = 1000

# Where the writer stands.
_START, _KEY, _IN_KEY, _COLON, _VALUE, _IN_TEXT, _OTHER, _NEXT, _STUCK = range(9)


class ArgumentsWriter:
    """Writes the JSON text of one object."""

    def __init__(self) -> None:
        self._state = _START
        self._rest = ""
        self._key = ""
        self._nesting: Nesting | None = None
        self._written: dict[str, Any] = {}
        self._text: list[str] = []
        self._opened = False

    def feed(self, text: str) -> str:
        """Take the next piece of the text; return what can be written of it."""
        out: list[str] = []
        text = self._rest + text
        self._rest = ""
        pos, size = 0, len(text)
        while pos < size and self._state != _STUCK:
            state = self._state
            if state == _IN_TEXT:
                pos = self._string(text, pos, out)
                if self._rest:
                    return "".join(out)
                continue
            if state == _OTHER:
                pos = self._other(text, pos, out)
                continue
            match = (_BLANK if state != _IN_KEY else _STRING).match(text, pos)
            assert match is not None
            start, pos = pos, match.end()
            if pos == size or (state == _IN_KEY and text[pos] == "\\"):
                self._rest = text[start:] if state == _IN_KEY else ""
                if len(self._rest) > _MAX_KEY:
                    self._state = _STUCK
                break
            if state == _IN_KEY:
                self._take_key(text[start:pos])
                pos += 1
            else:
                pos = self._structure(text[pos], pos, out)
        return "".join(out)

    def finish(self, arguments: dict[str, Any]) -> str:
        """The arguments are complete: return the rest of their text."""
        out = ["" if self._opened else "{"]
        first = not self._written
        if self._state == _IN_TEXT:  # its end was not seen: it is written again
            out.append('"')
            self._written[self._key] = json.loads(f'"{"".join(self._text)}"')
            first = False
        for key, value in arguments.items():
            if key not in self._written or not _same(self._written[key], value):
                out.append(("" if first else ",") + f"{_json(key)}:{_json(value)}")
                first = False
        return "".join(out) + "}"

    def agrees(self, arguments: dict[str, Any]) -> bool:
        """Whether what was written so far can be the beginning of a text of ``arguments``.

        A member may be written again with another value, which then counts; none can be taken back.
        """
        if self._state == _IN_TEXT and self._key not in arguments:
            return False
        return self._written.keys() <= arguments.keys()

    def _structure(self, character: str, pos: int, out: list[str]) -> int:
        state = self._state
        if state == _START and character == "{":
            self._state, self._opened = _KEY, True
            out.append("{")
        elif state == _KEY and character == '"':
            self._state = _IN_KEY
        elif state == _COLON and character == ":":
            self._state = _VALUE
        elif state == _VALUE and character == '"' and self._key not in self._written:
            out.append(("," if self._written else "") + f'{_json(self._key)}:"')
            self._state, self._text = _IN_TEXT, []
        elif state == _VALUE and character not in "'\"" and self._key not in self._written:
            self._state, self._text = _OTHER, []
            self._nesting = Nesting() if character in "{[" else None
            return pos
        elif state == _NEXT and character == ",":
            self._state = _KEY
        else:
            self._state = _STUCK
        return pos + 1

    def _take_key(self, raw: str) -> None:
        if len(raw) > _MAX_KEY:
            self._state = _STUCK
            return
        try:
            self._key = json.loads(f'"{raw}"')
            self._state = _COLON
        except ValueError:
            self._state = _STUCK

    def _string(self, text: str, pos: int, out: list[str]) -> int:
        match = _STRING.match(text, pos)
        assert match is not None
        end = match.end()
        cut = end == len(text) or text[end] == "\\"
        raw = text[pos:] if cut else text[pos:end]
        half = _HALF.search(raw) if cut else None
        if half is not None:  # the rest of the escape is still to come
            self._rest = raw[half.start(1) :]
            raw = raw[: half.start(1)]
        piece = _ESCAPE.sub(_escaped, raw)
        if piece:
            out.append(piece)
            self._text.append(piece)
        if cut:
            return len(text)
        out.append('"')
        self._written[self._key] = json.loads(f'"{"".join(self._text)}"')
        self._text = []
        self._state = _NEXT
        return end + 1

    def _other(self, text: str, pos: int, out: list[str]) -> int:
        """Go on in a value that is no string; write it when it ends."""
        if self._nesting is not None:
            end, ended = self._nesting.follow(text, pos)
        else:
            match = _SCALAR.match(text, pos)
            assert match is not None
            end = match.end()
            ended = end < len(text)
        self._text.append(text[pos:end])
        if not ended:
            return end
        try:
            value = parse_strict("".join(self._text))
        except ValueError:
            self._state = _STUCK
            return len(text)
        self._text = []
        out.append(("," if self._written else "") + f"{_json(self._key)}:{_json(value)}")
        self._written[self._key] = value
        self._state = _NEXT
        return end


def _escaped(found: re.Match[str]) -> str:
    text = found[0]
    if len(text) > 1:
        return text if text != "\\'" else "'"
    return "\\\\" if text == "\\" else json.dumps(text)[1:-1]


def _same(first: Any, second: Any) -> bool:
    return _json(first) == _json(second)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
