"""Ready-made tokenizers, one module per built-in dialect, generated from ``grammar/``. Do not edit."""

from __future__ import annotations

DEFAULT = "minimax"
FALLBACK = "xml"
MODULES = {
    "minimax": "minimax",
    "anthropic": "anthropic",
    "xml": "xml",
}
MODELS = {
    "minimax": ("minimax*", "abab*",),
    "anthropic": ("claude*", "anthropic*",),
}
