"""Who is measured."""

from __future__ import annotations

import re

import minimax_grammar as mg
from benchmarks.streams import TOOLS

_DIALECT = mg.load_dialect("minimax")


def floor(feeds: list[str]) -> None:
    """One event per chunk, and nothing else."""

    def feed(text: str) -> list[mg.Event]:
        return [mg.Text(text)]

    for text in feeds:
        feed(text)


def ours(feeds: list[str], tools: object = TOOLS) -> None:
    """A scanner of the flagship dialect."""
    scanner = _DIALECT.scanner(tools)
    feed = scanner.feed
    for text in feeds:
        feed(text)
    scanner.flush()


_CALL = re.compile(r'<invoke name="([^"]+)">(.*?)</invoke>', re.DOTALL)
_PARAMETER = re.compile(r'<parameter name="([^"]+)">(.*?)</parameter>', re.DOTALL)


def buffer(feeds: list[str]) -> None:
    """Keep everything, and match again on every chunk."""
    text, done = "", 0
    for chunk in feeds:
        text += chunk
        calls = _CALL.findall(text)
        for _, inside in calls[done:]:
            _PARAMETER.findall(inside)
        done = len(calls)
