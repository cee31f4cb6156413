"""Dialects in words and in pictures."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from syrupy.assertion import SnapshotAssertion

import minimax_grammar as mg
from minimax_grammar.language.describe import describe, printable, traits
from minimax_grammar.language.diagram import mermaid, svg, text_diagram
from minimax_grammar.language.model import Dialect
from minimax_grammar.language.reader import read_dialect
from minimax_grammar.registry import dialect_file

DIALECTS = mg.dialects()
# Tags, marks with fields and bodies of JSON.
SHOWN = ["minimax", "xml", "kimi"]

HOSTILE = r"""dialect hostile extends minimax "\"><script>alert(1)</script>\u001b[31m\u202e-->&amp;"
tag invoke  = <in&v;o%ke name> | <x--{}[*]>
mark foreign = "\u001b]0;hi\u0007" | "<a&b>\"';-->" | "%% :"
"""


@pytest.fixture
def hostile(tmp_path: Path) -> Dialect:
    file = tmp_path / "hostile.dialect"
    file.write_text(HOSTILE, encoding="utf-8")
    return read_dialect(file, dialect_file)


@pytest.mark.parametrize("name", SHOWN)
def test_description(name: str, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(describe(mg.load_dialect(name).model())) == snapshot


@pytest.mark.parametrize("name", SHOWN)
def test_text_diagram(name: str, snapshot: SnapshotAssertion) -> None:
    assert "\n".join(text_diagram(mg.load_dialect(name).model())) == snapshot


@pytest.mark.parametrize("name", SHOWN)
def test_mermaid(name: str, snapshot: SnapshotAssertion) -> None:
    assert mermaid(mg.load_dialect(name).model()) == snapshot


@pytest.mark.parametrize("name", SHOWN)
def test_svg(name: str, snapshot: SnapshotAssertion) -> None:
    assert svg(mg.load_dialect(name).model()) == snapshot


@pytest.mark.parametrize("dialect", DIALECTS)
def test_everything_of_the_file_is_told(dialect: str) -> None:
    model = mg.load_dialect(dialect).model()
    text = "\n".join(describe(model))
    for name in (*model.tags, *model.marks, *model.limits, *model.modes):
        assert name in text
    for tag in model.tags.values():
        assert all(f"<{spelling}" in text for spelling in tag.spellings)
    for mode in model.modes.values():
        assert all(not rule.report or rule.report in text for rule in mode.rules)
        part = text.partition(f"\nMode {mode.name}")[2].partition("\n\n")[0]
        assert bool(mode.trim) == ("  dropped of " in part)
        assert bool(mode.format) == ("  written as: " in part)
        assert mode.name in "\n".join(text_diagram(model))
        assert mode.name in mermaid(model)
        assert mode.name in svg(model)


def test_traits() -> None:
    assert traits(mg.load_dialect("minimax").model()) == ["default", "prefixes minimax, antml"]
    assert "extends anthropic" in traits(mg.load_dialect("xml").model())


def test_hostile_names_steer_no_terminal(hostile: Dialect) -> None:
    text = "\n".join([*describe(hostile), *text_diagram(hostile)])
    assert text.replace("\n", "").isprintable()
    assert r"\x1b[31m\u202e" in text


def test_hostile_names_are_text_in_svg(hostile: Dialect) -> None:
    root = ElementTree.fromstring(svg(hostile))
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert names == {"svg", "title", "style", "rect", "text", "g", "path"}
    assert any("<script>" in (element.text or "") for element in root.iter())


def test_hostile_names_are_labels_in_mermaid(hostile: Dialect) -> None:
    label = r"(?:[\w ,.()/]|-(?!-)|#\w+;)*"
    shapes = (
        "stateDiagram-v2",
        "    direction LR",
        rf'    state "{label}" as m\d+',
        rf"    (?:\[\*\]|m\d+) --> (?:\[\*\]|m\d+)(?: : {label})?",
    )
    for line in mermaid(hostile).splitlines():
        assert any(re.fullmatch(shape, line) for shape in shapes), line


def test_printable() -> None:
    assert printable("plain – é 😀") == "plain – é 😀"
    assert printable("a\x1b[0m\u202e\ud800\n\t\x85") == r"a\x1b[0m\u202e\ud800\n\t\x85"
    assert printable("a\n\tb", "\n\t") == "a\n\tb"
