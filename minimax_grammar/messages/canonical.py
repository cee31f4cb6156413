"""What all converters share: reading with care, and the canonical shape itself."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any, NamedTuple

from minimax_grammar.errors import MinimaxGrammarError
from minimax_grammar.render.encode import compact_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = [
    "ROLES",
    "Converted",
    "MessageError",
    "answers",
    "arguments_of",
    "as_blocks",
    "canonical_block",
    "canonical_message",
    "canonical_messages",
    "checked",
    "content_of",
    "encoded",
    "extras",
    "finished",
    "image_of",
    "ordered",
    "shown",
    "string_of",
    "unnamed",
    "url_of",
]

ROLES = ("system", "developer", "user", "assistant", "tool")

_MAX_DEPTH = 200
_SHAPES = {
    "text": '{"type": "text", "text": …}',
    "thinking": '{"type": "thinking", "thinking": …}',
    "tool_call": '{"type": "tool_call", "id", "name", "arguments"}',
    "image": '{"type": "image", …}',
}
_ORDER = ("thinking", "text", "image", "tool_call")


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
    places: Sequence[str] = ()
    """Of what was read: where each of the messages comes from, for example ``message 3``."""


def checked(messages: object, word: str = "message") -> list[tuple[str, dict[str, Any]]]:
    """A copy of every message of ``messages``, with what to call it.

    Raises :class:`MessageError` for what is no list of JSON objects, or nested beyond use.
    """
    if not isinstance(messages, list | tuple):
        raise MessageError(f"{word}s are a list, not a {type(messages).__name__}")
    found = []
    for number, message in enumerate(messages, 1):
        where = f"{word} {number}"
        if not isinstance(message, Mapping):
            raise MessageError(f'{where} is a {type(message).__name__}, not an object like {{"role": …, "content": …}}')
        try:
            found.append((where, _copied(message, where)))
        except RecursionError:
            raise MessageError(f"{where} is nested too deeply") from None
    return found


def _copied(value: Any, where: str, depth: int = 0) -> Any:
    """``value`` made anew of plain JSON values."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if depth > _MAX_DEPTH:
        raise MessageError(f"{where} is nested deeper than {_MAX_DEPTH} levels")
    if isinstance(value, float) and isfinite(value):
        return value
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {key: _copied(item, where, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_copied(item, where, depth + 1) for item in value]
    raise MessageError(f"{where} holds a {type(value).__name__} that is not JSON")


def shown(value: object) -> str:
    """``value`` for a message of error: short, whatever it is."""
    return repr(value[:40]) if isinstance(value, str) else f"a {type(value).__name__}"


def as_blocks(content: object, where: str) -> list[dict[str, Any]]:
    """Content as a list of blocks; a string is one of text, and nothing is none."""
    if content is None:
        return []
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if not isinstance(content, list) or not all(isinstance(block, dict) for block in content):
        raise MessageError(f"{where}: content is a string or a list of objects, not {_kinds(content)}")
    return content


def _kinds(content: object) -> str:
    return "a list that holds something else" if isinstance(content, list) else shown(content)


def content_of(blocks: list[dict[str, Any]], original: object) -> str | list[dict[str, Any]]:
    """``blocks`` as content: a string again if they came from one."""
    if isinstance(original, str) and len(blocks) == 1 and blocks[0]["type"] == "text":
        return str(blocks[0]["text"])
    return blocks


def string_of(holder: Mapping[str, Any], key: str, where: str, default: str | None = None) -> str:
    """The string under ``key``; where there is none, ``default``, if that is given."""
    value = holder.get(key)
    if value is None and default is not None:
        return default
    # Some clients number their calls.
    if isinstance(value, int) and not isinstance(value, bool) and key.endswith("id") and abs(value) < 10**100:
        return str(value)
    if not isinstance(value, str):
        raise MessageError(f"{where}: {key!r} is a string, not {shown(value)}")
    return value


def arguments_of(value: Any, where: str, losses: list[str]) -> dict[str, Any]:
    """Arguments of a call, given as an object or as its JSON text; anything else is kept under ``arguments``."""
    if isinstance(value, dict):
        return value
    if value is None or (isinstance(value, str) and not value.strip()):
        return {}
    parsed = _parsed(value) if isinstance(value, str) else None
    if isinstance(parsed, dict):
        return parsed
    losses.append(f"{where}: the arguments are no JSON object, and stand under the key 'arguments' as they were")
    return {"arguments": value}


def _parsed(text: str) -> Any:
    try:
        return _copied(json.loads(text, object_pairs_hook=_once, parse_constant=_refused), "")
    except (ValueError, RecursionError, MessageError):
        return None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key stands twice, and one value would be lost")
    return made


def _refused(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")


def encoded(call: dict[str, Any], where: str) -> str:
    """The arguments of a canonical call as JSON text."""
    try:
        return compact_json(call["arguments"])
    except ValueError as error:
        raise MessageError(f"{where}: the arguments of {call['name']!r} cannot be written as JSON: {error}") from None


def extras(holder: Mapping[str, Any], known: Collection[str], where: str, losses: list[str]) -> None:
    """Note the fields of ``holder`` that are not carried over, unless there is nothing in them."""
    left = [key for key, value in holder.items() if key not in known and value not in (None, "", [], {})]
    if left:
        losses.append(f"{where}: not carried over: {', '.join(left)}")


def ordered(blocks: list[dict[str, Any]], where: str, losses: list[str]) -> None:
    """Note what is lost when blocks are told apart by their kind alone."""
    kinds = [_ORDER.index("text" if block["type"] == "image" else block["type"]) for block in blocks]
    if kinds != sorted(kinds):
        losses.append(f"{where}: the order of its thinking, text and calls")
    if sum(block["type"] == "thinking" for block in blocks) > 1:
        losses.append(f"{where}: where one thinking ends and the next begins")


# -- images -----------------------------------------------------------------------------------------


def image_of(url: str) -> dict[str, Any]:
    """An image block from an address; a ``data:`` address is taken apart."""
    kind, marked, data = url.removeprefix("data:").partition(";base64,")
    if url.startswith("data:") and marked:
        return {"type": "image", "media_type": kind, "data": data}
    return {"type": "image", "url": url}


def url_of(image: Mapping[str, Any], where: str) -> str:
    """The address of an image block; data becomes a ``data:`` address."""
    if "data" in image:
        kind = string_of(image, "media_type", where, "application/octet-stream")
        return f"data:{kind};base64,{string_of(image, 'data', where)}"
    if "url" not in image:
        raise MessageError(f"{where}: an image has 'url', or 'media_type' and 'data'")
    return string_of(image, "url", where)


# -- the canonical shape ----------------------------------------------------------------------------


def canonical_block(block: dict[str, Any], where: str) -> dict[str, Any]:
    """``block`` if it is a canonical one, with what may be left out filled in."""
    kind = block.get("type")
    if not isinstance(kind, str) or kind not in _SHAPES:
        raise MessageError(f"{where}: a block is of type {', '.join(_SHAPES)}, not {shown(kind)}")
    if kind in ("text", "thinking") and not isinstance(block.get(kind), str):
        raise MessageError(f"{where}: a block of {kind} is {_SHAPES[kind]}")
    if kind != "tool_call":
        return block
    arguments = block.get("arguments", {})
    if not isinstance(block.get("name"), str) or not isinstance(arguments, dict):
        raise MessageError(f"{where}: a call is {_SHAPES[kind]}, with a name, and an object for arguments")
    return {**block, "id": string_of(block, "id", where, ""), "arguments": arguments}


def canonical_messages(messages: object, places: Sequence[str] = ()) -> list[tuple[str, dict[str, Any]]]:
    """Copies of canonical ``messages``, each with what to call it: its place in ``places``, or its number.

    Raises :class:`MessageError` for others.
    """
    found = checked(messages)
    named = zip(places, (message for _, message in found), strict=True) if places else found
    return [(where, canonical_message(message, where)) for where, message in named]


def canonical_message(message: dict[str, Any], where: str) -> dict[str, Any]:
    """``message`` if it is a canonical one, with what may be left out filled in."""
    content = message.get("content")
    if not isinstance(content, str):
        content = [canonical_block(block, where) for block in as_blocks(content, where)]
    made = {**message, "content": content}
    if message.get("role") == "tool":
        made["tool_call_id"] = string_of(message, "tool_call_id", where, "")
        made["name"] = string_of(message, "name", where, "")
    _in_place(made, where)
    return made


def _in_place(message: Mapping[str, Any], where: str) -> None:
    role = message.get("role")
    if role not in ROLES:
        raise MessageError(f"{where}: the role is one of {', '.join(ROLES)}, not {shown(role)}")
    if role == "assistant" or isinstance(message["content"], str):
        return
    for block in message["content"]:
        if block["type"] not in ("text", "image"):
            raise MessageError(f"{where}: a {role} message holds texts and images, no {block['type']}")


def finished(made: list[tuple[str, dict[str, Any]]], losses: list[str]) -> Converted:
    """Converted messages, checked, and with the results named after the calls they answer."""
    for where, message in made:
        _in_place(message, where)
    messages = [message for _, message in made]
    for message, call in answers(messages):
        if call is None:
            continue
        message["tool_call_id"] = message["tool_call_id"] or call["id"]
        message["name"] = message["name"] or call["name"]
    return Converted(messages, losses, places=[where for where, _ in made])


def unnamed(made: list[tuple[str, dict[str, Any]]], losses: list[str]) -> None:
    """Note the names of results that do not follow from the calls, for shapes where results have none."""
    # Looked at as the other side will see it: without the names.
    bare = [{**message, "name": ""} for _, message in made]
    answered = {id(message): call["name"] for message, call in answers(bare) if call is not None}
    for (where, message), plain in zip(made, bare, strict=True):
        if message["role"] == "tool" and message["name"] and message["name"] != answered.get(id(plain), ""):
            losses.append(f"{where}: the name of the tool, {message['name']!r}")


def answers(messages: list[dict[str, Any]]) -> list[tuple[dict[str, Any], dict[str, Any] | None]]:
    """Every result with the call that it answers: the one of its id; without an id on either side, the next one."""
    by_id: dict[str, dict[str, Any]] = {}
    waiting: list[dict[str, Any]] = []
    found: list[tuple[dict[str, Any], dict[str, Any] | None]] = []
    for message in messages:
        if message["role"] == "assistant" and isinstance(message["content"], list):
            calls = [block for block in message["content"] if block["type"] == "tool_call"]
            waiting = calls or waiting
            by_id.update({call["id"]: call for call in calls if call["id"]})
        elif message["role"] == "tool":
            call = _answered(message, waiting, by_id)
            waiting = [other for other in waiting if other is not call]
            found.append((message, call))
    return found


def _answered(
    message: dict[str, Any], waiting: list[dict[str, Any]], by_id: dict[str, dict[str, Any]]
) -> dict[str, Any] | None:
    wanted, name = message["tool_call_id"], message["name"]
    if wanted:
        same = [call for call in waiting if call["id"] == wanted]
        if same or wanted in by_id:
            return same[0] if same else by_id[wanted]
        waiting = [call for call in waiting if not call["id"]]
    named = [call for call in waiting if call["name"] == name]
    if named or name:
        return named[0] if named else None
    return waiting[0] if waiting else None
