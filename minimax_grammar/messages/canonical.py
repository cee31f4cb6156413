"""What all converters share."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any, NamedTuple

from minimax_grammar.errors import MinimaxGrammarError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "ROLES",
    "Converted",
    "MessageError",
    "arguments_of",
    "as_blocks",
    "checked",
    "content_of",
    "extras",
    "name_results",
]

ROLES = ("system", "developer", "user", "assistant", "tool")


_FIELDS: dict[str, dict[str, type]] = {
    "text": {"text": str},
    "thinking": {"thinking": str},
    "tool_call": {"name": str, "arguments": dict},
}
_SAID: dict[type, str] = {str: "a string", dict: "an object"}


class MessageError(MinimaxGrammarError):
    """A conversation that cannot be understood: the message says which entry, and what shape is expected."""


class Converted(NamedTuple):
    """A converted conversation."""

    messages: list[dict[str, Any]]
    """The messages, or items."""
    losses: list[str]
    """What the other side cannot say, each with the number of its message."""
    system: str = ""
    """The system prompt, where it stands apart from the messages."""


def checked(messages: object) -> list[dict[str, Any]]:
    """``messages`` as a list of dicts.  Raises :class:`MessageError` for anything else."""
    if not isinstance(messages, list | tuple):
        raise MessageError(f"messages are a list, not a {type(messages).__name__}")
    for number, message in enumerate(messages, 1):
        if not isinstance(message, dict):
            raise MessageError(f"message {number} is a {type(message).__name__}, not an object")
    return list(messages)


def as_blocks(content: object, number: int) -> list[dict[str, Any]]:
    """Content as a list of blocks; a string is one of text, and nothing is none."""
    if content is None:
        return []
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if not isinstance(content, list | tuple) or not all(isinstance(block, dict) for block in content):
        raise MessageError(f"message {number}: content is a string or a list of blocks, not {type(content).__name__}")
    for block in content:
        kind = block.get("type")
        fields = _FIELDS.get(kind, {}) if isinstance(kind, str) else {"type": str}
        for field, expected in fields.items():
            if not isinstance(block.get(field), expected):
                message = f"a block of {kind!r} has {field!r}, which is {_SAID[expected]}"
                raise MessageError(f"message {number}: {message}")
        if kind == "tool_call" and not isinstance(block.get("id", ""), str):
            raise MessageError(f"message {number}: the id of a call is a string")
    return list(content)


def content_of(blocks: list[dict[str, Any]], original: object) -> str | list[dict[str, Any]]:
    """``blocks`` as content: a string again if they came from one."""
    if isinstance(original, str) and len(blocks) == 1 and blocks[0]["type"] == "text":
        return str(blocks[0]["text"])
    return blocks


def arguments_of(value: object, where: str, losses: list[str]) -> dict[str, Any]:
    """Arguments of a call, given as an object or as its JSON text."""
    if isinstance(value, dict):
        return deepcopy(value)
    if value is None or value == "":
        return {}
    if isinstance(value, str):
        try:
            parsed = json.loads(value)
        except (ValueError, RecursionError):
            parsed = None
        if isinstance(parsed, dict):
            return parsed
    losses.append(f"{where}: the arguments are no JSON object, and stand under the key 'arguments' as they were")
    return {"arguments": deepcopy(value)}


def extras(message: Mapping[str, Any], known: tuple[str, ...], number: int, losses: list[str]) -> None:
    """Note the fields of ``message`` that are not carried over."""
    left = [key for key, value in message.items() if key not in known and value is not None]
    if left:
        losses.append(f"message {number}: not carried over: {', '.join(map(str, left))}")


def name_results(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Give tool messages the name of the call they answer: by id, or by order where they have none."""
    names: dict[str, str] = {}
    waiting: list[dict[str, Any]] = []
    for message in messages:
        if message["role"] == "assistant" and isinstance(message["content"], list):
            calls = [block for block in message["content"] if block["type"] == "tool_call"]
            waiting = calls or waiting
            names.update({call["id"]: call["name"] for call in calls if call.get("id")})
        elif message["role"] == "tool":
            call = next((c for c in waiting if c.get("id", "") == message["tool_call_id"]), None)
            if call is None and not message["tool_call_id"] and waiting:
                call = waiting[0]
                message["tool_call_id"] = call.get("id", "")
            if call is not None:
                waiting = [other for other in waiting if other is not call]
            if not message.get("name"):
                message["name"] = names.get(message["tool_call_id"], call["name"] if call else "")
    return messages
