"""A data set in two files: the records in which nothing was found, and the others."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from minimax_grammar.transcript.jobs import DocumentJob, LinesJob, SessionJob
from minimax_grammar.transcript.slices import SliceJob

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import BinaryIO

    from minimax_grammar.transcript.run import Outcome

__all__ = ["AtomicFile", "Splitter"]


class AtomicFile:
    """A file that is there, whole, only after :meth:`commit`; until then the old one stays as it was.

    Where the system can do it the new file has no name until then, so that not even a killed process leaves one.
    """

    def __init__(self, file: str) -> None:
        self._path = Path(os.path.realpath(file))
        self._temporary = ""
        folder = str(self._path.parent)
        try:
            handle = os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666)  # type: ignore[attr-defined,unused-ignore]
        except (AttributeError, OSError):
            handle, self._temporary = tempfile.mkstemp(prefix=f".{self._path.name[:100]}.", dir=folder)
        self.stream: BinaryIO = os.fdopen(handle, "wb")

    def commit(self) -> None:
        """Put the file in its place."""
        self.stream.flush()
        if not self._temporary:
            name = f".{self._path.name[:100]}.{os.urandom(6).hex()}"
            folder = os.open(self._path.parent, os.O_RDONLY)
            try:
                # Only with a folder does os.link follow the link that stands for the open file.
                os.link(f"/proc/self/fd/{self.stream.fileno()}", name, dst_dir_fd=folder, follow_symlinks=True)
            finally:
                os.close(folder)
            self._temporary = str(self._path.parent / name)
        else:
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(self._temporary, 0o666 & ~umask)
        if self._path.exists():
            os.chmod(self._temporary, self._path.stat().st_mode & 0o7777)
        os.replace(self._temporary, self._path)
        self._temporary = ""
        self.stream.close()

    def drop(self) -> None:
        """Forget what was written."""
        if not self.stream.closed:
            self.stream.close()
        if self._temporary:
            os.unlink(self._temporary)
            self._temporary = ""


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
            self._drop()
            raise

    def add(self, outcome: Outcome, rejected: list[bool]) -> None:
        """Write the records of one job; ``rejected`` says for each whether something was found in it."""
        job = outcome.job
        if not isinstance(job, LinesJob | DocumentJob | SessionJob | SliceJob):
            self.unsplit = self.unsplit or (job.file if outcome.conversations else "")
            return
        for record, bad in zip(job.raw(), rejected, strict=True):
            file = self._files[bad]
            if file is not None:
                file.stream.write(record)

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
            self._drop()

    def _drop(self) -> None:
        for file in self._files:
            if file is not None:
                file.drop()
