"""Random cases of a dialect are worth running: they hold calls with arguments, and not only broken ones."""

from __future__ import annotations

import pytest

import minimax_grammar as mg
from minimax_grammar.conformance.ops import respond
from minimax_grammar.conformance.random_cases import RandomCases


@pytest.mark.parametrize("dialect", mg.dialects())
def test_enough_streams_complete_a_call_with_arguments(dialect: str) -> None:
    source = RandomCases(dialect, mg.load_dialect(dialect))
    complete = parts = 0
    for number in range(240):
        case = source.case(1, number)
        request = {"op": "scan", "dialect": dialect, "tools": case.tools, "options": case.options}
        answer = respond({**request, "feeds": [case.text]})
        events = [*answer["events"][0], *answer["flush"]]
        complete += any(event["type"] == "tool_end" and event["arguments"] for event in events)
        parts += isinstance(case.input, list)
    assert complete >= 36
    assert parts >= 24
