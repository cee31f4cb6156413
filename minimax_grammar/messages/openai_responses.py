"""Items of OpenAI's Responses API."""

from __future__ import annotations

from typing import Any

from minimax_grammar.messages.canonical import (
    ROLES,
    Converted,
    MessageError,
    arguments_of,
    as_blocks,
    canonical_messages,
    checked,
    content_of,
    encoded,
    extras,
    finished,
    shown,
    string_of,
    unnamed,
    url_of,
)
from minimax_grammar.messages.openai_chat import part_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["from_responses", "to_responses"]

# An item's own id and its status are the server's, and say nothing to the model.
_OWN = ("type", "id", "status")


def from_responses(items: object) -> Converted:
    """Input or output items as canonical messages; what one assistant turn is made of becomes one message."""
    losses: list[str] = []
    made: list[tuple[str, dict[str, Any]]] = []
    for where, item in checked(items, "item"):
        message = _from(item, where, losses)
        last = made[-1][1] if made else None
        if message["role"] == "assistant" and last is not None and last["role"] == "assistant":
            last["content"] = [*as_blocks(last["content"], where), *as_blocks(message["content"], where)]
        else:
            made.append((where, message))
    return finished(made, losses)


def _from(item: dict[str, Any], where: str, losses: list[str]) -> dict[str, Any]:
    kind = item.get("type", "message")
    if kind == "function_call_output":
        extras(item, (*_OWN, "call_id", "output"), where, losses)
        output = item.get("output")
        parts = [part_of(part, where, losses) for part in as_blocks(output, where)]
        call_id = string_of(item, "call_id", where, "")
        return {"role": "tool", "tool_call_id": call_id, "name": "", "content": content_of(parts, output)}
    if kind == "message":
        role, content = item.get("role"), item.get("content")
        if role not in ROLES or role == "tool":
            raise MessageError(f"{where}: the role is one of {', '.join(ROLES[:-1])}, not {shown(role)}")
        extras(item, (*_OWN, "role", "content"), where, losses)
        return {
            "role": role,
            "content": content_of([part_of(p, where, losses) for p in as_blocks(content, where)], content),
        }
    if kind == "reasoning":
        return {"role": "assistant", "content": _thinking(item, where, losses)}
    if kind == "function_call":
        return {"role": "assistant", "content": [_call(item, where, losses)]}
    raise MessageError(
        f"{where}: an item is a message, reasoning, function_call or function_call_output, not {shown(kind)}"
    )


def _thinking(item: dict[str, Any], where: str, losses: list[str]) -> list[dict[str, Any]]:
    """Reasoning as thinking; its encrypted form goes with the last block."""
    extras(item, (*_OWN, "summary", "content", "encrypted_content"), where, losses)
    full, summary = as_blocks(item.get("content"), where), as_blocks(item.get("summary"), where)
    if full and summary:
        losses.append(f"{where}: the summary of its reasoning")
    blocks = [{"type": "thinking", "thinking": string_of(part, "text", where)} for part in full or summary]
    if item.get("encrypted_content") is not None:
        blocks = blocks or [{"type": "thinking", "thinking": ""}]
        blocks[-1]["encrypted_content"] = string_of(item, "encrypted_content", where)
    return blocks


def _call(item: dict[str, Any], where: str, losses: list[str]) -> dict[str, Any]:
    name = item.get("name")
    if not isinstance(name, str):
        raise MessageError(f'{where}: a function_call is {{"call_id", "name", "arguments"}}')
    told = f"{where}, call of {name!r}"
    extras(item, (*_OWN, "call_id", "name", "arguments"), told, losses)
    call_id = string_of(item, "call_id", where, "") or string_of(item, "id", where, "")
    arguments = arguments_of(item.get("arguments"), told, losses)
    return {"type": "tool_call", "id": call_id, "name": name, "arguments": arguments}


def to_responses(messages: object, places: Sequence[str] = ()) -> Converted:
    """Canonical messages as items; an assistant message becomes an item for each of its blocks."""
    losses: list[str] = []
    items: list[dict[str, Any]] = []
    made = canonical_messages(messages, places)
    before = ""
    for where, message in made:
        role = message["role"]
        if role == "assistant" == before:
            losses.append(f"{where}: that it is apart from the message before it")
        items += _to(message, where, losses)
        before = role
    unnamed(made, losses)
    return Converted(items, losses)


def _to(message: dict[str, Any], where: str, losses: list[str]) -> list[dict[str, Any]]:
    role, content = message["role"], message["content"]
    if role == "tool":
        extras(message, ("role", "content", "tool_call_id", "name", "is_error"), where, losses)
        if message.get("is_error"):
            losses.append(f"{where}: that a result is an error")
        output = _parts(content, "input", where, losses)
        return [{"type": "function_call_output", "call_id": message["tool_call_id"], "output": output}]
    extras(message, ("role", "content"), where, losses)
    if role == "assistant" and content and not isinstance(content, str):
        return [_to_item(block, where, losses) for block in content]
    return [{"type": "message", "role": role, "content": _parts(content, "input", where, losses)}]


def _to_item(block: dict[str, Any], where: str, losses: list[str]) -> dict[str, Any]:
    if block["type"] == "thinking":
        extras(block, ("type", "thinking", "encrypted_content"), where, losses)
        sealed = {"encrypted_content": block["encrypted_content"]} if "encrypted_content" in block else {}
        summary = [{"type": "summary_text", "text": block["thinking"]}] if block["thinking"] or not sealed else []
        return {"type": "reasoning", "summary": summary, **sealed}
    if block["type"] == "tool_call":
        extras(block, ("type", "id", "name", "arguments"), f"{where}, call of {block['name']!r}", losses)
        arguments = encoded(block, where)
        return {"type": "function_call", "call_id": block["id"], "name": block["name"], "arguments": arguments}
    return {"type": "message", "role": "assistant", "content": _parts([block], "output", where, losses)}


def _parts(content: Any, direction: str, where: str, losses: list[str]) -> Any:
    return content if isinstance(content, str) else [_to_part(block, direction, where, losses) for block in content]


def _to_part(block: dict[str, Any], direction: str, where: str, losses: list[str]) -> dict[str, Any]:
    if block["type"] == "text":
        extras(block, ("type", "text"), where, losses)
        return {"type": f"{direction}_text", "text": block["text"]}
    extras(block, ("type", "url", "media_type", "data", "detail", "file_id"), where, losses)
    detail = {"detail": block["detail"]} if "detail" in block else {}
    if "file_id" in block:
        return {"type": "input_image", "file_id": block["file_id"], **detail}
    return {"type": "input_image", "image_url": url_of(block, where), **detail}
