"""Conversations from one form to another: between dialects, and from and to the shapes of native tool calling."""

from __future__ import annotations

from typing import Any, NamedTuple

from minimax_grammar.history import decode_history, encode_history
from minimax_grammar.messages import (
    Converted,
    canonical,
    from_anthropic,
    from_openai,
    from_responses,
    to_anthropic,
    to_openai,
    to_responses,
)
from minimax_grammar.registry import load_dialect
from minimax_grammar.render.encode import same_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["SHAPES", "Conversation", "convert"]

SHAPES = ("openai", "responses", "anthropic-messages", "canonical")
"""The forms that are no dialects."""

_TO: dict[str, Callable[[Any], Converted]] = {
    "openai": to_openai,
    "responses": to_responses,
    "anthropic-messages": to_anthropic,
    "canonical": lambda messages: Converted(messages, []),
}


class Conversation(NamedTuple):
    """A converted conversation."""

    record: Any
    """It, in the same kind of record as it came in: a list of messages, or an object that holds one."""
    losses: list[str]
    """What could not be carried over."""


def convert(record: Any, source: str, target: str, tools: object = None, *, allow_unsafe: bool = False) -> Conversation:
    """``record`` from the form ``source`` to the form ``target``: each a dialect, or one of :data:`SHAPES`.

    A record is a list of messages, or an object with ``messages``, perhaps ``tools``, and for Anthropic's messages
    ``system``; all else in it stays.  Raises :class:`MessageError` for what is no conversation, :class:`RenderError`
    for what the target cannot carry (unless ``allow_unsafe``), :class:`UnknownDialectError` for a form that does not
    exist.
    """
    holder = dict(record) if isinstance(record, dict) else {}
    listed = holder.get("messages") if holder else record
    known = tools if tools is not None else holder.get("tools")
    losses: list[str] = []
    if source == "anthropic-messages":
        messages, losses, _ = from_anthropic(listed, holder.pop("system", None))
    elif source == "openai":
        messages, losses, _ = from_openai(listed)
    elif source == "responses":
        messages, losses, _ = from_responses(listed)
    else:
        messages = canonical(listed)
        if source not in SHAPES:
            messages = decode_history(messages, load_dialect(source), known)
    system = ""
    if target in SHAPES:
        written = _TO[target](messages)
        messages, system = written.messages, written.system
        losses += written.losses
    else:
        dialect = load_dialect(target)
        encoded = encode_history(messages, dialect, known, allow_unsafe=allow_unsafe, losses=losses)
        losses += _misread(messages, decode_history(encoded, dialect, known), dialect.renderer.says("thinking"))
        messages = [_flat(message) for message in encoded]
    if not isinstance(record, dict):
        if system:
            losses.append("the system prompt, which stands beside the messages")
        return Conversation(messages, losses)
    return Conversation({**holder, **({"system": system} if system else {}), "messages": messages}, losses)


def _misread(messages: list[dict[str, Any]], read: list[dict[str, Any]], thinks: bool) -> list[str]:
    """What of ``messages`` is another thing when the dialect reads them again: words may look like its calls."""
    if len(messages) != len(read):
        return [f"that there are {len(messages)} messages: the dialect reads {len(read)}"]
    losses: list[str] = []
    blanks: list[str] = []
    for number, (message, again) in enumerate(zip(messages, read, strict=True), 1):
        said, heard = _said(message, thinks), _said(again, thinks)
        if not same_json(_trimmed(said), _trimmed(heard)):
            losses.append(f"what message {number} says: its words look like the dialect's own")
        elif _goes_on(message) and not _goes_on(again):
            losses.append(f"that words of message {number} stand behind its calls: they are written before them")
        elif not same_json(said, heard):
            blanks.append(str(number))
    if blanks:
        losses.append(f"white space around words or thinking, in message {', '.join(blanks)}")
    return losses


def _said(message: dict[str, Any], thinks: bool) -> list[Any]:
    """What ``message`` says: its role, its words, its thinking, its calls."""
    blocks = _blocks(message)
    calls = [[block["name"], block["arguments"]] for block in blocks if block["type"] == "tool_call"]
    texts = {kind: "\n".join(block[kind] for block in blocks if block["type"] == kind) for kind in ("text", "thinking")}
    # What is known to be lost is told once.
    return [message["role"], texts["text"], texts["thinking"] if thinks else "", calls]


def _trimmed(said: list[Any]) -> list[Any]:
    return [part.strip() if isinstance(part, str) else part for part in said]


def _goes_on(message: dict[str, Any]) -> bool:
    """Whether ``message`` says something behind its first call."""
    blocks = _blocks(message)
    first = next((place for place, block in enumerate(blocks) if block["type"] == "tool_call"), len(blocks))
    return any(block["type"] == "text" and block["text"].strip() for block in blocks[first:])


def _blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message.get("content") or []
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _flat(message: dict[str, Any]) -> dict[str, Any]:
    """``message`` with its content as a string, if it is nothing but one text."""
    content = message["content"]
    if isinstance(content, list) and len(content) == 1 and content[0]["type"] == "text":
        return {**message, "content": content[0]["text"]}
    return message
