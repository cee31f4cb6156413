"""What the delimiters of a dialect look like, taken from its grammar, and where quoted text stands.

A text in which no dialect has a sign needs no scan: almost all turns of a data set are of this kind.
"""

from __future__ import annotations

import re
from functools import cache, cached_property

from minimax_grammar.generated.signs import SIGNS
from minimax_grammar.registry import load_dialect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["Signs", "any_sign", "any_weak_sign", "depth_of", "quoted_spans", "signs_of"]

_FENCE = re.compile(r"^[ \t]{0,12}(?:>[ \t]?)?(`{3,}|~{3,})[^\n`]*$", re.MULTILINE)
_TICKS = re.compile(r"`+")


class Signs:
    """The signs of one dialect, as patterns that are made when they are asked for."""

    def __init__(self, expressions: dict[str, tuple[str, ...]]) -> None:
        self._expressions = expressions
        self.fenced = bool(expressions["fences"])
        """Whether the dialect itself is written in code fences, so that quoting says nothing."""

    @cached_property
    def calls(self) -> re.Pattern[str]:
        """What calls and results begin or end with."""
        return _one_of(self._expressions["calls"])

    @cached_property
    def opens_thinking(self) -> re.Pattern[str]:
        """What thinking begins with."""
        return _one_of(self._expressions["opens"])

    @cached_property
    def closes_thinking(self) -> re.Pattern[str]:
        """What thinking ends with."""
        return _one_of(self._expressions["closes"])

    @cached_property
    def weak(self) -> re.Pattern[str]:
        """What calls begin with that any text may begin with, such as a bracket."""
        return _one_of(self._expressions["weak"])

    @cached_property
    def leaks(self) -> re.Pattern[str]:
        """What stands in no text that is not about it, tokens around turns among it."""
        return _one_of(self._expressions["leaks"])

    @cached_property
    def results(self) -> re.Pattern[str]:
        """What results begin with."""
        return _one_of(self._expressions["results"])

    def in_text(self, text: str) -> bool:
        """Whether the dialect may read anything in ``text``; weak signs do not count."""
        return bool(self.calls.search(text) or self.opens_thinking.search(text) or self.closes_thinking.search(text))


@cache
def _expressions(name: str) -> dict[str, tuple[str, ...]]:
    if name in SIGNS:
        return SIGNS[name]
    # A file of the user's own is read; what the package ships is ready.
    from minimax_grammar.generate.signs import signs_of_model

    return signs_of_model(load_dialect(name).model())


@cache
def depth_of(name: str) -> int:
    """How many dialects the one called ``name`` extends, one upon the other."""
    extends = _expressions(name)["extends"]
    return 1 + depth_of(extends[0]) if extends else 0


@cache
def signs_of(name: str) -> Signs:
    """The signs of the dialect called ``name``."""
    return Signs(_expressions(name))


@cache
def any_sign(names: tuple[str, ...], kinds: tuple[str, ...] = ("calls", "opens", "closes")) -> _AnySign:
    """What finds a sign of any of the dialects called ``names``, of one of ``kinds``."""
    return _AnySign(each for name in names for kind in kinds for each in _expressions(name)[kind])


@cache
def any_weak_sign(names: tuple[str, ...]) -> re.Pattern[str]:
    """The weak signs of the dialects called ``names``."""
    return _one_of(tuple(dict.fromkeys(each for name in names for each in _expressions(name)["weak"])))


class _AnySign:
    """Searches for one of many signs; those with the same first character are one search at the speed of memory."""

    __slots__ = ("_all", "_groups")

    def __init__(self, expressions: Iterable[str]) -> None:
        groups: dict[str, dict[str, None]] = {}
        for expression in expressions:
            first = expression[:2] if expression.startswith("\\") else expression[:1]
            groups.setdefault(first, {})[expression[len(first) :]] = None
        patterns = [(first[-1], re.compile(f"{first}(?:{'|'.join(rest)})")) for first, rest in groups.items()]
        self._groups = [(first, pattern.search) for first, pattern in patterns]
        self._all = {first: pattern.findall for first, pattern in patterns}

    def __call__(self, text: str) -> bool:
        """Whether there is a sign in ``text``."""
        for first, search in self._groups:  # noqa: SIM110 - twice as fast as any()
            if first in text and search(text):
                return True
        return False

    def found(self, text: str) -> set[str]:
        """The signs in ``text``, each once."""
        return {mark for first, _ in self._groups if first in text for mark in self._all[first](text)}


def _one_of(expressions: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(expressions) or "(?!)")


def quoted_spans(text: str) -> list[tuple[int, int]]:
    """Where ``text`` is code in Markdown: fenced blocks and inline code.  What is never closed is no code."""
    if "`" not in text and "~~~" not in text:
        return []
    spans = list(_fences(text))
    at = 0
    inline: list[tuple[int, int]] = []
    for start, end in [*spans, (len(text), len(text))]:
        inline += _inline(text, at, start)
        at = end
    return sorted(spans + inline)


def _fences(text: str) -> Iterator[tuple[int, int]]:
    opened: re.Match[str] | None = None
    for match in _FENCE.finditer(text):
        if opened is None:
            opened = match
        elif match[1].startswith(opened[1]) and not match[0].rstrip()[len(match[0].rstrip()) - 1 :].strip("`~"):
            yield opened.start(), match.end()
            opened = None


def _inline(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Runs of backticks that are closed by a run of the same length, in the same paragraph."""
    runs: list[re.Match[str]] = []
    groups: list[tuple[int, int]] = []
    paragraph, border = 0, start
    for match in _TICKS.finditer(text, start, end):
        paragraph += text.find("\n\n", border, match.start()) >= 0
        border = match.end()
        runs.append(match)
        groups.append((paragraph, len(match[0])))
    closing: list[int] = []
    last: dict[tuple[int, int], int] = {}
    for index in range(len(runs) - 1, -1, -1):
        closing.append(last.get(groups[index], -1))
        last[groups[index]] = index
    closing.reverse()
    index = 0
    while index < len(runs):
        closer = closing[index]
        if closer >= 0:  # shorter runs in between are code
            yield runs[index].start(), runs[closer].end()
        index = max(index, closer) + 1
