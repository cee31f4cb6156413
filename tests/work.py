"""What reading a text costs: calls of functions are counted, and patterns cannot go back."""

from __future__ import annotations

import re
import re._parser as parser  # type: ignore[import-not-found]  # what a pattern is made of
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import FrameType, ModuleType
from typing import Any


def work(read: Callable[[str], object], text: str) -> int:
    """How many functions, also built-in ones, ``read`` calls for ``text``."""
    done = 0

    def profile(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal done
        done += event in ("call", "c_call")

    sys.setprofile(profile)
    try:
        with suppress(ValueError):
            read(text)
    finally:
        sys.setprofile(None)
    return done


def patterns(module: ModuleType) -> Iterator[re.Pattern[str]]:
    """The patterns of ``module``."""
    for value in vars(module).values():
        for pattern in value.values() if isinstance(value, dict) else [value]:
            if isinstance(pattern, re.Pattern):
                yield pattern


def unlimited(pattern: re.Pattern[str]) -> set[str]:
    """The kinds of repetitions without limit in ``pattern``."""
    return set(_repeats(parser.parse(pattern.pattern, pattern.flags)))


def _repeats(tree: Any) -> Iterator[str]:
    if isinstance(tree, tuple) and str(tree[0]).endswith("REPEAT") and tree[1][1] is parser.MAXREPEAT:
        yield str(tree[0])
    if isinstance(tree, tuple | list | parser.SubPattern):
        for part in list(tree):
            yield from _repeats(part)
