"""What a mode searches for: its delimiters, and what may still become one at the end of the text."""

from __future__ import annotations

import re

from minimax_grammar.tags import SPACE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = ["Delimiters", "beginning", "prefix_pattern"]


class Delimiters:
    """The delimiters of one mode as one search, compiled when it is first used.

    In alternatives ``(?#more)`` stands where more text could make the delimiter longer, ``(?#end)`` where the end of
    the stream will do, ``(?#open)`` where what has arrived ends and more may come.  An alternative that begins with
    ``(?#part)`` is a delimiter that is not complete, and one with ``(?#cut)`` is such a delimiter that is markup even
    if the stream ends in it; ``(?#cut2)``, say, if the next two alternatives are of the same delimiter.  One with
    ``(?#mark)`` is a literal delimiter that another one may begin with: as long as that is open, it does not count.
    """

    __slots__ = ("_alternatives", "_begins", "_behind", "_first", "_heads", "_marks", "_spaced", "final", "search")

    def __init__(
        self,
        first: str,
        *alternatives: str,
        heads: tuple[str, ...] = (),
        spaced: tuple[str, ...] = (),
        marks: tuple[str, ...] = (),
        behind: str = "",
        begins: tuple[str, ...] = (),
    ) -> None:
        """``first`` is what all delimiters begin with; ``alternatives`` match the rest, each with its last group.

        Of what may still become a delimiter, ``heads`` are the beginnings of opening tags, ``spaced`` those of
        closing tags, after which white space may stand, and ``marks`` are literal delimiters.  Where the text
        ends in such a beginning, from ``first`` on, it is matched without a group.

        If delimiters have nothing in common at their beginnings, ``first`` is empty, and every alternative says by a
        look behind which character it begins with.  Then ``begins`` may say what delimiters begin with, if that is rare
        in running text: it is searched for before anything else is tried.

        ``behind`` is what must come before every delimiter.
        """
        self._first = first
        self._begins = begins
        self._alternatives = alternatives
        self._heads = heads
        self._spaced = spaced
        self._marks = marks
        self._behind = behind
        self.search: Callable[[str, int], re.Match[str] | None] = self._compile_and_search
        """Finds the next delimiter while more text may come."""
        self.final: Callable[[str, int], re.Match[str] | None] = self._compile_final
        """Finds the next delimiter where the text ends for good."""

    def _compile_and_search(self, text: str, start: int) -> re.Match[str] | None:
        self.search = self._compiled(self.pattern)
        return self.search(text, start)

    def _compile_final(self, text: str, start: int) -> re.Match[str] | None:
        self.final = self._compiled(self.final_pattern)
        return self.final(text, start)

    def _compiled(self, pattern: str) -> Callable[[str, int], re.Match[str] | None]:
        whole = re.compile(pattern)
        return _by_beginnings(whole, self._begins) if self._begins else whole.search

    @property
    def pattern(self) -> str:
        """The whole regular expression.

        It begins with ``first``, or the set of first characters: such a pattern is searched for at the speed of a
        memory scan.
        """
        whole = self._whole(self._alternatives)
        return whole.replace("(?#more)", r"(?!\Z)").replace("(?#open)", r"\Z").replace("(?#end)", "(?!)")

    @property
    def final_pattern(self) -> str:
        """The same for the end of the stream: what is complete comes before what is not."""
        complete = _cuts_last([text for text in self._alternatives if not text.startswith(_PART)])
        parts = [text for text in self._alternatives if text.startswith(_PART)]
        whole = self._whole(complete, parts, final=True)
        return whole.replace("(?#more)", "").replace("(?#open)", "(?!)").replace("(?#end)", r"\Z")

    def _whole(self, alternatives: Sequence[str], last: Sequence[str] = (), *, final: bool = False) -> str:
        plain = [] if final else [text for text in alternatives if text.startswith(_MARK)]
        if plain:
            alternatives = [text for text in alternatives if not text.startswith(_MARK)]
            last = [*plain, *last]
        if self._first:
            cut = len(self._first)
            parts = [[literal[cut:] for literal in part] for part in (self._heads, self._spaced, self._marks)]
            # Most of what begins like a delimiter is none: the character after it tells at once.
            nexts = [literal[:1] for part in parts for literal in part]
            guard = ""
            if nexts and all(nexts) and not any(text.startswith(_UNDONE) for text in (*alternatives, *last)):
                guard = f"(?=[{''.join(sorted(set(map(re.escape, nexts))))}]|\\Z)"
            tails = [prefix_pattern(*parts)] if any(parts) else []
            options = "|".join(_with_tails(alternatives, tails, last, final=final))
            behind = f"(?<={re.escape(self._behind + self._first)})" if self._behind else ""
            return f"{re.escape(self._first)}{behind}{guard}(?:{options})"
        tails = []
        for character in dict.fromkeys(text[0] for part in (self._heads, self._spaced, self._marks) for text in part):
            parts = [
                [text[1:] for text in part if text[0] == character] for part in (self._heads, self._spaced, self._marks)
            ]
            tails.append(f"(?<={re.escape(character)}){prefix_pattern(*parts)}")
        begins = "".join(found[1] for text in (*alternatives, *last, *tails) if (found := _BEHIND.search(text)))
        firsts = "".join(dict.fromkeys(re.findall(r"\\.|.", begins, re.DOTALL)))
        behind = rf"(?<={re.escape(self._behind)}[\s\S])" if self._behind else ""
        return f"[{firsts}]{behind}(?:{'|'.join(_with_tails(alternatives, tails, last, final=final))})"


NEAR = 256
"""How far the beginnings of delimiters are looked for at first, in code points."""


def _by_beginnings(whole: re.Pattern[str], begins: Iterable[str]) -> Callable[[str, int], re.Match[str] | None]:
    """A search for ``whole``, all of whose matches begin with one of ``begins``, or with a part of it at the end.

    A pattern that begins with one certain character is found many times as fast as one that begins with one of several.
    So each first character is searched for by itself, all of them in the same window, which grows as long as nothing is
    found: the work grows with the distance of what is found, whichever it is.
    """
    rests: dict[str, list[str]] = {}
    for text in begins:
        rests.setdefault(text[0], []).append(text[1:])
    searches = [re.compile(f"{re.escape(first)}{_begun(texts)}").search for first, texts in rests.items()]
    near, match = whole.search, whole.match

    def search(text: str, start: int) -> re.Match[str] | None:
        size = len(text)
        if size - start <= NEAR:
            return near(text, start)
        window = NEAR
        while start < size:
            stop = min(start + window, size)
            nearest = size
            for each in searches:
                begun = each(text, start, stop)
                if begun is not None and begun.start() < nearest:
                    nearest = begun.start()
            if nearest == size:
                start, window = stop, 4 * window
                continue
            # What begins in the window may go on behind it.
            found = match(text, nearest)
            if found is not None:
                return found
            start, window = nearest + 1, NEAR
        return None

    return search


def _begun(texts: Sequence[str]) -> str:
    """The pattern of one of ``texts``, or of a beginning of one that the text ends with."""
    rests: dict[str, list[str]] = {}
    for text in texts:
        if not text:
            return ""
        rests.setdefault(text[0], []).append(text[1:])
    return f"(?:{'|'.join([*(re.escape(first) + _begun(more) for first, more in rests.items()), _END])})"


_END = r"\Z"
_PART = "(?#part)"
_MARK = "(?#mark)"
_CUT = re.compile(r"\(\?#cut(\d*)\)")
_UNDONE = (_PART, "(?#cut")
_BEHIND = re.compile(r"\(\?<=\[?((?:\\.|[^\])])+)\]?\)", re.DOTALL)


def _with_tails(alternatives: Sequence[str], tails: Sequence[str], last: Sequence[str], *, final: bool) -> list[str]:
    """All alternatives in order; while more may come, what may become a tag goes before what is less than that tag."""
    forms = [number for number, text in enumerate(alternatives) if text.startswith(_UNDONE)]
    at = len(alternatives) if final or not forms else max(0, forms[0] - 1)
    return [*alternatives[:at], *tails, *alternatives[at:], *last]


def _cuts_last(alternatives: Sequence[str]) -> list[str]:
    """``alternatives`` with each cut delimiter behind the complete forms of the same delimiter."""
    found: list[str] = []
    waiting: list[tuple[int, str]] = []
    for number, text in enumerate(alternatives):
        found += [late for place, late in waiting if place <= number]
        waiting = [(place, late) for place, late in waiting if place > number]
        cut = _CUT.match(text)
        if cut and cut[1]:
            waiting.append((number + int(cut[1]) + 1, text))
        else:
            found.append(text)
    return found + [late for _, late in waiting]


def beginning(text: str, start: int, first: str) -> int:
    """How long a proper beginning of ``first`` is with which ``text`` ends, from ``start`` on."""
    for length in range(len(first) - 1, 0, -1):
        if text.endswith(first[:length], start):
            return length
    return 0


class _Node:
    """A node of the tree of all beginnings of delimiters."""

    __slots__ = ("held", "next", "spaced")

    def __init__(self) -> None:
        self.next: dict[str, _Node] = {}
        self.held = False
        self.spaced = False


def prefix_pattern(heads: Iterable[str], spaced: Iterable[str], marks: Iterable[str]) -> str:
    """The regular expression of all beginnings, at the end of the text, of what is given.

    A mark itself is no beginning of one; the head of a tag is, since more must follow it.
    """
    root = _Node()
    for literals, held, space in ((heads, True, False), (spaced, True, True), (marks, False, False)):
        for literal in literals:
            node = root
            for character in literal:
                node = node.next.setdefault(character, _Node())
            node.held |= held
            node.spaced |= space
    return f"{_tail(root)}\\Z"


def _tail(node: _Node) -> str:
    options = [
        re.escape(character) + _tail(child) for character, child in node.next.items() if child.next or child.held
    ]
    if node.spaced:
        options.append(f"[{SPACE}]++")
    return f"(?:{'|'.join(options)})?" if options else ""
