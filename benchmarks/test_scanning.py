"""The measurements as pytest-benchmark runs them; see README.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from benchmarks.parties import buffer, floor, ours
from benchmarks.streams import STREAMS, TYPICAL, chunks

CASES = [(name, size) for name, (_, sizes) in STREAMS.items() for size in sizes]


@pytest.mark.parametrize(("name", "size"), CASES)
@pytest.mark.parametrize("party", [floor, ours])
def test_stream(benchmark: Any, name: str, size: int, party: Callable[[list[str]], None]) -> None:
    benchmark.group = f"{name}, feeds of {size}"
    benchmark(party, chunks(STREAMS[name][0], size))


@pytest.mark.parametrize("party", [floor, ours, buffer])
def test_one_turn(benchmark: Any, party: Callable[[list[str]], None]) -> None:
    benchmark.group = "one typical turn, feeds of 4"
    benchmark(party, chunks(TYPICAL, 4))
