"""Validation beside plain ``json.loads``, as pytest-benchmark runs them; see README.md."""

from __future__ import annotations

import json
from typing import Any

import pytest

from benchmarks.conversations import lines
from minimax_grammar.transcript.checker import Checker
from minimax_grammar.transcript.jobs import LinesJob

DATA = "\n".join(lines(200)).encode()


def loads() -> int:
    return sum(json.loads(line) is None for line in DATA.split(b"\n"))


def ours(checker: Checker) -> int:
    return sum(len(checker.check(each).findings) for each in LinesJob("x", 1, DATA).conversations())


@pytest.mark.parametrize("party", ["json.loads", "ours"])
def test_lines(benchmark: Any, party: str) -> None:
    benchmark.group = f"{len(DATA) / 1e6:.1f} MB of conversations"
    checker = Checker()
    assert benchmark(loads if party == "json.loads" else lambda: ours(checker)) == 0
