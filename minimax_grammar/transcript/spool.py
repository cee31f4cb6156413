"""Lines of many conversations that stand mixed in one file, held on the disk until the file is at its end."""

from __future__ import annotations

from array import array
from contextlib import contextmanager
from tempfile import SpooledTemporaryFile

from minimax_grammar.transcript.sources import SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

__all__ = ["Group", "Spool"]

_IN_MEMORY = 8 << 20


class Group:
    """The lines of one conversation: where they stand in their file and in the spool."""

    __slots__ = ("first", "number", "places", "size")

    def __init__(self, number: int, first: int) -> None:
        self.number = number
        self.first = first
        """The number of the first line."""
        self.size = 0
        """How many bytes its lines have."""
        self.places = array("Q")
        """Three numbers a line: its own, its offset in the spool, its length."""


class Spool:
    """A temporary file of lines; use it in a ``with`` block.

    Raises :class:`SourceError` if there is no room for it.
    """

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - closed at the end of the block
        self._end = 0
        self._at_end = True

    def add(self, group: Group, line: int, row: bytes) -> None:
        """Hold the ``row`` with the number ``line`` as one of ``group``."""
        with _told():
            if not self._at_end:
                self._file.seek(self._end)
                self._at_end = True
            self._file.write(row)
        group.places.extend((line, self._end, len(row)))
        group.size += len(row)
        self._end += len(row)

    def rows(self, group: Group) -> tuple[list[tuple[int, int]], list[bytes]]:
        """Line and column of each row of ``group``, and the rows."""
        places, rows = [], []
        self._at_end = False
        with _told():
            for index in range(0, len(group.places), 3):
                line, offset, size = group.places[index : index + 3]
                self._file.seek(offset)
                places.append((line, 1))
                rows.append(self._file.read(size))
        return places, rows

    def __enter__(self) -> Spool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise SourceError(f"there is no room for a temporary file: {error.strerror or error}") from None
