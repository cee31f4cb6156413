"""Which files are meant, and their bytes: compressed or not, and nothing but regular files."""

from __future__ import annotations

import fnmatch
import gzip
import io
import os
import re
import stat
import sys
import zlib
from glob import glob, has_magic
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from minimax_grammar.errors import MinimaxGrammarError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

__all__ = ["SUFFIXES", "Source", "SourceError", "expand", "is_plain", "opened", "stem_suffix"]

SUFFIXES = (".jsonl", ".ndjson", ".json", ".txt", ".log", ".sse", ".parquet", ".arrow")
"""The names of files that are looked into in a directory, each also with ``.gz`` or ``.zst``."""

_SKIPPED = {
    ".git",
    ".hg",
    ".venv",
    "venv",
    "node_modules",
    "__pycache__",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
}
_ZSTD_PIECE = 2048  # so that even what is packed best unfolds to a bounded amount at once


class SourceError(MinimaxGrammarError):
    """A file that cannot be read, or not to its end."""


class Source(NamedTuple):
    """One file to read."""

    path: str
    """``-`` for standard input."""
    named: bool
    """Whether it was named itself, and not found in a directory: then it has to hold conversations."""

    @property
    def name(self) -> str:
        """What to call it in messages: halves of surrogate pairs, which names of files may hold, are escaped."""
        return "<stdin>" if self.path == "-" else self.path.encode("utf-8", "backslashreplace").decode("utf-8")


def expand(paths: Iterable[str]) -> Iterator[Source]:
    """The files that ``paths`` name: files, directories (with all in them), and patterns such as ``**/*.jsonl``.

    A name that is a file is never taken for a pattern.  A path that leads nowhere comes back as it is, to fail when
    it is opened.  Links to directories are not followed, so that no directory is walked twice.
    """
    seen: set[str] = set()
    for path in paths:
        for source in _expanded(path):
            key = source.path if source.path == "-" else os.path.abspath(source.path)
            if key not in seen:
                seen.add(key)
                yield source


def _expanded(path: str) -> Iterator[Source]:
    if path == "-" or not (os.path.isdir(path) or (has_magic(path) and not os.path.exists(path))):
        yield Source(path, True)
        return
    if os.path.isdir(path):
        yield from _walked(path)
        return
    found = list(_recursive(path) if "**" in path else sorted(glob(path)))
    if not found:
        yield Source(path, True)
    for each in found:
        if os.path.isfile(each):
            yield Source(each, True)


def _recursive(pattern: str) -> Iterator[str]:
    """The files below the pattern's fixed beginning that it fits; ``glob`` would follow links round and round."""
    parts = pattern.split("/")
    fixed = next(number for number, part in enumerate(parts) if has_magic(part))
    expression = "".join("(?:.+/)?" if part == "**" else f"{_in_name(part)}/" for part in parts[fixed:])
    fits = re.compile(expression.removesuffix("/") or ".+").fullmatch
    root = "/".join(parts[:fixed]) or ("/" if pattern.startswith("/") else ".")
    for where, folders, files in os.walk(root):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        for file in sorted(each for each in files if not each.startswith(".")):
            path = os.path.join(where, file)
            if fits(os.path.relpath(path, root).replace(os.sep, "/")):
                yield path.removeprefix("./") if root == "." else path


def _walked(folder: str) -> Iterator[Source]:
    for where, folders, files in os.walk(folder):
        folders[:] = sorted(each for each in folders if each not in _SKIPPED and not each.startswith("."))
        for file in sorted(files):
            if stem_suffix(file) in SUFFIXES and not file.startswith("."):
                path = os.path.join(where, file)
                yield Source(path.removeprefix("./") if folder == "." else path, False)


def _in_name(pattern: str) -> str:
    """The regular expression of a pattern within one name."""
    whole = fnmatch.translate(pattern).removeprefix("(?s:")
    return whole.removesuffix(")\\Z").removesuffix(")\\z").replace(".*", "[^/]*")


def stem_suffix(name: str) -> str:
    """The suffix of a file without that of its compression, in lower case."""
    path = Path(name.lower())
    return Path(path.stem).suffix if path.suffix in (".gz", ".zst") else path.suffix


def opened(source: Source, *, packed: bool = True) -> BinaryIO:
    """The bytes of a file, decompressed by its suffix if it may be ``packed``.  Raises :class:`SourceError`."""
    if source.path == "-":
        if sys.stdin is None:
            raise SourceError("standard input is closed")
        return sys.stdin.buffer
    try:
        # Without O_NONBLOCK a pipe that nobody writes to would never be opened.
        handle = os.open(source.path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as error:
        raise SourceError(_why(error)) from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise SourceError("is no regular file")
    raw = os.fdopen(handle, "rb")
    suffix = Path(source.path.lower()).suffix if packed else ""
    if suffix == ".gz":
        return cast("BinaryIO", _Checked(gzip.GzipFile(fileobj=raw), raw))
    if suffix == ".zst":
        return cast("BinaryIO", _Checked(io.BufferedReader(_Zstd(raw), 1 << 20)))
    return cast("BinaryIO", _Checked(raw))


def is_plain(source: Source) -> bool:
    """Whether the file is as it stands, and can be read from anywhere in it."""
    return source.path != "-" and Path(source.path.lower()).suffix not in (".gz", ".zst")


def _why(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


class _Checked(io.RawIOBase):
    """A stream of which every failure is a :class:`SourceError`."""

    def __init__(self, stream: Any, below: BinaryIO | None = None) -> None:
        self._stream = stream
        self._below = below

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        try:
            data: bytes = self._stream.read(size)
        except EOFError:
            raise SourceError("the compressed data break off") from None
        except (OSError, zlib.error) as error:
            raise SourceError(_why(error)) from None
        return data

    def close(self) -> None:
        self._stream.close()
        if self._below is not None:
            self._below.close()
        super().close()


class _Zstd(io.RawIOBase):
    """Decompressed zstd, frame after frame."""

    def __init__(self, raw: BinaryIO) -> None:
        try:
            import zstandard
        except ImportError:
            raw.close()
            raise SourceError("reading .zst needs the package zstandard: pip install minimax-grammar[zstd]") from None
        self._raw = raw
        self._error = zstandard.ZstdError
        self._make = zstandard.ZstdDecompressor().decompressobj
        self._object: Any = None
        self._rest = b""
        self._ready = memoryview(b"")  # of which stretches are no copies

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready:
            piece = self._rest or self._raw.read(_ZSTD_PIECE)
            self._rest = b""
            if not piece:
                if self._object is not None:
                    raise EOFError
                return 0
            if self._object is None:
                self._object = self._make()
            try:
                self._ready = memoryview(self._object.decompress(piece))
            except self._error as error:
                raise OSError(str(error)) from None
            if self._object.eof:
                self._rest = self._object.unused_data
                self._object = None
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size

    def close(self) -> None:
        self._raw.close()
        super().close()
