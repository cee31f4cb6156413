"""The files of source trees, without what git ignores."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from pathspec import GitIgnoreSpec

from minimax_grammar.errors import MinimaxGrammarError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["PatternError", "source_files"]

_SKIPPED = {".git", ".hg", ".svn", ".venv", "venv", "node_modules", "__pycache__", ".tox", ".mypy_cache", ".ruff_cache"}


class PatternError(MinimaxGrammarError):
    """What is no pattern that files can be excluded by."""


def source_files(paths: Iterable[str], exclude: Sequence[str] = ()) -> Iterator[str]:
    """The files that ``paths`` name, and all in the directories among them that git does not ignore.

    ``exclude`` are patterns as in a ``.gitignore``; they hold for named files too.  Links are not followed.  Raises
    :class:`PatternError` for what is no pattern.
    """
    for pattern in exclude:
        if not _is_pattern(pattern):
            raise PatternError(f"{pattern!r} is no pattern to exclude files by, as in a .gitignore")
    excluded = GitIgnoreSpec.from_lines(exclude)
    seen: set[str] = set()
    for path in paths:
        for file in _walked(path) if os.path.isdir(path) else [path]:
            key = os.path.abspath(file)
            if key not in seen and not excluded.match_file(_relative(file)):
                seen.add(key)
                yield file


def _relative(file: str) -> str:
    """A name that patterns are held against: relative to where the run was started, if the file lies below."""
    path = Path(os.path.abspath(file))
    here = Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path.relative_to(path.anchor)).as_posix()


def _walked(folder: str) -> Iterator[str]:
    top = Path(os.path.abspath(folder))
    specs = {str(each): _spec(each) for each in _above(top)}
    for where, folders, files in os.walk(folder):
        here = Path(os.path.abspath(where))
        specs[str(here)] = _spec(here)
        chain = [(each, specs[str(each)]) for each in (here, *here.parents) if specs.get(str(each)) is not None]
        folders[:] = sorted(
            name
            for name in folders
            if name not in _SKIPPED and not os.path.islink(here / name) and not _ignored(here / name, chain, True)
        )
        for name in sorted(files):
            path = here / name
            if not path.is_symlink() and path.is_file() and not _ignored(path, chain, False):
                file = os.path.join(where, name)
                yield file.removeprefix("./") if folder == "." else file


def _above(folder: Path) -> list[Path]:
    """The folders above ``folder`` up to the top of its repository."""
    found: list[Path] = []
    for each in (folder, *folder.parents):
        if each != folder:
            found.append(each)
        if (each / ".git").exists():
            return found
    return []


def _spec(folder: Path) -> GitIgnoreSpec | None:
    try:
        text = (folder / ".gitignore").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    return GitIgnoreSpec.from_lines(filter(_is_pattern, lines))


def _is_pattern(line: str) -> bool:
    """Whether ``line`` is a pattern; what is none, such as a lone backslash, matches nothing for git."""
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True


def _ignored(path: Path, chain: list[tuple[Path, GitIgnoreSpec | None]], folder: bool) -> bool:
    """Whether the nearest ``.gitignore`` that says anything about ``path`` says that it is ignored."""
    for where, spec in chain:
        if spec is not None:
            said = spec.check_file(path.relative_to(where).as_posix() + "/" * folder).include
            if said is not None:
                return said
    return False
