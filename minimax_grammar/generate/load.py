"""A tokenizer class from a checked dialect, at run time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from minimax_grammar.generate.python import generate

if TYPE_CHECKING:
    from minimax_grammar.language.model import Dialect
    from minimax_grammar.scanner import Scanner

__all__ = ["load_tokenizer"]


def load_tokenizer(dialect: Dialect) -> type[Scanner]:
    """The class that the generated source of ``dialect`` defines.

    Only what the generator writes is run; texts of the dialect file stand in it as string literals.
    """
    namespace: dict[str, Any] = {"__name__": f"minimax_grammar.generated.<{dialect.name}>"}
    exec(compile(generate(dialect), f"<tokenizer of {dialect.name}>", "exec"), namespace)
    tokenizer: type[Scanner] = namespace["Tokenizer"]
    return tokenizer
