"""Whether an implementation passes a case: what it is asked, in which cuttings, and how the answers compare."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from minimax_grammar.conformance.answers import ASPECTS, fault
from minimax_grammar.conformance.chunking import Plan, plans
from minimax_grammar.conformance.compare import (
    canonical,
    coalesced,
    differences,
    expected_outcome,
    outcome,
    plain,
    told,
)
from minimax_grammar.conformance.corpus import pieces
from minimax_grammar.conformance.process import Crash, Fault, Hang
from minimax_grammar.language.describe import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from minimax_grammar.conformance.corpus import Case

    Ask = Callable[[dict[str, Any]], dict[str, Any]]
    """Takes a request of the protocol, without ``cmd`` and ``seq``, and gives the answer."""

__all__ = ["INVARIANCE", "Result", "judge", "scanned", "steps"]

_AS_GIVEN = "as given"
_LINE_BREAK = "\n"
INVARIANCE = "invariance"
"""The aspect of a scan case that all cuttings give the same."""


class Result(NamedTuple):
    """How one case went."""

    case: Case
    verdict: str
    """``pass``, ``fail``, ``crash``, ``hang`` or ``skip``."""
    plan: str = ""
    """The first cutting that failed."""
    detail: str = ""
    """What was expected and what came, for people; or why the case was skipped."""
    runs: int = 1
    """In how many cuttings it was run."""
    failed: tuple[str, ...] = ()
    """The aspects that failed; those of a scan are ``ASPECTS`` and ``invariance``, of any other op the op itself."""
    compared: tuple[str, ...] = ()
    """The aspects that were compared."""
    seconds: float = 0.0
    shrunk: str | None = None
    """The smallest input that still fails, if one was looked for and found."""


class _Wrong(Exception):
    """An answer that decides the case by itself: a skip, an error, or one of the wrong shape."""

    def __init__(self, verdict: str, detail: str) -> None:
        super().__init__(detail)
        self.verdict = verdict


def judge(
    case: Case,
    ask: Ask,
    *,
    omits: Collection[str] = (),
    quick: bool = False,
    strict: bool = True,
    cuttings: Callable[[str], Iterable[Plan]] = plans,
) -> Result:
    """Run ``case`` with an implementation that is asked by ``ask``.

    ``omits``: the aspects that the implementation says nothing about.
    ``quick``: the first difference is enough; else a case whose outcome is wrong is also run in all cuttings.
    ``strict``: the shape of answers is checked first.
    ``cuttings``: how texts are cut.
    """
    began = time.perf_counter()
    trial = _Trial(case, ask, frozenset(omits), quick, strict, cuttings)
    try:
        trial.run()
    except _Wrong as wrong:
        trial.end(wrong.verdict, str(wrong))
    except Hang as hang:
        trial.end("hang", str(hang))
    except Crash as crash:
        trial.end("crash", str(crash))
    except Fault as other:
        trial.end("fail", str(other))
    except RecursionError:
        trial.end("fail", "the answer is nested too deep")
    return Result(
        case,
        trial.verdict,
        trial.plan,
        trial.detail,
        trial.runs,
        tuple(trial.failed),
        trial.compared,
        time.perf_counter() - began,
    )


class _Trial:
    """One case being run."""

    def __init__(
        self,
        case: Case,
        ask: Ask,
        omits: frozenset[str],
        quick: bool,
        strict: bool,
        cuttings: Callable[[str], Iterable[Plan]],
    ) -> None:
        self.case = case
        self.verdict = "pass"
        self.plan = self.detail = ""
        self.runs = 0
        self.failed: list[str] = []
        self.compared: tuple[str, ...] = ()
        self._ask = ask
        self._omits = omits
        self._quick = quick
        self._strict = strict
        self._cuttings = cuttings
        self._now = ""

    def run(self) -> None:
        if self.case.op == "scan":
            self._scan()
        else:
            self.compared = (self.case.op,)
            for plan in self._cuttings(self.case.text) if self.case.op == "project" else [None]:
                found = self._answered(plan)
                if found:
                    self._fail(found, (self.case.op,))
                    return

    def end(self, verdict: str, detail: str) -> None:
        """The case ends here, whatever was compared before; ``detail`` may have words of the implementation in it."""
        self.detail = f"{printable(detail, keep=_LINE_BREAK)}\n{self.detail}".rstrip()
        self.plan = self._now or self.plan
        self.verdict = verdict
        if verdict == "skip":
            self.failed, self.compared = [], ()
        elif not self.failed:
            self.failed = list(self.compared)

    def _fail(self, found: dict[str, list[str]], aspects: Collection[str] = ()) -> None:
        self.verdict = "fail"
        if not self.failed:
            self.plan = self._now
            self.detail = told(found)
        else:
            self.detail += f"\nand {self._now}:\n{told(found)}"
        self.failed += [aspect for aspect in aspects or found if aspect not in self.failed]

    # -- scans --------------------------------------------------------------------------------------

    def _scan(self) -> None:
        case, omits = self.case, self._omits
        expected = _expected(case, omits)
        expected = {key: value for key, value in expected.items() if key not in omits}
        expected_steps = expected.pop("steps", None)
        self.compared = (*expected, *(["steps"] if expected_steps else []), INVARIANCE)
        first: dict[str, Any] = {}
        as_text = known = ""
        for plan in self._cuttings(case.text):
            got = self._outcome(self._reply({"feeds": plan.feeds}, plan))
            text = json.dumps(got)
            if first and text == as_text:
                continue
            if not first:
                found = differences(expected, _asked(got, expected))
                first, as_text, known = got, text, canonical(got)
                if found:
                    self._fail(found)
                    if self._quick:
                        return
            elif canonical(got) != known:
                # What the case does not say must not depend on the cutting either.
                found = differences(expected, _asked(got, expected)) if not self.failed else {}
                self._fail(found or _against("the whole text in one feed", first, got), [INVARIANCE])
                if self._quick:
                    return
                break
        if expected_steps is not None:
            reply = self._reply({"feeds": pieces(case.input)}, Plan(_AS_GIVEN, []))
            found = differences({"steps": expected_steps}, {"steps": steps(reply)})
            if found:
                self._fail(found)

    def _outcome(self, reply: dict[str, Any]) -> dict[str, Any]:
        got = _with_raw(scanned(reply))
        if "raw" in self._omits:
            _without_raw(got["events"])
        return {key: value for key, value in got.items() if key not in self._omits}

    # -- asking -------------------------------------------------------------------------------------

    def _reply(self, fields: dict[str, Any], plan: Plan | None = None) -> dict[str, Any]:
        case = self.case
        self._now = plan.name if plan else ""
        self.runs += 1
        request = {"op": case.op, "dialect": case.dialect, "tools": case.tools, "options": case.options, **fields}
        reply = self._ask(request)
        if "skipped" in reply:
            raise _Wrong("skip", str(reply["skipped"])[:300])
        if self._strict:
            wrong = fault(case.op, reply, len(request.get("feeds", ())), self._omits)
            if wrong:
                raise _Wrong("fail", f"the answer is not one of the protocol: {wrong}")
        if "error" in reply and case.op in ("scan", "project"):
            raise _Wrong("fail", f"answered with an error: {str(reply['error'])[:500]}")
        return reply

    def _answered(self, plan: Plan | None) -> dict[str, list[str]]:
        """How the answer differs from the expected one; of an error, only that there is one is compared."""
        reply = self._reply({"feeds": plan.feeds} if plan else self.case.input, plan)
        expected = plain(self.case.expect)
        if "error" in expected:
            return {} if reply.get("error") else differences(expected, {**reply, "error": False})
        if "error" in reply:
            return {"answer": [f"  - {_short(expected)}", f"  + error: {printable(str(reply['error'])[:500])}"]}
        return differences(expected, {key: reply.get(key) for key in expected})


def scanned(reply: dict[str, Any]) -> dict[str, Any]:
    """The outcome of a scan, from the answer to its request."""
    events = [event for step in _steps(reply) for event in step]
    return outcome(events, reply["diagnostics"], stopped=reply.get("stopped", False))


def steps(reply: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The coalesced events of each feed and of the end, from the answer to a request to scan."""
    return [coalesced(step) for step in _steps(reply)]


def _steps(reply: dict[str, Any]) -> list[list[dict[str, Any]]]:
    return [*reply["events"], reply["flush"]]


def _expected(case: Case, omits: Collection[str]) -> dict[str, Any]:
    """What the case expects, the exact source of calls apart."""
    expected = expected_outcome(case.expect)
    raw = [call.get("raw") for call in expected["calls"]]
    expected["calls"] = [{key: call[key] for key in call if key != "raw"} for call in expected["calls"]]
    if any(source is not None for source in raw):
        expected["raw"] = raw
    if "raw" in omits:
        _without_raw(expected.get("events", ()))
        for step in expected.get("steps", ()):
            _without_raw(step)
    return {key: expected[key] for key in ASPECTS if key in expected}


def _without_raw(events: Any) -> None:
    for event in events:
        if "raw_block" in event:
            event["raw_block"] = ""


def _with_raw(got: dict[str, Any]) -> dict[str, Any]:
    """The outcome with the sources of calls apart."""
    calls = got["calls"]
    return {
        **got,
        "calls": [{"name": call["name"], "arguments": call["arguments"]} for call in calls],
        "raw": [call["raw"] for call in calls],
    }


def _asked(got: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """What came, without the sources of calls that the case does not give."""
    if "raw" not in expected:
        return got
    wanted = expected["raw"]
    raw = [
        source if i >= len(wanted) or wanted[i] is not None else None
        for i, source in enumerate(got.get("raw", ()))
    ]  # fmt: skip
    return {**got, "raw": raw}


def _against(what: str, first: dict[str, Any], got: dict[str, Any]) -> dict[str, list[str]]:
    found = differences(first, got)
    if len(found) > 1:
        found.pop("events", None)  # they only repeat it
    return {f"differs from {what}: {key}": lines for key, lines in found.items()}


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 300 else f"{text[:299]}…"
