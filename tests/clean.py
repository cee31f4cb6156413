"""Conversations in which nothing is wrong, in the shapes in which they come: canonical messages, and their tools."""

from __future__ import annotations

from typing import Any

from minimax_grammar.transcript.explained import tools_in_short

__all__ = ["SHAPES", "TOOLS"]

TOOLS = [
    tools_in_short("get_weather(city: string, days?: integer)"),
    tools_in_short("search(query: string)"),
    tools_in_short("write_file(path: string, content: string)"),
    tools_in_short("plan(steps: array, done?: boolean, meta?: object)"),
    tools_in_short("ping()"),
]
CODE = (
    'def f(a, b):\n    """Doc: \'x\' & "y" <b>"""\n    return [x for x in a if x < b and x > 0]  # é 🎉\n\n'
    'if __name__ == "__main__":\n    print(f(["1", \'2\'], {"k": None}))\n'
)
PAGE = '<!doctype html>\n<p class="x">Ä &amp; Ö</p>\n<script>if (a < b && c) { x = `y`; }</script>\n'
MARKDOWN = '# Title\n\n```python\nprint("hi")\n```\n\n- a\n- b: `x`\n'
JSON = '{"a": [1, 2, {"b": null}], "c": "d\\\\n\\""}'


def _conversation(*steps: str | list[Any], asked: str = "Hi", results: tuple[str, ...] = ("4 °C",)) -> Any:
    """A step is an answer, or what is said with calls: a thought in a list of its own, texts, calls as tuples."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": asked}]
    number = 0
    for step in steps:
        if isinstance(step, str):
            messages += [{"role": "assistant", "content": step}, {"role": "user", "content": "And then?"}]
            continue
        said: list[dict[str, Any]] = []
        given: list[dict[str, Any]] = []
        for part in step:
            if isinstance(part, str):
                said.append({"type": "text", "text": part})
            elif isinstance(part, list):
                said.append({"type": "thinking", "thinking": part[0]})
            else:
                name, arguments = part
                said.append({"type": "tool_call", "id": f"c{number}", "name": name, "arguments": arguments})
                content = results[number % len(results)]
                given.append({"role": "tool", "tool_call_id": f"c{number}", "name": name, "content": content})
                number += 1
        messages += [{"role": "assistant", "content": said}, *given]
    return [*messages, {"role": "assistant", "content": "It is done."}]


OSLO = ("get_weather", {"city": "Oslo"})
SHAPES: dict[str, Any] = {
    "code": _conversation([("write_file", {"path": "a.py", "content": CODE})]),
    "page": _conversation([("write_file", {"path": "a.html", "content": PAGE})]),
    "markdown": _conversation([("write_file", {"path": "a.md", "content": MARKDOWN})]),
    "json": _conversation([("write_file", {"path": "a.json", "content": JSON})]),
    "spaces": _conversation([("write_file", {"path": "a", "content": "\n\n  lead\ttab \n\n"})]),
    "unicode": _conversation(
        ["Ich schaue nach: 天気 🌦️", ("get_weather", {"city": "Tromsø 東京 \u2028 x", "days": 2})],
        asked="Wie ist das Wetter in Tromsø?",
    ),
    "parallel": _conversation(
        [OSLO, ("get_weather", {"city": "Bergen", "days": 3}), ("search", {"query": "\"b\" 'c'"})]
    ),
    "several turns": _conversation([OSLO], ["Next one.", ("search", {"query": "x"})], [("ping", {})]),
    "thinking": _conversation(
        [["Let me see:\n- one\n- two"], OSLO], [["Now I call it."], "Now the search.", ("search", {"query": "x"})]
    ),
    "nested": _conversation(
        [("plan", {"steps": [{"a": 1, "b": [True, "x"]}, "two", 3.5], "done": False, "meta": {"k": {"l": []}}})]
    ),
    "numbers": _conversation([("plan", {"steps": [0, -1, 0.1], "meta": {"n": 123456789012345678}})]),
    "no arguments": _conversation([("ping", {})]),
    "long results": _conversation([("search", {"query": "x"}), ("search", {"query": "y"})], results=(PAGE, CODE)),
    "results of JSON": _conversation([("search", {"query": "x"})], results=('{"ok": true, "items": [1, 2]}',)),
    "nothing": _conversation([("search", {"query": ""})], results=("",)),
    "texts like values": _conversation([("search", {"query": text}) for text in ("123", "true", "null", '{"a": 1}')]),
    "chat": _conversation(
        "Hello **there**, use `x < y` & [links](a), {braces} and <b>tags</b>.",
        'A list:\n1. a\n2. b\n```json\n{"name": "a", "arguments": {}}\n```',
    ),
}
