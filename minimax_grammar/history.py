"""Earlier turns, from structure to the text of a dialect and back (SPEC 12).

Both directions take and give canonical messages, and change nothing that they are given.
"""

from __future__ import annotations

from copy import deepcopy
from itertools import count, groupby
from typing import Any

from minimax_grammar.dialect import Dialect
from minimax_grammar.errors import RenderError
from minimax_grammar.events import Text, ThinkingEnd, ToolEnd
from minimax_grammar.registry import load_dialect
from minimax_grammar.tools import Tools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from minimax_grammar.render.records import Record

    Message = Mapping[str, Any]

__all__ = ["decode_history", "encode_history"]

_BLANKS = " \t\n\r\f\v"


def encode_history(
    messages: Iterable[Message],
    dialect: str | Path | Dialect,
    tools: object = None,
    *,
    allow_unsafe: bool = False,
    losses: list[str] | None = None,
) -> list[dict[str, Any]]:
    """``messages`` with structured calls and results as text.

    An assistant message with calls becomes thinking, prose (trimmed at its end), a line feed, and the rendered
    calls, and keeps its images after them.  A run of tool results becomes one user message: one rendered block, then
    the images of the results.  Other messages pass as they are.  Raises :class:`RenderError` for what the dialect
    cannot carry, unless ``allow_unsafe``.  With ``losses``, what the dialect has no words for at all is left out, and
    told there.
    """
    loaded = dialect if isinstance(dialect, Dialect) else load_dialect(dialect)
    encoder = _Encoder(loaded, Tools.of(tools), allow_unsafe, losses)
    return list(encoder.encode(messages))


class _Encoder:
    def __init__(self, dialect: Dialect, tools: Tools, allow_unsafe: bool, losses: list[str] | None) -> None:
        self.dialect = dialect
        self.tools = tools
        self.allow_unsafe = allow_unsafe
        self.losses = losses
        self.names: dict[str, str] = {}
        self.written: dict[str, tuple[str, int]] = {}
        """The id that is written for each call, and its place among the calls of its turn."""

        self.taken: set[str] = set()
        """All ids that were written so far."""

    def encode(self, messages: Iterable[Message]) -> Iterator[dict[str, Any]]:
        for is_tool, run in groupby(messages, key=lambda message: message.get("role") == "tool"):
            if is_tool:
                yield self.results(list(run))
                continue
            for message in run:
                calls = _of_type(message, "tool_call") if message.get("role") == "assistant" else []
                yield self.assistant(message, calls) if calls else deepcopy(dict(message))

    def assistant(self, message: Message, calls: list[dict[str, Any]]) -> dict[str, Any]:
        renderer = self.dialect.renderer
        ids = renderer.ids(calls, self.taken)
        self.taken.update(ids)
        for number, (call, written) in enumerate(zip(calls, ids, strict=True)):
            if call.get("id"):
                self.names[call["id"]] = call["name"]
                self.written[call["id"]] = (written, number)
        blocks = message["content"]
        thoughts = "\n".join(block["thinking"] for block in blocks if block["type"] == "thinking")
        if thoughts and not renderer.says("thinking") and self.lost("thinking, which the dialect has no words for"):
            thoughts = ""
        thinking = self.dialect.render_thinking(thoughts, allow_unsafe=self.allow_unsafe)
        prose = "\n".join(block["text"] for block in blocks if block["type"] == "text").rstrip()
        calls = [{**call, "id": written} if written else call for call, written in zip(calls, ids, strict=True)]
        rendered = self.dialect.render_calls(calls, self.tools, allow_unsafe=self.allow_unsafe)
        before = "\n".join(part for part in (thinking, prose) if part)
        text = renderer.behind(before, rendered, "\n")
        known = ("text", "thinking", "tool_call")
        rest = [deepcopy(block) for block in blocks if block["type"] not in known]
        return {**deepcopy(_without_content(message)), "content": [{"type": "text", "text": text}, *rest]}

    def lost(self, what: str) -> bool:
        """Tell of a loss; whether losses are told at all."""
        if self.losses is None:
            return False
        self.losses.append(what)
        return True

    def results(self, run: list[Message]) -> dict[str, Any]:
        results = []
        images = []
        for message in run:
            content = message.get("content", "")
            blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
            given = str(message.get("tool_call_id") or "")
            name = message.get("name") or self.names.get(given, "")
            ident, number = self.written.get(given, (given, -1))
            text = "".join(block["text"] for block in blocks if block["type"] == "text")
            is_error = message.get("is_error", False)
            if is_error and not self.dialect.renderer.tells_failures:
                self.lost(f"that the result of {name!r} is an error")
            results.append({"name": name, "text": text, "is_error": is_error, "id": ident, "number": number})
            images += [deepcopy(block) for block in blocks if block["type"] != "text"]
        block = self.dialect.render_results(results, allow_unsafe=self.allow_unsafe)
        return {"role": "user", "content": [{"type": "text", "text": block}, *images]}


def decode_history(
    messages: Iterable[Message], dialect: str | Path | Dialect, tools: object = None
) -> list[dict[str, Any]]:
    """``messages`` with calls and results in text as structure: the inverse of :func:`encode_history`.

    An assistant message that holds calls or thinking becomes blocks; a user message that is a block of results becomes
    tool messages, matched with the calls before it by order.  Other messages pass as they are.
    """
    loaded = dialect if isinstance(dialect, Dialect) else load_dialect(dialect)
    decoder = _Decoder(loaded, Tools.of(tools) if tools is not None else None)
    return [decoded for message in messages for decoded in decoder.decode(message)]


class _Decoder:
    def __init__(self, dialect: Dialect, tools: Tools | None) -> None:
        self.dialect = dialect
        self.tools = tools
        self.ids = (f"call_{number}" for number in count())
        self.waiting: list[dict[str, Any]] = []

    def decode(self, message: Message) -> Iterator[dict[str, Any]]:
        role, content = message.get("role"), message.get("content")
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else list(content or ())
        if role == "assistant":
            decoded = [found for block in blocks for found in self.block(block)]
            calls = [block for block in decoded if block["type"] == "tool_call"]
            self.waiting = calls or self.waiting
            plain = all(block["type"] == "text" for block in decoded)
            yield deepcopy(dict(message)) if plain else {**deepcopy(_without_content(message)), "content": decoded}
            return
        records = self.records(blocks) if role == "user" else None
        if records is None:
            yield deepcopy(dict(message))
            return
        images = [deepcopy(block) for block in blocks[1:]]
        for number, record in enumerate(records):
            # By id where the dialect writes it, else by order.
            named = [place for place, waiting in enumerate(self.waiting) if record.id and waiting["id"] == record.id]
            call = self.waiting.pop(named[0] if named else 0) if self.waiting else None
            content_blocks = [{"type": "text", "text": record.text}, *(images if number == len(records) - 1 else ())]
            yield {
                "role": "tool",
                "tool_call_id": call["id"] if call else "",
                "name": record.name or (call["name"] if call else ""),
                "content": content_blocks,
                "is_error": record.is_error,
            }

    def block(self, block: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """A block of an assistant message: a text may hold thinking and calls."""
        if block.get("type") != "text":
            yield deepcopy(dict(block))
            return
        scanner = self.dialect.scanner(self.tools, ids=self.ids)
        text = ""
        after_thinking = False
        for event in scanner.feed(block["text"]) + scanner.flush():
            if isinstance(event, Text):
                text += event.text
            elif isinstance(event, ThinkingEnd | ToolEnd):
                # The line feed between prose and calls, and between calls, is layout.
                prose = text.rstrip(_BLANKS) if isinstance(event, ToolEnd) else text
                if after_thinking:
                    prose = prose.removeprefix("\n")
                after_thinking = isinstance(event, ThinkingEnd)
                if prose.strip(_BLANKS):
                    yield {"type": "text", "text": prose}
                text = ""
                if isinstance(event, ThinkingEnd):
                    yield {"type": "thinking", "thinking": self.within_lines(event.thinking)}
                else:
                    yield {"type": "tool_call", "id": event.id, "name": event.name, "arguments": event.arguments}
        if text:
            yield {"type": "text", "text": text}

    def within_lines(self, thinking: str) -> str:
        """Thinking without the line feeds that rendering puts around it."""
        if not self.dialect.renderer.says("thinking"):
            return thinking
        before, after = self.dialect.renderer.template("thinking").around("thinking")
        if before.endswith("\n") and thinking.startswith("\n") and len(thinking) > 1:
            thinking = thinking[1:]
        return thinking[:-1] if after.startswith("\n") and thinking.endswith("\n") else thinking

    def records(self, blocks: list[Any]) -> list[Record] | None:
        if not blocks or blocks[0].get("type") != "text" or any(block.get("type") != "image" for block in blocks[1:]):
            return None
        try:
            return self.dialect.renderer.read_results(blocks[0]["text"])
        except RenderError:
            return None


def _of_type(message: Message, kind: str) -> list[dict[str, Any]]:
    content = message.get("content")
    return [block for block in content if block.get("type") == kind] if isinstance(content, list) else []


def _without_content(message: Message) -> dict[str, Any]:
    return {key: value for key, value in message.items() if key != "content"}
