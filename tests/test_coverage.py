"""The corpus has a case for every rule of every dialect, and the measure that says so is not fooled."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import minimax_grammar as mg
from minimax_grammar.cli.main import cli
from minimax_grammar.conformance.corpus import Case, load_corpus
from minimax_grammar.conformance.coverage import Item, coverage

CASES = load_corpus()


def case(text: str, dialect: str = "minimax", **options: object) -> Case:
    return Case("a/b", "scan", "A case.", "1", text, {}, "f.json", dialect=dialect, options=options)


@pytest.mark.parametrize("dialect", mg.dialects())
def test_every_rule_has_a_case(dialect: str) -> None:
    found = coverage(dialect, CASES)
    assert found.total > 10
    assert [str(item) for item in found.missing] == []


def test_what_one_case_covers() -> None:
    found = coverage("minimax", [case('Hi <tool_call><invoke name="ping"></invoke>')])
    assert set(found.covered) == {
        Item("", "start outside"),
        Item("outside", "text -> emit"),
        Item("outside", "<wrapper> -> enter section report unprefixed-wrapper unless prefixed"),
        Item("section", "<invoke> -> enter invoke"),
        Item("section", "end -> leave report unclosed-wrapper"),
        Item("invoke", "</invoke> -> leave"),
    }


def test_rules_of_which_only_one_acts_are_told_apart() -> None:
    stop = "result -> stop when guarded report fabricated-result"
    emit = "result -> emit report fabricated-result"
    text = "a<tool_response>b"
    on = set(coverage("minimax", [case(text, guarded=True)]).covered)
    off = set(coverage("minimax", [case(text)]).covered)
    assert Item("outside", stop) in on
    assert Item("outside", emit) not in on
    assert Item("outside", emit) in off
    assert Item("outside", stop) not in off
    assert Item("outside", stop, "off") in off


def test_starts_and_options_that_are_off() -> None:
    start = Item("", "start thinking")
    think = Item("outside", "<think> -> enter thought when thinking", "off")
    assert start in coverage("minimax", [case("a", start="thinking")]).covered
    without = coverage("minimax", [case("<think>a", parse_thinking=False)]).covered
    assert think in without
    assert think not in coverage("minimax", [case("a", parse_thinking=False)]).covered
    both = coverage("minimax", [case("a", start="thinking", parse_thinking=False)]).covered
    assert start._replace(side="off") in both


@pytest.mark.parametrize(
    ("dialect", "text", "rule"),
    [
        ("kimi", "<|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>oops<|tool_call_end|>", "invalid"),
        ("hermes", "<tool_call>oops</tool_call>", "invalid"),
        ("hermes", "<tool_call>oo", "end"),
        ("llama3-json", "<|python_tag|>{} x", "invalid"),
        ("llama3-json", '<|python_tag|>{"name": "f", "parameters": {}}', "balanced"),
    ],
)
def test_rules_about_bodies_and_ends(dialect: str, text: str, rule: str) -> None:
    def acted(text: str) -> bool:
        found = coverage(dialect, [case(text, dialect)]).covered
        return any(item.mode == "call" and item.what.startswith(f"{rule} ->") for item in found)

    assert acted(text)
    assert not acted("x")


def test_text_that_makes_a_mode_another_one() -> None:
    text = Item("begin", "text -> become outside")
    for input_, is_covered in (("x", True), ("\n<mm:think>", True), ("<mm:think>", False)):
        assert (text in coverage("minimax-m3", [case(input_, "minimax-m3")]).covered) is is_covered


def test_a_tokenizer_that_is_out_of_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mg.load_dialect("hermes").tokenizer, "MODE_NAMES", ("outside",))
    with pytest.raises(mg.MinimaxGrammarError, match="generate it anew"):
        coverage("hermes", [])
    told = CliRunner().invoke(cli, ["conformance", "coverage", "--dialect", "hermes"])
    assert told.exit_code == 2
    assert "Traceback" not in told.output


def test_a_tracer_of_others_is_given_back() -> None:
    def other(*_: object) -> None:
        return None

    before = sys.gettrace()
    sys.settrace(other)
    try:
        coverage("minimax", [case("a")])
        assert sys.gettrace() is other
    finally:
        sys.settrace(before)


def test_the_command(tmp_path: Path) -> None:
    whole = CliRunner().invoke(cli, ["conformance", "coverage", "--dialect", "hermes"])
    assert whole.exit_code == 0, whole.output
    assert whole.output.startswith("hermes: ")
    (tmp_path / "cases").mkdir()
    (tmp_path / "tools.json").write_text("{}", encoding="utf-8")
    one = {"id": "a/b", "op": "scan", "dialect": "hermes", "about": "A case of text.", "spec": "1", "input": "x"}
    (tmp_path / "cases" / "one.json").write_text(json.dumps([{**one, "expect": {"text": "x"}}]), encoding="utf-8")
    little = CliRunner().invoke(cli, ["conformance", "coverage", "--dialect", "hermes", "--corpus", str(tmp_path)])
    assert little.exit_code == 1
    assert "  mode outside: call -> enter call\n" in little.output
    assert "mode outside: text -> emit" not in little.output
    wrong = CliRunner().invoke(cli, ["conformance", "coverage", "--dialect", "nope"])
    assert wrong.exit_code == 2
    assert "Traceback" not in wrong.output


def test_a_dialect_of_a_file(tmp_path: Path) -> None:
    """The cases of a corpus of one's own name a file; it is measured by its path, its name, or because it is named."""
    hermes = (mg.load_dialect("hermes").path).read_text(encoding="utf-8")
    own = "\n".join(line for line in hermes.splitlines() if not line.startswith(("models", "guide", "default")))
    (tmp_path / "own.dialect").write_text(own.replace("dialect hermes", "dialect own", 1), encoding="utf-8")
    (tmp_path / "cases").mkdir()
    (tmp_path / "tools.json").write_text("{}", encoding="utf-8")
    one = {"id": "a/b", "op": "scan", "dialect": "own.dialect", "about": "A case of text.", "spec": "1", "input": "x"}
    (tmp_path / "cases" / "one.json").write_text(json.dumps([{**one, "expect": {"text": "x"}}]), encoding="utf-8")
    outputs = []
    for chosen in ([], ["--dialect", "own"], ["--dialect", str(tmp_path / "cases" / ".." / "own.dialect")]):
        told = CliRunner().invoke(cli, ["conformance", "coverage", "--corpus", str(tmp_path), *chosen])
        assert told.exit_code == 1, told.output
        assert "hermes" not in told.output
        outputs.append(told.output.partition(": ")[2])
    assert len(set(outputs)) == 1
    assert "  mode outside: call -> enter call\n" in outputs[0]
    assert "mode outside: text -> emit" not in outputs[0]
