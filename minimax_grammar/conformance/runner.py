"""The corpus against an implementation: our own, or any that speaks the protocol, in several processes at a time."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from minimax_grammar.conformance import worker
from minimax_grammar.conformance.chunking import few_plans, plans
from minimax_grammar.conformance.judge import Result, judge
from minimax_grammar.conformance.ops import respond
from minimax_grammar.conformance.process import Fault, ImplementationError, Pool

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from minimax_grammar.conformance.corpus import Case

__all__ = ["OWN", "Runner", "run_here"]

OWN = (sys.executable, "-m", "minimax_grammar", "conformance", "serve")
"""The command of our own implementation."""
_CASE_TIMEOUTS = 6
"""So many time-outs of an answer our own implementation has for a whole case."""
_IN_A_ROW = 20
"""After so many crashes and hangs in a row the implementation is given up."""


def run_here(cases: Iterable[Case], *, quick: bool = False) -> Iterator[Result]:
    """Our own implementation, in this process: nothing stops a scanner that never ends."""
    for case in cases:
        yield judge(case, respond, quick=quick, strict=False)


class Runner:
    """Runs cases with one implementation; a context manager, which ends all its processes.

    ``command`` is the command of the implementation, None for our own.  ``timeout`` is for one answer, in seconds.
    ``quick``: the first difference in a case is enough; ``few``: only some of the cuttings are tried.
    Raises :class:`ImplementationError` if the command is no implementation.
    """

    def __init__(
        self,
        command: str | Sequence[str] | None = None,
        *,
        jobs: int = 1,
        timeout: float = 10.0,
        quick: bool = False,
        few: bool = False,
    ) -> None:
        self._own = command is None
        self._jobs = jobs
        self._quick = quick
        self._few = few
        self._lock = threading.Lock()
        self._in_a_row = 0
        self._last = ""
        self._pool = Pool(OWN if command is None else command, timeout)
        self._workers = Pool(worker.COMMAND, timeout * _CASE_TIMEOUTS)
        try:
            process = self._pool.take()
        except Fault as fault:
            raise ImplementationError(f"the implementation does not start: {fault}") from fault
        self.greeting: dict[str, Any] = process.greeting
        """What the implementation says of itself."""
        self.omits: list[str] = process.greeting.get("omits", [])
        self._pool.give_back(process)

    def __enter__(self) -> Runner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes."""
        self._pool.close()
        self._workers.close()

    def run(self, cases: Iterable[Case]) -> Iterator[Result]:
        """The results of ``cases``, in their order; breaking off ends what runs."""
        threads = ThreadPoolExecutor(self._jobs)
        try:
            for future in [threads.submit(self.case, case) for case in cases]:
                yield future.result()
        except BaseException:
            self.close()
            raise
        finally:
            threads.shutdown(wait=True, cancel_futures=True)

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer of the implementation to one request; raises a :class:`Fault` if there is none."""
        process = self._pool.take()
        try:
            return process.ask(request)
        finally:
            self._pool.give_back(process)

    @property
    def given_up(self) -> str:
        """Why nothing is run any more; empty as long as it is."""
        ended = self._in_a_row >= _IN_A_ROW
        return f"given up after {_IN_A_ROW} crashes or hangs in a row; the last: {self._last}" if ended else ""

    def case(self, case: Case) -> Result:
        """The result of one case; may be called by several threads."""
        if self.given_up:
            return _skipped(case, self.given_up)
        if case.op not in self.greeting["ops"]:
            return _skipped(case, f"it has no op {case.op!r}")
        a_file = self._own and case.dialect.endswith(".dialect")  # which only this package can read
        found = case.op == "validate" and case.dialect == "auto"  # the dialect is what is asked for
        if case.dialect and not (a_file or found) and case.dialect not in self.greeting["dialects"]:
            return _skipped(case, f"it has no dialect {case.dialect!r}")
        result = (self._as_a_whole(case) if self._own else None) or self._by_the_protocol(case)
        with self._lock:
            ended = result.verdict in ("crash", "hang")
            self._in_a_row = self._in_a_row + 1 if ended else 0
            self._last = result.detail.partition("\n")[0]
        return result

    def _as_a_whole(self, case: Case) -> Result | None:
        """The result from one of our own workers; None if it could not tell, and the cutting is to be found."""
        try:
            process = self._workers.take()
        except Fault:
            return None
        try:
            return worker.result_of(case, process.ask(worker.as_request(case, quick=self._quick, few=self._few)))
        except Fault:
            return None
        finally:
            self._workers.give_back(process)

    def _by_the_protocol(self, case: Case) -> Result:
        try:
            process = self._pool.take()
        except (Fault, ImplementationError) as error:
            return Result(case, "crash", detail=f"it does not start again: {error}")
        try:
            cuttings = few_plans if self._few else plans
            return judge(case, process.ask, omits=self.omits, quick=self._quick, cuttings=cuttings)
        finally:
            self._pool.give_back(process)


def _skipped(case: Case, why: str) -> Result:
    return Result(case, "skip", detail=why, runs=0)
