"""The templates of dialect files: literal text with ``{field}`` or ``{field|filter}``; ``{{`` and ``}}`` are braces."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from minimax_grammar.render.fields import FILTERS, VALUE_FILTERS

__all__ = [
    "FIELDS",
    "Part",
    "Template",
    "parse_template",
    "renders_whole_arguments",
    "resolved",
    "template_problems",
    "writes_bare_id",
]

_FIELD = re.compile(r"\{\{|\}\}|\{([^{}|]*)((?:\|[^{}|'\"]*(?:'[^']*'|\"[^\"]*\")?\s*)*)\}|[{}]")
_FILTER = re.compile(r"\|\s*([^{}|'\"\s]*)\s*(?:'([^']*)'|\"([^\"]*)\")?\s*")

FIELDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "argument": (("key", "value"), ("type", "string")),
    "id": ((), ("name", "number", "position")),
    "call": (("name", "arguments"), ("id", "number", "position")),
    "calls": (("calls",), ()),
    "single": (("calls",), ()),
    "break": ((), ()),
    "success": (("body",), ("name", "id", "number", "position")),
    "failure": (("body",), ("name", "id", "number", "position")),
    "results": (("results",), ()),
    "thinking": (("thinking",), ()),
    "begin": ((), ()),
    "text": (("text",), ()),
    "user": (("text",), ("developer",)),
    "assistant": (("text", "calls"), ("thinking", "results")),
    "outputs": (("results",), ()),
    "developer": (("text",), ("gap",)),
    "gap": ((), ()),
}
"""What can be rendered, with the fields its template needs and those it may have."""

_CARRIED_BY = {"name": "id"}
"""A field that holds another one, which then need not be written by itself."""
_ONCE = ("value", "arguments", "calls", "body", "results", "thinking", "text", "developer", "gap")


class Part(NamedTuple):
    """Literal text, or a field."""

    literal: str
    field: str = ""
    filters: tuple[tuple[str, str], ...] = ()
    """Names of filters, each with its text."""

    def has(self, name: str) -> bool:
        """Whether the field passes the filter ``name``."""
        return any(found == name for found, _ in self.filters)

    @property
    def as_value(self) -> bool:
        """Whether the field is a value, which its filters write, and no text."""
        return bool(self.filters) and self.filters[0][0] in VALUE_FILTERS


class Template:
    """A parsed template."""

    __slots__ = ("joined", "parts")

    def __init__(self, parts: list[Part], joined: str = "") -> None:
        self.parts = parts
        self.joined = joined
        """What stands between several of what the template is for."""

    def __call__(self, **fields: Any) -> str:
        """The text, with the fields filled in and written as their filters say."""
        pieces = []
        for part in self.parts:
            value = fields[part.field] if part.field else part.literal
            for name, argument in part.filters:
                value = FILTERS[name](value, argument, self)
            pieces.append(value)
        return "".join(pieces)

    def part(self, field: str) -> Part | None:
        """The first place of ``field``; None if it has none."""
        return next((part for part in self.parts if part.field == field), None)

    def around(self, field: str) -> tuple[str, str]:
        """The literal text before and after ``field``, up to the next fields."""
        at = next(i for i, part in enumerate(self.parts) if part.field == field)
        before = self.parts[at - 1].literal if at else ""
        after = self.parts[at + 1].literal if at + 1 < len(self.parts) else ""
        return before, after


def parse_template(text: str, joined: str = "") -> Template:
    """``text`` as a template.  Raises ``ValueError`` for braces that are no field."""
    parts: list[Part] = []
    at = 0
    literal = ""
    for match in _FIELD.finditer(text):
        literal += text[at : match.start()]
        at = match.end()
        if match[0] in ("{{", "}}"):
            literal += match[0][0]
        elif match[1] is None:
            raise ValueError(f"a single {match[0]!r}; write {match[0] * 2!r} for a brace")
        else:
            if literal:
                parts.append(Part(literal))
            filters = tuple((found[1], found[2] or found[3] or "") for found in _FILTER.finditer(match[2]))
            parts.append(Part("", match[1].strip(), filters))
            literal = ""
    literal += text[at:]
    if literal:
        parts.append(Part(literal))
    return Template(parts, joined)


def resolved(text: str, names: dict[str, str]) -> str:
    """``text`` with the fields in ``names``, which are the same for all that is rendered, filled in."""

    def fill(match: re.Match[str]) -> str:
        value = None if match[2] else names.get(match[1] or "")
        return match[0] if value is None else value.replace("{", "{{").replace("}", "}}")

    return _FIELD.sub(fill, text)


def renders_whole_arguments(call: str) -> bool:
    """Whether the template of a call writes its arguments as one value, and not one by one."""
    try:
        place = parse_template(call).part("arguments")
    except ValueError:
        return True
    return place is not None and place.as_value


def writes_bare_id(call: str) -> bool:
    """Whether the template of a call writes something around its id even if that is empty."""
    try:
        place = parse_template(call).part("id")
    except ValueError:
        return False
    return place is not None and not (place.has("lead") or place.has("tail"))


def template_problems(name: str, text: str) -> list[str]:
    """What is wrong with the template of ``name``."""
    if name not in FIELDS:
        return [f"{name!r} is nothing that is rendered; there are {', '.join(FIELDS)}"]
    try:
        template = parse_template(text)
    except ValueError as error:
        return [str(error)]
    needed, allowed = FIELDS[name]
    found = [part for part in template.parts if part.field]
    problems = []
    for part in found:
        if part.field not in needed + allowed:
            known = ", ".join(needed + allowed) or "none"
            problems.append(f"{name} has no field {part.field!r}; its fields are {known}")
        for index, (filter_name, _) in enumerate(part.filters):
            if filter_name not in FILTERS:
                problems.append(f"there is no filter {filter_name!r}; the filters are {', '.join(FILTERS)}")
            elif index and filter_name in VALUE_FILTERS and part.filters[index - 1][0] != "parsed":
                problems.append(f"{filter_name!r} writes a value; it comes first, or after 'parsed'")
    names = [part.field for part in found]
    missing = [field for field in needed if field not in names and _CARRIED_BY.get(field) not in names]
    problems += [f"{name} needs the field {{{field}}}" for field in missing]
    problems += [f"the field {field!r} stands twice" for field in _ONCE if names.count(field) > 1]
    if name == "id" and not {"number", "position"} & set(names):
        problems.append("ids would be the same; id needs the field {number} (from 0) or {position} (from 1)")
    return problems
