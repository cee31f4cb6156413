"""The reports: what programs read is what their formats want, and the page works in a browser."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from minimax_grammar.cli.main import cli

BROWSER = Path(__file__).parent / "browser"
MODULES = BROWSER / "node_modules"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
NASTY = "a<b>&\"'\x00\x1b[31m\ud800\u202e</script><script>globalThis.injected = true</script>%0A::error::x\r\n\u2028]]>"


def chat(text: str, **more: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": "Go"}, {"role": "assistant", "content": text}], **more}


TEXTS = [
    "Hello.",
    f'<think>\nHm.\n</think>\nOne.\n<minimax:tool_call>\nand {NASTY}\n<invoke name="ping">'
    "<parameter name=\"k\">{'a': 1,}"
    "</parameter></invoke></minimax:tool_call>\nLater.",
    '<tool_call><invoke name="é"></invoke></tool_call>',
    f'<minimax:tool_call><invoke name="x{"y" * 90}"><parameter name="k">{NASTY * 20}',
    '<minimax:tool_call><invoke name="ping"/></minimax:tool_call><function_results>made up</function_results>',
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reports")
    rows = [json.dumps(chat(text, model="minimax")) for text in TEXTS]
    (folder / 'odd "name",%1.jsonl').write_text("\n".join([*rows, "no json"]))
    (folder / "other.txt").write_text('Human: Go\n\nAssistant: [TOOL_CALLS]ping[ARGS]{"a": 1')
    return folder


def report(folder: Path, form: str) -> str:
    result = CliRunner().invoke(cli, ["validate", str(folder), "-o", form, "--severity", "note", "--no-config"])
    assert result.exit_code == 1, result.output
    assert isinstance(result.exception, SystemExit | None)
    return result.stdout


@pytest.fixture(scope="module")
def findings(folder: Path) -> list[dict[str, Any]]:
    return [row for row in map(json.loads, report(folder, "jsonl").splitlines()) if row["type"] == "finding"]


def test_json_lines_are_lines_of_ascii(folder: Path, findings: list[dict[str, Any]]) -> None:
    assert report(folder, "jsonl").isascii()
    names = {found["name"] for found in findings}
    assert names >= {"dropped-prose", "repaired-json", "unprefixed-wrapper", "unclosed-argument", "fabricated-result"}
    last = json.loads(report(folder, "jsonl").splitlines()[-1])
    assert last["findings"] == {name: sum(found["name"] == name for found in findings) for name in names}


def test_sarif_is_what_its_schema_wants(folder: Path, findings: list[dict[str, Any]]) -> None:
    log = json.loads(report(folder, "sarif"))
    (run,) = log["runs"]
    assert [each["ruleId"] for each in run["results"]] == [found["code"] for found in findings]
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[each["ruleIndex"]]["id"] == each["ruleId"] for each in run["results"])
    assert all(rule["help"]["text"] for rule in rules)
    first = run["results"][0]["locations"][0]["physicalLocation"]
    assert first["region"]["startLine"] == findings[0]["line"]
    assert "%22name%22" in first["artifactLocation"]["uri"]
    schema = MODULES / "@microsoft" / "jest-sarif" / "lib" / "schemas" / "sarif-2.1.0-rtm.5.json"
    if not schema.exists():
        pytest.skip("the schema of SARIF is not installed: npm ci in tests/browser")
    jsonschema.Draft7Validator(json.loads(schema.read_text())).validate(log)


def test_junit_is_well_formed_and_counts(folder: Path, findings: list[dict[str, Any]]) -> None:
    root = ET.fromstring(report(folder, "junit").encode())
    cases = root.findall("./testsuite/testcase")
    assert len(cases) == len(findings)
    for suite in root:
        assert int(suite.attrib["tests"]) == len(suite.findall("testcase"))
        assert int(suite.attrib["failures"]) == len(suite.findall("testcase/failure"))
        assert suite.attrib["file"] == suite.attrib["name"]
    _has_the_shape_of_junit(root)
    failures = root.findall(".//failure")
    assert all(failure.text and re.match(r".*:\d+:\d+: ", failure.text) for failure in failures)
    assert len(failures) == sum(found["severity"] != "note" for found in findings)
    assert {failure.attrib["type"] for failure in failures} == {"error", "warning"}


def test_a_clean_run_is_one_case_that_passed(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(json.dumps(chat("Hello.")))
    result = CliRunner().invoke(cli, ["validate", str(tmp_path), "-o", "junit"])
    assert result.exit_code == 0
    root = ET.fromstring(result.stdout.encode())
    assert [len(suite) for suite in root] == [1]
    _has_the_shape_of_junit(root)
    assert not root.findall(".//failure")


JUNIT: dict[str, tuple[set[str], set[str], set[str]]] = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {"group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"},
        {"testsuite", "properties", "testcase", "system-out", "system-err"},
    ),
    "testcase": ({"name"}, {"time", "classname", "group"}, {"skipped", "error", "failure", "system-out", "system-err"}),
    "failure": (set(), {"type", "message"}, set()),
    "error": (set(), {"type", "message"}, set()),
    "system-out": (set(), set(), set()),
}
"""What the schema junit-10 of Jenkins wants and allows: attributes, further attributes, elements."""


def _has_the_shape_of_junit(root: ET.Element) -> None:
    assert root.tag == "testsuites"
    for element in root.iter():
        needed, allowed, inside = JUNIT[element.tag]
        assert needed <= element.attrib.keys() <= needed | allowed, element.tag
        assert {each.tag for each in element} <= inside


def test_github_annotations_are_one_command_a_finding(folder: Path, findings: list[dict[str, Any]]) -> None:
    lines = report(folder, "github").split("\n")
    commands = [line for line in lines if line.startswith("::")]
    assert len(commands) == len(findings)
    assert commands[0].startswith("::")
    assert "file=" in commands[0]
    assert "%2C%251.jsonl,line=" in commands[0]
    assert all(not line.startswith("::error::x") for line in lines)


def test_the_human_report_lets_nothing_through_that_a_terminal_would_obey(folder: Path) -> None:
    out = report(folder, "human")
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "\r" not in out


def test_the_page_needs_nothing_else(folder: Path, findings: list[dict[str, Any]]) -> None:
    page = report(folder, "html")
    assert page.count("<article") == len(findings)
    assert "<script>globalThis" not in page
    assert "http://" not in page
    assert "https://" not in page


@pytest.mark.skipif(
    not (MODULES.exists() and CHROMIUM and shutil.which("node")), reason="needs Chromium, and npm ci in tests/browser"
)
def test_the_page_in_a_browser(folder: Path, findings: list[dict[str, Any]], tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text(report(folder, "html"))
    command = ["node", str(BROWSER / "page.mjs"), str(CHROMIUM), str(page), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout)
    for look in seen["looks"]:
        assert look["errors"] == [], look
        assert look["requests"] == 1, look
        assert look["overflow"] <= 0, look
        assert look["violations"] == [], look
    assert seen["errors"] == []
    assert seen["ran"] is False
    counts = seen["counts"]
    assert counts["all"] == counts["reset"] == len(findings)
    assert counts["said"] == f"{len(findings)} of {len(findings)} findings shown"
    assert counts["nothing"] == 0
    for severity in ("error", "warning", "note"):
        assert counts[f"without {severity}"] == sum(found["severity"] != severity for found in findings)
    assert set(seen["kinds"]) >= {"k-text", "k-thinking", "k-body", "k-markup", "k-dropped"}
    assert any("made up" in text or "function_results" in text for text in seen["marked"])
