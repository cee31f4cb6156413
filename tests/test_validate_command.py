"""``minimax-grammar validate``: what it reports, selects, mends, splits, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from minimax_grammar.cli.main import cli
from minimax_grammar.transcript.splitting import SplitError, Splitter

COMMAND = [sys.executable, "-m", "minimax_grammar", "validate"]
POSIX = pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")

GOOD = {"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello."}]}
CALLS = '<minimax:tool_call>\n<invoke name="ping">{}</invoke>\n</minimax:tool_call>'
BROKEN = '<minimax:tool_call><invoke name="ping"></minimax:tool_call>'


def chat(text: str, **more: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": "Go"}, {"role": "assistant", "content": text}], **more}


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file of four records: a lost closer, nothing, no JSON, and a note."""
    records = [
        json.dumps(chat(BROKEN)),
        json.dumps(GOOD),
        "no json",
        json.dumps(chat('<tool_call><invoke name="a"/></tool_call>')),
    ]
    (tmp_path / "a.jsonl").write_text("\n".join(records) + "\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str, code: int | None = None, text: str | None = None) -> Result:
    result = CliRunner().invoke(cli, ["validate", *args], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert code is None or result.exit_code == code, result.output
    return result


def found(*args: str) -> list[str]:
    rows = [json.loads(line) for line in run(*args, "-o", "jsonl").stdout.splitlines()]
    return [f"{row['line']} {row['name']}" for row in rows if row["type"] == "finding"]


def test_the_human_report_shows_the_place(data: Path) -> None:
    out = run("a.jsonl", code=1).stdout
    assert "a.jsonl:1:125: MG107 lost-closer: a call was ended by what follows it" in out
    assert "turn 2, assistant · tool ping · minimax" in out
    assert "   = fix: close the call" in out
    line, caret = out.split("\n")[2:4]
    assert caret.index("^") == line.index("</minimax")
    assert "Found 2 problems (1 error, 1 warning) in 2 of 4 records." in out
    assert "Read 3 conversations with 6 turns and 2 calls in 1 file." in out


def test_nothing_found(data: Path) -> None:
    (data / "b.jsonl").write_text(json.dumps(GOOD))
    assert run("b.jsonl", code=0).stdout.startswith("Found no problems.\n")


def test_standard_input(data: Path) -> None:
    assert "<stdin>:1:" in run("-", text=json.dumps(chat(BROKEN)), code=1).stdout


def test_select_and_ignore(data: Path) -> None:
    assert found("a.jsonl") == ["1 lost-closer", "3 unreadable-record"]
    assert found("a.jsonl", "--severity", "note") == ["1 lost-closer", "3 unreadable-record", "4 unprefixed-wrapper"]
    assert found("a.jsonl", "--severity", "error") == ["3 unreadable-record"]
    assert found("a.jsonl", "--select", "MG114") == ["3 unreadable-record", "4 unprefixed-wrapper"]
    assert found("a.jsonl", "--select", "MG1", "--ignore", "MG901") == ["1 lost-closer", "4 unprefixed-wrapper"]
    assert found("a.jsonl", "--select", "ALL", "--ignore", "MG1,MG901") == []
    assert found("a.jsonl", "--select", "MG1,MG107", "--ignore", "MG107,MG9") == ["4 unprefixed-wrapper"]
    assert "did you mean lost-closer?" in run("a.jsonl", "--select", "lost-closr", code=2).stderr


def test_settings_are_found_above_and_options_overrule_them(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "sub").mkdir()
    (data / "pyproject.toml").write_text(
        '[tool.minimax-grammar.validate]\nignore = ["MG107"]\n[tool.minimax-grammar.validate.per-file-ignores]\n'
        '"b.*" = ["unreadable-record"]\n'
    )
    (data / "b.jsonl").write_bytes((data / "a.jsonl").read_bytes())
    assert found("a.jsonl") == ["3 unreadable-record"]
    assert found("b.jsonl") == []
    assert found("a.jsonl", "--ignore", "MG9") == ["1 lost-closer"]
    assert found("b.jsonl", "--no-config") == ["1 lost-closer", "3 unreadable-record"]
    monkeypatch.chdir(data / "sub")
    assert found("../a.jsonl") == ["3 unreadable-record"]
    (data / "sub" / "minimax-grammar.toml").write_text('[validate]\nselect = ["MG107"]\nseverty = "note"\n')
    assert "validate has no key 'severty'; did you mean 'severity'?" in run("../a.jsonl", code=2).stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[validate", "is no TOML"),
        ("[validate]\njobs = 0", "at least 1"),
        ("[validate]\nselect = 7", "'select' is a list of strings"),
        ('[validate]\nseverity = "loud"', "'severity' is one of"),
        ('[validate]\nignore = ["MG999"]', "minimax-grammar.toml: 'ignore': no rule is called 'MG999'"),
        ('[validate.per-file-ignores]\n"*" = ["MG999"]', "toml: 'per-file-ignores': no rule is called 'MG999'"),
        ('[validate]\ndialect = "klingon"', "minimax-grammar.toml: 'dialect': no dialect is called 'klingon'"),
        ("[valdate]\njobs = 2", "no settings called 'valdate'; did you mean 'validate'?"),
        ("jobs = 2", "no settings called 'jobs' (there are: validate, leaks)"),
    ],
)
def test_settings_that_cannot_be_used(data: Path, text: str, message: str) -> None:
    (data / "minimax-grammar.toml").write_text(text)
    assert message in run("a.jsonl", code=2).stderr


@pytest.mark.parametrize(
    "text", ["", "[" * 100_000, "5", "{}", '{"version": 1, "findings": []}', '{"version": 1, "findings": {"a": true}}']
)
def test_what_is_no_baseline_is_told_as_that(data: Path, text: str) -> None:
    (data / "known.json").write_text(text)
    assert "known.json: is no baseline; write one" in run("a.jsonl", "--baseline", "known.json", code=2).stderr
    (data / "known.json").write_text('{"version": 2, "findings": {}}')
    assert "known.json: is a baseline of another" in run("a.jsonl", "--baseline", "known.json", code=2).stderr


def test_a_baseline_hides_what_is_known_and_no_more(data: Path) -> None:
    run("a.jsonl", "--write-baseline", "known.json", code=1)
    assert found("a.jsonl", "--baseline", "known.json") == []
    with open("a.jsonl", "a") as file:
        file.write(json.dumps(chat(BROKEN)) + "\n")
    assert found("a.jsonl", "--baseline", "known.json") == ["5 lost-closer"]
    (data / "a.jsonl").write_text("\n" * 3 + (data / "a.jsonl").read_text())
    assert found("a.jsonl", "--baseline", "known.json") == ["8 lost-closer"]
    assert "is no baseline" in run("a.jsonl", "--baseline", "a.jsonl", code=2).stderr


def test_a_data_set_is_split(data: Path) -> None:
    before = (data / "a.jsonl").read_text().splitlines()
    run("a.jsonl", "--output-clean", "clean.jsonl", "--output-rejected", "rejected.jsonl", code=1)
    assert (data / "clean.jsonl").read_text().splitlines() == [before[1], before[3]]
    assert (data / "rejected.jsonl").read_text().splitlines() == [before[0], before[2]]


def test_statistics(data: Path) -> None:
    out = run("a.jsonl", "--statistics", code=1).stdout
    assert "        1      333.3  MG107 lost-closer (warning)" in out
    assert "        1  ping  (in 1 calls)" in out


def test_tools_from_a_file(data: Path) -> None:
    (data / "tools.json").write_text('[{"name": "pong"}]')
    assert "2 unknown-tool" not in found("a.jsonl")
    assert found("a.jsonl", "-t", "tools.json", "--select", "unknown-tool", "--ignore", "MG9") == [
        "1 unknown-tool",
        "4 unknown-tool",
    ]


def test_diff_shows_and_writes_nothing(data: Path) -> None:
    before = (data / "a.jsonl").read_bytes()
    out = run("a.jsonl", "--diff", code=1).stdout
    assert out.startswith("--- a.jsonl\n+++ a.jsonl\n@@ -1 +1 @@\n-{")
    assert '</invoke>\\n</minimax:tool_call>"}]}' in out
    assert (data / "a.jsonl").read_bytes() == before
    assert os.listdir() == ["a.jsonl"]


def test_fix_mends_what_has_one_reading_and_leaves_the_rest_to_the_byte(data: Path) -> None:
    before = (data / "a.jsonl").read_bytes().split(b"\n")
    os.chmod("a.jsonl", 0o640)
    result = run("a.jsonl", "--fix", "--severity", "note", code=1)
    assert "Fixed 2 turns in 1 file." in result.stderr
    after = (data / "a.jsonl").read_bytes().split(b"\n")
    assert after[1:3] == before[1:3]
    assert json.loads(after[0])["messages"][1]["content"] == CALLS.replace("{}", "")
    assert (
        json.loads(after[3])["messages"][1]["content"]
        == '<minimax:tool_call>\n<invoke name="a"/>\n</minimax:tool_call>'
    )
    assert os.stat("a.jsonl").st_mode & 0o777 == 0o640
    assert "Fixed 0 turns" in run("a.jsonl", "--fix", code=1).stderr
    assert (data / "a.jsonl").read_bytes().split(b"\n") == after


PING = '<invoke name="ping"></invoke>'
TWICE = f"{PING}\n{PING}"
LOOSE = '<minimax:tool_call>\n<invoke name="ping"><parameter name="k">{}</parameter></invoke>\n</minimax:tool_call>'


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("Done.</parameter>", "Done."),
        (f"A {PING} B", f"A {CALLS.format('')} B"),
        (
            f'<think>a</think><minimax:tool_call><invoke name="a">{PING}',
            f'<think>a</think>\n<minimax:tool_call>\n<invoke name="a"></invoke>\n{PING}\n</minimax:tool_call>',
        ),
        (LOOSE.format("{'a': 1,}") + " B", LOOSE.format('{"a":1}') + " B"),
        (f"{PING}\n\n{PING} and {PING}</invoke>", f"{CALLS.format('').replace(PING, TWICE)} and {CALLS.format('')}"),
        (f"<minimax:tool_call>prose{PING}", None),
        ('<minimax:tool_call><invoke name="a"><parameter name="k">x', None),
        ("<function_results>x</function_results></parameter>", None),
    ],
)
def test_what_is_mended(tmp_path: Path, text: str, mended: str | None) -> None:
    file = tmp_path / "x.txt"
    file.write_text(f"Human: Go\n\nAssistant: {text}")
    run(str(file), "--fix", "-d", "minimax")
    assert file.read_text() == f"Human: Go\n\nAssistant: {text if mended is None else mended}"


def test_the_ids_of_mended_calls_stay(tmp_path: Path) -> None:
    before = "Human: Go\n\nAssistant: <|tool_calls_section_begin|><|tool_call_begin|>functions.ping:7"
    after = "<|tool_call_end|><|tool_calls_section_end|>"
    file = tmp_path / "x.txt"
    file.write_text(f"{before}<|tool_call_argument_begin|>{{'a': 1,}}{after}")
    run(str(file), "--fix", "-d", "kimi")
    assert file.read_text() == f'{before}<|tool_call_argument_begin|>{{"a":1}}{after}'


def test_files_of_other_formats_are_mended_too(data: Path) -> None:
    call = {"id": "a", "function": {"name": "ping", "arguments": "{'é': 1}"}}
    native = {"messages": [{"role": "assistant", "tool_calls": [call]}], "x": "é"}
    (data / "doc.json").write_text(json.dumps([GOOD, native], indent=2, ensure_ascii=False) + "\n")
    rows = [{"sessionId": "s", "message": message} for message in chat(BROKEN)["messages"]]
    (data / "log.jsonl").write_text("\ufeff" + "\r\n".join(map(json.dumps, rows)))
    assert "Fixed 2 turns in 2 files." in run("doc.json", "log.jsonl", "--fix", code=0).stderr
    mended = json.loads(json.dumps(native))
    mended["messages"][0]["tool_calls"][0]["function"]["arguments"] = '{"é": 1}'
    assert (data / "doc.json").read_text() == json.dumps([GOOD, mended], indent=2, ensure_ascii=False) + "\n"
    log = (data / "log.jsonl").read_bytes().decode()
    assert log.startswith("\ufeff{")
    assert log.count("\r\n") == 1
    assert json.loads(log.split("\r\n")[1])["message"]["content"] == CALLS.format("")


def test_what_cannot_be_rewritten_says_so(data: Path) -> None:
    import gzip

    (data / "b.jsonl.gz").write_bytes(gzip.compress((data / "a.jsonl").read_bytes()))
    result = run("b.jsonl.gz", "--fix", code=1)
    assert "Not fixed: b.jsonl.gz: compressed files are not rewritten" in result.stderr
    (data / "long.jsonl").write_text(json.dumps(chat(BROKEN)) + "\n" + "x" * 3_000_000)
    before = (data / "long.jsonl").read_bytes()
    assert "Not fixed: long.jsonl" in run("long.jsonl", "--fix", "--max-record", "100000", code=1).stderr
    assert (data / "long.jsonl").read_bytes() == before


@POSIX
def test_what_is_no_regular_file_is_not_waited_for(data: Path) -> None:
    os.mkfifo("pipe.jsonl")
    for more in ([], ["--fix"], ["--diff"]):
        done = subprocess.run(
            [*COMMAND, "pipe.jsonl", *more], capture_output=True, text=True, check=False, timeout=30, cwd=data
        )
        assert done.returncode == 2, done.stderr
        assert "pipe.jsonl: " in done.stdout + done.stderr
        assert "is no regular file" in done.stdout + done.stderr
    result = run("missing.jsonl", "a.jsonl", "--diff", code=1)
    assert "Error: missing.jsonl: cannot be read: No such file" in result.stderr


def test_what_is_ignored_is_not_mended(data: Path) -> None:
    assert "Fixed 0 turns" in run("a.jsonl", "--fix", "--ignore", "MG1").stderr


def test_exit_codes(data: Path) -> None:
    run("a.jsonl", "--exit-zero", code=0)
    run("missing.jsonl", code=2)
    run("missing.jsonl", "a.jsonl", code=1)
    run("a.jsonl", "--dialect", "minimx", code=2)
    run("a.jsonl", "--config", "missing.toml", code=2)
    run(code=2)
    (data / "empty").mkdir()
    assert "there are no files to read" in run("empty", code=2).stderr


def test_a_report_to_a_file_is_whole_or_not_there(data: Path) -> None:
    (data / "report.txt").write_text("old")
    run("a.jsonl", "--output", "report.txt", code=1)
    assert (data / "report.txt").read_text().startswith("a.jsonl:1:")
    run("a.jsonl", "--output", "no/report.txt", code=2)
    assert sorted(os.listdir()) == ["a.jsonl", "report.txt"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_is_told(data: Path) -> None:
    result = run("a.jsonl", "--output", "/dev/full", code=2)
    assert "Error: /dev/full: No space left on device" in result.stderr
    result = run("a.jsonl", "--write-baseline", "/dev/full", code=2)
    assert "Error: /dev/full: No space left on device" in result.stderr


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of some 12 MB with a finding in every hundredth record."""
    good = json.dumps(chat("Hello. " * 200))
    bad = json.dumps(chat("Hello. " * 200 + BROKEN))
    file = tmp_path_factory.mktemp("large") / "large.jsonl"
    file.write_text("".join(f"{bad if number % 100 == 50 else good}\n" for number in range(8_000)))
    return file


def test_many_processes_report_the_same_in_the_same_order(large: Path, tmp_path: Path) -> None:
    outputs = []
    for jobs in ("1", "2"):
        clean = tmp_path / f"clean{jobs}"
        arguments = [str(large), "-j", jobs, "-o", "jsonl", "--output-clean", str(clean)]
        done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 1, done.stderr
        outputs.append((done.stdout, clean.read_bytes()))
    assert outputs[0] == outputs[1]
    assert outputs[0][0].count("lost-closer") == 81


@POSIX
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_gives_what_was_found_so_far_and_no_half_a_data_set(
    large: Path, tmp_path: Path, jobs: str
) -> None:
    clean, report = tmp_path / "clean.jsonl", tmp_path / "report"
    paths = [str(large)] * 1 + [_linked(large, tmp_path, number) for number in range(20)]
    with subprocess.Popen(
        [
            *COMMAND,
            *paths,
            "-j",
            jobs,
            "-o",
            "jsonl",
            "--output-clean",
            str(clean),
            "--output",
            str(report),
            "--progress",
        ],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        _wait(lambda: _children(process.pid) >= 2 if jobs == "2" else _seconds(process.pid) >= 1)
        time.sleep(1.0 if jobs == "2" else 0.0)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in stderr
    assert not clean.exists()
    last = json.loads(report.read_text().splitlines()[-1])
    assert last["interrupted"] is True
    assert last["conversations"] < 8_000 * 21


@POSIX
@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.3])
def test_an_interrupt_that_comes_while_processes_start_and_comes_twice_ends_the_run(
    large: Path, tmp_path: Path, seconds: float
) -> None:
    clean = tmp_path / "clean.jsonl"
    with subprocess.Popen(
        [*COMMAND, str(large), "-j", "2", "-o", "jsonl", "--output-clean", str(clean)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        _wait(lambda: _children(process.pid) >= 1)
        time.sleep(seconds)
        children = _child_ids(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert json.loads(stdout.splitlines()[-1])["interrupted"] is True
    assert "Traceback" not in stderr
    _wait(lambda: not any(_alive(child) for child in children))
    assert os.listdir(tmp_path) == []


@POSIX
def test_an_interrupt_is_held_and_not_lost() -> None:
    from minimax_grammar.interrupts import HeldInterrupts

    held = HeldInterrupts()
    reached = False
    with pytest.raises(KeyboardInterrupt), held:  # noqa: PT012 - all of it has to be reached
        os.kill(os.getpid(), signal.SIGINT)
        blocked = subprocess.run(
            [sys.executable, "-c", "import signal as s; print(s.SIGINT in s.pthread_sigmask(s.SIG_BLOCK, []))"],
            capture_output=True,
            text=True,
            check=True,
        )
        reached = True
    assert reached
    assert blocked.stdout == "True\n"
    with held:  # it is raised once
        pass
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@POSIX
def test_a_killed_run_leaves_no_files_and_no_processes(large: Path, tmp_path: Path) -> None:
    clean = tmp_path / "clean.jsonl"
    paths = [str(large)] * 1 + [_linked(large, tmp_path, number) for number in range(20)]
    with subprocess.Popen(
        [*COMMAND, *paths, "-j", "2", "--output-clean", str(clean)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        _wait(lambda: _children(process.pid) >= 2)
        time.sleep(0.5)
        children = _child_ids(process.pid)
        process.kill()
    _wait(lambda: not any(_alive(child) for child in children))
    assert [name for name in os.listdir(tmp_path) if "clean" in name] == []


def _linked(file: Path, folder: Path, number: int) -> str:
    link = folder / f"{number}.jsonl"
    os.link(file, link)
    return str(link)


def _child_ids(parent: int) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, check=False)
    return [int(word) for word in listed.stdout.split()]


def _seconds(process: int) -> int:
    """How long a process has worked: a loaded machine may take long to start one."""
    listed = subprocess.run(["ps", "-o", "cputimes=", "-p", str(process)], capture_output=True, text=True, check=False)
    return int(listed.stdout or 0)


def _children(parent: int) -> int:
    return len(_child_ids(parent))


def _alive(process: int) -> bool:
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False
    ).stdout
    return bool(state.strip()) and not state.startswith("Z")


def _wait(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < until, "it took too long"
        time.sleep(0.05)


def test_a_record_is_split_whatever_the_file(data: Path) -> None:
    (data / "doc.json").write_text(json.dumps([GOOD, chat(BROKEN)], indent=2))
    rows = [{"sessionId": "s", "message": message} for message in chat(BROKEN)["messages"]]
    (data / "log.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (data / "turn.txt").write_text(BROKEN)
    result = run("doc.json", "log.jsonl", "turn.txt", "--output-clean", "clean", "--output-rejected", "bad", code=1)
    assert json.loads((data / "clean").read_text()) == GOOD
    lines = [json.loads(line) for line in (data / "bad").read_text().splitlines()]
    assert lines == [chat(BROKEN), *rows]
    assert "turn.txt: its records cannot be told apart" in result.stderr


def test_a_file_that_vanishes_is_told_as_that(large: Path, tmp_path: Path) -> None:
    from minimax_grammar.transcript.run import Settings
    from minimax_grammar.transcript.run import run as all_outcomes
    from minimax_grammar.transcript.sources import Source

    gone = tmp_path / "gone.jsonl"
    os.link(large, gone)
    whole = [
        found.name for outcome in all_outcomes([Source(str(large), True)], Settings(), 2) for found in outcome.findings
    ]
    outcomes = all_outcomes([Source(str(gone), True)], Settings(), 2)
    first = next(outcomes)
    gone.unlink()
    names = [found.name for outcome in [first, *outcomes] for found in outcome.findings]
    # A process may have opened it before; what is read is read whole, or it is said that it is not.
    assert names[0] == "lost-closer"
    assert names == whole or names[-1] == "unreadable-file"


@pytest.mark.parametrize("terminal", [True, False])
def test_progress(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, terminal: bool) -> None:
    import io

    from minimax_grammar.cli import progress
    from minimax_grammar.transcript.sources import Source

    class Stream(io.StringIO):
        def isatty(self) -> bool:
            return terminal

    now = [100.0]
    stream = Stream()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr("minimax_grammar.cli.progress.time.monotonic", lambda: now[0])
    (tmp_path / "x.jsonl").write_bytes(b"x" * 100_000_000)
    shown = progress.Progress([Source(str(tmp_path / "x.jsonl"), True)], None if terminal else True)
    for _ in range(5):
        now[0] += 2.0
        shown(10_000_000)
    shown.stop()
    told = stream.getvalue()
    if terminal:
        assert "validate" in told
    else:
        assert told == "validate: 30 MB at 5 MB/s, 30 %, 14 s left\n"


def test_nothing_is_shown_of_progress_where_nobody_asked(monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    monkeypatch.delenv("CI", raising=False)
    assert run("a.jsonl", code=1).stderr == ""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_is_too_long_is_in_neither_part_of_a_data_set(data: Path, jobs: str) -> None:
    (data / "b.jsonl").write_text("\n".join([json.dumps(chat(BROKEN)), "x" * 2_000, json.dumps(GOOD), ""]))
    arguments = ["-j", jobs, "--max-record", "1000", "--output-clean", "clean", "--output-rejected", "bad"]
    assert found("b.jsonl", *arguments) == ["1 lost-closer", "2 record-too-long"]
    assert json.loads((data / "clean").read_text()) == GOOD
    assert json.loads((data / "bad").read_text()) == chat(BROKEN)


def test_a_list_of_messages_is_one_record_of_a_data_set(data: Path) -> None:
    messages = chat(BROKEN)["messages"]
    (data / "list.json").write_text(json.dumps(messages, indent=2))
    run("list.json", "--output-rejected", "bad.jsonl", code=1)
    assert [json.loads(line) for line in (data / "bad.jsonl").read_text().splitlines()] == [messages]
    assert found("bad.jsonl") == ["1 lost-closer"]


def test_the_mark_of_utf8_at_the_beginning_of_a_file_is_no_part_of_its_first_record(data: Path) -> None:
    (data / "b.jsonl").write_text("\ufeff" + json.dumps(GOOD))
    run("b.jsonl", "--output-clean", "clean", code=0)
    assert json.loads((data / "clean").read_bytes()) == GOOD


def test_a_file_that_changes_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from minimax_grammar.transcript import run as running
    from minimax_grammar.transcript.slices import slices

    file = tmp_path / "x.jsonl"
    row = json.dumps(GOOD) + "\n"
    file.write_text(row * 3 + row[:-9])
    (job,) = slices(str(file), "x.jsonl", 1_000)
    before = job.raw()
    with file.open("a") as stream:
        stream.write(row * 3)
    assert job.raw() == before  # what is added to a file is not read
    running._prepare(running.Settings())
    outcome = running.work(job)
    file.write_text(row)
    assert [found.name for found in running.work(job).findings] == ["unreadable-file"]
    with Splitter(str(tmp_path / "clean"), "") as splitter, pytest.raises(SplitError, match=r"x\.jsonl: changed while"):
        splitter.add(outcome, outcome.rejected)


@pytest.mark.parametrize("name", ["x.jsonl", "x.json"])
def test_a_file_that_changes_while_it_is_mended_is_left_alone(
    data: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    from minimax_grammar.transcript.reading import jobs_of

    text = json.dumps(chat(BROKEN), indent=None if name == "x.jsonl" else 1)

    def interrupted(*args: Any) -> Any:
        yield from jobs_of(*args)
        with (data / name).open("a") as stream:
            stream.write("\n")

    monkeypatch.setattr("minimax_grammar.transcript.rewriting.jobs_of", interrupted)
    (data / name).write_text(text)
    assert f"Not fixed: {name}: changed while it was read" in run(name, "--fix", code=1).stderr
    assert (data / name).read_text() == text + "\n"
    assert sorted(os.listdir()) == ["a.jsonl", name]


def test_messages_of_a_list_are_mended_where_they_stand(data: Path) -> None:
    messages = chat(BROKEN)["messages"] * 2
    (data / "list.json").write_text("\ufeff" + json.dumps(messages))
    rows = [json.loads(line) for line in run("list.json", "-o", "jsonl", code=1).stdout.splitlines()[:-1]]
    assert [row["column"] for row in rows] == [113, 247]
    assert "Fixed 2 turns in 1 file" in run("list.json", "--fix", code=0).stderr
    assert (
        json.loads((data / "list.json").read_text(encoding="utf-8-sig"))
        == chat(CALLS.replace("{}", ""))["messages"] * 2
    )


def test_that_nothing_can_be_read_is_told_whatever_is_looked_for(data: Path) -> None:
    for chosen in (["--select", "MG107"], ["--severity", "error"], ["--ignore", "ALL", "--select", "MG903"]):
        assert "unreadable-file" in run("typo.jsonl", *chosen, code=2).stdout
    assert "nothing could be read" in run("typo.jsonl", "--ignore", "MG9", code=2).stderr
    assert "3 unreadable-record" in found("a.jsonl", "--select", "MG501")
    assert found("a.jsonl", "--select", "MG501", "--ignore", "MG901") == []


def test_what_cannot_be_written_is_told_and_the_others_are_mended(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from minimax_grammar.transcript import splitting

    put = splitting.AtomicFile._put

    def full(self: Any, handle: int) -> None:
        if self._path.name == "a.jsonl":
            raise OSError(28, "No space left on device")
        put(self, handle)

    monkeypatch.setattr(splitting.AtomicFile, "_put", full)
    before = (data / "a.jsonl").read_text()
    (data / "b.jsonl").write_text(json.dumps(chat(BROKEN)))
    result = run("a.jsonl", "b.jsonl", "--fix", code=2)
    assert "Error: a.jsonl: cannot be written: No space left on device" in result.stderr
    assert "Fixed 1 turn in 1 file" in result.stderr
    assert "a.jsonl:3:1: MG901" in result.stdout
    assert (data / "a.jsonl").read_text() == before
    assert sorted(os.listdir()) == ["a.jsonl", "b.jsonl"]


@pytest.mark.skipif(sys.platform == "win32", reason="limits as POSIX has them")
@pytest.mark.parametrize("form", ["human", "jsonl", "sarif", "junit", "html"])
def test_a_report_that_does_not_fit_is_told_and_the_old_one_stays(data: Path, form: str) -> None:
    import resource

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (4_000, 4_000))

    (data / "b.jsonl").write_text(f"{json.dumps(chat(BROKEN))}\n" * 200)
    (data / "out").write_text("old")
    report = ["-o", form, "--output", "out"]
    for arguments in (report, ["--output-rejected", "out"], ["--fix"]):
        done = subprocess.run(
            [*COMMAND, "b.jsonl", *arguments], capture_output=True, text=True, check=False, preexec_fn=limited
        )
        assert done.returncode == 2
        assert re.search("^Error: (out|b.jsonl: cannot be written): File too large$", done.stderr, re.MULTILINE)
        assert "Traceback" not in done.stderr
    assert (data / "out").read_text() == "old"
    assert (data / "b.jsonl").read_text() == f"{json.dumps(chat(BROKEN))}\n" * 200
    assert sorted(os.listdir()) == ["a.jsonl", "b.jsonl", "out"]


def test_outputs_are_files_of_their_own(data: Path) -> None:
    before = (data / "a.jsonl").read_text()
    result = run("a.jsonl", "--output", "./a.jsonl", code=2)
    assert "a.jsonl: is to be read, and to be written by --output" in result.stderr
    result = run("a.jsonl", "--output-clean", "x", "--output-rejected", "./x", code=2)
    assert "./x: is named by --output-clean and by --output-rejected" in result.stderr
    assert (data / "a.jsonl").read_text() == before
    for _ in range(2):  # what was written the last time is not read
        run(".", "-o", "jsonl", "--output", "report.jsonl", code=1)
        assert {json.loads(line).get("file") for line in (data / "report.jsonl").read_text().splitlines()} == {
            "a.jsonl",
            None,
        }
