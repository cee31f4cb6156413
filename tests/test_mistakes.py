"""Mistakes in every word of the language: each is named with its place and what to do, and brings about no other."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import pytest

import minimax_grammar as mg

GOOD = r"""dialect mail "Messages"
tags open "<!" close "<!/" end "!>"
tag note = <note id> | <memo id>
mark call = "[call " name [" id=" id] "]"
mark over = "[/]"
mark item = "[" key ":"
mark done = after "\n" "." before "\n"
field to = call.name | without "x." or call.id
limit tag 100
limit value 100 "…"
limit whole 100
start outside
start inner -> thought when thinking prompt "((" | "[["
mode outside trim newlines
    text -> emit
    call -> enter call if call.name is not "x" and listed to
    <note> -> enter thought when thinking
    item -> enter whole then outside
mode call is call(name = to, id = call.id)
    text -> skip
    item -> enter value
    over -> leave
    end -> abort
mode value is argument(key = item.key, untyped = text, json = strict) trim space
    text -> body
    done -> leave
    end -> abort
mode thought is thinking
    text -> body
    </note same> -> leave
    end -> leave
mode whole is calls(name = "n", arguments = "a")
    text -> body
    balanced -> leave
    invalid -> emit
    end -> emit
"""

# What is changed, into what, the line of the finding, and what is said.
MISTAKES = {
    "tags": ('open "<!"', 'open ""', 2, "an empty string"),
    "tags begin unlike": ('open "<!"', 'open "<!" | "[!"', 1, "begins with one character"),
    "tag closed": ("= <note id>", "= </note>", 3, "the opening tag only"),
    "tag with value": ("<note id>", "<note id=1>", 3, "no attribute name"),
    "field first": ('"[call " name', 'name "[call "', 4, "begins with a literal"),
    "field at the end": ('[" id=" id] "]"', '"]" tail', 4, "nothing says where the field tail ends"),
    "two fields": ('[" id=" id] "]"', 'id "]"', 4, "nothing says where the field name ends"),
    "open bracket": ('id] "]"', 'id "]"', 4, "too early"),
    "field in what follows": ('before "\\n"\n', "before name\n", 7, "literal, white space"),
    "same form twice": ('mark over = "[/]"', 'mark over = "[/]" | "[/]"', 5, "given twice"),
    "no filter": ("without", "wihtout", 8, "no filter 'wihtout'; the filters are"),
    "filter without text": ('without "x."', "without", 8, "needs a text"),
    "filter with text": ('without "x."', 'first "x."', 8, "takes no text"),
    "field of a field": ("or call.id", "or to", 8, "TAG.ATTRIBUTE or MARK.FIELD"),
    "no such field": ("or call.id", "or call.it", 8, "no field 'it'; its fields are name, id"),
    "plain mark": ("or call.id", "or over.id", 8, 'mark over = "…" id "…"'),
    "no delimiter": ("or call.id", "or cal.id", 8, "declare it with 'tag' or 'mark'"),
    "limit of nothing": ("limit whole 100", "limit hole 100", 11, "'hole' is neither"),
    "start nowhere": ("-> thought when", "-> thoughts when", 13, "no mode 'thoughts' to start in"),
    "start option": ("when thinking prompt", "when thinkin prompt", 13, "no option"),
    "empty prompt": ('prompt "(("', 'prompt ""', 13, "an empty string"),
    "trim": ("trim newlines", "trim lines", 14, "trim newline, newlines, layout, space or first"),
    "condition": ("if call.name is not", "if item.key is not", 16, "does not catch what the rule asks for"),
    "condition without is": ('is not "x"', '"x"', 16, "not expected here"),
    "listed nothing": ("listed to", "listed two", 16, "no field 'two'"),
    "then nowhere": ("then outside", "then elsewhere", 18, "no mode 'elsewhere' to return to"),
    "then without enter": ("over -> leave", "over -> leave then outside", 22, "'then' says"),
    "closed tag": ("</note same> -> leave", "<note/> -> leave", 30, "a rule names a tag alone"),
    "closed tag with a blank": ("</note same> -> leave", "<note /> -> leave", 30, "a rule names a tag alone"),
    "same of one": ("over -> leave", "over same -> leave", 22, "no field that could be the same"),
    "property": ("id = call.id)", "ids = call.id)", 19, "not ids"),
    "property twice": ("id = call.id)", "name = call.id)", 19, "given twice"),
    "untyped": ("untyped = text", "untyped = texts", 24, "untyped is one of json, text"),
    "json": ("json = strict", "json = lax", 24, "json is one of repaired, strict"),
    "null": ("json = strict", "null = nothing", 24, "null is one of text, value"),
    "construct": ("is thinking", "is think", 28, "not a think"),
    "format": ('calls(name = "n", arguments = "a")', "calls(format = tree)", 32, "one of json, python"),
    "no arguments": (', arguments = "a"', "", 32, "where the arguments are"),
    "beside without members": (
        'calls(name = "n", arguments = "a")',
        'calls(format = python, beside = "x")',
        32,
        "beside",
    ),
    "beside is written": ('arguments = "a"', 'arguments = "a", beside = call.id', 32, "beside"),
    "source of JSON": ('arguments = "a"', 'arguments = "a", source = block', 32, "only calls in Python have"),
    "source": ('arguments = "a"', 'arguments = "a", source = all', 32, "source is one of call, block"),
    "no format": ('calls(name = "n", arguments = "a")', "calls", 32, "how calls are written"),
    "balanced text": ("over -> leave", "balanced -> leave", 22, "brackets balance"),
    "balanced skips": ("balanced -> leave", "balanced -> skip", 34, "balanced -> leave"),
    "invalid enters": ("invalid -> emit", "invalid -> stop", 35, "can leave, abort, skip or emit"),
    "become in a call": ("over -> leave", "over -> become outside", 22, "only a mode that builds nothing"),
    "become itself": ("<note> -> enter thought when thinking", "<note> -> become outside", 17, "outside already"),
    "closers": ("limit tag 100", "limit tag 100\nclosers last", 10, "first or followed"),
    "mode name": ("mode value", "mode _value", 24, "begins with a letter"),
    "report": ("over -> leave", "over -> leave report lost-closr", 22, "did you mean 'lost-closer'"),
    "unless": ("over -> leave", "over -> leave report lost-closer unless bare", 22, "no condition"),
}


def found(path: Path, text: str) -> list[mg.Finding]:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(mg.GrammarError) as caught:
        mg.load_dialect(path)
    return caught.value.findings


def test_the_file_is_good(tmp_path: Path) -> None:
    path = tmp_path / "good.dialect"
    path.write_text(GOOD, encoding="utf-8")
    mg.load_dialect(path)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named(name: str, tmp_path: Path) -> None:
    old, new, line, message = MISTAKES[name]
    assert old in GOOD
    findings = found(tmp_path / "my.dialect", GOOD.replace(old, new, 1))
    told = [finding for finding in findings if any(part in finding.message for part in message.split("|"))]
    assert told, findings
    assert line in {finding.line for finding in told}, told
    assert all(finding.column > 0 for finding in findings)
    assert not [finding for finding in findings if "never entered" in finding.message]


def test_an_unknown_base_hides_no_mistake(tmp_path: Path) -> None:
    text = 'dialect mine extends nosuch\nmark a = ""\namend outside\n  a -> emit when never\n  b -> flee\n'
    findings = found(tmp_path / "my.dialect", text)
    assert [finding.line for finding in findings] == [1, 2, 4, 5]


def test_a_mistake_in_what_extends_is_told_there(tmp_path: Path) -> None:
    findings = found(tmp_path / "my.dialect", "dialect mine extends minimax\n\ntag invoke = <invoke>\n")
    assert [(Path(finding.file).name, finding.line) for finding in findings] == [("my.dialect", 3)]


@pytest.mark.parametrize(
    "modes",
    [
        "mode o\n  text -> emit\n  before m -> become p\nmode p\n  text -> become o\n",
        "mode o\n  text -> become p\nmode p\n  text -> become o\n  m -> skip\n",
        "mode o\n  text -> emit\n  before m -> enter p\nmode p\n  text -> skip\n  before m -> leave\n  end -> leave\n",
    ],
)
def test_modes_that_would_go_round_for_ever(modes: str, tmp_path: Path) -> None:
    findings = found(tmp_path / "my.dialect", f'dialect round\nmark m = "x"\nstart o\n{modes}')
    assert any("with nothing read, for ever" in finding.message for finding in findings)


@pytest.mark.parametrize(
    "text",
    [
        GOOD + "mark many = " + " | ".join(f'"{n}"' for n in range(15_000)) + "\n",
        GOOD + 'mark deep = "a" ' + "[" * 40_000 + '"b"' + "]" * 40_000 + "\n",
        GOOD + 'mark some = "a" ' + '["b" x] ' * 40 + '">"\n',
        GOOD + f'mark long = "{"a" * 150_000}"\n',
        GOOD + "".join(f"mode m{n}\n  text -> skip\n" for n in range(4_000)),
        GOOD + "prefixes " + ", ".join(f"p{n}" for n in range(10_000)) + "\n",
    ],
    ids=["alternates", "brackets", "optional", "text", "modes", "prefixes"],
)
def test_what_is_too_much_is_told_soon(text: str, tmp_path: Path) -> None:
    begun = perf_counter()
    assert found(tmp_path / "my.dialect", text)
    assert perf_counter() - begun < 20
