"""A file as jobs, in constant memory."""

from __future__ import annotations

import json
from itertools import chain
from typing import BinaryIO

from minimax_grammar.transcript.documents import DocumentError, elements
from minimax_grammar.transcript.formats import Format, sniff
from minimax_grammar.transcript.jobs import (
    MAX_RECORD,
    DocumentJob,
    Job,
    LinesJob,
    ProblemJob,
    SessionJob,
    StreamJob,
    TextJob,
    too_long,
)
from minimax_grammar.transcript.shapes import Kind, kind_of
from minimax_grammar.transcript.slices import SliceJob, slices
from minimax_grammar.transcript.sources import Source, SourceError, is_plain, opened, stem_suffix
from minimax_grammar.transcript.spool import Group, Spool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["jobs_of"]

_BLOCK = 1 << 20
_HEAD = 1 << 16
_PACKED = ((b"\x1f\x8b", "gzip", ".gz"), (b"\x28\xb5\x2f\xfd", "zstd", ".zst"))
_SESSION_KEYS = ("conversation_id", "conversationId", "session_id", "sessionId", "thread_id", "chat_id")


def jobs_of(
    source: Source,
    format: Format | None = None,
    limit: int = MAX_RECORD,
    progress: Callable[[int], None] | None = None,
    *,
    apart: bool = False,
) -> Iterator[Job | SliceJob]:
    """All that is to do for one file.  ``progress`` is told how many (uncompressed) bytes were read.

    ``apart`` says that the work is done by other processes, which read long files of lines by themselves.

    Never raises because of the file: what cannot be read is a :class:`ProblemJob`.
    """
    try:
        suffix = stem_suffix(source.path)
        if (format or Format.TEXT) in (Format.PARQUET, Format.ARROW) or (
            format is None and suffix in (".parquet", ".arrow")
        ):
            yield from _table(source, format or Format(suffix[1:]))
            return
        with opened(source) as raw:
            stream = _Stream(raw, progress)
            head = stream.peek(_HEAD)
            if head.startswith((b"\xff\xfe", b"\xfe\xff")):
                raise SourceError("is UTF-16 text; convert it to UTF-8")
            for mark, what, ending in _PACKED:
                if head.startswith(mark):
                    raise SourceError(f"is compressed with {what}; unpack it, or let its name end in {ending}")
            found = format or sniff(head, suffix, len(head) < _HEAD)
            if found in (Format.PARQUET, Format.ARROW):
                yield from _table(source, found)
                return
            if found is Format.NOTHING:
                if source.named:
                    yield ProblemJob(source.name, "unknown-shape", "holds no conversations")
                return
            if apart and found is Format.JSONL and is_plain(source):
                for each in slices(source.path, source.name, limit):
                    yield each
                    if progress is not None:
                        progress(each.end - each.start)
                return
            yield from _READERS[found](source, stream, limit)
    except SourceError as error:
        yield ProblemJob(source.name, "unreadable-file", f"cannot be read: {error}")
    except DocumentError as error:
        yield ProblemJob(source.name, error.rule, str(error), error.line)


class _Stream:
    """A stream of which the beginning was looked at."""

    def __init__(self, stream: BinaryIO, progress: Callable[[int], None] | None) -> None:
        self._stream = stream
        self._progress = progress
        self._head = b""

    def peek(self, size: int) -> bytes:
        """The first ``size`` bytes, or all if there are fewer; they are read again."""
        while len(self._head) < size and (piece := self._stream.read(size - len(self._head))):
            self._head += piece
        return self._head

    def read(self) -> bytes:
        """The next bytes; none at the end."""
        data = self._head or self._stream.read(_BLOCK)
        self._head = b""
        if self._progress is not None:
            self._progress(len(data))
        return data

    def all(self, limit: int) -> bytes | None:
        """All bytes, or None if they are more than ``limit``."""
        pieces, size = [], 0
        while piece := self.read():
            size += len(piece)
            if size > limit:
                return None
            pieces.append(piece)
        return b"".join(pieces)


def _blocks(stream: _Stream, limit: int) -> Iterator[tuple[int, bytes | None]]:
    """Whole lines, with the number of the first; None in place of a line longer than ``limit``."""
    pieces: list[bytes] = []
    size, line, skipping = 0, 1, False
    while chunk := stream.read():
        if skipping:
            end = chunk.find(b"\n")
            if end < 0:
                continue
            chunk, skipping, line = chunk[end + 1 :], False, line + 1
        cut = chunk.rfind(b"\n") + 1
        if cut:
            data = b"".join([*pieces, chunk[:cut]])
            yield line, data
            line += data.count(b"\n")
            pieces, size = [], 0
        pieces.append(chunk[cut:])
        size += len(chunk) - cut
        if size > limit:
            yield line, None
            pieces, size, skipping = [], 0, True
    if size:
        yield line, b"".join(pieces)


def _lines(source: Source, stream: _Stream, limit: int) -> Iterator[Job]:
    for line, data in _blocks(stream, limit):
        yield too_long(source.name, line, limit) if data is None else LinesJob(source.name, line, data, limit)


def _rows(source: Source, stream: _Stream, limit: int) -> Iterator[tuple[int, bytes | None]]:
    for first, data in _blocks(stream, limit):
        if data is None:
            yield first, None
            continue
        for line, row in enumerate(data.split(b"\n"), first):
            if row and not row.isspace():
                yield line, row.removeprefix(b"\xef\xbb\xbf") if line == 1 else row


def _sessions(source: Source, stream: _Stream, limit: int) -> Iterator[Job]:
    """Lines put together by what names their conversation; without a name a system message begins a new one."""
    groups: dict[str, Group] = {}
    number, part = 0, 0
    spoken = False
    with Spool() as spool:
        for line, row in _rows(source, stream, limit):
            if row is None:
                yield too_long(source.name, line, limit)
                continue
            key, begins, speaks = _key(row)
            if not key:
                part += begins and spoken
                key = f"\0{part}"
                spoken = speaks or (spoken and not begins)
            if key not in groups:
                number += 1
                groups[key] = Group(number, line)
            group = groups[key]
            before = group.size
            if before <= limit:
                spool.add(group, line, row)
                if group.size > limit:
                    yield too_long(source.name, group.first, limit)
            finished = f"\0{part - 1}"
            if finished in groups:
                yield from _session(source, groups.pop(finished), spool, limit)
        for group in groups.values():
            yield from _session(source, group, spool, limit)


def _session(source: Source, group: Group, spool: Spool, limit: int) -> Iterator[SessionJob]:
    if group.size <= limit:
        places, rows = spool.rows(group)
        yield SessionJob(source.name, group.number, places, rows)


def _key(row: bytes) -> tuple[str, bool, bool]:
    """What names the conversation of a line, whether the line begins one, and whether somebody speaks in it."""
    try:
        data = json.loads(row)
    except (ValueError, RecursionError):
        return "", False, False
    if not isinstance(data, dict):
        return "", False, False
    names = [str(data[key]) for key in _SESSION_KEYS if isinstance(data.get(key), str | int)]
    if names and data.get("agentId"):
        names.append(str(data["agentId"]))
    role = data.get("role") or data.get("from")
    return "\0".join(names), role == "system", role in ("user", "assistant", "human", "gpt")


def _text(source: Source, stream: _Stream, limit: int) -> Iterator[Job]:
    data = stream.all(limit)
    yield too_long(source.name, 1, limit) if data is None else TextJob(source.name, data)


def _sse(source: Source, stream: _Stream, limit: int) -> Iterator[Job]:
    data = stream.all(limit)
    yield too_long(source.name, 1, limit) if data is None else StreamJob(source.name, data)


def _document(source: Source, stream: _Stream, limit: int) -> Iterator[Job]:
    items: list[tuple[str, int, int]] = []
    size, first = 0, 1
    found = elements(iter(stream.read, b""), limit)
    start = next(found, None)
    if start is None:
        return
    kind = kind_of(json.loads(start[0]))
    if kind is Kind.TOOLS or (kind is Kind.UNKNOWN and not source.named):
        if source.named:
            yield ProblemJob(source.name, "unknown-shape", "holds no conversations")
        return
    if kind in (Kind.MESSAGE, Kind.EVENT) and start[3]:
        yield from _one_conversation(source, chain([start], found), limit)
        return
    broken: DocumentError | None = None
    try:
        for text, line, column, _ in chain([start], found):
            items.append((text, line, column))
            size += len(text)
            if size > _BLOCK:
                yield DocumentJob(source.name, first, items)
                first, items, size = first + len(items), [], 0
    except DocumentError as error:
        broken = error
    if items:
        yield DocumentJob(source.name, first, items)
    if broken is not None:
        raise broken


def _one_conversation(source: Source, found: Iterator[tuple[str, int, int, bool]], limit: int) -> Iterator[Job]:
    """The elements of a list are messages: the list is one conversation."""
    places, rows, size = [], [], 0
    for text, line, column, _ in found:
        size += len(text)
        if size > limit:
            yield too_long(source.name, 1, limit)
            return
        places.append((line, column))
        rows.append(text.encode("utf-8", "surrogateescape"))
    yield SessionJob(source.name, 1, places, rows, listed=True)


def _table(source: Source, format: Format) -> Iterator[Job]:
    from minimax_grammar.transcript.tables import rows

    first = 1
    for batch in rows(source, format):
        # The rows of a table have no lines; their number stands in for one.
        yield DocumentJob(source.name, first, [(text, row, 1) for row, text in enumerate(batch, first)])
        first += len(batch)


_READERS: dict[Format, Callable[[Source, _Stream, int], Iterator[Job]]] = {
    Format.JSONL: _lines,
    Format.MESSAGES: _sessions,
    Format.SESSION: _sessions,
    Format.JSON: _document,
    Format.SSE: _sse,
    Format.TEXT: _text,
}
