"""Messages with a role and content: chat completions, content blocks, ShareGPT, canonical messages.

Blocks of all APIs are told apart by their type, so a list that mixes them is read as well.  Nothing is copied, and
what is odd becomes a problem of the conversation; the turn stays, as far as it can be read.
"""

from __future__ import annotations

import json
from typing import Any

from minimax_grammar.transcript.model import Part, Path, Turn

__all__ = ["ROLES", "Problems", "call_part", "turn_of", "turns_of"]

Problems = list[tuple[str, Path, str]]

ROLES = {
    "system": "system",
    "developer": "developer",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "function": "tool",
    # ShareGPT
    "human": "user",
    "gpt": "assistant",
    "chatgpt": "assistant",
    "bot": "assistant",
    "model": "assistant",
    "observation": "tool",
    "ipython": "tool",
    "tool_response": "tool",
    "tool_result": "tool",
    "function_response": "tool",
    "function_call": "assistant",
    "tool_call": "assistant",
    # session logs
    "toolResult": "tool",
}
"""The roles that are known, under all their names."""

_PLAIN = ("user", "assistant", "system", "developer")
_TEXTS = {"text", "input_text", "output_text", "summary_text", "reasoning_text"}
_CALLS = {"tool_use", "tool_call", "tool-call", "toolCall", "function_call", "server_tool_use", "mcp_tool_use"}
_RESULTS = {"tool_result", "tool-result", "function_call_output", "toolResult"}
_OWN_RESULT = "_tool_result"
"""What the types of the results end with that a provider's own tools give: ``web_search_tool_result``."""


def turns_of(messages: list[Any], path: Path, problems: Problems) -> list[Turn]:
    """The turns of a list of messages that stands at ``path``."""
    turns = []
    for index, message in enumerate(messages):
        if type(message) is dict and len(message) == 2:  # the most frequent shape by far
            role, content = message.get("role"), message.get("content")
            if type(content) is str and role in _PLAIN and content:
                here = (*path, index)
                turns.append(Turn(role, [Part("text", content, (*here, "content"))], here))
                continue
        turn = turn_of(message, (*path, index), problems)
        if turn is not None:
            turns.append(turn)
    return turns


def turn_of(message: Any, path: Path, problems: Problems) -> Turn | None:
    """The turn that ``message`` is; None, and a problem, if it is none."""
    if type(message) is not dict:
        problems.append(("unknown-shape", path, f"a message is an object, not {_kind(message)}"))
        return None
    role_key = "role" if "role" in message else "from"
    given = message.get(role_key)
    role = ROLES.get(given) if type(given) is str else None
    if role is None:
        problems.append(("unknown-shape", path, f"a message has a role such as user or assistant, not {_kind(given)}"))
        return None
    key = "content" if "content" in message else "value" if "value" in message else "content"
    content = message.get(key)
    parts: list[Part] = []
    if role == "assistant":
        if given == "assistant" or given == "model":
            _reasoning(message, path, parts)
        if type(content) is str:
            if given in ("function_call", "tool_call"):
                parts += _written_calls(content, (*path, key))
            elif content:
                parts.append(Part("text", content, (*path, key)))
        elif content is not None:
            _blocks(content, (*path, key), role, parts, problems)
        if "tool_calls" in message or "function_call" in message:
            _calls(message, path, parts, problems)
    elif role == "tool" and _holds_results(content):
        _blocks(content, (*path, key), role, parts, problems)
    elif role == "tool":
        answered = message.get("tool_call_id") or message.get("toolCallId") or message.get("call_id")
        name = message.get("name") or message.get("toolName")
        parts.append(_result(content, (*path, key), answered, name))
    elif type(content) is str:
        parts.append(Part("text", content, (*path, key)))
    elif content is not None:
        _blocks(content, (*path, key), role, parts, problems)
    finish = message.get("finish_reason") or message.get("stop_reason") or message.get("stopReason") or ""
    return Turn(role, parts, path, finish if type(finish) is str else "")


def _reasoning(message: dict[str, Any], path: Path, parts: list[Part]) -> None:
    for key in ("reasoning_content", "reasoning", "thinking"):
        if key in message:
            thought = message[key]
            if type(thought) is str and thought:
                parts.append(Part("thinking", thought, (*path, key)))
                return


def _blocks(content: Any, path: Path, role: str, parts: list[Part], problems: Problems) -> None:
    """The parts of content that is a list of blocks."""
    if type(content) is dict:
        content, path = [content], path[:-1]
        problems.append(("unknown-shape", path, "content is a string or a list of blocks, not one object"))
        return
    if type(content) is not list:
        problems.append(("unknown-shape", path, f"content is a string or a list of blocks, not {_kind(content)}"))
        return
    for index, block in enumerate(content):
        here = (*path, index)
        if type(block) is str:
            parts.append(Part("text", block, here))
            continue
        kind = block.get("type") if type(block) is dict else None
        if type(kind) is not str:
            problems.append(("unknown-shape", here, f"a block of content is an object with a type, not {_kind(block)}"))
        elif kind in _TEXTS or kind == "refusal":
            key = "text" if kind in _TEXTS else "refusal"
            _string(block, key, here, "text", parts, problems)
        elif kind in ("thinking", "reasoning"):
            _string(block, "thinking" if "thinking" in block else "text", here, "thinking", parts, problems)
        elif kind in _CALLS:
            parts.append(call_part(block, here))
        elif _is_result(kind):
            keys = ("tool_use_id", "tool_call_id", "toolCallId", "call_id")
            answered = next((block[each] for each in keys if block.get(each)), None)
            key = next((each for each in ("content", "output", "result") if each in block), "content")
            parts.append(_result(block.get(key), (*here, key), answered, block.get("name") or block.get("toolName")))
        else:
            parts.append(Part("other", "", here))


def _is_result(kind: Any) -> bool:
    return type(kind) is str and (kind in _RESULTS or kind.endswith(_OWN_RESULT))


def _holds_results(content: Any) -> bool:
    """Whether the content of a message is results as blocks of their own, each with the call that it is for."""
    return type(content) is list and any(type(block) is dict and _is_result(block.get("type")) for block in content)


def _string(block: dict[str, Any], key: str, path: Path, kind: str, parts: list[Part], problems: Problems) -> None:
    text = block.get(key)
    if type(text) is str:
        parts.append(Part(kind, text, (*path, key)))
    elif kind == "text":
        problems.append(("unknown-shape", path, f"a block of {kind} has a string under {key!r}, not {_kind(text)}"))


def call_part(block: dict[str, Any], path: Path) -> Part:
    """A call as a part; its arguments are an object, or JSON text, under one of several names."""
    identity = block.get("id") or block.get("call_id") or block.get("toolCallId") or ""
    name = block.get("name") or block.get("toolName")
    for key in ("arguments", "input", "args", "parameters"):
        if key in block:
            given = block[key]
            break
    else:
        key, given = "", {}
    where = (*path, key) if key else path
    return Part(
        "call",
        given if type(given) is str else "",
        where,
        0,
        str(identity),
        name if type(name) is str else "",
        None if type(given) is str else given,
    )


def _calls(message: dict[str, Any], path: Path, parts: list[Part], problems: Problems) -> None:
    """The native calls of a chat message."""
    calls = message.get("tool_calls")
    if type(calls) is list:
        for index, call in enumerate(calls):
            here = (*path, "tool_calls", index)
            if type(call) is not dict:
                problems.append(("unknown-shape", here, f"a call is an object, not {_kind(call)}"))
                continue
            function = call.get("function")
            if type(function) is dict:
                given = function.get("arguments")
                name = function.get("name")
                identity = call.get("id")
                text = given if type(given) is str else ""
                parts.append(
                    Part(
                        "call",
                        text,
                        (*here, "function", "arguments" if given is not None else "name"),
                        0,
                        identity if type(identity) is str else "" if identity is None else str(identity),
                        name if type(name) is str else "",
                        None if type(given) is str else {} if given is None else given,
                    )
                )
            elif type(call.get("custom")) is dict:  # its input is free text
                made = call_part({**call["custom"], "id": call.get("id")}, (*here, "custom"))
                parts.append(made._replace(text="", value={}))
            else:
                parts.append(call_part(call, here))
    elif calls is not None:
        problems.append(("unknown-shape", (*path, "tool_calls"), f"'tool_calls' is a list, not {_kind(calls)}"))
    older = message.get("function_call")
    if type(older) is dict:
        parts.append(call_part(older, (*path, "function_call")))


def _result(content: Any, path: Path, answered: Any, name: Any) -> Part:
    text = content if type(content) is str else ""
    if type(content) is list:
        texts = [block.get("text") for block in content if type(block) is dict]
        text = "".join(each for each in texts if type(each) is str)
    identity = "" if answered is None else str(answered)
    return Part("result", text, path, 0, identity, name if type(name) is str else "")


def _written_calls(text: str, path: Path) -> list[Part]:
    """Calls of which the whole is JSON text: one, or a list of them."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    calls = data if type(data) is list else [data]
    parts = []
    for call in calls:
        if type(call) is not dict or type(call.get("name")) is not str:
            return [Part("text", text, path)]
        made = call_part(call, path)
        parts.append(made._replace(path=path, text="", value=made.value if made.value is not None else made.text))
    return parts


def _kind(value: Any) -> str:
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:39] + "…")
    names = {type(None): "nothing", dict: "an object", list: "a list", bool: "a boolean", int: "a number"}
    return names.get(type(value), "a number")
