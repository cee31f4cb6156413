"""Dialects that installed packages bring, and packages that are broken."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import minimax_grammar as mg
from minimax_grammar import installed
from minimax_grammar.cli.main import cli
from minimax_grammar.registry import claims
from minimax_grammar.resources import grammar_dir

Bring = Callable[..., None]


@pytest.fixture
def bring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bring]:
    """Puts a package on the path, as if it had been installed."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def make(package: str, name: str, code: str, dialect: str = "", entry: str = "") -> None:
        folder = tmp_path / package
        folder.mkdir()
        (folder / "__init__.py").write_text(code, encoding="utf-8")
        (folder / "own.dialect").write_text(dialect, encoding="utf-8")
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(
            f"[minimax_grammar.dialects]\n{name} = {entry or package + ':FILE'}\n", encoding="utf-8"
        )
        installed.installed.cache_clear()

    known = set(sys.modules)
    yield make
    installed.installed.cache_clear()
    for name in set(sys.modules) - known:
        if name.startswith("pack_"):
            del sys.modules[name]


FILE = "from pathlib import Path\nFILE = Path(__file__).with_name('own.dialect')\n"
NOTES = (grammar_dir() / "hermes.dialect").read_text(encoding="utf-8").replace("dialect hermes", "dialect notes", 1)
NOTES = "\n".join(line for line in NOTES.splitlines() if not line.startswith("models")) + '\nmodels "notes-*"\n'


def test_a_package_brings_a_dialect(bring: Bring) -> None:
    bring("pack_notes", "notes", FILE, NOTES)
    assert mg.dialects()[-1] == "notes"
    assert mg.parse('<tool_call>{"name": "a", "arguments": {"k": 1}}</tool_call>', "notes").calls[0].arguments == {
        "k": 1
    }
    assert claims()["notes"] == ("notes-*",)
    listed = CliRunner().invoke(cli, ["grammar", "list"])
    assert listed.exit_code == 0
    assert any(line.startswith("notes ") for line in listed.stdout.splitlines())


def test_the_dialect_of_a_package_is_measured(bring: Bring) -> None:
    bring("pack_notes", "notes", FILE, NOTES)
    told = CliRunner().invoke(cli, ["conformance", "coverage", "--dialect", "notes"])
    assert told.exit_code == 1
    assert told.output.startswith("notes: 0 of ")


@pytest.mark.parametrize(
    ("code", "dialect", "entry", "message"),
    [
        ("raise RuntimeError('no such luck')\n", NOTES, "", "RuntimeError: no such luck"),
        ("import sys\nsys.exit(3)\n", NOTES, "", "SystemExit: 3"),
        ("x = 1\n", NOTES, "", "AttributeError"),
        ("FILE = 5\n", NOTES, "", "not the path of a dialect file"),
        ("FILE = '/no/such.dialect'\n", NOTES, "", "not the path of a dialect file"),
        ("FILE = 5\n", NOTES, "pack_missing:FILE", "ModuleNotFoundError"),
        (FILE, "nonsense", "", "mend or remove"),
        (FILE, NOTES.replace("dialect notes", "dialect other"), "", "describes the dialect 'other'"),
    ],
)
def test_a_broken_package_is_named_and_harms_no_other(
    bring: Bring, code: str, dialect: str, entry: str, message: str
) -> None:
    bring("pack_broken", "notes", code, dialect, entry)
    bring("pack_fine", "fine", FILE, NOTES.replace("dialect notes", "dialect fine"))
    with pytest.raises(mg.GrammarError, match=r"pack.broken") as caught:
        mg.load_dialect("notes")
    assert message in str(caught.value)
    assert "fine" in claims()
    assert "notes" not in claims()
    assert mg.parse("x", "fine").text == mg.parse("x").text == "x"
    listed = CliRunner().invoke(cli, ["grammar", "list"])
    assert listed.exit_code == 1
    assert any(line.startswith("fine ") for line in listed.stdout.splitlines())
    assert "notes cannot be used" in listed.stderr
    scanned = CliRunner().invoke(cli, ["scan", "-d", "notes", "-"], input="x")
    assert scanned.exit_code == 2
    assert "broken" in scanned.stderr
    assert "Traceback" not in scanned.output


def test_a_package_cannot_take_the_name_of_a_built_in_dialect(bring: Bring) -> None:
    bring("pack_thief", "minimax", "raise RuntimeError\n")
    assert mg.dialects().count("minimax") == 1
    assert mg.parse("x", "minimax").text == "x"
