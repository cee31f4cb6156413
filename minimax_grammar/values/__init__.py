"""From the raw body of an argument to its value (SPEC 7)."""

from __future__ import annotations

from minimax_grammar.values.coerce import coerce, is_verbatim
from minimax_grammar.values.strict import parse_strict

__all__ = ["coerce", "is_verbatim", "parse_strict"]
