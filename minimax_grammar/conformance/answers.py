"""Whether an answer has the shape that the protocol asks for, so that comparing can rely on it."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

__all__ = ["ASPECTS", "fault", "unknown_aspects"]

ASPECTS = ("text", "thinking", "calls", "raw", "incomplete", "stopped", "diagnostics", "events", "steps")
"""What is compared of a scan. An implementation may say that it ``omits`` some: they are not compared then."""

_EVENTS: dict[str, dict[str, type | tuple[type, ...]]] = {
    "text": {"text": str},
    "thinking_start": {},
    "thinking_delta": {"delta": str},
    "thinking_end": {"thinking": str},
    "tool_start": {"id": str, "name": str},
    "tool_arg_delta": {"id": str, "name": str, "key": (str, type(None)), "delta": str},
    "tool_end": {"id": str, "name": str, "arguments": dict, "raw_block": str},
    "tool_abort": {"id": str, "name": str, "reason": str},
}
_KINDS = {str: "a string", dict: "an object", list: "a list", bool: "true or false"}
_OTHERS: dict[str, dict[str, type]] = {
    "project": {"content": list, "stop_reason": str, "aborted": bool},
    "render_call": {"text": str},
    "render_calls": {"text": str},
    "render_results": {"text": str},
    "render_thinking": {"text": str},
    "render_transcript": {"text": str},
    "catalog": {"text": str},
    "prompt": {"text": str},
    "encode_history": {"messages": list},
    "preferred_dialect": {"dialect": str},
}


def unknown_aspects(omits: Iterable[str]) -> str:
    """Which of ``omits`` is no aspect, and what it may have been meant to be; empty if all are."""
    for name in omits:
        if name not in ASPECTS:
            close = get_close_matches(name, ASPECTS, 1)
            hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(ASPECTS)}"
            return f"{name[:40]!r} is nothing that is compared; {hint}"
    return ""


def fault(op: str, reply: dict[str, Any], feeds: int, omits: Collection[str]) -> str:
    """What is wrong with the shape of an answer to ``op``; empty if nothing is."""
    if "error" in reply:
        return ""
    if op == "scan":
        return _scan(reply, feeds, omits)
    if op == "json_repair" and "value" not in reply:
        return "has neither a value nor an error"
    for field, kind in _OTHERS.get(op, {}).items():
        if not isinstance(reply.get(field), kind):
            return _wants(field, kind, reply)
    return ""


def _scan(reply: dict[str, Any], feeds: int, omits: Collection[str]) -> str:
    for field in ("events", "flush"):
        if not isinstance(reply.get(field), list):
            return _wants(field, list, reply)
    if len(reply["events"]) != feeds:
        return f"events: there are {len(reply['events'])} lists of events for {feeds} feeds"
    for number, events in enumerate([*reply["events"], reply["flush"]]):
        where = f"events[{number}]" if number < feeds else "flush"
        if not isinstance(events, list):
            return f"{where}: is not a list"
        for place, event in enumerate(events):
            found = _event(event, omits)
            if found:
                return f"{where}[{place}]: {found}"
    if not isinstance(reply.setdefault("stopped", False), bool):
        return _wants("stopped", bool, reply)
    if "diagnostics" in omits:
        reply["diagnostics"] = []
    elif not isinstance(reply.get("diagnostics"), list):
        return f"{_wants('diagnostics', list, reply)}; an implementation that has none says so in omits"
    for place, diagnostic in enumerate(reply["diagnostics"]):
        if not isinstance(diagnostic, dict) or not isinstance(diagnostic.get("name"), str):
            return f"diagnostics[{place}]: is not an object with a name"
    return ""


def _event(event: Any, omits: Collection[str]) -> str:
    if not isinstance(event, dict):
        return "is not an object"
    kind = event.get("type")
    fields = _EVENTS.get(kind) if isinstance(kind, str) else None
    if fields is None:
        return f"there is no event of type {str(kind)[:60]!r}"
    if kind == "tool_end" and "raw" in omits:
        event.setdefault("raw_block", "")
    for field, wanted in fields.items():
        if not isinstance(event.get(field), wanted) or (field == "key" and field not in event):
            return f"{kind}: {_wants(field, wanted if isinstance(wanted, type) else str, event)}"
    return ""


def _wants(field: str, kind: type, reply: dict[str, Any]) -> str:
    return f"{field} is {'not ' if field in reply else 'missing: it should be '}{_KINDS[kind]}"
