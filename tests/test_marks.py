"""Marks that begin alike, end alike or hold one another: the scan is the same however the text is cut.

No shipped dialect is so perverse; the search writes dialect files of random marks over a tiny alphabet.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import minimax_grammar as mg
from tests.streams import examples
from tests.test_mutations import events

GROUPS = 4
LETTERS = ["<", "<", "a", "a", "b", "\\n", ">"]
TEXT = ["<", "<", "a", "a", "b", "\n", ">", " ", "/", "k", '="']


def literal(random: Random, most: int) -> str:
    return '"' + "".join(random.choices(LETTERS, k=random.randint(1, most))) + '"'


def form(random: Random) -> str:
    if random.random() < 0.4:
        return literal(random, 4)
    parts = ['after "\\n"'] if random.random() < 0.15 else []
    parts.append(literal(random, 3))
    for _ in range(random.randint(0, 2)):
        kind = random.choice(("~", "~", "field", "field", "optional", "optional", "text"))
        if kind == "~":
            parts.append("~")
        elif kind == "field":
            parts += ["key", literal(random, 2)]
        else:
            parts.append(f"[{literal(random, 2)}]" if kind == "optional" else literal(random, 2))
    if random.random() < 0.2:
        parts.append(f"before {random.choice(('', '~ '))}{random.choice((literal(random, 2), 'end'))}")
    return " ".join(parts)


def dialect_file(random: Random) -> str:
    """A dialect with two to four marks, and sometimes a tag, that open and close thinking."""
    marks = [f"m{number}" for number in range(random.randint(2, 4))]
    lines = ['dialect random "Random marks"']
    tag = random.random() < 0.4
    if tag:
        brackets = ("", 'tags open "<" | "<ab" close "</" end "b>"', 'tags open "<a" close "</" end ">"')
        lines += [random.choice(brackets), "tag t = <a k> | <ba>"]
    lines += [f"mark {mark} = {' | '.join(form(random) for _ in range(random.randint(1, 2)))}" for mark in marks]
    trims = ("", "trim newlines", "trim space")
    lines += ["limit tag 40", "start outside", f"mode outside {random.choice(trims)}", "text -> emit"]
    lines += [f"{mark} -> {random.choice(('skip report stray-closer', 'enter thought'))}" for mark in marks]
    if tag:
        lines += ["<t> -> enter thought", "</t> -> skip report stray-closer"]
    lines += [f"mode thought is thinking {random.choice(trims)}", "text -> body"]
    lines += [f"{mark} -> leave" for mark in marks if random.random() < 0.6]
    if tag:
        lines.append("</t> -> leave")
    return "\n".join([*lines, "end -> leave report unclosed-thinking"])


def check(dialect: mg.Dialect, text: str) -> None:
    whole = events(dialect, [text], "outside")
    assert events(dialect, list(text), "outside") == whole, text
    for at in range(1, len(text)):
        assert events(dialect, [text[:at], text[at:]], "outside") == whole, (text, at)


@pytest.mark.parametrize("group", range(GROUPS))
def test_marks_that_are_alike(group: int, tmp_path: Path) -> None:
    path = tmp_path / "random.dialect"
    fine = 0
    for number in range(examples(30)):
        seed = number * GROUPS + group
        random = Random(seed)
        path.write_text(dialect_file(random), encoding="utf-8")
        try:
            dialect = mg.load_dialect(path)
        except mg.GrammarError:
            continue  # two of the marks are the same, or one hides another: that is said
        fine += 1
        try:
            for _ in range(40):
                check(dialect, "".join(random.choices(TEXT, k=random.randint(1, 14))))
        except Exception as error:
            error.add_note(f"seed {seed}")
            raise
    assert fine > 10


@pytest.mark.parametrize(
    ("marks", "text"),
    [
        # What is shorter than a tag that begins alike waits for it.
        ('mark m = "<" ~ | "b"', "<think>x</think>"),
        ('mark m = "<t" | "b"', "<think>x</think>"),
        # What may be missing is missing only if its beginning is.
        ('mark m = "b" ["a>"]', "ba>c"),
        ('mark m = "b" ["a>"]', "ba c"),
        ('mark m = "b" ["aa"] "a"', "baaa"),
        ('mark m = "b" ["a" ~]', "ba  c"),
        # The longer one counts, in whatever order they stand.
        ('mark m = "b" ~\nmark n = "bab" ~', "bab c"),
    ],
)
def test_the_longer_one_counts_in_every_chunking(marks: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "marks.dialect"
    also = "n -> skip report stray-closer" if "mark n" in marks else ""
    path.write_text(
        f"""dialect marks "Marks"
{marks}
tag think = <think>
limit tag 40
start outside
mode outside
text -> emit
m -> skip report stray-closer
{also}
<think> -> enter thought
mode thought is thinking
text -> body
</think> -> leave
end -> leave
""",
        encoding="utf-8",
    )
    check(mg.load_dialect(path), text)
