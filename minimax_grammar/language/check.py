"""What can be wrong with a dialect as a whole: names, ways through its modes, delimiters, limits.

Every finding says where and what to do.  A dialect that passes can be turned into a tokenizer that
terminates, holds a bounded amount of text, and never raises.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from minimax_grammar.diagnostics import RULES
from minimax_grammar.errors import Finding
from minimax_grammar.filters import FILTERS
from minimax_grammar.language.model import Action, Construct, Dialect, Kind, Mode, Place, Rule, Source, Start
from minimax_grammar.render.template import FIELDS, renders_whole_arguments, resolved, template_problems
from minimax_grammar.text import utf16_length

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["OPTIONS", "WORDS", "Damage", "check"]

OPTIONS = ("thinking", "guarded")
"""The scanner options a rule can depend on: thinking is parsed; fabricated results stop the scan."""

WORDS: dict[str, tuple[str, ...]] = {
    "format": ("json", "notation", "python", "tree", "entities"),
    "callee": ("full", "last"),
    "untyped": ("json", "text"),
    "json": ("repaired", "strict"),
}
"""The properties of modes that are a choice, and the words they can be."""

_CONDITIONS = ("prefixed",)
_PROPERTIES: dict[Construct | None, tuple[str, ...]] = {
    Construct.CALL: ("name", "id", "arguments", "format", "quote"),
    Construct.CALLS: ("name", "arguments", "format", "callee"),
    Construct.ARGUMENT: ("key", "value", "string", "type", "format", "untyped", "json"),
    Construct.ARGUMENTS: ("format", "quote"),
    Construct.THINKING: (),
    Construct.PART: (),
    None: (),
}
_FORMATS = {
    Construct.CALL: ("json", "notation"),
    Construct.CALLS: ("json", "python"),
    Construct.ARGUMENT: ("tree", "entities"),
    Construct.ARGUMENTS: ("json", "notation"),
}
_TRIMS = ("newline", "newlines", "space")
_MAX_TAG = 65_536
_MAX_DEPTH = 64


@dataclass(slots=True)
class Damage:
    """What could not be read of a dialect file, so that nothing is reported that only follows from it."""

    words: set[str] = field(default_factory=set)
    """The words of the lines that are wrong."""
    modes: set[str] = field(default_factory=set)
    """The modes that lack rules."""
    kinds: set[str] = field(default_factory=set)
    """The modes of which it is not known what they build."""
    starts: bool = False
    """Whether a line is wrong that says where scanning starts."""

    def update(self, other: Damage) -> None:
        """Add what ``other`` holds."""
        self.words |= other.words
        self.modes |= other.modes
        self.kinds |= other.kinds
        self.starts |= other.starts

    def touches(self, name: str) -> bool:
        """Whether a line that is wrong may have been about ``name``."""
        return bool(difflib.get_close_matches(name, self.words, n=1, cutoff=0.6))


def check(dialect: Dialect, damage: Damage | None = None) -> list[Finding]:
    """Everything that is wrong with ``dialect``; empty if it can be used."""
    checker = _Checker(dialect, damage or Damage())
    if checker.names():
        checker.rules()
        checker.ways()
        checker.delimiters()
        checker.limits()
        checker.renders()
        checker.unused()
    return checker.findings


class _Checker:
    def __init__(self, dialect: Dialect, damage: Damage) -> None:
        self.dialect = dialect
        self.damage = damage
        self.findings: list[Finding] = []
        self.unsound: set[Place] = set()

    def report(self, place: Place, message: str) -> None:
        self.findings.append(Finding(place.file, place.line, place.column, message))

    def every_rule(self) -> Iterator[tuple[Mode, Rule]]:
        for mode in self.dialect.modes.values():
            for rule in mode.rules:
                yield mode, rule

    def missing(self, place: Place, name: str, message: str) -> None:
        """Report that ``name`` is used and not declared, unless its declaration is among what is wrong."""
        if name not in self.damage.words:
            self.report(place, message)
        self.damage.words.add(name)
        self.unsound.add(place)

    def names(self) -> bool:
        """Every name that is used is declared. The result is whether there is anything more to check.

        Rules with names that are not are left out of all that follows.
        """
        dialect = self.dialect
        if not dialect.modes:
            self.report(dialect.place, "the dialect has no mode; say what text means with 'mode outside'")
        if not dialect.starts and not self.damage.starts:
            self.report(dialect.place, "scanning has no start; write 'start MODE'")
        identifiers: dict[str, str] = {}
        for mode in dialect.modes.values():
            other = identifiers.setdefault(mode.name.replace("-", "_").lower(), mode.name)
            if other != mode.name:
                self.report(mode.place, f"the modes {other} and {mode.name} differ too little; rename one")
        for name in dialect.tags.keys() & dialect.marks.keys():
            self.report(dialect.marks[name].place, f"{name} is a tag and a mark; give one another name")
        for start in dialect.starts:
            if start.mode not in dialect.modes:
                self.missing(start.place, start.mode, f"there is no mode {start.mode!r} to start in")
            self.option(start.when, start.place)
        if dialect.starts and dialect.starts[0].when and not self.damage.starts:
            self.report(dialect.starts[0].place, "the first start is the usual one and cannot have a condition")
        for mode in dialect.modes.values():
            self.properties(mode)
        for field in dialect.fields.values():
            if field.name in dialect.tags or field.name in dialect.marks:
                self.report(field.place, f"{field.name} is also a tag or a mark; give one another name")
            for source in field.sources:
                if not source.attribute:
                    self.report(source.place, "a field is taken from a delimiter: TAG.ATTRIBUTE or MARK.FIELD")
                else:
                    self.source(source)
        for mode, rule in self.every_rule():
            self.rule_names(rule)
            if rule.place in self.unsound:
                self.damage.modes.add(mode.name)
        sound = {
            mode.name: replace(mode, rules=tuple(rule for rule in mode.rules if rule.place not in self.unsound))
            for mode in dialect.modes.values()
            if mode.place not in self.unsound
        }
        self.dialect = replace(dialect, modes=sound)
        return bool(sound)

    def properties(self, mode: Mode) -> None:
        """What a mode builds has the properties it needs, from where there are such."""
        known = _PROPERTIES[mode.construct]
        for prop, binding in mode.bindings.items():
            if prop not in known:
                takes = f"takes {', '.join(known)}" if known else "takes no properties"
                self.report(binding.place, f"a {mode.construct} {takes}, not {prop}")
            elif prop in WORDS and binding.word not in WORDS[prop]:
                self.report(binding.place, f"{prop} is one of {', '.join(WORDS[prop])}")
            for source in binding.sources:
                if not self.source(source):
                    self.unsound.add(mode.place)
        construct = mode.construct
        if construct in _FORMATS and mode.format and mode.format not in _FORMATS[construct]:
            words = ", ".join(_FORMATS[construct])
            self.report(mode.place, f"the format of a {construct} is one of {words}, not {mode.format}")
        if mode.trim and mode.trim not in _TRIMS:
            self.report(mode.place, f"trim {', '.join(_TRIMS[:-1])} or {_TRIMS[-1]}, not {mode.trim}")

    def source(self, source: Source) -> bool:
        """Whether what ``source`` names is there."""
        dialect = self.dialect
        for name, text in source.filters:
            if name not in FILTERS:
                self.report(source.place, f"there is no filter {name!r}; the filters are {', '.join(FILTERS)}")
            elif FILTERS[name].takes_text != bool(text):
                needs = "needs a text" if FILTERS[name].takes_text else "takes no text"
                self.report(source.place, f"the filter {name} {needs}")
        if not source.attribute:
            if source.name in dialect.fields:
                return True
            self.missing(source.place, source.name, f"there is no field {source.name!r}; declare it with 'field'")
        elif source.name in dialect.tags:
            if source.attribute.lower() in dialect.tags[source.name].attributes:
                return True
            tag = dialect.tags[source.name].spellings[0]
            self.report(
                source.place,
                f"the tag {source.name} has no attribute {source.attribute!r}; "
                f"declare it: <{tag} {source.attribute}>",
            )
            return True
        elif source.name in dialect.marks:
            if source.attribute in dialect.marks[source.name].fields:
                return True
            self.report(source.place, f"the mark {source.name} has no field {source.attribute!r}")
            return True
        else:
            self.missing(source.place, source.name, f"there is no tag {source.name!r}; declare it with 'tag'")
        return False

    def rule_names(self, rule: Rule) -> None:
        trigger = rule.trigger
        if trigger.kind in (Kind.OPEN, Kind.CLOSE) and trigger.name not in self.dialect.tags:
            self.missing(rule.place, trigger.name, f"there is no tag {trigger.name!r}; declare it with 'tag'")
        if trigger.kind is Kind.MARK and trigger.name not in self.dialect.marks:
            self.missing(rule.place, trigger.name, f"there is no mark {trigger.name!r}; declare it with 'mark'")
        if rule.target and rule.target not in self.dialect.modes:
            self.missing(rule.place, rule.target, f"there is no mode {rule.target!r} to enter")
        if rule.then and rule.then not in self.dialect.modes:
            self.missing(rule.place, rule.then, f"there is no mode {rule.then!r} to return to")
        for condition in rule.conditions:
            if not self.source(condition.source):
                self.unsound.add(rule.place)
        self.option(rule.when, rule.place)
        if rule.report and rule.report not in RULES:
            close = difflib.get_close_matches(rule.report, RULES, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else f"; the names are {', '.join(RULES)}"
            self.report(rule.place, f"{rule.report!r} is no diagnostic{hint}")
        if rule.unless and rule.unless not in _CONDITIONS:
            self.report(rule.place, f"{rule.unless!r} is no condition; there is {', '.join(_CONDITIONS)}")

    def option(self, name: str, place: Place) -> None:
        if name and name not in OPTIONS:
            self.report(place, f"{name!r} is no option; the options are {', '.join(OPTIONS)}")

    def rules(self) -> None:
        """Each rule makes sense where it stands."""
        for mode in self.dialect.modes.values():
            self.construct(mode)
            whole = mode.name not in self.damage.modes
            texts = mode.rules_for(Kind.TEXT)
            if whole and (len(texts) != 1 or texts[0].when):
                self.report(mode.place, f"mode {mode.name} needs exactly one unconditional rule 'text -> …'")
            ends = mode.rules_for(Kind.END)
            if len(ends) > 1 or any(rule.when for rule in ends):
                self.report(mode.place, f"mode {mode.name} needs one unconditional rule 'end -> …'")
            for rule in mode.rules:
                if mode.name not in self.damage.kinds:
                    self.rule(mode, rule)
                earlier = [other for other in mode.rules_for(*rule.trigger.key) if other.place != rule.place]
                same = [
                    other
                    for other in mode.rules_for(*rule.trigger.key)
                    if (other.when, other.conditions, other.trigger.same)
                    == (rule.when, rule.conditions, rule.trigger.same)
                ]
                if len(same) > 1 and same[-1] is rule:
                    self.report(rule.place, f"mode {mode.name} already has a rule for {rule.trigger}; remove one")
                first = mode.rules_for(*rule.trigger.key)[0]
                first_always = not first.when and not first.conditions and not first.trigger.same
                if earlier and first is not rule and first_always and rule.when:
                    self.report(rule.place, f"this rule is never used: the rule before it takes {rule.trigger} always")

    def construct(self, mode: Mode) -> None:
        if mode.construct is Construct.CALL and "name" not in mode.bindings:
            self.report(mode.place, f"mode {mode.name} is a call without a name; write 'is call(name = TAG.ATTRIBUTE)'")
        if mode.construct is Construct.ARGUMENT and "key" not in mode.bindings:
            self.report(
                mode.place, f"mode {mode.name} is an argument without a key; write 'is argument(key = TAG.ATTRIBUTE)'"
            )
        if mode.construct is Construct.CALLS and not mode.format:
            self.report(
                mode.place,
                f'mode {mode.name} does not say how calls are written; write \'is calls(name = "name", arguments = '
                "\"arguments\")' or 'is calls(format = python)'",
            )
        if mode.envelope and mode.format == "json" and not mode.bindings.get("arguments"):
            self.report(mode.place, f"mode {mode.name} does not say where the arguments are: arguments = \"arguments\"")
        if mode.format == "notation" and "quote" not in mode.bindings:
            self.report(mode.place, f"mode {mode.name} does not say what strings stand in: quote = '\"'")

    def rule(self, mode: Mode, rule: Rule) -> None:
        has_body = mode.has_body
        trigger, action = rule.trigger, rule.action
        if action is Action.BODY and not has_body:
            self.report(rule.place, f"mode {mode.name} has no body; only an argument or thinking has one")
        if action is Action.EMIT and mode.construct is not None:
            if trigger.kind not in (Kind.INVALID, Kind.END) or not mode.envelope:
                self.report(rule.place, f"a {mode.construct} has no visible text; use skip, or body in a body")
        if trigger.kind is Kind.TEXT:
            self.text(mode, rule)
        elif trigger.kind is Kind.END:
            self.end(mode, rule)
        elif trigger.kind is Kind.INVALID:
            if not mode.format or mode.construct not in (Construct.CALL, Construct.CALLS, Construct.ARGUMENTS):
                self.report(rule.place, "only a call whose body has a format can be invalid")
            elif action not in (Action.EMIT, Action.SKIP, Action.ABORT, Action.LEAVE):
                self.report(rule.place, "an invalid body can leave, abort, skip or emit")
        elif action is Action.ABORT:
            self.report(rule.place, "abort is for the end of the stream: 'end -> abort'")
        if trigger.kind is Kind.BALANCED and (not mode.format or action is not Action.LEAVE):
            self.report(rule.place, "brackets balance in a body with a format, and end it: 'balanced -> leave'")
        if trigger.before and action not in (Action.LEAVE, Action.ENTER, Action.BECOME):
            self.report(rule.place, "what is only looked at can only end the mode: 'before … -> leave'")
        if rule.then and action is not Action.ENTER and trigger.kind is not Kind.INVALID:
            self.report(rule.place, "'then' says where a mode that is entered leads back to")
        if action is Action.ENTER:
            target = self.dialect.modes.get(rule.target)
            if target is not None and target.name not in self.damage.kinds:
                self.enter(mode, rule, target)
        if action is Action.BECOME:
            target = self.dialect.modes.get(rule.target)
            if mode.construct or (target is not None and target.construct):
                self.report(rule.place, "only a mode that builds nothing can become another such mode")
            elif rule.target == mode.name:
                self.report(rule.place, f"mode {mode.name} is {rule.target} already")
        if trigger.same:
            self.same(rule)
        if rule.unless and trigger.kind is not Kind.OPEN:
            self.report(rule.place, f"'unless {rule.unless}' goes with an opening tag")
        if rule.report and trigger.kind is Kind.TEXT and action is not Action.SKIP:
            self.report(rule.place, "only text that is skipped can be reported")
        for condition in rule.conditions:
            source = condition.source
            sources = self.dialect.fields[source.name].sources if not source.attribute else (source,)
            if trigger.kind not in (Kind.OPEN, Kind.MARK) or all(trigger.name != found.name for found in sources):
                self.report(rule.place, f"{trigger} does not catch what the rule asks for: {condition}")

    def same(self, rule: Rule) -> None:
        name = rule.trigger.name
        if rule.trigger.kind is Kind.MARK:
            if not self.dialect.marks[name].fields:
                self.report(rule.place, f"the mark {name} has no field that could be the same; remove 'same'")
        elif len(self.dialect.tags[name].spellings) < 2:
            self.report(rule.place, f"the tag {name} has one spelling only; remove 'same'")

    def text(self, mode: Mode, rule: Rule) -> None:
        if rule.action not in (Action.EMIT, Action.SKIP, Action.BODY, Action.BECOME):
            self.report(rule.place, "running text can be emit, skip or body, or become another mode")
        elif mode.has_body and rule.action is not Action.BODY:
            self.report(rule.place, f"mode {mode.name} is a {mode.construct}, and its text is its body: 'text -> body'")

    def end(self, mode: Mode, rule: Rule) -> None:
        action = rule.action
        calls = mode.construct in (Construct.CALL, Construct.CALLS, Construct.ARGUMENTS)
        if action is Action.EMIT and mode.envelope:
            return
        if action not in (Action.LEAVE, Action.ABORT):
            self.report(rule.place, "at the end of the stream a mode can only leave or abort")
        elif action is Action.ABORT and not calls and mode.construct not in (Construct.ARGUMENT, Construct.PART):
            self.report(rule.place, "only a call or an argument can be aborted; use leave")
        elif action is Action.LEAVE and (mode.construct is Construct.ARGUMENT or (calls and not mode.format)):
            self.report(rule.place, f"a {mode.construct} cut off by the end of the stream cannot be complete; use abort")

    def enter(self, mode: Mode, rule: Rule, target: Mode) -> None:
        if rule.trigger.kind is Kind.CLOSE:
            self.report(rule.place, "a closing tag cannot enter a mode")
        for binding in target.bindings.values():
            sources = [
                found
                for source in binding.sources
                for found in (self.dialect.fields[source.name].sources if not source.attribute else (source,))
            ]
            if sources and all(
                rule.trigger.kind not in (Kind.OPEN, Kind.MARK) or rule.trigger.name != source.name
                for source in sources
            ):
                self.report(
                    rule.place,
                    f"mode {target.name} takes a property from the tag {sources[0].name}, "
                    f"but is entered by {rule.trigger}",
                )
        held = target.construct in (Construct.ARGUMENT, Construct.ARGUMENTS)
        if held and mode.construct is not Construct.CALL:
            self.report(rule.place, f"mode {target.name} is an argument, and can only be entered from a call")
        if not held and mode.construct is Construct.CALL and not mode.has_body:
            self.report(rule.place, "a call holds arguments only; enter a mode that 'is argument'")
        if target.construct is Construct.PART and not mode.has_body:
            self.report(rule.place, f"mode {target.name} is a part of a body, and can only be entered from a body")
        if mode.has_body and target.construct is not Construct.PART:
            self.report(rule.place, f"nothing can be entered from the body of mode {mode.name}")

    def ways(self) -> None:
        """Every mode can be reached, and every mode that is entered can be left."""
        modes = self.dialect.modes
        entered = {rule.target for _, rule in self.every_rule() if rule.action is Action.ENTER}
        for mode in modes.values():
            if mode.name in entered and mode.name not in self.damage.modes:
                if not any(r.action is Action.LEAVE and r.trigger.kind is not Kind.END for r in mode.rules):
                    self.report(mode.place, f"mode {mode.name!r} can never be left: no rule leaves it")
                if not mode.rules_for(Kind.END):
                    message = f"mode {mode.name!r} does not say what the end of the stream means: 'end -> …'"
                    self.report(mode.place, message)
        starts = [start for start in self.dialect.starts if start.mode in modes]
        if starts == list(self.dialect.starts) and starts and not self.damage.starts:
            self.reach(starts, entered)
            self.loops()

    def reach(self, starts: list[Start], entered: set[str]) -> None:
        """Every mode can be reached from a start, and the usual start is where text stands."""
        modes = self.dialect.modes
        reached: set[str] = set()
        todo = [start.mode for start in starts]
        while todo:
            name = todo.pop()
            if name not in reached:
                reached.add(name)
                todo += [
                    target for rule in modes[name].rules for target in (rule.target, rule.then) if target in modes
                ]
        for mode in modes.values():
            if mode.name not in reached and not self.damage.touches(mode.name):
                self.report(mode.place, f"mode {mode.name!r} is never entered; remove it, or enter it somewhere")
        home = modes[starts[0].mode]
        if home.construct is not None:
            message = f"the first start is where text stands; {home.name} is a {home.construct}"
            self.report(starts[0].place, message)
        if home.name in entered:
            self.report(home.place, f"mode {home.name} is where scanning starts; it cannot be entered")
        for rule in home.rules:
            if rule.action is Action.LEAVE or rule.trigger.kind is Kind.END:
                self.report(rule.place, f"mode {home.name} is where scanning starts; it cannot be left")
        for start in starts[1:]:
            mode = modes[start.mode]
            if any(binding.sources for binding in mode.bindings.values()):
                self.report(start.place, f"mode {mode.name} takes properties from a tag; scanning cannot start in it")
            elif mode.construct and mode.name not in entered and mode is not home and not mode.rules_for(Kind.END):
                self.report(mode.place, f"mode {mode.name!r} does not say what the end of the stream means: 'end -> …'")

    def loops(self) -> None:
        """Modes do not nest in themselves, so that what is open at once is bounded."""
        modes = self.dialect.modes

        def inside(name: str, above: tuple[str, ...]) -> None:
            for rule in modes[name].rules:
                if rule.target in modes and rule.action is Action.ENTER:
                    if modes[rule.target].construct is Construct.PART and rule.target == name:
                        continue
                    if rule.target in (*above, name):
                        self.report(rule.place, f"mode {rule.target!r} would be entered while it is open")
                    elif len(above) < _MAX_DEPTH:
                        inside(rule.target, (*above, name))

        inside(self.dialect.starts[0].mode, ())

    def delimiters(self) -> None:
        """In one mode, delimiters differ, and none hides another."""
        for mode in self.dialect.modes.values():
            seen: dict[str, Rule] = {}
            for rule in mode.rules:
                for literal in self.literals(rule, whole=True):
                    other = seen.setdefault(literal, rule)
                    if other.trigger.key != rule.trigger.key:
                        self.report(
                            rule.place,
                            f"{literal!r} is also {other.trigger} in mode {mode.name}; a delimiter must mean one thing",
                        )
            for rule in mode.rules:
                if rule.trigger.kind is Kind.MARK:
                    self.hidden(mode, rule, seen)

    def hidden(self, mode: Mode, rule: Rule, seen: dict[str, Rule]) -> None:
        for literal in self.literals(rule, whole=True):
            for other, owner in seen.items():
                follows = literal[len(other) : len(other) + 1]
                if (
                    owner.trigger.kind in (Kind.OPEN, Kind.CLOSE)
                    and literal.startswith(other)
                    and follows
                    and follows in " \t\r\n\f\v/>"
                ):
                    self.report(
                        rule.place,
                        f"{literal!r} can never be seen in mode {mode.name}: it begins the tag {owner.trigger}",
                    )

    def literals(self, rule: Rule, *, whole: bool = False) -> list[str]:
        """What the delimiter of a rule begins with, in every spelling; if ``whole``, not of marks with more parts."""
        trigger, dialect = rule.trigger, self.dialect
        if trigger.kind is Kind.MARK:
            return [form.literal for form in dialect.marks[trigger.name].forms if form.plain or not whole]
        if trigger.kind not in (Kind.OPEN, Kind.CLOSE):
            return []
        heads = dialect.tag_close if trigger.kind is Kind.CLOSE else dialect.tag_open
        prefixes = ["", *(f"{prefix}:" for prefix in dialect.prefixes)]
        return [
            head + prefix + name
            for head in heads
            for prefix in prefixes
            for name in dialect.tags[trigger.name].spellings
        ]

    def limits(self) -> None:
        """Limits are declared for what has a length, and leave room for every delimiter."""
        dialect = self.dialect
        fields = any(not mark.plain for mark in dialect.marks.values())
        if (dialect.tags or fields) and "tag" not in dialect.limits and not self.damage.touches("limit"):
            self.report(dialect.place, "no limit for tags; write 'limit tag 257'")
        for limit in dialect.limits.values():
            mode = dialect.modes.get(limit.name)
            if limit.name == "tag":
                if limit.value > _MAX_TAG:
                    self.report(limit.place, f"a tag of more than {_MAX_TAG} code units would be held whole; use less")
                if limit.marker:
                    self.report(limit.place, "a tag is not cut off; remove the marker")
            elif limit.name in self.damage.kinds or (mode is None and self.damage.touches(limit.name)):
                continue
            elif mode is None or not _limited(mode):
                self.report(limit.place, f"{limit.name!r} is neither 'tag' nor a mode that is an argument")
            elif not limit.marker and mode.construct is Construct.ARGUMENT:
                self.report(limit.place, 'say what replaces the rest: limit argument 1_000_000 "…[cut at {limit}]"')
        for mode in dialect.modes.values():
            if _limited(mode) and mode.name not in dialect.limits:
                if self.damage.touches("limit"):
                    continue
                self.report(
                    mode.place,
                    f"no limit for the bodies of mode {mode.name}; write 'limit {mode.name} 1_000_000 \"…\"'",
                )
        if "tag" in dialect.limits:
            room = dialect.tag_limit
            for _, rule in self.every_rule():
                for literal in self.literals(rule):
                    if utf16_length(literal) + (rule.trigger.kind is not Kind.MARK) > room:
                        self.report(
                            rule.place, f"{literal!r} is longer than the limit of {room} code units; raise 'limit tag'"
                        )

    def renders(self) -> None:
        """Templates have the fields they need, and escape where their place asks for it."""
        for render in self.dialect.renders.values():
            fields = {field for group in FIELDS.get(render.name, ()) for field in group}
            names = {name: text for name, text in self.dialect.names.items() if name not in fields}
            for problem in template_problems(render.name, resolved(render.template, names)):
                self.report(render.place, problem)
        call = self.dialect.renders.get("call")
        if call is not None and "argument" not in self.dialect.renders and not renders_whole_arguments(call.template):
            self.report(
                call.place, "a call is rendered from its arguments; write 'render argument', or {arguments|json}"
            )

    def unused(self) -> None:
        """What is declared is used."""
        used = {rule.trigger.name for _, rule in self.every_rule()}
        taken = {source.name for mode in self.dialect.modes.values() for b in mode.bindings.values() for source in b.sources}
        taken |= {condition.source.name for _, rule in self.every_rule() for condition in rule.conditions}
        for name, field in self.dialect.fields.items():
            if name not in taken and not self.damage.touches(name):
                self.report(field.place, f"the field {name!r} is never used; remove it")
        for kind, declared in (("tag", self.dialect.tags), ("mark", self.dialect.marks)):
            for name, item in declared.items():
                if name not in used and not self.damage.touches(name):
                    self.report(item.place, f"the {kind} {name!r} is never used; remove it, or write a rule for it")


def _limited(mode: Mode) -> bool:
    """Whether the bodies of ``mode`` are kept, and so have a limit."""
    return mode.construct in (Construct.ARGUMENT, Construct.ARGUMENTS, Construct.CALLS) or (
        mode.construct is Construct.CALL and mode.has_body
    )
