"""The file with which a new dialect begins: a copy of one that there is, under its own name."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING

from minimax_grammar.language.syntax import read_statements, read_text, string_value

if TYPE_CHECKING:
    from pathlib import Path

    from minimax_grammar.language.model import Dialect

__all__ = ["MAX_NAME", "is_dialect_name", "starting_file"]

MAX_NAME = 64
"""The greatest length of the name of a new dialect."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:[.-][A-Za-z0-9_]+)*")

# What only one dialect can be, and what is said of its models, is not taken over.
_DROPPED = ("default", "fallback", "models", "guide")

_HEAD = """\
# {name}: it begins as a copy of {like}.
#
# 1. Write the delimiters of your format into the 'tag' and 'mark' lines. Rules refer to them by their names, so that
#    the rules can stay where the format is built alike.
# 2. minimax-grammar grammar check {name}.dialect              says what is wrong, with places
#    minimax-grammar grammar show {name}.dialect               tells in words what the file means
# 3. minimax-grammar scan output.txt --dialect {name}.dialect  reads an output of your model
#
# The words are explained in the reference of the language, grammar/README.md of minimax-grammar, with a tutorial.

"""

_MODELS = """
# The models that write this dialect; then it is chosen by their names.
# models "my-model*"
"""


def is_dialect_name(name: str) -> bool:
    """Whether a dialect can be called ``name``."""
    return len(name) <= MAX_NAME and _NAME.fullmatch(name) is not None


def starting_file(name: str, base: Path, like: Dialect, folder: Path, guide: str) -> str:
    """The text of the file of the new dialect ``name`` in ``folder``: that of ``like``, which the file ``base`` holds.

    ``guide`` is the name of its own guide, if it has one.
    """
    text, _ = read_text(base)
    lines = []
    for line in text.replace("\r\n", "\n").split("\n"):
        word = line.split(maxsplit=1)[:1]
        if word == ["dialect"]:
            lines.append(_header(line, name, base, like, folder))
        elif not word or word[0] not in _DROPPED:
            lines.append(line)
    own = "\n".join(lines).strip("\n") + "\n"
    own = re.sub(r"\n{3,}", "\n\n", own)
    if guide:
        own += f"\n# What a model is told of the dialect, in a file beside this one.\nguide {json.dumps(guide)}\n"
    return _HEAD.format(name=name, like=like.name) + own + _MODELS


def _header(line: str, name: str, base: Path, like: Dialect, folder: Path) -> str:
    (statement,), _ = read_statements(line, str(base))
    _, extends, _ = statement.children
    parent = ""
    if extends is not None:
        token = extends.children[0]  # type: ignore[union-attr]
        parent = f" extends {token}"
        if token.type == "STRING":  # type: ignore[union-attr]
            file = base.parent / string_value(token, str(base))[0]  # type: ignore[arg-type]
            parent = f" extends {json.dumps(os.path.relpath(file, folder), ensure_ascii=False)}"
    return f"dialect {name}{parent} {json.dumps(f'Like {like.name}: {like.title}', ensure_ascii=False)}"
