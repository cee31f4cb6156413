"""Conversations from one form to another: between dialects, and from and to the shapes of native tool calling."""

from __future__ import annotations

from itertools import groupby
from typing import Any, NamedTuple

from minimax_grammar.faults import FORGIVEN, KEPT, LOST
from minimax_grammar.history import Decoder, Encoder
from minimax_grammar.messages import (
    Converted,
    from_anthropic,
    from_any,
    from_openai,
    from_responses,
    to_anthropic,
    to_openai,
    to_responses,
)
from minimax_grammar.messages.canonical import answers
from minimax_grammar.registry import load_dialect
from minimax_grammar.render.encode import same_json
from minimax_grammar.tools import Tools

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from minimax_grammar.dialect import Dialect
    from minimax_grammar.faults import Fault

    Named = tuple[str, dict[str, Any]]
    Pair = tuple[str, dict[str, Any], dict[str, Any]]

__all__ = ["SHAPES", "Conversation", "convert"]

SHAPES = ("openai", "responses", "anthropic-messages", "canonical")
"""The forms that are no dialects."""

_LOOKS = "its words look like the dialect's own markup, and are read as that"
_TO: dict[str, Callable[[Any, Sequence[str]], Converted]] = {
    "openai": to_openai,
    "responses": to_responses,
    "anthropic-messages": to_anthropic,
    "canonical": lambda messages, _: Converted(messages, []),
}


class Conversation(NamedTuple):
    """A converted conversation.  What is told names the message, by its number in the record that was given."""

    record: Any
    """It, in the same kind of record as it came in: a list of messages, or an object that holds one."""
    losses: list[str]
    """What is not in it any more."""
    kept: list[str]
    """What stands in it as text, though the source has it as markup, or the target will read it as markup."""
    forgiven: list[str]
    """What was irregular in the source, and is regular now: lost closers, repaired JSON."""


def convert(record: Any, source: str, target: str, tools: object = None, *, allow_unsafe: bool = False) -> Conversation:
    """``record`` from the form ``source`` to the form ``target``: each a dialect, or one of :data:`SHAPES`.

    A record is a list of messages, or an object with ``messages``, perhaps ``tools``, and for Anthropic's messages
    ``system``; all else in it stays.  In a dialect the content of every message is one text; only images make it a list
    of blocks.  What does not read the same in the target is told.  Raises :class:`MessageError` for what is no
    conversation, :class:`RenderError` for what the target cannot carry (unless ``allow_unsafe``),
    :class:`UnknownDialectError` for a form that does not exist.
    """
    holder = dict(record) if isinstance(record, dict) else {}
    listed = holder.get("messages") if holder else record
    known = tools if tools is not None else holder.get("tools")
    told: dict[str, list[str]] = {LOST: [], KEPT: [], FORGIVEN: []}
    if source == "anthropic-messages":
        given = from_anthropic(listed, holder.pop("system", None))
    elif source == "openai":
        given = from_openai(listed)
    elif source == "responses":
        given = from_responses(listed)
    else:
        given = from_any(listed)
    told[LOST] += given.losses
    named = list(zip(given.places, given.messages, strict=True))
    if source not in SHAPES:
        named = _decoded(named, load_dialect(source), known, told)
    system = ""
    if target in SHAPES:
        written = _TO[target]([message for _, message in named], [where for where, _ in named])
        messages, system = written.messages, written.system
        told[LOST] += written.losses
    else:
        messages = _encoded(named, load_dialect(target), known, allow_unsafe, told)
    made: Any = messages
    if isinstance(record, dict):
        made = {**holder, **({"system": system} if system else {}), "messages": messages}
    elif system:
        told[LOST].append("the system prompt, which stands beside the messages")
    return Conversation(made, told[LOST], told[KEPT], told[FORGIVEN])


def _decoded(named: Iterable[Named], dialect: Dialect, tools: object, told: Mapping[str, list[str]]) -> list[Named]:
    """Messages of ``dialect`` as canonical ones, each under the name of the one it stands in."""
    faults: list[Fault] = []
    decoder = Decoder(dialect, _tools(tools), faults.append)
    found = []
    for where, message in named:
        found += [(where, decoded) for decoded in decoder.decode(message)]
        for fault in faults:
            told[fault.kind].append(f"{where}, line {fault.line}: {fault.what}")
        faults.clear()
    return found


def _encoded(
    named: list[Named], dialect: Dialect, tools: object, allow_unsafe: bool, told: Mapping[str, list[str]]
) -> list[dict[str, Any]]:
    """Canonical messages as those of ``dialect``, which are read again."""
    encoder = Encoder(dialect, Tools.of(tools), allow_unsafe, told[LOST], whole=True)
    faults: list[Fault] = []
    decoder = Decoder(dialect, _tools(tools), faults.append)
    written: list[dict[str, Any]] = []
    pairs: list[Pair] = []
    for count, message in encoder.encode(named):
        start = len(pairs)
        again = list(decoder.decode(message))
        group = named[start : start + count]
        if [each["role"] for each in again] != [each["role"] for _, each in group]:
            places = " and ".join(dict.fromkeys(where for where, _ in group))
            heard = "results" if message["role"] == "user" == group[0][1]["role"] else "words of a user"
            told[KEPT].append(f"{places}: is read as {heard}")
            again = [each for _, each in group]
        elif any(fault.kind != FORGIVEN for fault in faults):
            told[KEPT].append(f"{group[0][0]}: {_LOOKS}")
            again = [each for _, each in group]
        faults.clear()
        pairs += [(where, said, heard) for (where, said), heard in zip(group, again, strict=True)]
        written.append(_flat(message))
    _compare(pairs, dialect.renderer.says("thinking"), told)
    return written


def _tools(tools: object) -> Tools | None:
    return None if tools is None else Tools.of(tools)


def _compare(pairs: list[Pair], thinks: bool, told: Mapping[str, list[str]]) -> None:
    """Tell what of each message is another thing when the dialect reads it again."""
    blanks: list[str] = []
    called, again = _answered(said for _, said, _ in pairs), _answered(heard for _, _, heard in pairs)
    for number, (where, first, second) in enumerate(pairs):
        said, heard = _said(first, thinks), _said(second, thinks)
        if not same_json(_trimmed(said), _trimmed(heard)):
            told[KEPT].append(f"{where}: {_LOOKS}")
        else:
            if not same_json(said, heard):
                blanks.append(where)
            lost = _order(_kinds(first, thinks), _kinds(second, thinks))
            told[LOST] += [f"{where}: {each}" for each in lost]
        if called.get(number, -1) != again.get(number, -1):
            told[LOST].append(f"{where}: which call its result answers")
        elif first["role"] == "tool" and first["name"] not in ("", second["name"]):
            told[LOST].append(f"{where}: the name of the tool, {first['name']!r}")
    if blanks:
        told[LOST].append(f"white space around words or thinking, in {', '.join(dict.fromkeys(blanks))}")


def _said(message: dict[str, Any], thinks: bool) -> list[Any]:
    """What ``message`` says: its words, its thinking, its calls, its images."""
    blocks = _blocks(message)
    calls = [[block["name"], block["arguments"]] for block in blocks if block["type"] == "tool_call"]
    texts = {kind: "\n".join(block[kind] for block in blocks if block["type"] == kind) for kind in ("text", "thinking")}
    images = [block for block in blocks if block["type"] == "image"]
    # What is known to be lost is told once.
    return [texts["text"], texts["thinking"] if thinks else "", calls, images]


def _trimmed(said: list[Any]) -> list[Any]:
    return [part.strip() if isinstance(part, str) else part for part in said]


def _kinds(message: dict[str, Any], thinks: bool) -> list[str]:
    """The kinds of what ``message`` says, in order."""
    blocks = _blocks(message)
    spoken = [block for block in blocks if block["type"] not in ("text", "thinking") or block[block["type"]].strip()]
    return [block["type"] for block in spoken if thinks or block["type"] != "thinking"]


def _order(said: list[str], heard: list[str]) -> Iterator[str]:
    """What is lost where the same stands in another order, or in other pieces."""
    if said == heard:
        return
    if [kind for kind, _ in groupby(said)] == [kind for kind, _ in groupby(heard)]:
        for kind in ("text", "thinking"):
            if said.count(kind) != heard.count(kind):
                yield f"where one {kind} ends and the next begins"
        return
    call = said.index("tool_call") if "tool_call" in said else len(said)
    if "text" in said[call:] and "thinking" not in said[call:]:
        yield "that words stand behind its calls: they are written before them"
    else:
        yield "the order of its thinking, text and calls"


def _answered(messages: Iterable[dict[str, Any]]) -> dict[int, int]:
    """The number of the call that each result answers, by the number of its message."""
    listed = list(messages)
    calls = [id(block) for message in listed for block in _blocks(message) if block["type"] == "tool_call"]
    numbers = {id(message): number for number, message in enumerate(listed)}
    places = {call: place for place, call in enumerate(calls)}
    return {numbers[id(message)]: places[id(call)] for message, call in answers(listed) if call is not None}


def _blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message.get("content") or []
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _flat(message: dict[str, Any]) -> dict[str, Any]:
    """``message`` with its content as a string, if it is nothing but one text."""
    content = message["content"]
    if isinstance(content, list) and len(content) == 1 and content[0]["type"] == "text":
        return {**message, "content": content[0]["text"]}
    return message
