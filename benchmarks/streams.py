"""The streams that are measured."""

from __future__ import annotations

from typing import Any

TOOLS: list[dict[str, Any]] = [
    {
        "name": name,
        "parameters": {"type": "object", "properties": {key: {"type": kind} for key, kind in properties.items()}},
    }
    for name, properties in {
        "read_file": {"path": "string", "limit": "integer"},
        "write_file": {"path": "string", "content": "string"},
        "get_weather": {"city": "string", "days": "integer"},
    }.items()
]


def call(name: str, **arguments: object) -> str:
    """One call as the flagship dialect writes it."""
    parameters = "".join(f'<parameter name="{key}">{value}</parameter>' for key, value in arguments.items())
    return f'<invoke name="{name}">{parameters}</invoke>'


def wrapped(*calls: str) -> str:
    """Calls in their wrapper."""
    return "<minimax:tool_call>\n" + "\n".join(calls) + "\n</minimax:tool_call>"


_THINKING = "The user wants the weather in two cities, and a file that sums it up. " * 8
_PROSE = "I'll look at the file first, then check the weather and write down what I found.\n" * 6
_BODY = ("def f(x):\n    if x < 3 and y > 2:\n        return '<b>%s</b>' % x\n" * 40)[:2048]

TYPICAL = (
    f"<think>\n{_THINKING}\n</think>\n{_PROSE}"
    + wrapped(
        call("read_file", path="src/main.py", limit=200),
        call("get_weather", city="Oslo", days=3),
        call("write_file", path="notes.md", content=_BODY),
    )
    + "\nThat is all.\n"
)
SMALL_CALLS = wrapped(*(call("get_weather", city=f"City{n}", days=n % 9) for n in range(2000)))
LONG_BODY = wrapped(call("write_file", path="a.txt", content=("lorem ipsum dolor sit amet, " * 40_000)[:900_000]))
PROSE = "The quick brown fox jumps over the lazy dog, again and again.\n" * 80_000

STREAMS: dict[str, tuple[str, tuple[int, ...]]] = {
    "typical": (TYPICAL * 20, (4, 16, 64, 4096, 65536)),
    "2,000 small calls": (SMALL_CALLS, (4096, 1 << 30)),
    "900 KB body": (LONG_BODY, (4096, 65536, 1 << 30)),
    "5 MB of prose": (PROSE, (4096, 65536, 1 << 30)),
}
"""Text, and the sizes of the feeds it is cut into."""


def chunks(text: str, size: int) -> list[str]:
    """``text`` in feeds of ``size`` characters."""
    return [text[start : start + size] for start in range(0, len(text), size)]
