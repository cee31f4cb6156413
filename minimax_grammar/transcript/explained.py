"""Why a rule exists, with examples: what ``rules.toml`` says."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from minimax_grammar.transcript.checker import AUTO, Checked, Checker
from minimax_grammar.transcript.jobs import record
from minimax_grammar.transcript.places import JsonOrigin, TextOrigin
from minimax_grammar.transcript.plain import conversation_of_text

__all__ = ["Explanation", "check_example", "explanation_of", "tools_in_short"]

_TOOL = re.compile(r"([\w.-]+)\((.*)\)")


class Explanation(NamedTuple):
    """What there is to say about a rule."""

    why: str
    bad: str
    """An example that breaks the rule; empty where none can be shown."""
    good: str
    """One that does not."""
    about: str
    """What breaks it, where no example can be shown."""
    dialect: str
    """How the examples are read."""
    tools: list[dict[str, Any]] | None
    """The tools of the examples."""
    file: str
    """The name of the file that the examples are; empty for conversations."""


@cache
def _all() -> dict[str, dict[str, Any]]:
    return tomllib.loads(files("minimax_grammar.transcript").joinpath("rules.toml").read_text(encoding="utf-8"))


def explanation_of(name: str) -> Explanation | None:
    """What there is to say about the rule called ``name``; None if that is nothing."""
    entry = _all().get(name)
    if entry is None:
        return None
    tools = [tools_in_short(each) for each in entry["tools"]] if "tools" in entry else None
    words = [entry.get(key, "").strip("\n") for key in ("why", "bad", "good", "about")]
    why, bad, good, about = words
    return Explanation(why, bad, good, about, entry.get("dialect", AUTO), tools, entry.get("file", ""))


def tools_in_short(text: str) -> dict[str, Any]:
    """A tool from its short form: ``name(argument: type, other?: type)``."""
    match = _TOOL.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not like name(argument: type)")
    properties: dict[str, Any] = {}
    required = []
    for argument in filter(None, map(str.strip, match[2].split(","))):
        key, _, kind = argument.partition(":")
        properties[key.rstrip("?")] = {"type": kind.strip()}
        if not key.endswith("?"):
            required.append(key)
    schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    return {"name": match[1], "parameters": schema}


def check_example(text: str, dialect: str = AUTO, tools: Any = None) -> Checked:
    """What is found in an example: a record if it begins like JSON, else a text."""
    if text.lstrip()[:1] in ("{", "["):
        conversation = record(text, JsonOrigin("example", text), 1, "")
    else:
        conversation = conversation_of_text(text, TextOrigin("example", text))
    return Checker(dialect, tools).check(conversation)
