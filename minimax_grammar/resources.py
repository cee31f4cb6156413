"""Where the data files of the package are: in the package when installed, beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

__all__ = ["conformance_dir", "grammar_dir"]

_PACKAGE = Path(__file__).parent


def grammar_dir() -> Path:
    """The folder of the dialect files and of the grammars that read them."""
    return _data("grammar")


def conformance_dir() -> Path:
    """The folder of the conformance corpus."""
    return _data("conformance")


def _data(name: str) -> Path:
    installed = _PACKAGE / f"_{name}"
    return installed if installed.is_dir() else _PACKAGE.parent / name
