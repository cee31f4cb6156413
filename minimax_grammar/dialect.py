"""A loaded dialect: what makes scanners, and what its file says."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from minimax_grammar.bodies import Argument, Body
    from minimax_grammar.language import model
    from minimax_grammar.scanner import Scanner

__all__ = ["Dialect"]


class Dialect:
    """One dialect, as :func:`minimax_grammar.load_dialect` gives it."""

    def __init__(self, tokenizer: type[Scanner], path: Path | None = None) -> None:
        self._tokenizer = tokenizer
        self._path = path

    @property
    def path(self) -> Path:
        """The dialect file."""
        from minimax_grammar.resources import grammar_dir

        return self._path or grammar_dir() / f"{self.name}.dialect"

    @property
    def name(self) -> str:
        """The name of the dialect."""
        return self._tokenizer.DIALECT

    @property
    def title(self) -> str:
        """The dialect in one line."""
        return (self._tokenizer.__doc__ or "").strip()

    @property
    def starts(self) -> list[str]:
        """Where a scan may start; the first is the usual one."""
        return list(self._tokenizer.STARTS)

    @property
    def tokenizer(self) -> type[Scanner]:
        """The generated scanner class."""
        return self._tokenizer

    def model(self) -> model.Dialect:
        """What the dialect file says; it is read anew.

        Raises :class:`GrammarError` if the file has become unusable.
        """
        from minimax_grammar.language.reader import read_dialect
        from minimax_grammar.registry import dialect_file

        return read_dialect(self.path, dialect_file)

    def scanner(
        self,
        tools: object = None,
        parse_thinking: bool = True,
        *,
        guarded: bool = False,
        start: str | None = None,
        raw_blocks: bool = True,
        ids: Iterable[str] | None = None,
        bodies: Callable[[Argument], Body] | None = None,
        trace: bool = False,
    ) -> Scanner:
        """A new scanner for one stream after another; the arguments are those of :class:`Scanner`."""
        return self._tokenizer(
            tools,
            parse_thinking,
            guarded=guarded,
            start=start,
            raw_blocks=raw_blocks,
            ids=ids,
            bodies=bodies,
            trace=trace,
        )

    def __repr__(self) -> str:
        return f"<Dialect {self.name}>"
