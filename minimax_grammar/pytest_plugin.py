"""What pytest finds when the package is installed: the fixture ``assert_transcript_valid``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["assert_transcript_valid", "pytest_addoption"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Settings for all tests: the dialect, and rules that are not looked for."""
    parser.addini("transcript_dialect", "the dialect of transcripts: a name, a dialect file, or auto", default="auto")
    parser.addini("transcript_ignore", "rules that are not looked for in transcripts", type="args", default=[])


@pytest.fixture
def assert_transcript_valid(pytestconfig: pytest.Config) -> Callable[..., None]:
    """:func:`minimax_grammar.testing.assert_transcript_valid`, with the dialect and the rules of the settings."""
    from minimax_grammar.testing import assert_transcript_valid as check

    return partial(
        check, dialect=pytestconfig.getini("transcript_dialect"), ignore=pytestconfig.getini("transcript_ignore")
    )
