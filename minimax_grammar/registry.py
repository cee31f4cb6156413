"""Where dialects come from: those of the package, those that installed packages bring, and files.

A built-in dialect is ready-made Python (``minimax_grammar.generated``), so that a scanner starts at once; a
file is read, checked and generated when it is loaded.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import import_module

from minimax_grammar.dialect import Dialect
from minimax_grammar.errors import Finding, GrammarError, UnknownDialectError
from minimax_grammar.generated import DEFAULT, FALLBACK, MODELS, MODULES
from minimax_grammar.installed import bringer, installed, installed_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from minimax_grammar.language import model

__all__ = [
    "brought_dialect",
    "check_dialect",
    "claims",
    "default_dialect",
    "dialect_file",
    "dialects",
    "fallback_dialect",
    "load_dialect",
]


def dialects() -> list[str]:
    """The names of all dialects: the built-in ones, then those of installed packages.

    A package brings dialects with entry points of the group ``minimax_grammar.dialects``: each has the name of
    a dialect and loads to the path of its file.
    """
    return [*MODULES, *sorted(name for name in installed() if name not in MODULES)]


def default_dialect() -> str:
    """The name of the dialect that is used where none is named."""
    return DEFAULT


def fallback_dialect() -> str:
    """The name of the dialect for models that no dialect claims."""
    return FALLBACK


def claims() -> dict[str, tuple[str, ...]]:
    """For each dialect, the patterns of the models that are told of it."""
    found: dict[str, tuple[str, ...]] = dict(MODELS)
    for name in installed():
        if name not in MODULES:
            with suppress(GrammarError):  # it is told when the dialect is asked for
                found[name] = brought_dialect(name).models
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
    if name in installed():
        return _made(brought_dialect(name), file)
    return _from_file(file)


def dialect_file(name: str) -> Path | None:
    """The file of the dialect called ``name``; None if there is no such dialect."""
    from minimax_grammar.resources import grammar_dir

    if name in MODULES or (grammar_dir() / f"{name}.dialect").is_file():
        return grammar_dir() / f"{name}.dialect"
    return installed_file(name)


@cache
def _built_in(name: str) -> Dialect:
    module = import_module(f"minimax_grammar.generated.{MODULES[name]}")
    return Dialect(module.Tokenizer)


def _from_file(path: Path) -> Dialect:
    from minimax_grammar.language.reader import read_dialect

    return _made(read_dialect(path, dialect_file), path)


def _made(read: model.Dialect, path: Path) -> Dialect:
    from minimax_grammar.generate.load import load_tokenizer

    return Dialect(load_tokenizer(read), path)


def brought_dialect(name: str) -> model.Dialect:
    """What the file of the dialect ``name`` says that an installed package brings.

    Raises :class:`GrammarError`, which names the package too.
    """
    from minimax_grammar.language.reader import read_dialect

    path = dialect_file(name)
    assert path is not None
    try:
        read = read_dialect(path, dialect_file)
    except GrammarError as error:
        message = f"the dialect {name!r} cannot be used; {bringer(name)} brings it: mend or remove that"
        raise GrammarError([Finding(str(path), 0, 0, message), *error.findings]) from None
    if read.name != name:
        message = (
            f"the file describes the dialect {read.name!r}, but {bringer(name)} brings it as {name!r}; name it alike"
        )
        raise GrammarError([Finding(str(path), read.place.line, read.place.column, message)])
    return read


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
