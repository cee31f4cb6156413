"""The command line, in this process and as processes of its own."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import minimax_grammar as mg
from minimax_grammar.cli.inputs import Recut
from minimax_grammar.cli.main import cli
from minimax_grammar.generate import python

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "weather-and-files.txt"
TOOLS = ROOT / "examples" / "tools.json"
COMMAND = [sys.executable, "-m", "minimax_grammar"]
POSIX = pytest.mark.skipif(os.name == "nt", reason="signals and pipes as POSIX has them")

FOUR_MISTAKES = """dialect wrong "Four mistakes"
tag call = <call name>
tag arg = <arg key>
limit tag 257
limit argument 1_000 "…"
start outside

mode outside
    text -> emit
    <call> -> enter cal

mode call is call(name = call.title)
    text -> skip
    <arg> -> enter argument
    </call> -> leave report lost-closr
    end -> abort

mode argument is argument(key = arg.key)
    text -> body
    </arg> -> leev
    end -> abort
"""


def run(*args: str | Path, text: str | bytes | None = None, **extra: Any) -> Result:
    result = CliRunner().invoke(cli, [str(arg) for arg in args], input=text, **extra)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def rows(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def start(*args: str, **extra: Any) -> subprocess.Popen[bytes]:
    """A real process, with every stream a pipe."""
    return subprocess.Popen(
        [*COMMAND, *args],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **extra,
    )


def read_some(process: subprocess.Popen[bytes], wanted: bytes, seconds: float = 20) -> bytes:
    """What comes out, until ``wanted`` is in it."""
    assert process.stdout is not None
    got = b""
    until = time.monotonic() + seconds
    while wanted not in got and time.monotonic() < until:
        if select.select([process.stdout], [], [], 0.1)[0]:
            piece = os.read(process.stdout.fileno(), 65536)
            if not piece:
                break
            got += piece
    return got


# -- scan -----------------------------------------------------------------------------------------------


def test_scan_writes_the_events_of_the_library() -> None:
    found = rows(run("scan", EXAMPLE, "--tools", TOOLS))
    tools = json.loads(TOOLS.read_text(encoding="utf-8"))
    events = [event.to_json() for event in mg.parse(EXAMPLE.read_text(encoding="utf-8"), tools=tools).events]
    for event in (*found, *events):
        event.pop("id", None)
    assert found == events
    assert [event["name"] for event in found if event["type"] == "tool_end"] == [
        "get_weather",
        "get_weather",
        "write_file",
    ]


def test_scan_summarises_irregularities_on_stderr() -> None:
    result = run("scan", EXAMPLE, "--tools", TOOLS)
    assert result.exit_code == 0
    assert f"{EXAMPLE}:17:1: MG107 lost-closer: " in result.stderr
    assert run("scan", EXAMPLE, "--tools", TOOLS, "--quiet").stderr == ""


def test_scan_writes_diagnostics_after_the_events() -> None:
    result = run("scan", EXAMPLE, "--tools", TOOLS, "--diagnostics")
    kinds = [row["type"] for row in rows(result)]
    assert kinds[-2:] == ["diagnostic", "diagnostic"]
    assert "diagnostic" not in kinds[:-2]
    assert rows(result)[-1]["name"] == "lost-closer"
    assert result.stderr == ""


def test_a_lost_call_is_exit_code_1() -> None:
    assert run("scan", text='<invoke name="a"><parameter name="b">').exit_code == 1
    assert run("scan", text='<invoke name="a"></invoke>').exit_code == 0


@pytest.mark.parametrize("size", [1, 2, 7, 100_000])
def test_any_chunk_size_gives_the_same_events(size: int) -> None:
    def joined(*args: str) -> list[mg.Event]:
        found = rows(run("scan", EXAMPLE, "--tools", TOOLS, *args))
        ids: dict[str, str] = {}
        for row in found:
            if "id" in row:
                row["id"] = ids.setdefault(row["id"], f"call {len(ids)}")
        return mg.coalesce([mg.event_from_json(row) for row in found])

    assert joined("--chunk", str(size)) == joined()


def test_recut_is_regular_however_the_text_arrives() -> None:
    text = "abcdefghij"
    for step in range(1, 12):
        recut = Recut(3)
        pieces = [piece for at in range(0, len(text), step) for piece in recut.cut(text[at : at + step])]
        assert [*pieces, recut.end()] == ["abc", "def", "ghi", "j"]


def test_options_reach_the_scanner() -> None:
    text = "<think>x</think><function_results>y"
    assert [row["type"] for row in rows(run("scan", "--guarded", text=text))] == [
        "thinking_start",
        "thinking_delta",
        "thinking_end",
    ]
    assert rows(run("scan", "--no-thinking", text=text))[0] == {"type": "text", "text": text}
    assert rows(run("scan", "--start", "thinking", text="x"))[0] == {"type": "thinking_start"}
    end = rows(run("scan", "--no-raw", text='<invoke name="a"/>'))[-1]
    assert end["raw_block"] == ""
    assert rows(run("scan", "-d", "xml", text='<invoke name="a"/>'))[0]["type"] == "tool_start"


def test_a_dialect_can_be_a_file(tmp_path: Path) -> None:
    for name in ("mine.dialect", "mine.txt"):
        file = tmp_path / name
        file.write_text("dialect mine extends xml\n", encoding="utf-8")
        assert rows(run("scan", "-d", file, text='<invoke name="a"/>'))[0]["name"] == "a"


@pytest.mark.parametrize(
    "wrap",
    [
        lambda tool: [tool],
        lambda tool: {"model": "m", "tools": [tool]},
        lambda tool: [{"type": "function", "function": tool}],
        lambda tool: [{"name": tool["name"], "input_schema": tool["parameters"]}],
    ],
)
def test_tools_in_every_shape(tmp_path: Path, wrap: Any) -> None:
    tool = {"name": "f", "parameters": {"properties": {"k": {"type": "string"}}}}
    file = tmp_path / "tools.json"
    file.write_text("\ufeff" + json.dumps(wrap(tool)), encoding="utf-8")
    text = '<invoke name="f"><parameter name="k">12</parameter></invoke>'
    assert rows(run("scan", "-t", file, text=text))[-1]["arguments"] == {"k": "12"}
    assert rows(run("scan", text=text))[-1]["arguments"] == {"k": 12}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[1,\n2", "tools.json:2:2: is not JSON"),
        (b"", "tools.json:1:1: is not JSON"),
        (b"\xff", "tools.json: is not UTF-8"),
        (b'{"a": 1}', "expected a list of tools"),
        (b"3", "tools are a list"),
        (b'[{"name": "a"}, {"nam": "b"}]', "tool 2 has no name"),
        (b"[" * 100_000, "tools.json: is nested too deep"),
    ],
)
def test_bad_tools_are_named(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "tools.json"
    file.write_bytes(content)
    result = run("scan", "-t", file, text="x")
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["/no/such/file"], "Error: /no/such/file: No such file or directory"),
        (["."], "Error: .: Is a directory"),
        (["-t", "/no/such/tools"], "Error: /no/such/tools: No such file or directory"),
        (["-d", "minimx"], "did you mean 'minimax'?"),
        (["-d", "no/such.dialect"], "no/such.dialect: cannot be read: No such file or directory"),
        (["--start", "nowhere"], "it starts in outside, thinking"),
        (["--chunk", "0"], "0 is not in the range"),
        (["--frob"], "No such option"),
    ],
)
def test_unusable_input_is_exit_code_2(args: list[str], message: str) -> None:
    result = run("scan", *args, text="")
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_a_file_that_is_something_else_is_not_told_line_by_line(tmp_path: Path) -> None:
    file = tmp_path / "x.dialect"
    file.write_text("{}\n" * 1000, encoding="utf-8")
    result = run("scan", "-d", file, text="")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) < 15


def test_an_empty_file() -> None:
    result = run("scan", text="")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")


def test_bytes_that_are_not_utf_8_are_kept_and_told() -> None:
    data = b"ok \xc3\xa9 \xff\xfe <invoke name='a\xe9'/> \xed\xa0\x80 end \xf0\x9f"
    result = run("scan", "-", "--chunk", "1", text=data)
    found = rows(result)
    texts = "".join(row.get("text", "") for row in found)
    name = next(row["name"] for row in found if row["type"] == "tool_start")
    assert texts.encode("utf-8", "surrogateescape") == data.replace(b"<invoke name='a\xe9'/>", b"")
    assert name.encode("utf-8", "surrogateescape") == b"a\xe9"
    assert "8 bytes are not UTF-8 (the first at offset 6)" in result.stderr
    assert result.exit_code == 0
    assert run("scan", "--pretty", text=data).exit_code == 0


def test_utf_16_is_named() -> None:
    result = run("scan", text="hello".encode("utf-16"))
    assert result.exit_code == 2
    assert "UTF-16" in result.stderr


def test_lines_end_only_where_an_event_does() -> None:
    text = "a\u2028b\x85c\u2029\r\n\x1b[31m\ud800".encode("utf-8", "surrogatepass")
    assert [row["type"] for row in rows(run("scan", text=text))] == ["text"]


def test_pretty_of_the_example(snapshot: Any) -> None:
    shown = run("scan", "examples/weather-and-files.txt", "--tools", TOOLS, "--pretty", env={"COLUMNS": "100"})
    assert shown.stdout == snapshot
    assert shown.stderr == ""
    assert "\x1b" not in shown.stdout


def test_pretty_colour() -> None:
    text = "<think>x</think>y"
    assert "\x1b[" in run("scan", "--pretty", "--color", "always", text=text).stdout
    assert "\x1b[" not in run("scan", "--pretty", "--color", "never", text=text).stdout
    assert "\x1b[" not in run("scan", "--pretty", text=text, env={"NO_COLOR": "1", "FORCE_COLOR": "1"}).stdout


def test_pretty_lets_no_text_steer_the_terminal() -> None:
    text = (
        'a\x1b[2Jb\u202e\x9b\n<invoke name="\x1b]0;x\x07"><parameter name="k\x1b">\x1b[31m\nx\x1b</parameter>'
        '<parameter name="j">{"a": "\u202e\x1b"}</parameter></invoke>'
    )
    shown = run("scan", "--pretty", text=text).stdout
    assert shown.replace("\n", "").isprintable()
    assert r"a\x1b[2Jb\u202e\x9b" in shown


def test_pretty_does_not_depend_on_the_cuts() -> None:
    text = "\n\nOne\n\n\ntwo\n<think>\n\nhm\n\nhm\n</think>\n\n<invoke name='a'/>\n\n three \n\n"
    whole = run("scan", "--pretty", text=text).stdout
    assert run("scan", "--pretty", "--chunk", "1", text=text).stdout == whole
    assert whole.startswith("One\n\n\ntwo\n\nthinking\n┆ hm\n┆ \n┆ hm\n\n● a\n  no arguments\n\n three \n\n")


def test_pretty_shows_dropped_calls_and_shortens_long_values() -> None:
    text = f'<invoke name="a"><parameter name="k">{"x" * 9000}</parameter></invoke><invoke name="b">'
    result = run("scan", "--pretty", text=text)
    assert result.exit_code == 1
    assert "… 7,002 more characters" in result.stdout
    assert "✗ the stream ended inside a call" in result.stdout
    assert "1 call · 1 dropped · 1 error · 2 notes" in result.stdout


def test_pretty_points_at_the_place() -> None:
    shown = run("scan", "--pretty", text='\tä<b> </invoke> "x"').stdout.splitlines()
    line, caret = next(at for at, text in enumerate(shown) if " │ " in text), "^^^^^^^^^"
    assert shown[line + 1].index(caret) == shown[line].index("</invoke>")


@POSIX
def test_events_come_while_the_text_still_arrives() -> None:
    with start("scan") as process:
        assert process.stdin is not None
        for word in (b"one ", b"two ", "drei\u00e9 ".encode()):
            process.stdin.write(word)
            process.stdin.flush()
            assert json.loads(read_some(process, b"\n"))["text"].encode() == word
        process.stdin.close()
        assert process.wait(20) == 0


@POSIX
def test_pretty_text_comes_while_it_still_arrives() -> None:
    with start("scan", "--pretty") as process:
        assert process.stdin is not None
        process.stdin.write(b"hel")
        process.stdin.flush()
        assert read_some(process, b"hel") == b"hel"
        process.stdin.close()
        assert process.wait(20) == 0


@POSIX
def test_a_guarded_scan_ends_where_it_stops() -> None:
    with start("scan", "--guarded", "-q") as process:
        assert process.stdin is not None
        process.stdin.write(b"x <function_results>")
        process.stdin.flush()
        assert process.wait(20) == 1


@POSIX
@pytest.mark.parametrize("args", [("scan", "-q"), ("scan", "--pretty"), ("scan", "--diagnostics")])
def test_a_reader_may_leave(tmp_path: Path, args: tuple[str, ...]) -> None:
    file = tmp_path / "long.txt"
    file.write_bytes(EXAMPLE.read_bytes() * 400)
    with start(*args, str(file)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.close()
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(20) == 0


@POSIX
@pytest.mark.parametrize("args", [("grammar", "show", "minimax"), ("generate", "minimax"), ("explain",)])
def test_a_reader_may_leave_at_once(args: tuple[str, ...]) -> None:
    with start(*args) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(20) == 0


@POSIX
@pytest.mark.parametrize("pretty", [(), ("--pretty",)])
def test_ctrl_c(pretty: tuple[str, ...]) -> None:
    with start("scan", *pretty) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(b"waiting ")
        process.stdin.flush()
        assert b"waiting" in read_some(process, b"waiting")
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr.read().strip() == b""


@POSIX
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")
@pytest.mark.parametrize("args", [("scan", str(EXAMPLE), "-q"), ("scan", str(EXAMPLE), "--pretty"), ("explain",)])
def test_a_full_disk_is_one_line(args: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*COMMAND, *args], stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert done.returncode == 2
    assert done.stderr == b"Error: standard output: No space left on device\n"


@POSIX
def test_closed_streams() -> None:
    script = f"{sys.executable} -m minimax_grammar scan"
    for line, code in ((f"{script} <&-", 2), (f"{script} {EXAMPLE} -q >&-", 0), (f"{script} {EXAMPLE} 2>&-", 0)):
        done = subprocess.run(["sh", "-c", line], capture_output=True, cwd=ROOT, check=False)
        assert done.returncode == code
        assert b"Traceback" not in done.stderr


# -- grammar --------------------------------------------------------------------------------------------


def test_grammar_list() -> None:
    table, _, models = run("grammar", "list").stdout.partition("\n\n")
    head, *lines = table.splitlines()
    for name in mg.dialects():
        model = mg.load_dialect(name).model()
        (told,) = [line for line in models.splitlines() if line.split()[0] == name] or [""]
        assert all(pattern in told for pattern in (*model.models, *model.native_models))
        assert ("native: " in told) is bool(model.native_models)
    assert [line.split()[0] for line in lines] == mg.dialects()
    assert head.split()[:3] == ["DIALECT", "BODY", "TYPING"]
    assert "(default)" in lines[0]
    for line in lines:
        assert line[: head.index("TYPING")].split()[-1] != "-", "every dialect has calls with bodies"


def test_grammar_list_as_json() -> None:
    found = {entry["name"]: entry for entry in rows(run("grammar", "list", "--json"))}
    assert list(found) == mg.dialects()
    flagship = found["minimax"]
    assert flagship["default"]
    assert flagship["bodies"] == ["verbatim"]
    assert flagship["wrapper"] == ["<tool_call>"]
    assert flagship["typing"] == ["wire", "schema"]
    assert flagship["starts"] == ["outside", "thinking"]
    assert {"calls", "results", "thinking"} <= set(flagship["renders"])
    assert found["hermes"]["bodies"] == ["json envelope"]
    assert found["hermes"]["typing"] == ["syntax"]
    assert found["qwen3-coder"]["closers"] == "followed"
    assert found["gemini"]["bodies"] == ["python envelope"]


@pytest.mark.parametrize("like", mg.dialects())
def test_grammar_new_like_every_dialect(like: str, tmp_path: Path) -> None:
    run("grammar", "new", "my-own.2", "--like", like, "-o", tmp_path)
    file = tmp_path / "my-own.2.dialect"
    model = mg.load_dialect(file).model()
    base = mg.load_dialect(like).model()
    assert (model.name, model.default, model.fallback, model.models) == ("my-own.2", False, False, ())
    assert model.modes.keys() == base.modes.keys()
    assert {name: tag.spellings for name, tag in model.tags.items()} == {
        name: tag.spellings for name, tag in base.tags.items()
    }
    assert model.guide == ("my-own.2.guide.md" if base.guide else "")
    assert not base.guide or mg.load_dialect(file).guide() == mg.load_dialect(like).guide()
    assert run("grammar", "check", file).exit_code == run("grammar", "check", like).exit_code


def test_grammar_new_asks_before_it_replaces(tmp_path: Path) -> None:
    (tmp_path / "mine.dialect").write_text("precious", encoding="utf-8")
    refused = run("grammar", "new", "mine", "--like", "minimax", "-o", tmp_path)
    assert refused.exit_code == 2
    assert "there already" in refused.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.dialect"]
    assert (tmp_path / "mine.dialect").read_text(encoding="utf-8") == "precious"
    assert run("grammar", "new", "mine", "--like", "minimax", "-o", tmp_path, "--force").exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.dialect", "mine.guide.md"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["../evil", "--like", "minimax"], "no name for a dialect"),
        (["a b", "--like", "minimax"], "no name for a dialect"),
        (["x" * 65, "--like", "minimax"], "no name for a dialect"),
        (["minimax", "--like", "minimax"], "choose another name"),
        (["mine", "--like", "nope"], "no dialect is called 'nope'"),
        (["mine", "--like", "./no.dialect"], "Error: no.dialect: cannot be read"),
        (["mine", "--like", "minimax", "-o", "no/such"], "no such folder"),
    ],
)
def test_grammar_new_says_what_is_wrong(
    args: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("grammar", "new", *args)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not list(tmp_path.iterdir())


def test_grammar_new_like_a_file_that_extends_another(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    run("grammar", "new", "base", "--like", "hermes", "-o", tmp_path / "a")
    (tmp_path / "a" / "child.dialect").write_text('dialect child extends "base.dialect" "A child"\n', encoding="utf-8")
    run("grammar", "new", "other", "--like", tmp_path / "a" / "child.dialect", "-o", tmp_path / "b")
    assert run("grammar", "check", tmp_path / "b" / "other.dialect").exit_code == 0


def test_grammar_check_of_good_dialects() -> None:
    result = run("grammar", "check", *mg.dialects())
    assert result.exit_code == 0
    assert [line.partition(": ")[2][:2] for line in result.stdout.splitlines()] == ["ok"] * len(mg.dialects())


def test_grammar_check_names_all_mistakes(tmp_path: Path) -> None:
    file = tmp_path / "wrong.dialect"
    file.write_text(FOUR_MISTAKES, encoding="utf-8")
    result = run("grammar", "check", file, "minimax")
    assert result.exit_code == 1
    wrong = [line for line in result.stdout.splitlines() if line.startswith(str(file))]
    assert {10, 12, 15, 20} <= {int(line.split(":")[1]) for line in wrong}
    assert all(re.match(r".*:\d+:\d+: .", line) for line in wrong)
    assert "ok" in result.stdout.splitlines()[-1]


def test_grammar_check_of_unreadable_files(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.dialect"
    wrong.write_text("nonsense", encoding="utf-8")
    result = run("grammar", "check", "/no/such.dialect", tmp_path, "nope", wrong, "xml")
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 3
    assert f"{wrong}:1:" in result.stdout
    assert "ok (xml" in result.stdout


def test_grammar_show(tmp_path: Path) -> None:
    shown = run("grammar", "show", "minimax").stdout
    assert "Mode argument: an argument of the call" in shown
    assert "└─ <parameter> ─▶ argument" in shown
    file = tmp_path / "mine.dialect"
    file.write_text('dialect mine extends xml "Mine"\n', encoding="utf-8")
    assert run("grammar", "show", file).stdout.startswith("mine – Mine\n")
    assert run("grammar", "show", file, "--format", "mermaid").stdout.startswith("stateDiagram-v2\n")
    assert run("grammar", "show", file, "--format", "svg").stdout.startswith("<svg ")
    file.write_text("dialect mine extends nothing\n", encoding="utf-8")
    result = run("grammar", "show", file)
    assert result.exit_code == 2
    assert f"{file}:1:" in result.stderr


# -- generate, explain, and the rest --------------------------------------------------------------------


def test_generate(tmp_path: Path) -> None:
    source = python.generate(mg.load_dialect("minimax").model())
    assert run("generate", "minimax").stdout == source
    target = tmp_path / "out.py"
    assert run("generate", "minimax", "-o", target).exit_code == 0
    assert target.read_text(encoding="utf-8") == source
    assert os.listdir(tmp_path) == ["out.py"]


@POSIX
def test_generate_replaces_a_file_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "out.py"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)

    def interrupted(*paths: str) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", interrupted)
        assert run("generate", "minimax", "-o", target).exit_code == 130
    assert target.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["out.py"]
    run("generate", "minimax", "-o", target)
    assert target.stat().st_mode & 0o777 == 0o640
    assert run("generate", "minimax", "-o", "/dev/null").exit_code == 0
    result = run("generate", "minimax", "-o", tmp_path / "no" / "such" / "folder.py")
    assert result.exit_code == 2
    assert "No such file or directory" in result.stderr


def test_explain() -> None:
    listed = run("explain").stdout
    assert all(rule.code in listed and rule.name in listed for rule in mg.RULES.values())
    assert run("explain", "mg107").stdout == run("explain", "lost_closer").stdout
    assert "Fix: close the call." in run("explain", "MG107").stdout
    result = run("explain", "lostcloser")
    assert result.exit_code == 2
    assert "did you mean MG107 lost-closer?" in result.stderr


def test_help_and_version() -> None:
    shown = run("--help").stdout
    assert all(name in shown for name in ("scan", "grammar", "generate", "explain", "conformance"))
    assert run("--version").stdout == f"minimax-grammar, version {mg.__version__}\n"
    result = run("frobnicate")
    assert result.exit_code == 2
    assert "No such command" in result.stderr


def test_start_up_imports_only_what_a_scan_needs() -> None:
    code = (
        "import sys; from minimax_grammar.cli.main import cli\n"
        "try: cli(['scan', '-'])\n"
        "except SystemExit: pass\n"
        "print(*sorted({'lark', 'rich', 'regex', 'jsonschema'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], input=b"x", capture_output=True, cwd=ROOT, check=True)
    assert done.stdout.splitlines()[-1] == b""


# -- prompt and render ------------------------------------------------------------------------------


def test_prompt(tmp_path: Path) -> None:
    tools = tmp_path / "tools.json"
    tools.write_text('[{"name": "ping"}]', encoding="utf-8")
    shown = run("prompt", "xml", "--tools", tools)
    assert shown.exit_code == 0
    assert '{"type":"function","function":{"name":"ping"}}' in shown.stdout
    mine = tmp_path / "mine.dialect"
    mine.write_text('dialect mine extends xml\nguide "mine.guide.md"\n', encoding="utf-8")
    missing = run("prompt", mine, "--tools", tools)
    assert missing.exit_code == 2
    assert "mine.guide.md" in missing.stderr


def test_render(tmp_path: Path) -> None:
    call = {"name": "ping", "arguments": {"a": "</parameter>"}}
    tools = tmp_path / "tools.json"
    tools.write_text('[{"name": "ping", "parameters": {"properties": {"a": {"type": "string"}}}}]', encoding="utf-8")
    refused = run("render", "xml", "call", "--tools", tools, text=json.dumps(call))
    assert refused.exit_code == 1
    assert "'a' of 'ping' cannot be carried" in refused.stderr
    assert "at offset 0" in refused.stderr
    unsafe = run("render", "xml", "call", "--tools", tools, "--allow-unsafe", text=json.dumps(call))
    assert unsafe.stdout == '<invoke name="ping"><parameter name="a"></parameter></parameter></invoke>\n'
    assert run("render", "xml", "thinking", text='"plan"').stdout == "<thinking>\nplan\n</thinking>\n"
    for kind, text in (
        ("call", "["),
        ("call", "[]"),
        ("results", "3"),
        ("transcript", '[{"role": "user"}]'),
        ("thinking", "{}"),
    ):
        wrong = run("render", "xml", kind, text=text)
        assert wrong.exit_code in (1, 2), (kind, text)
        assert wrong.stderr
        assert "Traceback" not in wrong.output
