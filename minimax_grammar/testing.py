"""Help for tests of agents: a transcript is as it should be, or the test fails and says where it is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from minimax_grammar.transcript.checker import Checker
    from minimax_grammar.transcript.model import Conversation, Finding
    from minimax_grammar.transcript.selection import Selection

__all__ = ["assert_transcript_valid", "transcript_findings"]

_MOST = 20


def transcript_findings(
    transcript: Any,
    *,
    dialect: str | Path = "auto",
    tools: Any = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    severity: str = "warning",
) -> list[Finding]:
    """What is found in ``transcript``, as ``minimax-grammar validate`` finds it.

    ``transcript`` is a text (one turn of a model, or turns after ``Human:`` and ``Assistant:``); a list of messages or
    another record, as plain values; or the :class:`~pathlib.Path` of a file in any format that is read.  ``dialect`` is
    a name, the path of a dialect file, or ``auto``; ``tools`` are those of a transcript without its own.  ``select``,
    ``ignore`` and ``severity`` choose rules as the options of the command do.
    """
    from minimax_grammar.transcript.checker import Checker
    from minimax_grammar.transcript.selection import Selection, checked_words

    if isinstance(select, str) or isinstance(ignore, str):
        raise TypeError('select and ignore are lists of rules, such as ["MG1"]')
    selection = Selection(checked_words(select), checked_words(ignore), severity)
    checker = Checker(dialect, tools, wanted=selection.wants)
    return list(_found(transcript, checker, selection))


def assert_transcript_valid(
    transcript: Any,
    *,
    dialect: str | Path = "auto",
    tools: Any = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    severity: str = "warning",
) -> None:
    """Fail unless nothing is found in ``transcript``; the arguments are those of :func:`transcript_findings`."""
    __tracebackhide__ = True
    found = transcript_findings(
        transcript, dialect=dialect, tools=tools, select=select, ignore=ignore, severity=severity
    )
    if found:
        raise AssertionError(_told(found))


def _found(transcript: Any, checker: Checker, selection: Selection) -> Iterator[Finding]:
    for conversation in _conversations(transcript):
        for each in checker.check(conversation).findings:
            # The place in a record that never was a file says nothing to anybody.
            yield each if isinstance(transcript, str | Path) else each._replace(line=0, column=0)


def _conversations(transcript: Any) -> Iterator[Conversation]:
    from minimax_grammar.transcript.jobs import record
    from minimax_grammar.transcript.places import JsonOrigin, TextOrigin
    from minimax_grammar.transcript.plain import conversation_of_text
    from minimax_grammar.transcript.reading import jobs_of
    from minimax_grammar.transcript.sources import Source

    if isinstance(transcript, Path):
        for job in jobs_of(Source(str(transcript), True)):
            yield from job.conversations()
    elif isinstance(transcript, str):
        yield conversation_of_text(transcript, TextOrigin("transcript", transcript))
    else:
        try:
            text = json.dumps(transcript)
        except (TypeError, ValueError) as error:
            raise TypeError(f"a transcript is a text, a Path, or plain JSON values: {error}") from None
        yield record(text, JsonOrigin("transcript", text), 1, "")


def _told(found: list[Finding]) -> str:
    from minimax_grammar.transcript.reports.human import HumanReport

    pieces: list[str] = []
    report = HumanReport(pieces.append, color=False, excerpts=True, statistics=False)
    for each in found[:_MOST]:
        report.finding(each)
    more = f"… and {len(found) - _MOST:,} more\n" if len(found) > _MOST else ""
    count = "1 problem" if len(found) == 1 else f"{len(found):,} problems"
    return f"{count} in the transcript\n\n{''.join(pieces)}{more}".rstrip()
