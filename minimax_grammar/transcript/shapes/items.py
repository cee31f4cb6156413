"""Items of the Responses kind, and events of session logs: one thing each, in a row."""

from __future__ import annotations

from typing import Any

from minimax_grammar.transcript.model import Part, Path, Turn
from minimax_grammar.transcript.shapes.chat import Problems, call_part, turn_of

__all__ = ["ITEMS", "event_turn", "is_event", "item_turn", "items_turns"]

ITEMS = ("function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output", "reasoning", "message")
"""The types of items that say something here."""


def items_turns(items: list[Any], path: Path, problems: Problems) -> list[Turn]:
    """The turns of a list of items; what belongs to one answer of the model becomes one turn."""
    turns: list[Turn] = []
    for index, item in enumerate(items):
        turn = item_turn(item, (*path, index), problems)
        if turn is not None:
            add(turns, turn)
    return turns


def add(turns: list[Turn], turn: Turn) -> None:
    """Append ``turn``; items of the same answer, or of the same run of results, become one turn."""
    if turns and turns[-1].role == turn.role and turn.role in ("assistant", "tool"):
        turns[-1].parts.extend(turn.parts)
        turns[-1].finish = turn.finish or turns[-1].finish
    else:
        turns.append(turn)


def item_turn(item: Any, path: Path, problems: Problems) -> Turn | None:
    """The turn that an item is; None for one that says nothing here."""
    kind = item.get("type") if type(item) is dict else None
    if type(item) is not dict or "role" in item or kind == "message":
        return turn_of(item, path, problems)
    if kind in ("function_call", "custom_tool_call"):
        made = call_part({**item, "id": item.get("call_id") or item.get("id")}, path)
        if kind == "custom_tool_call":  # its input is free text
            made = made._replace(text="", value={})
        return Turn("assistant", [made], path)
    if kind in ("function_call_output", "custom_tool_call_output"):
        output = item.get("output")
        text = output if type(output) is str else ""
        return Turn("tool", [Part("result", text, (*path, "output"), 0, str(item.get("call_id") or ""))], path)
    if kind == "reasoning":
        parts = []
        for key in ("summary", "content"):
            blocks = item.get(key)
            for index, block in enumerate(blocks if type(blocks) is list else ()):
                if type(block) is dict and type(block.get("text")) is str:
                    parts.append(Part("thinking", block["text"], (*path, key, index, "text")))
        return Turn("assistant", parts, path)
    return None


def is_event(record: dict[str, Any]) -> bool:
    """Whether ``record`` is an event of a session log, or an item on a line of its own."""
    message, payload = record.get("message"), record.get("payload")
    if type(message) is dict and "role" in message:
        return True
    if type(payload) is dict and "type" in payload:
        return True
    return record.get("type") in ITEMS and "role" not in record


def event_turn(record: dict[str, Any], path: Path, problems: Problems) -> Turn | None:
    """The turn that an event holds; None if it holds none (a title, a summary, a count of tokens)."""
    message, payload = record.get("message"), record.get("payload")
    if type(message) is dict and "role" in message:
        return turn_of(message, (*path, "message"), problems)
    if type(payload) is dict:
        return item_turn(payload, (*path, "payload"), problems) if payload.get("type") in ITEMS else None
    if record.get("type") in ITEMS or "role" in record:
        return item_turn(record, path, problems)
    return None
