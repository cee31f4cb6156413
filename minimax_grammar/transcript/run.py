"""A run over files: jobs go out to all cores, their outcomes come back in order."""

from __future__ import annotations

import os
import signal
from collections import Counter, deque
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import chain
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Any, NamedTuple

from minimax_grammar.errors import MinimaxGrammarError
from minimax_grammar.interrupts import HeldInterrupts
from minimax_grammar.transcript.checker import AUTO, Checker
from minimax_grammar.transcript.formats import Format
from minimax_grammar.transcript.jobs import MAX_RECORD, Job, ProblemJob, passed_over
from minimax_grammar.transcript.model import Finding
from minimax_grammar.transcript.reading import jobs_of
from minimax_grammar.transcript.selection import Selection
from minimax_grammar.transcript.slices import SliceJob

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from minimax_grammar.transcript.sources import Source

__all__ = ["Outcome", "Settings", "Totals", "WorkerError", "default_workers", "run", "work"]

_PER_WORKER = 3
"""Jobs that wait for one worker: enough that none is idle, and few enough to be held."""
_PATIENCE = 0.1
"""How long an interrupt waits at most, in seconds."""


class WorkerError(MinimaxGrammarError):
    """A worker process died."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run looks for."""

    dialect: str = AUTO
    tools: Any = None
    """Tools of conversations that have none of their own, as plain values."""
    format: Format | None = None
    """How files are read; None looks at each."""
    max_record: int = MAX_RECORD
    selection: Selection = field(default_factory=Selection)
    context: bool = False
    """Whether findings carry their turns."""


class Outcome(NamedTuple):
    """What came of one job."""

    job: Job | SliceJob
    findings: list[Finding]
    conversations: int
    turns: int
    dialects: Counter[str]
    """How many conversations were read as which dialect; those without any are under the empty name."""
    unread: int
    """How many records are no conversation that could be read."""
    unsure: int
    """How many of them another dialect could have been (below 80 %)."""
    calls: Counter[str]
    """How often each tool was called."""
    rejected: list[bool]
    """For every record of the job that was read, whether something was found in it."""
    lines: int = 0
    """Of a stretch of a file: how many lines it has."""
    failed: bool = False
    """Whether a file cannot be read, or not to its end; also if that is not looked for."""


@dataclass(slots=True)
class Totals:
    """The sums of many outcomes."""

    files: int = 0
    conversations: int = 0
    unread: int = 0
    turns: int = 0
    dialects: Counter[str] = field(default_factory=Counter)
    unsure: int = 0
    calls: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    """By the name of the rule."""
    by_severity: Counter[str] = field(default_factory=Counter)
    by_file: Counter[str] = field(default_factory=Counter)
    by_tool: Counter[str] = field(default_factory=Counter)
    by_dialect: Counter[str] = field(default_factory=Counter)
    touched: int = 0
    """How many records something was found in."""
    of_files: bool = False
    """Whether files were looked at for themselves, and not for conversations in them."""
    _last: str = ""

    def add_file(self, file: str, findings: list[Finding], *, read: bool) -> None:
        """Count a file that was looked at for itself."""
        self.files += read
        self.touched += bool(findings)
        for found in findings:
            self.findings[found.name] += 1
            self.by_severity[found.severity] += 1
            self.by_file[found.file] += 1

    def add(self, outcome: Outcome, findings: Iterable[Finding]) -> None:
        """Count one outcome, of whose findings ``findings`` are left; outcomes come file by file."""
        if outcome.job.file != self._last and (outcome.conversations or outcome.findings):
            self.files += 1
            self._last = outcome.job.file
        self.conversations += outcome.conversations
        self.turns += outcome.turns
        self.unread += outcome.unread
        self.dialects.update(outcome.dialects)
        self.unsure += outcome.unsure
        self.calls.update(outcome.calls)
        records = set()
        for found in findings:
            self.findings[found.name] += 1
            self.by_severity[found.severity] += 1
            self.by_file[found.file] += 1
            if found.tool:
                self.by_tool[found.tool] += 1
            self.by_dialect[found.dialect] += 1
            records.add(found.record)
        self.touched += len(records)


_ELSEWHERE = ProblemJob("", "", "")
_checker: Checker
_settings: Settings


def _prepare(settings: Settings) -> None:
    """Make ready the process that works."""
    global _checker, _settings
    _settings = settings
    _checker = Checker(settings.dialect, settings.tools, wanted=settings.selection.wants, context=settings.context)


def _prepare_worker(settings: Settings) -> None:
    # The main process decides what an interrupt means; if it is killed nobody wants the work.
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _prepare(settings)


def _end_with(process: Any) -> None:
    process.join()
    os._exit(1)


def work(job: Job | SliceJob) -> Outcome:
    """Check the conversations of one job."""
    findings: list[Finding] = []
    dialects: Counter[str] = Counter()
    calls: Counter[str] = Counter()
    rejected: list[bool] = []
    count = unread = turns = unsure = 0
    failed = False
    per_file = bool(_settings.selection.per_file)
    check = _checker.check
    parts, lines = job.parts() if isinstance(job, SliceJob) else ([job], 0)
    for conversation in chain.from_iterable(part.conversations() for part in parts):
        checked = check(conversation)
        found = checked.findings
        if found and per_file:
            found = [each for each in found if _settings.selection.wants_in(each.name, each.file)]
        if not passed_over(conversation):
            rejected.append(bool(found))
        if found:
            findings += found
        if conversation.turns:
            count += 1
            turns += len(conversation.turns)
            dialects[checked.dialect] += 1
            if checked.confidence < 0.8:
                unsure += 1
            if checked.calls:
                calls.update(checked.calls)
        else:
            unread += 1
            failed |= any(rule == "unreadable-file" for rule, _, _ in conversation.problems)
    return Outcome(job, findings, count, turns, dialects, unread, unsure, calls, rejected, lines, failed)


def _work_apart(job: Job | SliceJob) -> Outcome:
    # The job stays where it came from: its bytes need not go back.
    return work(job)._replace(job=_ELSEWHERE)


def run(
    sources: Iterable[Source],
    settings: Settings,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Outcome]:
    """The outcomes of all jobs of all ``sources``, in their order.

    With more than one worker the jobs go to processes of their own; only a bounded number is on its way.  ``progress``
    is told of every stretch of bytes that was read.  Raises :class:`WorkerError` if a worker
    dies.
    """
    jobs = _jobs(sources, settings, progress, apart=workers > 1)
    if workers <= 1:
        _prepare(settings)
        yield from map(work, jobs)
        return
    # Started afresh, workers inherit no threads and no open files.
    context = get_context("spawn")
    held = HeldInterrupts()
    numbered = _Numbered()
    waiting: deque[tuple[Job | SliceJob, Future[Outcome]]] = deque()
    pool = ProcessPoolExecutor(workers, context, _prepare_worker, (settings,))
    try:
        for job in jobs:
            with held:
                waiting.append((job, pool.submit(_work_apart, job)))
            if len(waiting) >= workers * _PER_WORKER:
                yield numbered(*_first(waiting, held))
        while waiting:
            yield numbered(*_first(waiting, held))
    except BrokenProcessPool:
        raise WorkerError(
            "a worker process died, perhaps for want of memory; try --jobs 1 or a smaller --max-record"
        ) from None
    finally:
        with held:
            pool.shutdown(cancel_futures=True)


def _first(
    waiting: deque[tuple[Job | SliceJob, Future[Outcome]]], held: HeldInterrupts
) -> tuple[Job | SliceJob, Outcome]:
    """The outcome of the first job of ``waiting``, which has to be awaited."""
    job, future = waiting.popleft()
    while True:
        with held:
            if wait((future,), _PATIENCE).done:
                return job, future.result()


class _Numbered:
    """Puts outcomes back to their jobs, and the lines of stretches behind those that come before them."""

    def __init__(self) -> None:
        self._file = ""
        self._lines = 0

    def __call__(self, job: Job | SliceJob, outcome: Outcome) -> Outcome:
        outcome = outcome._replace(job=job)
        if not isinstance(job, SliceJob):
            return outcome
        if not job.start or job.path != self._file:
            self._file, self._lines = job.path, 0
        before = self._lines
        self._lines += outcome.lines
        if not before or not outcome.findings:
            return outcome
        moved = [
            found._replace(
                line=found.line + before,
                end_line=found.end_line + before,
                record=found.record + before * bool(found.record),
            )
            for found in outcome.findings
        ]
        return outcome._replace(findings=moved)


def _jobs(
    sources: Iterable[Source],
    settings: Settings,
    progress: Callable[[int], None] | None,
    *,
    apart: bool,
) -> Iterator[Job | SliceJob]:
    for source in sources:
        yield from jobs_of(source, settings.format, settings.max_record, progress, apart=apart)


def default_workers() -> int:
    """How many processors there are for this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
