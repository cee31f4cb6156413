"""The smallest input on which an implementation still fails as it did."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from minimax_grammar.conformance.chunking import few_plans
from minimax_grammar.conformance.expectation import NoExpectationError, expecting
from minimax_grammar.conformance.judge import INVARIANCE, Result, judge
from minimax_grammar.conformance.process import Fault
from minimax_grammar.conformance.rest import at_rest
from minimax_grammar.conformance.shrink import shrunk
from minimax_grammar.registry import load_dialect

if TYPE_CHECKING:
    from collections.abc import Collection

    from minimax_grammar.conformance.corpus import Case
    from minimax_grammar.conformance.judge import Ask

__all__ = ["alike", "compared", "smallest"]

_LONGEST = 20_000
"""A longer input is not shrunk: every try would take too long."""


def compared(case: Case, text: str, ask: Ask, ours: Ask | None, omits: Collection[str]) -> Result | None:
    """How ``ask`` does on ``text``, where it should do as ``ours``, or as itself in one feed if that is None.

    If the input of ``case`` has parts, so has that of the result, as many as there can be.
    None where there is nothing to compare with.
    """
    trial = replace(case, input=text, expect={})
    places = at_rest(load_dialect(case.dialect), trial) if isinstance(case.input, list) else []
    if places:
        cuts = [0, *places, len(text)]
        trial = replace(trial, input=[text[begin:end] for begin, end in pairwise(cuts)])
    try:
        trial = expecting(trial, ours or ask, events=ours is not None)
    except NoExpectationError:
        if ours is not None:
            return None
    except Fault:
        pass  # it will show again
    return judge(trial, ask, omits=omits, quick=True, cuttings=few_plans)


def smallest(
    result: Result, ask: Ask, ours: Ask | None, omits: Collection[str], *, seconds: float = 20.0
) -> Result | None:
    """The failed scan ``result`` on the smallest input that fails in the same way; None if it does not fail again.

    Which it may not: where it differs from what a person wrote into the case, and ours does so too.
    """
    case = result.case
    if _wrong(result) != {"steps"}:
        case = replace(case, input=case.text) if isinstance(case.input, list) else case
    if case.op not in ("scan", "project") or len(case.text) > _LONGEST:
        return None

    def again(text: str) -> Result | None:
        found = compared(case, text, ask, ours, omits)
        return found if found is not None and alike(found, result) else None

    last = again(case.text)
    if last is None:
        return None

    def fails(text: str) -> bool:
        nonlocal last
        found = again(text)
        last = found or last
        return found is not None

    shrunk(case.text, fails, seconds=seconds)
    return last


def alike(found: Result, result: Result) -> bool:
    """Whether two failures are of the same kind: the same verdict, and about all that the first one is about."""
    if found.verdict != result.verdict:
        return False
    return found.verdict != "fail" or (_wrong(result) or {INVARIANCE}) <= {*found.failed}


def _wrong(result: Result) -> set[str]:
    """What failed; when things come only if they are the right things."""
    wrong = {*result.failed} - {INVARIANCE}
    return wrong if wrong == {"steps"} else wrong - {"steps"}
