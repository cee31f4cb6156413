"""Small pieces of Python source."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = [
    "among",
    "comment",
    "constant",
    "identifier",
    "indent",
    "markup",
    "quoted",
    "tuple_of",
    "tuple_of_texts",
    "wrapped",
]


def markup() -> Iterator[str]:
    """The delimiter is markup."""
    yield "if trace:"
    yield '    self._trace("markup", pos, end)'


def indent(depth: int, lines: Iterable[str]) -> Iterator[str]:
    """``lines`` moved to the right."""
    for line in lines:
        yield "    " * depth + line


def among(numbers: Sequence[int]) -> str:
    """The test whether the group that matched is one of ``numbers``."""
    return f"which == {numbers[0]}" if len(numbers) == 1 else f"which in {tuple(numbers)}"


def comment(text: object) -> str:
    """``text`` as a comment: one line, whatever it holds."""
    return "# " + "".join(char if char.isprintable() else repr(char)[1:-1] for char in str(text))


def tuple_of_texts(texts: Sequence[str]) -> str:
    """A tuple of string literals."""
    return tuple_of(map(quoted, texts))


def quoted(text: str) -> str:
    """``text`` as a string literal, in double quotes unless that needs more escapes."""
    literal = repr(text)
    return literal if '"' in text or literal[0] == '"' else f'"{literal[1:-1]}"'


def tuple_of(sources: Iterator[str] | Sequence[str]) -> str:
    """A tuple of expressions."""
    found = list(sources)
    return f"({', '.join(found)}{',' if len(found) == 1 else ''})"


def wrapped(name: str, texts: Sequence[str]) -> Iterator[str]:
    """``name=(…)`` as an argument, in lines that are not too long."""
    line = f"    {name}=("
    for text in texts:
        item = f"{quoted(text)}, "
        if len(line) + len(item) > 110:
            yield line.rstrip()
            line = "        "
        line += item
    yield f"{line.rstrip()}),"


def identifier(name: str) -> str:
    """``name`` as a part of a name in Python."""
    return name.replace("-", "_").lower()


def constant(name: str) -> str:
    """``name`` as the name of a constant in Python."""
    return identifier(name).upper()
