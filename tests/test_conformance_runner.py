"""Running implementations as processes: whatever they do, the run goes on and says what it was."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from minimax_grammar.cli.main import cli
from minimax_grammar.conformance import worker
from minimax_grammar.conformance.compare import difference
from minimax_grammar.conformance.corpus import Case, load_corpus
from minimax_grammar.conformance.judge import Result, judge
from minimax_grammar.conformance.process import ImplementationError, Process
from minimax_grammar.conformance.runner import Runner, run_here
from minimax_grammar.conformance.shrink import shrunk

HOSTILE = Path(__file__).parent / "hostile.py"


def command(how: str) -> list[str]:
    return [sys.executable, "-S", str(HOSTILE), how]


def case(number: int = 1, text: str = "hello", **fields: Any) -> Case:
    given: dict[str, Any] = {"expect": {"text": text}, "dialect": "minimax", "file": "cases/a.json", **fields}
    return Case(id=f"a/{number}", op=given.pop("op", "scan"), about="A case.", spec="1", input=text, **given)


def results(how: str, *cases: Case, jobs: int = 1, timeout: float = 1.0) -> list[Result]:
    with Runner(command(how), jobs=jobs, timeout=timeout) as runner:
        return list(runner.run(cases))


@pytest.mark.parametrize(
    ("how", "verdict", "said"),
    [
        ("honest", "pass", ""),
        ("garbage", "fail", 'is no JSON: "Traceback'),
        ("binary", "fail", "is no JSON"),
        ("list", "fail", "is no JSON object"),
        ("deep", "fail", "is no JSON"),
        ("endless", "fail", "an answer of more than"),
        ("endless-lines", "fail", "is no JSON"),
        ("endless-errors", "hang", "no answer within 1 s; it wrote:"),
        ("huge", "fail", "an answer of more than"),
        ("silent", "hang", "no answer within 1 s"),
        ("busy", "hang", "no answer within 1 s"),
        ("exits", "crash", "ended with exit code 3; it wrote:\n  out of cheese"),
        ("killed", "crash", "ended by SIGSEGV"),
        ("closes", "fail", "closed its standard output"),
        ("deaf", "hang", "no answer within 1 s"),
        ("half", "crash", "ended with exit code 0"),
        ("twice", "fail", "more than one line"),
        ("ahead", "fail", "was asked 1, and answered 2"),
        ("no-seq", "fail", "has no seq"),
        ("no-events", "fail", "events is missing: it should be a list"),
        ("bad-events", "fail", "events[0][0]: text: text is not a string"),
        ("few-events", "fail", "there are 0 lists of events for 1 feeds"),
        ("unknown-event", "fail", "flush[0]: there is no event of type 'applause'"),
        ("bad-diagnostics", "fail", "diagnostics[0]: is not an object with a name"),
        ("error", "fail", "answered with an error: cannot"),
        ("nan", "fail", "is no JSON"),
        ("steers", "fail", r"answered with an error: \x1b[2J\x07bad\ud800\u202e"),
        ("skips-and-steers", "skip", r"\x1b[2Jbad"),
        ("steers-and-exits", "crash", r"\x1b[2Jbad"),
        ("forks", "pass", ""),
        ("forks-and-exits", "crash", "ended with exit code 0"),
    ],
)
def test_whatever_an_implementation_does_is_a_verdict(how: str, verdict: str, said: str) -> None:
    began = time.monotonic()
    (result,) = results(how, case(), timeout=1.0 if verdict == "hang" else 15.0)
    if how == "twice" and "second time" in result.detail:  # the second answer came late
        said = "answered 1 a second time"
    assert (result.verdict, said in result.detail) == (verdict, True), result.detail
    assert time.monotonic() - began < 20
    if how.startswith("forks"):
        assert not still_running("time.sleep(47.")


def test_a_process_that_is_starting_is_ended_too(tmp_path: Path) -> None:
    how = [*command("mute-when-started-again"), str(tmp_path / "once")]
    with Runner(how, timeout=60) as runner:
        assert runner.case(case()).verdict == "crash"
        waiting = threading.Thread(target=runner.case, args=[case()])
        waiting.start()
        time.sleep(0.5)
        runner.close()
        waiting.join(timeout=20)
        assert not waiting.is_alive()


def still_running(what: str, *, twice: bool = False) -> bool:
    """Whether a process with ``what`` in its command line runs; ``twice``: more than one."""
    time.sleep(0.1)
    found = 0
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            found += what.encode() in path.read_bytes()
    return found > twice


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("dies-at-start", "ended with exit code 7; it wrote:\n  no cheese at all"),
        ("mute-at-start", "no answer within 1.2 s"),
        ("other-version", "does not speak version 1"),
        ("no-dialects", "has no dialects"),
        ("true-version", "does not speak version 1"),
        ("odd-omits", r"'diagnostic\x1b' is nothing that is compared; did you mean 'diagnostics'?"),
        ("garbage-at-start", 'is no JSON: "Welcome!'),
    ],
)
def test_what_does_not_start_is_no_implementation(how: str, said: str) -> None:
    with pytest.raises(ImplementationError) as caught:
        Runner(command(how), timeout=0.2)
    assert said in str(caught.value)


def test_after_a_crash_the_run_goes_on() -> None:
    found = results("dies-later", *(case(n) for n in range(4)), timeout=5)
    assert [result.verdict for result in found] == ["crash"] * 4, "each case is asked more than three times"
    found = results("dies-later", *(case(n, "", op="json_repair", input={"text": "1"}) for n in range(0)), timeout=5)
    assert found == []


def test_an_implementation_that_only_crashes_is_given_up() -> None:
    found = results("exits", *(case(n) for n in range(30)), jobs=2)
    verdicts = [result.verdict for result in found]
    assert 20 <= verdicts.count("crash") <= 22
    assert verdicts[-1] == "skip"
    assert "given up after 20" in found[-1].detail


def test_what_it_lacks_is_skipped_without_asking() -> None:
    found = results("exits", case(1, dialect="xml"), case(2, op="prompt"))
    assert [(result.verdict, result.detail) for result in found] == [
        ("skip", "it has no dialect 'xml'"),
        ("skip", "it has no op 'prompt'"),
    ]


def test_results_keep_the_order_of_the_cases() -> None:
    cases = [case(n, "x" * (40 - n)) for n in range(40)]
    assert [result.case for result in results("honest", *cases, jobs=3)] == cases


def test_what_depends_on_the_cutting_is_found_with_the_cut() -> None:
    (result,) = results("keeps", case(1, "abc"))
    assert (result.verdict, result.plan) == ("fail", "per character")
    assert "invariance" in result.failed
    assert '  - "abc"\n' in result.detail
    (wrong,) = results("keeps", case(1, "abc", expect={"text": "xyz"}))
    assert wrong.plan == "whole"
    assert wrong.failed == ("text", "invariance"), "a wrong outcome is run in other cuttings too"
    assert "and per character:\ndiffers from the whole text in one feed: text:" in wrong.detail


def test_what_is_omitted_is_not_compared() -> None:
    events = [[{"type": "tool_end", "id": "call_0", "name": "f", "arguments": {}}]]
    calls = [{"name": "f", "arguments": {}, "raw": "f()"}]
    given = case(1, "f()", expect={"calls": calls, "diagnostics": ["bare-call"]})

    def ask(request: dict[str, Any]) -> dict[str, Any]:
        rest: list[Any] = [[] for _ in request["feeds"][1:]]
        return {"events": [*json.loads(json.dumps(events)), *rest], "flush": []}

    result = judge(given, ask, omits=["raw", "diagnostics"])
    assert (result.verdict, result.detail) == ("pass", "")
    assert result.compared == ("text", "thinking", "calls", "incomplete", "stopped", "invariance")
    assert "tool_end: raw_block is missing: it should be a string" in judge(given, ask, omits=["diagnostics"]).detail
    assert "diagnostics is missing" in judge(given, ask, omits=["raw"]).detail


def test_omitted_steps_are_not_compared() -> None:
    steps = [[{"type": "text", "text": "other"}], []]
    given = case(1, "hello", expect={"text": "hello", "steps": steps})
    answer = {"flush": [{"type": "text", "text": "hello"}], "diagnostics": []}

    def ask(request: dict[str, Any]) -> dict[str, Any]:
        return {"events": [[] for _ in request["feeds"]], **answer}

    assert judge(given, ask).failed == ("steps",)
    result = judge(given, ask, omits=["steps"])
    assert (result.verdict, "steps" in result.compared) == ("pass", False)


def test_a_difference_far_inside_a_long_text_is_shown() -> None:
    found = difference({"text": "a" * 5000 + "b" + "c" * 5000}, {"text": "a" * 5000 + "d" + "c" * 5000})
    assert "ab" in found
    assert "ad" in found
    assert len(found) < 1000
    many = [{"n": n} for n in range(100_000)]
    assert len(difference({"events": many}, {"events": many[::-1]})) < 10_000


def test_shrinking_leaves_what_matters() -> None:
    text = "some prose <a> and more <b> and an end"
    assert shrunk(text, lambda t: "<a>" in t and "<b>" in t) == "<a><b>"
    assert shrunk("a <x:b> c", lambda t: "<b>" in t or "<x:b>" in t) == "<b>", "a piece of two, where it stands"
    assert shrunk("x" * 1000, lambda t: len(t) >= 7) == "x" * 7
    assert shrunk("abc", lambda t: True) == ""
    assert len(shrunk("x" * 100, lambda t: True, tries=1)) == 50


# -- our own ----------------------------------------------------------------------------------------


def test_our_own_passes_by_the_protocol() -> None:
    cases = [case for case in load_corpus() if case.dialect in ("xml", "") and len(case.input) < 2000]
    with Runner([sys.executable, "-m", "minimax_grammar", "conformance", "serve"], jobs=2) as runner:
        found = list(runner.run(cases))
    here = {result.case.id: result.verdict for result in run_here(cases)}
    assert {result.case.id: result.verdict for result in found} == here
    assert all(result.compared for result in found)


LOOPING = """
import sys
import minimax_grammar.conformance.ops as ops
import minimax_grammar.conformance.worker as worker
scan = ops.OPS["scan"]
def endless(request):
    while request["feeds"] == ["a", "bc"]: {body}
    return scan(request)
ops.OPS["scan"] = endless
if sys.argv[1] == "serve":
    from minimax_grammar.conformance.serve import serve
    serve(sys.stdin.buffer, sys.stdout)
else:
    worker._main()
"""


@pytest.mark.parametrize(
    ("body", "verdict"),
    [("pass", "hang"), ("__import__('os')._exit(1)", "crash"), ("raise ValueError('no')", "fail")],
)
def test_an_endless_or_dying_scanner_of_our_own_is_named_with_its_cut(
    body: str, verdict: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "looping.py"
    script.write_text(LOOPING.format(body=body))
    monkeypatch.setattr(worker, "COMMAND", [sys.executable, str(script), "worker"])
    monkeypatch.setattr("minimax_grammar.conformance.runner.OWN", [sys.executable, str(script), "serve"])
    with Runner(timeout=1, jobs=2) as runner:
        found = list(runner.run([case(1, "bc"), case(2, "abc"), case(3, "c")]))
    assert [(result.verdict, result.plan) for result in found] == [("pass", ""), (verdict, "cut at 1"), ("pass", "")]


def test_stop_ends_it() -> None:
    process = Process([sys.executable, "-m", "minimax_grammar", "conformance", "serve"], 20)
    assert process.ask({"op": "json_repair", "text": "{a: 1}"})["value"] == {"a": 1}
    assert process.stop() == ""
    assert not process.open
    assert Process(command("honest"), 20).stop() == ""


# -- the command ------------------------------------------------------------------------------------


def corpus(folder: Path, *cases: Case) -> Path:
    (folder / "cases").mkdir()
    (folder / "tools.json").write_text("{}", encoding="utf-8")
    (folder / "VERSION").write_text("1.0\n", encoding="utf-8")
    names = ("id", "op", "about", "spec", "input", "expect", "dialect")
    entries = [{**{name: getattr(c, name) for name in names}, "about": "A case of a test."} for c in cases]
    (folder / "cases" / "a.json").write_text(json.dumps(entries), encoding="utf-8")
    return folder


def invoke(*words: str) -> Any:
    return CliRunner().invoke(cli, ["conformance", *words])


def test_run_tells_and_records_verdicts(tmp_path: Path) -> None:
    folder = corpus(tmp_path, case(1, "prose"), case(2, '<invoke name="f"/>'), case(3, "x", dialect="xml"))
    impl = " ".join(command("honest"))
    result = invoke("run", "--impl", impl, "--corpus", str(folder), "--json", str(tmp_path / "r.json"), "--jobs", "2")
    assert result.exit_code == 0, result.output
    assert "2 passed, 0 failed, 1 skipped (3 cases" in result.output
    (folder / "cases" / "a.json").write_text(
        (folder / "cases" / "a.json").read_text().replace('{"text": "prose"}', '{"text": "verse"}'), encoding="utf-8"
    )
    result = invoke("run", "--impl", impl, "--corpus", str(folder), "--json", str(tmp_path / "r.json"))
    assert result.exit_code == 1
    assert "FAIL  a/1 (whole): A case of a test." in result.output
    assert '        - "verse"\n        + "prose"' in result.output.replace("\n      ", "\n      ")
    record = json.loads((tmp_path / "r.json").read_text())
    assert record["implementation"]["name"] == "honest"
    assert record["corpus"]["version"] == "1.0"
    assert [r["verdict"] for r in record["results"]] == ["fail", "pass", "skip"]
    result = invoke("run", "--impl", impl, "--corpus", str(folder), "--shard", "3/3")
    assert result.exit_code == 2
    assert "every case was skipped: it has no dialect 'xml'" in result.output
    result = invoke("run", "--impl", impl, "--corpus", str(folder), "--shard", "2/3", "-v")
    assert (result.exit_code, "pass  a/2" in result.output) == (0, True)


def test_run_shrinks(tmp_path: Path) -> None:
    text = 'Some prose.\n<invoke name="f"></invoke>\nAnd then some more of it.'
    expect = {"text": "Some prose.\n\nAnd then some more of it.", "calls": [{"name": "f", "arguments": {}}]}
    folder = corpus(tmp_path, case(1, text, expect=expect))
    impl = " ".join(command("honest"))
    result = invoke("run", "--impl", impl, "--corpus", str(folder), "--shrink", "--json", str(tmp_path / "r.json"))
    assert result.exit_code == 1
    assert r'smallest input (whole): "<invoke name=f' in result.output
    assert len(json.loads((tmp_path / "r.json").read_text())["results"][0]["shrunk"]) < 30


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--impl", "no-such-command-anywhere"], "no-such-command-anywhere: cannot be started"),
        (["--impl", ""], "the command of the implementation is empty"),
        (["--impl", "'"], "No closing quotation"),
        (["--impl", f"{sys.executable} {HOSTILE} dies-at-start"], "does not start: ended with exit code 7"),
        (["--shard", "0/2"], "is no part of a whole"),
        (["--shard", "x"], "is no part of a whole"),
        (["--shard", "1000000/1000000"], "holds no case"),
        (["--timeout", "0"], "0"),
        (["--case", "nope"], "no case is left"),
        (["--dialect", "hermas"], "--dialect: no case is of 'hermas'; did you mean 'hermes'?"),
        (["--op", "scann"], "--op: no case is of 'scann'; did you mean 'scan'?"),
    ],
)
def test_what_cannot_be_run_is_said(words: list[str], said: str) -> None:
    result = invoke("run", *words)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize("command", ["run", "fuzz"])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_an_interrupted_run_leaves_no_process(command: str, number: int, code: int) -> None:
    mark = f"an-interrupted-{command}-by-{number}."
    with subprocess.Popen(
        [
            *(sys.executable, "-m", "minimax_grammar", "conformance", command, "--timeout", "60"),
            *("--impl", f"{sys.executable} -S {HOSTILE} silent {mark}"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        for _ in range(200):
            if still_running(mark, twice=True):
                break
        time.sleep(1)
        assert process.poll() is None
        process.send_signal(number)
        assert process.wait(timeout=20) == code
    assert not still_running(mark)
