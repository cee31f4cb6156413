"""Ready-made tokenizers, one module per built-in dialect, generated from ``grammar/``. Do not edit."""

from __future__ import annotations

DEFAULT = "minimax"
NAMES = ("minimax", "anthropic", "xml")
