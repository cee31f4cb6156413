"""Markup in one file that is not the file's own.

Three things are looked for: what was left after the end of a file, lines that begin with a call, and tokens that stand
in no file but one about them.  What a file quotes, or keeps in a string or a comment, it speaks of.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from pathlib import PurePath
from typing import NamedTuple

from minimax_grammar.leaks.languages import Manner, manner_of, spoken_of
from minimax_grammar.registry import dialects
from minimax_grammar.transcript.signs import any_sign, signs_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

__all__ = ["TAGS", "Leak", "leaks_in"]

TAGS = (
    "content",
    "file_content",
    "file_text",
    "new_string",
    "new_str",
    "old_string",
    "old_str",
    "parameter",
    "invoke",
    "function",
    "function_calls",
    "tool_call",
    "tool_calls",
    "tool_use",
    "write_file",
    "write_to_file",
    "create_file",
    "todos",
    "antml:parameter",
    "antml:invoke",
)
"""The tags that calls which write files are closed with, beside those of the dialects: arguments and tools by name."""

_TAIL = 60
"""How many lines from its end a file has been left behind in."""
_TOKEN = re.compile(r"[|｜\]\[~]")
_IGNORE = re.compile(r"minimax-grammar:\s*ignore(?!-file)(?:\[([^\]]*)\])?")
_IGNORE_FILE = re.compile(r"minimax-grammar:\s*ignore-file")
_HEAD = 2_000
_TESTS = re.compile(
    r"(?:^|/)(?:tests?|testdata|__tests__|__snapshots__|fixtures?|specs?|corpus|cassettes)/"
    r"|(?:^|/)(?:test_|conftest)[^/]*$|[._-](?:test|spec)\.[^/]*$"
)


class Leak(NamedTuple):
    """Markup in a file."""

    rule: str
    start: int
    """Code points from the beginning of the file."""
    end: int
    message: str


def leaks_in(text: str, file: str, tags: Sequence[str] = TAGS) -> list[Leak]:
    """What leaked into ``text``, which is the file called ``file``; by place, at most one for each run of lines."""
    manner = manner_of(file)
    if manner is Manner.ABOUT or not ("</" in text or _sign()(text)) or _IGNORE_FILE.search(text[:_HEAD]):
        return []
    spoken = spoken_of(text, manner)
    found = [*_tail(text, spoken, manner, tuple(tags))]
    if not _TESTS.search(PurePath(file).as_posix()):
        found += _elsewhere(text, spoken, manner, found[0].start if found else len(text))
    return [leak for leak in sorted(found, key=lambda each: each.start) if not _is_ignored(text, leak)]


def _tail(text: str, spoken: list[tuple[int, int]], manner: Manner, tags: tuple[str, ...]) -> Iterator[Leak]:
    """What begins with markup and ends with markup, at the end of the file."""
    end = len(text.rstrip())
    closers = _closers(tags)
    last = text.rfind("\n", 0, end) + 1
    trailing = next((m for m in closers.finditer(text, last, end) if not text[m.end() : end].strip()), None)
    token = next((m for m in _all_leaks().finditer(text, last, end) if m.end() == end), None)
    ending = trailing or token
    if ending is None or _inside(ending.start(), spoken):
        return
    start = _start_of_tail(text, end, spoken, manner, closers)
    if start < 0 and trailing is not None and _closes_nothing(text, trailing, manner):
        start = trailing.start()
    if start < 0 and token is not None and _TOKEN.search(token[0]):
        start = token.start()
    if start >= 0 and text[:start].strip():
        shown = text[start:end].split("\n")[0][:60]
        yield Leak("leaked-tail", start, end, f"{shown} at the end of the file: markup of the call that wrote it")


def _start_of_tail(text: str, end: int, spoken: list[tuple[int, int]], manner: Manner, closers: re.Pattern[str]) -> int:
    """Where the first of the last lines begins that is left over; -1 if none is."""
    window = end
    for _ in range(_TAIL):
        window = max(text.rfind("\n", 0, window), 0)
    for match in re.finditer(r"^[ \t]*(\S.*)$", text[window:end], re.MULTILINE):
        at = window + match.start(1)
        if not _inside(at, spoken) and _begins_leftover(text, at, match[1], manner, closers):
            return at
    return -1


def _begins_leftover(text: str, at: int, line: str, manner: Manner, closers: re.Pattern[str]) -> bool:
    """Whether the ``line`` at ``at`` is closing tags that close nothing, or begins with a call."""
    if not closers.sub("", line).strip():
        first = closers.match(text, at)
        return first is not None and _closes_nothing(text, first, manner)
    return manner not in (Manner.TAGS, Manner.PROSE) and _all_leaks().match(line) is not None


def _closes_nothing(text: str, closer: re.Match[str], manner: Manner) -> bool:
    """Whether the closing tag has no opening tag before it."""
    name = re.escape(re.split(r"[>\s]", closer[0].removeprefix("</"))[0])
    opened = len(re.findall(rf"<{name}(?=[\s/>])", text[: closer.start()]))
    if not opened:
        return True
    closed = len(re.findall(rf"</{name}\s*>", text[: closer.end()]))
    return opened < closed and manner is not Manner.TAGS


def _elsewhere(text: str, spoken: list[tuple[int, int]], manner: Manner, until: int) -> Iterator[Leak]:
    """Lines that begin with a call, and tokens; the first of each run of lines."""
    before, line, counted = -1, 0, 0
    for match in _all_leaks().finditer(text, 0, until):
        start = match.start()
        if _inside(start, spoken):
            continue
        begins = not text[text.rfind("\n", 0, start) + 1 : start].strip()
        is_token = _TOKEN.search(match[0]) is not None
        if not (begins and _is_call_here(match[0], manner)) and not (
            is_token and (begins or manner is not Manner.PROSE)
        ):
            continue
        line, counted = line + text.count("\n", counted, start), start
        if before < 0 or line - before > 1:
            shown = text[start : match.end() + 40].split("\n")[0][:40].strip()
            if is_token:
                yield Leak("leaked-token", start, match.end(), f"{shown}: a token of a model, in a file")
            else:
                yield Leak("leaked-call", start, match.end(), f"{shown}: markup of a call, in a file")
        before = line


def _is_call_here(mark: str, manner: Manner) -> bool:
    """Whether a line that begins with ``mark`` is odd in such a file; prose may begin with a tag of plain words."""
    if manner is Manner.PROSE:
        return "_" in mark or ":" in mark
    return manner not in (Manner.TAGS, Manner.DATA)


def _inside(at: int, spans: list[tuple[int, int]]) -> bool:
    index = bisect_right(spans, (at, 1 << 60)) - 1
    return index >= 0 and at < spans[index][1]


def _is_ignored(text: str, leak: Leak) -> bool:
    """Whether a comment on the line, or the line before, says that this is meant."""
    from minimax_grammar.diagnostics import RULES

    start = text.rfind("\n", 0, leak.start) + 1
    before = text.rfind("\n", 0, max(start - 1, 0)) + 1
    end = text.find("\n", leak.start)
    said = _IGNORE.search(text[before : end if end >= 0 else len(text)])
    if said is None:
        return False
    words = {word.strip() for word in (said[1] or "").split(",") if word.strip()}
    return not words or bool(words & {leak.rule, RULES[leak.rule].code})


@cache
def _closers(tags: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?:</(?:{'|'.join(map(re.escape, tags))})\s*>\s*)+")


@cache
def _sign() -> Callable[[str], bool]:
    return any_sign(tuple(dialects()), ("leaks",))


@cache
def _all_leaks() -> re.Pattern[str]:
    patterns = dict.fromkeys(signs_of(name).leaks.pattern for name in dialects())
    return re.compile("|".join(patterns))
