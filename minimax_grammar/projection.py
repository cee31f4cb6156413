"""A provider's stream as one message: content blocks, live block events, and how it ended (SPEC 13).

A stream is made of *parts*: text deltas (plain strings), and dicts for all else::

    "some text"                                                  a text delta, scanned for thinking and calls
    {"type": "text", "text": …}                                  the same
    {"type": "thinking", "thinking": …}                          native thinking
    {"type": "tool_call", "id": …, "name": …, "arguments": …}    a native call: a whole one, or a fragment whose
                                                                 "arguments" are JSON text; "index" tells calls apart
    {"type": "image", …}                                         an image
    {"type": "done", "reason": …}                                the end: stop, tool_use, length, error, aborted
    {"type": "error", "message": …}                              an error of the provider

What comes out are *block events*: ``block_start``, ``block_delta`` and ``block_end`` with the ``index`` of a content
block, and at last ``message_end`` with the whole :class:`Message` as JSON.
"""

from __future__ import annotations

from typing import Any, NamedTuple

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
from minimax_grammar.registry import load_dialect
from minimax_grammar.values import parse_strict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterable, Callable, Generator, Iterable
    from pathlib import Path

    Part = str | dict[str, Any]
    BlockEvent = dict[str, Any]

__all__ = ["Message", "Projector", "aproject", "project"]

_KEPT_REASONS = ("length", "error", "aborted")


class Message(NamedTuple):
    """What a stream came to."""

    content: list[dict[str, Any]]
    """Blocks of text, thinking, images and calls.  A call that the end cut off is marked ``incomplete``."""
    stop_reason: str
    """``stop``, ``tool_use``, ``length``, ``error`` or ``aborted``."""
    aborted: bool
    """Whether the stream was given up where the model began to invent results."""
    error: str
    """What the provider said went wrong; empty if nothing did."""
    suppressed: list[dict[str, Any]]
    """Calls of the channel that does not own the turn: they are not to be dispatched."""


class Projector:
    """The state of a projection: parts in, block events out.  It reads nothing and waits for nothing."""

    def __init__(
        self,
        dialect: str | Path | Dialect,
        tools: object = None,
        *,
        abort_on_fabrication: bool = True,
        on_abort: Callable[[], object] | None = None,
        partial_calls: str = "keep",
        parse_thinking: bool = True,
        start: str | None = None,
        ids: Iterable[str] | None = None,
    ) -> None:
        """``abort_on_fabrication``: give the stream up, and call ``on_abort`` once, where the model begins to invent
        results; otherwise the rest is read and discarded.  ``partial_calls``: ``keep`` or ``drop`` a call that the end
        cuts off.  The other arguments are those of :class:`Scanner`.
        """
        if partial_calls not in ("keep", "drop"):
            raise ValueError(f"partial_calls is 'keep' or 'drop', not {partial_calls!r}")
        loaded = dialect if isinstance(dialect, Dialect) else load_dialect(dialect)
        self._scanner = loaded.scanner(tools, parse_thinking, guarded=True, start=start, ids=ids)
        self._abort = abort_on_fabrication
        self._on_abort = on_abort
        self._keep = partial_calls == "keep"
        self._content: list[dict[str, Any]] = []
        self._open = ""
        self._pieces: list[str] = []
        self._owner = ""
        self._native: dict[object, dict[str, Any]] = {}
        self._suppressed: list[dict[str, Any]] = []
        self._partial: dict[str | None, list[str]] = {}
        self._silent = False
        self._error = ""
        self._reason = "stop"
        self.done = False
        """Whether nothing more is wanted from the source."""
        self.aborted = False
        """Whether the stream was given up at an invented result."""
        self.message: Message | None = None
        """The whole, once :meth:`finish` was called."""

    # -- parts in -------------------------------------------------------------------------------------

    def feed(self, part: Part) -> list[BlockEvent]:
        """Take one part.  Raises ``ValueError`` for one that is none of the kinds."""
        if self.done:
            return []
        if isinstance(part, str):
            return self._text(part)
        kind = part.get("type")
        if kind == "text":
            return self._text(part["text"])
        if kind == "done":
            self._reason = str(part.get("reason") or "stop")
            self.done = True
            return []
        if kind == "error":
            self._error = str(part.get("message") or "error")
            self._reason = "error"
            self.done = True
            return []
        if kind not in ("thinking", "tool_call", "image"):
            raise ValueError(
                f"a part is a string or one of text, thinking, tool_call, image, done, error; not {kind!r}"
            )
        if self._scanner.stopped:
            return []
        # What was held is text: nothing of it can become a delimiter across another block.
        events = self._scan(self._scanner.flush())
        if kind == "thinking":
            return [*events, *self._piece("thinking", part["thinking"])]
        if kind == "image":
            return [*events, *self._whole(dict(part))]
        return [*events, *self._native_call(part)]

    def finish(self, reason: str | None = None) -> list[BlockEvent]:
        """The stream has ended: the last events, and the whole message.

        ``reason`` is why, unless a part has said so already.
        """
        if self.message is not None:
            return []
        if reason is not None and not self.done:
            self._reason = reason
        events = self._scan(self._scanner.flush())
        events += self._close()
        events += [event for call in self._native.values() for event in self._native_end(call)]
        called = any(block["type"] == "tool_call" for block in self._content)
        reason = self._reason if self._reason in _KEPT_REASONS else "tool_use" if called else "stop"
        self.message = Message(self._content, reason, self.aborted, self._error, self._suppressed)
        self.done = True
        return [*events, {"type": "message_end", **self.message._asdict()}]

    def _text(self, text: str) -> list[BlockEvent]:
        if self._scanner.stopped:
            return []
        events = self._scan(self._scanner.feed(text))
        if self._scanner.stopped and self._abort:
            self.aborted = self.done = True
            self._reason = "stop"
            if self._on_abort is not None:
                self._on_abort()
        return events

    # -- the scanner's events -------------------------------------------------------------------------

    def _scan(self, events: list[Event]) -> list[BlockEvent]:
        return [found for event in events for found in self._scanned(event)]

    def _scanned(self, event: Event) -> list[BlockEvent]:
        if isinstance(event, Text):
            return self._piece("text", event.text)
        if isinstance(event, ThinkingStart):
            return [*self._close(), *self._begin({"type": "thinking", "thinking": ""})]
        if isinstance(event, ThinkingDelta):
            return self._piece("thinking", event.delta)
        if isinstance(event, ThinkingEnd):
            return self._close()
        if isinstance(event, ToolStart):
            self._silent = not self._owns("in-band")
            if self._silent:
                return []
            self._partial = {}
            call = {"type": "tool_call", "id": event.id, "name": event.name, "arguments": {}}
            return [*self._close(), *self._begin(call)]
        if isinstance(event, ToolArgDelta):
            if self._silent:
                return []
            self._partial.setdefault(event.key, []).append(event.delta)
            return [self._delta({"key": event.key, "delta": event.delta})]
        if isinstance(event, ToolEnd):
            arguments = {"arguments": event.arguments, "raw_block": event.raw_block}
            if self._silent:
                self._suppressed.append({"type": "tool_call", "id": event.id, "name": event.name, **arguments})
                return []
            self._content[-1].update(arguments)
            return self._close()
        assert isinstance(event, ToolAbort)
        return self._aborted_call()

    def _aborted_call(self) -> list[BlockEvent]:
        """The stream ended in a call: keep what was streamed of it, marked, or drop it."""
        if self._silent:
            return []
        if not self._keep:
            self._content.pop()
            self._open = ""
            return [{"type": "block_drop", "index": len(self._content)}]
        arguments: object = {key: "".join(pieces) for key, pieces in self._partial.items()}
        if None in self._partial:  # all arguments in one text, which is not complete
            arguments = "".join(self._partial[None])
        self._content[-1].update({"arguments": arguments, "incomplete": True})
        return self._close()

    # -- native calls ---------------------------------------------------------------------------------

    def _owns(self, channel: str) -> bool:
        """The channel of the first named call owns the turn."""
        self._owner = self._owner or channel
        return self._owner == channel

    def _native_call(self, part: dict[str, Any]) -> list[BlockEvent]:
        key = part.get("index", part.get("id"))
        call = self._native.get(key)
        if call is None:
            call = self._native[key] = {"id": "", "name": "", "pieces": [], "whole": None, "block": None}
        call["id"] = call["id"] or part.get("id") or ""
        call["name"] = call["name"] or part.get("name") or ""
        arguments = part.get("arguments")
        if isinstance(arguments, dict):
            call["whole"] = arguments
        elif arguments:
            call["pieces"].append(str(arguments))
        if not call["name"] or not self._owns("native"):
            return []
        events: list[BlockEvent] = []
        if call["block"] is None:
            block = {"type": "tool_call", "id": call["id"], "name": call["name"], "arguments": {}}
            events = [*self._close(), *self._begin(block)]
            call["block"] = len(self._content) - 1
            events += [{"type": "block_delta", "index": call["block"], "delta": text} for text in call["pieces"]]
        elif isinstance(arguments, str) and arguments:
            events = [{"type": "block_delta", "index": call["block"], "delta": arguments}]
        return events

    def _native_end(self, call: dict[str, Any]) -> list[BlockEvent]:
        text = "".join(call["pieces"])
        arguments, complete = call["whole"], True
        if arguments is None:
            try:
                arguments = parse_strict(text) if text.strip() else {}
            except ValueError:
                arguments, complete = text, False
            complete = complete and isinstance(arguments, dict)
        if call["block"] is None:
            if call["name"]:
                self._suppressed.append(
                    {"type": "tool_call", "id": call["id"], "name": call["name"], "arguments": arguments}
                )
            return []
        block = self._content[call["block"]]
        block["arguments"] = arguments
        if not complete:
            block["incomplete"] = True
        return [{"type": "block_end", "index": call["block"], "block": block}]

    # -- blocks out -----------------------------------------------------------------------------------

    def _begin(self, block: dict[str, Any]) -> list[BlockEvent]:
        self._content.append(block)
        self._open = block["type"]
        self._pieces = []
        return [{"type": "block_start", "index": len(self._content) - 1, "block": dict(block)}]

    def _delta(self, delta: dict[str, Any]) -> BlockEvent:
        return {"type": "block_delta", "index": len(self._content) - 1, **delta}

    def _piece(self, kind: str, text: str) -> list[BlockEvent]:
        """More of a block of text or thinking; it begins if it is not open."""
        if not text:
            return []
        events = [] if self._open == kind else [*self._close(), *self._begin({"type": kind, kind: ""})]
        self._pieces.append(text)
        return [*events, self._delta({"delta": text})]

    def _whole(self, block: dict[str, Any]) -> list[BlockEvent]:
        return [*self._close(), *self._begin(block), *self._close()]

    def _close(self) -> list[BlockEvent]:
        """End the open block, if there is one; a native call ends with the message, as fragments may still come."""
        if not self._open:
            return []
        kind, self._open = self._open, ""
        index = len(self._content) - 1
        block = self._content[index]
        if kind in ("text", "thinking"):
            block[kind] = "".join(self._pieces)
        if any(call["block"] == index for call in self._native.values()):
            return []
        return [{"type": "block_end", "index": index, "block": block}]


def project(
    source: Iterable[Part],
    dialect: str | Path | Dialect,
    tools: object = None,
    *,
    stop_reason: str = "stop",
    **options: Any,
) -> Generator[BlockEvent, None, Message]:
    """The block events of ``source``, a stream of parts; the generator returns the :class:`Message`.

    ``stop_reason`` is taken for a source that just ends.  ``options`` are those of :class:`Projector`.  The source is
    closed when the generator is, or when it is given up.  An exception of the source keeps what had arrived: the
    message ends with the reason ``error``, and the exception is raised after its events.
    """
    projector = Projector(dialect, tools, **options)
    failure: Exception | None = None
    try:
        for part in source:
            yield from projector.feed(part)
            if projector.done:
                break
    except GeneratorExit:
        raise
    except Exception as error:  # the source's own: what had arrived is kept
        failure = error
        projector.feed({"type": "error", "message": f"{type(error).__name__}: {error}"})
    finally:
        close = getattr(source, "close", None)
        if close is not None:
            close()
    yield from projector.finish(stop_reason)
    if failure is not None:
        raise failure
    assert projector.message is not None
    return projector.message


async def aproject(
    source: AsyncIterable[Part],
    dialect: str | Path | Dialect,
    tools: object = None,
    *,
    stop_reason: str = "stop",
    **options: Any,
) -> AsyncGenerator[BlockEvent, None]:
    """As :func:`project`, for an asynchronous source; the message is the last event (``message_end``)."""
    projector = Projector(dialect, tools, **options)
    failure: Exception | None = None
    try:
        async for part in source:
            for event in projector.feed(part):
                yield event
            if projector.done:
                break
    except Exception as error:  # as above
        failure = error
        projector.feed({"type": "error", "message": f"{type(error).__name__}: {error}"})
    finally:
        close = getattr(source, "aclose", None)
        if close is not None:
            await close()
    for event in projector.finish(stop_reason):
        yield event
    if failure is not None:
        raise failure
