"""Strict JSON, with the bounds that make its outcome the same everywhere."""

from __future__ import annotations

import json
import re
from math import isinf
from typing import Any

__all__ = ["MAX_NESTING", "parse_strict", "too_deep"]

MAX_NESTING = 256
"""The deepest nesting of a value: far below what the interpreter's stack allows."""

_WORDS = {"true": True, "false": False, "null": None}

# What counts for nesting: brackets, but not those in strings or comments.
_NESTING = (
    r"""[\[{]|[\]}]|"(?:[^"\\]++|\\[\s\S])*+"?"""
    r"""|'(?:[^'\\]++|\\[\s\S]|'(?![ \t\r\n]*+(?:[,}\]:]|\Z)))*+'?"""
    r"""|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?"""
)


def _number(text: str) -> float:
    number = float(text)
    if isinf(number):
        raise ValueError(f"{text} is not finite")
    return number


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


_decode = json.JSONDecoder(parse_float=_number, parse_constant=_constant).decode


def parse_strict(text: str) -> Any:
    """The value of the JSON document ``text``.

    Raises ``ValueError`` for anything that is not JSON, and for what has no exact value: numbers that are not
    finite, integers beyond what the interpreter converts, nesting deeper than :data:`MAX_NESTING`.  Of
    duplicate keys the last one wins; lone surrogates are kept.
    """
    if len(text) < 18 and text.isdigit() and text.isascii() and (text[0] != "0" or text == "0"):
        return int(text)
    if text in _WORDS:
        return _WORDS[text]
    if too_deep(text):
        raise ValueError(f"nested deeper than {MAX_NESTING}")
    try:
        return _decode(text)
    except RecursionError:  # the caller's own stack is almost used up
        raise ValueError("nested too deep") from None


def too_deep(text: str) -> bool:
    """Whether brackets in ``text`` nest deeper than :data:`MAX_NESTING`; linear in ``text``."""
    if text.count("[") + text.count("{") <= MAX_NESTING:
        return False
    depth = 0
    for match in re.finditer(_NESTING, text):
        character = text[match.start()]
        if character in "[{":
            depth += 1
            if depth > MAX_NESTING:
                return True
        elif character in "]}":
            depth -= 1
    return False
