"""Results as one block of text, and such a block as results again (SPEC 10 and 12)."""

from __future__ import annotations

from typing import NamedTuple

from minimax_grammar.render.fields import read_back
from minimax_grammar.render.template import Template

__all__ = ["Record", "read_records"]


class Record(NamedTuple):
    """One result of a block."""

    name: str
    """The name of the tool; empty where the dialect does not write it."""
    text: str
    is_error: bool
    id: str = ""
    """The id of its call, where the dialect writes it."""
    number: int = -1
    """Which call of its turn it answers; its place among the results if that is not known."""


def read_records(text: str, results: Template, kinds: dict[str, Template]) -> list[Record] | None:
    """The records of ``text``, which is a whole block; None if it is none.

    ``results`` is the template of the block; ``kinds`` are those of a ``success`` and a ``failure``.  A body ends at
    the first place where its record can end and the next one, or the end of the block, follows.
    """
    before, after = results.around("results")
    if not text.startswith(before) or not text.endswith(after) or len(text) < len(before) + len(after):
        return None
    inside = text[len(before) : len(text) - len(after)]
    records: list[Record] = []
    at = 0
    while True:
        found = _record(inside, at, results.joined, kinds)
        if found is None:
            return None
        record, at = found
        records.append(record)
        if at == len(inside):
            return records
        at += len(results.joined)


def _record(text: str, at: int, joined: str, kinds: dict[str, Template]) -> tuple[Record, int] | None:
    for kind, template in kinds.items():
        found = _match(text, at, joined, template, kinds)
        if found is not None:
            fields, end = found
            record = Record(fields.get("name", ""), fields["body"], kind == "failure", fields.get("id", ""))
            return record, end
    return None


def _match(
    text: str, at: int, joined: str, template: Template, kinds: dict[str, Template]
) -> tuple[dict[str, str], int] | None:
    fields: dict[str, str] = {}
    parts = template.parts
    for number, part in enumerate(parts):
        if not part.field:
            if not text.startswith(part.literal, at):
                return None
            at += len(part.literal)
            continue
        closing = parts[number + 1].literal if number + 1 < len(parts) else ""
        last = number + 2 >= len(parts)
        end = _field_end(text, at, closing, joined, kinds) if last else text.find(closing, at)
        if end < 0:
            return None
        try:
            fields[part.field] = read_back(text[at:end], part.filters)
        except ValueError:
            return None
        at = end
    return fields, at


def _field_end(text: str, at: int, closing: str, joined: str, kinds: dict[str, Template]) -> int:
    """Where the last field of a record ends: its closing text, then the end or another record."""
    openings = tuple(joined + template.parts[0].literal for template in kinds.values() if not template.parts[0].field)
    while True:
        end = text.find(closing, at) if closing else len(text)
        if end < 0:
            return -1
        after = end + len(closing)
        if after == len(text) or (openings and text.startswith(openings, after)):
            return end
        at = end + 1
