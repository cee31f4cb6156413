"""Stretches of a file of lines that the process that works on them reads by itself: no bytes go between processes."""

from __future__ import annotations

import os
from typing import NamedTuple

from minimax_grammar.transcript.jobs import LinesJob, ProblemJob, too_long

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from minimax_grammar.transcript.model import Conversation

__all__ = ["SliceJob", "slices"]

_SLICE = 4 << 20
_BLOCK = 1 << 20


class SliceJob(NamedTuple):
    """The lines that begin in a stretch of a file of JSON Lines; they are counted from its beginning."""

    path: str
    file: str
    """The name of the file, for messages."""
    start: int
    end: int
    limit: int
    """The longest line that is read."""
    size: int
    """How long the file is: what is written to it later is not read."""

    def parts(self) -> tuple[list[LinesJob | ProblemJob], int]:
        """The lines, without those that are too long; and how many there are."""
        try:
            with open(self.path, "rb") as stream:
                return _read(stream, self)
        except OSError as error:
            message = f"cannot be read: {error.strerror or error}"
            return [ProblemJob(self.file, "unreadable-file", message, 1)], 0

    def conversations(self) -> Iterator[Conversation]:
        """One conversation a line; blank lines are none."""
        for part in self.parts()[0]:
            yield from part.conversations()

    def raw(self) -> list[bytes]:
        """The records, one a line, as they stand in the file."""
        return [row for part in self.parts()[0] for row in part.raw()]


def slices(path: str, file: str, limit: int) -> Iterator[SliceJob]:
    """All stretches of the file at ``path``, as long as it is now."""
    size = os.stat(path).st_size
    for start in range(0, size, _SLICE):
        yield SliceJob(path, file, start, min(start + _SLICE, size), limit, size)


def _read(stream: BinaryIO, job: SliceJob) -> tuple[list[LinesJob | ProblemJob], int]:
    start = max(job.start - 1, 0)
    stream.seek(start)
    data = stream.read(job.end - start)
    if len(data) < job.end - start:
        return [ProblemJob(job.file, "unreadable-file", "became shorter while it was read")], 0
    if job.start:
        # A line that began before belongs to the stretch before.
        first = data.find(b"\n") + 1
        if not first:
            return [], 0
        data = data[first:]
    if not data:
        return [], 0
    lines = data.count(b"\n")
    if data.endswith(b"\n"):
        return [LinesJob(job.file, 1, data, job.limit)], lines
    cut = data.rfind(b"\n") + 1
    last = _rest(stream, len(data) - cut, job)
    if last is not None:
        return [LinesJob(job.file, 1, data + last, job.limit)], lines + 1
    whole: list[LinesJob | ProblemJob] = [LinesJob(job.file, 1, data[:cut], job.limit)] if cut else []
    return [*whole, too_long(job.file, lines + 1, job.limit)], lines + 1


def _rest(stream: BinaryIO, held: int, job: SliceJob) -> bytes | None:
    """The rest of the line of which ``held`` bytes were read; None if it is too long."""
    pieces: list[bytes] = []
    left = job.size - job.end
    while held <= job.limit:
        block = stream.read(min(_BLOCK, left))
        left -= len(block)
        end = block.find(b"\n") + 1
        pieces.append(block[:end] if end else block)
        held += len(pieces[-1])
        if end or not block:
            return b"".join(pieces)
    return None
