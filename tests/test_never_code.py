"""Nothing that a dialect file says is run: its texts are data in the generated source, wherever they stand."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

import pytest

import minimax_grammar as mg
from minimax_grammar.generate.python import generate
from minimax_grammar.generate.source import comment
from minimax_grammar.language.reader import read_dialect
from minimax_grammar.registry import dialect_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DIALECTS = mg.dialects()
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"' + r"|'(?:\\.|[^'\\\n])*'")
# It ends a comment, a string in double or single quotes, and a block of any depth.
HOSTILE = r"\n                    hostile()\nhostile()\n#\"\"\"'''\r\nhostile()\n"

CONDITION = """dialect odd "Odd"
mark call = "(call" name ")"
limit tag 257
start outside
mode outside
    text -> emit
    call -> skip if call.name is "COND"
    call -> skip
"""


def places(text: str) -> Iterator[tuple[int, int]]:
    """Where a text stands in a dialect file: one of each kind (statement, and which text of it)."""
    seen = set()
    position = 0
    for line in text.splitlines(keepends=True):
        if not line.lstrip().startswith("#"):
            words = re.findall(r"[a-z-]+", STRING.sub("", line))
            for number, found in enumerate(STRING.finditer(line)):
                kind = (*words[: 2 if line[0] != " " else 9], number)
                if kind not in seen:
                    seen.add(kind)
                    yield position + found.start(), position + found.end()
        position += len(line)


def runs(source: str) -> bool:
    """Whether ``source`` would run what the hostile text says."""
    return any(isinstance(node, ast.Name) and node.id == "hostile" for node in ast.walk(ast.parse(source)))


def test_a_condition_is_no_code(tmp_path: Path) -> None:
    path = tmp_path / "odd.dialect"
    for text in (HOSTILE, r"a\nb", r"\u2028\x0c\x85".replace("\\x0c", "\\u000c").replace("\\x85", "\\u0085")):
        path.write_text(CONDITION.replace("COND", text), encoding="utf-8")
        assert not runs(generate(read_dialect(path, dialect_file)))
        assert mg.parse("(call x)a", path).text == "a"


@pytest.mark.parametrize("name", DIALECTS)
def test_no_text_of_a_shipped_dialect_could_be_code(name: str, tmp_path: Path) -> None:
    file = dialect_file(name)
    assert file is not None
    text = file.read_text(encoding="utf-8")
    path = tmp_path / f"{name}.dialect"
    accepted = 0
    for start, end in places(text):
        path.write_text(f"{text[: end - 1]}{HOSTILE}{text[end - 1 :]}", encoding="utf-8")
        try:
            read = read_dialect(path, dialect_file)
        except mg.GrammarError:
            continue
        accepted += 1
        assert not runs(generate(read)), text[start:end]
    assert accepted


def test_a_comment_is_one_line() -> None:
    assert comment('a\nb\r\x0c\u2028\x00"é"') == '# a\\nb\\r\\x0c\\u2028\\x00"é"'
