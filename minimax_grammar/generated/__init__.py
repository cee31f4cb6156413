"""Ready-made tokenizers, one module per built-in dialect, generated from ``grammar/``. Do not edit."""

from __future__ import annotations

DEFAULT = 'minimax'
MODULES = {
    "minimax": "minimax",
    "anthropic": "anthropic",
    "xml": "xml",
}
