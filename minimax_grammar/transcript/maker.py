"""Findings of one conversation: where they stand in the file, and the line to show."""

from __future__ import annotations

from minimax_grammar.diagnostics import RULES
from minimax_grammar.transcript.model import Context, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from minimax_grammar.transcript.model import Conversation, Part, Path

__all__ = ["Maker", "excerpt_of"]

_EXCERPT = 160
_BEFORE = 60
_CONTEXT = 6_000
Segments = tuple[tuple[str, int, int], ...]


class Maker:
    """Collects the findings of ``conversation``; ``wanted`` says of a rule's name whether it is looked for."""

    def __init__(self, conversation: Conversation, wanted: Callable[[str], bool] | None = None) -> None:
        self.conversation = conversation
        self.dialect = ""
        self.found: list[Finding] = []
        self._segments: Callable[[str], Segments] | None = None
        self._wanted = wanted

    def read_as(self, dialect: str, segments: Callable[[str], Segments] | None) -> None:
        """From now on findings are of ``dialect``.

        ``segments`` gives what became of a text, for reports that show whole turns; None if none does.
        """
        self.dialect = dialect
        self._segments = segments

    def part(
        self, name: str, turn: int, part: Part, start: int = 0, end: int = 0, message: str = "", tool: str = ""
    ) -> None:
        """A finding about the text of a part, from ``start`` to ``end`` in it."""
        if self._wanted is not None and not self._wanted(name):
            return
        text = part.text
        end = min(max(end, start), len(text))
        where = self.conversation.origin.place(part.path, part.offset + start)
        until = self.conversation.origin.place(part.path, part.offset + end) if end > start else where
        excerpt, first, last = excerpt_of(text, start, end)
        context = self._context(text, start, end) if self._segments is not None else None
        self._add(name, where, until, turn, message, tool or part.name, (excerpt, first, last), context)

    def value(self, name: str, turn: int, path: Path, message: str = "", tool: str = "", shown: str = "") -> None:
        """A finding about a value of the record; ``shown`` is what to show of it."""
        if self._wanted is not None and not self._wanted(name):
            return
        where = self.conversation.origin.place(path, 0)
        excerpt, first, last = excerpt_of(shown, 0, len(shown))
        context = Context(shown[:_CONTEXT], 0, min(len(shown), _CONTEXT), ()) if shown and self._segments else None
        self._add(name, where, where, turn, message, tool, (excerpt, first, last), context)

    def _add(
        self,
        name: str,
        where: tuple[int, int],
        until: tuple[int, int],
        turn: int,
        message: str,
        tool: str,
        excerpt: tuple[str, int, int],
        context: Context | None,
    ) -> None:
        rule = RULES[name]
        turns = self.conversation.turns
        self.found.append(
            Finding(
                rule.code,
                name,
                rule.severity,
                message or rule.summary,
                rule.fix,
                self.conversation.origin.file,
                *where,
                *until,
                self.conversation.record,
                turn,
                turns[turn - 1].role if 0 < turn <= len(turns) else "",
                self.dialect,
                tool,
                excerpt[0],
                excerpt[1],
                excerpt[2],
                context,
            )
        )

    def _context(self, text: str, start: int, end: int) -> Context:
        first = max(0, start - _CONTEXT // 2)
        last = min(len(text), max(end, start) + _CONTEXT // 2, first + 2 * _CONTEXT)
        segments = []
        for kind, a, b in self._segments(text) if self._segments is not None else ():
            if b > first and a < last:
                segments.append((kind, max(a, first) - first, min(b, last) - first))
        return Context(text[first:last], start - first, min(end, last) - first, tuple(segments))


def excerpt_of(text: str, start: int, end: int) -> tuple[str, int, int]:
    """The line in which ``start`` stands, or as much of it as is worth showing; and the span in it."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", start)
    last = len(text) if last < 0 else last
    cut_before = start - first > _BEFORE
    if cut_before:
        first = start - _BEFORE + 1
    cut_after = last - first > _EXCERPT
    if cut_after:
        last = first + _EXCERPT - 1
    shown = ("…" if cut_before else "") + text[first:last] + ("…" if cut_after else "")
    shift = start - first + cut_before
    return shown, shift, min(max(shift + 1, shift + end - start), max(len(shown), shift + 1))
