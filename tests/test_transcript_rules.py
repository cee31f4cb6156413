"""Every rule is explained, and its examples are what they say."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import minimax_grammar as mg
from minimax_grammar.cli.main import cli
from minimax_grammar.conformance.corpus import load_corpus
from minimax_grammar.leaks import leaks_in
from minimax_grammar.tools import Tools
from minimax_grammar.transcript.detect import Detector
from minimax_grammar.transcript.explained import check_example, explanation_of
from tests.clean import SHAPES, TOOLS

ROOT = Path(__file__).parent.parent


def names(text: str, dialect: str, tools: object) -> list[str]:
    return [found.name for found in check_example(text, dialect, tools).findings]


@pytest.mark.parametrize("name", mg.RULES)
def test_every_rule_is_explained_by_examples(name: str) -> None:
    told = explanation_of(name)
    assert told is not None
    assert told.why.endswith(".")
    assert bool(told.bad) != bool(told.about)
    if told.file:
        leaked = [[leak.rule for leak in leaks_in(text, told.file)] for text in (told.bad, told.good)]
        assert set(leaked[0]) == {name}
        assert leaked[1] == []
    elif told.bad:
        assert set(names(told.bad, told.dialect, told.tools)) == {name}
        assert names(told.good, told.dialect, told.tools) == []


def test_nothing_is_explained_that_is_no_rule() -> None:
    from minimax_grammar.transcript.explained import _all

    assert set(_all()) == set(mg.RULES)


@pytest.mark.parametrize("name", mg.RULES)
def test_every_rule_can_be_explained_on_the_command_line(name: str) -> None:
    result = CliRunner().invoke(cli, ["explain", mg.RULES[name].code])
    assert result.exit_code == 0
    assert name in result.stdout
    assert "breaks it" in result.stdout


def test_every_rule_is_in_the_manual() -> None:
    manual = (ROOT / "docs" / "validate.md").read_text()
    rows = re.findall(r"^\| (MG\d+) \| `([a-z0-9-]+)` \| (\w+) \| (.*) \|$", manual, re.MULTILINE)
    assert rows == [(rule.code, rule.name, rule.severity, rule.summary) for rule in mg.RULES.values()]


def test_codes_are_used_once() -> None:
    assert [code for code, count in Counter(rule.code for rule in mg.RULES.values()).items() if count > 1] == []


def test_every_rule_of_conversations_fires_in_the_corpus_and_has_a_near_miss() -> None:
    cases = [case for case in load_corpus() if case.op == "validate"]
    fired = {found if isinstance(found, str) else found["name"] for case in cases for found in case.expect["findings"]}
    missing = {name for name, rule in mg.RULES.items() if name not in fired and not rule.code.startswith("MG40")}
    # These are about files, or take more than a case holds; tests of the readers and of the scanner have them.
    assert missing == {
        "deep-nesting",
        "truncated-argument",
        "unreadable-record",
        "unreadable-file",
        "record-too-long",
        "not-utf8",
    }
    near = {case.id.split("/")[1] for case in cases if case.id.endswith("/near-miss")}
    assert fired - near == set()


def test_clean_conversations_stand_in_the_corpus_in_every_dialect() -> None:
    clean = [case for case in load_corpus() if "clean" in case.tags]
    assert {case.dialect for case in clean} == {*mg.dialects(), "auto"}
    assert all(case.expect["findings"] == [] for case in clean)


def test_the_dialect_is_found_of_what_the_corpus_has_of_every_dialect() -> None:
    detector = Detector(mg.dialects())
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for case in load_corpus():
        if (
            case.op != "scan"
            or not case.expect.get("calls")
            or case.expect.get("diagnostics")
            or len(case.text) > 5_000
        ):
            continue
        found = detector.detect([case.text], "", Tools.of(case.tools) if case.tools else None)
        asked[case.dialect] += 1
        right[case.dialect] += case.dialect in (found.dialect, *found.same)
    assert len(asked) >= 20
    assert {name: round(right[name] / asked[name], 2) for name in asked if right[name] < 0.8 * asked[name]} == {}


def test_the_examples_have_the_findings_that_the_manual_shows() -> None:
    result = CliRunner().invoke(cli, ["validate", str(ROOT / "examples"), "-o", "jsonl", "--no-config"])
    assert result.exit_code == 1
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    names = {row["name"] for row in rows if row["type"] == "finding"}
    assert names >= {"announced-call", "fabricated-result", "missing-result", "repaired-json", "unknown-tool"}
    assert rows[-1]["dialects"].keys() >= {"hermes", "minimax"}


@pytest.mark.parametrize("kind", ["unanswered", "leaked", "in one string", "unclosed", "quoted"])
def test_many_findings_in_one_record_take_no_longer_each(kind: str) -> None:
    messages: list[dict[str, Any]] = []
    for number in range(3_000):
        if kind == "unanswered":
            call = {"id": str(number), "function": {"name": "a", "arguments": "{}"}}
            messages.append({"role": "assistant", "tool_calls": [call]})
            messages.append({"role": "tool", "tool_call_id": str(number + number % 2), "content": "x"})
        elif kind == "leaked":
            messages.append({"role": "assistant", "content": "x </tool_call> [a] `` <invoke>"})
            messages.append({"role": "tool", "content": "x"})
        else:
            text = {
                "in one string": "é\n</parameter>",
                "unclosed": '<invoke name="a">',
                "quoted": "` </parameter> ```\n`` <think> \n\n",
            }[kind]
            messages = [{"role": "assistant", "content": text * number}]
    checked = check_example(
        json.dumps({"messages": messages}), "minimax" if kind in ("in one string", "unclosed") else "auto"
    )
    assert (len(checked.findings) >= 1_400) is (kind != "quoted")


@pytest.mark.parametrize("dialect", mg.dialects())
def test_what_the_package_writes_itself_has_no_findings(dialect: str) -> None:
    written = {}
    for shape, messages in SHAPES.items():
        try:
            written[shape] = json.dumps(mg.encode_history(messages, dialect, TOOLS))
        except mg.RenderError:  # not all dialects can say all of it
            continue
        for name in (dialect, "auto"):
            for known in (TOOLS, None):
                assert names(written[shape], name, known) == [], (shape, name)
    assert len(written) >= len(SHAPES) - 2
