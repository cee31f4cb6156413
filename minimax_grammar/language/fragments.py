"""The pieces that streams of a dialect are made of, whole, cut and misspelt: for tests and for fuzzing.

Put together at random they make streams that almost mean something; :mod:`minimax_grammar.language.sample` makes those
that do.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from minimax_grammar.language.sample import Sampler

if TYPE_CHECKING:
    from minimax_grammar.language.model import Dialect

__all__ = ["fragments"]

_VALUES = ("read", "ping", "path", "limit", "any", "either", "", " path ", "a>b", "a<b", "&amp;", "é", "😀")
_BODIES = ("x", " 5 ", "[1, 2", "{'a': 1}", "&lt;b&gt;", "true", "1e999", '"q"', "null", "{a: b}", "[[[[", "\n")
_PIECES = (*"<>/\"'= \n", "\r\n", *"\t\0&-aé😀", "\ud83d", "\ude00", "\u202e")
_SAMPLERS = 6


def fragments(dialect: Dialect) -> tuple[str, ...]:
    """Whole, broken and half delimiters of ``dialect``, and the texts that stand between them; always the same."""
    found: list[str] = []
    for tag in dialect.tags.values():
        opener, closer, end = dialect.tag_open[-1], dialect.tag_close[0], dialect.tag_end
        for prefix in ("", *(f"{name}:" for name in dialect.prefixes), "x:"):
            for name in tag.spellings:
                found += [
                    f"{opener}{prefix}{name}{end}",
                    f"{closer}{prefix}{name}{end}",
                    f"{opener}{prefix}{name}",
                    f"{closer}{prefix}{name}",
                    f"{opener}{prefix}{name} /{end}",
                ]
                for attribute in tag.attributes:
                    found += [f'{opener}{prefix}{name} {attribute}="{value}"{end}' for value in _VALUES]
                    found += [
                        f"{opener}{prefix}{name} {attribute}='read'/{end}",
                        f'{opener}{prefix}{name} {attribute}="',
                        f"{opener}{name} {attribute}=path {end}",
                    ]
    for mark in dialect.marks.values():
        found += dict.fromkeys(form.past + form.literal for form in mark.forms)
    if "tag" in dialect.limits:
        found += [piece + " " * dialect.tag_limit for piece in found[:3]]
    for number in range(_SAMPLERS):
        found += Sampler(dialect, Random(number)).literals()
    return (*dict.fromkeys(found), *_BODIES, *_PIECES)
