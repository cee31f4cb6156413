"""What commands read: text, tools, dialects. What cannot be used ends the command with one clear line."""

from __future__ import annotations

import codecs
import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import click

from minimax_grammar.errors import ToolsError
from minimax_grammar.installed import installed
from minimax_grammar.registry import brought_dialect, default_dialect, dialect_file, dialects, load_dialect
from minimax_grammar.resources import grammar_dir
from minimax_grammar.tools import Tools

if TYPE_CHECKING:
    import io
    from collections.abc import Iterator

    from minimax_grammar.dialect import Dialect
    from minimax_grammar.language import model

__all__ = ["Failure", "Recut", "TextSource", "dialect_path", "open_dialect", "read_model", "read_tools"]

_CHUNK = 1 << 16
_STRAY = re.compile(r"[\udc80-\udcff]")


class Failure(click.ClickException):
    """Input that cannot be used."""

    exit_code = 2


class TextSource:
    """The text of a file, or of standard input (``-``), in chunks as it arrives.

    A byte that is not UTF-8 is not lost: it stands in the text as a lone surrogate, ``0xff`` as U+DCFF, which
    Python's ``surrogateescape`` turns back into the byte.
    """

    def __init__(self, file: str) -> None:
        self._file = file
        self.name = "<stdin>" if file == "-" else click.format_filename(file)
        """What to call it in messages."""
        self.stray = 0
        """How many bytes were not UTF-8, so far."""
        self.first_stray = 0
        """The offset of the first of them, in bytes."""
        self._bytes = 0

    def __iter__(self) -> Iterator[str]:
        try:
            with self._open() as stream:
                yield from self._decode(cast("io.BufferedReader", stream))
        except OSError as error:
            raise Failure(f"{self.name}: {error.strerror or error}") from error

    def _open(self) -> BinaryIO:
        if self._file != "-":
            return open(self._file, "rb")
        if sys.stdin is None:
            raise Failure("standard input is closed")
        if sys.stdin.isatty():
            click.echo("Reading from the terminal; end with Ctrl-D.", err=True)
        return sys.stdin.buffer

    def _decode(self, stream: io.BufferedReader) -> Iterator[str]:
        decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        first = True
        while data := stream.read1(_CHUNK):
            if first and data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                raise Failure(f"{self.name}: is UTF-16 text; convert it to UTF-8")
            first = False
            yield self._counted(decoder.decode(data))
        yield self._counted(decoder.decode(b"", True))

    def _counted(self, text: str) -> str:
        if text.isascii():
            self._bytes += len(text)
            return text
        found = _STRAY.search(text)
        if found is not None:
            if not self.stray:
                self.first_stray = self._bytes + _size(text[: found.start()])
            self.stray += len(_STRAY.findall(text))
        self._bytes += _size(text)
        return text

    @property
    def complaint(self) -> str:
        """What was wrong with the bytes, for a person; empty if nothing was."""
        if not self.stray:
            return ""
        bytes_are = "1 byte is" if self.stray == 1 else f"{self.stray:,} bytes are"
        kept = "it is kept as a lone surrogate" if self.stray == 1 else "they are kept as lone surrogates"
        return (
            f"{self.name}: {bytes_are} not UTF-8 (the first at offset {self.first_stray:,}); {kept}, \\udc80 to \\udcff"
        )


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogateescape"))


class Recut:
    """Cuts a stream anew, every ``size`` characters; None leaves it as it arrives."""

    def __init__(self, size: int | None) -> None:
        self._size = size
        self._rest: list[str] = []
        self._length = 0

    def cut(self, text: str) -> list[str]:
        """The pieces that are complete once ``text`` has arrived."""
        size = self._size
        if size is None:
            return [text]
        self._rest.append(text)
        self._length += len(text)
        if self._length < size:
            return []
        text = "".join(self._rest)
        whole = len(text) - len(text) % size
        self._rest = [text[whole:]]
        self._length = len(text) - whole
        return [text[at : at + size] for at in range(0, whole, size)]

    def end(self) -> str:
        """What is left at the end."""
        return "".join(self._rest)


def read_tools(file: str) -> Tools:
    """The tools in a JSON file: a list, or an object (such as a request) with the list under ``tools``."""
    name = click.format_filename(file)
    try:
        with open(file, "rb") as stream:
            text = stream.read().decode("utf-8-sig")
        return Tools.of(_tool_list(name, json.loads(text)))
    except OSError as error:
        raise Failure(f"{name}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise Failure(f"{name}: is not UTF-8 text (byte {error.start:,})") from error
    except json.JSONDecodeError as error:
        raise Failure(f"{name}:{error.lineno}:{error.colno}: is not JSON: {error.msg}") from error
    except RecursionError as error:
        raise Failure(f"{name}: is nested too deep") from error
    except (ToolsError, ValueError) as error:
        raise Failure(f"{name}: {error}") from error


def _tool_list(name: str, data: Any) -> Any:
    if isinstance(data, dict) and not isinstance(data.get("tools"), list):
        raise Failure(f'{name}: expected a list of tools, or an object with such a list under "tools"')
    return data


def open_dialect(name: str | None) -> Dialect:
    """The dialect of that name, or in that file; the default dialect if None."""
    if name is None:
        return load_dialect(default_dialect())
    return load_dialect(name if _is_name(name) else Path(name))


def dialect_path(name: str) -> Path:
    """The file of the dialect of that name, or that file itself.

    Raises :class:`UnknownDialectError` for what can be neither.
    """
    if not _is_name(name):
        return Path(name)
    return dialect_file(name) or load_dialect(name).path


def read_model(name: str) -> model.Dialect:
    """What a dialect file says; raises :class:`GrammarError` with everything that is wrong with it."""
    from minimax_grammar.language.reader import read_dialect

    if _is_name(name) and name in installed() and dialect_path(name).parent != grammar_dir():
        return brought_dialect(name)
    return read_dialect(dialect_path(name), dialect_file)


def _is_name(name: str) -> bool:
    """Whether ``name`` is meant as a name: of a dialect there is, or nothing else that it could be."""
    if name in dialects():
        return True
    return not (name.endswith(".dialect") or os.sep in name or "/" in name or os.path.exists(name))
