"""Whatever a record is: it is read, checked, shown and mended without an exception, and places lie in the file."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import minimax_grammar as mg
from minimax_grammar.transcript.checker import Checker
from minimax_grammar.transcript.fixing import edits_of
from minimax_grammar.transcript.jobs import LinesJob
from minimax_grammar.transcript.reports import report_for
from minimax_grammar.transcript.run import Totals
from minimax_grammar.transcript.shapes.chat import ROLES

MARKUP = [
    *["<minimax:tool_call>", "</minimax:tool_call>", '<invoke name="ping">', "</invoke>", '<parameter name="a">', "x"],
    *["</parameter>", "<think>", "</think>", "<tool_call>", "</tool_call>", '{"name": "ping", "arguments": {}}', "`"],
    *[
        "<|tool_calls_section_begin|>",
        "[TOOL_CALLS]",
        "```",
        "\n",
        "é",
        "\ud800",
        "<function_results>",
        "[ping()]",
        "{",
    ],
    *[
        "<tool_response>",
        "Let me read it:",
        "<|channel|>",
        "<｜tool▁call▁begin｜>",
        "```tool_code\n",
        " ",
        "]<]minimax[>[",
    ],
]
TEXTS = st.lists(st.sampled_from(MARKUP), max_size=12).map("".join)
SCALARS = st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
WORDS = (
    "role content messages from value conversations tool_calls function name arguments id type text input output tools "
    "parameters tool_call_id choices message finish_reason thinking prompt completion tool_use_id model call_id"
)
KEYS = st.sampled_from(WORDS.split())
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12
)
TYPES = st.sampled_from(["text", "thinking", "tool_use", "tool_result", "tool_call", "function_call", "other"])
CALLS = st.fixed_dictionaries(
    {
        "id": st.sampled_from("ab") | VALUES,
        "function": st.fixed_dictionaries({"name": TEXTS, "arguments": TEXTS | VALUES}),
    }
)
BLOCKS = st.lists(
    st.dictionaries(KEYS, VALUES, max_size=3).flatmap(lambda d: TYPES.map(lambda t: {**d, "type": t})), max_size=3
)
MESSAGES = st.fixed_dictionaries(
    {"role": st.sampled_from(sorted(ROLES)), "content": TEXTS | BLOCKS | VALUES},
    optional={"tool_calls": st.lists(CALLS, max_size=3) | VALUES, "tool_call_id": st.sampled_from("ab"), "name": TEXTS},
)
RECORDS = st.fixed_dictionaries({"messages": st.lists(MESSAGES, max_size=5)}, optional={"tools": VALUES}) | VALUES
CHECKERS = {name: Checker(name, context=True) for name in ("auto", *mg.dialects())}


@settings(max_examples=120)
@given(RECORDS, st.sampled_from(sorted(CHECKERS)))
def test_no_record_is_too_odd(record: Any, dialect: str) -> None:
    lines = [json.dumps(record), json.dumps(record, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()]
    for line in lines:
        for conversation in LinesJob("x", 3, line.encode()).conversations():
            checked = CHECKERS[dialect].check(conversation)
            for found in checked.findings:
                assert found.line == found.end_line == 3
                assert 1 <= found.column <= found.end_column <= len(line) + 1
                assert 0 <= found.start <= found.end
            for form in ("human", "jsonl", "sarif", "junit", "github", *(["html"] if checked.findings else [])):
                report = report_for(form, str)
                for found in checked.findings:
                    report.finding(found)
                report.end(Totals(), False)


@settings(max_examples=120)
@given(st.lists(MESSAGES, max_size=4), st.sampled_from(["auto", "minimax", "hermes", "anthropic", "xml"]))
def test_what_is_mended_breaks_fewer_rules_and_no_others(messages: list[Any], dialect: str) -> None:
    checker = CHECKERS[dialect]
    (before,) = LinesJob("x", 1, json.dumps(messages).encode()).conversations()
    was = {found.name for found in checker.check(before).findings}
    edits = edits_of(before, checker)
    for edit in edits:
        target: Any = messages
        for step in edit.part.path[:-1]:
            target = target[step]
        assert target[edit.part.path[-1]] == edit.part.text
        target[edit.part.path[-1]] = edit.text
    (after,) = LinesJob("x", 1, json.dumps(messages).encode()).conversations()
    if dialect != "auto":
        assert {found.name for found in checker.check(after).findings} <= was
        assert edits_of(after, checker) == []
