"""The small implementations that come with the corpus pass all of it that they claim to support."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from minimax_grammar.conformance.chunking import Plan, few_plans
from minimax_grammar.conformance.corpus import load_corpus
from minimax_grammar.conformance.judge import judge
from minimax_grammar.conformance.process import Process
from minimax_grammar.resources import conformance_dir

CASES = [case for case in load_corpus() if case.dialect == "minimax" and case.op == "scan"]
NODE = shutil.which("node")
ADAPTERS = [
    pytest.param([sys.executable, "-S", "python/minimax_scanner.py"], 34, id="python"),
    pytest.param(
        [NODE or "", "node/minimax-scanner.mjs"],
        38,
        id="node",
        marks=pytest.mark.skipif(NODE is None, reason="node is not there"),
    ),
]


def cuttings(text: str) -> list[Plan]:
    """A few, of a long text only two: the command ``conformance run`` tries them all."""
    return list(islice(few_plans(text), 2 if len(text) > 5_000 else None))


def started(command: list[str]) -> Process:
    return Process([*command[:-1], str(conformance_dir() / "adapters" / command[-1])], 60)


@pytest.mark.parametrize(("command", "skipped"), ADAPTERS)
def test_an_adapter_passes_or_skips(command: list[str], skipped: int) -> None:
    process = started(command)
    try:
        found = [judge(case, process.ask, omits=process.greeting["omits"], cuttings=cuttings) for case in CASES]
    finally:
        process.close()
    failed = [f"{each.case.id} ({each.plan})\n{each.detail}" for each in found if each.verdict not in ("pass", "skip")]
    assert not failed, "\n".join(failed)
    # What is skipped is what an adapter says of itself, and no more.
    reasons = Counter(each.detail for each in found if each.verdict == "skip")
    assert reasons.keys() <= {"no repair of JSON", "a number beyond 2 ** 53"}
    assert reasons.total() <= skipped


@pytest.mark.parametrize(("command", "skipped"), ADAPTERS)
def test_an_adapter_skips_what_it_does_not_know_and_survives_what_is_wrong(command: list[str], skipped: int) -> None:
    process = started(command)

    def ask(**fields: Any) -> dict[str, Any]:
        return process.ask({"op": "scan", "dialect": "minimax", "tools": None, "options": {}, "feeds": ["x"], **fields})

    def value(body: str, schema: dict[str, Any]) -> Any:
        tool = {"name": "t", "parameters": {"type": "object", "properties": {"k": schema}}}
        reply = ask(tools=[tool], feeds=[f'<invoke name="t"><parameter name="k">{body}</parameter></invoke>'])
        return reply["events"][0][-1]["arguments"]["k"]

    try:
        for fields in ({"dialect": "xml"}, {"op": "prompt"}, {"options": {"speed": 1}}, {"options": {"start": "x"}}):
            assert "skipped" in ask(**fields)
        assert "error" in ask(feeds=[5])
        assert "error" in ask(feeds=None)
        assert ask()["events"] == [[{"type": "text", "text": "x"}]]
        nested = "[" * 256 + "]" * 256
        assert value(nested, {}) == json.loads(nested)
        assert value(f"[{nested}]", {}) == f"[{nested}]"
        assert value("[1e999]", {}) == "[1e999]"
        assert value("1.5", {"type": ["string", "integer"]}) == "1.5"
        assert value("1.0", {"type": ["string", "integer"]}) == 1
        assert value("5", {"enum": ["a", 1]}) == 5
        assert value("nothing", {"type": "integer"}) == "nothing"
    finally:
        process.close()


@pytest.mark.parametrize(("command", "skipped"), ADAPTERS)
def test_an_adapter_answers_the_line_after_garbage(command: list[str], skipped: int) -> None:
    words = [*command[:-1], str(conformance_dir() / "adapters" / command[-1])]
    lines = ["garbage", "[]", '{"cmd":"start","version":1}', '{"cmd":"stop"}', "{}"]
    done = subprocess.run(words, input="\n".join(lines), capture_output=True, text=True, timeout=60, check=True)
    *broken, start = map(json.loads, done.stdout.splitlines())
    assert ["error" in each for each in broken] == [True, True]
    assert start["dialects"] == ["minimax"]
