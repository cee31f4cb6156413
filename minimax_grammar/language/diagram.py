"""The modes of a dialect as a picture: for a terminal, as Mermaid source, as SVG.

The pictures for a terminal and in SVG are the tree of what can be open inside what; a mode that was drawn
before is only named again.  Mermaid draws the graph of the modes, with the ways back.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from minimax_grammar.language.describe import mode_in_words, printable, spelled
from minimax_grammar.language.model import Action, Dialect, Kind, Mode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["mermaid", "svg", "text_diagram"]


@dataclass(frozen=True, slots=True)
class _Node:
    """A mode, where it can be open."""

    mode: Mode
    by: str
    """The delimiter that leads here; empty where scanning starts."""
    back: str
    """The delimiters that lead out; empty if there are none, or if the mode was drawn before."""
    again: bool
    """Whether the mode was drawn before, with what is inside it."""
    inside: tuple[_Node, ...]

    @property
    def words(self) -> str:
        return "see above" if self.again else mode_in_words(self.mode)


def text_diagram(dialect: Dialect) -> list[str]:
    """The tree of modes as lines for a terminal."""
    lines = list(_lines(_tree(dialect)))
    width = max(_width(left) for left, _ in lines)
    return [f"{left}{' ' * (width - _width(left))}  ◀─ {back}" if back else left for left, back in lines]


def _lines(node: _Node, branch: str = "", trunk: str = "") -> Iterator[tuple[str, str]]:
    """Each line with the ways out, which are set beside it."""
    arrow = f"{node.by} ─▶ " if node.by else ""
    yield f"{branch}{arrow}{node.mode.name}  ({node.words})", node.back
    for child in node.inside:
        last = child is node.inside[-1]
        yield from _lines(child, trunk + ("└─ " if last else "├─ "), trunk + ("   " if last else "│  "))


# -- Mermaid --------------------------------------------------------------------------------------------


def mermaid(dialect: Dialect) -> str:
    """The graph of modes as a Mermaid ``stateDiagram-v2``."""
    numbers = {name: f"m{number}" for number, name in enumerate(dialect.modes)}
    lines = ["stateDiagram-v2", "    direction LR"]
    lines += [
        f'    state "{_entities(mode.name)}#58; {_entities(mode_in_words(mode))}" as {numbers[mode.name]}'
        for mode in dialect.modes.values()
    ]
    for number, start in enumerate(dialect.starts):
        label = f" : {_entities(f'start {start.name}')}" if number else ""
        lines.append(f"    [*] --> {numbers[start.mode]}{label}")
    for mode in dialect.modes.values():
        for name in _targets(mode):
            here, there, target = numbers[mode.name], numbers[name], dialect.modes[name]
            lines.append(f"    {here} --> {there} : {_entities(_entered_by(dialect, mode, name))}")
            lines.append(f"    {there} --> {here} : {_entities(_left_by(dialect, target))}")
        stops = _join(spelled(dialect, rule.trigger) for rule in mode.rules if rule.action is Action.STOP)
        if stops:
            lines.append(f"    {numbers[mode.name]} --> [*] : {_entities(stops)}")
    return "\n".join(lines) + "\n"


def _entities(text: str) -> str:
    """``text`` with everything that could mean something to Mermaid as an entity code."""
    names = {"<": "#lt;", ">": "#gt;", '"': "#quot;", "&": "#amp;"}
    return re.sub(
        r"[^\w ,.()/-]|(?<=-)-|--+",
        lambda found: "".join(names.get(c, f"#{ord(c)};") for c in found[0]),
        printable(text),
    )


# -- SVG ------------------------------------------------------------------------------------------------

_SIZE = 13
_CHARACTER = _SIZE * 0.61
_PAD = 12
_BOX = 62
_ROW = _BOX + 22
_STYLE = f"""\
text {{ font: {_SIZE}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; }}
.name {{ font-weight: 600; }}
.title {{ font-weight: 600; font-size: {_SIZE + 2}px; }}
.words, .back, .by {{ fill: #59636e; }}
.edge {{ fill: none; stroke: #818b98; stroke-width: 1.5; }}
.tip {{ fill: #818b98; }}
.page {{ fill: #ffffff; }}
.box {{ fill: #f6f8fa; stroke: #818b98; stroke-width: 1.5; }}
.call {{ fill: #ddf4ff; stroke: #0969da; }}
.argument {{ fill: #dafbe1; stroke: #1a7f37; }}
.thinking {{ fill: #fbefff; stroke: #8250df; }}
.again {{ stroke-dasharray: 5 4; }}
@media (prefers-color-scheme: dark) {{
  text {{ fill: #f0f6fc; }}
  .words, .back, .by {{ fill: #9198a1; }}
  .page {{ fill: #0d1117; }}
  .box {{ fill: #151b23; }}
  .call {{ fill: #0c2d4f; stroke: #4493f8; }}
  .argument {{ fill: #0f2f1a; stroke: #3fb950; }}
  .thinking {{ fill: #271a45; stroke: #ab7df8; }}
}}"""


def svg(dialect: Dialect) -> str:
    """The tree of modes as an SVG document of its own, for light and dark pages."""
    root = _tree(dialect)
    drawing = _Drawing(root)
    title = dialect.name + (f" – {printable(dialect.title)}" if dialect.title else "")
    width = max(drawing.width, _text_width(title) * 1.2) + 2 * _PAD
    height = drawing.height + 3 * _PAD + _SIZE
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'width="{width:.0f}" height="{height:.0f}" role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{_STYLE}\n</style>",
            '<rect class="page" width="100%" height="100%"/>',
            f'<text class="title" x="{_PAD}" y="{_PAD + _SIZE}">{escape(title)}</text>',
            f'<g transform="translate({_PAD} {2 * _PAD + _SIZE})">',
            *drawing.parts,
            "</g>",
            "</svg>",
            "",
        ]
    )


class _Drawing:
    """The parts of the picture: a column for each depth, a row for each innermost mode."""

    def __init__(self, root: _Node) -> None:
        self.parts: list[str] = []
        self.boxes: list[float] = []
        """The width of the boxes in each column."""
        self.gaps: list[float] = []
        """The width of the space before each column, where the delimiters stand."""
        self.rows = 0
        self.measure(root, 0)
        self.left = [sum(self.boxes[:depth]) + sum(self.gaps[: depth + 1]) for depth in range(len(self.boxes))]
        self.draw(root, 0)
        self.width = self.left[-1] + self.boxes[-1]
        self.height = self.rows * _ROW - (_ROW - _BOX)

    def measure(self, node: _Node, depth: int) -> None:
        if depth == len(self.boxes):
            self.boxes.append(0)
            self.gaps.append(0)
        widest = max(map(_text_width, (node.mode.name, node.words, _out(node))))
        self.boxes[depth] = max(self.boxes[depth], widest + 2 * _PAD)
        if depth:
            self.gaps[depth] = max(self.gaps[depth], _text_width(node.by) + 5 * _PAD)
        for child in node.inside:
            self.measure(child, depth + 1)

    def draw(self, node: _Node, depth: int) -> float:
        """Draw ``node`` and what is inside it, from the next row on; return the height of its arrow."""
        top = self.rows * _ROW
        middle = top + _BOX / 2
        ends = [self.draw(child, depth + 1) for child in node.inside]
        self.rows += not ends
        if ends:
            self.edges(node, depth, middle, ends)
        self.box(node, self.left[depth], top, self.boxes[depth])
        return middle

    def edges(self, node: _Node, depth: int, middle: float, ends: list[float]) -> None:
        out = self.left[depth] + self.boxes[depth]
        bend, tip = out + 1.5 * _PAD, self.left[depth + 1]
        for child, end in zip(node.inside, ends, strict=True):
            way = f"M{out:.1f} {middle:.1f}H{bend:.1f}" if end == middle else f"M{bend:.1f} {middle:.1f}V{end:.1f}"
            self.parts += [
                f'<path class="edge" d="{way}H{tip - 6:.1f}"/>',
                f'<path class="tip" d="M{tip:.1f} {end:.1f}l-8 -4.5v9z"/>',
                f'<text class="by" x="{bend + _PAD:.1f}" y="{end - 6:.1f}">{escape(child.by)}</text>',
            ]

    def box(self, node: _Node, left: float, top: float, width: float) -> None:
        kind = f"box {node.mode.construct or ''}{' again' if node.again else ''}".strip()
        lines = [("name", node.mode.name), ("words", node.words), ("back", _out(node))]
        lines = [line for line in lines if line[1]]
        first = top + _BOX / 2 - (len(lines) - 1) * 9 + 4
        self.parts.append(
            f'<rect class="{kind}" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{_BOX}" rx="8"/>'
        )
        self.parts += [
            f'<text class="{style}" x="{left + _PAD:.1f}" y="{first + 18 * number:.1f}">{escape(text)}</text>'
            for number, (style, text) in enumerate(lines)
        ]


def _out(node: _Node) -> str:
    return f"◀ {node.back}" if node.back else ""


# -- what all pictures show -----------------------------------------------------------------------------


def _tree(dialect: Dialect) -> _Node:
    """The modes from where scanning usually starts, inside one another.  They never contain themselves."""
    drawn: set[str] = set()

    def node(mode: Mode, by: str) -> _Node:
        again = mode.name in drawn
        drawn.add(mode.name)
        back = "" if again or not by else _left_by(dialect, mode)
        targets = _targets(mode)
        inside = (node(dialect.modes[name], _entered_by(dialect, mode, name)) for name in targets)
        return _Node(mode, by, back, again and bool(targets or mode.construct), () if again else tuple(inside))

    return node(dialect.modes[dialect.starts[0].mode], "")


def _targets(mode: Mode) -> list[str]:
    """The modes to which ``mode`` leads, in order."""
    names = [name for rule in mode.rules for name in (rule.target, rule.then) if name and name != mode.name]
    return list(dict.fromkeys(names))


def _entered_by(dialect: Dialect, mode: Mode, target: str) -> str:
    rules = [rule for rule in mode.rules if target in (rule.target, rule.then)]
    return _join(spelled(dialect, rule.trigger) for rule in rules)


def _left_by(dialect: Dialect, mode: Mode) -> str:
    """The delimiters that end ``mode`` as it should end."""
    leaves = [rule for rule in mode.rules if rule.action is Action.LEAVE and rule.trigger.kind is not Kind.END]
    regular = [rule for rule in leaves if not rule.trigger.before] or leaves
    return _join(spelled(dialect, rule.trigger) for rule in regular)


def _join(words: Iterable[str]) -> str:
    return " or ".join(dict.fromkeys(words))


def _width(text: str) -> int:
    """The columns of ``text`` in a terminal."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else not unicodedata.combining(c) for c in text)


def _text_width(text: str) -> float:
    return _width(text) * _CHARACTER
