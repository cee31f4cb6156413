"""OpenAI chat completion messages."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from minimax_grammar.messages.canonical import (
    ROLES,
    Converted,
    MessageError,
    arguments_of,
    as_blocks,
    checked,
    content_of,
    extras,
    name_results,
)
from minimax_grammar.render.encode import compact_json

__all__ = ["from_openai", "to_openai"]

_KNOWN = ("role", "content", "name", "tool_calls", "tool_call_id", "function_call", "reasoning_content", "is_error")


def from_openai(messages: object) -> Converted:
    """Chat messages as canonical ones.

    Arguments of calls may be JSON text or objects; ``reasoning_content`` is thinking; the older ``function_call`` and
    the role ``function`` are read as well.  Raises :class:`MessageError` for what is no message.
    """
    losses: list[str] = []
    converted = [_from(message, number, losses) for number, message in enumerate(checked(messages), 1)]
    return Converted(name_results(converted), losses)


def _from(message: dict[str, Any], number: int, losses: list[str]) -> dict[str, Any]:
    role = message.get("role")
    if role == "function":
        role = "tool"
    if role not in ROLES:
        raise MessageError(f"message {number}: the role is one of {', '.join(ROLES)}, not {role!r}")
    extras(message, _KNOWN, number, losses)
    content = message.get("content")
    blocks = [_part(part, number) for part in as_blocks(content, number)]
    if role == "tool":
        result = {
            "role": "tool",
            "tool_call_id": str(message.get("tool_call_id") or ""),
            "name": str(message.get("name") or ""),
            "content": content_of(blocks, content),
        }
        return {**result, "is_error": True} if message.get("is_error") else result
    if role != "assistant":
        if message.get("name"):
            losses.append(f"message {number}: not carried over: name")
        return {"role": role, "content": content_of(blocks, content)}
    if message.get("reasoning_content"):
        blocks.insert(0, {"type": "thinking", "thinking": str(message["reasoning_content"])})
    calls = message.get("tool_calls") or []
    if not isinstance(calls, list | tuple) or not all(isinstance(call, dict) for call in calls):
        raise MessageError(f"message {number}: tool_calls is a list of objects")
    if message.get("function_call"):
        calls = [*calls, {"function": message["function_call"]}]
    blocks += [_call(call, number, losses) for call in calls]
    return {"role": "assistant", "content": content_of(blocks, content)}


def _part(part: dict[str, Any], number: int) -> dict[str, Any]:
    kind = part.get("type")
    if kind in ("text", "input_text", "output_text", "refusal"):
        return {"type": "text", "text": str(part.get("text", part.get("refusal", "")))}
    if kind in ("thinking", "tool_call"):  # canonical already
        return deepcopy(part)
    if kind == "image_url":
        url = part.get("image_url")
        address = url.get("url") if isinstance(url, dict) else url
        return image_of(str(address or ""))
    if kind == "image":
        return deepcopy(part)
    raise MessageError(f"message {number}: a part of content is text or image_url, not {kind!r}")


def image_of(url: str) -> dict[str, Any]:
    """An image block from an address; a ``data:`` address is taken apart."""
    if url.startswith("data:") and ";base64," in url:
        kind, _, data = url.removeprefix("data:").partition(";base64,")
        return {"type": "image", "media_type": kind, "data": data}
    return {"type": "image", "url": url}


def url_of(image: dict[str, Any]) -> str:
    """The address of an image block."""
    if "data" in image:
        return f"data:{image.get('media_type', 'application/octet-stream')};base64,{image['data']}"
    return str(image.get("url", ""))


def _call(call: dict[str, Any], number: int, losses: list[str]) -> dict[str, Any]:
    function = call.get("function")
    if not isinstance(function, dict) or not isinstance(function.get("name"), str):
        raise MessageError(f'message {number}: a call is {{"id", "function": {{"name", "arguments"}}}}')
    name = function["name"]
    arguments = arguments_of(function.get("arguments"), f"message {number}, call of {name!r}", losses)
    return {"type": "tool_call", "id": str(call.get("id") or ""), "name": name, "arguments": arguments}


def to_openai(messages: object) -> Converted:
    """Canonical messages as chat messages; arguments are JSON text."""
    losses: list[str] = []
    return Converted([_to(m, number, losses) for number, m in enumerate(checked(messages), 1)], losses)


def _to(message: dict[str, Any], number: int, losses: list[str]) -> dict[str, Any]:
    role, content = message.get("role"), message.get("content")
    blocks = as_blocks(content, number)
    parts = [_to_part(block) for block in blocks if block["type"] in ("text", "image")]
    if isinstance(content, str):
        plain: Any = content
    elif role == "assistant" and not parts:
        plain = None
    elif all(part["type"] == "text" for part in parts) and role in ("assistant", "tool"):
        plain = "".join(part["text"] for part in parts)
    elif len(parts) == 1 and parts[0]["type"] == "text":
        plain = parts[0]["text"]
    else:
        plain = parts
    converted: dict[str, Any] = {"role": role, "content": plain}
    if role == "tool":
        converted["tool_call_id"] = message.get("tool_call_id", "")
        if message.get("name"):
            converted["name"] = message["name"]
        if message.get("is_error"):
            losses.append(f"message {number}: that a result is an error")
    if role == "assistant":
        thoughts = [block["thinking"] for block in blocks if block["type"] == "thinking"]
        calls = [block for block in blocks if block["type"] == "tool_call"]
        if thoughts:
            converted["reasoning_content"] = "\n".join(thoughts)
        if calls:
            converted["tool_calls"] = [_to_call(call) for call in calls]
        kinds = [block["type"] for block in blocks]
        order = sorted(kinds, key=("thinking", "text", "image", "tool_call").index)
        if kinds != order or len(thoughts) > 1:
            losses.append(f"message {number}: the order of its thinking, text and calls")
    return converted


def _to_part(block: dict[str, Any]) -> dict[str, Any]:
    if block["type"] == "text":
        return {"type": "text", "text": block["text"]}
    return {"type": "image_url", "image_url": {"url": url_of(block)}}


def _to_call(call: dict[str, Any]) -> dict[str, Any]:
    function = {"name": call["name"], "arguments": compact_json(call["arguments"])}
    return {"id": call.get("id", ""), "type": "function", "function": function}
