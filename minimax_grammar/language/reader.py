"""From a dialect file, and those that it extends, to the model, with every finding at once."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from minimax_grammar.errors import Finding, GrammarError
from minimax_grammar.language.builder import Builder
from minimax_grammar.language.check import check
from minimax_grammar.language.checks.state import Damage
from minimax_grammar.language.model import Dialect
from minimax_grammar.language.syntax import read_statements, read_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lark import Token

__all__ = ["read_dialect"]

_MAX_PARENTS = 8
_WORD = re.compile(r"[\w-]+")


def read_dialect(path: Path, find: Callable[[str], Path | None]) -> Dialect:
    """The dialect that the file ``path`` describes.

    ``find`` gives the file of a dialect by name, for ``extends``.  Raises :class:`GrammarError` with
    everything that is wrong: the lines that are no statements, the statements that say nothing sensible,
    and what :func:`~minimax_grammar.language.check.check` finds in the whole.
    """
    dialect, findings, damage = _read(path, find, (), str(path))
    if dialect is not None:
        findings += check(dialect, damage)
    if findings:
        raise GrammarError(sorted(findings, key=lambda finding: (finding.file, finding.line, finding.column)))
    assert dialect is not None
    return dialect


def _read(
    path: Path, find: Callable[[str], Path | None], seen: tuple[Path, ...], shown: str
) -> tuple[Dialect | None, list[Finding], Damage]:
    text, findings = read_text(path)
    if findings:
        return None, findings, Damage()
    statements, findings = read_statements(text, shown)
    builder = Builder(shown, findings)
    header = builder.header(statements)
    if header is None:
        return None, findings, builder.damage
    name, title, parent, place = header
    base = Dialect(name=name, title=title, place=place)
    if parent is not None:
        inherited = _parent(parent, path, find, (*seen, path.resolve()), builder) or base
        base = replace(inherited, name=name, title=title, place=place, extends=inherited.name, default=False)
    dialect = builder.build(base, statements)
    lines = text.split("\n")
    for finding in findings:
        if finding.file == shown and 0 < finding.line <= len(lines):
            builder.damage.words.update(_WORD.findall(lines[finding.line - 1]))
    return dialect, findings, builder.damage


def _parent(
    token: Token, path: Path, find: Callable[[str], Path | None], seen: tuple[Path, ...], builder: Builder
) -> Dialect | None:
    """The dialect that ``token`` names, by name or as a "path" beside the file ``path``.

    None if it is not known what it says; then what the file itself says is read all the same.
    """
    builder.damage.base = True
    if token.type == "STRING":
        file: Path | None = path.parent / builder.string(token)
        if file is not None and file.suffix != ".dialect":
            builder.report(token, "a dialect extends a name or the path of a .dialect file")
            return None
    else:
        file = find(str(token))
    if file is None or not file.is_file():
        builder.report(token, f"there is no dialect {token} to extend")
        return None
    if file.resolve() in seen:
        builder.report(token, f"{token} leads back to this file; a dialect cannot extend itself")
        return None
    if len(seen) > _MAX_PARENTS:
        builder.report(token, f"more than {_MAX_PARENTS} dialects extend one another here; put some together")
        return None
    dialect, findings, damage = _read(file, find, seen, file.name if token.type == "DIALECT" else str(file))
    builder.findings.extend(findings)
    builder.damage.update(damage)
    builder.damage.base = dialect is None or damage.base
    return dialect
