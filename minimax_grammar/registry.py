"""Where dialects come from: those of the package, those that installed packages bring, and files.

A built-in dialect is ready-made Python (``minimax_grammar.generated``), so that a scanner starts at once; a
file is read, checked and generated when it is loaded.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from minimax_grammar.dialect import Dialect
from minimax_grammar.errors import Finding, GrammarError, UnknownDialectError
from minimax_grammar.generated import DEFAULT, FALLBACK, MODELS, MODULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.metadata import EntryPoint
    from pathlib import Path

    from minimax_grammar.language import model

__all__ = ["check_dialect", "claims", "default_dialect", "dialect_file", "dialects", "fallback_dialect", "load_dialect"]

_GROUP = "minimax_grammar.dialects"


def dialects() -> list[str]:
    """The names of all dialects: the built-in ones, then those of installed packages.

    A package brings dialects with entry points of the group ``minimax_grammar.dialects``: each has the name of
    a dialect and loads to the path of its file.
    """
    return [*MODULES, *sorted(name for name in _installed() if name not in MODULES)]


def default_dialect() -> str:
    """The name of the dialect that is used where none is named."""
    return DEFAULT


def fallback_dialect() -> str:
    """The name of the dialect for models that no dialect claims."""
    return FALLBACK


def claims() -> dict[str, tuple[str, ...]]:
    """For each dialect, the patterns of the models that are told of it."""
    found: dict[str, tuple[str, ...]] = dict(MODELS)
    for name in _installed():
        if name not in MODULES:
            found[name] = load_dialect(name).model().models
    return found


def load_dialect(name: str | Path) -> Dialect:
    """The dialect called ``name``, or the one in the file ``name`` (a path ending in ``.dialect``).

    Raises :class:`UnknownDialectError` for a name that nothing provides, and :class:`GrammarError` for a file
    that cannot be used, with everything that is wrong with it.
    """
    if not isinstance(name, str) or name.endswith(".dialect"):
        from pathlib import Path

        return _from_file(Path(name))
    if name in MODULES:
        return _built_in(name)
    file = dialect_file(name)
    if file is None:
        raise UnknownDialectError(name, dialects())
    return _from_file(file)


def dialect_file(name: str) -> Path | None:
    """The file of the dialect called ``name``; None if there is no such dialect."""
    from pathlib import Path

    from minimax_grammar.resources import grammar_dir

    if name in MODULES or (grammar_dir() / f"{name}.dialect").is_file():
        return grammar_dir() / f"{name}.dialect"
    entry = _installed().get(name)
    if entry is None:
        return None
    try:
        return Path(str(entry.load()))
    except Exception as error:  # code of another package: whatever it raises is a finding about it
        message = f"the entry point for {name!r} ({entry.value}) cannot be loaded: {error}"
        raise GrammarError([Finding(str(entry.value), 0, 0, message)]) from error


@cache
def _built_in(name: str) -> Dialect:
    module = import_module(f"minimax_grammar.generated.{MODULES[name]}")
    return Dialect(module.Tokenizer)


def _from_file(path: Path) -> Dialect:
    from minimax_grammar.generate.load import load_tokenizer
    from minimax_grammar.language.reader import read_dialect

    return Dialect(load_tokenizer(read_dialect(path, dialect_file)), path)


def check_dialect(path: Path) -> model.Dialect:
    """What the dialect file ``path`` says.

    Raises :class:`GrammarError` with everything that is wrong with it; unlike :func:`load_dialect` also if what its
    templates write is not read back by its scanner.
    """
    from minimax_grammar.generate.load import load_tokenizer
    from minimax_grammar.language.reader import read_dialect
    from minimax_grammar.render.readback import template_findings

    read = read_dialect(path, dialect_file)
    findings = template_findings(read, load_tokenizer(read))
    if findings:
        raise GrammarError(findings)
    return read


@cache
def _installed() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=_GROUP)}
