"""The engine names no dialect: what one needs is a word of the language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import minimax_grammar as mg

PACKAGE = Path(mg.__file__).parent
MODULES = [path for path in sorted(PACKAGE.rglob("*.py")) if "generated" not in path.parts]
# The package is named as one of them is.
OWN = re.compile(r"minimax[-_]grammar", re.IGNORECASE)
# These are names of other things too, of a markup language and of an interface of messages: they may be said, but
# as values they stand only where the messages are meant.
SHARED = {"xml": set[str](), "anthropic": {"messages/__init__.py", "conversion.py", "cli/convert.py"}}


def strings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """All strings of a module: constants, parts of f-strings, docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_module_names_a_dialect(path: Path) -> None:
    others = [name for name in mg.dialects() if name not in SHARED]
    named = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, others))})(?![A-Za-z0-9])", re.IGNORECASE)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [
        f"{path.name}:{line}: {match[0]}" for line, text in strings(tree) for match in named.finditer(OWN.sub("", text))
    ]
    assert not found
    place = path.relative_to(PACKAGE).as_posix()
    values = {text for _, text in strings(tree)}
    assert not [name for name, places in SHARED.items() if name in values and place not in places]


def test_there_are_modules_and_dialects() -> None:
    assert len(MODULES) > 50
    assert {*SHARED, "minimax"} <= set(mg.dialects())
