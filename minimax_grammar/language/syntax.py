"""Dialect files as statements: the one place that reads them with Lark.

The grammar is ``grammar/dialect.lark``.  A file is a list of lines, so a line that is wrong is reported
and left out, and reading goes on with the next one: all errors of a file come out at once.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from minimax_grammar.errors import Finding
from minimax_grammar.resources import grammar_dir

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["MAX_FILE", "read_statements", "read_text", "string_value"]

MAX_FILE = 200_000
"""The greatest size of a dialect file, in bytes. The longest of ours has 3,000."""

_MAX_DEPTH = 12
_WORDS = {
    "LSQB": "'['",
    "RSQB": "']'",
    "TILDE": "'~'",
    "$END": "the end of the line",
    "NAME": "a name",
    "DIALECT": "a name",
    "TAG": "a tag like <call name>",
    "STRING": 'a "string"',
    "NUMBER": "a number",
    "EQUAL": "'='",
    "VBAR": "'|'",
    "COMMA": "','",
    "DOT": "'.'",
    "LPAR": "'('",
    "RPAR": "')'",
    "_ARROW": "'->'",
}

_UNCLOSED = {
    '"': "this string is not closed on its line; end it with a double quote (a line break is \\n)",
    "<": "this is no tag; a tag is <name>, <name attribute …> or </name>, on one line",
}


@cache
def _parser() -> Lark:
    source = (grammar_dir() / "dialect.lark").read_text(encoding="utf-8")
    return Lark(source, parser="lalr", lexer="contextual", propagate_positions=True, maybe_placeholders=True)


def read_text(path: Path) -> tuple[str, list[Finding]]:
    """The text of a dialect file, or what keeps it from being read."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE + 1)
    except OSError as error:
        return "", [Finding(str(path), 0, 0, f"cannot be read: {error.strerror or error}")]
    if len(data) > MAX_FILE:
        return "", [Finding(str(path), 0, 0, f"is larger than {MAX_FILE} bytes, the most a dialect file may have")]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return "", [Finding(str(path), line, 1, "is not UTF-8 text; save the file as UTF-8")]
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        return "", [Finding(str(path), line, 1, "holds a NUL character; a dialect file is plain text")]
    return text, []


def read_statements(text: str, file: str) -> tuple[list[Tree[Token]], list[Finding]]:
    """The statements of ``text``, and a finding for every line that is not one.

    Such a line is still in the list, as a tree called ``broken`` that holds its text.  ``file`` names the file
    in findings.
    """
    findings: list[Finding] = []
    statements: list[Tree[Token]] = []
    for number, line in enumerate(text.split("\n"), 1):
        try:
            tree = _parser().parse(line)
        except UnexpectedInput as error:
            column, message = _explain(error, line)
            findings.append(Finding(file, number, column, message))
            tree = Tree("start", [Tree("broken", [Token("LINE", line.strip())])])
        if _depth(tree) > _MAX_DEPTH:
            findings.append(Finding(file, number, 1, "brackets stand too deep in brackets; write several forms: … | …"))
            tree = Tree("start", [Tree("broken", [Token("LINE", line.strip())])])
        for statement in tree.children:
            assert isinstance(statement, Tree)
            for token in statement.scan_values(lambda value: isinstance(value, Token)):
                token.line = number
            for part in statement.iter_subtrees():
                part.meta.line = number
            statements.append(statement)
    return statements, findings


def _depth(tree: Tree[Token]) -> int:
    """How many trees stand in one another."""
    depth, level = 0, [tree]
    while level:
        depth += 1
        level = [child for parent in level for child in parent.children if isinstance(child, Tree)]
    return depth


def _explain(error: UnexpectedInput, line: str) -> tuple[int, str]:
    """The column of a syntax error, and what to do about it."""
    if isinstance(error, UnexpectedCharacters):
        column = error.column
        character = line[column - 1]
        if character in _UNCLOSED:
            return column, _UNCLOSED[character]
        expected = error.allowed
        found = repr(line[column - 1 :].split(" ")[0] or character)
    else:
        token = getattr(error, "token", None)
        expected = error.accepts if isinstance(error, UnexpectedToken) and error.accepts else set()
        if token is None or token.type == "$END":
            column = len(line.split("#")[0].rstrip()) + 1
            return column, f"the line ends too early; {_wanted(expected)}"
        column, found = token.column or 1, repr(str(token))
    return column, f"{found} is not expected here; {_wanted(expected)}"


def _wanted(terminals: Iterable[str]) -> str:
    words = sorted({_WORDS.get(name, name.lower()) for name in terminals})
    if len(words) > 7:
        return "a line is a statement (dialect, tag, mark, limit, start, mode, …) or a rule: what -> action"
    return "expected " + " or ".join(words)


def string_value(token: Token, file: str) -> tuple[str, Finding | None]:
    """What a STRING token means; escapes are those of Python strings."""
    try:
        value = ast.literal_eval(str(token))
    except (SyntaxError, ValueError):
        return "", Finding(
            file, token.line or 1, token.column or 1, f"bad escape in {token}; write \\\\ for a backslash"
        )
    assert isinstance(value, str)
    if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
        return "", Finding(
            file, token.line or 1, token.column or 1, f"half a surrogate pair in {token}; write the character"
        )
    return value, None
