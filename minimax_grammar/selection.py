"""Which dialect a model speaks (SPEC 12)."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

from minimax_grammar.errors import UnknownDialectError
from minimax_grammar.registry import claims, dialects, fallback_dialect

__all__ = ["NATIVE", "preferred_dialect", "resolve_dialect"]

NATIVE = None
"""The outcome that native tool calling stays."""

_FILE = re.compile(r"\.(?:gguf|bin|safetensors|onnx)$")
_BLANKS = re.compile(r"[\s_]+")


def preferred_dialect(model_id: str) -> str:
    """The name of the dialect for the model ``model_id``, in whatever spelling: with vendors and routers before it,
    variants after it, dates, any case, or as the name of a file of weights.

    A dialect claims models by patterns (``models`` in its file); the longest pattern that fits decides.  A model
    that none claims gets the fallback dialect.
    """
    names = _names(model_id)
    best = max(
        (
            (len(pattern), name)
            for name, patterns in claims().items()
            for pattern in patterns
            if any(fnmatchcase(spelled, pattern) for spelled in names)
        ),
        default=(0, fallback_dialect()),
        key=lambda found: found[0],
    )
    return best[1]


def _names(model_id: str) -> list[str]:
    """The spellings of a model's name to try: the whole id, and what is left without what stands around it."""
    whole = _BLANKS.sub("-", model_id.strip().lower())
    name = _FILE.sub("", whole.replace("\\", "/").rstrip("/"))
    parts = [part for part in re.split(r"[/@]", name) if part]
    found = [whole]
    for start in range(len(parts)):
        rest = "/".join(parts[start:])
        # A variant after a colon (":free"), and a vendor before a dot ("vendor.name") or two hyphens.
        bare = rest.split(":")[0]
        found += [rest, bare]
        found += [bare.split(mark, 1)[1] for mark in (".", "--", "~") if mark in bare]
    return list(dict.fromkeys(found))


def resolve_dialect(format: str = "auto", model_id: str = "", supports_tools: bool | None = None) -> str | None:
    """The dialect to use; None if native tool calling stays.

    ``format`` names a dialect, or is ``native``, or ``auto``: then native calling stays unless the model is marked as
    not supporting tools (``supports_tools`` is False), and otherwise the model's family decides.  Raises
    :class:`UnknownDialectError` for a name that is none, with those that exist and a close match.
    """
    if format == "native":
        return NATIVE
    if format == "auto":
        return preferred_dialect(model_id) if supports_tools is False else NATIVE
    if format not in dialects():
        raise UnknownDialectError(format, [*dialects(), "auto", "native"])
    return format
