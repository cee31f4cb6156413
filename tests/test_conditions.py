"""Marks that ask what comes before them, in modes that hand them on: what became of that text makes no difference.

The search holds a dialect whose marks all have a condition against the same dialect without any: where a mark follows
what it asks for, both read the same, and where it does not, the one reads what the other reads in plain text.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import minimax_grammar as mg
from tests.streams import examples

CONDITIONS = ("\n", "\n\n", "> ", "!", "]", "/", "d", "nd", "] ")
"""Texts of their own, and ends of other marks."""
MARKS = {
    "call": '"%%call " name "!"',
    "over": '"%%end"',
    "item": '"%[" key "]"',
    "done": '"%/"',
    "think": '"%%think"',
    "result": '"%%result" before "s"',
}
PIECES = ("%%call a!", "%%call b!", "%%end", "%[k]", "%/", "%%think", "%%results")
TEXTS = ("x", " ", "\n", "y\n", "é", "1", "x\n\n")
NONE = "\x01"
"""Stands for the first character of a mark that is none."""
RULES = {
    "begin": (
        "before call -> become outside",
        "before call -> enter call then outside",
        "before think -> become outside",
    ),
    "outside": (
        "think -> enter thought",
        "result -> enter other report fabricated-result",
        "over -> skip report stray-closer",
    ),
    "call": ("before call -> leave report lost-closer", "before think -> leave", "before result -> leave"),
    "value": ("before item -> leave", "before over -> leave", "before call -> leave report lost-closer"),
    "thought": ("before call -> leave report call-in-thinking", "over -> leave"),
    "other": ("before call -> leave", "before think -> leave", "over -> leave"),
}


def dialect_file(condition: str, chosen: dict[str, list[str]], trim: str) -> str:
    """The dialect with these rules, whose marks all come after ``condition``."""
    after = f"after {mg_string(condition)} " if condition else ""
    rules = {mode: "\n".join(lines) for mode, lines in chosen.items()}
    marks = "\n".join(f"mark {name} = {after}{form}" for name, form in MARKS.items())
    return f"""dialect conditions "Conditions"
{marks}
limit tag 40
limit value 1000 "…"
start begin
mode begin
text -> become outside
{rules["begin"]}
mode outside {trim}
text -> emit
call -> enter call
{rules["outside"]}
mode call is call(name = call.name)
text -> skip report dropped-prose
item -> enter value
over -> leave
{rules["call"]}
end -> abort report unclosed-call
mode value is argument(key = item.key)
text -> body
done -> leave
{rules["value"]}
end -> abort report unclosed-argument
mode thought is thinking {trim}
text -> body
think -> leave
{rules["thought"]}
end -> leave
mode other
text -> skip
{rules["other"]}
end -> leave
"""


def mg_string(text: str) -> str:
    return '"' + text.replace("\n", "\\n") + '"'


def read(dialect: mg.Dialect, chunks: list[str]) -> dict[str, str]:
    """All that a scan tells; what is no mark is told as what it looks like."""
    scanner = dialect.scanner(ids=map(str, range(100)), trace=True)
    events = mg.coalesce([event for chunk in chunks for event in scanner.feed(chunk)] + scanner.flush())
    found = {"events": events, "reports": scanner.diagnostics, "segments": scanner.segments}
    return {name: repr(value).replace(repr(NONE)[1:-1], "%") for name, value in found.items()}


def stream(random: Random, condition: str) -> tuple[str, str]:
    """A text for marks with ``condition``, and the same one for marks without."""
    asked, free = "", ""
    for _ in range(random.randint(2, 9)):
        piece = random.choice(PIECES)
        way = random.random()
        if way < 0.3:
            text = random.choice(TEXTS)
            asked, free = asked + text, free + text
        elif way < 0.8:
            # What it asks for may be the end of the mark before it.
            text = "" if asked.endswith(condition) and random.random() < 0.7 else condition
            asked, free = asked + text + piece, free + text + piece
        else:
            asked, free = asked + "x" + piece, free + "x" + NONE + piece[1:]
    return asked, free


@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_comes_before_a_mark_is_seen_whatever_became_of_it(condition: str, tmp_path: Path) -> None:
    random = Random(condition)
    healed = 0
    for number in range(examples(8)):
        chosen = {mode: [rule for rule in rules if random.random() < 0.7] for mode, rules in RULES.items()}
        for rules in chosen.values():  # the first rule for a trigger is the one that counts
            rules[:] = {rule.split(" ->")[0]: rule for rule in reversed(rules)}.values()
        chosen["outside"] = list(RULES["outside"])
        chosen["begin"] = chosen["begin"] or [RULES["begin"][0]]
        chosen["other"] = list(RULES["other"])
        trim = random.choice(("", "trim newlines", "trim space"))
        paths = [tmp_path / f"asked{number}.dialect", tmp_path / f"free{number}.dialect"]
        for path, before in zip(paths, (condition, ""), strict=True):
            path.write_text(dialect_file(before, chosen, trim), encoding="utf-8")
        asking, free = map(mg.load_dialect, paths)
        for _ in range(25):
            text, same = stream(random, condition)
            whole = read(asking, [text])
            healed += "lost-closer" in whole["reports"]
            assert whole == read(free, [same]), (text, chosen)
            assert read(asking, list(text)) == whole, (text, chosen)
            for at in range(1, len(text)):
                assert read(asking, [text[:at], text[at:]]) == whole, (text, at, chosen)
    assert healed > 5
