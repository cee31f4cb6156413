"""Random scan cases of a dialect, made from its file: the same for the same seed."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from minimax_grammar.conformance.corpus import Case
from minimax_grammar.conformance.rest import at_rest
from minimax_grammar.errors import RenderError
from minimax_grammar.language.fragments import fragments
from minimax_grammar.language.sample import Sampler

if TYPE_CHECKING:
    from minimax_grammar.dialect import Dialect

__all__ = ["TOOLS", "RandomCases"]

TOOLS: list[dict[str, Any]] = [
    {
        "name": "read",
        "parameters": {
            "type": "object",
            "properties": {
                "path": {"type": "string"},
                "limit": {"type": "integer"},
                "any": {},
                "either": {"anyOf": [{"type": "string"}, {"type": "number"}]},
            },
            "required": ["path"],
            "additionalProperties": False,
        },
    },
    {"type": "function", "function": {"name": "ping", "parameters": {"type": "object"}}},
]
"""Tools with the names and keys that random streams use."""

_MOST_FRAGMENTS = 14
_FILE = "random"
"""The file of a case that is in none."""


class RandomCases:
    """The random cases of one dialect."""

    def __init__(self, name: str, dialect: Dialect) -> None:
        """``name`` is that of the dialect in the cases: its name, or the path of its file."""
        self._name = name
        self._dialect = dialect
        self._model = dialect.model()
        self._plain = re.sub(r"[^a-z0-9.-]", "-", dialect.name.lower())

    @cached_property
    def _fragments(self) -> tuple[str, ...]:
        return fragments(self._model)

    def case(self, seed: int, number: int) -> Case:
        """Case ``number`` of those of ``seed``, without an expectation.

        It is a turn as the templates write it, a walk through the modes, either of them perhaps with mistakes, or
        fragments in any order, with random tools and options.  The input of some has parts: it is then expected too
        when things come.
        """
        random = Random(f"{seed} {self._plain} {number}")
        options: dict[str, Any] = {}
        start = random.choice(self._model.starts) if random.random() < 0.4 else self._model.starts[0]
        if start is not self._model.starts[0]:
            options["start"] = start.name
        elif random.random() < 0.15:
            options["parse_thinking"] = False
        if random.random() < 0.15:
            options["guarded"] = True
        # Halves of a surrogate pair that came together are the pair, as they are in JSON.
        sampler = Sampler(self._model, random)
        text = self._stream(random, sampler, start.name)
        if "guarded" in options and random.random() < 0.7:
            text = sampler.ended(text)
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
        case = Case(
            id=f"{self._plain}/fuzz-{seed}-{number}",
            op="scan",
            about=f"A random stream (seed {seed}, number {number}).",
            spec="1",
            input=text,
            expect={},
            file=_FILE,
            dialect=self._name,
            tools=TOOLS if random.random() < 0.8 else None,
            tags=("fuzz",),
            options=options,
        )
        if random.random() < 0.3:
            places = at_rest(self._dialect, case)
            if places:
                cuts = sorted({0, len(text), *random.choices(places, k=random.randint(1, 6))})
                return replace(case, input=[text[begin:end] for begin, end in pairwise(cuts)])
        return case

    def _stream(self, random: Random, sampler: Sampler, start: str) -> str:
        way = random.random()
        if way < 0.2:
            return "".join(self._piece(random, sampler) for _ in range(random.randint(1, _MOST_FRAGMENTS)))
        text = sampler.stream(start=start) if way < 0.45 else self._turn(random, sampler, start)
        return sampler.mutated(text) if random.random() < 0.4 else text

    def _turn(self, random: Random, sampler: Sampler, start: str) -> str:
        """A turn as the templates of the dialect write it: walks through its modes hardly ever complete a call."""
        calls = [
            {"id": f"call_{number}", "name": random.choice(("read", "ping")), "arguments": sampler.arguments()}
            for number in range(random.choice((1, 1, 1, 2, 3)))
        ]
        # In some dialects calls begin a turn, or are none.
        parts = [sampler.text()] if random.random() < 0.5 else []
        # What would not read back the same is welcome; what cannot be written at all is left out.
        with suppress(RenderError):
            if random.random() < 0.3:
                parts.insert(0, self._dialect.render_thinking(sampler.text(), allow_unsafe=True))
        with suppress(RenderError):
            parts.append(self._dialect.render_calls(calls, TOOLS, allow_unsafe=True))
        if random.random() < 0.3:
            parts.append(sampler.text())
        if start != self._model.starts[0].name:
            parts.insert(0, sampler.rest(start))
        return "".join(parts)

    def _piece(self, random: Random, sampler: Sampler) -> str:
        way = random.random()
        if way < 0.75:
            return random.choice(self._fragments)
        if way < 0.85:
            return sampler.stream(4)
        return "".join(chr(random.choice((random.randrange(0x80), random.randrange(0x3000)))) for _ in range(3))
