"""Ready-made tokenizers, one module per built-in dialect, generated from ``grammar/``. Do not edit."""

from __future__ import annotations

DEFAULT = "minimax"
FALLBACK = "xml"
MODULES = {
    "minimax": "minimax",
    "anthropic": "anthropic",
    "gemini": "gemini",
    "glm-4.5": "glm_4_5",
    "harmony": "harmony",
    "hermes": "hermes",
    "kimi": "kimi",
    "minimax-m3": "minimax_m3",
    "xml": "xml",
}
MODELS = {
    "minimax": ("minimax*", "abab*",),
    "anthropic": ("claude*", "anthropic*",),
    "gemini": ("gemini*",),
    "glm-4.5": ("glm-4.5*", "glm-4.6*",),
    "harmony": ("gpt-oss*",),
    "hermes": ("hermes*", "qwen2.5*", "qwen-2.5*", "qwen3*",),
    "kimi": ("kimi-k2*", "moonshot*",),
    "minimax-m3": ("minimax-m3*",),
}
