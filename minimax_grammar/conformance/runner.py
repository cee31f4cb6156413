"""The corpus against this package, in process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from minimax_grammar.conformance.chunking import Plan, plans
from minimax_grammar.conformance.compare import canonical, coalesced, difference, expected_outcome, outcome, plain
from minimax_grammar.conformance.corpus import pieces
from minimax_grammar.conformance.ops import OPS, Skipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from minimax_grammar.conformance.corpus import Case

__all__ = ["Result", "run"]


_AS_GIVEN = "as given"


class Result(NamedTuple):
    """How one case went."""

    case: Case
    verdict: str
    """``pass``, ``fail`` or ``skip``."""
    plan: str = ""
    """The first cutting that failed."""
    detail: str = ""
    """What was expected and what came, for people; or why the case was skipped."""
    runs: int = 1
    """In how many cuttings it was run."""


def run(cases: Iterable[Case]) -> Iterator[Result]:
    """Run every case, a scan case in every cutting."""
    for case in cases:
        try:
            yield _RUNS.get(case.op, _plain)(case)
        except Skipped as reason:
            yield Result(case, "skip", detail=str(reason))
        except Exception as error:  # an implementation that raises has failed the case
            yield Result(case, "fail", detail=f"raised {type(error).__name__}: {error}")


def _scan(case: Case) -> Result:
    expected = expected_outcome(case.expect)
    steps = expected.pop("steps", None)
    first = ""
    runs = 0
    for plan in _scan_plans(case, stepwise=steps is not None):
        runs += 1
        try:
            reply = OPS["scan"](
                {"dialect": case.dialect, "tools": case.tools, "options": case.options, "feeds": plan.feeds}
            )
        except Skipped:
            raise
        except Exception as error:  # as above, but here the cut is known
            return Result(case, "fail", plan.name, f"raised {type(error).__name__}: {error}", runs)
        got = _outcome(reply)
        found = difference(expected, got)
        if not found and plan.name == _AS_GIVEN:
            found = difference({"steps": steps}, {"steps": [coalesced(step) for step in _steps(reply)]})
        if found:
            return Result(case, "fail", plan.name, found, runs)
        # What the case does not say must not depend on the cutting either.
        whole = canonical(got)
        if first and whole != first:
            return Result(case, "fail", plan.name, "differs from the whole text in one feed", runs)
        first = whole
    return Result(case, "pass", runs=runs)


def _scan_plans(case: Case, *, stepwise: bool) -> Iterator[Plan]:
    yield from plans(case.text)
    if stepwise:
        yield Plan(_AS_GIVEN, pieces(case.input))


def _steps(reply: dict[str, Any]) -> list[list[dict[str, Any]]]:
    return [*reply["events"], reply["flush"]]


def _outcome(reply: dict[str, Any]) -> dict[str, Any]:
    events = [event for step in _steps(reply) for event in step]
    return outcome(events, reply["diagnostics"], stopped=reply["stopped"])


def _project(case: Case) -> Result:
    runs = 0
    for plan in plans(case.text):
        runs += 1
        found = _answered(case, {"feeds": plan.feeds})
        if found:
            return Result(case, "fail", plan.name, found, runs)
    return Result(case, "pass", runs=runs)


def _plain(case: Case) -> Result:
    found = _answered(case, case.input)
    return Result(case, "fail" if found else "pass", detail=found)


def _answered(case: Case, fields: dict[str, Any]) -> str:
    """How the answer differs from the expected one; of an error, only that there is one is compared."""
    op = OPS.get(case.op)
    if op is None:
        raise Skipped(f"no op {case.op!r}")
    reply = op({"op": case.op, "dialect": case.dialect, "tools": case.tools, "options": case.options, **fields})
    expected = plain(case.expect)
    if "error" in expected:
        reply = {"error": bool(reply.get("error"))}
    reply = {key: reply.get(key) for key in {*expected, *(["error"] if "error" in reply else [])}}
    return difference(expected, {**reply}) if canonical(expected) != canonical(reply) else ""


_RUNS = {"scan": _scan, "project": _project}
