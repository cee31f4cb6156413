"""Dialect files: what they may say, and what is said of those that are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minimax_grammar as mg
from minimax_grammar.generate.package import package_sources
from minimax_grammar.language.syntax import MAX_FILE
from minimax_grammar.registry import check_dialect
from minimax_grammar.resources import grammar_dir

FLAGSHIP = (grammar_dir() / "minimax.dialect").read_text(encoding="utf-8")


def findings(tmp_path: Path, text: str | bytes) -> list[str]:
    """What is wrong with a dialect file that holds ``text``, without its path."""
    path = tmp_path / "my.dialect"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(mg.GrammarError) as caught:
        mg.load_dialect(path)
    return [str(finding).replace(str(path), "my.dialect") for finding in caught.value.findings]


def amended(*changes: tuple[str, str]) -> str:
    text = FLAGSHIP
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def test_what_the_package_ships_is_generated_from_its_grammar_files() -> None:
    folder = Path(mg.__file__).parent / "generated"
    sources = package_sources()
    assert {path.name for path in folder.glob("*.py")} == set(sources)
    for name, source in sources.items():
        assert (folder / name).read_text(encoding="utf-8") == source, "run python -m minimax_grammar.generate"


def test_a_copy_with_other_tags_is_another_dialect(tmp_path: Path) -> None:
    text = amended(
        ("dialect minimax", "dialect mine"),
        ("<tool_call>\n", "<actions>\n"),
        ("<invoke name>", "<do what>"),
        ("<parameter name string>", "<with key string>"),
        ("invoke.name", "invoke.what"),
        ("parameter.name", "parameter.key"),
    )
    path = tmp_path / "mine.dialect"
    path.write_text(text, encoding="utf-8")
    parsed = mg.parse('<actions><do what="x"><with key="k">1</with></do></actions> <invoke name="y">', path)
    assert [(call.name, call.arguments) for call in parsed.calls] == [("x", {"k": 1})]
    assert parsed.text == ' <invoke name="y">'


def test_only_the_tags_renamed(tmp_path: Path) -> None:
    text = amended(
        ("<tool_call>\n", "<t>\n"), ("<invoke name>", "<i name>"), ("<parameter name string>", "<p name string>")
    )
    path = tmp_path / "renamed.dialect"
    path.write_text(text, encoding="utf-8")
    parsed = mg.parse('a<minimax:t><i name="x"><p name="k">v</p></i></minimax:t>b', path)
    assert parsed.calls[0][1:3] == ("x", {"k": "v"})
    assert parsed.text == "ab"
    check_dialect(path)
    call = mg.load_dialect(path).render_calls([{"name": "x", "arguments": {"k": 1}}])
    assert call == '<minimax:t>\n<i name="x"><p name="k">1</p></i>\n</minimax:t>'


def test_all_mistakes_come_out_at_once(tmp_path: Path) -> None:
    text = amended(
        ("limit tag      257", "limit tag      257 257"),
        ("</invoke>         -> leave\n", "</invoke>         -> depart\n"),
        ("report bare-call", "report bear-call"),
        ('mark legacy   = "<tool_name>"', 'mark legacy   = "<tool_name>" : "<b>"'),
        ("before </wrapper> -> leave", "before </rapper>  -> leave"),
        ("    </parameter>      -> leave\n", ""),
        ("mark foreign", 'mark forgotten = "<forgotten>"\nmark foreign'),
        ("start outside\n", "start outside of it\n"),
    )
    assert findings(tmp_path, text) == [
        "my.dialect:14:31: ':' is not expected here; expected '[' or ']' or '|' or '~' or a \"string\" or a name",
        "my.dialect:15:6: the mark 'forgotten' is never used; remove it, or write a rule for it",
        "my.dialect:19:20: '257' is not expected here; expected a \"string\" or the end of the line",
        "my.dialect:22:15: 'of' is not expected here; expected '->' or after or prompt or the end of the line or when",
        "my.dialect:29:5: 'bear-call' is no diagnostic; did you mean 'bare-call'?",
        "my.dialect:51:26: depart is no action; the actions are emit, skip, body, enter, become, leave, abort or stop",
        "my.dialect:53:5: there is no tag 'rapper'; declare it with 'tag'",
        "my.dialect:57:6: mode 'argument' can never be left: no rule leaves it",
    ]


def test_a_mistake_in_the_first_line_hides_no_other(tmp_path: Path) -> None:
    text = amended(('wrapper"\n', "wrapper\n"), ("report bare-call", "report bear-call"), ("is thinking", "is musing"))
    assert [finding.split(":")[1] for finding in findings(tmp_path, text)] == ["1", "28", "61"]


def test_what_is_no_dialect_file_is_told_once(tmp_path: Path) -> None:
    assert len(findings(tmp_path, '{\n"a": [1,\n2]\n}\n')) == 1


WRONG = {
    "no header": ("tag a = <a>\n", "begins with one"),
    "two headers": (FLAGSHIP + "\ndialect other\n", "second 'dialect' line"),
    "no modes": ("dialect a\nstart b\n", "no mode"),
    "no start": (amended(("start outside\n", "\n"), ("start thinking -> thought                 when thinking", "")), "no start"),
    "unknown parent": ("dialect a extends nothing\n", "no dialect nothing to extend"),
    "not a dialect file": ('dialect a extends "/etc/passwd"\n', "path of a .dialect file"),
    "missing parent file": ('dialect a extends "missing.dialect"\n', "no dialect"),
    "itself": ('dialect a extends "my.dialect"\n', "cannot extend itself"),
    "unknown tag": (amended(("</parameter>      -> leave", "</argument>       -> leave")), "no tag 'argument'"),
    "unknown mark": (amended(("result            -> skip", "outcome           -> skip")), "no mark 'outcome'"),
    "unknown attribute": (amended(("invoke.name", "invoke.title")), "no attribute 'title'"),
    "unknown property": (amended(("call(name", "call(title")), "not title"),
    "unknown option": (amended(("when guarded", "when careful")), "'careful' is no option"),
    "unknown construct": (amended(("is thinking", "is musing")), "not a musing"),
    "a call without a name": (amended(("is call(name = invoke.name)", "is call")), "a call without a name"),
    "an argument without a key": (amended(("(key = parameter.name, string = parameter.string)", "")), "without a key"),
    "never left": (amended(("</parameter>      -> leave\n", "\n")), "can never be left"),
    "never entered": (FLAGSHIP + "\nmode lost\n  text -> skip\n  </wrapper> -> leave\n  end -> leave\n", "never entered"),
    "end not said": (amended(("    end               -> abort            report unclosed-call\n", "")), "end of the stream means"),
    "text not said": (amended(("    text              -> emit\n", "")), "exactly one unconditional rule 'text"),
    "two rules": (amended(("    </invoke>         -> leave\n", "    </invoke> -> leave\n    </invoke> -> skip\n")), "already has a rule"),
    "equal marks": (amended(('mark legacy   = "<tool_name>"', 'mark legacy   = "<function_results>"')), "must mean one thing"),
    "hidden mark": (amended(('mark legacy   = "<tool_name>"', 'mark legacy   = "<tool_call>x"')), "begins the tag"),
    "unused tag": (amended(("tag think ", "tag idle = <idle>\ntag think ")), "'idle' is never used"),
    "unused mark": (FLAGSHIP + '\nmark idle = "<idle>"\n', "'idle' is never used"),
    "no tag limit": (amended(("limit tag      257\n", "")), "no limit for tags"),
    "no body limit": (amended(("limit argument", "limit invoke")), "neither 'tag' nor a mode"),
    "tag limit too small": (amended(("limit tag      257", "limit tag      12")), "longer than the limit"),
    "tag limit too large": (amended(("limit tag      257", "limit tag      1_000_000")), "held whole"),
    "zero limit": (amended(("limit tag      257", "limit tag      0")), "from 1 to"),
    "endless limit": (amended(("limit tag      257", "limit tag      " + "9" * 5000)), "from 1 to"),
    "body in no body": (amended(("-> skip             report dropped-prose", "-> body")), "has no body"),
    "text in a call": (amended(("legacy            -> skip             report legacy-markup\n    end               -> abort", "legacy            -> emit\n    end               -> abort")), "no visible text"),
    "enters itself": (amended(("    </parameter>      -> leave\n", "    </parameter>      -> leave\n    <parameter>       -> enter argument\n")), "nothing can be entered"),
    "a text for what is caught": (amended(("string = parameter.string", 'string = "false"')), "is what a delimiter caught"),
    "a source for a text": (amended(("is call(name = invoke.name)", "is call(name = invoke.name, quote = invoke.name)")), "quote is a text"),
    "a format of other bodies": (amended(("string = parameter.string", "format = json")), "format is one of tree, entities, not json"),
    "no format": (amended(("string = parameter.string", "format = text")), "format is one of tree, entities, not text"),
    "same without a choice": (amended(("</parameter>      -> leave", "</parameter same> -> leave")), "one spelling only"),
    "same with text": (amended(("    text              -> emit\n", "    text same         -> emit\n")), "'same' goes with a delimiter"),
    "same with an end": (amended(("    end               -> abort            report unclosed-call\n", "    end same          -> abort\n")), "'same' goes with a delimiter"),
    "empty mark": (amended(('"<tool_name>"', '""')), "cannot be empty"),
    "bad escape": (amended(('"<tool_name>"', '"\\x"')), "bad escape"),
    "open string": (amended(('"<parameters>"', '"<parameters>')), "not closed on its line"),
    "a value in a tag": (amended(("<invoke name>", '<invoke name="x">')), "no attribute name"),
    "amends nothing": (FLAGSHIP + "\namend elsewhere\n  text -> skip\n", "no inherited mode"),
    "half a surrogate": (amended(('"MiniMax: ', '"\\ud800')), "half a surrogate pair"),
    "a misspelt word": (amended(("-> enter thought    when thinking", "-> enter thought    wen thinking")), "'wen' is not expected here"),
    "an unknown template": (FLAGSHIP + "\nrender song = 'x'\n", "nothing that is rendered"),
    "a template without a field": (amended(("{arguments}</{invoke}>", "</{invoke}>")), "needs the field {arguments}"),
    "a call without a wrapper": (amended(("render calls ", "render gap2 ")), "nothing that is rendered"),
    "a path as guide": (amended(('"minimax.guide.md"', '"../secret.md"')), "a .md file beside this one"),
    "every model": (amended(('"abab*"', '"*"')), "every model"),
    "rule without a mode": ("dialect a\ntext -> emit\n", "below a 'mode'"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said(name: str, tmp_path: Path) -> None:
    text, message = WRONG[name]
    found = findings(tmp_path, text)
    assert any(message in finding for finding in found), found
    assert all(finding.startswith("my.dialect:") for finding in found)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name="{name|attr}"', 'name="{name}"'),
        ("render call      = '<{invoke} name", "render call      = '<call name"),
        ('"<{prefix}{wrapper}>\\n{calls}', '"<{think}>\\n{calls}'),
        ('"<{think}>\\n{thinking|', '"{thinking|'),
    ],
)
def test_templates_that_do_not_read_back(old: str, new: str, tmp_path: Path) -> None:
    path = tmp_path / "my.dialect"
    path.write_text(amended((old, new)), encoding="utf-8")
    with pytest.raises(mg.GrammarError, match="read back"):
        check_dialect(path)
    # Scanning does not depend on it.
    assert mg.parse("<invoke name='x'/>", path).calls[0].name == "x"


def test_files_that_are_no_dialects(tmp_path: Path) -> None:
    assert "begins with one" in findings(tmp_path, "")[0]
    assert "is not UTF-8" in findings(tmp_path, b"dialect a\n\xff\xfe\n")[0]
    assert "NUL" in findings(tmp_path, b"dialect a\n\0\n")[0]
    assert "larger than" in findings(tmp_path, b"#" * (MAX_FILE + 1))[0]
    with pytest.raises(mg.GrammarError, match="cannot be read"):
        mg.load_dialect(tmp_path)
    with pytest.raises(mg.GrammarError, match="cannot be read"):
        mg.load_dialect(tmp_path / "missing.dialect")


def test_a_file_at_the_limit_is_read(tmp_path: Path) -> None:
    assert len(findings(tmp_path, "dialect a\n" + "x\n" * (MAX_FILE // 2 - 10))) > 10_000


def test_extending_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "base.dialect").write_text(FLAGSHIP, encoding="utf-8")
    path = tmp_path / "child.dialect"
    path.write_text('dialect child extends "base.dialect"\nprefixes my\n', encoding="utf-8")
    assert mg.parse('<my:invoke name="x"/>', path).calls[0].name == "x"
    (tmp_path / "base.dialect").write_text('dialect base extends "child.dialect"\n', encoding="utf-8")
    with pytest.raises(mg.GrammarError, match="cannot extend itself"):
        mg.load_dialect(path)


def test_what_an_inherited_mode_trims(tmp_path: Path) -> None:
    file = tmp_path / "mine.dialect"
    file.write_text("dialect mine extends kimi\namend outside trim space\n    text -> emit\n")
    call = "<|tool_call_begin|>ping:0<|tool_call_argument_begin|>{}<|tool_call_end|>"
    assert mg.parse(f" a  {call} ", mg.load_dialect(file)).text == "a"
    assert mg.parse(f" a  {call} ", "kimi").text == " a   "


def test_what_is_wrong_about_trimming_an_inherited_mode_is_said_where_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "mine.dialect"
    file.write_text("dialect mine extends kimi\n\namend outside trim lines\n")
    with pytest.raises(mg.GrammarError) as caught:
        mg.load_dialect(file)
    assert [(finding.file, finding.line) for finding in caught.value.findings] == [(str(file), 3)]


def test_texts_of_a_dialect_are_never_code(tmp_path: Path) -> None:
    hostile = '\\"\\"\\"\\nraise SystemExit\\n\\\\'
    path = tmp_path / "hostile.dialect"
    path.write_text(
        amended(('"MiniMax: ', f'"{hostile}'), ('"<tool_name>"', f'"{hostile}"'), ("\\n…[", f"{hostile}…[")),
        encoding="utf-8",
    )
    dialect = mg.load_dialect(path)
    assert dialect.title.startswith('"""\nraise SystemExit\n\\')
    assert mg.parse("x", path).text == "x"


def test_unknown_names() -> None:
    with pytest.raises(mg.UnknownDialectError, match="did you mean 'minimax'") as caught:
        mg.load_dialect("minimx")
    assert caught.value.known == mg.dialects()


@given(st.data())
@settings(max_examples=200)
def test_no_file_makes_the_reader_fail(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    lines = FLAGSHIP.splitlines()
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(lines) - 1))
        line = lines[at]
        cut = data.draw(st.integers(0, len(line)))
        kind = data.draw(st.sampled_from(["drop", "double", "cut", "swap", "noise"]))
        if kind == "drop" and len(lines) > 1:
            del lines[at]
        elif kind == "double":
            lines.insert(at, line)
        elif kind == "cut":
            lines[at] = line[:cut]
        elif kind == "swap":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        else:
            lines[at] = line[:cut] + data.draw(st.text(max_size=6)) + line[cut:]
    path = tmp_path_factory.mktemp("fuzz") / "fuzz.dialect"
    path.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))
    try:
        dialect = mg.load_dialect(path)
    except mg.GrammarError as error:
        assert error.findings
        return
    # What passes the check scans.
    text = '<minimax:tool_call><invoke name="a"><parameter name="b">c</parameter></invoke></minimax:tool_call><think>x'
    scanner = dialect.scanner()
    whole = mg.coalesce(scanner.feed(text) + scanner.flush())
    cut_up = dialect.scanner()
    pieces = [event for character in text for event in cut_up.feed(character)] + cut_up.flush()
    assert [event.to_json() | {"id": 0} for event in mg.coalesce(pieces)] == [e.to_json() | {"id": 0} for e in whole]
