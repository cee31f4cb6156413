"""The report of conformance: runs are read with care, added up, and shown in every form."""

from __future__ import annotations

import json
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from minimax_grammar.cli.main import cli
from minimax_grammar.conformance.report.badges import badge
from minimax_grammar.conformance.report.matrix import rate
from minimax_grammar.resources import conformance_dir

BROWSER = Path(__file__).parent / "browser"
MODULES = BROWSER / "node_modules"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NASTY = (
    "../a<b>&\"'\x00\x1b[31m\ud800\u202e</script><script>globalThis.injected = true</script>\r\n\u2028]]>{{ 7 * 7 }}"
)
CASES = [("minimax", "1"), ("minimax", "7.repair"), ("xml", "7"), ("", "10"), ("minimax", "7")]


def result(number: int, verdict: str, **more: Any) -> dict[str, Any]:
    dialect, spec = CASES[number % len(CASES)]
    failed = ["text"] if verdict not in ("pass", "skip") else []
    return {
        "id": f"a/{number}",
        "dialect": dialect,
        "op": "scan",
        "spec": spec,
        "tags": ["recovery"],
        "about": f"Case number {number}.",
        "verdict": verdict,
        "compared": [] if verdict == "skip" else ["text", "calls"],
        "failed": failed,
        "plan": "cut at 3" if failed else "",
        "detail": 'text:\n  - "a"\n  + "b"' if failed else "",
        **({"input": "<invoke>"} if failed else {}),
        **more,
    }


def run(name: str, *results: dict[str, Any], version: str = "1.2") -> dict[str, Any]:
    return {
        "format": "minimax-grammar/conformance-run/1",
        "corpus": {"version": version, "checksum": f"sha256:{version}"},
        "implementation": {"name": name, "language": "C", "omits": ["raw"]},
        "results": list(results),
    }


def written(folder: Path, *runs: Any) -> list[str]:
    files = []
    for number, each in enumerate(runs):
        file = folder / f"run{number}.json"
        file.write_text(each if isinstance(each, str) else json.dumps(each))
        files.append(str(file))
    return files


def invoke(*words: str) -> Any:
    return CliRunner().invoke(cli, ["conformance", *words])


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    good = run("good", *(result(n, "pass") for n in range(5)))
    odd = result(1, "crash", about=NASTY, detail=NASTY, plan=NASTY[:60], tags=[NASTY], input=NASTY, shrunk=NASTY)
    bad = run(NASTY, result(0, "fail"), odd, result(2, "skip"), result(3, "hang"))
    return written(tmp_path, good, bad)


def made(files: list[str], form: str) -> str:
    done = invoke("report", *files, "--format", form)
    assert done.exit_code == 0, done.output
    return str(done.stdout)


def validated(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    schema = json.loads((conformance_dir() / "report.schema.json").read_bytes())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(found)
    return found


def test_the_json_is_what_its_schema_says_and_adds_up(files: list[str]) -> None:
    found = validated(made(files, "json"))
    assert [each["counts"]["pass"] for each in found["implementations"]] == [5, 0]
    assert found["implementations"][1]["counts"] == {"pass": 0, "fail": 1, "crash": 1, "hang": 1, "skip": 1}
    assert found["dialects"] == ["", "minimax", "xml"]
    assert [kind["id"] for kind in found["kinds"]] == ["1", "7", "10"]
    assert found["kinds"][1]["title"] == "Values"
    cells = {(c["implementation"], c["dialect"], c["kind"]): c["pass"] for c in found["matrix"]}
    assert cells[0, "minimax", "7"] == 2
    assert found["aspects"][-1] == {"implementation": 1, "aspect": "calls", "compared": 3, "failed": 0}
    cases = {case["id"]: case for case in found["cases"]}
    assert [cases[f"a/{n}"]["verdicts"][1] for n in range(5)] == ["fail", "crash", "skip", "hang", None]
    (difference,) = cases["a/0"]["differences"]
    assert (difference["implementation"], difference["cut"], difference["aspects"]) == (1, "cut at 3", ["text"])
    assert cases["a/1"]["differences"][0]["detail"] == NASTY


def test_what_was_skipped_or_not_run_counts_for_nothing() -> None:
    counts = {"pass": 3, "fail": 1, "crash": 0, "hang": 0, "skip": 96}
    assert rate(counts) == 0.75
    assert rate({**counts, "pass": 0, "fail": 0}) is None


def test_what_run_writes_can_be_reported(tmp_path: Path) -> None:
    file = tmp_path / "own.json"
    done = invoke("run", "--case", "minimax/names-*", "--json", str(file), "--name", "mine")
    assert done.exit_code == 0, done.output
    schema = json.loads((conformance_dir() / "run.schema.json").read_bytes())
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(json.loads(file.read_bytes()))
    found = validated(made([str(file)], "json"))
    assert found["implementations"][0]["name"] == "mine"
    assert found["implementations"][0]["counts"]["pass"] == len(found["cases"]) > 1
    assert all(case["about"] for case in found["cases"])


def test_parts_of_a_run_become_one(tmp_path: Path) -> None:
    parts = written(tmp_path, run("x", result(0, "pass")), run("x", result(1, "fail")))
    found = validated(made(parts, "json"))
    assert [each["counts"]["pass"] for each in found["implementations"]] == [1]
    assert [case["verdicts"] for case in found["cases"]] == [["pass"], ["fail"]]


def test_the_tables_name_what_was_skipped_and_obey_nothing(files: list[str]) -> None:
    out = made(files, "terminal")
    assert "\x1b" not in out
    assert "\u202e" not in out
    lines = {line.split("  ")[0].strip(): line for line in out.splitlines()}
    assert "1/1 100 %" in lines["xml"]
    assert lines["xml"].endswith("skipped")
    assert lines["minimax"].split()[1:] == ["3/3", "100", "%", "0/2", "0", "%"]
    assert "5/5 100 %" in lines["all"]
    assert "0/3   0 %" in lines["all"]


def test_a_long_difference_is_cut(tmp_path: Path) -> None:
    files = written(tmp_path, run("x", result(0, "fail", detail="x" * 100_000, input="y" * 100_000)))
    assert len(made(files, "json")) < 10_000
    assert len(made(files, "html")) < 40_000


def test_badges_are_harmless_files_of_svg(files: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "badges"
    done = invoke("report", *files, "--format", "badges", "-o", str(folder))
    assert done.exit_code == 0, done.output
    names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.svg"))
    assert names[-4:] == [f"good/{name}.svg" for name in ("all", "minimax", "no-dialect", "xml")]
    assert len(names) == 7, "a dialect that was only skipped has none"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["deep", "run0.json", "run1.json"]
    for path in folder.rglob("*.svg"):
        root = ET.fromstring(path.read_text())
        (title,) = root.findall("{http://www.w3.org/2000/svg}title")
        assert root.attrib["aria-label"] == title.text
        assert path.read_text().count("http") == 1, "the name of SVG's name space"
    assert "good: 5/5 passed" in (folder / "good" / "all.svg").read_text()


def test_badges_that_would_have_one_name_have_two(tmp_path: Path) -> None:
    files = written(
        tmp_path, run("a b", result(0, "pass")), run("a/b", result(0, "pass")), run("..", result(0, "fail"))
    )
    assert invoke("report", *files, "--format", "badges", "-o", str(tmp_path / "b")).exit_code == 0
    assert sorted(path.name for path in (tmp_path / "b").iterdir()) == ["a-b", "a-b-2", "unnamed"]


@pytest.mark.parametrize(("passed", "color"), [(10, "#1a7f37"), (9, "#5a7a00"), (5, "#8a6100"), (4, "#b3261e")])
def test_the_colour_of_a_badge_tells_its_share(passed: int, color: str) -> None:
    assert color in badge("x", {"pass": passed, "fail": 10 - passed, "crash": 0, "hang": 0, "skip": 5})


@pytest.mark.parametrize(
    ("runs", "said"),
    [
        (["no json"], "run0.json:1:1: is no JSON: Expecting value"),
        (["[" * 100_000], "run0.json: is no JSON"),
        ([b"\xff\xfe\xff".decode("latin-1")], "run0.json"),
        (["NaN"], "NaN is no JSON value"),
        (["{}"], "is no run, whose format is 'minimax-grammar/conformance-run/1'; conformance run --json writes one"),
        ([run("x")], "run0.json: results: [] should be non-empty"),
        ([run("", result(0, "pass"))], "implementation/name: '' should be non-empty"),
        ([run("x", result(0, "maybe"))], "results/0/verdict: 'maybe' is not one of"),
        ([run("x", result(0, "pass", spec="-1"))], "results/0/spec: '-1' does not match"),
        ([run("x", result(0, "pass"), result(0, "fail"))], "the case 'a/0' is in it twice"),
        ([run("x", result(0, "pass")), run("x", result(0, "pass"))], "give one of them another name with run --name"),
        ([run("x", result(0, "pass")), run("y", result(0, "pass"), version="1.1")], "run both against the same corpus"),
    ],
)
def test_what_is_no_run_is_said(tmp_path: Path, runs: list[Any], said: str) -> None:
    kept = tmp_path / "out.html"
    kept.write_text("as it was")
    done = invoke("report", *written(tmp_path, *runs), "--format", "html", "-o", str(kept))
    assert (done.exit_code, said in done.output) == (2, True), done.output
    assert "Traceback" not in done.output
    assert kept.read_text() == "as it was"


def test_what_cannot_be_read_or_written_is_said(files: list[str], tmp_path: Path) -> None:
    for words, said in (
        ([str(tmp_path / "none.json")], "none.json: cannot be read: No such file"),
        ([str(tmp_path)], "cannot be read: Is a directory"),
        ([*files, "-o", str(tmp_path / "none" / "x")], "No such file or directory"),
        ([*files, "--format", "badges"], "name their folder with --output"),
        ([*files, "--format", "badges", "-o", files[0]], "cannot be written"),
    ):
        done = invoke("report", *words)
        assert (done.exit_code, said in done.output) == (2, True), done.output


def test_the_page_needs_nothing_else(files: list[str]) -> None:
    page = made(files, "html")
    assert page.startswith("<!doctype html>")
    assert "<script>globalThis" not in page
    assert page.count("<script") == page.count("</script>") == 2
    assert "http://" not in page
    assert "https://" not in page
    assert "{{" not in page.partition('id="data"')[0].replace("{{ 7 * 7 }}", "")


@pytest.mark.skipif(
    not (MODULES.exists() and CHROMIUM and shutil.which("node")), reason="needs Chromium, and npm ci in tests/browser"
)
def test_the_page_in_a_browser(files: list[str], tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text(made(files, "html"))
    command = ["node", str(BROWSER / "conformance.mjs"), str(CHROMIUM), str(page), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    assert len(seen["looks"]) == 4
    for look in seen["looks"]:
        assert look["errors"] == [], look
        assert look["requests"] == 1, look
        assert look["overflow"] <= 0, look
        assert look["violations"] == [], look
    assert seen["errors"] == []
    assert seen["ran"] is False
    assert seen["before"] == seen["reset"] == ["100 %\n1/1", "0 %\n0/1"]
    assert seen["filtered"] == ["–", "–"], "no case of that dialect is of the first kind"
    assert seen["all"] == ["a/0", "a/1", "a/3"], "those that failed somewhere"
    assert seen["said"] == "3 of 3 cases shown"
    assert seen["behind"] == seen["restored"] == ["a/3"], "the cases behind the first number that is not all"
    assert seen["focused"] == "cases"
    assert "cut: cut at 3 · not as expected: text" in seen["opened"]
    assert seen["diff"] == ['  - "a"', '  + "b"']
    assert seen["nothing"] == []


def test_the_report_in_the_documentation_is_one() -> None:
    folder = Path(__file__).parent.parent / "docs" / "conformance"
    found = validated((folder / "report.json").read_text())
    page = (folder / "report.html").read_text()
    assert len(page) < 1_500_000
    for each in found["implementations"]:
        assert each["name"] in page
        assert each["counts"]["skip"] < len(found["cases"])
