"""The templates of dialect files: literal text with ``{field}`` or ``{field|filter}``; ``{{`` and ``}}`` are braces."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["FIELDS", "FILTERS", "Part", "Template", "parse_template", "resolved", "template_problems"]

_FIELD = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")

FIELDS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "argument": (("key", "value"), ()),
    "call": (("name", "arguments"), ()),
    "calls": (("calls",), ()),
    "success": (("body",), ("name",)),
    "failure": (("body",), ("name",)),
    "results": (("results",), ()),
    "thinking": (("thinking",), ()),
    "user": (("text",), ()),
    "assistant": (("thinking", "text", "calls"), ()),
    "developer": (("text",), ("gap",)),
    "gap": ((), ()),
}
"""What can be rendered, with the fields its template needs and those it may have."""


def _attribute(text: str) -> str:
    return _text(text).replace('"', "&quot;")


def _text(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


FILTERS = {"attr": _attribute, "text": _text}
"""Escaping for an attribute value in double quotes, and for text between tags."""


class Part(NamedTuple):
    """Literal text, or a field."""

    literal: str
    field: str = ""
    filter: str = ""


class Template:
    """A parsed template."""

    __slots__ = ("joined", "parts")

    def __init__(self, parts: list[Part], joined: str = "") -> None:
        self.parts = parts
        self.joined = joined
        """What stands between several of what the template is for."""

    def __call__(self, **fields: str) -> str:
        """The text, with the fields filled in; what a filter escapes is escaped."""
        return "".join(
            part.literal or FILTERS.get(part.filter, str)(fields[part.field]) if part.field else part.literal
            for part in self.parts
        )

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
            field, _, name = match[1].partition("|")
            if literal:
                parts.append(Part(literal))
            parts.append(Part("", field.strip(), name.strip()))
            literal = ""
    literal += text[at:]
    if literal:
        parts.append(Part(literal))
    return Template(parts, joined)


def resolved(text: str, names: dict[str, str]) -> str:
    """``text`` with the fields in ``names``, which are the same for all that is rendered, filled in."""

    def fill(match: re.Match[str]) -> str:
        value = names.get(match[1] or "")
        return match[0] if value is None else value.replace("{", "{{").replace("}", "}}")

    return _FIELD.sub(fill, text)


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
        if part.filter and part.filter not in FILTERS:
            problems.append(f"there is no filter {part.filter!r}; the filters are {', '.join(FILTERS)}")
    names = [part.field for part in found]
    problems += [f"{name} needs the field {{{field}}}" for field in needed if field not in names]
    problems += [f"the field {field!r} stands twice" for field in dict.fromkeys(names) if names.count(field) > 1]
    return problems
