"""What had to be forgiven to read a body, and how it is told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

__all__ = ["Findings", "Repair", "findings"]

Findings = tuple[tuple[str, str], ...]
"""What was irregular about a body: rules and messages."""

_MAX_NAMED = 3
_MAX_KEY = 40


class Repair(NamedTuple):
    """One way in which a text is not what it should be, and was forgiven."""

    offset: int
    """Where: code points from the start of the text."""
    message: str
    """What, as a noun: ``single-quoted string``; or the key that an object gives again."""
    repeats: bool = False
    """Whether it is such a key."""


def findings(repairs: Iterable[Repair], what: str = "JSON") -> Findings:
    """How ``repairs`` of a body that should be ``what`` are reported: each kind once."""
    kinds = dict.fromkeys(repair.message for repair in repairs if not repair.repeats)
    keys = list(dict.fromkeys(repair.message for repair in repairs if repair.repeats))
    found = []
    if kinds:
        found.append(("repaired-json", f"the body is {what} only after repair: {', '.join(kinds)}"))
    if keys:
        named = ", ".join(map(_short, keys[:_MAX_NAMED]))
        more = f" and {len(keys) - _MAX_NAMED} more" if len(keys) > _MAX_NAMED else ""
        found.append(("duplicate-argument", f"given again: {named}{more}; the last one counts"))
    return tuple(found)


def _short(key: str) -> str:
    return repr(key if len(key) <= _MAX_KEY else f"{key[: _MAX_KEY - 1]}…")
