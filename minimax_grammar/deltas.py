"""The stream that clients of OpenAI's or Anthropic's API expect, from the same scanner (SPEC 13).

A call's index, id and name come at once, then fragments of the JSON text of its arguments.  Arguments that are
strings by their schema or markup flow as they arrive; any other is held until it closes.  Of an object of all
arguments the members flow; it is held until the call ends if other arguments may count instead, or if it is no JSON.

What was sent is never taken back: the fragments so far are always a beginning of the final JSON text, which parses to
exactly the arguments of ``ToolEnd``.  If a call is made with ``{}`` because its body turned out to be no arguments, and
members of it were sent already, it is left like an aborted one: what was sent of it is no complete JSON.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from minimax_grammar.bodies import Argument, Body
from minimax_grammar.dialect import Dialect
from minimax_grammar.events import (
    Event,
    Text,
    ThinkingDelta,
    ThinkingEnd,
    ThinkingStart,
    ToolAbort,
    ToolArgDelta,
    ToolEnd,
    ToolStart,
)
from minimax_grammar.registry import default_dialect, load_dialect
from minimax_grammar.values.writer import ArgumentsWriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from minimax_grammar.diagnostics import Diagnostic

__all__ = ["AnthropicStream", "OpenAIStream"]


class _Part(NamedTuple):
    """One step of a stream: ``text``, ``thinking_start``, ``thinking``, ``thinking_end``, ``call``,
    ``arguments``, ``end`` or ``abort``."""

    kind: str
    text: str = ""
    number: int = -1
    call_id: str = ""


class _JsonBody(Body):
    """A body that writes its argument as a member of a JSON object while it arrives."""

    __slots__ = ("_argument", "_write")

    def __init__(self, argument: Argument, write: Callable[[str], None]) -> None:
        super().__init__(argument.limit)
        self._argument = argument
        self._write = write
        if argument.verbatim:
            write(f'{_json(argument.key)}:"')

    def feed(self, text: str) -> str:
        return self._announce(super().feed(text))

    def end(self) -> str:
        return self._announce(super().end())

    def settle(self, value: Any) -> Any:
        argument = self._argument
        if not argument.verbatim:
            self._write(f"{_json(argument.key)}:{_json(value)}")
        else:
            self._write(f'{_json(argument.marker)[1:-1] if self.truncated else ""}"')
        return value

    def _announce(self, delta: str) -> str:
        if delta and self._argument.verbatim:
            self._write(_json(delta)[1:-1])
        return delta


class _HeldBody(Body):
    """A body of which nothing is said before its call is complete."""

    __slots__ = ()

    def feed(self, text: str) -> str:
        super().feed(text)
        return ""

    def end(self) -> str:
        super().end()
        return ""


class _Stream:
    """What both kinds of stream share: a scanner whose bodies write JSON as they arrive."""

    def __init__(self, dialect: str | Path | Dialect | None = None, tools: object = None, **options: Any) -> None:
        """``dialect``, ``tools`` and ``options`` are as for :func:`minimax_grammar.parse` and :class:`Scanner`."""
        if not isinstance(dialect, Dialect):
            dialect = load_dialect(default_dialect() if dialect is None else dialect)
        self._scanner = dialect.scanner(tools, bodies=self._body, raw_blocks=False, **options)
        self._written: dict[str, list[str]] = {}
        self._members: dict[str, int] = {}
        self._calls = 0
        self._open = ""
        self._writer: ArgumentsWriter | None = None

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What was irregular so far, as of :attr:`Scanner.diagnostics`."""
        return self._scanner.diagnostics

    @property
    def stopped(self) -> bool:
        """As of :attr:`Scanner.stopped`: with ``guarded=True``, whether the model began to invent results."""
        return self._scanner.stopped

    def _body(self, argument: Argument) -> Body:
        if argument.key is None:  # the events tell of all arguments at once
            return Body(argument.limit) if argument.certain else _HeldBody(argument.limit)
        fragments = self._written.setdefault(argument.call_id, [])
        members = self._members.get(argument.call_id, 0)
        self._members[argument.call_id] = members + 1
        fragments.append("," if members else "{")
        return _JsonBody(argument, lambda text: self._written.setdefault(argument.call_id, []).append(text))

    def _parts(self, events: list[Event]) -> Iterator[_Part]:
        """The steps that ``events``, and the fragments written meanwhile, stand for."""
        if self._open:
            yield from self._fragments(self._open)
        for event in events:
            if isinstance(event, Text):
                yield _Part("text", event.text)
            elif isinstance(event, ThinkingStart):
                yield _Part("thinking_start")
            elif isinstance(event, ThinkingDelta):
                yield _Part("thinking", event.delta)
            elif isinstance(event, ThinkingEnd):
                yield _Part("thinking_end")
            elif isinstance(event, ToolStart):
                self._calls += 1
                self._open = event.id
                self._writer = None
                yield _Part("call", event.name, self._calls - 1, event.id)
                yield from self._fragments(event.id)
            elif isinstance(event, ToolArgDelta) and event.key is None:
                self._writer = self._writer or ArgumentsWriter()
                written = self._writer.feed(event.delta)
                if written:
                    yield _Part("arguments", written, self._calls - 1, event.id)
            elif isinstance(event, ToolEnd):
                writer = self._writer or ArgumentsWriter()
                if self._members.pop(event.id, 0):
                    yield _Part("arguments", "}", self._calls - 1, event.id)
                elif writer.agrees(event.arguments):
                    yield _Part("arguments", writer.finish(event.arguments), self._calls - 1, event.id)
                yield _Part("end", event.name, self._calls - 1, event.id)
                self._open = ""
            elif isinstance(event, ToolAbort):
                self._members.pop(event.id, None)
                yield _Part("abort", event.reason, self._calls - 1, event.id)
                self._open = ""

    def _fragments(self, call_id: str) -> Iterator[_Part]:
        text = "".join(self._written.pop(call_id, ()))
        if text:
            yield _Part("arguments", text, self._calls - 1, call_id)


class OpenAIStream(_Stream):
    """A scanner whose output are the ``delta`` objects of streamed chat completions.

    Text is ``content``, thinking ``reasoning_content``; calls are ``tool_calls``.  An aborted call is left as it
    is: what was sent of its arguments is no complete JSON.  So is a call of which members were sent before its
    arguments turned out to be none (``invalid-arguments`` or ``truncated-argument`` among the diagnostics).
    """

    def feed(self, text: str) -> list[dict[str, Any]]:
        """Take the next piece of the stream; return the deltas it makes certain."""
        return [delta for part in self._parts(self._scanner.feed(text)) if (delta := self._delta(part))]

    def flush(self) -> list[dict[str, Any]]:
        """The stream has ended: return the last deltas, and be ready for the next one."""
        deltas = [delta for part in self._parts(self._scanner.flush()) if (delta := self._delta(part))]
        self._calls = 0
        return deltas

    def _delta(self, part: _Part) -> dict[str, Any] | None:
        if part.kind == "text":
            return {"content": part.text}
        if part.kind == "thinking":
            return {"reasoning_content": part.text}
        if part.kind == "call":
            function = {"name": part.text, "arguments": ""}
            return {
                "tool_calls": [{"index": part.number, "id": part.call_id, "type": "function", "function": function}]
            }
        if part.kind == "arguments":
            return {"tool_calls": [{"index": part.number, "function": {"arguments": part.text}}]}
        return None


class AnthropicStream(_Stream):
    """A scanner whose output are the content block events of streamed Anthropic messages.

    Every run of text, every thinking block and every call is a block of its own, with its ``index``.
    """

    def __init__(self, dialect: str | Path | Dialect | None = None, tools: object = None, **options: Any) -> None:
        """As for :class:`OpenAIStream`."""
        super().__init__(dialect, tools, **options)
        self._blocks = 0
        self._block = ""

    def feed(self, text: str) -> list[dict[str, Any]]:
        """Take the next piece of the stream; return the events it makes certain."""
        return [event for part in self._parts(self._scanner.feed(text)) for event in self._events(part)]

    def flush(self) -> list[dict[str, Any]]:
        """The stream has ended: return the last events, and be ready for the next one."""
        events = [event for part in self._parts(self._scanner.flush()) for event in self._events(part)]
        events += self._stop()
        self._calls = self._blocks = 0
        return events

    def _events(self, part: _Part) -> Iterator[dict[str, Any]]:
        if part.kind == "text":
            if self._block != "text":
                yield from self._stop()
                yield self._start("text", {"type": "text", "text": ""})
            yield self._delta({"type": "text_delta", "text": part.text})
        elif part.kind == "thinking_start":
            yield from self._stop()
            yield self._start("thinking", {"type": "thinking", "thinking": ""})
        elif part.kind == "thinking":
            yield self._delta({"type": "thinking_delta", "thinking": part.text})
        elif part.kind == "call":
            yield from self._stop()
            yield self._start("call", {"type": "tool_use", "id": part.call_id, "name": part.text, "input": {}})
        elif part.kind == "arguments":
            yield self._delta({"type": "input_json_delta", "partial_json": part.text})
        else:
            yield from self._stop()

    def _start(self, block: str, content: dict[str, Any]) -> dict[str, Any]:
        self._block = block
        return {"type": "content_block_start", "index": self._blocks, "content_block": content}

    def _delta(self, delta: dict[str, Any]) -> dict[str, Any]:
        return {"type": "content_block_delta", "index": self._blocks, "delta": delta}

    def _stop(self) -> list[dict[str, Any]]:
        if not self._block:
            return []
        self._block = ""
        self._blocks += 1
        return [{"type": "content_block_stop", "index": self._blocks - 1}]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
