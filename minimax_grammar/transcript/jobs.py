"""Pieces of work: a stretch of a file, small enough to hand to another process, and the conversations in it."""

from __future__ import annotations

import json
from typing import NamedTuple

from minimax_grammar.transcript.documents import why_no_json
from minimax_grammar.transcript.model import Conversation, Origin, Path
from minimax_grammar.transcript.places import JsonOrigin, LinesOrigin, TextOrigin
from minimax_grammar.transcript.plain import conversation_of_text
from minimax_grammar.transcript.shapes import conversation_of
from minimax_grammar.transcript.shapes.items import add, event_turn
from minimax_grammar.transcript.streamed import conversations_of_stream

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "MAX_RECORD",
    "DocumentJob",
    "Job",
    "LinesJob",
    "ProblemJob",
    "SessionJob",
    "StreamJob",
    "TextJob",
    "passed_over",
    "too_long",
]


MAX_RECORD = 64 << 20
"""The longest record that is read, in bytes."""


class ProblemJob(NamedTuple):
    """Nothing to read: something to report, in its place."""

    file: str
    rule: str
    message: str
    line: int = 0

    def conversations(self) -> Iterator[Conversation]:
        """A conversation without turns that has this problem."""
        yield broken(TextOrigin(self.file, "", self.line), 0, self.rule, self.message)

    def raw(self) -> list[bytes]:
        """No records."""
        return []


class LinesJob(NamedTuple):
    """Lines of JSON Lines; the number of a record is that of its line."""

    file: str
    line: int
    data: bytes
    limit: int = MAX_RECORD
    """The longest line that is read."""

    def conversations(self) -> Iterator[Conversation]:
        """One conversation a line; blank lines are none."""
        number = self.line - 1
        file = self.file
        for row in self.data.split(b"\n"):
            number += 1
            if not row or row.isspace():
                continue
            if len(row) > self.limit:
                yield from too_long(file, number, self.limit).conversations()
                continue
            problem = ""
            try:
                text = row.decode()
            except UnicodeDecodeError as error:
                text = row.decode("utf-8", "surrogateescape")
                problem = f"byte {error.start + 1:,} of the line is not UTF-8"
            if number == 1 and text.startswith("\ufeff"):
                text = text[1:]
            yield record(text, JsonOrigin(file, text, number), number, problem)

    def raw(self) -> list[bytes]:
        """The records, one a line, as they stand in the file, without those that are too long."""
        data = self.data.removeprefix(b"\xef\xbb\xbf") if self.line == 1 else self.data
        rows = data.split(b"\n")
        return [row + b"\n" for row in rows if row and not row.isspace() and len(row) <= self.limit]


class DocumentJob(NamedTuple):
    """Records of one JSON document or one table: text, line and column each."""

    file: str
    first: int
    items: list[tuple[str, int, int]]

    def conversations(self) -> Iterator[Conversation]:
        """One conversation a record."""
        for number, (text, line, column) in enumerate(self.items, self.first):
            yield record(text, JsonOrigin(self.file, text, line, column), number, _not_utf8(text))

    def raw(self) -> list[bytes]:
        """The records, each on one line."""
        return [_one_line(text) for text, _, _ in self.items]


class SessionJob(NamedTuple):
    """Messages, or events of a session, that together are one conversation."""

    file: str
    number: int
    places: list[tuple[int, int]]
    """Line and column where each begins."""
    rows: list[bytes]
    listed: bool = False
    """Whether they are the elements of a list, and not lines."""

    def conversations(self) -> Iterator[Conversation]:
        """The one conversation."""
        texts = [row.decode("utf-8", "surrogateescape") for row in self.rows]
        origin = LinesOrigin(self.file, self.places, texts)
        made = Conversation([], origin, self.number, shape="session")
        for index, text in enumerate(texts):
            problem = _not_utf8(text)
            if problem:
                made.problems.append(("not-utf8", (index,), problem))
            try:
                data = json.loads(text)
            except (ValueError, RecursionError) as error:
                made.problems.append(("unreadable-record", (index,), _no_json(error)))
                continue
            if not isinstance(data, dict):
                made.problems.append(("unknown-shape", (index,), "an event is an object"))
                continue
            turn = event_turn(data, (index,), made.problems)
            if turn is not None:
                add(made.turns, turn)
            if made.tools is None and isinstance(data.get("tools"), list):
                made.tools = data["tools"]
            if isinstance(data.get("model"), str):
                made.model = data["model"]
        yield made

    def raw(self) -> list[bytes]:
        """The lines, or the list on one line, as one record."""
        if not self.listed:
            return [b"".join(row + b"\n" for row in self.rows)]
        rows = [_one_line(row.decode("utf-8", "surrogateescape")).rstrip(b"\n") for row in self.rows]
        return [b"[" + b", ".join(rows) + b"]\n"]


class TextJob(NamedTuple):
    """A whole text."""

    file: str
    data: bytes

    def conversations(self) -> Iterator[Conversation]:
        """The one conversation."""
        text = self.data.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
        made = conversation_of_text(text, TextOrigin(self.file, text))
        try:
            self.data.decode()
        except UnicodeDecodeError as error:
            made.problems.append(("not-utf8", (), f"byte {error.start + 1:,} of the file is not UTF-8"))
        yield made

    def raw(self) -> list[bytes]:
        """The text."""
        return [self.data]


class StreamJob(NamedTuple):
    """A file of server-sent events."""

    file: str
    data: bytes

    def conversations(self) -> Iterator[Conversation]:
        """One conversation a stream."""
        text = self.data.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
        made = conversations_of_stream(text, self.file)
        problem = _not_utf8(text)
        if problem and made:
            made[0].problems.append(("not-utf8", (), problem))
        yield from made

    def raw(self) -> list[bytes]:
        """No records: a stream cannot be taken apart without changing it."""
        return []


def passed_over(conversation: Conversation) -> bool:
    """Whether it stands for what was not read at all: a file, or a record beyond the limit."""
    return any(rule in ("unreadable-file", "record-too-long") for rule, _, _ in conversation.problems)


def too_long(file: str, line: int, limit: int) -> ProblemJob:
    """A record that was not read."""
    return ProblemJob(file, "record-too-long", f"longer than {limit:,} bytes: it was not read", line)


Job = LinesJob | DocumentJob | SessionJob | TextJob | StreamJob | ProblemJob


def record(text: str, origin: Origin, number: int, problem: str) -> Conversation:
    """The conversation in the JSON ``text``; one without turns, and with a problem, if there is none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        at = error.pos if isinstance(error, json.JSONDecodeError) else 0
        return broken(_At(origin, text, at), number, "unreadable-record", _no_json(error))
    found = conversation_of(data, origin, number)
    if found is None:
        keys = ", ".join(map(repr, list(data)[:6])) if isinstance(data, dict) else ""
        message = "no conversation in a known shape" + (f": an object with {keys}" if keys else "")
        return broken(origin, number, "unknown-shape", message)
    if problem:
        found.problems.append(("not-utf8", (), problem))
    return found


class _At:
    """A place in a text that is no JSON."""

    def __init__(self, origin: Origin, text: str, at: int) -> None:
        self.file = origin.file
        line, column = origin.place((), 0)
        before = text[:at]
        newline = before.rfind("\n")
        self._place = (line, column + at) if newline < 0 else (line + before.count("\n"), at - newline)

    def place(self, path: Path, offset: int) -> tuple[int, int]:
        """Always this place."""
        return self._place


def broken(origin: Origin, number: int, rule: str, message: str) -> Conversation:
    """A conversation of which nothing could be read."""
    return Conversation([], origin, number, shape="", problems=[(rule, (), message)])


def _no_json(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"is no JSON: {error.msg[:1].lower()}{error.msg[1:]} (character {error.pos + 1:,})"
    return f"is no JSON: {why_no_json(error)}"


def _not_utf8(text: str) -> str:
    """What to say of a text in which a byte stands that is not UTF-8; nothing if there is none."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return f"character {error.start + 1:,} is a byte that is not UTF-8"
    return ""


def _one_line(text: str) -> bytes:
    if "\n" not in text:
        return text.encode("utf-8", "surrogateescape") + b"\n"
    try:
        return json.dumps(json.loads(text)).encode() + b"\n"
    except (ValueError, RecursionError):
        return text.replace("\n", " ").encode("utf-8", "surrogateescape") + b"\n"
