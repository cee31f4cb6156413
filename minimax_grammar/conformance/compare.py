"""What a scan came to, in the terms in which cases expect it."""

from __future__ import annotations

import difflib
import json
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from minimax_grammar.conformance.corpus import expand

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["canonical", "coalesced", "difference", "differences", "expected_outcome", "outcome", "plain", "told"]

_MOST_LINES = 60
_CONTEXT = 3
_LONG_LINE = 300
_DEFAULTS: dict[str, Any] = {"text": "", "thinking": [], "calls": [], "incomplete": [], "stopped": False}
_JOINED = {"text": "text", "thinking_delta": "delta", "tool_arg_delta": "delta"}


def coalesced(events: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Events in their JSON form, adjacent ones of the same kind and key joined."""
    joined: list[dict[str, Any]] = []
    for event in events:
        last = joined[-1] if joined else {}
        field = _JOINED.get(str(event.get("type")))
        if field and last.get("type") == event["type"] and last.get("key") == event.get("key"):
            last[field] += event[field]
        else:
            joined.append(dict(event))
    return joined


def outcome(
    events: Iterable[dict[str, Any]], diagnostics: Iterable[dict[str, Any]], *, stopped: bool
) -> dict[str, Any]:
    """The outcome of a scan, from its events and diagnostics in their JSON form."""
    joined = coalesced(events)
    ends = [event for event in joined if event["type"] == "tool_end"]
    return {
        "text": "".join(event["text"] for event in joined if event["type"] == "text"),
        "thinking": [event["thinking"] for event in joined if event["type"] == "thinking_end"],
        "calls": [
            {"name": event["name"], "arguments": event["arguments"], "raw": event["raw_block"]} for event in ends
        ],
        "incomplete": [{"name": event["name"]} for event in joined if event["type"] == "tool_abort"],
        "stopped": stopped,
        "diagnostics": list(diagnostics),
        "events": joined,
    }


def expected_outcome(expect: dict[str, Any]) -> dict[str, Any]:
    """What a case expects, in full: what it leaves out is empty.

    Of diagnostics, events, steps, and the raw text of calls, what it leaves out is not compared.
    """
    full = plain({**_DEFAULTS, **expect})
    full["text"] = expand(full["text"])
    full["thinking"] = [expand(thinking) for thinking in full["thinking"]]
    assert isinstance(full, dict)
    return full


def plain(value: Any) -> Any:
    """``value`` with ``{"$text": parts}`` replaced by the text it stands for."""
    if isinstance(value, dict):
        return expand(value["$text"]) if value.keys() == {"$text"} else {k: plain(v) for k, v in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def canonical(value: Any) -> str:
    """``value`` as JSON text that is the same for all that JSON holds for the same.

    Booleans are not numbers; ``1`` and ``1.0`` are the same number.
    """
    return json.dumps(_numbers(value), sort_keys=True, ensure_ascii=True)


def _numbers(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if isinstance(value, dict):
        return {key: _numbers(item) for key, item in value.items()}
    return [_numbers(item) for item in value] if isinstance(value, list) else value


def difference(expected: dict[str, Any], got: dict[str, Any]) -> str:
    """How ``got`` differs from ``expected``, as far as it was expected; empty if it does not."""
    return told(differences(expected, got))


def differences(expected: dict[str, Any], got: dict[str, Any]) -> dict[str, list[str]]:
    """The same by what differs: for each, the lines that show how."""
    found: dict[str, list[str]] = {}
    for key, wanted in expected.items():
        have = got.get(key)
        if key == "calls" and isinstance(have, list):
            have = [_as_asked(call, wanted[i : i + 1]) for i, call in enumerate(have)]
        if key in ("diagnostics", "findings") and isinstance(have, list):
            have = [_as_asked(finding, wanted[i : i + 1] or ["name"]) for i, finding in enumerate(have)]
        if canonical(wanted) != canonical(have):
            found[key] = _diff(wanted, have)
    return found


def told(found: dict[str, list[str]]) -> str:
    """Differences as text of a bearable length."""
    lines = [line for key, changed in found.items() for line in (f"{key}:", *changed)]
    if len(lines) > _MOST_LINES:
        lines = [*lines[:_MOST_LINES], f"… and {len(lines) - _MOST_LINES} more lines"]
    return "\n".join(lines)


def _as_asked(value: dict[str, Any], wanted: list[Any]) -> Any:
    """``value`` with only the fields that were asked for; its name if just a name was; all of it if nothing was."""
    if not wanted:
        return value
    return value["name"] if isinstance(wanted[0], str) else {key: value[key] for key in value if key in wanted[0]}


def _diff(wanted: Any, have: Any) -> list[str]:
    """The lines that differ, with a little of what stands around them; of two that are far apart, the beginning."""
    before, after = _pretty(wanted), _pretty(have)
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    start = max(0, start - _CONTEXT)
    before, after = before[start : start + _MOST_LINES], after[start : start + _MOST_LINES]
    before, after = _cut(before, after), _cut(after, before)
    found = ["    …"] if start else []
    for tag, i, j, k, m in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            lines = before[i:j]
            found += [f"    {line}" for line in (lines if len(lines) <= 2 * _CONTEXT else lines[:_CONTEXT])]
            found += [f"    {line}" for line in (["…", *lines[-_CONTEXT:]] if len(lines) > 2 * _CONTEXT else [])]
        else:
            found += [f"  - {line}" for line in before[i:j]]
            found += [f"  + {line}" for line in after[k:m]]
    return found


def _pretty(value: Any) -> list[str]:
    return json.dumps(_numbers(value), indent=1, sort_keys=True, ensure_ascii=True).splitlines()


def _cut(lines: list[str], others: list[str]) -> list[str]:
    """Long lines are cut around the first place where they differ from the other's."""
    found = []
    for line, other in zip_longest(lines, others[: len(lines)], fillvalue=""):
        if len(line) > _LONG_LINE:
            same = next(
                (i for i, (a, b) in enumerate(zip(line, other, strict=False)) if a != b), min(len(line), len(other))
            )
            start = max(0, same - 60) if line != other else 0
            shown = line[start : start + 200]
            line = f"{'…' if start else ''}{shown}{'…' if start + 200 < len(line) else ''} ({len(line):,} characters)"
        found.append(line)
    return found
