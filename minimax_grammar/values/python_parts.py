"""What reading Python source makes on the way: expressions, the brackets around them, and their values."""

from __future__ import annotations

import ast
import re
from typing import Any

__all__ = ["CONSTANTS", "Call", "Expression", "Frame", "Note", "value_of"]

Call = tuple[str, dict[str, Any], tuple[int, int]]
"""A name, arguments, and where the call stands, in code points."""

Note = tuple[str, str]
"""The name of a diagnostic, and a message."""

_MAX_CHECKED = 1_000
"""How long expressions are checked, in code points."""
CONSTANTS = {"True": True, "true": True, "False": False, "false": False, "None": None, "null": None}
# Not Python, but clearly one word: a date, a version, a path.
_WORD = re.compile(r"[\w.:/@+\-]++")
# What each bracket is made to hold, to ask whether it can.
_AROUND = {"call": "f({})", "list": "[{}]", "paren": "[{}]", "index": "a[{}]", "brace": "{{{}}}"}
_AFTER_KEY = {"call": "f(a={})", "brace": "{{0:{}}}"}


class Expression:
    """An expression while it is read."""

    __slots__ = (
        "broken",
        "calls",
        "dotted",
        "end",
        "kind",
        "lambdas",
        "mask",
        "name_start",
        "operand",
        "part_start",
        "start",
        "value",
    )

    def __init__(self) -> None:
        self.kind = ""
        """What it is so far: nothing, ``name``, ``number``, ``string``, ``sign``, ``spread``, ``merge``, ``group``,
        ``call`` or ``other``."""
        self.start = self.end = 0
        self.value: Any = None
        self.mask: list[str] = []
        """The same expression without what is in its brackets and strings."""
        self.name_start = -1
        """Where the dotted name starts that just ended; negative if none did."""
        self.part_start = 0
        """Where the last part of that name starts."""
        self.dotted = False
        """Whether that name goes on."""
        self.operand = False
        """Whether a bracket would belong to what stands before it."""
        self.lambdas = 0
        self.broken = False
        self.calls: list[Call] = []

    def extend(self, start: int, end: int, mask: str, kind: str, operand: bool = True) -> None:
        """Add what stands from ``start`` to ``end``; with it the expression is ``kind`` if there was nothing before."""
        if not self.kind:
            self.start = start
            self.kind = kind
        elif not (self.kind == kind == "string"):
            self.kind = "other"
        self.end = end
        self.mask.append(mask)
        self.operand = operand
        self.name_start = -1
        self.dotted = False


class Frame:
    """A bracket that is open, or the whole text."""

    __slots__ = (
        "broken",
        "calls",
        "commas",
        "expression",
        "items",
        "key",
        "members",
        "name",
        "name_start",
        "opaque",
        "role",
        "start",
        "twice",
        "unnamed",
    )

    def __init__(self, role: str, start: int, name_start: int = -1, name: str = "") -> None:
        self.role = role
        """``top``, ``call``, ``list``, ``paren``, ``brace`` or ``index``."""
        self.start = start
        self.name_start = name_start
        """Where the name of what is called starts; negative if there is none."""
        self.name = name
        self.expression = Expression()
        self.key: str | None = None
        self.items: list[Any] = []
        self.members: dict[str, Any] = {}
        self.commas = 0
        self.opaque = False
        """Whether it is no literal: a comprehension, say."""
        self.broken = False
        self.calls: list[Call] = []
        self.twice: list[str] = []
        """Keywords that were given again."""
        self.unnamed = 0
        """How many arguments have no keyword."""

    @property
    def opener(self) -> str:
        """The bracket itself; empty for the whole text."""
        return {"list": "[", "index": "[", "brace": "{", "top": ""}.get(self.role, "(")


def value_of(text: str, expression: Expression, role: str, key: str | None) -> tuple[Any, bool]:
    """The value of ``expression`` in ``text``, in a bracket of ``role``, after ``key``; and whether it is Python."""
    source = text[expression.start : expression.end]
    if expression.broken:
        return source, False
    if expression.kind in ("number", "group", "merge"):
        return expression.value, True
    if expression.kind == "string":
        return "".join(expression.value), True
    if expression.kind == "name" and not expression.dotted:
        return CONSTANTS.get(source, source), True
    if expression.kind == "call" or _WORD.fullmatch(source):
        return source, True
    around = _AROUND[role] if key is None else _AFTER_KEY[role]
    return source, _is_python(" ".join(expression.mask), around)


def _is_python(mask: str, around: str) -> bool:
    """Whether an expression like ``mask`` can stand in ``around``.

    Masks hold no strings and nothing in brackets, so that Python's parser, which nests and warns, has an easy time.
    """
    if len(mask) > _MAX_CHECKED:
        return True
    try:
        ast.parse(around.format(mask), mode="eval")
    except (SyntaxError, ValueError):
        return False
    except (MemoryError, RecursionError):
        return True
    return True
