"""What can be made of a text that a delimiter caught: the filters of dialect files.

Each takes time linear in the text, which is no longer than a delimiter can be.
"""

from __future__ import annotations

from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FILTERS", "Filter", "filtered"]

_BLANKS = " \t\n\r\f\v"


class Filter(NamedTuple):
    """One filter."""

    apply: Callable[[str, str], str]
    """Makes another text of a text, by the filter's own text."""
    takes_text: bool
    summary: str


def _without(text: str, prefix: str) -> str:
    return text.strip(_BLANKS).removeprefix(prefix)


def _unnumbered(text: str, separator: str) -> str:
    text = text.strip(_BLANKS)
    head, found, number = text.rpartition(separator)
    return head if found and number.isascii() and number.isdigit() else text


def _after(text: str, mark: str) -> str:
    return text.partition(mark)[2]


def _before(text: str, mark: str) -> str:
    return text.partition(mark)[0]


def _last(text: str, separator: str) -> str:
    return text.rpartition(separator)[2]


def _first(text: str, _: str) -> str:
    words = text.split(maxsplit=1)
    return words[0] if words else ""


def _word(text: str, start: str) -> str:
    return next((word[len(start) :] for word in text.split() if word.startswith(start)), "")


def _no_number(text: str, _: str) -> str:
    text = text.strip(_BLANKS)
    return "" if text.isascii() and text.isdigit() else text


def _without_change(text: str, _: str) -> str:
    return text  # the scanner, which knows the tools, does it


FILTERS = {
    "without": Filter(_without, True, "without the text, if it begins with it"),
    "unnumbered": Filter(_unnumbered, True, "without the text and a number at its end"),
    "before": Filter(_before, True, "what stands before the text; all of it if the text is not in it"),
    "after": Filter(_after, True, "what stands after the text; nothing if the text is not in it"),
    "last": Filter(_last, True, "what stands after the last such text; all of it if there is none"),
    "first": Filter(_first, False, "its first word"),
    "listed": Filter(_without_change, True, "its longest end, cut at the text, that is a listed tool; else all of it"),
    "no-number": Filter(_no_number, False, "nothing if it is a number; else all of it"),
    "word": Filter(_word, True, "the rest of the first word that begins with the text"),
}
"""All filters, by name."""


def filtered(text: str, *steps: tuple[str, str]) -> str:
    """``text`` after the filters ``steps``, each with its name and its own text; white space around it is dropped."""
    for name, own in steps:
        text = FILTERS[name].apply(text, own)
    return text.strip(_BLANKS)
