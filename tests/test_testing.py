"""The helper for tests of agents, and the fixture that pytest finds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from minimax_grammar.testing import assert_transcript_valid, transcript_findings

pytest_plugins = ["pytester"]

BROKEN = '<minimax:tool_call><invoke name="ping"></minimax:tool_call>'
MESSAGES = [{"role": "user", "content": "Go"}, {"role": "assistant", "content": BROKEN}]
TOOLS = [{"name": "pong", "parameters": {"type": "object"}}]


def test_a_valid_transcript_passes(tmp_path: Path) -> None:
    assert_transcript_valid([{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello."}])
    assert_transcript_valid("Human: Hi\n\nAssistant: Hello.")
    (tmp_path / "x.jsonl").write_text(json.dumps({"messages": []}))
    assert_transcript_valid(tmp_path / "x.jsonl")


def test_a_broken_one_fails_and_says_where() -> None:
    with pytest.raises(AssertionError, match="MG107 lost-closer") as caught:
        assert_transcript_valid(MESSAGES)
    told = str(caught.value)
    assert told.startswith("1 problem in the transcript\n\ntranscript: MG107 lost-closer: a call was ended")
    assert "turn 2, assistant · tool ping · minimax" in told
    assert BROKEN in told
    with pytest.raises(AssertionError, match="transcript:3:51"):
        assert_transcript_valid(f"Human: Go\n\nAssistant: {BROKEN}")


def test_rules_can_be_chosen() -> None:
    assert_transcript_valid(MESSAGES, ignore=["MG1"])
    assert_transcript_valid(MESSAGES, severity="error")
    names = [found.name for found in transcript_findings(MESSAGES, tools=TOOLS, select=["MG1", "MG2"])]
    assert names == ["unknown-tool", "lost-closer"]
    assert transcript_findings(MESSAGES, dialect="hermes", select=["lost-closer"]) == []
    with pytest.raises(Exception, match="no rule is called"):
        assert_transcript_valid(MESSAGES, ignore=["MG999"])


def test_what_is_no_transcript_is_told() -> None:
    with pytest.raises(TypeError, match="plain JSON values"):
        assert_transcript_valid(object())
    with pytest.raises(TypeError, match="lists of rules"):
        assert_transcript_valid(MESSAGES, ignore="MG1")
    with pytest.raises(AssertionError, match="unknown-shape"):
        assert_transcript_valid({"a": 1})
    with pytest.raises(AssertionError, match="No such file"):
        assert_transcript_valid(Path("missing.jsonl"))


def test_the_fixture_is_there_and_takes_settings(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        f"""
        def test_agent(assert_transcript_valid):
            assert_transcript_valid({MESSAGES!r})
        """
    )
    pytester.runpytest_inprocess().assert_outcomes(failed=1)
    pytester.makeini("[pytest]\ntranscript_ignore = MG107")
    pytester.runpytest_inprocess().assert_outcomes(passed=1)
