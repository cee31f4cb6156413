"""The corpus, its runner, and the harness protocol."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

import minimax_grammar as mg
from minimax_grammar.cli.main import cli
from minimax_grammar.conformance.chunking import plans
from minimax_grammar.conformance.compare import canonical, difference, expected_outcome, plain
from minimax_grammar.conformance.corpus import Case, expand, load_corpus, pieces
from minimax_grammar.conformance.runner import run_here
from minimax_grammar.resources import conformance_dir

CORPUS = load_corpus()
FILES = sorted({case.file for case in CORPUS})


@pytest.mark.parametrize("file", FILES)
def test_the_corpus_passes(file: str) -> None:
    failures = [result for result in run_here(case for case in CORPUS if case.file == file) if result.verdict != "pass"]
    assert not failures, "\n".join(f"{result.case.id} ({result.plan})\n{result.detail}" for result in failures)


def test_every_section_has_cases() -> None:
    for dialect in mg.dialects():
        assert {case.spec for case in CORPUS if case.dialect == dialect} >= set("123456789")


def test_every_diagnostic_has_a_case_that_names_it() -> None:
    given = [found for case in CORPUS for key in ("diagnostics", "findings") for found in case.expect.get(key, ())]
    named = {diagnostic if isinstance(diagnostic, str) else diagnostic["name"] for diagnostic in given}
    # What is wrong with files, not with what a model wrote, no case can hold.
    of_files = {name for name, rule in mg.RULES.items() if rule.code.startswith(("MG4", "MG9"))}
    assert named >= mg.RULES.keys() - of_files


def test_the_notes_name_cases_that_exist() -> None:
    notes = (conformance_dir() / "NOTES.md").read_text(encoding="utf-8")
    ids = {case.id for case in CORPUS}
    named = re.findall(r"`((?:minimax|anthropic|xml)/[a-z0-9-]+)`", notes)
    assert named
    assert set(named) <= ids


def test_events_follow_their_schema() -> None:
    schema = json.loads((conformance_dir() / "events.schema.json").read_bytes())
    validator = jsonschema.Draft202012Validator(schema)
    for case in CORPUS:
        for events in [case.expect.get("events", ()), *case.expect.get("steps", ())]:
            for event in events:
                validator.validate(plain(event))
    for event in mg.parse(
        'a<think>b</think><invoke name="x"><parameter name="k">1</parameter></invoke><invoke name="y">'
    ).events:
        validator.validate(event.to_json())


def test_plans_cut_without_loss() -> None:
    for text in ("", "a", "abc" * 20, "x" * 1000):
        found = list(plans(text))
        assert all("".join(plan.feeds) == text for plan in found)
        assert len({plan.name for plan in found}) == len(found)
        assert found == list(plans(text)), "the same every time"
    names = [plan.name for plan in plans("abcd")]
    assert names[:5] == ["whole", "per character", "cut at 1", "cut at 2", "cut at 3"]


def test_comparison_is_that_of_json() -> None:
    assert canonical(1) == canonical(1.0)
    assert canonical(True) != canonical(1)
    assert canonical({"a": 1, "b": 2}) == canonical({"b": 2, "a": 1})
    got = {
        "text": "a",
        "thinking": [],
        "calls": [],
        "incomplete": [],
        "stopped": False,
        "diagnostics": [],
        "events": [],
    }
    assert difference(expected_outcome({"text": "a"}), got) == ""
    assert '- "b"' in difference(expected_outcome({"text": "b"}), got)
    got["diagnostics"] = [{"name": "bare-call", "start": 1, "line": 1}]
    for given in ("bare-call", {"name": "bare-call"}, {"name": "bare-call", "start": 1}):
        assert difference({"diagnostics": [given]}, got) == ""
    for given in ("lost-closer", {"name": "bare-call", "start": 2}):
        assert difference({"diagnostics": [given]}, got)
    assert '+  "bare-call"' in difference({"diagnostics": []}, got)
    assert expand(["a", {"repeat": ["b", 3]}]) == "abbb"
    assert pieces(["a", {"repeat": ["b", 3]}]) == ["a", "bbb"]
    assert expected_outcome({"text": "", "calls": [{"name": {"$text": ["x"]}}]})["calls"] == [{"name": "x"}]


# -- a faulty corpus is refused ---------------------------------------------------------------------

GOOD = {
    "id": "a/b",
    "op": "scan",
    "dialect": "minimax",
    "about": "A case that says little.",
    "spec": "1",
    "input": "x",
    "expect": {"text": "x"},
}


def corpus(folder: Path, *files: str) -> Path:
    (folder / "cases").mkdir()
    (folder / "tools.json").write_text('{"none": []}', encoding="utf-8")
    for number, text in enumerate(files):
        (folder / "cases" / f"{number}.json").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (["["], "is no JSON"),
        (["[" * 100_000], "is no JSON"),
        (["{}"], "is not of type 'array'"),
        ([json.dumps([{**GOOD, "surprise": 1}])], "'surprise' was unexpected"),
        ([json.dumps([{k: v for k, v in GOOD.items() if k != "spec"}])], "'spec' is a required property"),
        ([json.dumps([GOOD]), json.dumps([GOOD])], "a/b: the id is also in"),
        ([json.dumps([{**GOOD, "tools": "nope"}])], "no tool set 'nope'"),
        ([json.dumps([{**GOOD, "expect": {"txt": ""}}])], "'txt' was unexpected"),
        ([json.dumps([{**GOOD, "input": [{"repeat": ["a", -1]}]}])], "is not valid under any"),
        ([json.dumps([{**GOOD, "input": [{"repeat": ["a", 1.0]}]}])], "is neither a string nor a repeat"),
        ([json.dumps([{**GOOD, "input": [{"repeat": ["a" * 1000, 5_000_000]}]}])], "a/b: input: stands for more than"),
        (
            [json.dumps([{**GOOD, "expect": {"thinking": [[{"repeat": ["ab", 5_000_000]}]]}}])],
            "expect/thinking: stands",
        ),
        (
            [json.dumps([{**GOOD, "expect": {"events": [{"type": "text", "text": {"$text": 5}}]}}])],
            "expect: 5 is neither",
        ),
        ([json.dumps([{**GOOD, "expect": {"events": [{"type": "shout"}]}}])], "'shout' is not one of"),
        ([json.dumps([{**GOOD, "expect": {"steps": [[]]}}])], "a/b: expect/steps: there are 1, but the input has 1"),
        ([json.dumps([{**GOOD, "expect": {"diagnostics": [{"start": 1}]}}])], "is not valid under any"),
        ([json.dumps([{**GOOD, "options": {"speed": 1}}])], "'speed' was unexpected"),
        ([], "holds no case files"),
    ],
)
def test_a_corpus_that_is_wrong(files: list[str], message: str, tmp_path: Path) -> None:
    with pytest.raises(mg.CorpusError) as caught:
        load_corpus(corpus(tmp_path, *files))
    assert message in str(caught.value)
    result = CliRunner().invoke(cli, ["conformance", "run", "--corpus", str(tmp_path)])
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_an_unknown_dialect_is_skipped() -> None:
    (result,) = run_here([Case("a/b", "scan", "about", "1", "x", {}, "f.json", dialect="nope")])
    assert (result.verdict, result.detail) == ("skip", "no dialect 'nope'")


# -- the protocol -----------------------------------------------------------------------------------


def converse(*lines: bytes) -> list[Any]:
    done = subprocess.run(
        [sys.executable, "-m", "minimax_grammar", "conformance", "serve"],
        input=b"\n".join(lines) + b"\n",
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def request(seq: int, op: str, **fields: Any) -> bytes:
    return json.dumps({"cmd": "run", "seq": seq, "op": op, **fields}).encode()


def test_the_protocol() -> None:
    feeds = ["a\ud83d<invoke na", 'me="ping"/>', "<x"]
    answers = converse(
        b'{"cmd": "start", "version": 1}',
        request(1, "scan", dialect="minimax", tools=None, options={"parse_thinking": False}, feeds=feeds),
        b"garbage",
        b"\xff\xfe",
        b"[]",
        b"[" * 100_000,
        b'{"cmd": "dance"}',
        b'{"cmd": "start", "version": 99}',
        request(2, "scan", dialect="nope", feeds=[]),
        request(3, "levitate"),
        request(4, "scan", dialect="minimax"),
        request(5, "scan", dialect="minimax", feeds=[3]),
        request(6, "scan", dialect="minimax", feeds=[], options={"speed": 1}),
        request(7, "json_repair", text="{'a': 1}"),
        request(8, "json_repair", text="nope"),
        request(9, "scan", dialect="minimax", tools="garbage", feeds=[]),
        b'{"cmd": "run", "seq": NaN, "op": "scan"}',
        b'{"cmd": "run", "op": "scan"}',
        request(10, "scan", dialect="minimax", feeds="ab"),
        request(11, "scan", dialect="minimax", feeds=[], options={"parse_thinking": "no"}),
        request(12, "scan", dialect="minimax", feeds=[], options=["guarded"]),
        b'{"cmd": "run", "seq": 13, "op": "encode_history", "dialect": "minimax", "messages": [{"role": "user", "content": "a", "x": 1e999}]}',
        request(14, "scan", dialect="minimax", feeds=["x" * 1_000_000]),
        b'{"cmd": "stop"}',
        b"not read",
    )
    start, scan, *broken, version, r2, r3, r4, r5, r6, r7, r8, r9, nan, no_seq, r10, r11, r12, r13, r14 = answers
    assert start["version"] == 1
    assert start["dialects"] == mg.dialects()
    assert set(start["ops"]) >= {"scan", "json_repair"}
    assert scan["seq"] == 1
    assert scan["events"] == [
        [{"type": "text", "text": "a\ud83d"}],
        [
            {"type": "tool_start", "id": "call_0", "name": "ping"},
            {"type": "tool_end", "id": "call_0", "name": "ping", "arguments": {}, "raw_block": '<invoke name="ping"/>'},
        ],
        [{"type": "text", "text": "<x"}],
    ]
    assert scan["flush"] == []
    assert [diagnostic["name"] for diagnostic in scan["diagnostics"]] == ["bare-call"]
    assert len(broken) == 5
    assert all("error" in answer for answer in (*broken, version, r4, r5, r8, r9, nan, no_seq, r10, r11, r12, r13))
    assert all("skipped" in answer for answer in (r2, r3, r6))
    assert [answer["seq"] for answer in answers if "seq" in answer] == list(range(1, 15))
    assert r14["events"] == [[{"type": "text", "text": "x" * 1_000_000}]]
    assert r7["value"] == {"a": 1}


def test_the_example_of_the_readme_is_an_implementation(tmp_path: Path) -> None:
    text = (conformance_dir() / "README.md").read_text(encoding="utf-8")
    (source,) = re.findall(r"```python\n(import itertools.*?)```", text, re.DOTALL)
    lines = [
        b'{"cmd":"start","version":1}',
        request(7, "scan", dialect="xml", tools=[], options={}, feeds=["a", "b"]),
        b'{"cmd":"stop"}',
    ]
    done = subprocess.run(
        [sys.executable, "-c", source], input=b"\n".join(lines), capture_output=True, timeout=60, check=True
    )
    start, scan = map(json.loads, done.stdout.splitlines())
    assert start["version"] == 1
    assert scan["events"] == [[{"type": "text", "text": "a"}], [{"type": "text", "text": "b"}]]
