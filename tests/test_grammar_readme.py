"""The examples of the reference of the dialect language are checked, and do what they say; so does the tutorial."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import minimax_grammar as mg
from minimax_grammar.cli.main import cli
from minimax_grammar.filters import FILTERS
from minimax_grammar.language.checks.names import WORDS
from minimax_grammar.language.model import Action, Construct
from minimax_grammar.registry import check_dialect
from minimax_grammar.resources import grammar_dir

README = (grammar_dir() / "README.md").read_text(encoding="utf-8")
FENCED = re.findall(r"^```text\n(dialect .*?)^```\n", README, re.DOTALL | re.MULTILINE)
# A dialect, what it reads (in four backticks if there are three in it), and as what.
EXAMPLES = re.findall(
    r"^```text\n(dialect (?:(?!^```).)*)^```\n\nreads\n\n^(`{3,4})text\n(.*?)\n^\2\n\nas\n\n^```json\n(.*?)^```",
    README,
    re.DOTALL | re.MULTILINE,
)


def name_of(text: str) -> str:
    return text.split()[1]


@pytest.mark.parametrize("text", FENCED, ids=name_of)
def test_examples_are_checked(text: str, tmp_path: Path) -> None:
    file = tmp_path / "example.dialect"
    file.write_text(text, encoding="utf-8")
    check_dialect(file)


@pytest.mark.parametrize(("text", "_", "stream", "expected"), EXAMPLES, ids=lambda value: "")
def test_examples_read_what_is_said(text: str, _: str, stream: str, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "example.dialect"
    file.write_text(text, encoding="utf-8")
    tools = [{"name": name} for name in ("read", "pay", "todo")] if "listed" in text else None
    parsed = mg.parse(stream, file, tools=tools)
    assert {
        "text": parsed.text,
        "calls": [[call.name, call.arguments] for call in parsed.calls],
    } == json.loads(expected)


def test_every_word_of_the_language_is_told() -> None:
    statements = (
        "dialect extends default fallback models native guide prefixes tags open close end tag mark field closers"
    )
    others = (
        "limit start after when prompt mode trim amend render joined before same closed then if not listed is or and"
    )
    words = {*statements.split(), *others.split(), *map(str, Action), *map(str, Construct), *FILTERS, *WORDS}
    words |= {word for choice in WORDS.values() for word in choice}
    code = " ".join(re.findall(r"`([^`\n]+)`", README)) + " ".join(FENCED)
    assert not {word for word in words if not re.search(rf"(?<![\w-]){word}(?![\w-])", code)}


def test_there_are_examples() -> None:
    assert len(FENCED) >= 8
    assert len(EXAMPLES) >= 6


def run(*args: str) -> str:
    result = CliRunner().invoke(cli, list(args))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_tutorial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tutorial = README[README.index("## Tutorial") : README.index("## Statements")]
    output = re.findall(r"```text\n(.*?)```", tutorial, re.DOTALL)[0]
    tools, cases = re.findall(r"```json\n(.*?)```", tutorial, re.DOTALL)
    new, *commands = [
        line for block in re.findall(r"```sh\n(.*?)```", tutorial, re.DOTALL) for line in block.splitlines()
    ]
    run(*new.split()[1:])
    run("grammar", "check", "quill.dialect")
    for file, text in {"output.txt": output, "tools.json": tools, "quill.dialect": FENCED[1]}.items():
        Path(file).write_text(text, encoding="utf-8")
    Path("cases").mkdir()
    Path("cases/quill.json").write_text(cases, encoding="utf-8")
    assert len(commands) == 4
    shown = [run(*command.split()[1:]) for command in commands]
    assert "get_weather" in shown[2]
    assert "1 passed" in shown[3]
    (example,) = re.findall(r"```python\n(.*?)```", tutorial, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "{'city': 'Bergen'}\n@@call get_weather@@\n@arg city@Oslo@end@\n@@done@@\n"
