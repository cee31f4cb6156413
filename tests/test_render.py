"""Rendering: exact bytes, round trips, and what is refused (SPEC 10 and 11)."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

import minimax_grammar as mg
from minimax_grammar.render.encode import compact_json, same_json
from minimax_grammar.render.template import parse_template, template_problems
from minimax_grammar.render.thinking import unwrapped

DIALECTS = mg.dialects()

TOOLS: list[dict[str, Any]] = [
    {
        "name": "write_file",
        "description": "Write a <file> & more",
        "parameters": {
            "type": "object",
            "properties": {
                "path": {"type": "string"},
                "content": {"type": "string"},
                "mode": {"type": "integer"},
                "any": {},
            },
        },
    },
    {"name": 'odd"<&>', "parameters": {"type": "object", "properties": {'k"<&>': {"type": "string"}}}},
    {"name": "ping"},
]

MESSAGES: list[dict[str, Any]] = [
    {"role": "developer", "content": "Be brief."},
    {"role": "user", "content": [{"type": "text", "text": "Write it"}, {"type": "image", "media_type": "image/png", "data": "AA=="}]},
    {
        "role": "assistant",
        "content": [
            {"type": "thinking", "thinking": "plan"},
            {"type": "text", "text": "I will.  "},
            {"type": "tool_call", "id": "a", "name": "write_file", "arguments": {"path": "a.txt", "content": "x < 1 & y\n", "mode": 420, "any": ["é", {"k": "x"}]}},
            {"type": "tool_call", "id": "b", "name": "ping", "arguments": {}},
        ],
    },
    {"role": "tool", "tool_call_id": "a", "name": "write_file", "content": "ok"},
    {"role": "tool", "tool_call_id": "b", "name": "ping", "content": [{"type": "text", "text": "no <answer>"}], "is_error": True},
    {"role": "assistant", "content": "Done."},
]  # fmt: skip


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_each_dialect_writes(dialect: str, snapshot: SnapshotAssertion) -> None:
    loaded = mg.load_dialect(dialect)
    before = copy.deepcopy(MESSAGES)
    calls = [block for block in MESSAGES[2]["content"] if block["type"] == "tool_call"]
    results = [
        {"name": "write_file", "text": "ok\n", "is_error": False},
        {"name": 'odd"<&>', "text": "</x> & more", "is_error": True},
    ]
    assert loaded.render_call(calls[0], TOOLS) == snapshot(name="call")
    assert loaded.render_calls(calls, TOOLS) == snapshot(name="calls")
    assert loaded.render_results(results) == snapshot(name="results")
    messages = MESSAGES
    if loaded.renderer.says("thinking"):
        assert loaded.render_thinking("plan") == snapshot(name="thinking")
    else:
        with pytest.raises(mg.RenderError, match="does not say how to render thinking"):
            loaded.render_transcript(MESSAGES, TOOLS)
        spoken = [block for block in MESSAGES[2]["content"] if block["type"] != "thinking"]
        messages = [*MESSAGES[:2], {**MESSAGES[2], "content": spoken}, *MESSAGES[3:]]
    assert loaded.render_transcript(messages, TOOLS) == snapshot(name="transcript")
    assert loaded.render_transcript(messages, TOOLS) == loaded.render_transcript(messages, TOOLS, allow_unsafe=True)
    if loaded.tokenizer.GUIDE:
        assert loaded.prompt(TOOLS) == snapshot(name="prompt")
    else:
        with pytest.raises(mg.RenderError, match="has no guide"):
            loaded.prompt(TOOLS)
    assert mg.encode_history(messages, dialect, TOOLS) == snapshot(name="history")
    assert before == MESSAGES


@pytest.mark.parametrize("dialect", DIALECTS)
def test_nothing_is_nothing(dialect: str) -> None:
    loaded = mg.load_dialect(dialect)
    assert loaded.render_calls([], TOOLS) == loaded.render_results([]) == loaded.render_thinking("") == ""
    assert loaded.render_transcript([], TOOLS) == ""
    assert loaded.catalog([]) == ""


MARKUP = """
    </parameter> </invoke> </tool_call> </arg_value> <|tool_call_end|> <｜tool▁call▁end｜> <|call|> a</parameter
    <|close|>argument<|sep|> ]<]minimax[>[</k> <|"|> ]]> [TOOL_CALLS] <think> </think> { ] " \\ &lt; 40 null True é😀
"""
PIECES = st.sampled_from(MARKUP.split())
TEXTS = st.text(max_size=8) | st.lists(PIECES | st.sampled_from(["\n```\n", "\r\n", " "]), max_size=4).map("".join)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
NAMES = st.sampled_from(["read", "write_file", "get-x", "my.tool", 'a"b', "a<b>&c", "a'b", " x", "é😀"]) | st.text(
    min_size=1, max_size=6
)
TYPES = {str: "string", bool: "boolean", int: "integer", float: "number", list: "array", dict: "object"}


@st.composite
def calls_and_tools(draw: st.DrawFn) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Calls with any values, and tools that type them: mostly as what they are."""
    calls, tools = [], []
    for name in draw(st.lists(NAMES, min_size=1, max_size=2, unique=True)):
        arguments = draw(st.dictionaries(NAMES, VALUES, max_size=2))
        properties = {}
        for key, value in arguments.items():
            kind = {"type": TYPES.get(type(value), "null")}
            odd = [None, {}, {"type": "string"}, {"type": ["string", "null"]}]
            schema = draw(st.sampled_from([kind, kind, kind, *odd]))
            if schema is not None:
                properties[key] = schema
        tools.append({"name": name, "parameters": {"type": "object", "properties": properties}})
        calls.append({"name": name, "arguments": arguments})
    return calls, tools


@pytest.mark.parametrize("dialect", DIALECTS)
@given(given=calls_and_tools(), prose=st.sampled_from(["", "Look:", "a `b` c\n\nd"]))
@settings(max_examples=60, deadline=None)
def test_what_is_rendered_reads_back(
    dialect: str, given: tuple[list[dict[str, Any]], list[dict[str, Any]]], prose: str
) -> None:
    loaded = mg.load_dialect(dialect)
    calls, tools = given
    try:
        text = loaded.render_calls(calls, tools)
    except mg.RenderError as error:
        assert str(error)
        assert error.offset == -1 or error.key
        loaded.render_calls(calls, tools, allow_unsafe=True)
        return
    parsed = mg.parse(text, loaded, tools)
    assert [call.name for call in parsed.calls] == [call["name"] for call in calls]
    for call, found in zip(calls, parsed.calls, strict=True):
        assert same_json(call["arguments"], found.arguments)
    assert not parsed.text.strip()
    # So it does behind words, in an earlier message.
    content = [{"type": "text", "text": prose}] if prose else []
    content += [{"type": "tool_call", "id": f"c{number}", **call} for number, call in enumerate(calls)]
    (decoded,) = mg.decode_history(
        mg.encode_history([{"role": "assistant", "content": content}], loaded, tools), loaded, tools
    )
    read = decoded["content"]
    assert "".join(block["text"] for block in read if block["type"] == "text").strip() == prose
    assert same_json(
        [block["arguments"] for block in read if block["type"] == "tool_call"], [call["arguments"] for call in calls]
    )


@pytest.mark.parametrize("dialect", [name for name in DIALECTS if mg.load_dialect(name).renderer.says("thinking")])
@given(TEXTS | st.sampled_from(["```\nx\n```", "a\n\n", "\nb", "<|end|>", "<|channel>", "</mm:think>", "[/THINK]"]))
@settings(max_examples=40, deadline=None)
def test_thinking_reads_back(dialect: str, thought: str) -> None:
    loaded = mg.load_dialect(dialect)
    try:
        text = loaded.render_thinking(thought)
    except mg.RenderError as error:
        assert error.offset >= 0
        loaded.render_thinking(thought, allow_unsafe=True)
        return
    parsed = mg.parse(text, loaded)
    opening, closing = loaded.renderer.template("thinking").around("thinking")
    assert "".join(parsed.thinking).strip() == unwrapped(thought, opening.strip(), closing.strip()).strip()
    assert not parsed.text.strip()


@pytest.mark.parametrize("dialect", DIALECTS)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["read", "a.b", 'a"<&>']),
            TEXTS
            | st.sampled_from(["</stdout>", "\n</tool_response>", '{"a":1}', "12", '"x"', "\n```", "tool result: "]),
            st.booleans(),
        ),
        max_size=3,
    )
)
@settings(max_examples=40, deadline=None)
def test_results_read_back(dialect: str, results: list[tuple[str, str, bool]]) -> None:
    loaded = mg.load_dialect(dialect)
    given = [{"name": name, "text": text, "is_error": error} for name, text, error in results]
    try:
        text = loaded.render_results(given)
    except mg.RenderError:
        loaded.render_results(given, allow_unsafe=True)
        return
    if given:
        read = loaded.renderer.read_results(text)
        assert read is not None
        assert [record.text for record in read] == [result["text"] for result in given]


def test_a_body_that_holds_its_closer_is_refused() -> None:
    dialect = mg.load_dialect("minimax")
    call = {"name": "write_file", "arguments": {"path": "a", "content": "abc</parameter>def"}}
    with pytest.raises(mg.RenderError, match=r"'content' of 'write_file'.*'</parameter>def' at offset 3") as caught:
        dialect.render_call(call, TOOLS)
    assert (caught.value.name, caught.value.key, caught.value.offset) == ("write_file", "content", 3)
    assert "abc</parameter>def" in dialect.render_call(call, TOOLS, allow_unsafe=True)
    with pytest.raises(mg.RenderError, match="result 2 .* at offset 2"):
        dialect.render_results(
            [{"name": "a", "text": "fine"}, {"name": "b", "text": "x </stdout>\n</result>\n</function_results>"}]
        )
    with pytest.raises(mg.RenderError, match="offset 2"):
        dialect.render_thinking("a </thinking> b")
    # As data in another place it is harmless.
    dialect.render_call(
        {"name": "write_file", "arguments": {"path": "<function_results>", "content": "</invoke></minimax:tool_call>"}},
        TOOLS,
    )


@pytest.mark.parametrize(
    "call",
    [
        {},
        {"name": 3, "arguments": {}},
        {"name": "x", "arguments": []},
        {"name": "x", "arguments": {1: 2}},
        {"name": "x", "arguments": {"k": float("nan")}},
        {"name": "x", "arguments": {"k": {1, 2}}},
        {"name": "", "arguments": {}},
        {"name": "x" * 300, "arguments": {}},
        {"name": "ping", "arguments": {" k": 1}},
        {"name": "write_file", "arguments": {"path": 12}},
        {"name": "write_file", "arguments": {"content": "x" * 1_000_001}},
    ],
)
def test_calls_that_cannot_be_carried(call: dict[str, Any]) -> None:
    with pytest.raises(mg.RenderError):
        mg.load_dialect("minimax").render_call(call, TOOLS)


def test_compact_json() -> None:
    assert (
        compact_json({"a": [1.0, 1.5, True, None, "é\u2028"], "b": "\ud83d"})
        == '{"a":[1,1.5,true,null,"é\u2028"],"b":"\\ud83d"}'
    )
    assert same_json({"a": 1}, {"a": 1.0})
    assert not same_json({"a": 1}, {"a": True})


def test_the_catalog_keeps_the_order_of_keys() -> None:
    (line, *_) = mg.load_dialect("minimax").catalog(TOOLS).split("\n")
    entry = json.loads(line)
    assert list(entry) == ["type", "function"]
    assert list(entry["function"]) == ["name", "description", "parameters"]


UNWRAPPED = {
    "plan": "plan",
    "<t>plan</t>": "plan",
    "<t>\nplan\n</t>": "plan",
    " <t><t>x</t></t>\n": "x",
    "<t>a</t> <t>b</t>": "a\nb",
    "<t>a<t>b</t>c</t>": "a<t>b</t>c",
    "<t>a</t> tail": "<t>a</t> tail",
    "a </t> b": "a </t> b",
    "<t>a": "<t>a",
    "\xa0<t>a</t>": "\xa0<t>a</t>",
    "<t></t>": "",
    "<t>" * 3000 + "x" + "</t>" * 3000: "x",
}


@pytest.mark.parametrize("text", UNWRAPPED, ids=range(len(UNWRAPPED)))
def test_unwrapping(text: str) -> None:
    assert unwrapped(text, "<t>", "</t>") == UNWRAPPED[text]


def test_deep_rows_do_not_exhaust_the_stack() -> None:
    assert unwrapped("<t>" * 2000 + "<t></t>" + "</t><t>x</t>" * 2000, "<t>", "</t>")


def test_templates() -> None:
    assert parse_template("a{{{x|attr}}}b")(x='"<') == "a{&quot;&lt;}b"
    assert template_problems("call", "{name|attr}{arguments}") == []
    assert template_problems("call", "{id}{arguments|json}") == []
    assert "no field 'nmae'" in template_problems("call", "{nmae}{arguments}")[0]
    assert "needs the field {name}" in template_problems("call", "{arguments}")[0]
    assert "no filter 'html'" in template_problems("call", "{name|html}{arguments}")[0]
    assert "stands twice" in template_problems("call", "{name}{arguments}{arguments}")[0]
    assert "a single '}'" in template_problems("call", "{name}}{arguments}")[0]
    assert "comes first" in template_problems("argument", "{key}{value|attr|json}")[0]
    assert "nothing that is rendered" in template_problems("cal", "")[0]


VALUE = {"a": ["x", 1, True, None], "é": "1e-7\n"}
WRITTEN = {
    "json": '{"a":["x",1,true,null],"é":"1e-7\\n"}',
    "spaced": '{"a": ["x", 1, true, null], "é": "1e-7\\n"}',
    "plain": '{"a":["x",1,true,null],"é":"1e-7\\n"}',
    "easy": '{"a": ["x", 1, true, null], "é": "1e-7\\n"}',
    "python": '{"a": ["x", 1, True, None], "é": "1e-7\\n"}',
    "notation '~'": "{a:[~x~,1,true,null],é:~1e-7\n~}",
    "tree": "(a=(item=x)(item=1)(item=true)(item=null))(é=1e-7\n)",
}


@pytest.mark.parametrize("how", WRITTEN)
def test_how_values_are_written(how: str) -> None:
    template = parse_template(f"({{key}}={{value|{how}}})")
    assert template(key="k", value=VALUE) == f"(k={WRITTEN[how]})"


def test_how_texts_are_written() -> None:
    def written(filters: str, text: str) -> str:
        return parse_template(f"{{text|{filters}}}")(text=text)

    assert written("quoted", '<a & "b">') == "<a &amp; &quot;b&quot;>"
    assert written("cdata", "a > b") == "a &gt; b"
    assert written("cdata", "a < b") == "<![CDATA[a < b]]>"
    assert written("cdata", "]]>") == "]]&gt;"
    assert written("lead '-'|tail \"'\"", "x") == "-x'"
    assert written("lead '-'|tail '+'", "") == ""
    assert written("without 'a.'", "a.b") == "b"
    assert written("parsed|json", '{"a":1}') == '{"a":1}'
    assert written("parsed|json", '{"a": 1}') == '"{\\"a\\": 1}"'


def test_numbers_have_no_zeros_before_their_exponent() -> None:
    assert compact_json([1e-7, 1.5e-10, 1e21, '"1e-07\\']) == '[1e-7,1.5e-10,1e+21,"\\"1e-07\\\\"]'


TYPED = [{"name": "read", "parameters": {"properties": {"k": {"type": "string"}, "n": {"type": "integer"}}}}]


@pytest.mark.parametrize(
    ("dialect", "value", "held", "offset"),
    [
        ("glm", "x</arg_value>\n</tool_call>", "</arg_value>", 1),
        ("qwen3-coder", "a\n</parameter>\n<parameter=b>", "</parameter>", 1),
        ("kimi-k3", "<|close|>argument<|sep|><|close|>call<|sep|>", "<|close|>argument", 0),
        ("deepseek-v4", "a</｜DSML｜parameter>\n</｜DSML｜invoke>", "</｜DSML｜parameter>", 1),
        ("minimax-m3", "a]<]minimax[>[</k>", "]<]minimax[>[</k>", 1),
    ],
)
def test_what_would_end_a_body_is_named(dialect: str, value: str, held: str, offset: int) -> None:
    loaded = mg.load_dialect(dialect)
    call = {"name": "read", "arguments": {"n": 1, "k": value}}
    with pytest.raises(mg.RenderError) as caught:
        loaded.render_call(call, TYPED)
    assert (caught.value.name, caught.value.key, caught.value.offset) == ("read", "k", offset)
    assert held in str(caught.value).replace("\\n", "\n")
    assert loaded.render_call(call, TYPED, allow_unsafe=True)


@pytest.mark.parametrize("dialect", ["hermes", "kimi", "deepseek", "harmony", "llama3-json", "mistral-v3", "minicpm5"])
def test_strings_protect_what_would_end_a_body(dialect: str) -> None:
    loaded = mg.load_dialect(dialect)
    call = {"name": "read", "arguments": {"k": "</tool_call><|tool_call_end|><｜tool▁call▁end｜><|call|>[/TOOL_CALLS]"}}
    assert mg.parse(loaded.render_calls([call], TYPED), loaded, TYPED).calls[0].arguments == call["arguments"]


def test_names_that_cannot_be_written_are_refused() -> None:
    for dialect, name in [("gemini", "a b"), ("llama4-pythonic", "a:b"), ("kimi", ""), ("qwen3-coder", "a>b")]:
        with pytest.raises(mg.RenderError, match="the name .* cannot be written"):
            mg.load_dialect(dialect).render_call({"name": name, "arguments": {}})


def test_a_missing_tool_is_told_where_its_schema_would_help() -> None:
    loaded = mg.load_dialect("minimax-m2")
    with pytest.raises(mg.RenderError, match="the tool is not known"):
        loaded.render_call({"name": "read", "arguments": {"n": 40}})
    assert ">40<" in loaded.render_call({"name": "read", "arguments": {"n": 40}}, TYPED)


def test_texts_that_look_like_values_are_quoted_where_that_is_read() -> None:
    loaded = mg.load_dialect("glm-4.7")
    assert "<arg_value>x</arg_value>" in loaded.render_call({"name": "read", "arguments": {"other": "x"}}, TYPED)
    for unsafe in (False, True):
        text = loaded.render_call({"name": "read", "arguments": {"other": "40"}}, TYPED, allow_unsafe=unsafe)
        assert '<arg_value>"40"</arg_value>' in text


def test_ids_are_kept_where_they_are_those_of_the_dialect() -> None:
    loaded = mg.load_dialect("kimi")
    calls = [{"id": "c1", "name": "a", "arguments": {}}, {"id": "functions.b:7", "name": "b", "arguments": {}}]
    parsed = mg.parse(loaded.render_calls(calls), loaded)
    assert [call.id for call in parsed.calls] == ["functions.a:0", "functions.b:7"]
    taken = [{"name": "a", "arguments": {}}, {"id": "functions.a:0", "name": "a", "arguments": {}}]
    written = loaded.render_calls(taken)
    assert [call.id for call in mg.parse(written, loaded).calls] == ["functions.a:1", "functions.a:0"]
    # Results follow the ids that were written, in whichever order they come.
    messages: list[dict[str, Any]] = [
        {"role": "assistant", "content": [{"type": "tool_call", **call} for call in calls]},
        {"role": "tool", "tool_call_id": "functions.b:7", "name": "b", "content": "two"},
        {"role": "tool", "tool_call_id": "c1", "name": "a", "content": "one"},
    ]
    results = "Return of functions.b:7\ntwo", "Return of functions.a:0\none"
    for text in (
        loaded.render_transcript(messages),
        mg.encode_history(messages, loaded)[1]["content"][0]["text"],
    ):
        assert all(result in text for result in results)


def test_one_call_and_several_may_be_wrapped_differently() -> None:
    loaded = mg.load_dialect("gemini")
    call = {"name": "read", "arguments": {"k": "a"}}
    assert loaded.render_calls([call], TYPED) == '```tool_code\ndefault_api.read(k="a")\n```'
    assert "[default_api.read(" in loaded.render_calls([call, call], TYPED)


def test_a_transcript_without_a_turn_for_developers() -> None:
    loaded = mg.load_dialect("gemini")
    said = {"role": "developer", "content": "Be brief."}
    user = {"role": "user", "content": "Hi"}
    answer = {"role": "assistant", "content": "Yes."}
    turns = "<bos><start_of_turn>user\nBe brief.\n{}<end_of_turn>\n{}"
    model = "<start_of_turn>model\nYes.<end_of_turn>\n"
    assert loaded.render_transcript([said, user, answer]) == turns.format("Hi", model)
    assert loaded.render_transcript([said, answer]) == turns.format("", model)
    assert loaded.render_transcript([said]) == turns.format("", "")


def test_results_in_the_turn_of_the_assistant() -> None:
    loaded = mg.load_dialect("gemma")
    messages: list[dict[str, Any]] = [
        {"role": "assistant", "content": [{"type": "tool_call", "id": "a", "name": "read", "arguments": {}}]},
        {"role": "tool", "tool_call_id": "a", "name": "read", "content": "12"},
    ]
    text = loaded.render_transcript(messages)
    assert text.endswith("<tool_call|><|tool_response>response:read{output:12}<tool_response|><turn|>")
    assert loaded.render_transcript(messages[1:]).count("<|turn>user") == 1


def test_thinking_that_a_dialect_has_no_words_for() -> None:
    loaded = mg.load_dialect("llama3-json")
    messages = [
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "x"}, {"type": "text", "text": "y"}]}
    ]
    with pytest.raises(mg.RenderError, match="thinking"):
        loaded.render_transcript(messages)
    assert "y<|eot_id|>" in loaded.render_transcript(messages, allow_unsafe=True)
