"""The same contents in every dialect: what ``python -m benchmarks.dialects`` measures."""

from __future__ import annotations

from typing import Any

import minimax_grammar as mg
from benchmarks.streams import TOOLS

SHAPES = ("prose", "prose and calls", "tiny calls", "long JSON", "long text", "thinking")
"""What is measured: running text alone; turns of text with three calls; hundreds of calls in one turn; one call with a
long argument, which is a list of objects or a text; thinking."""

_SENTENCES = 'I\'ll look at the file first (main.py), then check the weather - and write it all down, as "notes".\n'
_CODE = "def f(x):\n    if x < 3 and y > 2:\n        return '<b>%s</b>' % x\n"
_ITEM = {"id": 17, "name": "Ada Lovelace", "tags": ["a", "b", "c"], "ok": True, "note": "one, two (three)", "x": 0.25}

SHAPE_TOOLS: list[dict[str, Any]] = [
    *TOOLS,
    {"name": "save", "parameters": {"type": "object", "properties": {"items": {"type": "array"}}}},
]


def _call(name: str, **arguments: object) -> dict[str, Any]:
    return {"name": name, "arguments": arguments}


def _turn(dialect: mg.Dialect, words: str, calls: list[dict[str, Any]]) -> str:
    # No schema says what the items of the list are, so that tags say less of their types than JSON: no matter here.
    return dialect.renderer.behind(words, dialect.render_calls(calls, SHAPE_TOOLS, allow_unsafe=True))


def streams(dialect: mg.Dialect, shape: str, size: int) -> list[str]:
    """Streams of ``shape``, of about ``size`` characters in all; none if the dialect says no such thing."""
    if shape == "prose":
        return [_SENTENCES * (size // len(_SENTENCES))]
    if shape == "thinking":
        try:
            return [dialect.render_thinking(_SENTENCES * (size // len(_SENTENCES)))]
        except mg.RenderError:
            return []
    if shape == "tiny calls":
        return [_turn(dialect, "", [_call("get_weather", city=f"City{n}", days=n % 9) for n in range(size // 100)])]
    if shape == "long JSON":
        return [_turn(dialect, "", [_call("save", items=[_ITEM] * (size // 130))])]
    if shape == "long text":
        return [_turn(dialect, "", [_call("write_file", path="a.txt", content=_CODE * (size // len(_CODE)))])]
    calls = [
        _call("read_file", path="src/main.py", limit=200),
        _call("get_weather", city="Oslo", days=3),
        _call("write_file", path="notes.md", content=_CODE * 15),
    ]
    return [_turn(dialect, _SENTENCES * 20, calls)] * (size // 4000)
