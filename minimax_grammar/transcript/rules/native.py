"""Calls that are recorded as structure: their names, their arguments, and the contract of their tool."""

from __future__ import annotations

import json
from typing import Any

from minimax_grammar.values import coerce, parse_strict
from minimax_grammar.values.relaxed import parse_relaxed
from minimax_grammar.values.repairs import findings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from minimax_grammar.tools import Tool, Tools
    from minimax_grammar.transcript.maker import Maker
    from minimax_grammar.transcript.model import Part, Path

__all__ = ["check_call", "unknown_tool"]

_MISSING: Any = object()
_ARGUMENTS = ("arguments", "input", "args", "parameters")


def check_call(part: Part, turn: int, tools: Tools | None, maker: Maker, cut: bool) -> Any:
    """Report what is wrong with one call; the arguments, or None if there are none to be had.

    ``cut`` says that the record itself tells of a turn that was cut off.
    """
    name = part.name
    if not name:
        maker.value("nameless-call", turn, _name_path(part), "a call without a name")
    arguments = part.value
    if arguments is None and (part.text or arguments is not None):
        arguments = _parsed(part, turn, maker, cut)
        if arguments is _MISSING:
            return None
    if arguments is None:
        arguments = {}
    if type(arguments) is not dict:
        shown = json.dumps(arguments)[:200]
        message = f"the arguments are {_kind(arguments)}, not an object"
        if isinstance(arguments, str):
            message = "the arguments are JSON text inside of JSON text"
        maker.value("invalid-json", turn, part.path, message, name, shown)
        return None
    if tools is None or not name:
        return arguments
    tool = tools.get(name)
    if tool is None:
        maker.value("unknown-tool", turn, _name_path(part), unknown_tool(name, tools), name, name)
        return arguments
    for rule, message in tool.check(arguments):
        maker.value(rule, turn, part.path, message, name, part.text or json.dumps(arguments, ensure_ascii=False)[:400])
    _escaped(arguments, tool, turn, part, maker)
    return arguments


def _name_path(part: Part) -> Path:
    """Where the name of a call stands: beside its arguments."""
    return (*part.path[:-1], "name") if part.path and part.path[-1] in _ARGUMENTS else part.path


def unknown_tool(name: str, tools: Tools) -> str:
    """The message about a tool that is not in the list, with those that are much like it."""
    close = tools.close(name)
    hint = f"; did you mean {' or '.join(map(repr, close[:2]))}?" if close else ""
    return f"no tool is called {name[:100]!r}{hint}"


def _parsed(part: Part, turn: int, maker: Maker, cut: bool) -> Any:
    text = part.text
    try:
        return parse_strict(text)
    except ValueError as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        at = error.pos if isinstance(error, json.JSONDecodeError) else 0
    try:
        value, repairs = parse_relaxed(text)
    except ValueError:
        pass
    else:
        for rule, message in findings(repairs):
            maker.part(rule, turn, part, at, at + 1, message)
        return value
    if _breaks_off(text):
        rule = "cut-off" if cut else "truncated-json"
        maker.part(rule, turn, part, len(text.rstrip()) - 1, len(text), f"the arguments of {part.name!r} break off")
    else:
        maker.part("invalid-json", turn, part, at, at + 1, f"the arguments are no JSON: {reason}")
    return _MISSING


def _breaks_off(text: str) -> bool:
    """Whether ``text`` could go on to be JSON: it ends inside a string, a list or an object."""
    depth, inside, escaped = 0, False, False
    for character in text:
        if inside:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                inside = False
        elif character == '"':
            inside = True
        elif character in "{[":
            depth += 1
        elif character in "}]":
            depth -= 1
            if depth <= 0:
                return False
    return text.lstrip()[:1] in ("{", "[") and (inside or depth > 0)


def _escaped(arguments: dict[str, Any], tool: Tool, turn: int, part: Part, maker: Maker) -> None:
    for key, value in arguments.items():
        if isinstance(value, str) and "&" in value:
            for rule, message in coerce(value, tool, key, "true")[1]:
                maker.value(rule, turn, part.path, message, tool.name, value[:400])


def _kind(value: Any) -> str:
    names = {list: "a list", str: "a text", bool: "a boolean", int: "a number", float: "a number"}
    return names.get(type(value), "nothing")
