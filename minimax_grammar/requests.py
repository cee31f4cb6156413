"""Whole OpenAI requests and responses, for models that are told of a dialect instead of native tools (SPEC 12).

::

    sent = convert_request(request, dialect)              # no tools left; the prompt tells of them
    text = client.chat.completions.create(**sent).choices[0].message.content
    answer = convert_response(text, dialect, request["tools"])
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from minimax_grammar.deltas import OpenAIStream
from minimax_grammar.dialect import Dialect
from minimax_grammar.history import encode_history
from minimax_grammar.messages import from_openai, to_openai
from minimax_grammar.projection import Projector
from minimax_grammar.registry import load_dialect
from minimax_grammar.render.encode import compact_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

__all__ = ["convert_request", "convert_response"]

_NATIVE = ("tools", "tool_choice", "parallel_tool_calls", "functions", "function_call")
_SYSTEM = ("system", "developer")
_FINISH = {"tool_use": "tool_calls", "stop": "stop", "length": "length", "error": "error", "aborted": "error"}


def convert_request(
    request: Mapping[str, Any], dialect: str | Path | Dialect, *, allow_unsafe: bool = False
) -> dict[str, Any]:
    """``request``, an OpenAI chat request with tools, for a model that is told of ``dialect``.

    Native tool fields are dropped, the prompt is added to the system prompt, and earlier calls and results become
    text.  ``request`` is not changed.  Raises :class:`RenderError` for what the dialect cannot carry (unless
    ``allow_unsafe``), and :class:`ToolsError` and :class:`MessageError` for what is no tool list and no message.
    """
    loaded = dialect if isinstance(dialect, Dialect) else load_dialect(dialect)
    tools = request.get("tools") or [{"function": function} for function in request.get("functions") or ()]
    converted = {key: deepcopy(value) for key, value in request.items() if key not in (*_NATIVE, "messages")}
    canonical = from_openai(request.get("messages") or []).messages
    messages = to_openai(encode_history(canonical, loaded, tools, allow_unsafe=allow_unsafe)).messages
    return {**converted, "messages": _told(messages, loaded.prompt(tools)) if tools else messages}


def _told(messages: list[dict[str, Any]], prompt: str) -> list[dict[str, Any]]:
    """``messages`` with ``prompt`` at the end of the system prompt."""
    if not messages or messages[0]["role"] not in _SYSTEM:
        return [{"role": "system", "content": prompt}, *messages]
    first, *rest = messages
    content = first["content"]
    if isinstance(content, str):
        content = f"{content}\n\n{prompt}" if content else prompt
    else:
        content = [*content, {"type": "text", "text": prompt}]
    return [{**first, "content": content}, *rest]


def convert_response(
    response: str | Iterable[str | Mapping[str, Any]],
    dialect: str | Path | Dialect,
    tools: object = None,
    *,
    model: str = "",
    finish_reason: str = "stop",
) -> Any:
    """A model's answer in ``dialect`` as OpenAI's clients expect it.

    A text gives one chat completion; a stream of texts, or of chat completion chunks whose content is text, gives
    chunks.  ``finish_reason`` is why the text ended, where the stream does not say it.  The answer ends where the
    model begins to invent results.
    """
    loaded = dialect if isinstance(dialect, Dialect) else load_dialect(dialect)
    if isinstance(response, str):
        return _completion(response, loaded, tools, model, finish_reason)
    return _chunks(response, loaded, tools, model, finish_reason)


def _completion(text: str, dialect: Dialect, tools: object, model: str, reason: str) -> dict[str, Any]:
    projector = Projector(dialect, tools)
    projector.feed(text)
    projector.finish(reason)
    found = projector.message
    assert found is not None
    message: dict[str, Any] = {
        "role": "assistant",
        "content": "".join(block["text"] for block in found.content if block["type"] == "text") or None,
    }
    thinking = "\n\n".join(block["thinking"] for block in found.content if block["type"] == "thinking")
    if thinking:
        message["reasoning_content"] = thinking
    calls = [block for block in found.content if block["type"] == "tool_call" and not block.get("incomplete")]
    if calls:
        message["tool_calls"] = [
            {
                "id": call["id"],
                "type": "function",
                "function": {"name": call["name"], "arguments": compact_json(call["arguments"])},
            }
            for call in calls
        ]
    finish = _FINISH.get(found.stop_reason, found.stop_reason)
    if finish == "tool_calls" and not calls:
        finish = "stop"
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return {"object": "chat.completion", "model": model, "choices": [choice]}


def _chunks(
    parts: Iterable[str | Mapping[str, Any]], dialect: Dialect, tools: object, model: str, reason: str
) -> Iterator[dict[str, Any]]:
    stream = OpenAIStream(dialect, tools, guarded=True)
    begun = False
    called = 0
    envelope: dict[str, Any] = {"object": "chat.completion.chunk", "model": model}

    def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
        return {**envelope, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}

    def told(deltas: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        nonlocal begun, called
        for delta in deltas:
            called += sum("id" in call for call in delta.get("tool_calls", ()))
            yield chunk(delta if begun else {"role": "assistant", **delta})
            begun = True

    try:
        for part in parts:
            if isinstance(part, str):
                text = part
            else:
                text, said = _of_chunk(part)
                reason = said or reason
                envelope.update({key: part[key] for key in ("id", "created", "model") if key in part})
            yield from told(stream.feed(text))
            if stream.stopped:
                break
    finally:
        close = getattr(parts, "close", None)
        if close is not None:
            close()
    yield from told(stream.flush())
    yield chunk({}, "tool_calls" if called and reason in ("stop", "tool_calls") else reason)


def _of_chunk(part: Mapping[str, Any]) -> tuple[str, str]:
    """The text of a chat completion chunk, and its finish reason."""
    choices = part.get("choices") or [{}]
    choice = choices[0]
    delta = choice.get("delta") or {}
    return delta.get("content") or "", choice.get("finish_reason") or ""
