"""Where a file speaks of something instead of saying it: string literals, comments, and code in Markdown."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import PurePath

from minimax_grammar.transcript.signs import quoted_spans

__all__ = ["Manner", "manner_of", "spoken_of"]


class Manner(StrEnum):
    """How a file is written, as far as it matters here."""

    HASH = "hash"
    """Code with comments after ``#``."""
    SLASH = "slash"
    """Code with comments after ``//`` and between ``/*`` and ``*/``."""
    DASH = "dash"
    """Code with comments after ``--``."""
    PROSE = "prose"
    """Text, perhaps with Markdown."""
    TAGS = "tags"
    """A language of tags, in which a tag is nothing odd."""
    DATA = "data"
    """Strings are all there is: JSON."""
    OTHER = "other"
    """Of which nothing is known."""
    ABOUT = "about"
    """A file that is about such markup by its kind: a template of a prompt, a grammar."""


_SUFFIXES = {
    Manner.HASH: "py pyi rb sh bash zsh fish pl r jl yaml yml toml ini cfg conf mk cmake nix tf ex exs gd "
    "properties env",
    Manner.SLASH: "js mjs cjs ts mts cts java kt kts scala go rs c h cc cpp cxx hpp cs swift php dart groovy zig "
    "proto css scss less sol glsl m mm",
    Manner.DASH: "sql lua hs elm ada adb",
    Manner.PROSE: "md markdown mdx txt rst adoc org tex",
    Manner.TAGS: "html htm xhtml xml svg vue svelte astro xsl xslt plist csproj razor cshtml jsp jsx tsx",
    Manner.DATA: "json jsonl ndjson json5 jsonc ipynb webmanifest",
    Manner.ABOUT: "jinja jinja2 j2 tmpl tpl mustache hbs ejs liquid dialect gbnf ebnf lark g4 snap ambr diff patch",
}
_MANNERS = {suffix: manner for manner, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}
_NAMES = {"makefile": Manner.HASH, "dockerfile": Manner.HASH, "readme": Manner.PROSE, "license": Manner.PROSE}

_STRINGS = r"""(?:"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)"""
_LONG = r'(?:"""(?:[^\\]|\\.)*?(?:"""|\Z)|' + r"'''(?:[^\\]|\\.)*?(?:'''|\Z))"
_TICKS = r"`(?:[^`\\]|\\.)*(?:`|\Z)"
_SPOKEN = {
    Manner.HASH: re.compile(rf"{_LONG}|{_STRINGS}|#[^\n]*", re.DOTALL),
    Manner.SLASH: re.compile(rf"{_LONG}|{_STRINGS}|{_TICKS}|//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL),
    Manner.DASH: re.compile(rf"{_STRINGS}|\[\[.*?(?:\]\]|\Z)|--[^\n]*", re.DOTALL),
    Manner.DATA: re.compile(_STRINGS, re.DOTALL),
    Manner.TAGS: re.compile(
        r"<!--.*?(?:-->|\Z)|<(?:pre|code|script|style)\b.*?(?:</(?:pre|code|script|style)>|\Z)", re.DOTALL
    ),
}
_INDENTED = re.compile(r"^(?: {4}|\t| {2,3}(?=\S)).*$", re.MULTILINE)


def manner_of(file: str) -> Manner:
    """How ``file`` is written, by its name."""
    path = PurePath(file.lower())
    return _NAMES.get(path.stem, Manner.OTHER) if not path.suffix else _MANNERS.get(path.suffix[1:], Manner.OTHER)


def spoken_of(text: str, manner: Manner) -> list[tuple[int, int]]:
    """The stretches of ``text`` that only speak of what is in them; in order, none within another."""
    if manner is Manner.PROSE:
        spans = quoted_spans(text) + [match.span() for match in _INDENTED.finditer(text)]
        return _merged(spans)
    pattern = _SPOKEN.get(manner)
    return [match.span() for match in pattern.finditer(text)] if pattern is not None else []


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged
