"""The validator as a function over batches, for Ray Data and Hugging Face ``datasets``.

.. code-block:: python

    ray.data.read_parquet("chats/").map_batches(BatchValidator, concurrency=8)
    datasets.load_dataset("json", data_files="chats.jsonl").map(BatchValidator(), batched=True)
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from minimax_grammar.transcript.checker import Checker
from minimax_grammar.transcript.jobs import record
from minimax_grammar.transcript.places import JsonOrigin
from minimax_grammar.transcript.selection import Selection, checked_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["BatchValidator"]


class BatchValidator:
    """Takes a batch as columns, and gives it back with three more.

    ``valid`` says whether nothing was found in a row, ``findings`` has what was found as JSON text (a list of objects
    like those of the report ``jsonl``, without their places in a file), and ``dialect`` what the row was read as.  A
    row is a conversation in any shape that is read: columns such as ``messages``, ``conversations`` or ``text``, and
    ``tools``, are looked for as the keys of a record.

    ``dialect`` and ``tools`` are those of :class:`~minimax_grammar.transcript.Checker`; ``select``, ``ignore`` and
    ``severity`` choose rules as the options of the command do; ``prefix`` stands before the names of the new columns.
    """

    def __init__(
        self,
        dialect: str = "auto",
        tools: Any = None,
        *,
        select: Sequence[str] = (),
        ignore: Sequence[str] = (),
        severity: str = "warning",
        prefix: str = "",
    ) -> None:
        selection = Selection(checked_words(select), checked_words(ignore), severity)
        self._arguments = (dialect, tools, selection)
        self._prefix = prefix
        self._checker: Checker | None = None

    def __call__(self, batch: Mapping[str, Any]) -> dict[str, Any]:
        """The batch with its new columns; the columns it had are passed on as they are."""
        columns = dict(batch)
        names = list(columns)
        rows = zip(*(columns[name] for name in names), strict=True) if names else iter(())
        valid, findings, dialects = [], [], []
        for row in rows:
            dialect, found = self._checked(dict(zip(names, row, strict=True)))
            valid.append(not found)
            findings.append(json.dumps(found))
            dialects.append(dialect)
        new = {"valid": valid, "findings": findings, "dialect": dialects}
        return {**columns, **{f"{self._prefix}{name}": values for name, values in new.items()}}

    def __getstate__(self) -> dict[str, Any]:
        # Compiled scanners do not travel; each process makes its own.
        return {**self.__dict__, "_checker": None}

    def _checked(self, row: dict[str, Any]) -> tuple[str, list[dict[str, Any]]]:
        if self._checker is None:
            dialect, tools, selection = self._arguments
            self._checker = Checker(dialect, tools, wanted=selection.wants)
        text = json.dumps(row, default=_plain)
        checked = self._checker.check(record(text, JsonOrigin("", text), 0, ""))
        return checked.dialect, [_without_place(found.to_json()) for found in checked.findings]


_PLACE = ("file", "line", "column", "end_line", "end_column", "record")


def _without_place(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key not in _PLACE}


def _plain(value: Any) -> Any:
    """What columns hold beside plain values: arrays and scalars of NumPy, times, bytes."""
    if hasattr(value, "tolist"):
        return value.tolist()
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
