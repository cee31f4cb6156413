"""Every rule is explained, and its examples are what they say."""

from __future__ import annotations

import pytest

import minimax_grammar as mg
from minimax_grammar.transcript.explained import check_example, explanation_of


def names(text: str, dialect: str, tools: object) -> list[str]:
    return [found.name for found in check_example(text, dialect, tools).findings]


@pytest.mark.parametrize("name", mg.RULES)
def test_every_rule_is_explained_by_examples(name: str) -> None:
    told = explanation_of(name)
    assert told is not None
    assert told.why.endswith(".")
    assert bool(told.bad) != bool(told.about)
    if told.bad:
        assert name in names(told.bad, told.dialect, told.tools)
        assert names(told.good, told.dialect, told.tools) == []


def test_nothing_is_explained_that_is_no_rule() -> None:
    from minimax_grammar.transcript.explained import _all

    assert set(_all()) == set(mg.RULES)
