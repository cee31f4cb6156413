"""What a file holds, found by looking at its beginning."""

from __future__ import annotations

import json
import re
from enum import StrEnum

from minimax_grammar.transcript.shapes import Kind, kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Format", "sniff"]


class Format(StrEnum):
    """How a file is read."""

    JSONL = "jsonl"
    """One conversation a line."""
    MESSAGES = "messages"
    """One message a line."""
    SESSION = "session"
    """One event of a session a line, as coding agents log them."""
    JSON = "json"
    """One JSON document: a conversation, or a list of them."""
    SSE = "sse"
    """Recorded server-sent events."""
    TEXT = "text"
    """Plain text: one turn, or a transcript with ``Human:`` and ``Assistant:``."""
    PARQUET = "parquet"
    """A table with a column of messages."""
    ARROW = "arrow"
    """A table as Hugging Face ``datasets`` keeps it."""
    NOTHING = "nothing"
    """Nothing that is a conversation: a list of tools, another JSON file."""


_SSE = re.compile(rb"\s*(?:data:|event:|id:|retry:|:)[^\n]*\n")
_MOST_LINES = 50


def sniff(head: bytes, suffix: str = "", whole: bool = False) -> Format:
    """The format of a file that begins with ``head``; ``whole`` says that this is all of it."""
    if suffix in (".parquet", ".arrow"):
        return Format(suffix[1:])
    if head.startswith(b"PAR1"):
        return Format.PARQUET
    if head.startswith((b"ARROW1", b"\xff\xff\xff\xff")):
        return Format.ARROW
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if suffix == ".sse" or (_SSE.match(text) and b"data:" in text):
        return Format.SSE
    if text[:1] not in (b"{", b"["):
        return Format.JSONL if suffix in (".jsonl", ".ndjson") else Format.TEXT
    lines = text.split(b"\n")
    complete = lines if whole else lines[:-1]
    values = [value for value in map(_parsed, complete[:_MOST_LINES]) if value is not None]
    if values:
        return _of_lines(values, sum(bool(line.strip()) for line in complete), suffix)
    if suffix in (".jsonl", ".ndjson"):
        return Format.JSONL
    if not whole and len(lines) == 1:  # one line that goes on beyond the head
        return Format.JSON if text[:1] == b"[" else Format.JSONL
    if whole and _parsed(text) is None and text[:1] == b"[" and suffix != ".json":
        return Format.TEXT  # a turn that begins with a bracket
    return Format.JSON


def _of_lines(values: list[Any], lines: int, suffix: str) -> Format:
    kinds = [kind_of(value) for value in values]
    if lines == 1 and isinstance(values[0], list):
        return Format.NOTHING if kinds[0] is Kind.TOOLS else Format.JSON
    if Kind.CONVERSATION in kinds:
        return Format.JSONL
    if Kind.EVENT in kinds:
        return Format.SESSION
    if Kind.MESSAGE in kinds:
        return Format.MESSAGES if lines > 1 else Format.JSONL
    if Kind.TOOLS in kinds:
        return Format.NOTHING
    return Format.JSONL


def _parsed(line: bytes) -> Any:
    if line[:1] not in (b"{", b"["):
        return None
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
