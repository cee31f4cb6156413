"""Arguments whose bodies are JSON, or text, whatever the schema says."""

from __future__ import annotations

from pathlib import Path

import pytest

import minimax_grammar as mg
from minimax_grammar.resources import grammar_dir

LINES = """dialect lines "JSON on a line, or text between lines"
mark call = after "\\n" "%%call " name "\\n"
mark over = after "\\n" "%%end" before "\\n" | after "\\n" "%%end" before end
mark item = "+" key " := "
mark raw = "+" key " <<\\n"
mark raw-end = "\\n>>"
mark line = "\\n"
limit tag 100
limit value 100 "…"
limit block 100 "…"
start outside after "\\n"
mode outside
    text -> emit
    call -> enter call
mode call is call(name = call.name)
    text -> skip
    item -> enter value
    raw -> enter block
    over -> leave
    end -> abort
mode value is argument(key = item.key, typed = json)
    text -> body
    before line -> leave
    end -> abort
mode block is argument(key = raw.key, typed = text)
    text -> body
    raw-end -> leave
    end -> abort
"""
SCHEMA = {"s": {"type": "string"}, "n": {"type": "number"}, "e": {"enum": ["1", 1]}}
TOOLS = [{"name": "f", "parameters": {"type": "object", "properties": SCHEMA}}]


@pytest.mark.parametrize("tools", [None, TOOLS])
@pytest.mark.parametrize("key", ["s", "n", "e", "other"])
def test_the_body_is_what_the_dialect_says(key: str, tools: object, tmp_path: Path) -> None:
    path = tmp_path / "lines.dialect"
    path.write_text(LINES, encoding="utf-8")
    dialect = mg.load_dialect(path)
    for body, value in (('"x"', "x"), ("5", 5), ("null", None), ('["a"]', ["a"]), ("true", True), ('"1"', "1")):
        for written, expected in ((f"+{key} := {body}\n", value), (f"+{key} <<\n{body}\n>>\n", body)):
            text = f"%%call f\n{written}%%end"
            for chunks in ([text], list(text)):
                scanner = dialect.scanner(tools)
                events = [event for chunk in chunks for event in scanner.feed(chunk)] + scanner.flush()
                assert [event.arguments for event in events if isinstance(event, mg.ToolEnd)] == [{key: expected}]
                assert not [found for found in scanner.diagnostics if found.name == "invalid-json"]


@pytest.mark.parametrize("body", ["", " ", "tru", "x y", '"'])
def test_what_is_no_json_is_told_also_if_it_is_nothing(body: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.dialect"
    path.write_text(LINES, encoding="utf-8")
    found = mg.parse(f"%%call f\n+s := {body}\n%%end", path)
    assert found.calls[0].arguments == {"s": body}
    assert [(report.name, report.line) for report in found.diagnostics] == [("invalid-json", 2)]
    assert mg.parse(f"%%call f\n+s <<\n{body}\n>>\n%%end", path).diagnostics == []


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("typed = jso", "typed is one of schema, json, text, not jso"),
        ("format = json", "format is one of tree, entities, not json; write 'typed = json'"),
        ("format = text", "format is one of tree, entities, not text; write 'typed = text'"),
        ('string = "false"', "for all bodies, write 'typed = json' or text"),
        ("typed = json, string = item.key", "string says nothing beside 'typed = json'"),
        ("typed = text, untyped = text", "untyped says nothing beside 'typed = text'"),
        ("typed = text, null = value", "null says nothing beside 'typed = text'"),
        ("typed = text, json = strict", "json says nothing beside 'typed = text'"),
        ("typed = text, format = tree", "a tree is typed by the schema"),
    ],
)
def test_words_that_do_not_fit_are_told(given: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.dialect"
    path.write_text(LINES.replace("typed = json", given), encoding="utf-8")
    with pytest.raises(mg.GrammarError) as told:
        mg.load_dialect(path)
    assert message in str(told.value)


def test_typed_by_the_schema_is_the_rule(tmp_path: Path) -> None:
    path = tmp_path / "lines.dialect"
    path.write_text(LINES.replace("typed = json", "typed = schema, null = value"), encoding="utf-8")
    found = mg.parse('%%call f\n+s := "x"\n+n := 1\n%%end', path, TOOLS)
    assert found.calls[0].arguments == {"s": '"x"', "n": 1}


def test_line_breaks_of_two_characters(tmp_path: Path) -> None:
    """The dialect that the reference shows for lines reads the same with either kind of line break."""
    reference = (grammar_dir() / "README.md").read_text(encoding="utf-8")
    lines = next(block for block in reference.split("```") if block.startswith("text\ndialect lines"))
    path = tmp_path / "lines.dialect"
    path.write_text(lines.removeprefix("text\n"), encoding="utf-8")
    dialect = mg.load_dialect(path)
    text = 'Hi.\n%%call save\n+path := "a"\n+text <<\n{}\n>>\n%%call ping\n+hosts := ["b"]\n%%end'
    for written in (text, text.replace("\n", "\r\n"), text.replace("Hi.\n", ""), text.replace("Hi.\n", "") + "\r\n"):
        for chunks in ([written], list(written)):
            scanner = dialect.scanner()
            events = [event for chunk in chunks for event in scanner.feed(chunk)] + scanner.flush()
            found = [(event.name, event.arguments) for event in events if isinstance(event, mg.ToolEnd)]
            assert found == [("save", {"path": "a", "text": "{}"}), ("ping", {"hosts": ["b"]})]
            assert [report.name for report in scanner.diagnostics] == ["lost-closer"]
