"""Markup in source trees: what is found, what is passed over, the command, and the hooks."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from minimax_grammar.cli.main import cli
from minimax_grammar.leaks import leaks_in, source_files

ROOT = Path(__file__).parent.parent
CODE = "def add(a, b):\n    return a + b\n"
TODO = (
    '<function_calls>\n<invoke name="TodoWrite">\n<parameter name="todos">[\n  {"content": "x"},\n]</parameter>\n'
    "</invoke>\n</function_calls>\n"
)
TOKEN = "]<]minimax[>["


@pytest.mark.parametrize(
    ("file", "text", "found"),
    [
        ("a.py", f"{CODE}</content>\n", "leaked-tail 3"),
        ("a.py", f"{CODE}</content>\n</invoke>\n\n", "leaked-tail 3"),
        ("a.py", f"{CODE}</content>\n{TODO}", "leaked-tail 3"),
        ("a.py", f"{CODE}{TODO}", "leaked-tail 3"),
        ("a.ts", "export const x = {\n  a: 1,\n}</content>", "leaked-tail 3"),
        ("a.json", '{"a": 1}\n</parameter>\n</invoke>', "leaked-tail 2"),
        ("a.md", "# Title\n\nText.\n</content>\n", "leaked-tail 4"),
        ("a.html", "<p>x</p>\n</content>\n", "leaked-tail 2"),
        ("test_a.py", f"{CODE}</content>\n", "leaked-tail 3"),
        ("a.go", f"package a\n{TOKEN}", "leaked-tail 2"),
        ("a.rs", f"fn a() {{}}\n{TOKEN}<tool_call>\nfn b() {{}}\n", "leaked-token 2"),
        ("a.py", f"<tool_call>\n{CODE}", "leaked-call 1"),
        ("a.py", f"{CODE}<|im_end|>\n{CODE}", "leaked-token 3"),
        ("a.txt", "Notes.\n<tool_call>\nx\n</tool_call>\n\nMore.", "leaked-call 2, leaked-call 4"),
        # near misses
        ("a.py", f'{CODE}X = "</content>"\n', ""),
        ("a.py", f'{CODE}X = """\n<tool_call>\n</tool_call>\n"""\n', ""),
        ("a.py", f"{CODE}# ends with </content>\n", ""),
        ("a.py", f"{CODE}X = '{TOKEN}'\n", ""),
        ("a.js", "const x = `\n<tool_call>\n</tool_call>\n`\n/*\n<invoke>\n*/\n// </content>\n", ""),
        ("a.js", "const re = /<tool_call>/;\n", ""),
        ("a.md", f"The mark `{TOKEN}`, and\n\n```\n<tool_call>\n</content>\n```\n", ""),
        ("a.md", "In a list:\n\n    <tool_call>\n\n- `</content>`\n", ""),
        ("a.html", "<content>\n<p>x</p>\n</content>\n", ""),
        ("a.vue", "<template>\n<content>x</content>\n</template>\n", ""),
        ("a.jsx", "return <function_calls>\n</function_calls>\n", ""),
        ("a.xml", "<invoke>\n<parameter>1</parameter>\n</invoke>\n", ""),
        ("a.json", f'{{"text": "<tool_call> {TOKEN}"}}\n', ""),
        ("test_a.py", f"{CODE}<tool_call>\n{CODE}", ""),
        ("tests/a.py", f"{CODE}<|im_end|>\n{CODE}", ""),
        ("chat.jinja", "<|im_start|>assistant\n</tool_call>\n", ""),
        ("a.cpp", "std::function<int(int)> f;\nvector<call>\nx;\n", ""),
        ("a.sh", 'cat <<"EOF"\n<a>\nEOF\n', ""),
        ("a.py", f"{CODE}</content>  # minimax-grammar: ignore\n", ""),
        ("a.py", f"{CODE}# minimax-grammar: ignore[MG401]\n</content>\n", ""),
        ("a.py", f"# minimax-grammar: ignore-file\n{CODE}</content>\n", ""),
        ("a.py", "</content>\n", ""),
        ("a.py", "", ""),
        ("a.py", f"{CODE}# minimax-grammar: ignore[MG402]\n</content>\n", "leaked-tail 4"),
    ],
)
def test_what_leaked(file: str, text: str, found: str) -> None:
    leaks = leaks_in(text, file)
    assert ", ".join(f"{leak.rule} {text.count(chr(10), 0, leak.start) + 1}" for leak in leaks) == found


def test_other_tags_can_be_named() -> None:
    assert leaks_in(f"{CODE}</my_tool>\n", "a.py") == []
    assert [leak.rule for leak in leaks_in(f"{CODE}</my_tool>\n", "a.py", ["my_tool"])] == ["leaked-tail"]


def test_time_grows_with_the_file_and_not_with_its_square() -> None:
    text = "<tool_call>\n" * 100_000 + '"' * 100_000 + "`" * 100_000 + "</content>" * 50_000
    for name in ("a.py", "a.js", "a.md", "a.html", "a"):
        leaks_in(text, name)


def test_the_tree_of_this_project_is_clean() -> None:
    result = CliRunner().invoke(cli, ["leaks", str(ROOT), "--config", str(ROOT / "pyproject.toml")])
    assert result.exit_code == 0, result.output


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in {
        "a.py": f"{CODE}</content>\n",
        "b/ok.py": CODE,
        "b/built/x.py": f"{CODE}</content>\n",
        "b/keep.log": "x\n</content>\n",
        "b/other.log": "x\n</content>\n",
        ".gitignore": "built/\n*.log\n",
        "b/.gitignore": "!keep.log\n",
        "node_modules/x.js": "x\n</content>\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "c.bin").write_bytes(b"x\0</content>")
    (tmp_path / "b" / "up").symlink_to(tmp_path)
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str, code: int) -> Result:
    result = CliRunner().invoke(cli, ["leaks", *args])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.output
    return result


def test_files_that_git_ignores_are_passed_over(tree: Path) -> None:
    assert [file for file in source_files(["."]) if file.endswith((".py", ".log"))] == ["a.py", "b/keep.log", "b/ok.py"]
    assert list(source_files(["b"])) == ["b/.gitignore", "b/keep.log", "b/ok.py"]
    assert list(source_files(["b/built/x.py"])) == ["b/built/x.py"]
    assert list(source_files([".", "a.py"], ["*.py", "/b/"])) == [".gitignore", "c.bin"]


def test_what_is_no_pattern(tree: Path) -> None:
    (tree / ".gitignore").write_bytes(b"\xef\xbb\xbfbuilt/\r\n\\\r\nx\\\r\n*.log\r\n")  # git passes over both
    assert [file for file in source_files(["."]) if file.endswith((".py", ".log"))] == ["a.py", "b/keep.log", "b/ok.py"]
    assert "Error: '\\\\' is no pattern" in run(".", "--exclude", "\\", code=2).stderr


def test_the_command(tree: Path) -> None:
    out = run(".", code=1).stdout
    assert "a.py:3:1: MG401 leaked-tail: </content> at the end of the file" in out
    assert "Found 2 problems (2 errors) in 2 of 6 files." in out
    assert run("b/ok.py", code=0).stdout == "Found no problems in 1 file.\n"
    run(".", "--exit-zero", code=0)
    run(".", "--ignore", "MG401", code=0)
    run(".", "--exclude", "a.py", "--exclude", "*.log", code=0)
    run("missing.py", code=2)
    run("node_modules/none", code=2)
    rows = [json.loads(line) for line in run(".", "-o", "jsonl", code=1).stdout.splitlines()]
    assert [(row["name"], row["line"]) for row in rows[:-1]] == [("leaked-tail", 3), ("leaked-tail", 2)]
    assert json.loads(run(".", "-o", "sarif", code=1).stdout)["runs"][0]["results"][0]["ruleId"] == "MG401"
    assert "leaked-tail" in run(".", "--statistics", code=1).stdout
    assert "<article" in run(".", "-o", "html", code=1).stdout


def test_settings(tree: Path) -> None:
    (tree / "pyproject.toml").write_text('[tool.minimax-grammar.leaks]\nexclude = ["a.py"]\ntags = ["x"]\n')
    assert "1 of 6 files" in run(".", code=1).stdout
    (tree / "minimax-grammar.toml").write_text("[leaks]\nexlude = []\n")
    assert "leaks has no key 'exlude'; did you mean 'exclude'?" in run(".", code=2).stderr


@pytest.mark.skipif(not shutil.which("git"), reason="needs git")
def test_the_hooks_name_commands_that_are_there(tree: Path) -> None:
    yaml = pytest.importorskip("yaml")
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert [hook["id"] for hook in hooks] == ["minimax-grammar-leaks", "minimax-grammar-validate"]
    for hook in hooks:
        words = hook["entry"].split()
        assert words[0] == "minimax-grammar"
        done = subprocess.run(
            [sys.executable, "-m", "minimax_grammar", *words[1:], "b/ok.py"],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
