"""Which shape a conversation has."""

from __future__ import annotations

from typing import Any

from minimax_grammar.messages.anthropic import from_anthropic
from minimax_grammar.messages.canonical import Converted, as_blocks, checked
from minimax_grammar.messages.openai_chat import from_openai
from minimax_grammar.messages.openai_responses import from_responses

__all__ = ["canonical", "from_any"]

_ITEMS = ("function_call", "function_call_output", "reasoning", "message")
_ANTHROPIC = ("tool_use", "tool_result", "redacted_thinking")


def canonical(messages: object) -> list[dict[str, Any]]:
    """``messages`` of any shape as canonical ones; canonical ones come back as they are.

    Raises :class:`MessageError` for what is none.
    """
    return from_any(messages).messages


def from_any(messages: object) -> Converted:
    """``messages`` of any shape as canonical ones, with what is lost by that.

    Raises :class:`MessageError` for what is none.
    """
    entries = checked(messages)
    # Anthropic's answers are of the type message as well.
    if any("role" not in entry and entry.get("type") in _ITEMS for _, entry in entries):
        return from_responses(messages)
    blocks = [block for where, entry in entries for block in as_blocks(entry.get("content"), where)]
    if any(block.get("type") in _ANTHROPIC or isinstance(block.get("source"), dict) for block in blocks):
        return from_anthropic(messages)
    if any(entry.get("type") == "message" for _, entry in entries):
        return from_responses(messages)
    return from_openai(messages)
