"""Tool lists in the shapes people write them in."""

from __future__ import annotations

import copy
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
