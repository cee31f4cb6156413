"""The corpus as data: its manifest, its rules, and the commands that list, show, count and write cases."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from minimax_grammar.cli.main import cli
from minimax_grammar.conformance.authoring import compact
from minimax_grammar.conformance.corpus import expand, load_corpus
from minimax_grammar.conformance.manifest import stale
from minimax_grammar.conformance.rules import rule_of, rules
from minimax_grammar.conformance.runner import run_here
from minimax_grammar.resources import conformance_dir

CALL = '<minimax:tool_call>\n<invoke name="ping"><parameter name="k">1</parameter></invoke>\n</minimax:tool_call>'
NEW = ("new", "-", "--id", "minimax/a-new-one", "--about", "A case of a test.", "--spec", "4", "--dialect", "minimax")


def invoke(*words: str, text: str | None = None) -> Any:
    return CliRunner().invoke(cli, ["conformance", *words], input=text)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "cases").mkdir()
    (tmp_path / "tools.json").write_text('{"none": []}', encoding="utf-8")
    (tmp_path / "VERSION").write_text("1.0\n", encoding="utf-8")
    assert invoke(*NEW, "--into", str(tmp_path / "cases" / "a.json"), text=CALL).exit_code == 0
    return tmp_path


def test_the_manifest_is_current() -> None:
    assert stale() == [], "run: minimax-grammar conformance manifest --write"


def test_the_checksum_can_be_had_without_us() -> None:
    manifest = json.loads((conformance_dir() / "manifest.json").read_bytes())
    lines = ""
    for name in sorted(manifest["files"]):
        lines += f"{hashlib.sha256((conformance_dir() / name).read_bytes()).hexdigest()}  {name}\n"
    assert manifest["checksum"] == f"sha256:{hashlib.sha256(lines.encode()).hexdigest()}"
    assert manifest["version"] == (conformance_dir() / "VERSION").read_text().strip()
    assert manifest["cases"] == len(load_corpus())


def test_a_manifest_that_is_not_current_says_why(corpus: Path) -> None:
    given = ("manifest", "--corpus", str(corpus))
    assert invoke(*given).exit_code == 1
    assert invoke(*given, "--write").exit_code == 0
    assert invoke(*given).exit_code == 0
    (corpus / "tools.json").write_text("{}", encoding="utf-8")
    (corpus / "VERSION").write_text("1.1\n", encoding="utf-8")
    file = corpus / "cases" / "a.json"
    file.rename(corpus / "cases" / "b.json")
    result = invoke(*given)
    assert result.exit_code == 1
    for line in (
        "tools.json: was changed",
        "cases/a.json: is in the manifest, and not there",
        "cases/b.json: is not in the manifest",
        "manifest.json: version is '1.0', and should be '1.1'",
    ):
        assert line in result.output
    (corpus / "manifest.json").write_text("[", encoding="utf-8")
    assert "manifest.json: cannot be read" in invoke(*given).output
    (corpus / "VERSION").write_text("new", encoding="utf-8")
    assert invoke(*given).exit_code == 2


def test_every_case_serves_a_rule() -> None:
    known = rules()
    assert set(known) == {str(number) for number in range(1, 14)}
    assert not [case.id for case in load_corpus() if not rule_of(case.spec, known)]
    assert rule_of("7.repair", known)["title"] == "Values"


def test_list_show_and_stats() -> None:
    listed = invoke("list", "--dialect", "minimax", "--case", "*/points-in-names")
    about = "A name with points in it is one name, not a path of which the end counts."
    assert " ".join(listed.output.split()) == f"minimax/points-in-names scan 5 {about}"
    (entry,) = json.loads(invoke("list", "--case", "*/points-in-names", "--format", "json").output)
    assert entry["file"] == "cases/minimax/names.json"
    shown = invoke("show", "minimax/points-in-names").output
    assert "section 5: Names" in shown
    assert json.loads(shown[shown.index("{") :])["expect"]["calls"][0]["name"] == "a.b.c"
    wrong = invoke("show", "minimax/point-in-names")
    assert (wrong.exit_code, "did you mean 'minimax/points-in-names'?" in wrong.output) == (2, True)
    counted = json.loads(invoke("stats", "--format", "json").output)
    assert counted["cases"] == len(load_corpus()) == sum(counted["dialects"].values())
    assert "Chunk invariance" in invoke("stats").output


def test_new_writes_a_case_that_passes(corpus: Path) -> None:
    file = corpus / "cases" / "a.json"
    again = invoke(*NEW, "--into", str(file), text=CALL)
    assert (again.exit_code, "the id is in this file already" in again.output) == (2, True)
    more = ("--id", "minimax/another", "--tools", "none", "--events", "--tag", "x", "--guarded", "--no-thinking")
    text = "<think>a</think>" + "\n" * 900 + CALL
    assert invoke(*NEW, *more, "--corpus", str(corpus), "--into", str(file), text=text).exit_code == 0
    entries = json.loads(file.read_bytes())
    assert entries[1]["tools"] == "none"
    assert entries[1]["options"] == {"guarded": True, "parse_thinking": False}
    assert {"repeat": ["\n", 900]} in entries[1]["input"]
    assert entries[0]["expect"]["calls"][0]["arguments"] == {"k": 1}
    assert [result.verdict for result in run_here(load_corpus(corpus))] == ["pass", "pass"]
    printed = invoke(*NEW, text="\ud83d and a half".encode("utf-8", "replace").decode())
    assert json.loads(printed.stdout)["input"] == "? and a half"
    assert "check it" in printed.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--id", "Upper/case"], "--id is lower-case words"),
        (["--dialect", "minimx"], "did you mean 'minimax'?"),
        (["--spec", "four"], "spec: 'four' does not match"),
        (["--about", "short"], "about: 'short' is too short"),
        (["--tools", "nope"], "'nope' is neither a tool set of the corpus"),
        (["--start", "nowhere"], "cannot start in 'nowhere'"),
        (["--into", "README.md"], "cannot be read as a case file"),
    ],
)
def test_what_is_no_case_is_said(words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("README.md").write_text("# Read me", encoding="utf-8")
    result = invoke(*NEW, *words, text=CALL)
    assert (result.exit_code, said in result.output) == (2, True), result.output
    assert Path("README.md").read_text() == "# Read me"


def test_long_runs_are_written_as_repeats() -> None:
    for text in ("a" * 1000, "x" + "ab" * 500 + "y", "plain " * 10, "abc" * 300 + "d" * 300, "é" * 201):
        assert expand(compact(text)) == text
    assert compact("a" * 1000) == [{"repeat": ["a", 1000]}]
    assert compact("x" + "ab" * 500 + "y") == ["x", {"repeat": ["ab", 500]}, "y"]
    assert compact("a" * 200) == "a" * 200
