"""What conformance/README.md shows is so."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from minimax_grammar.cli.main import cli
from minimax_grammar.conformance.answers import fault
from minimax_grammar.conformance.corpus import load_corpus
from minimax_grammar.conformance.ops import OPS, respond
from minimax_grammar.resources import conformance_dir

README = (conformance_dir() / "README.md").read_text(encoding="utf-8")


def session() -> list[tuple[dict[str, Any], dict[str, Any] | None]]:
    """The requests of the session, each with its answer; ``stop`` has none."""
    (text,) = re.findall(r"```text\n(> .*?)```", README, re.DOTALL)
    found: list[tuple[dict[str, Any], dict[str, Any] | None]] = []
    for line in text.splitlines():
        document = json.loads(line[2:])
        found = [*found, (document, None)] if line[0] == ">" else [*found[:-1], (found[-1][0], document)]
    return found


def test_the_session_is_one_of_ours() -> None:
    (_, greeting), (scan, scanned), (_, skipped), (stop, nothing) = session()
    assert greeting is not None
    assert scanned is not None
    ours = respond(scan)
    del ours["diagnostics"]
    assert scanned == {"seq": 1, **ours}
    assert fault("scan", scanned, len(scan["feeds"]), greeting["omits"]) == ""
    assert skipped == {"seq": 2, "skipped": "only scan"}
    assert (stop, nothing) == ({"cmd": "stop"}, None)


def test_the_tables_name_every_event_and_operation() -> None:
    schema = json.loads((conformance_dir() / "events.schema.json").read_bytes())["$defs"]
    rows = dict(re.findall(r"^\| `([a-z_]+)` \| (.*?) \|", README, re.MULTILINE))
    for kind, described in schema.items():
        if kind != "event":
            fields = {name for name in described["required"] if name != "type"}
            assert set(re.findall(r"`(\w+)`", rows[kind])) == fields, kind
    cells = re.findall(r"^\| (`[^|]*?) \|", README, re.MULTILINE)
    assert {name for cell in cells for name in re.findall(r"`(\w+)`", cell)} >= OPS.keys()


def test_a_case_is_added_as_shown(tmp_path: Path) -> None:
    (shown,) = re.findall(r"^minimax-grammar (conformance new .*?\n.*?)\n", README, re.MULTILINE)
    into = tmp_path / "cases" / "mine.json"
    into.parent.mkdir()
    words = shlex.split(shown.replace("\\\n", " "))
    words[words.index("--into") + 1] = str(into)
    words[words.index("input.txt")] = str(tmp_path / "input.txt")
    (tmp_path / "input.txt").write_text("A text.", encoding="utf-8")
    result = CliRunner().invoke(cli, words)
    assert result.exit_code == 0, result.output
    (case,) = load_corpus(tmp_path)
    assert (case.id, case.dialect, case.tags) == ("xml/closer-in-a-body", "xml", ("body",))


def test_links_lead_somewhere() -> None:
    headings = {
        re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)", README, re.MULTILINE)
    }
    for target in re.findall(r"\]\(([^)]+)\)", README):
        if target.startswith("#"):
            assert target[1:] in headings, target
        else:
            assert (conformance_dir() / target).exists(), target
