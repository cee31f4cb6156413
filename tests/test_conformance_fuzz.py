"""Fuzzing an implementation: faults are found and become cases, sound ones pass, and nothing holds it up."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import minimax_grammar as mg
from minimax_grammar.cli.main import cli
from minimax_grammar.conformance.chunking import few_plans, plans
from minimax_grammar.conformance.corpus import load_corpus
from minimax_grammar.conformance.random_cases import RandomCases
from minimax_grammar.resources import conformance_dir
from tests.streams import DIALECTS

HOSTILE = Path(__file__).parent / "hostile.py"
PYTHON = f"{sys.executable} -S {conformance_dir() / 'adapters/python/minimax_scanner.py'}"

MUTANT = """
import sys
import minimax_grammar.conformance.ops as ops
import minimax_grammar.conformance.serve as serve
from minimax_grammar.conformance.mutants import MUTANTS, tokenizer_of
from minimax_grammar.dialect import Dialect
(mutant,) = [each for each in MUTANTS if each.name == sys.argv[1]]
faulty = Dialect(tokenizer_of(mutant))
ops._dialect = lambda request: faulty
serve.dialects = lambda: ["minimax"]
serve.serve(sys.stdin.buffer, sys.stdout)
"""


def invoke(*words: object) -> Any:
    return CliRunner().invoke(cli, ["conformance", *map(str, words)])


@pytest.fixture
def mutant(tmp_path: Path) -> str:
    script = tmp_path / "mutant.py"
    script.write_text(MUTANT, encoding="utf-8")
    return f"{sys.executable} {script}"


@pytest.mark.parametrize(
    ("fault", "aspect"),
    [
        ("lacks-a-prefix", "events"),
        ("lost-closer-unreported", "diagnostics"),
        ("ends-come-late", "steps"),
        ("closers-in-any-case", "calls"),
    ],
)
def test_a_fault_is_found_and_becomes_a_case(fault: str, aspect: str, mutant: str, tmp_path: Path) -> None:
    folder = tmp_path / "found"
    words = ["--dialect", "minimax", "--seed", 1, "--count", 400, "--max-failures", 1, "--shrink", "--output", folder]
    result = invoke("fuzz", "--impl", f"{mutant} {fault}", *words)
    assert result.exit_code == 1, result.output
    assert "seed 1: 400 streams of 1 dialect" in result.output
    assert "smallest input" in result.output
    assert "stopped after 1 failure: --max-failures for more" in result.output
    (case,) = load_corpus(folder)
    assert case.id.startswith("minimax/fuzz-1-")
    assert aspect in case.about
    assert len(case.text) < 120
    assert f"written to {folder / case.file}" in result.output
    ours = invoke("run", "--corpus", folder)
    assert (ours.exit_code, "1 passed, 0 failed" in ours.output) == (0, True), ours.output
    theirs = invoke("run", "--corpus", folder, "--impl", f"{mutant} {fault}")
    assert theirs.exit_code == 1, theirs.output
    again = invoke("fuzz", "--impl", f"{mutant} {fault}", *words)
    assert again.exit_code == 1
    assert f"has a case {case.id} already: it is left as it is" in again.output
    assert load_corpus(folder) == [case]


def test_without_shrinking_the_stream_itself_becomes_the_case(mutant: str, tmp_path: Path) -> None:
    result = invoke(
        *("fuzz", "--impl", f"{mutant} lacks-a-prefix", "--dialect", "minimax", "--seed", 1),
        *("--count", 400, "--max-failures", 2, "--output", tmp_path / "found"),
    )
    assert result.exit_code == 1, result.output
    cases = load_corpus(tmp_path / "found")
    dialect = RandomCases("minimax", mg.load_dialect("minimax"))
    for case in cases:
        made = dialect.case(1, int(case.id.rpartition("-")[2]))
        assert (case.text, case.options, case.tools) == (made.text, made.options, made.tools)
    theirs = invoke("run", "--corpus", tmp_path / "found", "--impl", f"{mutant} lacks-a-prefix")
    assert f"0 passed, {len(cases)} failed" in theirs.output


def test_an_implementation_that_depends_on_the_cutting_is_found(tmp_path: Path) -> None:
    """One that loses its first feed, where there are several; it is compared with itself too."""
    impl = f"{sys.executable} -S {HOSTILE} keeps"
    result = invoke(
        *("fuzz", "--impl", impl, "--seed", 4, "--count", 60, "--max-failures", 60, "--output", tmp_path / "found")
    )
    assert result.exit_code == 1
    assert "invariance" in result.output
    found = {case.id: case for case in load_corpus(tmp_path / "found")}
    (case, *_) = [case for case in found.values() if "differs in invariance" in case.about]
    assert case.spec == "1"
    theirs = invoke("run", "--corpus", tmp_path / "found", "--impl", impl, "--case", case.id)
    assert (theirs.exit_code, "FAIL" in theirs.output) == (1, True)


def test_a_sound_implementation_passes(tmp_path: Path) -> None:
    result = invoke("fuzz", "--impl", PYTHON, "--seed", 3, "--count", 60, "--output", tmp_path / "found")
    assert result.exit_code == 0, result.output
    assert " 0 failed, 0 crashed, 0 hung, " in result.output
    assert list((tmp_path / "found").rglob("*.json")) == []


def test_our_own_passes_in_every_dialect() -> None:
    result = invoke("fuzz", "--seed", 3, "--count", 8, "--jobs", 2)
    assert result.exit_code == 0, result.output
    assert f"8 streams of each of {len(DIALECTS)} dialects, minimax-grammar" in result.output
    assert f"{8 * len(DIALECTS)} passed, 0 failed, 0 crashed, 0 hung, 0 skipped" in result.output


def test_a_dialect_file_of_ones_own_is_fuzzed(tmp_path: Path) -> None:
    file = tmp_path / "mine.dialect"
    file.write_text(
        (conformance_dir().parent / "grammar/hermes.dialect").read_text().replace("dialect hermes", "dialect mine")
    )
    result = invoke("fuzz", "--dialect", file, "--seed", 3, "--count", 5)
    assert (result.exit_code, "5 passed" in result.output) == (0, True), result.output


@pytest.mark.parametrize("name", DIALECTS[::6])
def test_the_same_seed_makes_the_same_streams(name: str) -> None:
    dialect = mg.load_dialect(name)
    cases = RandomCases(name, dialect)
    first, other = [[cases.case(seed, number) for number in range(20)] for seed in (1, 2)]
    apart = RandomCases(name, dialect)
    again = [apart.case(1, number) for number in (19, 0)]
    assert again == [first[19], first[0]], "in any order"
    assert [case.text for case in first] != [case.text for case in other]
    assert len({case.text for case in first}) > 10
    assert all(case.options.get("start", dialect.starts[0]) in dialect.starts for case in first)


def test_the_few_cuttings_are_some_of_all() -> None:
    for text in ("", "a", "abc" * 10, "abcdefg" * 200, "x" * 30_000):
        every = {(plan.name, *plan.feeds) for plan in plans(text)}
        assert {(plan.name, *plan.feeds) for plan in few_plans(text)} <= every


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("silent", "HANG"),
        ("busy", "HANG"),
        ("exits", "CRASH"),
        ("garbage", "FAIL"),
        ("endless", "FAIL"),
        ("endless-errors", "HANG"),
        ("forks-and-exits", "CRASH"),
        ("dies-later", "CRASH"),
        ("error", "FAIL"),
    ],
)
def test_a_hostile_implementation_does_not_hold_it_up(how: str, told: str, tmp_path: Path) -> None:
    began = time.monotonic()
    result = invoke(
        *("fuzz", "--impl", f"{sys.executable} -S {HOSTILE} {how}", "--seed", 1, "--timeout", 0.5),
        # The one that dies at its third request fails at the two before, in each process.
        *("--jobs", 2, "--max-failures", 5 if how == "dies-later" else 2, "--output", tmp_path / "found"),
    )
    assert result.exit_code == 1, result.output
    assert f"{told}  minimax/fuzz-1-" in result.output
    assert 1 <= len(load_corpus(tmp_path / "found")) <= 5
    assert time.monotonic() - began < 60


def test_an_implementation_that_only_ever_crashes_is_given_up() -> None:
    result = invoke("fuzz", "--impl", f"{sys.executable} -S {HOSTILE} exits", "--max-failures", 1000, "--jobs", 2)
    assert result.exit_code == 1
    assert "given up after 20 crashes or hangs in a row; the last: ended with exit code 3" in result.output


def test_time_ends_it() -> None:
    result = invoke("fuzz", "--impl", PYTHON, "--seed", 1, "--time", 1)
    assert result.exit_code == 0, result.output
    assert "seed 1: streams of 1 dialect, for 1 s" in result.output
    assert " passed, 0 failed" in result.output


def test_a_seed_is_made_up_and_told() -> None:
    result = invoke("fuzz", "--impl", PYTHON, "--count", 1)
    assert result.output.startswith("seed ")
    seed = result.output.split()[1].rstrip(":")
    assert invoke("fuzz", "--impl", PYTHON, "--count", 1, "--seed", seed).output == result.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--impl", "no-such-command-anywhere"], "no-such-command-anywhere: cannot be started"),
        (["--impl", f"{sys.executable} {HOSTILE} dies-at-start"], "does not start: ended with exit code 7"),
        (["--impl", PYTHON, "--dialect", "xml"], "stdlib example has no dialect 'xml'; it has minimax"),
        (["--dialect", "nope"], "nope"),
        (["--dialect", "missing.dialect"], "missing.dialect"),
        (["--count", "0"], "0 is not in the range"),
        (["--seed", "-1"], "-1 is not in the range"),
        (["--time", "0"], "0 is not in the range"),
        (["--output", str(HOSTILE)], "is a file"),
        (["--output", str(HOSTILE / "x")], "cannot be made"),
    ],
)
def test_what_cannot_be_fuzzed_is_said(words: list[str], said: str) -> None:
    result = invoke("fuzz", *words)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


def test_one_that_skips_everything_is_no_success(tmp_path: Path) -> None:
    script = tmp_path / "skips.py"
    script.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    request = json.loads(line)\n"
        "    start = {'version': 1, 'dialects': ['minimax'], 'ops': ['scan']}\n"
        "    if 'seq' in request:\n"
        "        start = {'seq': request['seq'], 'skipped': 'not today'}\n"
        "    print(json.dumps(start), flush=True)\n"
    )
    result = invoke("fuzz", "--impl", f"{sys.executable} {script}", "--count", 3)
    assert result.exit_code == 2
    assert "skipped 3: not today" in result.output
    assert "every stream was skipped" in result.output


def test_a_file_that_is_no_case_file_is_not_overwritten(mutant: str, tmp_path: Path) -> None:
    file = tmp_path / "found" / "cases" / "minimax.json"
    file.parent.mkdir(parents=True)
    file.write_text("my notes")
    result = invoke(
        *("fuzz", "--impl", f"{mutant} lacks-a-prefix", "--dialect", "minimax", "--seed", 1),
        *("--count", 400, "--max-failures", 1, "--output", tmp_path / "found"),
    )
    assert result.exit_code == 2
    assert "FAIL  minimax/fuzz-1-" in result.output
    assert "cannot be read as a case file" in result.output
    assert file.read_text() == "my notes"
