"""Bodies that are all arguments of a call at once: one object, in JSON or another notation."""

from __future__ import annotations

from typing import Any

from minimax_grammar.values.blanks import BLANKS
from minimax_grammar.values.repairs import Findings, Irregular, findings
from minimax_grammar.values.strict import parse_strict, with_repeats

__all__ = ["as_arguments", "parse_json", "read_arguments", "read_json"]

_NONE: Findings = ()


def read_json(text: str) -> tuple[Any, list[Irregular]]:
    """The value of ``text`` as JSON, repaired if need be, and what was irregular.  Raises ``ValueError``."""
    text = text.strip(BLANKS)
    try:
        value = parse_strict(text)
    except ValueError:
        from minimax_grammar.values.relaxed import parse_relaxed  # most bodies need no repair

        return parse_relaxed(text)
    return with_repeats(text, value)


def parse_json(text: str) -> tuple[Any, Findings]:
    """The value of ``text`` as JSON, repaired if need be, and what is to be reported.  Raises ``ValueError``."""
    value, irregular = read_json(text)
    return value, findings(irregular) if irregular else _NONE


def as_arguments(value: Any) -> tuple[dict[str, Any], Findings]:
    """The arguments that ``value`` stands for: an object, nothing, or the text of an object.

    Raises ``ValueError`` for anything else.
    """
    if isinstance(value, dict):
        return value, _NONE
    if value is None:
        return {}, _NONE
    if isinstance(value, str):
        if not value.strip(BLANKS):
            return {}, _NONE
        inner, found = parse_json(value)
        if isinstance(inner, dict):
            if not any(rule == "repaired-json" for rule, _ in found):
                found = (("repaired-json", "the arguments are a string that holds JSON"), *found)
            return inner, found
    raise ValueError(f"the arguments are {_kind(value)} and no object")


def read_arguments(text: str, format: str, quote: str) -> tuple[dict[str, Any], Findings]:
    """The arguments of a body written in ``format``; a blank body is none.  Raises ``ValueError``."""
    if not text.strip(BLANKS):
        return {}, _NONE
    if format == "notation":
        from minimax_grammar.values.notation import parse_notation

        arguments, repairs = parse_notation(text, quote)
        return arguments, findings(repairs, "an object in this notation")
    if format == "python":
        return _python_arguments(text.strip(BLANKS))
    value, found = parse_json(text)
    arguments, more = as_arguments(value)
    return arguments, (*found, *more)


def _python_arguments(text: str) -> tuple[dict[str, Any], Findings]:
    """The arguments with keywords of a call in Python whose brackets are ``text``.  Raises ``ValueError``."""
    from minimax_grammar.values.python_calls import parse_python_calls

    source = f"call{text}"
    notes: list[tuple[str, str]] = []
    found = parse_python_calls(source, last=False, notes=notes)
    if len(found) != 1 or found[0][0] != "call" or found[0][2] != (0, len(source)):
        raise ValueError("the brackets do not hold the arguments of a call in Python")
    return found[0][1], tuple(notes)


def _kind(value: Any) -> str:
    kinds = {bool: "true or false", int: "a number", float: "a number", str: "a string", list: "a list"}
    return kinds.get(type(value), "null")
