"""Anthropic messages, with their system prompt apart."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from minimax_grammar.messages.canonical import (
    Converted,
    MessageError,
    arguments_of,
    as_blocks,
    checked,
    content_of,
    name_results,
)

__all__ = ["from_anthropic", "to_anthropic"]


def from_anthropic(messages: object, system: object = None) -> Converted:
    """Messages and their ``system`` prompt as canonical messages; results become messages of their own."""
    losses: list[str] = []
    converted: list[dict[str, Any]] = []
    words = "\n\n".join(str(block.get("text", "")) for block in as_blocks(system, 0))
    if words:
        converted.append({"role": "system", "content": words})
    for number, message in enumerate(checked(messages), 1):
        role, content = message.get("role"), message.get("content")
        if role not in ("user", "assistant", "system"):
            raise MessageError(f"message {number}: the role is user or assistant, not {role!r}")
        rest = []
        for block in as_blocks(content, number):
            if block.get("type") == "tool_result":
                converted.append(_result(block, number, losses))
            else:
                rest.append(_block(block, number, losses))
        if rest or not as_blocks(content, number):
            converted.append({"role": role, "content": content_of(rest, content)})
    return Converted(name_results(converted), losses)


def _block(block: dict[str, Any], number: int, losses: list[str]) -> dict[str, Any]:
    kind = block.get("type")
    if kind == "text":
        return {"type": "text", "text": str(block.get("text", ""))}
    if kind == "thinking":
        thinking = {"type": "thinking", "thinking": str(block.get("thinking", ""))}
        return {**thinking, "signature": block["signature"]} if block.get("signature") else thinking
    if kind == "redacted_thinking":
        losses.append(f"message {number}: redacted thinking")
        return {"type": "thinking", "thinking": ""}
    if kind == "tool_use":
        name = block.get("name")
        if not isinstance(name, str):
            raise MessageError(f'message {number}: a tool_use is {{"id", "name", "input"}}')
        arguments = arguments_of(block.get("input"), f"message {number}, call of {name!r}", losses)
        return {"type": "tool_call", "id": str(block.get("id") or ""), "name": name, "arguments": arguments}
    if kind == "image":
        source = block.get("source")
        if not isinstance(source, dict):
            return deepcopy(block)
        if source.get("type") == "base64":
            return {"type": "image", "media_type": source.get("media_type", ""), "data": source.get("data", "")}
        return {"type": "image", "url": source.get("url", "")}
    raise MessageError(f"message {number}: no block of text, thinking, tool_use, tool_result or image, but {kind!r}")


def _result(block: dict[str, Any], number: int, losses: list[str]) -> dict[str, Any]:
    content = block.get("content") or ""
    inner = [_block(part, number, losses) for part in as_blocks(content, number)]
    result = {
        "role": "tool",
        "tool_call_id": str(block.get("tool_use_id") or ""),
        "name": "",
        "content": content_of(inner, content),
    }
    return {**result, "is_error": True} if block.get("is_error") else result


def to_anthropic(messages: object) -> Converted:
    """Canonical messages as Anthropic's; system and developer texts become the system prompt."""
    losses: list[str] = []
    converted: list[dict[str, Any]] = []
    system: list[str] = []
    for number, message in enumerate(checked(messages), 1):
        role, content = message.get("role"), message.get("content")
        blocks = as_blocks(content, number)
        if role in ("system", "developer"):
            system.append("".join(block.get("text", "") for block in blocks))
            if role == "developer" or converted:
                losses.append(f"message {number}: where it stands, and that it is of the role {role}")
            continue
        if role == "tool":
            inner: Any = content if isinstance(content, str) else [_to_block(block) for block in blocks]
            result = {"type": "tool_result", "tool_use_id": message.get("tool_call_id", ""), "content": inner}
            if message.get("is_error"):
                result["is_error"] = True
            last = converted[-1] if converted else None
            if last is not None and last["role"] == "user" and _holds_results(last):
                last["content"].append(result)
            else:
                converted.append({"role": "user", "content": [result]})
            continue
        converted.append(
            {"role": role, "content": content if isinstance(content, str) else [_to_block(b) for b in blocks]}
        )
    return Converted(converted, losses, "\n\n".join(system))


def _holds_results(message: dict[str, Any]) -> bool:
    return isinstance(message["content"], list) and all(block["type"] == "tool_result" for block in message["content"])


def _to_block(block: dict[str, Any]) -> dict[str, Any]:
    if block["type"] == "tool_call":
        arguments = deepcopy(block["arguments"])
        return {"type": "tool_use", "id": block.get("id", ""), "name": block["name"], "input": arguments}
    if block["type"] == "image" and "data" in block:
        source = {"type": "base64", "media_type": block.get("media_type", ""), "data": block["data"]}
        return {"type": "image", "source": source}
    if block["type"] == "image":
        return {"type": "image", "source": {"type": "url", "url": block.get("url", "")}}
    return deepcopy(block)
