"""The corpus notices every fault that is put into a scanner of ours."""

from __future__ import annotations

from click.testing import CliRunner

import minimax_grammar as mg
from minimax_grammar.cli.main import cli
from minimax_grammar.conformance.corpus import load_corpus
from minimax_grammar.conformance.mutants import MUTANTS, hunt, tokenizer_of


def test_every_faulty_scanner_is_caught() -> None:
    result = CliRunner().invoke(cli, ["conformance", "selftest", "-v"])
    assert result.exit_code == 0, result.output
    assert len(MUTANTS) >= 40
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    assert f"{len(MUTANTS)} of {len(MUTANTS)} faulty scanners are caught (100 %)" in result.output


def test_a_poor_corpus_lets_faults_pass() -> None:
    case = next(case for case in load_corpus() if case.dialect == "minimax" and case.op == "scan")
    mutants = [mutant for mutant in MUTANTS if mutant.name in ("columns-from-zero", "body-limit-one-less")]
    assert [result for _, result in hunt([case], mutants)] == [None, None]


def test_faults_are_put_into_scanners_apart() -> None:
    sound = mg.load_dialect("minimax").tokenizer
    text = '<invoke name="f"><parameter name="k"> v </parameter></invoke>'
    faulty = tokenizer_of(next(mutant for mutant in MUTANTS if mutant.name == "strings-stripped"))
    assert [event.arguments for event in faulty().feed(text) if isinstance(event, mg.ToolEnd)] == [{"k": "v"}]
    assert [event.arguments for event in sound().feed(text) if isinstance(event, mg.ToolEnd)] == [{"k": " v "}]
