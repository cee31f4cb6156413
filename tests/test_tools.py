"""Tool lists in the shapes people write them in."""

from __future__ import annotations

import copy
from collections import OrderedDict
from typing import Any

import pytest

import minimax_grammar as mg

SCHEMA = {"type": "object", "properties": {"k": {"type": "string"}}}
SHAPES: list[Any] = [
    [{"name": "t", "description": "d", "parameters": SCHEMA}],
    [{"type": "function", "function": {"name": "t", "description": "d", "parameters": SCHEMA}}],
    [{"type": "function", "name": "t", "description": "d", "parameters": SCHEMA}],
    [{"name": "t", "description": "d", "input_schema": SCHEMA}],
    [{"name": "t", "description": "d", "inputSchema": SCHEMA}],
    {"tools": [{"name": "t", "description": "d", "parameters": SCHEMA}]},
    ({"name": "t", "description": "d", "parameters": SCHEMA},),
]


@pytest.mark.parametrize("shape", SHAPES, ids=range(len(SHAPES)))
def test_shapes(shape: Any) -> None:
    before = copy.deepcopy(shape)
    tools = mg.Tools.of(shape)
    tool = tools.get("t")
    assert tool is not None
    assert (tool.name, tool.description, tool.parameters) == ("t", "d", SCHEMA)
    assert tool.string_only("k")
    assert not tool.string_only("undeclared")
    assert shape == before


@pytest.mark.parametrize(
    ("tools", "message"),
    [
        ("tools", "a list, not a str"),
        ({"name": "t"}, "a list, not a dict"),
        ({"tools": 3}, "a list, not a int"),
        (3, "a list, not a int"),
        ([{"name": "t"}, 3], "tool 2 is a int"),
        ([{"parameters": {}}], "tool 1 has no name"),
        ([{"name": ""}], "tool 1 has no name"),
        ([{"type": "function", "function": {}}], "tool 1 has no name"),
        ([{"name": 3}], "tool 1 has no name"),
    ],
)
def test_what_is_no_tool_list(tools: Any, message: str) -> None:
    with pytest.raises(mg.ToolsError, match=message):
        mg.Tools.of(tools)


def test_the_first_of_two_with_the_same_name_counts() -> None:
    tools = mg.Tools.of([{"name": "t", "description": "one"}, {"name": "t", "description": "two"}])
    assert len(tools) == 1
    assert [tool.description for tool in tools] == ["one"]


def test_the_same_list_is_prepared_once_until_it_changes() -> None:
    tools: list[dict[str, Any]] = [{"name": "t"}]
    first = mg.Tools.of(tools)
    assert mg.Tools.of(tools) is first
    tools[0]["name"] = "u"
    assert mg.Tools.of(tools).names == ["u"]
    tools.append({"name": "v"})
    assert mg.Tools.of(tools).names == ["u", "v"]


def test_close_names() -> None:
    assert mg.Tools.of([{"name": "read_file"}]).close("readfile") == ["read_file"]


def test_a_tool_that_holds_itself() -> None:
    schema: dict[str, Any] = {"type": "object"}
    schema["properties"] = {"k": schema}
    parsed = mg.parse(
        '<invoke name="t"><parameter name="k">1</parameter></invoke>', tools=[{"name": "t", "parameters": schema}]
    )
    assert parsed.calls[0].arguments == {"k": 1}


def test_any_iterable_will_do() -> None:
    entries = [{"name": "t"}, {"name": "u"}]
    for tools in (iter(entries), tuple(entries), (entry for entry in entries), {"tools": iter(entries)}):
        assert mg.Tools.of(tools).names == ["t", "u"]
    assert mg.Tools.of(None).names == mg.Tools.of({"tools": None}).names == []
    made = mg.Tools.of(entries)
    assert mg.Tools.of(made) is made
    assert mg.Tools.of(list(made)).get("u") is made.get("u")


def test_equal_lists_share_one_preparation() -> None:
    def tools(value: object) -> list[Any]:
        return [{"name": "t", "parameters": {"properties": {"k": {"const": value}}}}]

    assert mg.Tools.of(tools("x")) is mg.Tools.of(tools("x"))
    assert mg.Tools.of(tools(1)) is not mg.Tools.of(tools(True)), "equal in Python, not in JSON"
    assert mg.Tools.of(tools(1)) is not mg.Tools.of(tools(1.0))


def test_what_was_prepared_does_not_follow_later_changes() -> None:
    given: list[Any] = [{"name": "t", "parameters": {"properties": {"k": {"type": "string"}}}}]
    before = mg.Tools.of(given).get("t")
    given[0]["parameters"]["properties"]["k"]["type"] = "integer"
    after = mg.Tools.of(given).get("t")
    assert before is not None
    assert after is not None
    assert before.string_only("k")
    assert not after.string_only("k")


@pytest.mark.parametrize("parameters", [None, True, {}, [], "schema", {"properties": []}, {"properties": {"k": None}}])
def test_a_schema_that_says_nothing_is_no_error(parameters: Any) -> None:
    tool = mg.Tools.of([{"name": "t", "parameters": parameters}]).get("t")
    assert tool is not None
    assert not tool.string_only("k")
    assert isinstance(tool.check({"k": 1}), list)


def test_dicts_of_other_kinds() -> None:
    tools = [OrderedDict(name="t", parameters=OrderedDict(properties={"k": {"type": "string"}}))]
    tool = mg.Tools.of(tools).get("t")
    assert tool is not None
    assert tool.string_only("k")


def test_undeclared_arguments_are_not_remembered() -> None:
    tool = mg.Tools.of([{"name": "t", "parameters": SCHEMA}]).get("t")
    assert tool is not None
    for number in range(100):
        assert not tool.string_only(f"made up {number}")
    assert list(tool.known) == []
