"""Cases of the corpus as checks of a Python callable that answers as the harness protocol asks."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from typing import TYPE_CHECKING, Any

from minimax_grammar.conformance.answers import ASPECTS
from minimax_grammar.conformance.chunking import few_plans, plans
from minimax_grammar.conformance.corpus import load_corpus, matching
from minimax_grammar.conformance.judge import judge

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    from minimax_grammar.conformance.corpus import Case

__all__ = ["CallableCheck", "CaseSkippedError", "checks"]


class CaseSkippedError(Exception):
    """The callable answered that it skips the case; the message says why."""


class CallableCheck:
    """One case of the corpus, to check a callable with."""

    def __init__(self, case: Case, *, few: bool = False) -> None:
        """``few``: only some of the cuttings are tried."""
        self.case = case
        """The case itself: ``id``, ``dialect``, ``about``, ``tags`` and so on."""
        self._cuttings = few_plans if few else plans

    def __repr__(self) -> str:
        return f"<case {self.case.id}>"

    def check(self, answer: Callable[[dict[str, Any]], Any], *, omits: Collection[str] = ()) -> None:
        """Ask ``answer`` for the case in every cutting, and compare.

        ``answer`` takes a request of the protocol, without ``cmd`` and ``seq``, and gives the answer as plain JSON
        values.  ``omits`` are the aspects that it says nothing about: they are not compared.

        Raises ``AssertionError`` with the difference, :class:`CaseSkippedError` if it answers ``{"skipped": why}``,
        ``ValueError`` for an aspect that there is not, and whatever ``answer`` raises, with the cutting in a note.
        """
        __tracebackhide__ = True
        unknown = sorted({*omits} - {*ASPECTS})
        if isinstance(omits, str) or unknown:
            raise ValueError(f"omits is a list of {', '.join(ASPECTS)}; not {omits!r}")
        result = judge(self.case, _asking(answer, self.case), omits=omits, quick=True, cuttings=self._cuttings)
        if result.verdict == "skip":
            raise CaseSkippedError(result.detail)
        if result.verdict != "pass":
            where = f" ({result.plan})" if result.plan else ""
            about = f"{self.case.id}{where}: {self.case.about}\n{self.case.file}, section {self.case.spec}"
            raise AssertionError(f"{about}\n{result.detail}")


def checks(
    corpus: Path | None = None,
    *,
    dialect: Sequence[str] = (),
    op: Sequence[str] = (),
    case: str = "*",
    few: bool = False,
) -> list[CallableCheck]:
    """The cases of ``corpus`` (the shipped one if None) of these dialects and ops, whose ids match ``case``.

    Raises :class:`CorpusError` if the corpus is wrong, and ``ValueError`` if no case is left.
    """
    found = [CallableCheck(each, few=few) for each in matching(_loaded(corpus), dialect, op, case)]
    if not found:
        raise ValueError("no case is left by dialect, op and case")
    return found


_loaded = cache(load_corpus)  # once, however many tests ask for cases


def _asking(answer: Callable[[dict[str, Any]], Any], case: Case) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """``answer`` with requests that are its own to change, and answers as they would come by the protocol."""

    def ask(request: dict[str, Any]) -> dict[str, Any]:
        try:
            reply = answer(deepcopy(request))
        except Exception as error:
            feeds = request.get("feeds")
            cutting = f", in {len(feeds):,} feeds" if isinstance(feeds, list) else ""
            error.add_note(f"conformance case {case.id}{cutting}: {json.dumps(feeds or case.input)[:300]}")
            raise
        try:
            plain = json.loads(json.dumps(reply, allow_nan=False))
        except (TypeError, ValueError) as error:
            raise AssertionError(f"{case.id}: the answer is not made of plain JSON values: {error}") from None
        if not isinstance(plain, dict):
            raise AssertionError(f"{case.id}: the answer is not an object, but {str(reply)[:100]}")
        return plain

    return ask
