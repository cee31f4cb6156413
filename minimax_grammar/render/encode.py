"""Values as the text of bodies (SPEC 10)."""

from __future__ import annotations

import json
import re
from typing import Any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from minimax_grammar.tools import Tool

__all__ = ["compact_json", "encode_value", "same_json", "spaced_json"]

_HALF_PAIRS = re.compile("[\ud800-\udfff]")
_EXPONENTS = re.compile(r'"(?:[^"\\]|\\.)*"|(?<=\de)([+-])0(?=\d)')


def compact_json(value: Any) -> str:
    """``value`` as JSON without blanks, non-ASCII characters as they are.

    Halves of surrogate pairs are escaped; a number that is whole has no fraction.  Raises ``ValueError`` for
    numbers that are not finite and for values that are not JSON.
    """
    return _dumped(value, (",", ":"))


def spaced_json(value: Any) -> str:
    """``value`` as :func:`compact_json` writes it, with a blank after commas and colons."""
    return _dumped(value, (", ", ": "))


def _dumped(value: Any, separators: tuple[str, str]) -> str:
    try:
        text = json.dumps(_whole_numbers(value), ensure_ascii=False, separators=separators, allow_nan=False)
    except (TypeError, RecursionError) as error:
        raise ValueError(str(error)) from None
    if "e-0" in text:
        # Exponents have no leading zero, as most writers of JSON have it.
        text = _EXPONENTS.sub(lambda found: found[1] or found[0], text)
    return _HALF_PAIRS.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def _whole_numbers(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if isinstance(value, dict):
        return {key: _whole_numbers(item) for key, item in value.items()}
    return [_whole_numbers(item) for item in value] if isinstance(value, list | tuple) else value


def encode_value(value: Any, tool: Tool | None, key: str) -> str:
    """``value`` as the body of the argument ``key``: a string that the tool's schema types as nothing but a string
    is its own body, anything else is compact JSON.

    Raises ``ValueError`` as :func:`compact_json` does.
    """
    if isinstance(value, str) and tool is not None and tool.string_only(key):
        return value
    return compact_json(value)


def same_json(first: Any, second: Any) -> bool:
    """Whether two values are the same JSON; ``True`` is not ``1``, ``1`` is ``1.0``."""
    if isinstance(first, bool) or isinstance(second, bool) or first is None or second is None:
        return first is second
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(same_json(first[key], second[key]) for key in first)
    if isinstance(first, list | tuple) and isinstance(second, list | tuple):
        return len(first) == len(second) and all(map(same_json, first, second))
    return bool(first == second)
