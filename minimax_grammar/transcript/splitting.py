"""A data set in two files: the records in which nothing was found, and the others."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path

from minimax_grammar.errors import MinimaxGrammarError
from minimax_grammar.transcript.jobs import DocumentJob, LinesJob, SessionJob
from minimax_grammar.transcript.slices import SliceJob

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import BinaryIO

    from minimax_grammar.transcript.run import Outcome

__all__ = ["AtomicFile", "SplitError", "Splitter"]


class SplitError(MinimaxGrammarError):
    """Records that cannot be split: their file is another than the one that was checked."""


class AtomicFile:
    """A file that is there, whole, only after :meth:`commit`; until then the old one stays as it was.

    Where the system can do it the new file has no name until then, so that not even a killed process leaves one.
    Whatever fails is an ``OSError`` that names the file.
    """

    def __init__(self, file: str) -> None:
        self._name = file
        self._path = Path(os.path.realpath(file))
        self._temporary = ""
        self._stream: BinaryIO | None = None
        with self._named():
            # A device or a pipe cannot be replaced.
            self._direct = self._path.exists() and not self._path.is_file()
            self._stream = self._path.open("wb") if self._direct else self._opened()

    def write(self, data: bytes) -> None:
        """Write ``data`` at the end."""
        if self._stream is not None:
            with self._named():
                self._stream.write(data)

    def commit(self) -> None:
        """Put the file in its place."""
        if self._stream is None:
            return
        with self._named():
            self._stream.flush()
            if not self._direct:
                self._put(self._stream.fileno())
            self._stream.close()
            self._stream = None

    def drop(self) -> None:
        """Forget what was written, if it is not in its place."""
        if self._stream is not None:
            with suppress(OSError):  # what is held may not fit the disk, and is dropped
                self._stream.close()
            self._stream = None
        if self._temporary:
            with suppress(FileNotFoundError):  # an interrupt may come before it is there, or when it is in its place
                os.unlink(self._temporary)
            self._temporary = ""

    def _opened(self) -> BinaryIO:
        folder = str(self._path.parent)
        try:
            handle = os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666)  # type: ignore[attr-defined,unused-ignore]
        except (AttributeError, OSError):
            handle, self._temporary = tempfile.mkstemp(prefix=f".{self._path.name[:100]}.", dir=folder)
        return os.fdopen(handle, "wb")

    def _put(self, handle: int) -> None:
        if not self._temporary:
            name = f".{self._path.name[:100]}.{os.urandom(6).hex()}"
            self._temporary = str(self._path.parent / name)
            folder = os.open(self._path.parent, os.O_RDONLY)
            try:
                # Only with a folder does os.link follow the link that stands for the open file.
                os.link(f"/proc/self/fd/{handle}", name, dst_dir_fd=folder, follow_symlinks=True)
            finally:
                os.close(folder)
        else:
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(self._temporary, 0o666 & ~umask)
        if self._path.exists():
            os.chmod(self._temporary, self._path.stat().st_mode & 0o7777)
        os.replace(self._temporary, self._path)
        self._temporary = ""

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror or str(error), self._name) from None


class Splitter:
    """Writes every record to ``clean`` or to ``rejected``; an empty name drops them.

    Use it in a ``with`` block: the files appear at its end, if it ended well.
    """

    def __init__(self, clean: str, rejected: str) -> None:
        self._files: list[AtomicFile | None] = [None, None]
        self.unsplit = ""
        """The first file whose records cannot be told apart, and so are in neither."""
        try:
            for number, name in enumerate((clean, rejected)):
                if name:
                    self._files[number] = AtomicFile(name)
        except OSError:
            self.drop()
            raise

    def add(self, outcome: Outcome, rejected: list[bool]) -> None:
        """Write the records of one job; ``rejected`` says for each whether something was found in it.

        Raises :class:`SplitError` if the file changed in between.
        """
        job = outcome.job
        if not isinstance(job, LinesJob | DocumentJob | SessionJob | SliceJob):
            self.unsplit = self.unsplit or (job.file if outcome.conversations else "")
            return
        records = job.raw()
        if len(records) != len(rejected):
            raise SplitError(f"{job.file}: changed while it was read: --output-clean and --output-rejected not written")
        for record, bad in zip(records, rejected, strict=True):
            file = self._files[bad]
            if file is not None:
                file.write(record)

    def __enter__(self) -> Splitter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                for file in self._files:
                    if file is not None:
                        file.commit()
        finally:
            self.drop()

    def drop(self) -> None:
        """Write neither file, and forget what was added."""
        for file in self._files:
            if file is not None:
                file.drop()
        self._files = [None, None]
