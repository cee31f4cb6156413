"""Recorded conversations as a data set has them: chat, native calls, calls in the text; none breaks a rule."""

from __future__ import annotations

import json
import random
from typing import Any

__all__ = ["conversation", "lines"]

_TEXT = (
    "the file holds a list of names and their dates so we can sort it by day before we write the report to disk "
    "because every line that is empty would be counted twice if nobody looked and that is what the test is about"
)
_WORDS = _TEXT.split()
_TOOLS = [
    {
        "type": "function",
        "function": {
            "name": name,
            "description": about,
            "parameters": {
                "type": "object",
                "properties": {key: {"type": kind, "description": f"The {key}"} for key, kind in fields.items()},
                "required": [next(iter(fields))],
            },
        },
    }
    for name, about, fields in (
        ("read_file", "Read a file", {"path": "string", "offset": "integer", "limit": "integer"}),
        ("write_file", "Write a file", {"path": "string", "content": "string"}),
        ("search", "Search the tree for a pattern", {"pattern": "string", "path": "string", "regex": "boolean"}),
        ("run", "Run a command", {"command": "string", "timeout": "number"}),
    )
]


def _prose(rng: random.Random, words: int) -> str:
    picked = [rng.choice(_WORDS) for _ in range(words)]
    for at in range(0, words, 14):
        picked[at] = rng.choice(("\n\n", "“")) + picked[at].capitalize()
        picked[at - 1] += "."
    picked[-1] = picked[-1].rstrip(".") + "."
    return " ".join(picked)


def _code(rng: random.Random, rows: int) -> str:
    return "\n".join(
        f'    if {rng.choice(_WORDS)} < {rng.randrange(99)} and {rng.choice(_WORDS)}["{number}"]:\n'
        f'        print(f"{rng.choice(_WORDS)}: {{line!r}}")  # {rng.choice(_WORDS)} … {_prose(rng, 3)}'
        for number in range(rows)
    )


def _call(rng: random.Random) -> tuple[str, dict[str, Any]]:
    path = f"src/{rng.choice(_WORDS)}/{rng.choice(_WORDS)}.py"
    calls: list[tuple[str, dict[str, Any]]] = [
        ("read_file", {"path": path, "offset": rng.randrange(500), "limit": 200}),
        ("write_file", {"path": path, "content": _code(rng, rng.randrange(5, 40))}),
        ("search", {"pattern": rng.choice(_WORDS), "path": path, "regex": False}),
        ("run", {"command": f"pytest -q {path} && git diff --stat", "timeout": 60}),
    ]
    return rng.choice(calls)


def conversation(rng: random.Random, kind: str) -> dict[str, Any]:
    """One conversation: ``chat``, ``native`` or ``text``, which says where its calls are."""
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": _prose(rng, 200)},
        {"role": "user", "content": _prose(rng, rng.randrange(20, 120))},
    ]
    if kind == "chat":
        for _ in range(rng.randrange(1, 5)):
            messages.append({"role": "assistant", "content": _prose(rng, rng.randrange(60, 400))})
            messages.append({"role": "user", "content": _prose(rng, 30)})
        messages.append({"role": "assistant", "content": _prose(rng, 200)})
        return {"messages": messages}
    for step in range(rng.randrange(2, 8)):
        name, arguments = _call(rng)
        result = _code(rng, rng.randrange(10, 80))
        if kind == "native":
            call = {"name": name, "arguments": json.dumps(arguments)}
            made = {"id": f"call_{step}", "type": "function", "function": call}
            messages.append({"role": "assistant", "content": _prose(rng, 25), "tool_calls": [made]})
            messages.append({"role": "tool", "tool_call_id": f"call_{step}", "content": result})
        else:
            body = "".join(
                f'<parameter name="{key}">{value if isinstance(value, str) else json.dumps(value)}</parameter>'
                for key, value in arguments.items()
            )
            call_text = f'<minimax:tool_call>\n<invoke name="{name}">{body}</invoke>\n</minimax:tool_call>'
            thinking = f"<think>\n{_prose(rng, 40)}\n</think>\n"
            messages.append({"role": "assistant", "content": f"{thinking}{_prose(rng, 25)}\n{call_text}"})
            records = f"<result>\n<tool_name>{name}</tool_name>\n<stdout>{result}</stdout>\n</result>"
            messages.append({"role": "user", "content": f"<function_results>\n{records}\n</function_results>"})
    messages.append({"role": "assistant", "content": _prose(rng, 120)})
    return {"messages": messages, "tools": _TOOLS}


def lines(count: int, seed: int = 7) -> list[str]:
    """``count`` conversations as lines of JSON: half with native calls, a third chat, the rest calls in the text."""
    rng = random.Random(seed)
    kinds = rng.choices(("native", "chat", "text"), (50, 33, 17), k=count)
    return [json.dumps(conversation(rng, kind)) for kind in kinds]
