"""One body, one value: what the tool's schema, or the markup, makes of the text of an argument (SPEC 7)."""

from __future__ import annotations

from typing import Any, NamedTuple

from minimax_grammar.values.relaxed import parse_relaxed
from minimax_grammar.values.strict import parse_strict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from minimax_grammar.tools import Parameter, Tool

__all__ = ["Findings", "Value", "coerce", "is_verbatim"]

Findings = tuple[tuple[str, str], ...]
"""Rules and messages."""

# White space as ECMAScript trims it, and with it the byte order mark.
_BLANKS = "\t\n\v\f\r \xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000\ufeff"
_FALSE = frozenset({"false", "0", "no"})
_NONE: Findings = ()
_ENTITIES = ("&lt;", "&gt;", "&amp;", "&quot;")


class Value(NamedTuple):
    """A value, and what was irregular about its body."""

    value: Any
    findings: Findings


def is_verbatim(tool: Tool | None, key: str, string: str | None) -> bool:
    """Whether the body of the argument ``key`` is its value: a string, by the markup or by the tool's schema.

    ``string`` is what the argument's ``string`` attribute says; None if it has none.
    """
    if string is not None:
        return string.strip().lower() not in _FALSE
    return tool is not None and tool.parameter(key).verbatim


def coerce(raw: str, tool: Tool | None, key: str, string: str | None = None) -> Value:
    """The value of the body ``raw`` of the argument ``key``.

    ``tool`` is the called tool, None if it is unknown; ``string`` is what the argument's ``string`` attribute
    says, None if it has none.  A body that is not JSON where JSON is meant is its own value.  Never raises.
    """
    parameter = None if tool is None else tool.parameter(key)
    verbatim = parameter is not None and parameter.verbatim
    if string is not None:
        verbatim = string.strip().lower() not in _FALSE
    if verbatim:
        return _new(Value, (raw, _NONE if "&" not in raw else _escaped(raw)))
    text = raw.strip(_BLANKS)
    if not text:
        return _new(Value, (raw, _NONE))
    try:
        value = parse_strict(text)
    except ValueError:
        return _repaired(raw, text, parameter, string)
    if parameter is not None and parameter.also_string and string is None:
        value = _admitted(value, raw, parameter)
    return _new(Value, (value, _NONE))


def _repaired(raw: str, text: str, parameter: Parameter | None, string: str | None) -> Value:
    try:
        value, repairs = parse_relaxed(text)
    except ValueError as error:
        wanted = string is not None or (parameter is not None and parameter.typed and not parameter.also_string)
        findings = _NONE if "&" not in raw else _escaped(raw)
        if wanted:
            findings = (("invalid-json", f"the body is not JSON ({error}): its raw text is the value"), *findings)
        return Value(raw, findings)
    kinds = list(dict.fromkeys(repair.message for repair in repairs))
    if parameter is not None and parameter.also_string and string is None:
        admitted = _admitted(value, raw, parameter)
        if admitted is raw:
            return Value(raw, _NONE)
    return Value(value, (("repaired-json", f"the body is JSON only after repair: {', '.join(kinds)}"),))


def _admitted(value: Any, raw: str, parameter: Parameter) -> Any:
    """``raw``, if the schema refuses ``value`` and admits it; else ``value``."""
    if not isinstance(value, str) and not parameter.admits(value) and parameter.admits(raw):
        return raw
    return value


def _escaped(raw: str) -> Findings:
    """Whether a body looks HTML-escaped: entities, and none of the characters they stand for."""
    if "<" in raw or ">" in raw or '"' in raw:
        return _NONE
    count = sum(raw.count(entity) for entity in _ENTITIES)
    if not count or count + raw.count("&#") + raw.count("&apos;") < raw.count("&"):
        return _NONE
    return (("escaped-body", ""),)


_new = tuple.__new__
