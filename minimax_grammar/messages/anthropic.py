"""Anthropic messages, with their system prompt apart."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from minimax_grammar.messages.canonical import (
    Converted,
    MessageError,
    arguments_of,
    as_blocks,
    canonical_block,
    canonical_message,
    canonical_messages,
    checked,
    content_of,
    extras,
    finished,
    shown,
    string_of,
    unnamed,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["from_anthropic", "to_anthropic"]

_ROLES = ("user", "assistant", "system", "developer", "tool")


def from_anthropic(messages: object, system: object = None) -> Converted:
    """Messages and their ``system`` prompt as canonical messages; results become messages of their own."""
    losses: list[str] = []
    made: list[tuple[str, dict[str, Any]]] = [
        ("system", {"role": "system", "content": words}) for words in _system(system, losses)
    ]
    for where, message in checked(messages):
        role, content = message.get("role"), message.get("content")
        if role not in _ROLES:
            raise MessageError(f"{where}: the role is user or assistant, not {shown(role)}")
        if role == "tool":  # canonical already
            made.append((where, canonical_message(message, where)))
            continue
        extras(message, ("role", "content", "type", "id"), where, losses)
        blocks = as_blocks(content, where)
        for results, run in groupby(blocks, key=lambda block: block.get("type") == "tool_result"):
            if results:
                made += [(where, _result(block, where, losses)) for block in run]
            else:
                made.append(
                    (where, {"role": role, "content": content_of([_block(b, where, losses) for b in run], content)})
                )
        if not blocks:
            made.append((where, {"role": role, "content": []}))
    return finished(made, losses)


def _system(system: object, losses: list[str]) -> list[str]:
    ((where, holder),) = checked([{"content": system}], "system")
    blocks = as_blocks(holder["content"], where)
    for block in blocks:
        extras(block, ("type", "text"), "system", losses)
        if block.get("type") != "text":
            raise MessageError("the system prompt is a string, or a list of blocks of text")
    if len(blocks) > 1:
        losses.append("system: where one block ends and the next begins")
    words = "\n\n".join(string_of(block, "text", "system") for block in blocks)
    return [words] if words else []


def _block(block: dict[str, Any], where: str, losses: list[str]) -> dict[str, Any]:
    kind = block.get("type")
    if kind == "text":
        extras(block, ("type", "text"), where, losses)
        return {"type": "text", "text": string_of(block, "text", where)}
    if kind == "thinking":
        extras(block, ("type", "thinking", "signature"), where, losses)
        thinking = {"type": "thinking", "thinking": string_of(block, "thinking", where)}
        return {**thinking, "signature": block["signature"]} if block.get("signature") is not None else thinking
    if kind == "redacted_thinking":
        return {"type": "thinking", "thinking": "", "redacted": string_of(block, "data", where, "")}
    if kind == "tool_use":
        return _call(block, where, losses)
    if kind == "image" and "source" in block:
        return _image(block, where, losses)
    if kind in ("tool_call", "image"):  # canonical already
        return canonical_block(block, where)
    raise MessageError(
        f"{where}: a block is text, thinking, redacted_thinking, tool_use, tool_result or image, not {shown(kind)}"
    )


def _call(block: dict[str, Any], where: str, losses: list[str]) -> dict[str, Any]:
    name = block.get("name")
    if not isinstance(name, str):
        raise MessageError(f'{where}: a tool_use is {{"id", "name", "input"}}')
    told = f"{where}, call of {name!r}"
    extras(block, ("type", "id", "name", "input"), told, losses)
    arguments = arguments_of(block.get("input"), told, losses)
    return {"type": "tool_call", "id": string_of(block, "id", where, ""), "name": name, "arguments": arguments}


def _image(block: dict[str, Any], where: str, losses: list[str]) -> dict[str, Any]:
    extras(block, ("type", "source"), where, losses)
    source = block["source"]
    kind = source.get("type") if isinstance(source, dict) else None
    fields = {"base64": ("media_type", "data"), "url": ("url",), "file": ("file_id",)}.get(str(kind))
    if fields is None:
        raise MessageError(f'{where}: the source of an image is {{"type": "base64", "media_type", "data"}} or a url')
    extras(source, ("type", *fields), where, losses)
    return {"type": "image", **{field: string_of(source, field, where) for field in fields}}


def _result(block: dict[str, Any], where: str, losses: list[str]) -> dict[str, Any]:
    extras(block, ("type", "tool_use_id", "content", "is_error"), where, losses)
    content = block.get("content")
    result = {
        "role": "tool",
        "tool_call_id": string_of(block, "tool_use_id", where, ""),
        "name": "",
        "content": content_of([_block(part, where, losses) for part in as_blocks(content, where)], content),
    }
    return {**result, "is_error": True} if block.get("is_error") else result


def to_anthropic(messages: object, places: Sequence[str] = ()) -> Converted:
    """Canonical messages as Anthropic's; system and developer texts become the system prompt."""
    losses: list[str] = []
    converted: list[dict[str, Any]] = []
    system: list[str] = []
    made = canonical_messages(messages, places)
    tool = False
    for where, message in made:
        role, content = message["role"], message["content"]
        known = ("role", "content", "tool_call_id", "name", "is_error") if role == "tool" else ("role", "content")
        extras(message, known, where, losses)
        if role in ("system", "developer"):
            _placed(message, where, bool(converted or system), losses)
            system += [block["text"] for block in as_blocks(content, where) if block["type"] == "text"]
            continue
        if role != "tool":
            converted.append({"role": role, "content": _content(content, where, losses)})
        elif tool:
            converted[-1]["content"].append(_to_result(message, where, losses))
        else:
            converted.append({"role": "user", "content": [_to_result(message, where, losses)]})
        tool = role == "tool"
    unnamed(made, losses)
    return Converted(converted, losses, "\n\n".join(system))


def _placed(message: dict[str, Any], where: str, follows: bool, losses: list[str]) -> None:
    """Note what a system or developer message loses in the system prompt."""
    role, content = message["role"], message["content"]
    if role == "developer" or follows:
        losses.append(f"{where}: where it stands, and that it is of the role {role}")
    blocks = as_blocks(content, where)
    if any(block["type"] == "image" for block in blocks):
        losses.append(f"{where}: an image in the system prompt")
    if len(blocks) > 1:
        losses.append(f"{where}: where one block ends and the next begins")
    for block in blocks:
        extras(block, ("type", "text") if block["type"] == "text" else block, where, losses)
    if not any(block.get("text") for block in blocks):
        losses.append(f"{where}: that there is an empty message")


def _to_result(message: dict[str, Any], where: str, losses: list[str]) -> dict[str, Any]:
    content = _content(message["content"], where, losses)
    result = {"type": "tool_result", "tool_use_id": message["tool_call_id"], "content": content}
    return {**result, "is_error": True} if message.get("is_error") else result


def _content(content: Any, where: str, losses: list[str]) -> Any:
    return content if isinstance(content, str) else [_to_block(block, where, losses) for block in content]


def _to_block(block: dict[str, Any], where: str, losses: list[str]) -> dict[str, Any]:
    if block["type"] == "tool_call":
        extras(block, ("type", "id", "name", "arguments"), f"{where}, call of {block['name']!r}", losses)
        return {"type": "tool_use", "id": block["id"], "name": block["name"], "input": block["arguments"]}
    if block["type"] == "image":
        return {"type": "image", "source": _source(block, where, losses)}
    if block["type"] == "thinking" and "redacted" in block:
        extras(block, ("type", "thinking", "redacted"), where, losses)
        return {"type": "redacted_thinking", "data": block["redacted"]}
    known = ("type", "text") if block["type"] == "text" else ("type", "thinking", "signature")
    extras(block, known, where, losses)
    return {key: value for key, value in block.items() if key in known}


def _source(image: dict[str, Any], where: str, losses: list[str]) -> dict[str, Any]:
    extras(image, ("type", "url", "media_type", "data", "file_id"), where, losses)
    if "data" in image:
        kind = string_of(image, "media_type", where, "")
        return {"type": "base64", "media_type": kind, "data": string_of(image, "data", where)}
    if "url" in image:
        return {"type": "url", "url": string_of(image, "url", where)}
    if "file_id" in image:
        return {"type": "file", "file_id": string_of(image, "file_id", where)}
    raise MessageError(f"{where}: an image has 'url', or 'media_type' and 'data'")
