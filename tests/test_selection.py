"""Which dialect a model speaks (SPEC 12)."""

from __future__ import annotations

import pytest

import minimax_grammar as mg

MODELS = {
    "minimax/MiniMax-M2.5": "minimax",
    "MiniMaxAI/MiniMax-M2": "minimax",
    "openrouter/minimax/minimax-m1:free": "minimax",
    "MINIMAX-M2": "minimax",
    "minimax_m2": "minimax",
    "unsloth/MiniMax-M2-GGUF": "minimax",
    "models\\MiniMax-M2.5-UD-Q4_K_XL-00001-of-00003.gguf": "minimax",
    "fireworks/accounts/fireworks/models/minimax-m2": "minimax",
    "minimax.minimax-m2": "minimax",
    "minimax-m2@20251027": "minimax",
    "MiniMax-Text-01": "minimax",
    "abab6.5s-chat": "minimax",
    "anthropic/claude-sonnet-4": "anthropic",
    "us.anthropic.claude-sonnet-4-20250514-v1:0": "anthropic",
    "claude-3-5-sonnet-20241022": "anthropic",
    "minimax-m3": "minimax",
    "gpt-4o": "xml",
    "meta-llama/Llama-3.1-8B": "llama3-json",
    "not-minimax": "xml",
    "": "xml",
    "///": "xml",
}


@pytest.mark.parametrize("model", MODELS)
def test_preferred_dialect(model: str) -> None:
    assert mg.preferred_dialect(model) == MODELS[model]


def test_resolve_dialect() -> None:
    assert mg.resolve_dialect("auto", "MiniMax-M2") is None, "native calling stays unless tools are not supported"
    assert mg.resolve_dialect("auto", "MiniMax-M2", True) is None
    assert mg.resolve_dialect("auto", "MiniMax-M2", False) == "minimax"
    assert mg.resolve_dialect("auto", "who-knows", False) == "xml"
    assert mg.resolve_dialect("xml", "MiniMax-M2", True) == "xml"
    assert mg.resolve_dialect("native") is None
    with pytest.raises(mg.UnknownDialectError, match="did you mean 'anthropic'"):
        mg.resolve_dialect("antropic")
