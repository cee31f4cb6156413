"""The regular expression of a mode: its next delimiter, or what may become one, in one search.

Every alternative either is a whole delimiter (its last group says which) or, last of all, a proper prefix
of a delimiter at the end of what has arrived (no group): that is what a scanner holds back.  An
alternative of an opening tag matches its name only, or the tag in its plainest spelling.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from minimax_grammar.generate.forms import full_pattern, partial_pattern
from minimax_grammar.generate.plainest import (
    BODY,
    NAME,
    PLAIN_NAME,
    leaves,
    needs_sources,
    opening,
    plain_argument,
    plainly_bound,
)
from minimax_grammar.generate.triggers import (
    Delimiter,
    Group,
    ModePattern,
    brackets_of,
    delimiters,
    followers,
    is_markup,
    literals,
)
from minimax_grammar.language.model import (
    Action,
    Construct,
    Dialect,
    Form,
    Kind,
    Mode,
    Part,
    PartKind,
    Trigger,
)
from minimax_grammar.spans import spans
from minimax_grammar.tags import SPACE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

__all__ = ["mode_pattern"]


def mode_pattern(
    dialect: Dialect,
    mode: Mode,
    inactive: Collection[Trigger] = (),
    spelling: str = "",
    *,
    followed: bool = False,
) -> ModePattern:
    """The pattern for the delimiters of ``mode``.

    ``inactive`` are triggers that do not count, under certain options.  ``spelling`` is the spelling of the
    tag that led into the mode, where it is known: of a closing tag marked ``same`` only that one counts.
    ``followed`` says that what ends a body counts only before what may follow it.
    """
    builder = _Builder(dialect, mode, inactive, spelling, followed=followed)
    found = delimiters(mode)
    # What another delimiter may begin with comes last, so that groups have the same numbers however they are tried.
    pairs = [*builder.alternatives(found), *builder.protection(), *builder.literals(found)]
    begins = [begin for pair in pairs for begin in pair.begins]
    first = _common_beginning([*begins, *builder.heads, *builder.spaced, *builder.marks])
    pasts = {pair.past for pair in pairs}
    behind = pasts.pop() if len(pasts) == 1 else ""
    if behind:
        pairs = [replace(pair, past="") for pair in pairs]
    return ModePattern(
        first,
        tuple(pair.after(first) for pair in pairs),
        builder.groups,
        tuple(builder.heads),
        tuple(builder.spaced),
        tuple(builder.marks),
        behind,
    )


@dataclass(frozen=True, slots=True)
class _Alternative:
    """One alternative of a mode's pattern."""

    begins: tuple[str, ...]
    """What it begins with: one literal of which ``rest`` is the continuation, or several characters."""
    rest: str
    partial: Sequence[Part] = ()
    """If it is a delimiter that is not complete: the parts of the whole."""
    form: Form | None = None
    limit: int = 0
    later: int = 0
    """How many alternatives of the same mark come later."""
    plain: bool = False
    """Whether it is literal, and a tag may begin with it."""
    past: str = ""
    """What must come before it."""

    def after(self, first: str) -> str:
        """The pattern of what follows ``first``, with which all alternatives begin."""
        undone = "(?#mark)" if self.plain else ""
        if self.form is not None:
            cut = len(first) or 1
            undone = f"(?#cut{self.later or ''})" if is_markup(self.form) else "(?#part)"
            rest = partial_pattern(self.form, self.limit, cut)
        elif len(self.begins) == 1:
            rest = re.escape(self.begins[0][len(first) or 1 :]) + self.rest
        else:
            rest = self.rest
        if self.past:
            rest = f"(?<={re.escape(self.past + self.begins[0][: len(first) or 1])}){rest}"
        if first:
            return undone + rest
        behind = f"(?<=[{''.join(map(re.escape, self.begins))}])" if len(self.begins) > 1 else ""
        behind = behind or f"(?<={re.escape(self.begins[0][0])})"
        return undone + behind + rest


class _Builder:
    def __init__(
        self,
        dialect: Dialect,
        mode: Mode,
        inactive: Collection[Trigger],
        spelling: str,
        *,
        followed: bool,
    ) -> None:
        self.dialect = dialect
        self.mode = mode
        self.inactive = inactive
        self.spelling = spelling
        self.follow = followers(dialect, mode)
        self.followed = followed
        self.groups: dict[int, Group] = {}
        self.heads: list[str] = []
        self.spaced: list[str] = []
        self.marks: list[str] = []
        self.mark_literals = [
            form.literal
            for found in delimiters(mode)
            if found.trigger.kind is Kind.MARK
            for form in dialect.marks[found.trigger.name].forms
        ]
        tags = [found.trigger for found in delimiters(mode) if found.trigger.kind is not Kind.MARK]
        self.tag_literals = [literal for trigger in tags for literal in literals(dialect, trigger)]
        self.limit = dialect.limits["tag"].value if "tag" in dialect.limits else 0
        names = [f"{name}:" for name in dialect.prefixes]
        self.before_names = ["", *names]
        self.prefix = f"(?:{'|'.join(map(re.escape, names))})?" if names else ""

    def alternatives(self, found: Sequence[Delimiter]) -> Iterator[_Alternative]:
        """Every alternative, in the order in which groups are numbered."""
        opens = [self.opening_tag(delimiter) for delimiter in found if delimiter.trigger.kind is Kind.OPEN]
        if opens:
            begin, rest = _shared(self.dialect.tag_open)
            yield _Alternative((begin,), f"{rest}{self.prefix}{_alternatives(opens)}")
        closes = [delimiter for delimiter in found if delimiter.trigger.kind is Kind.CLOSE]
        if closes:
            yield from self.closings(closes)
        marks = [delimiter for delimiter in found if delimiter.trigger.kind is Kind.MARK]
        forms = [(delimiter, form) for delimiter in marks for form in self.dialect.marks[delimiter.trigger.name].forms]
        ordered = [(delimiter, one) for delimiter, form in _longer_first(forms) for one in self.forms(delimiter, form)]
        last = {delimiter.trigger.key: number for number, (delimiter, _) in enumerate(ordered)}
        for number, (delimiter, form) in enumerate(ordered):
            yield replace(form, later=last[delimiter.trigger.key] - number)

    def literals(self, found: Sequence[Delimiter]) -> Iterator[_Alternative]:
        """The literal delimiters; at the end those with which a tag begins."""
        marks = [delimiter for delimiter in found if delimiter.trigger.kind is Kind.MARK]
        for beginning in (False, True):
            for delimiter in marks:
                yield from self.mark(delimiter, beginning=beginning)

    def protection(self) -> Iterator[_Alternative]:
        """Spans in which delimiters do not count, and the brackets of a body that ends when they balance."""
        format = self.mode.format
        quote = self.mode.bindings["quote"].word if "quote" in self.mode.bindings else ""
        kinds = spans(format, quote) if format and format != "tree" else {}
        balanced = bool(self.mode.rules_for(Kind.BALANCED))
        brackets = brackets_of(format) if balanced else ""
        if kinds:
            firsts = {opener[0] for opener in kinds} | set(brackets)
            for delimiter in delimiters(self.mode):
                firsts |= {literal[0] for literal in literals(self.dialect, delimiter.trigger)}
            plain = f"[^{''.join(map(re.escape, sorted(firsts)))}]*+"
            for opener in kinds:
                if len(opener) > 1:
                    form = Form((Part(PartKind.LITERAL, opener),))
                    yield _Alternative((opener,), "", form=form, limit=self.limit)
            firsts_of: dict[str, list[str]] = {}
            for opener, inside in kinds.items():
                firsts_of.setdefault(opener[0], []).append(inside.span.whole)
            any_whole = _alternatives([inside.span.place + inside.span.whole for inside in kinds.values()])
            for first, wholes in firsts_of.items():
                rests = [whole[len(re.escape(first)) :] for whole in wholes]
                run = f"{_alternatives(rests)}(?:{plain}{any_whole})*+"
                yield _Alternative((first,), self.special("span", run))
            for opener in kinds:
                yield _Alternative((opener[0],), re.escape(opener[1:]) + self.special("quote"))
        if balanced:
            yield _Alternative(tuple(char for char in brackets if char in "[({"), self.special("open"))
            yield _Alternative(tuple(char for char in brackets if char in "])}"), self.special("shut"))

    def special(self, form: str, content: str = "") -> str:
        self.groups[len(self.groups) + 1] = Group(None, form)
        return f"({content})"

    def opening_tag(self, delimiter: Delimiter) -> str:
        names = self.dialect.tags[delimiter.trigger.name].spellings
        ends = f"[{SPACE}/>]" if self.dialect.tag_end == ">" else f"[{SPACE}/]|{re.escape(self.dialect.tag_end)}"
        forms = [*self.plain_forms(delimiter), f"(?={ends}){self.group(delimiter, 'name')}"]
        if delimiter.trigger in self.inactive:
            return f"(?!){_alternatives(forms)}"
        heads = [
            f"{opener}{before}{name}"
            for opener in self.dialect.tag_open
            for before in self.before_names
            for name in names
        ]
        self.heads += heads
        if len(self.dialect.tag_end) > 1:  # it can be cut as well
            self.marks += [head + self.dialect.tag_end for head in heads]
        return f"{_any(names)}{_alternatives(forms)}"

    def plain_forms(self, delimiter: Delimiter) -> list[str]:
        """The most frequent spellings: a whole plain call, and the tag with just its first attribute."""
        tag = self.dialect.tags[delimiter.trigger.name]
        room = self.dialect.tag_limit - 2 * PLAIN_NAME - 40
        target = self.dialect.modes.get(delimiter.rules[0].target)
        if delimiter.trigger.before or delimiter.rules[0].conditions:
            return []
        if not any(needs_sources(rule, self.dialect) for rule in delimiter.rules):
            return [f"{re.escape(self.dialect.tag_end)}{self.group(delimiter, 'bare')}"]
        if target is None or not plainly_bound(target):
            return []
        if not tag.attributes or max(map(len, (*tag.spellings, *tag.attributes))) * 2 > room:
            return []
        opening = f' {re.escape(tag.attributes[0])}="'
        call = self.plain_call(delimiter)
        if not call:
            return [f'{opening}{self.group(delimiter, "tag", NAME)}"{re.escape(self.dialect.tag_end)}']
        name = self.group(delimiter, "called", NAME)
        arguments = self.group(delimiter, "call", call)
        ended = self.group(delimiter, "ended", f"</{re.escape(tag.spellings[0])}>")
        return [f'{opening}{name}">{arguments}(?:[{SPACE}]*+{ended})?+']

    def plain_call(self, delimiter: Delimiter) -> str:
        """The pattern of the inside of a call that holds arguments in their plainest spelling and nothing else."""
        tag = self.dialect.tags[delimiter.trigger.name]
        call = self.dialect.modes.get(delimiter.rules[0].target)
        if call is None or call.construct is not Construct.CALL or len(delimiter.rules) > 1 or len(tag.spellings) > 1:
            return ""
        if self.dialect.tag_open != ("<",) or self.dialect.tag_close != ("</",) or self.dialect.tag_end != ">":
            return ""
        if call.has_body or delimiter.rules[0].then or call.trim:
            return ""
        found = plain_argument(self.dialect, call)
        closers = [rule for rule in call.rules if rule.trigger.key == (Kind.CLOSE, tag.name)]
        if found is None or not all(leaves(rule, tag) for rule in closers) or not closers:
            return ""
        if not plainly_bound(call) or call.bindings["name"].sources[0].attribute.lower() != tag.attributes[0]:
            return ""
        if call.text_action is not Action.SKIP or "id" in call.bindings:
            return ""
        parameter = self.dialect.tags[found[0].trigger.name]
        argument = f'{opening(parameter)}{NAME}">{BODY}{found[1]}'
        return f"(?:[{SPACE}]*+{argument})*+"

    def closings(self, found: Sequence[Delimiter]) -> Iterator[_Alternative]:
        begin, rest = _shared(self.dialect.tag_close)
        if self.dialect.tag_end == ">":
            closes = [self.closing(delimiter) for delimiter in found]
            yield _Alternative((begin,), f"{rest}{self.prefix}{_alternatives(closes)}")
        else:
            for delimiter in found:
                active = not (self.followed and self.must_follow(delimiter))
                yield from self.closing_forms(delimiter, (), active=active)
        # Whether a closer must be followed is an option: both ways have their groups.
        for delimiter in found:
            if self.must_follow(delimiter):
                yield from self.closing_forms(delimiter, self.follow, active=self.followed)

    def must_follow(self, delimiter: Delimiter) -> bool:
        rule = delimiter.rules[0]
        return bool(self.follow) and rule.action is Action.LEAVE and not rule.trigger.before and self.mode.has_body

    def closing_forms(self, delimiter: Delimiter, follow: Sequence[str], *, active: bool) -> Iterator[_Alternative]:
        names = self.dialect.tags[delimiter.trigger.name].spellings
        if delimiter.trigger.same and self.spelling:
            names = (self.spelling,)
        blank = Part(PartKind.BLANK)
        for head in self.dialect.tag_close:
            for before in self.before_names:
                for name in names:
                    parts = (Part(PartKind.LITERAL, head + before + name), blank, self.literal(self.dialect.tag_end))
                    yield from self.form(delimiter, Form(parts), follow, active=active)

    def literal(self, text: str) -> Part:
        return Part(PartKind.LITERAL, text)

    def closing(self, delimiter: Delimiter) -> str:
        names = self.dialect.tags[delimiter.trigger.name].spellings
        if delimiter.trigger.same and self.spelling:
            names = (self.spelling,)
        group = self.group(delimiter, "whole")
        if delimiter.trigger in self.inactive or (self.followed and self.must_follow(delimiter)):
            return f"(?!){group}"
        self.spaced += [
            f"{head}{before}{name}" for head in self.dialect.tag_close for before in self.before_names for name in names
        ]
        return f"{_any(names)}[{SPACE}]*+>{group}"

    def forms(self, delimiter: Delimiter, form: Form) -> Iterator[_Alternative]:
        """A form of a mark, if it is more than a literal."""
        if not form.plain:
            yield from self.form(delimiter, form, ())
            return
        must = self.must_follow(delimiter)
        if must:
            yield from self.form(delimiter, form, self.follow, active=self.followed)
        if self.longer(form):
            yield from self.form(delimiter, form, (), active=not (must and self.followed))

    def form(
        self, delimiter: Delimiter, form: Form, follow: Sequence[str], *, active: bool = True
    ) -> Iterator[_Alternative]:
        form = _followed(form, follow)
        if form.follow and form.follow[-1].kind is PartKind.END and not follow:
            form = _cut(form, self.dialect.marks[delimiter.trigger.name].forms)
        numbers: list[tuple[str, int]] = []

        def capture(name: str, content: str) -> str:
            text = self.group(delimiter, "called", content)
            numbers.append((name, len(self.groups)))
            return text

        rest = full_pattern(form, self.limit, capture)
        rest += self.group(delimiter, "whole", fields=tuple(numbers))
        if delimiter.trigger in self.inactive or not active:
            yield _Alternative((form.literal,), f"(?!){rest}", past=form.past)
        else:
            yield _Alternative((form.literal,), rest, past=form.past)
            yield _Alternative((form.literal,), "", form=form, limit=self.limit, past=form.past)

    def longer(self, form: Form) -> bool:
        """Whether a shorter delimiter of the mode stands at the beginning of ``form``."""
        return any(form.literal != other and form.literal.startswith(other) for other in self.mark_literals)

    def is_beginning(self, text: str) -> bool:
        """Whether a tag begins with ``text``."""
        return any(head.startswith(text) for head in self.tag_literals)

    def mark(self, delimiter: Delimiter, *, beginning: bool) -> Iterator[_Alternative]:
        """The forms of a mark that are literals, with which a tag may begin or not."""
        forms = self.dialect.marks[delimiter.trigger.name].forms
        texts = sorted((form.literal for form in forms if form.plain and not self.longer(form)), key=len, reverse=True)
        texts = [text for text in texts if self.is_beginning(text) is beginning]
        active = delimiter.trigger not in self.inactive and not (self.followed and self.must_follow(delimiter))
        if active:
            self.marks += texts
        for first in dict.fromkeys(text[0] for text in texts):
            rests = [text[1:] for text in texts if text[0] == first]
            rest = f"{_any(rests) if active else '(?!)'}{self.group(delimiter, 'whole')}"
            yield _Alternative((first,), rest, plain=beginning)

    def group(
        self,
        delimiter: Delimiter,
        form: str,
        content: str = "",
        fields: tuple[tuple[str, int], ...] = (),
    ) -> str:
        self.groups[len(self.groups) + 1] = Group(delimiter, form, fields)
        return f"({content})"


def _longer_first(forms: Sequence[tuple[Delimiter, Form]]) -> Iterator[tuple[Delimiter, Form]]:
    """``forms`` in order; but what may be no more than its literal goes behind all that begin with it and more, and
    what asks for less to come before it behind what begins alike and asks for more."""
    rest = list(forms)
    while rest:
        pair = next(
            pair
            for pair in rest
            if not any(_narrows(one, pair[1]) for _, one in rest)
            and not (_may_end(pair[1]) and any(_extends(one, pair[1]) for _, one in rest))
        )
        rest.remove(pair)
        yield pair


def _extends(form: Form, other: Form) -> bool:
    return form.literal != other.literal and form.literal.startswith(other.literal)


def _narrows(form: Form, other: Form) -> bool:
    return form.literal == other.literal and len(form.past) > len(other.past)


def _may_end(form: Form) -> bool:
    return all(part.kind in (PartKind.BLANK, PartKind.OPTIONAL) for part in form.parts[1:])


def _followed(form: Form, follow: Sequence[str]) -> Form:
    """``form``, before one of ``follow`` or the end of the stream."""
    if not follow:
        return form
    texts = tuple(Part(PartKind.LITERAL, text) for text in follow)
    nexts = (*texts, Part(PartKind.END, parts=texts))
    return Form(form.parts, (Part(PartKind.BLANK), Part(PartKind.CHOICE, parts=nexts)), form.past)


def _cut(form: Form, forms: Sequence[Form]) -> Form:
    """``form``, which the end of the stream may follow: also where it cuts what follows in other ``forms``."""
    end = len(form.follow) - 1
    alike = [one for one in forms if (one.parts, one.past) == (form.parts, form.past)]
    others = [one.follow for one in alike if one.follow[:end] == form.follow[:end]]
    texts = [one[end] for one in others if len(one) == end + 1 and one[end].kind is PartKind.LITERAL]
    return replace(form, follow=(*form.follow[:end], Part(PartKind.END, parts=tuple(texts))))


def _shared(texts: Sequence[str]) -> tuple[str, str]:
    """What all ``texts`` begin with, and the pattern of the rest."""
    begin = _common_beginning(texts)
    rests = [text[len(begin) :] for text in texts]
    return begin, _any(rests) if any(rests) else ""


def _common_beginning(texts: Collection[str]) -> str:
    """The longest beginning that all ``texts`` share."""
    low, high = min(texts), max(texts)
    same = next((i for i, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), min(len(low), len(high)))
    return low[:same]


def _any(texts: Sequence[str]) -> str:
    return _alternatives([re.escape(text) for text in texts])


def _alternatives(patterns: Sequence[str]) -> str:
    return patterns[0] if len(patterns) == 1 else f"(?:{'|'.join(patterns)})"
