"""OpenAI chat completion messages."""

from __future__ import annotations

from typing import Any

from minimax_grammar.messages.canonical import (
    ROLES,
    Converted,
    MessageError,
    arguments_of,
    as_blocks,
    canonical_block,
    canonical_messages,
    checked,
    content_of,
    encoded,
    extras,
    finished,
    image_of,
    ordered,
    shown,
    string_of,
    url_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["from_openai", "part_of", "to_openai"]

_ASSISTANT = ("role", "content", "tool_calls", "function_call", "reasoning_content", "reasoning", "refusal")
_RESULT = ("role", "content", "tool_call_id", "name", "is_error")
_TEXTS = ("text", "input_text", "output_text")
_IMAGES = ("image_url", "input_image")


def from_openai(messages: object) -> Converted:
    """Chat messages as canonical ones.

    Arguments of calls may be JSON text or objects; ``reasoning_content`` (or ``reasoning``) is thinking; the older
    ``function_call`` and the role ``function`` are read as well.  Raises :class:`MessageError` for what is no message.
    """
    losses: list[str] = []
    return finished([(where, _from(message, where, losses)) for where, message in checked(messages)], losses)


def _from(message: dict[str, Any], where: str, losses: list[str]) -> dict[str, Any]:
    role, content = message.get("role"), message.get("content")
    if role not in (*ROLES, "function"):
        raise MessageError(f"{where}: the role is one of {', '.join(ROLES)}, not {shown(role)}")
    blocks = [part_of(part, where, losses) for part in as_blocks(content, where)]
    if role in ("tool", "function"):
        extras(message, _RESULT, where, losses)
        result = {
            "role": "tool",
            "tool_call_id": string_of(message, "tool_call_id", where, ""),
            "name": string_of(message, "name", where, ""),
            "content": content_of(blocks, content),
        }
        return {**result, "is_error": True} if message.get("is_error") else result
    if role == "assistant":
        return {"role": role, "content": _assistant(message, blocks, where, losses)}
    extras(message, ("role", "content"), where, losses)
    return {"role": role, "content": content_of(blocks, content)}


def _assistant(message: dict[str, Any], blocks: list[dict[str, Any]], where: str, losses: list[str]) -> Any:
    extras(message, _ASSISTANT, where, losses)
    content = message.get("content")
    thought = message.get("reasoning_content")
    if thought is None:
        thought = string_of(message, "reasoning", where, "")
    elif message.get("reasoning") not in (None, thought):
        losses.append(f"{where}: not carried over: reasoning")
    if message.get("refusal") is not None:
        blocks.append({"type": "text", "text": string_of(message, "refusal", where)})
        losses.append(f"{where}: that a text is a refusal")
    thinking = string_of({"reasoning_content": thought}, "reasoning_content", where)
    rest = [{"type": "thinking", "thinking": thinking}] if thinking else []
    calls = [_call(call, where, losses) for call in _calls(message, where)]
    if content == "" and (rest or calls or len(blocks) > 1):
        blocks = blocks[1:]
    return content_of([*rest, *blocks, *calls], content)


def _calls(message: dict[str, Any], where: str) -> list[Any]:
    calls = message.get("tool_calls")
    if calls is not None and not isinstance(calls, list):
        raise MessageError(f"{where}: 'tool_calls' is a list, not a {type(calls).__name__}")
    older = message.get("function_call")
    return [*(calls or ()), *([{"function": older}] if older is not None else ())]


def _call(call: Any, where: str, losses: list[str]) -> dict[str, Any]:
    function = call.get("function") if isinstance(call, dict) else None
    if not isinstance(function, dict) or not isinstance(function.get("name"), str):
        raise MessageError(f'{where}: a call is {{"id", "function": {{"name", "arguments"}}}}')
    name = function["name"]
    told = f"{where}, call of {name!r}"
    extras(call, ("id", "type", "index", "function"), told, losses)
    extras(function, ("name", "arguments"), told, losses)
    arguments = arguments_of(function.get("arguments"), told, losses)
    return {"type": "tool_call", "id": string_of(call, "id", where, ""), "name": name, "arguments": arguments}


def part_of(part: dict[str, Any], where: str, losses: list[str]) -> dict[str, Any]:
    """A part of content as a canonical block; a part that is one already stays."""
    kind = part.get("type")
    if kind in _TEXTS:
        extras(part, ("type", "text"), where, losses)
        return {"type": "text", "text": string_of(part, "text", where)}
    if kind == "refusal":
        losses.append(f"{where}: that a text is a refusal")
        return {"type": "text", "text": string_of(part, "refusal", where)}
    if kind in _IMAGES:
        return _image(part, where, losses)
    if kind in ("thinking", "tool_call", "image"):
        return canonical_block(part, where)
    raise MessageError(f"{where}: a part of content is text or image_url, not {shown(kind)}")


def _image(part: dict[str, Any], where: str, losses: list[str]) -> dict[str, Any]:
    address = part.get("image_url")
    inner = address if isinstance(address, dict) else {**part, "url": address}
    extras(inner, ("url", "detail", "file_id", "type", "image_url"), where, losses)
    detail = {"detail": inner["detail"]} if inner.get("detail") is not None else {}
    if inner.get("url") is None and inner.get("file_id") is not None:
        return {"type": "image", "file_id": string_of(inner, "file_id", where), **detail}
    return {**image_of(string_of(inner, "url", where)), **detail}


def to_openai(messages: object, places: Sequence[str] = ()) -> Converted:
    """Canonical messages as chat messages; arguments are JSON text.

    Content that is one text is a string, whether it was one or a list of one block.
    """
    losses: list[str] = []
    return Converted([_to(message, where, losses) for where, message in canonical_messages(messages, places)], losses)


def _to(message: dict[str, Any], where: str, losses: list[str]) -> dict[str, Any]:
    role, content = message["role"], message["content"]
    blocks = as_blocks(content, where)
    shown = [block for block in blocks if block["type"] in ("text", "image")]
    parts = [part for block in shown for part in _to_part(block, where, losses)]
    converted: dict[str, Any] = {"role": role, "content": content if isinstance(content, str) else _shortest(parts)}
    if role == "tool":
        extras(message, _RESULT, where, losses)
        converted["tool_call_id"] = message["tool_call_id"]
        if message["name"]:
            converted["name"] = message["name"]
        if message.get("is_error"):
            losses.append(f"{where}: that a result is an error")
        return converted
    extras(message, ("role", "content"), where, losses)
    if role == "assistant":
        _add_calls(converted, blocks, where, losses)
    return converted


def _shortest(parts: list[dict[str, Any]]) -> Any:
    return parts[0]["text"] if len(parts) == 1 and parts[0]["type"] == "text" else parts


def _add_calls(converted: dict[str, Any], blocks: list[dict[str, Any]], where: str, losses: list[str]) -> None:
    """What an assistant message has beside its content."""
    ordered(blocks, where, losses)
    thoughts = [block for block in blocks if block["type"] == "thinking"]
    calls = [block for block in blocks if block["type"] == "tool_call"]
    for block in thoughts:
        extras(block, ("type", "thinking"), where, losses)
    thinking = "\n".join(block["thinking"] for block in thoughts if block["thinking"])
    if thinking:
        converted["reasoning_content"] = thinking
    if calls:
        converted["tool_calls"] = [_to_call(call, where, losses) for call in calls]
    if converted["content"] == []:
        converted["content"] = None
    elif converted["content"] == "" and (thinking or calls):
        # As a part it is told from the empty string that stands for no content at all.
        converted["content"] = [{"type": "text", "text": ""}]


def _to_part(block: dict[str, Any], where: str, losses: list[str]) -> list[dict[str, Any]]:
    if block["type"] == "text":
        extras(block, ("type", "text"), where, losses)
        return [{"type": "text", "text": block["text"]}]
    if not {"url", "data"} & set(block):
        losses.append(f"{where}: an image without address or data")
        return []
    extras(block, ("type", "url", "media_type", "data", "detail"), where, losses)
    detail = {"detail": block["detail"]} if "detail" in block else {}
    return [{"type": "image_url", "image_url": {"url": url_of(block, where), **detail}}]


def _to_call(call: dict[str, Any], where: str, losses: list[str]) -> dict[str, Any]:
    extras(call, ("type", "id", "name", "arguments"), f"{where}, call of {call['name']!r}", losses)
    function = {"name": call["name"], "arguments": encoded(call, where)}
    return {"id": call["id"], "type": "function", "function": function}
