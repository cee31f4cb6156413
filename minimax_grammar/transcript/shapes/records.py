"""What a whole record is, and its conversation."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any

from minimax_grammar.transcript.model import Conversation, Origin, Part, Path, Turn
from minimax_grammar.transcript.shapes.chat import Problems, turn_of, turns_of
from minimax_grammar.transcript.shapes.items import ITEMS, is_event, items_turns

__all__ = ["Kind", "conversation_of", "kind_of"]


class Kind(StrEnum):
    """What a JSON value is to a reader."""

    CONVERSATION = "conversation"
    MESSAGE = "message"
    EVENT = "event"
    TOOLS = "tools"
    """A list of tools, or one: no conversation, but nothing unknown."""
    UNKNOWN = "unknown"


_LISTS = ("messages", "conversations", "conversation", "dialog", "dialogue", "chat")
_COMPLETIONS = ("completion", "response", "chosen", "output_text", "answer")


def kind_of(record: Any) -> Kind:
    """What ``record`` is."""
    if isinstance(record, list):
        heads = [entry for entry in record[:50] if isinstance(entry, dict)]
        if not heads:
            return Kind.UNKNOWN
        if all(_is_tool(entry) for entry in heads):
            return Kind.TOOLS
        speaking = any("role" in entry or "from" in entry or entry.get("type") in ITEMS for entry in heads)
        return Kind.CONVERSATION if speaking else Kind.UNKNOWN
    if not isinstance(record, dict):
        return Kind.UNKNOWN
    if _shape(record):
        return Kind.CONVERSATION
    if is_event(record):
        return Kind.EVENT
    if "role" in record or ("from" in record and "value" in record):
        return Kind.MESSAGE
    if _is_tool(record) or isinstance(record.get("tools"), list):
        return Kind.TOOLS
    return Kind.UNKNOWN


def _is_tool(entry: dict[str, Any]) -> bool:
    function = entry.get("function")
    inner = function if isinstance(function, dict) else entry
    return isinstance(inner.get("name"), str) and (
        entry.get("type") == "function" or any(key in inner for key in ("parameters", "input_schema", "inputSchema"))
    )


def _shape(record: dict[str, Any]) -> str:
    """Which key makes ``record`` a conversation."""
    for key in _LISTS:
        if type(record.get(key)) is list or (key == "messages" and type(record.get(key)) is str):
            return key
    for key in ("request", "body"):
        inner = record.get(key)
        if type(inner) is dict and type(inner.get("messages")) is list:
            return key
    if type(record.get("choices")) is list:
        return "choices"
    if "role" in record:  # an answer of the Messages API is one message
        return ""
    for key in ("input", "output"):
        items = record.get(key)
        if type(items) is list and items and type(items[0]) is dict and ("type" in items[0] or "role" in items[0]):
            return "items"
    if "prompt" in record and any(key in record for key in _COMPLETIONS):
        return "prompt"
    return "text" if type(record.get("text")) is str and "type" not in record else ""


def conversation_of(record: Any, origin: Origin, number: int) -> Conversation | None:
    """The conversation that ``record`` is; None for what is none."""
    problems: Problems = []
    if type(record) is list:
        is_items = any(type(entry) is dict and "role" not in entry and entry.get("type") in ITEMS for entry in record)
        turns = items_turns(record, (), problems) if is_items else turns_of(record, (), problems)
        return Conversation(turns, origin, number, shape="messages", problems=problems)
    if type(record) is not dict:
        return None
    shape = _shape(record)
    if not shape:
        if "role" not in record:
            return None
        turn = turn_of(record, (), problems)
        turns = [turn] if turn is not None else []
        shape = "message"
    else:
        turns = _turns(record, shape, problems)
    system = record.get("system")
    if type(system) is str and system and turns and turns[0].role != "system":
        turns.insert(0, Turn("system", [Part("text", system, ("system",))], ("system",)))
    model = record.get("model")
    return Conversation(
        turns,
        origin,
        number,
        _tools(record, problems),
        model if type(model) is str else "",
        shape,
        problems,
    )


def _turns(record: dict[str, Any], shape: str, problems: Problems) -> list[Turn]:
    if shape in _LISTS:
        messages = record[shape]
        if type(messages) is str:
            messages = _parsed(messages, (shape,), problems)
        turns = turns_of(messages, (shape,), problems) if type(messages) is list else []
        return turns + _answers(record, (), problems) if "choices" in record else turns
    if shape == "items":
        turns = []
        for key in ("input", "output"):
            if type(record.get(key)) is list:
                turns += items_turns(record[key], (key,), problems)
            elif type(record.get(key)) is str and record[key]:
                turns.append(
                    Turn("user" if key == "input" else "assistant", [Part("text", record[key], (key,))], (key,))
                )
        # Where it goes on from an earlier answer, results come first, and their calls are in that.
        return turns[1:] if record.get("previous_response_id") and turns and turns[0].role == "tool" else turns
    if shape == "choices":
        return _answers(record, (), problems)
    if shape == "prompt":
        key = next(key for key in _COMPLETIONS if key in record)
        return _said(record, "prompt", "user", problems) + _said(record, key, "assistant", problems)
    if shape == "text":
        return [Turn("assistant", [Part("text", record["text"], ("text",))], ("text",))]
    turns = turns_of(record[shape]["messages"], (shape, "messages"), problems)
    response = record.get("response")
    return turns + _answers(response, ("response",), problems) if type(response) is dict else turns


def _said(record: dict[str, Any], key: str, role: str, problems: Problems) -> list[Turn]:
    value = record[key]
    if type(value) is list:
        return turns_of(value, (key,), problems)
    if type(value) is str:
        return [Turn(role, [Part("text", value, (key,))], (key,))]
    problems.append(("unknown-shape", (key,), f"{key!r} is a text or a list of messages"))
    return []


def _answers(record: dict[str, Any], path: Path, problems: Problems) -> list[Turn]:
    """The first answer of a chat completion, or the one message that ``record`` is."""
    choices = record.get("choices")
    if type(choices) is list and choices and type(choices[0]) is dict:
        choice, here = choices[0], (*path, "choices", 0)
        if type(choice.get("message")) is dict:
            turn = turn_of({"role": "assistant", **choice["message"]}, (*here, "message"), problems)
            if turn is not None:
                finish = choice.get("finish_reason")
                turn.finish = finish if type(finish) is str else ""
            return [turn] if turn is not None else []
        if type(choice.get("text")) is str:
            return [Turn("assistant", [Part("text", choice["text"], (*here, "text"))], here)]
    if "role" in record:
        turn = turn_of(record, path, problems)
        return [turn] if turn is not None else []
    return []


def _tools(record: dict[str, Any], problems: Problems) -> Any:
    """The tools that a record has: a list, or JSON text of one."""
    for holder, path in ((record, ()), (record.get("request"), ("request",)), (record.get("body"), ("body",))):
        if type(holder) is not dict:
            continue
        for key in ("tools", "functions"):
            given = holder.get(key)
            if type(given) is str and given.strip():
                given = _parsed(given, (*path, key), problems)
            if type(given) is list and given:
                return [each for each in given if not _is_own_tool(each)]
    return None


def _is_own_tool(tool: Any) -> bool:
    """Whether a tool is one of those that a provider has itself, named by nothing but its type."""
    return (
        type(tool) is dict
        and type(tool.get("type")) is str
        and tool["type"] not in ("function", "custom")
        and not tool.get("name")
        and type(tool.get("function")) is not dict
    )


def _parsed(text: str, path: Path, problems: Problems) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        problems.append(("unknown-shape", path, f"{path[-1]!r} is a text that is no JSON: {error}"))
        return None
