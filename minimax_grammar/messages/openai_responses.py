"""Items of OpenAI's Responses API."""

from __future__ import annotations

from typing import Any

from minimax_grammar.messages.canonical import Converted, MessageError, arguments_of, as_blocks, checked, name_results
from minimax_grammar.messages.openai_chat import image_of, url_of
from minimax_grammar.render.encode import compact_json

__all__ = ["from_responses", "to_responses"]


def from_responses(items: object) -> Converted:
    """Input or output items as canonical messages; what one assistant turn is made of becomes one message."""
    losses: list[str] = []
    messages: list[dict[str, Any]] = []
    for number, item in enumerate(checked(items), 1):
        kind = item.get("type", "message")
        if kind == "function_call_output":
            content: Any = item.get("output", "")
            if not isinstance(content, str):
                content = [_part(part, number) for part in as_blocks(content, number)]
            call_id = str(item.get("call_id") or "")
            messages.append({"role": "tool", "tool_call_id": call_id, "name": "", "content": content})
            continue
        role = item.get("role", "assistant") if kind == "message" else "assistant"
        blocks = _blocks(item, kind, number, losses)
        last = messages[-1] if messages else None
        if role == "assistant" and last is not None and last["role"] == "assistant":
            last["content"] += blocks
        elif role == "assistant":
            messages.append({"role": role, "content": blocks})
        else:
            plain = isinstance(item.get("content"), str)
            messages.append({"role": role, "content": item["content"] if plain else blocks})
    return Converted(name_results(messages), losses)


def _blocks(item: dict[str, Any], kind: str, number: int, losses: list[str]) -> list[dict[str, Any]]:
    if kind == "message":
        return [_part(part, number) for part in as_blocks(item.get("content"), number)]
    if kind == "reasoning":
        parts = item.get("content") or item.get("summary") or []
        if item.get("encrypted_content"):
            losses.append(f"item {number}: encrypted reasoning")
        return [{"type": "thinking", "thinking": str(part.get("text", ""))} for part in as_blocks(parts, number)]
    if kind == "function_call":
        name = item.get("name")
        if not isinstance(name, str):
            raise MessageError(f'item {number}: a function_call is {{"call_id", "name", "arguments"}}')
        arguments = arguments_of(item.get("arguments"), f"item {number}, call of {name!r}", losses)
        call_id = str(item.get("call_id") or item.get("id") or "")
        return [{"type": "tool_call", "id": call_id, "name": name, "arguments": arguments}]
    raise MessageError(f"item {number}: not message, reasoning, function_call or function_call_output, but {kind!r}")


def _part(part: dict[str, Any], number: int) -> dict[str, Any]:
    kind = part.get("type")
    if kind in ("input_text", "output_text", "text", "refusal"):
        return {"type": "text", "text": str(part.get("text", part.get("refusal", "")))}
    if kind == "input_image":
        return image_of(str(part.get("image_url") or ""))
    raise MessageError(f"item {number}: a part of content is text or an image, not {kind!r}")


def to_responses(messages: object) -> Converted:
    """Canonical messages as items."""
    losses: list[str] = []
    items: list[dict[str, Any]] = []
    for number, message in enumerate(checked(messages), 1):
        role = message.get("role")
        if role == "tool":
            if message.get("is_error"):
                losses.append(f"message {number}: that a result is an error")
            content = message.get("content")
            output: Any = content
            if not isinstance(content, str):
                output = [_to_part(block, "input") for block in as_blocks(content, number)]
            items.append({"type": "function_call_output", "call_id": message.get("tool_call_id", ""), "output": output})
            continue
        if role != "assistant":
            content = message.get("content")
            if not isinstance(content, str):
                content = [_to_part(block, "input") for block in as_blocks(content, number)]
            items.append({"type": "message", "role": role, "content": content})
            continue
        items += [_to_item(block) for block in as_blocks(message.get("content"), number)]
    return Converted(items, losses)


def _to_item(block: dict[str, Any]) -> dict[str, Any]:
    if block["type"] == "thinking":
        return {"type": "reasoning", "summary": [{"type": "summary_text", "text": block["thinking"]}]}
    if block["type"] == "tool_call":
        arguments = compact_json(block["arguments"])
        return {"type": "function_call", "call_id": block.get("id", ""), "name": block["name"], "arguments": arguments}
    return {"type": "message", "role": "assistant", "content": [_to_part(block, "output")]}


def _to_part(block: dict[str, Any], direction: str) -> dict[str, Any]:
    if block["type"] == "image":
        return {"type": "input_image", "image_url": url_of(block)}
    if block["type"] != "text":
        raise MessageError(f"a block of {block['type']!r} cannot stand in a message of user, system or tool")
    return {"type": f"{direction}_text", "text": block["text"]}
