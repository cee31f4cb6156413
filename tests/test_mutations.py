"""Dialect files with mistakes: each is told with its place, or makes a scanner that does what scanners do."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

import minimax_grammar as mg
from minimax_grammar.dialect import Dialect
from minimax_grammar.language.sample import Sampler
from tests.mutations import mutation
from tests.streams import TOOLS, ids

# More of them: MUTATIONS=3000 MUTATIONS_FROM=10000 python -m pytest tests/test_mutations.py
COUNT = int(os.environ.get("MUTATIONS", "150"))
FIRST = int(os.environ.get("MUTATIONS_FROM", "0"))
GROUPS = 10


def events(dialect: Dialect, feeds: list[str], start: str) -> tuple[list[mg.Event], list[mg.Diagnostic]]:
    scanner = dialect.scanner(TOOLS, ids=ids(), start=start)
    found = [event for feed in feeds for event in scanner.feed(feed)]
    return mg.coalesce(found + scanner.flush()), scanner.diagnostics


def try_one(path: Path, seed: int) -> bool:
    """Whether the mutation is a dialect all the same."""
    random = Random(seed)
    path.write_bytes(mutation(random).encode("utf-8", "surrogatepass"))
    try:
        dialect = mg.load_dialect(path)
    except mg.GrammarError as error:
        assert error.findings
        assert all(finding.line > 0 and finding.column > 0 and finding.message for finding in error.findings)
        return False
    sampler = Sampler(dialect.model(), random)
    for _ in range(3):
        text = sampler.stream()
        if random.random() < 0.5:
            text = sampler.mutated(text)
        start = random.choice(dialect.starts)
        whole = events(dialect, [text], start)
        size = random.randint(2, 9)
        assert events(dialect, list(text), start) == whole
        assert events(dialect, [text[at : at + size] for at in range(0, len(text), size)], start) == whole
    return True


@pytest.mark.parametrize("group", range(GROUPS))
def test_a_dialect_with_mistakes_is_refused_or_works(group: int, tmp_path: Path) -> None:
    tried = range(FIRST + group * COUNT // GROUPS, FIRST + (group + 1) * COUNT // GROUPS)
    fine = 0
    for seed in tried:
        try:
            fine += try_one(tmp_path / "mutated.dialect", seed)
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise
    assert fine < len(tried)
    assert fine or len(tried) < 100, "some are right all the same"
