"""Leaks as findings, as all reports take them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minimax_grammar.diagnostics import RULES
from minimax_grammar.leaks.search import TAGS, leaks_in
from minimax_grammar.transcript.maker import excerpt_of
from minimax_grammar.transcript.model import Context, Finding
from minimax_grammar.transcript.places import TextOrigin

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["findings_in", "unreadable"]

_AROUND = 600


def findings_in(text: str, file: str, tags: Sequence[str] = TAGS) -> Iterator[Finding]:
    """What leaked into ``text``, which is the file called ``file``."""
    origin = TextOrigin(file, text)
    for leak in leaks_in(text, file, tags):
        rule = RULES[leak.rule]
        excerpt, first, last = excerpt_of(text, leak.start, leak.end)
        start, end = max(0, leak.start - _AROUND), min(len(text), leak.end + _AROUND)
        yield Finding(
            rule.code,
            rule.name,
            rule.severity,
            leak.message,
            rule.fix,
            file,
            *origin.place((), leak.start),
            *origin.place((), leak.end),
            record=0,
            turn=0,
            role="",
            dialect="",
            tool="",
            excerpt=excerpt,
            start=first,
            end=last,
            context=Context(text[start:end], leak.start - start, leak.end - start, ()),
        )


def unreadable(file: str, why: str) -> Finding:
    """A file that cannot be read."""
    rule = RULES["unreadable-file"]
    name = file.encode("utf-8", "backslashreplace").decode("utf-8")
    return Finding(
        rule.code,
        rule.name,
        rule.severity,
        f"cannot be read: {why}",
        rule.fix,
        name,
        0,
        0,
        0,
        0,
        0,
        0,
        "",
        "",
        "",
        "",
        0,
        0,
    )
