"""Files with the edits in them: each is written whole, or stays as it was."""

from __future__ import annotations

import difflib
import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from minimax_grammar.transcript.fixing import edits_of
from minimax_grammar.transcript.formats import Format, sniff
from minimax_grammar.transcript.jobs import DocumentJob, LinesJob, SessionJob, TextJob
from minimax_grammar.transcript.places import span_of
from minimax_grammar.transcript.reading import jobs_of
from minimax_grammar.transcript.sources import Source, SourceError, opened, stem_suffix
from minimax_grammar.transcript.splitting import AtomicFile

if TYPE_CHECKING:
    from collections.abc import Callable

    from minimax_grammar.transcript.checker import Checker
    from minimax_grammar.transcript.fixing import Edit

__all__ = ["Rewritten", "rewrite"]


class Rewritten(NamedTuple):
    """What became of a file."""

    turns: int = 0
    """How many turns are written otherwise."""
    refused: str = ""
    """Why the file was left alone, though there may be something to mend."""
    unread: str = ""
    """Why the file could not be read at all."""


def rewrite(
    source: Source,
    checker: Checker,
    *,
    format: Format | None,
    limit: int,
    diff: Callable[[str], object] | None = None,
    wanted: Callable[[str], bool] | None = None,
) -> Rewritten:
    """Mend ``source``; with ``diff`` write nothing but the difference to that.

    ``wanted`` says of a rule whether it may be mended.  Raises ``OSError`` if the file cannot be written.
    """
    path = Path(source.path)
    if source.path == "-":
        return Rewritten(refused="standard input cannot be rewritten")
    if path.suffix.lower() in (".gz", ".zst"):
        return Rewritten(refused="compressed files are not rewritten; unpack it first")
    if format in (Format.PARQUET, Format.ARROW, Format.SSE):
        return Rewritten(refused=f"files of the format {format.value} are not rewritten")
    try:
        with opened(source) as stream:
            head = stream.read(1 << 16)
        state = _state(path)
    except SourceError as error:
        return Rewritten(unread=str(error))
    found = format or sniff(head, stem_suffix(source.path), len(head) < 1 << 16)
    if found in (Format.PARQUET, Format.ARROW, Format.SSE):
        return Rewritten(refused=f"files of the format {found.value} are not rewritten")
    if found is Format.NOTHING:
        return Rewritten()
    if found is Format.JSONL:
        return _lines(source, path, state, checker, limit, diff, wanted)
    return _whole(source, path, state, checker, format, limit, diff, wanted)


def _lines(
    source: Source,
    path: Path,
    state: _State,
    checker: Checker,
    limit: int,
    diff: Callable[[str], object] | None,
    wanted: Callable[[str], bool] | None,
) -> Rewritten:
    """A file of one record a line, line by line."""
    turns, file = 0, None if diff else AtomicFile(str(path))
    try:
        for job in jobs_of(source, Format.JSONL, limit):
            if not isinstance(job, LinesJob):
                return Rewritten(refused=_reason(job))
            rows = job.data.split(b"\n")
            for index, row in enumerate(rows):
                if not row.strip():
                    continue
                text = _decoded(row)
                if text is None:
                    continue
                bare = text.removeprefix("\ufeff")
                line = LinesJob(source.name, job.line + index, bare.encode())
                changes = _in_json(line, [bare], [0], checker, wanted)
                if not changes:
                    continue
                new = _spliced(bare, changes)
                if diff and not turns:
                    diff(f"--- {source.name}\n+++ {source.name}\n")
                if diff:
                    diff(f"@@ -{line.line} +{line.line} @@\n-{bare}\n+{new}\n")
                turns += len(changes)
                rows[index] = (text[: len(text) - len(bare)] + new).encode()
            if file is not None:
                file.write(b"\n".join(rows))
        if file is not None and turns:
            if _state(path) != state:
                return _CHANGED
            file.commit()
    finally:
        if file is not None:
            file.drop()
    return Rewritten(turns)


def _whole(
    source: Source,
    path: Path,
    state: _State,
    checker: Checker,
    format: Format | None,
    limit: int,
    diff: Callable[[str], object] | None,
    wanted: Callable[[str], bool] | None,
) -> Rewritten:
    """A file that is held whole: a text, a JSON document, or a session."""
    if path.stat().st_size > limit:
        return Rewritten(refused=f"longer than {limit:,} bytes")
    before = _decoded(path.read_bytes())
    if before is None:
        return Rewritten(refused="is not UTF-8")
    starts = [0]
    for line in before.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    changes: list[_Change] = []
    jobs = list(jobs_of(source, format, limit))
    if _state(path) != state:
        return _CHANGED
    for job in jobs:
        if isinstance(job, TextJob):
            changes += _in_text(job, len(before) - len(before.removeprefix("\ufeff")), checker, wanted)
        elif isinstance(job, SessionJob):
            rows = [_decoded(row) or "" for row in job.rows]
            # From its place on, for a mark at the beginning of the file is not counted.
            begins = [
                before.index(row, starts[line - 1] + column - 1)
                for row, (line, column) in zip(rows, job.places, strict=True)
            ]
            changes += _in_json(job, rows, begins, checker, wanted)
        elif isinstance(job, DocumentJob):
            begins = [starts[line - 1] + column - 1 for _, line, column in job.items]
            changes += _in_json(job, [text for text, _, _ in job.items], begins, checker, wanted)
        else:
            return Rewritten(refused=_reason(job))
    if not changes:
        return Rewritten()
    after = _spliced(before, changes)
    if diff:
        lines = difflib.unified_diff(before.splitlines(True), after.splitlines(True), source.name, source.name, n=1)
        for line in lines:
            diff(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
        return Rewritten(len(changes))
    file = AtomicFile(str(path))
    try:
        file.write(after.encode())
        if _state(path) != state:
            return _CHANGED
        file.commit()
    finally:
        file.drop()
    return Rewritten(len(changes))


_State = tuple[int, ...]
_CHANGED = Rewritten(refused="changed while it was read")


def _state(path: Path) -> _State:
    """What is another when somebody else writes to the file."""
    now = path.stat()
    return now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns


class _Change(NamedTuple):
    """What to write in place of a stretch of a text."""

    start: int
    end: int
    text: str


def _spliced(text: str, changes: list[_Change]) -> str:
    pieces, at = [], 0
    for change in sorted(changes):
        pieces += [text[at : change.start], change.text]
        at = change.end
    return "".join([*pieces, text[at:]])


def _in_json(
    job: LinesJob | DocumentJob | SessionJob,
    texts: list[str],
    begins: list[int],
    checker: Checker,
    wanted: Callable[[str], bool] | None,
) -> list[_Change]:
    """The changes in the JSON ``texts`` of ``job``, which begin at ``begins``."""
    changes = []
    for number, conversation in enumerate(job.conversations()):
        for edit in _wanted(edits_of(conversation, checker), wanted):
            index, path = number, edit.part.path
            if isinstance(job, SessionJob):
                index, path = int(path[0]), path[1:]
            text = texts[index]
            start, end = span_of(text, path)
            # A part that is not all of its string (a call inside of JSON text, say) is left alone.
            if text[start : start + 1] == '"' and json.loads(text[start:end], strict=False) == edit.part.text:
                literal = json.dumps(edit.text, ensure_ascii=text[start:end].isascii())
                changes.append(_Change(begins[index] + start, begins[index] + end, literal))
    return changes


def _in_text(job: TextJob, shift: int, checker: Checker, wanted: Callable[[str], bool] | None) -> list[_Change]:
    return [
        _Change(at, at + len(edit.part.text), edit.text)
        for conversation in job.conversations()
        for edit in _wanted(edits_of(conversation, checker), wanted)
        for at in [edit.part.offset + shift]
    ]


def _wanted(edits: list[Edit], wanted: Callable[[str], bool] | None) -> list[Edit]:
    return [edit for edit in edits if wanted is None or all(map(wanted, edit.rules))]


def _decoded(data: bytes) -> str | None:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _reason(job: object) -> str:
    line = getattr(job, "line", 0)
    return (f"line {line}: " if line else "") + str(getattr(job, "message", "cannot be read"))
