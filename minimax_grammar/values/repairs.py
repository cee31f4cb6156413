"""What had to be forgiven to read a body, and how it is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

__all__ = ["Findings", "Irregular", "Repair", "Repeat", "findings", "named", "repeats"]

Findings = tuple[tuple[str, str], ...]
"""What was irregular about a body: rules and messages."""

_MAX_NAMED = 3
_MAX_KEY = 40


class Repair(NamedTuple):
    """One way in which a text is not what it should be, and was forgiven."""

    offset: int
    """Where: code points from the start of the text."""
    message: str
    """What, as a noun: ``single-quoted string``."""


class Repeat(NamedTuple):
    """A key that an object gives again: the last value counts."""

    offset: int
    """Where: code points from the start of the text; 0 where that is not known."""
    key: str
    """The key."""
    within: dict[str, Any]
    """The object."""
    pairs: Sequence[tuple[str, Any]] = ()
    """All members of the object as they were written; none where that is not kept."""


Irregular = Repair | Repeat
"""What can be irregular in a text that was read."""


def findings(irregular: Iterable[Irregular], what: str = "JSON") -> Findings:
    """How what was ``irregular`` in a body that should be ``what`` is reported: each kind once."""
    irregular = list(irregular)
    kinds = dict.fromkeys(found.message for found in irregular if isinstance(found, Repair))
    keys = list(dict.fromkeys(found.key for found in irregular if isinstance(found, Repeat)))
    told = []
    if kinds:
        told.append(("repaired-json", f"the body is {what} only after repair: {', '.join(kinds)}"))
    if keys:
        told.append(("duplicate-argument", f"given again: {named(keys)}; the last one counts"))
    return tuple(told)


def named(keys: list[str]) -> str:
    """The first of ``keys``, for a message."""
    more = f" and {len(keys) - _MAX_NAMED} more" if len(keys) > _MAX_NAMED else ""
    return ", ".join(map(_short, keys[:_MAX_NAMED])) + more


def repeats(pairs: Sequence[tuple[str, Any]], within: dict[str, Any]) -> list[Repeat]:
    """The keys that ``pairs``, which the object ``within`` was made of, give again."""
    seen = set()
    found = []
    for key, _ in pairs:
        if key in seen:
            found.append(Repeat(0, key, within, pairs))
        seen.add(key)
    return found


def _short(key: str) -> str:
    return repr(key if len(key) <= _MAX_KEY else f"{key[: _MAX_KEY - 1]}…")
