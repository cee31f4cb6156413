"""Writing cases: one as JSON, with what our own implementation makes of it for a person to check, and into a file."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from minimax_grammar.errors import CorpusError, Finding

if TYPE_CHECKING:
    from pathlib import Path

    from minimax_grammar.conformance.corpus import Case

__all__ = ["as_entry", "compact", "with_entry"]

_FIELDS = ("id", "op", "dialect", "about", "spec", "tags", "tools", "options", "input", "expect")
_ALWAYS = ("id", "op", "about", "spec", "input", "expect")
_RUN = 200
"""A run of one character or of a short unit that is longer than this is written as a repeat."""
_REPEATED = re.compile(r"(.{1,16}?)\1{15,}", re.DOTALL)


def as_entry(case: Case, tools: str | None = None) -> dict[str, Any]:
    """``case`` as a case file holds it; ``tools`` is the name of its tool set, if it has one."""
    found: dict[str, Any] = {}
    for name in _FIELDS:
        value = list(case.tags) if name == "tags" else getattr(case, name)
        if name == "tools":
            value = tools or value
        if value or name in _ALWAYS:
            found[name] = value
    if isinstance(found["input"], str):
        found["input"] = compact(found["input"])
    return found


def compact(text: str) -> Any:
    """``text``, or the parts that stand for it if it is long and repeats itself."""
    if len(text) <= _RUN:
        return text
    parts: list[Any] = []
    at = 0
    for found in _REPEATED.finditer(text):
        if len(found[0]) <= _RUN:
            continue
        if at < found.start():
            parts.append(text[at : found.start()])
        parts.append({"repeat": [found[1], len(found[0]) // len(found[1])]})
        at = found.end()
    if not parts:
        return text
    return [*parts, text[at:]] if at < len(text) else parts


def with_entry(file: Path, entry: dict[str, Any]) -> str:
    """The text of the case file ``file`` with ``entry`` as its last case; a file that is not there is begun.

    Raises :class:`CorpusError` if it is no case file, or has a case of that id.
    """
    entries: Any = []
    if file.exists():
        try:
            entries = json.loads(file.read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            raise CorpusError([Finding(str(file), 0, 0, f"cannot be read as a case file: {error}")]) from error
        if not isinstance(entries, list) or not all(isinstance(each, dict) for each in entries):
            raise CorpusError([Finding(str(file), 0, 0, "is no case file: it holds no list of objects")])
        if any(each.get("id") == entry["id"] for each in entries):
            raise CorpusError([Finding(str(file), 0, 0, f"{entry['id']}: the id is in this file already")])
    try:
        return _text([*entries, entry], ascii_only=False)
    except UnicodeEncodeError:  # half of a surrogate pair
        return _text([*entries, entry], ascii_only=True)


def _text(entries: list[Any], *, ascii_only: bool) -> str:
    text = json.dumps(entries, indent=1, ensure_ascii=ascii_only) + "\n"
    text.encode()
    return text
