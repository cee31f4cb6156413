"""One body, one value: what the tool's schema, or the markup, makes of the text of an argument (SPEC 7)."""

from __future__ import annotations

import re
from typing import Any

from minimax_grammar.values.blanks import BLANKS
from minimax_grammar.values.repairs import Findings, findings
from minimax_grammar.values.strict import parse_strict, with_repeats

TYPE_CHECKING = False
if TYPE_CHECKING:
    from minimax_grammar.tools import Parameter, Tool

__all__ = ["coerce", "is_verbatim"]

_FALSE = frozenset({"false", "0", "no"})
_NONE: Findings = ()
_STARTS = frozenset("{[\"'-+./0123456789tfnTFN")
_LETTERS = frozenset("tfnTFN")
_WORD = re.compile(r"(?:true|false|null|True|False|None)(?![\w$])")
_ENTITIES = ("&lt;", "&gt;", "&amp;", "&quot;")


def is_verbatim(tool: Tool | None, key: str, string: str | None) -> bool:
    """Whether the body of the argument ``key`` is its value: a string, by the markup or by the tool's schema.

    ``string`` is what the argument's ``string`` attribute says; None if it has none.
    """
    if string is not None:
        return string.strip(BLANKS).lower() not in _FALSE
    return tool is not None and tool.parameter(key).verbatim


def coerce(
    raw: str, tool: Tool | None, key: str, string: str | None = None, *, strict: bool = False
) -> tuple[Any, Findings]:
    """The value of the body ``raw`` of the argument ``key``, and what was irregular about it.

    ``tool`` is the called tool, None if it is unknown; ``string`` is what the argument's ``string`` attribute
    says, None if it has none.  A body that is not JSON where JSON is meant is its own value, and so is one that is
    JSON only after repair if ``strict``.  Never raises.
    """
    parameter = None if tool is None else tool.known.get(key) or tool.parameter(key)
    if string is not None:
        verbatim = string.strip(BLANKS).lower() not in _FALSE
    else:
        verbatim = parameter is not None and parameter.verbatim
    if verbatim:
        return raw, _NONE if "&" not in raw else _escaped(raw)
    if (
        raw.isdigit()
        and len(raw) < 18
        and raw.isascii()
        and raw[0] != "0"
        and not (parameter and parameter.also_string)
    ):
        return int(raw), _NONE
    text = raw.strip(BLANKS)
    if not text:  # where the markup says that JSON stands, nothing does
        return raw, _NONE if string is None else _refused(raw, parameter, string)
    # Most bodies that are no JSON are words, which their first character tells.
    if text[0] not in _STARTS or (text[0] in _LETTERS and not _WORD.match(text)):
        return raw, _refused(raw, parameter, string)
    try:
        value = parse_strict(text)
    except ValueError:
        return (raw, _refused(raw, parameter, string)) if strict else _repaired(raw, text, parameter, string)
    if parameter is not None and parameter.also_string and string is None:
        value = _admitted(value, raw, parameter)
    if text[0] not in "{[" or value is raw:
        return value, _NONE
    value, repeats = with_repeats(text, value)
    return value, findings(repeats) if repeats else _NONE


def _repaired(raw: str, text: str, parameter: Parameter | None, string: str | None) -> tuple[Any, Findings]:
    from minimax_grammar.values.relaxed import parse_relaxed  # most bodies need no repair

    try:
        value, repairs = parse_relaxed(text)
    except ValueError:
        return raw, _refused(raw, parameter, string)
    if parameter is not None and parameter.also_string and string is None and _admitted(value, raw, parameter) is raw:
        return raw, _NONE
    return value, findings(repairs)


def _refused(raw: str, parameter: Parameter | None, string: str | None) -> Findings:
    """What to say of a body that is no JSON: nothing, unless JSON was asked for."""
    escaped = _NONE if "&" not in raw else _escaped(raw)
    if string is not None or (parameter is not None and parameter.typed and not parameter.also_string):
        return (("invalid-json", ""), *escaped)
    return escaped


def _admitted(value: Any, raw: str, parameter: Parameter) -> Any:
    """``raw``, if the schema refuses ``value`` and admits it; else ``value``."""
    return raw if not parameter.admits(value) and parameter.admits(raw) else value


def _escaped(raw: str) -> Findings:
    """Whether a body looks HTML-escaped: entities, and none of the characters they stand for."""
    if "<" in raw or ">" in raw or '"' in raw:
        return _NONE
    count = sum(raw.count(entity) for entity in _ENTITIES)
    if not count or count + raw.count("&#") + raw.count("&apos;") < raw.count("&"):
        return _NONE
    return (("escaped-body", ""),)
