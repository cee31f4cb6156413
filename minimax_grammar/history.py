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
from minimax_grammar.faults import KEPT, Fault, faults_of
from minimax_grammar.messages.canonical import extras
from minimax_grammar.registry import load_dialect
from minimax_grammar.tools import Tools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from minimax_grammar.events import Event
    from minimax_grammar.render.records import Record
    from minimax_grammar.scanner import Scanner

    Message = Mapping[str, Any]

__all__ = ["Decoder", "Encoder", "decode_history", "encode_history"]

_BLANKS = " \t\n\r\f\v"
_RESULT = ("role", "content", "tool_call_id", "name", "is_error")
_FIELDS = {
    "text": ("type", "text"),
    "thinking": ("type", "thinking"),
    "tool_call": ("type", "id", "name", "arguments"),
}


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
    the images of the results.  Other messages pass as they are, also where their words look like the dialect's own
    markup: a model gets back what it wrote, faulty turns too (:func:`minimax_grammar.conversion.convert` tells of
    them).  Raises :class:`RenderError` for what the dialect cannot carry, unless ``allow_unsafe``.  With ``losses``,
    what the dialect has no words for at all is left out, and told there with the number of the message.
    """
    loaded = dialect if isinstance(dialect, Dialect) else load_dialect(dialect)
    encoder = Encoder(loaded, Tools.of(tools), allow_unsafe, losses)
    given = list(messages)
    named = [(f"message {number}", message) for number, message in enumerate(given, 1)]
    return [encoded for _, encoded in encoder.encode(named)]


class Encoder:
    """Writes earlier turns as text, one conversation.

    With ``whole``, an assistant message with thinking, or of several texts, becomes one text without calls, too.
    """

    def __init__(
        self, dialect: Dialect, tools: Tools, allow_unsafe: bool, losses: list[str] | None, *, whole: bool = False
    ) -> None:
        self.dialect = dialect
        self.tools = tools
        self.allow_unsafe = allow_unsafe
        self.losses = losses
        self.whole = whole
        self.names: dict[str, str] = {}
        self.written: dict[str, tuple[str, int]] = {}
        """The id that is written for each call, and its place among the calls of its turn."""
        self.taken: set[str] = set()
        """All ids that were written so far."""

    def encode(self, messages: Iterable[tuple[str, Message]]) -> Iterator[tuple[int, dict[str, Any]]]:
        """Each encoded message, and how many of ``messages`` it stands for; these come with what to call them."""
        for is_tool, run in groupby(messages, key=lambda named: named[1].get("role") == "tool"):
            if is_tool:
                results = list(run)
                yield len(results), self.results(results)
                continue
            for where, message in run:
                yield 1, self.assistant(message, where) if self.is_written(message) else deepcopy(dict(message))

    def is_written(self, message: Message) -> bool:
        """Whether something in ``message`` has to be written in the dialect."""
        content = message.get("content")
        if message.get("role") != "assistant" or not isinstance(content, list):
            return False
        kinds = [block.get("type") for block in content]
        return "tool_call" in kinds or (self.whole and ("thinking" in kinds or kinds.count("text") > 1))

    def assistant(self, message: Message, where: str) -> dict[str, Any]:
        """An assistant message with its thinking, words and calls as one text."""
        renderer = self.dialect.renderer
        calls = [block for block in message["content"] if block["type"] == "tool_call"]
        ids = renderer.ids(calls, self.taken)
        self.taken.update(ids)
        for number, (call, written) in enumerate(zip(calls, ids, strict=True)):
            if call.get("id"):
                self.names[call["id"]] = call["name"]
                self.written[call["id"]] = (written, number)
        blocks = message["content"]
        thoughts = "\n".join(block["thinking"] for block in blocks if block["type"] == "thinking")
        unsaid = f"{where}: thinking, which the dialect has no words for"
        if thoughts and not renderer.says("thinking") and self.lost(unsaid):
            thoughts = ""
        thinking = self.dialect.render_thinking(thoughts, allow_unsafe=self.allow_unsafe)
        prose = "\n".join(block["text"] for block in blocks if block["type"] == "text")
        calls = [{**call, "id": written} if written else call for call, written in zip(calls, ids, strict=True)]
        rendered = self.dialect.render_calls(calls, self.tools, allow_unsafe=self.allow_unsafe)
        before = "\n".join(part for part in (thinking, prose.rstrip() if calls else prose) if part)
        text = renderer.behind(before, rendered, "\n")
        rest = [deepcopy(block) for block in blocks if block["type"] not in _FIELDS]
        for block in blocks:
            self.not_carried(block, _FIELDS.get(block["type"], block), where)
        return {**deepcopy(_without_content(message)), "content": [{"type": "text", "text": text}, *rest]}

    def lost(self, what: str) -> bool:
        """Tell of a loss; whether losses are told at all."""
        if self.losses is None:
            return False
        self.losses.append(what)
        return True

    def not_carried(self, holder: Mapping[str, Any], known: Iterable[str], where: str) -> None:
        """Tell which fields of a message or a block, other than the known ones, are lost."""
        if self.losses is not None:
            extras(holder, tuple(known), where, self.losses)

    def results(self, run: list[tuple[str, Message]]) -> dict[str, Any]:
        """A run of results as one message."""
        results = []
        images = []
        for where, message in run:
            self.not_carried(message, _RESULT, where)
            content = message.get("content", "")
            blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
            given = str(message.get("tool_call_id") or "")
            name = message.get("name") or self.names.get(given, "")
            ident, number = self.written.get(given, (given, -1))
            text = "".join(block["text"] for block in blocks if block["type"] == "text")
            is_error = message.get("is_error", False)
            if is_error and not self.dialect.renderer.tells_failures:
                self.lost(f"{where}: that the result of {name!r} is an error")
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
    decoder = Decoder(loaded, Tools.of(tools) if tools is not None else None)
    return [decoded for message in messages for decoded in decoder.decode(message)]


class Decoder:
    """Reads earlier turns from text, one conversation.

    ``tell`` is told what is irregular in the texts of each message, while that is decoded.
    """

    def __init__(self, dialect: Dialect, tools: Tools | None, tell: Callable[[Fault], object] | None = None) -> None:
        self.dialect = dialect
        self.tools = tools
        self.tell = tell
        self.ids = (f"call_{number}" for number in count())
        self.waiting: list[dict[str, Any]] = []

    def decode(self, message: Message) -> Iterator[dict[str, Any]]:
        """What ``message`` is; a block of results is a message for each."""
        role, content = message.get("role"), message.get("content")
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else list(content or ())
        if role == "assistant":
            scanned = [self.scanned(block) for block in blocks]
            decoded = [
                found for block, (events, _) in zip(blocks, scanned, strict=True) for found in self.block(block, events)
            ]
            calls = [block for block in decoded if block["type"] == "tool_call"]
            self.waiting = calls or self.waiting
            plain = all(block["type"] not in ("thinking", "tool_call") for block in decoded)
            self.told(blocks, scanned, plain)
            yield deepcopy(dict(message)) if plain else {**deepcopy(_without_content(message)), "content": decoded}
            return
        records = self.records(blocks) if role == "user" else None
        if records is None:
            self.unread(blocks if role == "user" else [])
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

    def scanned(self, block: Mapping[str, Any]) -> tuple[list[Event], Scanner | None]:
        """The events of a text of an assistant, and what scanned it; none of another block."""
        if block.get("type") != "text":
            return [], None
        scanner = self.dialect.scanner(self.tools, ids=self.ids, trace=self.tell is not None)
        return scanner.feed(block["text"]) + scanner.flush(), scanner

    def told(self, blocks: list[Any], scanned: list[tuple[list[Event], Scanner | None]], plain: bool) -> None:
        """Tell what is irregular in the texts of a message, which stay as they are if it is ``plain``."""
        if self.tell is None:
            return
        for block, (events, scanner) in zip(blocks, scanned, strict=True):
            if scanner is not None:
                made = events, scanner.segments, scanner.diagnostics
                for fault in faults_of(block["text"], *made, raw=plain):
                    self.tell(fault)

    def unread(self, blocks: list[Any]) -> None:
        """Tell of results in a message of a user that is no block of results."""
        if self.tell is None:
            return
        marks = self.dialect.renderer.result_marks
        for text in [block["text"] for block in blocks if block.get("type") == "text"]:
            places = [place for place in map(text.find, marks) if place >= 0]
            if places:
                self.tell(Fault.at(KEPT, text, min(places), len(text), "results in another form"))

    def block(self, block: Mapping[str, Any], events: list[Event]) -> Iterator[dict[str, Any]]:
        """The blocks that a block of an assistant message is: a text may hold thinking and calls."""
        if block.get("type") != "text":
            yield deepcopy(dict(block))
            return
        text = ""
        after_thinking = False
        for event in events:
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
        if after_thinking:
            text = text.removeprefix("\n")
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
        """The results that a message of a user is; None if it is something else."""
        if not blocks or blocks[0].get("type") != "text" or any(block.get("type") != "image" for block in blocks[1:]):
            return None
        try:
            return self.dialect.renderer.read_results(blocks[0]["text"])
        except RenderError:
            return None


def _without_content(message: Message) -> dict[str, Any]:
    return {key: value for key, value in message.items() if key != "content"}
