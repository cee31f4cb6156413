"""Which shape a conversation has."""

from __future__ import annotations

from typing import Any

from minimax_grammar.messages.anthropic import from_anthropic
from minimax_grammar.messages.canonical import as_blocks, checked
from minimax_grammar.messages.openai_chat import from_openai
from minimax_grammar.messages.openai_responses import from_responses

__all__ = ["canonical"]

_ITEMS = {"function_call", "function_call_output", "reasoning", "message"}
_ANTHROPIC = {"tool_use", "tool_result", "redacted_thinking"}


def canonical(messages: object) -> list[dict[str, Any]]:
    """``messages`` of any shape as canonical ones.

    Raises :class:`MessageError` for what is none.
    """
    listed = checked(messages)
    if any(str(message.get("type")) in _ITEMS for message in listed):
        return from_responses(listed).messages
    kinds = {
        block.get("type")
        for number, message in enumerate(listed, 1)
        for block in as_blocks(message.get("content"), number)
    }
    sourced = any(
        isinstance(block.get("source"), dict)
        for number, message in enumerate(listed, 1)
        for block in as_blocks(message.get("content"), number)
    )
    if kinds & _ANTHROPIC or sourced:
        return from_anthropic(listed).messages
    return from_openai(listed).messages
