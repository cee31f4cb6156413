"""An implementation on random cases: against ours, and against itself in other cuttings.

Every random case gets the expectation that our own implementation fulfils; then it is judged like any other.
"""

from __future__ import annotations

import time
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from minimax_grammar.conformance.authoring import as_entry
from minimax_grammar.conformance.expectation import NoExpectationError, expecting
from minimax_grammar.conformance.judge import INVARIANCE, Result
from minimax_grammar.conformance.process import Fault
from minimax_grammar.conformance.smallest import alike, compared, smallest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from minimax_grammar.conformance.corpus import Case
    from minimax_grammar.conformance.judge import Ask
    from minimax_grammar.conformance.runner import Runner

__all__ = ["Fuzz", "as_case"]

_AHEAD = 4
"""So many cases for each process are under way, so that the end of the time or a failure ends all soon."""
_SECTIONS = {
    INVARIANCE: "1",
    "stopped": "4",
    "text": "4",
    "thinking": "4",
    "calls": "7",
    "incomplete": "8",
    "raw": "6",
    "diagnostics": "9",
    "events": "2",
    "steps": "2",
}
"""The section of the rules that a difference most probably belongs to, the first one that fits."""
_EMPTY: dict[str, Any] = {"text": "", "thinking": [], "calls": [], "incomplete": [], "stopped": False}


class Fuzz:
    """Random cases with one implementation."""

    def __init__(self, runner: Runner, own: Runner | None, jobs: int) -> None:
        """``runner`` runs the implementation, ``own`` our own; None if ``runner`` does.  ``jobs``: cases at a time."""
        self._runner = runner
        self._own = own
        self._jobs = jobs

    def results(self, cases: Iterable[Case], seconds: float | None = None) -> Iterator[Result]:
        """The results of ``cases``, which may be endless, in their order.

        It ends with them, after ``seconds``, or when the implementation is given up.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        left = iter(cases)
        threads = ThreadPoolExecutor(self._jobs)
        running: deque[Future[Result]] = deque()
        try:
            while not self._runner.given_up and (deadline is None or time.monotonic() < deadline):
                running.extend(
                    threads.submit(self._result, case) for case in islice(left, self._jobs * _AHEAD - len(running))
                )
                if not running:
                    return
                yield running.popleft().result()
        except BaseException:
            self.close()
            raise
        finally:
            threads.shutdown(wait=True, cancel_futures=True)

    def smallest(self, result: Result, seconds: float) -> Result | None:
        """The failed ``result`` on a smallest case that fails alike: its input, and then its tools and options.

        None if it does not fail again.  ``seconds`` is about how long it may take.
        """
        deadline = time.monotonic() + seconds
        ask, ours, omits = self._runner.ask, self._ours(), self._runner.omits
        found = smallest(result, ask, ours, omits, seconds=seconds)
        if found is None:
            return None
        for drop in ("tools", *found.case.options):
            case = found.case
            if drop == "tools":
                case = replace(case, tools=None)
            else:
                case = replace(case, options={key: case.options[key] for key in case.options if key != drop})
            if time.monotonic() < deadline:
                again = compared(case, case.text, ask, ours, omits)
                found = again if again is not None and alike(again, result) else found
        return found

    def close(self) -> None:
        """End all processes."""
        self._runner.close()
        if self._own is not None:
            self._own.close()

    def _result(self, case: Case) -> Result:
        own = self._own or self._runner
        try:
            case = expecting(case, own.ask, events=own is not self._runner)
        except (NoExpectationError, Fault) as error:
            if own is not self._runner:
                return Result(case, "skip", detail=f"our own implementation gives no answer: {error}", runs=0)
        return self._runner.case(case)

    def _ours(self) -> Ask | None:
        """Our own implementation, whose failure is an error; None if there is no other."""
        own = self._own
        if own is None:
            return None

        def ask(request: dict[str, Any]) -> dict[str, Any]:
            try:
                return own.ask(request)
            except Fault as fault:
                return {"error": str(fault)}

        return ask


def as_case(result: Result, name: str) -> dict[str, Any]:
    """The case of a failed ``result`` as a case file holds it; ``name`` is that of the implementation."""
    case = result.case
    wrong = [aspect for aspect in _SECTIONS if aspect in result.failed]
    differs = f"{name} differs in {', '.join(wrong)}" if result.verdict == "fail" and wrong else f"{name} fails"
    expect = {key: value for key, value in case.expect.items() if value != _EMPTY.get(key, ())}
    if set(wrong) != {"events"}:
        expect.pop("events", None)
    if "steps" not in wrong:
        expect.pop("steps", None)
    about = f"{case.about.rstrip('.')}: {differs}."
    return as_entry(replace(case, about=about, spec=_SECTIONS[wrong[0]] if wrong else "1", expect=expect))
