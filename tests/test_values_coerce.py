"""Bodies to values (SPEC 7): the finer points."""

from __future__ import annotations

import json
from typing import Any

import pytest

from minimax_grammar.tools import Tool
from minimax_grammar.values import coerce, is_verbatim


def tool(**properties: Any) -> Tool:
    return Tool("t", "", {"type": "object", "properties": properties})


@pytest.mark.parametrize(
    ("schema", "raw", "expected"),
    [
        ({"type": ["string", "integer"]}, "true", "true"),
        ({"type": ["string", "integer"]}, "+5", 5),
        ({"type": ["string", "integer"]}, '"5"', "5"),
        ({"type": ["string", "integer"]}, "{'a': 1}", "{'a': 1}"),
        ({"type": ["string", "object"]}, "{'a': 1}", {"a": 1}),
        # A string that the schema refuses gives way to the raw body like any other value.
        ({"enum": ['"q"', 3]}, '"q"', '"q"'),
        ({"enum": ["q", 3]}, '"q"', "q"),
        ({"enum": ["q", 3]}, "4", 4),
        # Only where the schema names string: a value is never changed to please a schema.
        ({"minimum": 3}, "2", 2),
        ({"type": "integer"}, '"2"', "2"),
    ],
)
def test_raw_text_where_only_it_is_valid(schema: Any, raw: str, expected: Any) -> None:
    assert json.dumps(coerce(raw, tool(k=schema), "k")[0]) == json.dumps(expected)


@pytest.mark.parametrize("blank", ["\t", "\u00a0", "\ufeff", "\u2003", "\u2028", "\v"])
def test_blanks_are_trimmed_for_parsing_only(blank: str) -> None:
    numbers = tool(n={"type": "integer"})
    assert coerce(f"{blank}5{blank}", numbers, "n")[0] == 5
    assert coerce(f"{blank}five{blank}", numbers, "n")[0] == f"{blank}five{blank}"
    assert coerce(blank, numbers, "n") == (blank, ())
    assert coerce("5", tool(s={"type": "string"}), "s", f"{blank}False{blank}")[0] == 5


@pytest.mark.parametrize("string", ["", "true", "yes", "off", "00", "false.", "f"])
def test_any_other_mark_makes_a_body_verbatim(string: str) -> None:
    assert is_verbatim(tool(n={"type": "integer"}), "n", string)
    assert coerce(" 5 ", tool(n={"type": "integer"}), "n", string)[0] == " 5 "


def test_what_streams_as_text() -> None:
    described = tool(s={"type": "string"}, n={"type": "integer"})
    assert is_verbatim(described, "s", None)
    assert not is_verbatim(described, "s", "no")
    assert not is_verbatim(described, "n", None)
    assert not is_verbatim(described, "undeclared", None)
    assert not is_verbatim(None, "s", None)


def test_findings_say_what_was_repaired() -> None:
    value, findings = coerce("{'a': True,}", tool(k={"type": "object"}), "k")
    assert value == {"a": True}
    assert [name for name, _ in findings] == ["repaired-json"]
    for kind in ("single-quoted string", "Python word", "trailing comma"):
        assert kind in findings[0][1]


def test_plain_words_are_worth_a_word_only_where_json_is_meant() -> None:
    described = tool(n={"type": "integer"}, any={}, both={"type": ["string", "integer"]}, s={"type": "string"})
    assert [name for name, _ in coerce("five", described, "n")[1]] == ["invalid-json"]
    assert [name for name, _ in coerce("five", described, "s", "false")[1]] == ["invalid-json"]
    for key in ("any", "both", "s", "undeclared"):
        assert coerce("five", described, key)[1] == ()
    assert coerce("five", None, "n")[1] == ()


def test_numbers_too_large_stay_text() -> None:
    for raw in ("1e999", "-1e999", "9" * 5000, "0x" + "f" * 5000, "[1e999]"):
        assert coerce(raw, None, "k")[0] == raw
    assert coerce("9" * 400, None, "k")[0] == int("9" * 400)
    assert coerce("9" * 400 + ".5", None, "k")[0] == "9" * 400 + ".5"


@pytest.mark.parametrize("raw", ['{"a": 1, "a": 2}', '[{"a": {"b": 1, "b": 2}}]', "{'a': 1, 'a': 2}"])
def test_keys_that_come_again_are_reported(raw: str) -> None:
    _, found = coerce(raw, tool(k={}), "k")
    assert [rule for rule, _ in found if rule != "repaired-json"] == ["duplicate-argument"]


def test_text_that_is_no_json_to_its_schema_repeats_nothing() -> None:
    assert coerce('{"a": 1, "a": 2}', tool(k={"type": ["string", "integer"]}), "k") == ('{"a": 1, "a": 2}', ())
