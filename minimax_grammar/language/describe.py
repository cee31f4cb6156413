"""A dialect in words: what its file says, as lines of plain text for a person."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from minimax_grammar.diagnostics import RULES
from minimax_grammar.language.model import (
    Action,
    Construct,
    Dialect,
    Form,
    Kind,
    Mode,
    Part,
    PartKind,
    Rule,
    Source,
    Trigger,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["describe", "mode_in_words", "printable", "spelled", "traits"]

# Control and format characters, line separators and surrogates: a terminal obeys them, or cannot show them.
# The two joiners stay, which emoji and several scripts are written with.
_UNSEEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)

_OPTIONS = {"thinking": "if thinking is parsed", "guarded": "if guarded"}
_TRIGGERS = {
    Kind.END: "end of the stream",
    Kind.BALANCED: "its closing bracket",
    Kind.INVALID: "what it should not be",
}
_CONDITIONS = {"prefixed": "unless it carries a prefix"}
_CONSTRUCTS = {
    Construct.CALL: "a call",
    Construct.CALLS: "any number of calls",
    Construct.ARGUMENT: "an argument of the call",
    Construct.ARGUMENTS: "all arguments of the call",
    Construct.THINKING: "a block of thinking",
    Construct.PART: "a part of the body around it",
}
_PROPERTIES = {
    "name": "its name",
    "id": "its id",
    "arguments": "its arguments",
    "beside": "says nothing of it",
    "key": "its key",
    "value": "the beginning of its body",
    "string": "whether it is a string",
    "type": "its type",
    "format": "written as",
    "quote": "strings stand between",
    "callee": "of a dotted name counts",
    "tools": "tools that count",
    "source": "source of each of several",
    "typed": "typed as",
    "untyped": "without a type in the schema it is",
    "json": "as JSON",
    "null": "null where a string or null may stand is",
}
_TRIMMED = {
    "newline": "a line break at the beginning and the end",
    "newlines": "line breaks at the beginning and the end",
    "layout": "line breaks at the beginning and the end, and a text of nothing but white space",
    "space": "white space at the beginning and the end",
    "first": "the line break with which it begins",
}
_TEXTS = {
    Action.EMIT: "visible",
    Action.SKIP: "dropped",
    Action.BODY: "the body, as it stands",
    Action.BECOME: "what the next mode makes of it",
}
_ENDINGS = {
    None: "leads back",
    Construct.CALL: "completes the call",
    Construct.CALLS: "completes the calls",
    Construct.ARGUMENT: "completes the argument",
    Construct.ARGUMENTS: "completes the arguments",
    Construct.THINKING: "ends the thinking",
    Construct.PART: "ends the part",
}


def printable(text: str, keep: str = "") -> str:
    """``text`` with characters that cannot be seen, or that would steer a terminal, as ``\\x1b`` or ``\\u202e``.

    The characters of ``keep`` stay.
    """
    if text.isprintable():
        return text

    def escape(found: re.Match[str]) -> str:
        character = found[0]
        return character if character in keep else character.encode("unicode_escape").decode("ascii")

    return _UNSEEN.sub(escape, text)


def describe(dialect: Dialect) -> list[str]:
    """All that ``dialect`` says, in sections: headings stand at the left margin, what is below them does not."""
    sections = (_heading(dialect), _tags(dialect), _marks(dialect), _limits(dialect), _starts(dialect))
    lines: list[str] = []
    for section in (*sections, *(_mode(dialect, mode) for mode in dialect.modes.values())):
        found = list(section)
        if found:
            lines += [*([""] if lines else []), *found]
    return lines


def traits(dialect: Dialect) -> list[str]:
    """What distinguishes ``dialect``, in a few words each."""
    found = ["default"] if dialect.default else []
    found += [f"extends {dialect.extends}"] if dialect.extends else []
    found += [f"prefixes {', '.join(dialect.prefixes)}"] if dialect.prefixes else ["no prefixes"]
    return found


def spelled(dialect: Dialect, trigger: Trigger) -> str:
    """The delimiter that ``trigger`` is about, as it is written; a mark by its name."""
    if trigger.kind in _TRIGGERS:
        return _TRIGGERS[trigger.kind]
    if trigger.kind not in (Kind.OPEN, Kind.CLOSE):
        return trigger.name or str(trigger.kind)
    slash = "/" if trigger.kind is Kind.CLOSE else ""
    found = [f"<{slash}{name}>" for name in map(printable, dialect.tags[trigger.name].spellings)]
    if len(found) > 3:
        found = [*found[:2], "…"]
    return " ".join(found)


def mode_in_words(mode: Mode) -> str:
    """What ``mode`` is: what it builds, or what becomes of its text."""
    return _CONSTRUCTS[mode.construct] if mode.construct else f"text is {_TEXTS[mode.text_action]}"


def _heading(dialect: Dialect) -> Iterator[str]:
    title = printable(dialect.title)
    yield f"{dialect.name} – {title}" if title else dialect.name
    if dialect.default:
        yield "  The default dialect."
    if dialect.extends:
        yield f"  Extends {dialect.extends}; what it inherits is shown here too."
    if dialect.closers == "followed":
        yield "  A closer ends a body only where something follows that may follow it."
    if dialect.prefixes:
        yield f"  Every tag may carry a prefix: {', '.join(f'{prefix}:' for prefix in dialect.prefixes)}"


def _tags(dialect: Dialect) -> Iterator[str]:
    if dialect.tags:
        yield "Tags"
    yield from _table(
        (
            tag.name,
            " or ".join(
                " ".join([printable(opener + spelling), *(f'{printable(name)}="…"' for name in tag.attributes)])
                + printable(dialect.tag_end)
                for spelling in tag.spellings
                for opener in dialect.tag_open[:1]
            ),
        )
        for tag in dialect.tags.values()
    )


def _marks(dialect: Dialect) -> Iterator[str]:
    if dialect.marks:
        yield "Marks"
    yield from _table(
        (mark.name, " or ".join(printable(_form(form)) for form in mark.forms)) for mark in dialect.marks.values()
    )


def _form(form: Form) -> str:
    """A form of a mark: its fields in braces, ``~`` for white space, brackets around what may be missing."""
    words = "".join(map(_part, form.parts))
    words += f" before {''.join(map(_part, form.follow))}" if form.follow else ""
    return words + (f" after {form.past}" if form.past else "")


def _part(part: Part) -> str:
    if part.kind is PartKind.CAPTURE:
        return f"{{{part.text}}}"
    if part.kind is PartKind.BLANK:
        return "~"
    if part.kind is PartKind.OPTIONAL:
        return f"[{''.join(map(_part, part.parts))}]"
    return "the end" if part.kind is PartKind.END else part.text


def _limits(dialect: Dialect) -> Iterator[str]:
    if dialect.limits:
        yield "Limits"
    rows = []
    for limit in dialect.limits.values():
        beyond = f'then "{printable(limit.text)}"' if limit.marker else ""
        if limit.name == "tag":
            beyond = "what is longer is not a tag"
        rows.append((limit.name, f"{limit.value:,} UTF-16 code units" + (f"; {beyond}" if beyond else "")))
    yield from _table(rows)


def _starts(dialect: Dialect) -> Iterator[str]:
    yield "Starts"
    rows = []
    for number, start in enumerate(dialect.starts):
        words = [f"in mode {start.mode}", *([_OPTIONS.get(start.when, start.when)] if start.when else [])]
        rows.append((start.name, " ".join(words) + ("" if number else ", where scanning usually starts")))
    yield from _table(rows)


def _mode(dialect: Dialect, mode: Mode) -> Iterator[str]:
    yield f"Mode {mode.name}" + (f": {_CONSTRUCTS[mode.construct]}" if mode.construct else "")
    for prop, binding in mode.bindings.items():
        found = " or ".join(_source(dialect, source) for source in binding.sources)
        found = found or " or ".join(f'"{word}"' for word in binding.words)
        yield f"  {_PROPERTIES.get(prop, prop)}: {printable(found)}"
    if mode.format and "format" not in mode.bindings:
        yield f'  {_PROPERTIES["format"]}: "{mode.format}"'
    if mode.trim:
        what = "its body" if mode.construct else "text between delimiters"
        yield f"  dropped of {what}: {_TRIMMED[mode.trim]}"
    yield from _table((_delimiter(dialect, rule), _action(dialect, mode, rule), _report(rule)) for rule in mode.rules)


def _source(dialect: Dialect, source: Source) -> str:
    filters = "".join(f" | {name}" + (f' "{text}"' if text else "") for name, text in source.filters)
    if not source.attribute:
        return f"{source.name}{filters}"
    kind, name = ("attribute", f"<{source.name}>") if source.name in dialect.tags else ("field", source.name)
    return f"the {kind} {source.attribute} of {name}{filters}"


def _delimiter(dialect: Dialect, rule: Rule) -> str:
    words = [spelled(dialect, rule.trigger)]
    words += ["as opened"] if rule.trigger.same else []
    return " ".join(words)


def _action(dialect: Dialect, mode: Mode, rule: Rule) -> str:
    action = rule.action
    words = {
        Action.EMIT: "is visible text",
        Action.SKIP: "is dropped",
        Action.BODY: "belongs to the body",
        Action.ENTER: f"is {rule.target}, whole" if rule.closed else f"begins {rule.target}",
        Action.BECOME: f"goes on as {rule.target}",
        Action.LEAVE: _ENDINGS[mode.construct],
        Action.ABORT: "drops the call",
        Action.STOP: "ends the scan",
    }[action]
    if rule.trigger.kind is Kind.TEXT and action is not Action.BECOME:
        words = f"is {_TEXTS[action]}"
    words += f", then {rule.then}" if rule.then else ""
    if rule.trigger.before:
        words += ", and is then read again"
    conditions = [_OPTIONS.get(rule.when, rule.when)] if rule.when else []
    conditions += [f"if {printable(str(condition))}" for condition in rule.conditions]
    return " ".join([words, *conditions])


def _report(rule: Rule) -> str:
    if not rule.report:
        return ""
    found = RULES.get(rule.report)
    words = f"{found.code} {found.name} ({found.severity})" if found is not None else rule.report
    return f"{words} {_CONDITIONS.get(rule.unless, rule.unless)}" if rule.unless else words


def _table(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Indented lines with aligned columns, two blanks between them."""
    found = list(rows)
    widths = [max(map(len, column)) for column in zip(*found, strict=True)]
    for row in found:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
