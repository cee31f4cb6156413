"""Dialect files with mistakes in them, made from those that there are."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from minimax_grammar.resources import grammar_dir

__all__ = ["mutation"]

_TOKENS = re.compile(r'"(?:\\.|[^"\\])*"|<[^<>\s][^<>]*>|->|[A-Za-z_][\w-]*|\d[\d_]*|[^\sA-Za-z0-9]')
_NAME = re.compile(r"^(?:tag|mark|mode|field|start|limit) +([A-Za-z_][\w-]*)", re.MULTILINE)

# Names that mean something in Python, in the engine, or in the language itself.
_NAMES = [
    "class",
    "None",
    "True",
    "self",
    "text",
    "end",
    "events",
    "pos",
    "feed",
    "flush",
    "Tokenizer",
    "Scanner",
    "start",
    "starts",
    "STARTS",
    "mode",
    "modes",
    "limit",
    "name",
    "_new",
    "re",
    "__init__",
    "__class__",
    "before",
    "same",
    "closed",
    "listed",
    "not",
    "is",
    "if",
    "and",
    "or",
    "then",
    "when",
    "report",
    "tag",
    "call",
    "thinking",
    "_",
    "match",
    "key",
    "value",
    "balanced",
    "invalid",
    "guarded",
    "a",
    "A",
    "a-b",
    "a_b",
    "import",
    "lambda",
    "TITLE",
    "GUIDE",
    "outside",
]
_STRINGS = (
    '""',
    '" "',
    r'"\n"',
    '"<"',
    '">"',
    '"</"',
    '"a"',
    r'"\""',
    r'"\\"',
    '"(?:"',
    '"[a-"',
    '"{0,9}+"',
    '"(?#end)"',
    '"(?#more)x"',
    '"{limit}{x}"',
    r'"\ud800"',
    r'"\x00"',
    '"é😀"',
    '\'"""\'',
    r'"\"\"\"\nraise SystemExit\n"',
    '"' + "x" * 300 + '"',
)
_NUMBERS = ("0", "1", "2", "9", "257", "65_536", "999_999_999_999", "9" * 30)


@cache
def _files() -> tuple[str, ...]:
    files = [path.read_text(encoding="utf-8") for path in sorted(grammar_dir().glob("*.dialect"))]
    return tuple(text for text in files if " extends " not in text)


@cache
def _tokens() -> tuple[str, ...]:
    return tuple(dict.fromkeys(token for text in _files() for token in _TOKENS.findall(text)))


def mutation(random: Random) -> str:
    """The text of a dialect file with one to four changes; it may still be right."""
    text = random.choice(_files())
    for _ in range(random.choice((1, 1, 1, 2, 2, 4))):
        text = random.choice((_line, _line, _token, _token, _token, _string, _renamed))(text, random)
    return text


def _line(text: str, random: Random) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    other = random.choice(random.choice(_files()).split("\n"))
    way = random.randrange(6)
    if way == 0:
        del lines[at]
    elif way == 1:
        lines.insert(at, lines[at])
    elif way == 2:
        lines.insert(at, other)
    elif way == 3:
        there = random.randrange(len(lines))
        lines[at], lines[there] = lines[there], lines[at]
    elif way == 4:
        lines[at] = lines[at][: random.randint(0, len(lines[at]))]
    else:
        lines.insert(random.randrange(len(lines)), lines.pop(at))
    return "\n".join(lines)


def _token(text: str, random: Random) -> str:
    found = list(_TOKENS.finditer(text))
    token = random.choice(found)
    way = random.randrange(4)
    if way == 0:
        new = ""
    elif way == 1:
        new = f"{token[0]} {token[0]}"
    elif way == 2:
        new = random.choice(found)[0]
    else:
        new = random.choice(_tokens())
    return text[: token.start()] + new + text[token.end() :]


def _string(text: str, random: Random) -> str:
    kind, new = (r'"(?:\\.|[^"\\])*"', _STRINGS) if random.random() < 0.8 else (r"\b\d[\d_]*\b", _NUMBERS)
    found = list(re.finditer(kind, text))
    if not found:
        return text
    token = random.choice(found)
    return text[: token.start()] + random.choice(new) + text[token.end() :]


def _renamed(text: str, random: Random) -> str:
    """One name of the file replaced wherever it stands."""
    names = _NAME.findall(text)
    if not names:
        return text
    old = random.choice(names)
    return re.sub(rf"(?<![\w-]){re.escape(old)}(?![\w-])", random.choice(_NAMES), text)
