"""Recorded streams of server-sent events: chat completions and content blocks, joined to one turn per stream."""

from __future__ import annotations

import json
from bisect import bisect_right
from typing import Any, NamedTuple

from minimax_grammar.transcript.model import Conversation, Part, Path, Turn
from minimax_grammar.transcript.places import JsonOrigin

__all__ = ["StreamOrigin", "conversations_of_stream"]


class _Piece(NamedTuple):
    """A fragment of a joined text: where it begins in it, and where it was read."""

    offset: int
    line: int
    column: int
    raw: str
    path: Path


class StreamOrigin:
    """Joined texts whose pieces stand on lines of their own; the first step of a path is the text."""

    __slots__ = ("file", "first", "pieces")

    def __init__(self, file: str, first: int) -> None:
        self.file = file
        self.first = first
        self.pieces: dict[str | int, list[_Piece]] = {}

    def place(self, path: Path, offset: int) -> tuple[int, int]:
        """As :class:`Origin` says."""
        pieces = self.pieces.get(path[0], []) if path else []
        if not pieces:
            return self.first, 1
        found = pieces[max(bisect_right(pieces, offset, key=lambda piece: piece.offset) - 1, 0)]
        return JsonOrigin(self.file, found.raw, found.line, found.column).place(found.path, offset - found.offset)


class _Stream:
    """One stream as it is put together."""

    def __init__(self, file: str, line: int) -> None:
        self.origin = StreamOrigin(file, line)
        self.order: list[tuple[str, Any]] = []
        self.texts: dict[Any, list[str]] = {}
        self.lengths: dict[Any, int] = {}
        self.heads: dict[Any, dict[str, str]] = {}
        self.finish = ""
        self.model = ""
        self.problems: list[tuple[str, Path, str]] = []

    def add(self, kind: str, key: Any, text: str, line: int, column: int, raw: str, path: Path) -> None:
        name = f"{kind}:{key}"
        if name not in self.texts:
            self.order.append((kind, name))
            self.texts[name], self.lengths[name], self.origin.pieces[name] = [], 0, []
        self.origin.pieces[name].append(_Piece(self.lengths[name], line, column, raw, path))
        self.texts[name].append(text)
        self.lengths[name] += len(text)

    def conversation(self, number: int) -> Conversation:
        parts = []
        for kind, name in self.order:
            text = "".join(self.texts[name])
            head = self.heads.get(name, {})
            value: Any = {} if kind == "call" and not text.strip() else None
            parts.append(Part(kind, text, (name,), 0, head.get("id", ""), head.get("name", ""), value))
        turn = Turn("assistant", parts, (), self.finish)
        return Conversation([turn], self.origin, number, None, self.model, "stream", self.problems)


def conversations_of_stream(text: str, file: str, line: int = 1) -> list[Conversation]:
    """The turns that the streams in ``text`` make up: one conversation each.

    A stream ends at ``[DONE]``, at ``message_stop``, or where the id of the completion changes.  A line that is no
    event is a problem of its stream.
    """
    made: list[Conversation] = []
    stream: _Stream | None = None
    identity: Any = None
    rows = [row.rstrip("\r") for row in text.split("\n")]
    done = tried = 0
    for index, row in enumerate(rows):
        number = line + index
        if index < done:
            continue
        if not row or row.startswith((":", "event:", "id:", "retry:")):
            continue
        column = 1
        if row.startswith("data:"):
            data = row[5:].lstrip(" ")
            column += len(row) - len(data)
        else:
            data = row
        if not data.strip():
            continue
        if data.strip() == "[DONE]":
            if stream is not None:
                made.append(stream.conversation(len(made) + 1))
            stream, identity = None, None
            continue
        event, message = _parsed(data)
        if event is None and index >= tried:
            tried = _end_of_data(rows, index)
            joined = "\n".join(each[5:].removeprefix(" ") for each in rows[index:tried])
            if tried > index + 1 and (found := _parsed(joined)[0]) is not None:
                event, data, done = found, joined, tried
        own = event.get("id") if isinstance(event, dict) else None
        if stream is not None and own and identity and own != identity:
            made.append(stream.conversation(len(made) + 1))
            stream = None
        if stream is None:
            stream = _Stream(file, number)
        identity = own or identity
        if not isinstance(event, dict):
            name = f"bad:{number}"
            stream.origin.pieces[name] = [_Piece(0, number, column, data, ())]
            stream.problems.append(("unreadable-record", (name,), message))
            continue
        _take(stream, event, number, column, data)
        if event.get("type") == "message_stop":
            made.append(stream.conversation(len(made) + 1))
            stream, identity = None, None
    if stream is not None:
        made.append(stream.conversation(len(made) + 1))
    return made


def _parsed(data: str) -> tuple[Any, str]:
    """The event that is written as ``data``, or None and what is wrong with it."""
    try:
        return json.loads(data), "the event is no object"
    except (ValueError, RecursionError) as error:
        return None, f"the event is no JSON: {error}"


def _end_of_data(rows: list[str], start: int) -> int:
    """Where the lines end that may be the data of one event, of which ``rows[start]`` is the first."""
    end = start
    while end < len(rows) and rows[end].startswith("data:"):
        end += 1
    return end


def _take(stream: _Stream, event: dict[str, Any], line: int, column: int, raw: str) -> None:
    if isinstance(event.get("model"), str):
        stream.model = event["model"]
    choices = event.get("choices")
    if isinstance(choices, list):
        for index, choice in enumerate(choices):
            if isinstance(choice, dict) and choice.get("index", 0) == 0:
                _choice(stream, choice, ("choices", index), line, column, raw)
        return
    block, delta = event.get("content_block"), event.get("delta")
    key = event.get("index", 0)
    if isinstance(block, dict):
        kind = {"text": "text", "thinking": "thinking", "tool_use": "call"}.get(str(block.get("type")))
        if kind == "call":
            stream.add("call", key, "", line, column, raw, ())
            stream.heads[f"call:{key}"] = {"id": str(block.get("id") or ""), "name": str(block.get("name") or "")}
    if isinstance(delta, dict):
        for field, kind in (("text", "text"), ("thinking", "thinking"), ("partial_json", "call")):
            if isinstance(delta.get(field), str):
                stream.add(kind, key, delta[field], line, column, raw, ("delta", field))
        if isinstance(delta.get("stop_reason"), str):
            stream.finish = delta["stop_reason"]


def _choice(stream: _Stream, choice: dict[str, Any], path: Path, line: int, column: int, raw: str) -> None:
    if isinstance(choice.get("finish_reason"), str):
        stream.finish = choice["finish_reason"]
    delta = choice.get("delta")
    if not isinstance(delta, dict):
        return
    for field, kind in (("reasoning_content", "thinking"), ("reasoning", "thinking"), ("content", "text")):
        if isinstance(delta.get(field), str) and delta[field]:
            stream.add(kind, 0, delta[field], line, column, raw, (*path, "delta", field))
            if kind == "thinking":
                continue
    calls = delta.get("tool_calls")
    for position, call in enumerate(calls if isinstance(calls, list) else ()):
        function = call.get("function") if isinstance(call, dict) else None
        if not isinstance(function, dict):
            continue
        key = call.get("index", position)
        here = (*path, "delta", "tool_calls", position, "function", "arguments")
        arguments = function.get("arguments")
        stream.add("call", key, arguments if isinstance(arguments, str) else "", line, column, raw, here)
        head = stream.heads.setdefault(f"call:{key}", {"id": "", "name": ""})
        head["id"] = head["id"] or str(call.get("id") or "")
        head["name"] += str(function.get("name") or "")
