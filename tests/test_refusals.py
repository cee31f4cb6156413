"""What cannot be rendered is refused with the one reason that holds, and ids are written so that they are read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import minimax_grammar as mg
from minimax_grammar.registry import check_dialect

NUMBERED = """dialect numbered "Calls with a number"
mark call = "%%call " name " #" id "\\n"
mark over = "%%end"
mark item = "+" key " := "
mark done = ";\\n"
limit tag 60
limit value 50 "…"
start outside
mode outside trim newlines
    text -> emit
    call -> enter call
mode call is call(name = call.name, id = call.id)
    text -> skip
    item -> enter value
    over -> leave
    end -> abort
mode value is argument(key = item.key, typed = json)
    text -> body
    done -> leave
    end -> abort
render argument = "+{key} := {value|json};\\n"
render id = "{position}"
render call = "%%call {name} #{id}\\n{arguments}%%end" joined "\\n"
render calls = "{calls}" joined "\\n"
render success = "%%result #{id}\\n{body}\\n%%end"
render results = "{results}" joined "\\n"
"""


def loaded(folder: Path, text: str = NUMBERED) -> mg.Dialect:
    path = folder / "numbered.dialect"
    path.write_text(text, encoding="utf-8")
    check_dialect(path)
    return mg.load_dialect(path)


def calling(*ids: str) -> dict[str, Any]:
    return {
        "role": "assistant",
        "content": [{"type": "tool_call", "id": each, "name": "f", "arguments": {}} for each in ids],
    }


def answering(*ids: str) -> list[dict[str, Any]]:
    return [{"role": "tool", "tool_call_id": each, "content": "x"} for each in ids]


@pytest.mark.parametrize(("field", "first"), [("position", 1), ("number", 0)])
def test_numbers_count_on_through_a_conversation(field: str, first: int, tmp_path: Path) -> None:
    dialect = loaded(tmp_path, NUMBERED.replace("{position}", f"{{{field}}}"))
    messages = [calling("a", "b"), *answering("b", "a"), calling("c"), *answering("c"), calling(str(first + 5), "d")]
    texts = [message["content"][0]["text"] for message in mg.encode_history(messages, dialect)]
    numbers = [[int(line.split("#")[1]) for line in text.splitlines() if "#" in line] for text in texts]
    assert numbers == [
        [first, first + 1],
        [first + 1, first],
        [first + 2],
        [first + 2],
        [first + 5, first + 3],
    ]


def test_a_call_without_an_id_gets_one(tmp_path: Path) -> None:
    dialect = loaded(tmp_path)
    calls = [{"name": "f", "arguments": {}}, {"name": "g", "arguments": {}, "id": "7"}]
    assert [call.id for call in mg.parse(dialect.render_calls(calls), dialect).calls] == ["1", "7"]


def test_an_empty_id_is_a_mistake_of_the_dialect(tmp_path: Path) -> None:
    lines = NUMBERED.replace('render id = "{position}"\n', "")
    with pytest.raises(mg.GrammarError, match="would be written with an empty one"):
        loaded(tmp_path, lines)
    loaded(tmp_path, lines.replace(" #{id}", "{id|lead ' #'}").replace('name " #" id "\\n"', 'name [" #" id] "\\n"'))
    with pytest.raises(mg.GrammarError, match="ids would be the same"):
        loaded(tmp_path, NUMBERED.replace("{position}", "{name}"))


@pytest.mark.parametrize("ident", ["call\n3", "a\n", "\n", "x" * 80])
def test_an_id_that_is_not_read_is_refused(ident: str, tmp_path: Path) -> None:
    lines = NUMBERED.replace('render id = "{position}"\n', "")
    lines = lines.replace(" #{id}", "{id|lead ' #'}").replace('name " #" id "\\n"', 'name [" #" id] "\\n"')
    dialect = loaded(tmp_path, lines)
    call = {"name": "f", "arguments": {"a": 1}, "id": ident}
    with pytest.raises(mg.RenderError, match=r"the id .* of 'f' cannot be written"):
        dialect.render_calls([call])
    assert mg.parse(dialect.render_calls([{**call, "id": "call_3"}]), dialect).calls[0].id == "call_3"
    assert ident in dialect.render_calls([call], allow_unsafe=True)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"k l": 1}, "its name cannot be written so that it is read as one"),
        ({"k\n": "x"}, "its name cannot be written so that it is read as one"),
        ({"a": "x;\ny", "k\n": 1}, "its name cannot be written so that it is read as one"),
        ({"k": "x" * 60}, "it is longer than the dialect's limit for a body"),
    ],
)
def test_the_reason_that_holds_is_told(arguments: dict[str, Any], reason: str, tmp_path: Path) -> None:
    with pytest.raises(mg.RenderError) as told:
        loaded(tmp_path).render_calls([{"name": "f", "arguments": arguments}])
    assert str(told.value).endswith(f"cannot be carried: {reason}")


def test_what_would_be_read_instead_is_told() -> None:
    tools = [{"name": "f", "parameters": {"properties": {"k": {"type": "string"}}}}]
    with pytest.raises(mg.RenderError, match=r'its value would be read as "5"$'):
        mg.load_dialect("minimax").render_calls([{"name": "f", "arguments": {"k": 5}}], tools)


def test_samples_that_do_not_read_back_are_shown(tmp_path: Path) -> None:
    with pytest.raises(mg.GrammarError) as told:
        loaded(tmp_path, NUMBERED.replace('render call = "%%call', 'render call = "%call'))
    message = str(told.value)
    assert "; written: '%call read_file #1\\n+path := " in message
    assert "; read: text '%call read_file #1" in message
