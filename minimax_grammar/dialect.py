"""A loaded dialect: what makes scanners, and what its file says."""

from __future__ import annotations

from functools import cached_property

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path
    from typing import Any

    from minimax_grammar.bodies import Argument, Body
    from minimax_grammar.language import model
    from minimax_grammar.render.renderer import Renderer
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

    def start_for(self, prompt: str) -> str:
        """Where a scan starts after ``prompt``, by a name of the dialect: the one whose prompts it ends with.

        White space at the end does not count; of several the longest decides.  The usual start if none does.
        """
        starts = self._tokenizer.STARTS
        tail = prompt.rstrip()
        found = max(
            (
                (len(end.rstrip()), name)
                for name, (_, _, _, ends) in starts.items()
                for end in ends
                if tail.endswith(end.rstrip())
            ),
            default=(0, next(iter(starts))),
        )
        return found[1]

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
        closers: str | None = None,
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
            closers=closers,
        )

    @cached_property
    def renderer(self) -> Renderer:
        """What renders for this dialect; the methods below are its shorter names."""
        from minimax_grammar.render.renderer import Renderer

        return Renderer(self._tokenizer)

    def render_call(self, call: Mapping[str, Any], tools: object = None, *, allow_unsafe: bool = False) -> str:
        """One call (``{"name", "arguments"}``) as text, without its wrapper.

        The tools' schemas say which values are written verbatim and which as JSON.  Raises :class:`RenderError` for a
        call that would not read back the same, naming the argument and the offset; ``allow_unsafe`` lets it through.
        """
        return self.renderer.call(call, tools, allow_unsafe=allow_unsafe)

    def render_calls(
        self, calls: Iterable[Mapping[str, Any]], tools: object = None, *, allow_unsafe: bool = False
    ) -> str:
        """Several calls in their wrapper; the empty string for none.  Otherwise as :meth:`render_call`."""
        return self.renderer.calls(calls, tools, allow_unsafe=allow_unsafe)

    def render_results(self, results: Iterable[Mapping[str, Any]], *, allow_unsafe: bool = False) -> str:
        """Results (``{"name", "text", "is_error"}``) as one block of text; the empty string for none.

        Raises :class:`RenderError` for a text that holds what would end it; ``allow_unsafe`` lets it through.
        """
        return self.renderer.results(results, allow_unsafe=allow_unsafe)

    def render_thinking(self, text: str, *, allow_unsafe: bool = False) -> str:
        """Thinking in its tags; tags that enclose all of it already are not doubled."""
        return self.renderer.thinking(text, allow_unsafe=allow_unsafe)

    def render_transcript(
        self, messages: Iterable[Mapping[str, Any]], tools: object = None, *, allow_unsafe: bool = False
    ) -> str:
        """A conversation of canonical messages as one text."""
        return self.renderer.transcript(messages, tools, allow_unsafe=allow_unsafe)

    def catalog(self, tools: object) -> str:
        """The tools as the prompt lists them: one compact JSON object a line."""
        from minimax_grammar.render.prompt import catalog

        return catalog(tools)

    def prompt(self, tools: object) -> str:
        """What a model has to be told to call ``tools`` in this dialect.

        Raises :class:`RenderError` if the dialect has no guide, or its file is missing.
        """
        from minimax_grammar.render.prompt import prompt

        return prompt(self, tools)

    def guide(self) -> str:
        """The dialect as a model is told of it.

        Raises :class:`RenderError` if the dialect has no guide, or its file is missing.
        """
        from minimax_grammar.errors import RenderError

        name = self._tokenizer.GUIDE
        if not name:
            raise RenderError(
                f'the dialect {self.name} has no guide; write one and name it: guide "{self.name}.guide.md"'
            )
        file = self.path.parent / name
        try:
            return file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise RenderError(f"the guide of the dialect {self.name} cannot be read: {file}: {error}") from None

    def __repr__(self) -> str:
        return f"<Dialect {self.name}>"
