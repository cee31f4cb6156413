"""The sources of ``minimax_grammar.generated``: one module per dialect of ``grammar/``, and their index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minimax_grammar.generate.python import generate
from minimax_grammar.generate.signs import signs_of_model
from minimax_grammar.language.reader import read_dialect
from minimax_grammar.resources import grammar_dir

if TYPE_CHECKING:
    from minimax_grammar.language.model import Dialect

__all__ = ["module_name", "package_sources"]

_INDEX = '''"""Ready-made tokenizers, one module per built-in dialect, generated from ``grammar/``. Do not edit."""

from __future__ import annotations

DEFAULT = "{default}"
FALLBACK = "{fallback}"
MODULES = {{
{modules}
}}
MODELS = {{
{models}
}}
'''

_SIGNS = '''"""What the delimiters of each dialect look like, generated from ``grammar/``. Do not edit."""

from __future__ import annotations

SIGNS: dict[str, dict[str, tuple[str, ...]]] = {{
{dialects}
}}
'''


def package_sources() -> dict[str, str]:
    """The sources by file name.

    Raises :class:`GrammarError` if one of the dialect files cannot be used.
    """
    folder = grammar_dir()
    dialects = [
        read_dialect(path, lambda name: folder / f"{name}.dialect") for path in sorted(folder.glob("*.dialect"))
    ]
    # The default one first, then the others by name.
    dialects.sort(key=lambda dialect: (not dialect.default, dialect.name))
    modules = "\n".join(f'    "{dialect.name}": "{module_name(dialect.name)}",' for dialect in dialects)
    models = "\n".join(
        f'    "{dialect.name}": ({", ".join(f"{pattern!r}" for pattern in dialect.models)},),'
        for dialect in dialects
        if dialect.models
    ).replace("'", '"')
    fallback = next((dialect.name for dialect in dialects if dialect.fallback), dialects[0].name)
    index = _INDEX.format(default=dialects[0].name, fallback=fallback, modules=modules, models=models)
    sources = {f"{module_name(dialect.name)}.py": generate(dialect) for dialect in dialects}
    signs = "\n".join(f'    "{dialect.name}": {{\n{_signs(dialect)}\n    }},' for dialect in dialects)
    return {"__init__.py": index, "signs.py": _SIGNS.format(dialects=signs), **sources}


def _signs(dialect: Dialect) -> str:
    """The signs of ``dialect``, a line for each kind."""
    return "\n".join(f'        "{kind}": {expressions!r},' for kind, expressions in signs_of_model(dialect).items())


def module_name(dialect: str) -> str:
    """The name of the module that holds the tokenizer of ``dialect``."""
    return dialect.replace("-", "_").replace(".", "_")
