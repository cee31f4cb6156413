"""Rows of Parquet and Arrow tables, as JSON text."""

from __future__ import annotations

import json

from minimax_grammar.transcript.formats import Format
from minimax_grammar.transcript.sources import Source, SourceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

__all__ = ["rows"]

_BATCH = 256


def rows(source: Source, format: Format) -> Iterator[list[str]]:
    """The rows of a table in batches, each row a JSON object.

    Raises :class:`SourceError` for a table that cannot be read, and where the library for it is missing.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise SourceError(
            f"reading {format.value} needs the package pyarrow: pip install minimax-grammar[parquet]"
        ) from None
    try:
        for batch in _batches(source.path, format, pyarrow):
            yield [json.dumps(row, default=_plain) for row in batch.to_pylist()]
    except (OSError, pyarrow.ArrowException, ValueError) as error:
        raise SourceError(str(error).splitlines()[0]) from None


def _batches(path: str, format: Format, pyarrow: Any) -> Iterator[Any]:
    if format is Format.PARQUET:
        with pyarrow.parquet.ParquetFile(path) as table:
            yield from table.iter_batches(batch_size=_BATCH)
        return
    with pyarrow.OSFile(path, "rb") as file:
        # datasets writes streams, others files; the reader of one refuses the other.
        try:
            batches: Any = pyarrow.ipc.open_stream(file)
        except pyarrow.ArrowInvalid:
            reader = pyarrow.ipc.open_file(file)
            batches = (reader.get_batch(number) for number in range(reader.num_record_batches))
        for batch in batches:
            for start in range(0, batch.num_rows, _BATCH):
                yield batch.slice(start, _BATCH)


def _plain(value: Any) -> Any:
    """A value that JSON has no word for: times, bytes, decimals."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
