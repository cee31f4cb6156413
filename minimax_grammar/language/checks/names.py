"""Names: what is used is declared, and each word that is a choice is one of the choices."""

from __future__ import annotations

import difflib
from dataclasses import replace

from minimax_grammar.diagnostics import RULES
from minimax_grammar.errors import Finding
from minimax_grammar.filters import FILTERS
from minimax_grammar.language.checks.state import Checker, Damage
from minimax_grammar.language.model import Construct, Dialect, Kind, Mode, Place, Rule, Source

__all__ = ["OPTIONS", "WORDS", "Names"]


OPTIONS = ("thinking", "guarded")
"""The scanner options a rule can depend on: thinking is parsed; fabricated results stop the scan."""

WORDS: dict[str, tuple[str, ...]] = {
    "format": ("json", "notation", "python", "tree", "entities"),
    "callee": ("full", "last"),
    "tools": ("any", "offered"),
    "source": ("call", "block"),
    "typed": ("schema", "json", "text"),
    "untyped": ("json", "text"),
    "json": ("repaired", "strict"),
    "null": ("text", "value"),
}
"""The properties of modes that are a choice, and the words they can be."""

_CONDITIONS = ("prefixed",)
_PROPERTIES: dict[Construct | None, tuple[str, ...]] = {
    Construct.CALL: ("name", "id", "arguments", "beside", "format", "quote"),
    Construct.CALLS: ("name", "arguments", "beside", "format", "callee", "tools", "source"),
    Construct.ARGUMENT: ("key", "value", "string", "type", "typed", "format", "untyped", "json", "null"),
    Construct.ARGUMENTS: ("format", "quote"),
    Construct.THINKING: (),
    Construct.PART: (),
    None: (),
}
_CAUGHT = ("id", "key", "value", "string", "type")
_WRITTEN = ("arguments", "beside", "quote")
_TYPED = {
    "string": "the markup types the body already",
    "type": "the markup types the body already",
    "untyped": "the schema types no body then",
    "null": "the schema types no body then",
}
"""What says nothing beside ``typed = json`` or ``typed = text``, and why."""
_FORMATS: dict[Construct | None, tuple[str, ...]] = {
    Construct.CALL: ("json", "notation", "python"),
    Construct.CALLS: ("json", "python"),
    Construct.ARGUMENT: ("tree", "entities"),
    Construct.ARGUMENTS: ("json", "notation"),
}
_TRIMS = ("newline", "newlines", "layout", "space", "first")
_MAX_TAG = 65_536
_MAX_DEPTH = 64


class Names(Checker):
    """Looks at names."""

    def __init__(self, dialect: Dialect, damage: Damage, findings: list[Finding]) -> None:
        super().__init__(dialect, damage, findings)
        self.unsound: set[Place] = set()

    def _missing(self, place: Place, name: str, message: str) -> None:
        """Report that ``name`` is used and not declared, unless its declaration is among what is wrong."""
        if name not in self.damage.words and not self.damage.base:
            self.report(place, message)
        self.damage.words.add(name)
        self.unsound.add(place)

    def _lost(self, mode: str, rule: Rule) -> None:
        """Note that ``rule`` is left out of what follows: what it leads to is not missed."""
        self.damage.modes.add(mode)
        self.damage.words |= {rule.trigger.name, rule.target, rule.then} - {""}

    def names(self) -> Dialect:
        """Every name that is used is declared. The result is the dialect without the rules where one is not."""
        dialect = self.dialect
        if not dialect.modes and not self.damage.touches("mode"):
            self.report(dialect.place, "the dialect has no mode; say what text means with 'mode outside'")
        if not dialect.starts and not self.damage.starts and not self.damage.base:
            self.report(dialect.place, "scanning has no start; write 'start MODE'")
        identifiers: dict[str, str] = {}
        for mode in dialect.modes.values():
            other = identifiers.setdefault(mode.name.replace("-", "_").lower(), mode.name)
            if mode.name.startswith("_"):
                self.report(
                    mode.place, f"the name of a mode begins with a letter; call it {mode.name.lstrip('_') or 'x'}"
                )
            if other != mode.name:
                self.report(mode.place, f"the modes {other} and {mode.name} differ too little; rename one")
        for name in dialect.tags.keys() & dialect.marks.keys():
            self.report(dialect.marks[name].place, f"{name} is a tag and a mark; give one another name")
        for start in dialect.starts:
            if start.mode not in dialect.modes:
                self._missing(start.place, start.mode, f"there is no mode {start.mode!r} to start in")
            self._option(start.when, start.place)
        if dialect.starts and dialect.starts[0].when and not self.damage.starts:
            self.report(dialect.starts[0].place, "the first start is the usual one and cannot have a condition")
        for mode in dialect.modes.values():
            self._properties(mode)
        for field in dialect.fields.values():
            if field.name in dialect.tags or field.name in dialect.marks:
                self.report(field.place, f"{field.name} is also a tag or a mark; give one another name")
            for source in field.sources:
                if not source.attribute:
                    self.report(source.place, "a field is taken from a delimiter: TAG.ATTRIBUTE or MARK.FIELD")
                else:
                    self._source(source)
        for mode, rule in self.every_rule():
            self._rule_names(rule)
            if rule.place in self.unsound or mode.place in self.unsound:
                self._lost(mode.name, rule)
        sound = {
            mode.name: replace(mode, rules=tuple(rule for rule in mode.rules if rule.place not in self.unsound))
            for mode in dialect.modes.values()
            if mode.place not in self.unsound
        }
        return replace(dialect, modes=sound)

    def _properties(self, mode: Mode) -> None:
        """What a mode builds has the properties it needs, from where there are such."""
        known = _PROPERTIES[mode.construct]
        for prop, binding in mode.bindings.items():
            words = _FORMATS.get(mode.construct, ()) if prop == "format" else WORDS.get(prop, ())
            if prop not in known:
                takes = f"takes {', '.join(known)}" if known else "takes no properties"
                self.report(binding.place, f"{_a(mode.construct)} {takes}, not {prop}")
            elif prop in WORDS and binding.word not in words:
                message = f"{prop} is one of {', '.join(words)}, not {binding.word or 'a source'}"
                hint = prop == "format" and mode.construct is Construct.ARGUMENT and binding.word in WORDS["typed"]
                self.report(binding.place, message + (f"; write 'typed = {binding.word}'" if hint else ""))
            elif prop in _CAUGHT and binding.words:
                message = f"{prop} is what a delimiter caught, as in {prop} = TAG.ATTRIBUTE: no text"
                hint = prop in ("string", "type")
                self.report(binding.place, message + ("; for all bodies, write 'typed = json' or text" if hint else ""))
            elif prop in _WRITTEN and binding.sources:
                self.report(binding.place, f'{prop} is a text: {prop} = "…"')
            for source in binding.sources:
                if not self._source(source):
                    self.unsound.add(mode.place)
        if mode.typed:
            for prop, reason in _TYPED.items():
                if prop in mode.bindings:
                    self.report(
                        mode.bindings[prop].place, f"{prop} says nothing beside 'typed = {mode.typed}': {reason}"
                    )
            if mode.format == "tree":
                self.report(mode.bindings["typed"].place, "a tree is typed by the schema; remove 'typed' or 'format'")
            if mode.typed == "text" and "json" in mode.bindings:
                self.report(mode.bindings["json"].place, "json says nothing beside 'typed = text'; remove one")
        if mode.trim and mode.trim not in _TRIMS:
            self.report(mode.place, f"trim {', '.join(_TRIMS[:-1])} or {_TRIMS[-1]}, not {mode.trim}")
        elif mode.trim == "first" and mode.construct is not Construct.THINKING:
            self.report(mode.place, "only thinking can trim its first line break")

    def _source(self, source: Source) -> bool:
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
            self._missing(source.place, source.name, f"there is no field {source.name!r}; declare it with 'field'")
        elif source.name in dialect.tags:
            if source.attribute.lower() in dialect.tags[source.name].attributes:
                return True
            tag = dialect.tags[source.name].spellings[0]
            self.report(
                source.place,
                f"the tag {source.name} has no attribute {source.attribute!r}; declare it: <{tag} {source.attribute}>",
                dialect.tags[source.name],
            )
            return True
        elif source.name in dialect.marks:
            if source.attribute in dialect.marks[source.name].fields:
                return True
            known = ", ".join(dialect.marks[source.name].fields)
            message = f"the mark {source.name} has no field {source.attribute!r}; " + (
                f"its fields are {known}"
                if known
                else f'a field is a name between its texts: mark {source.name} = "…" {source.attribute} "…"'
            )
            self.report(source.place, message, dialect.marks[source.name])
            return True
        else:
            message = f"there is no tag or mark {source.name!r}; declare it with 'tag' or 'mark'"
            self._missing(source.place, source.name, message)
        return False

    def _rule_names(self, rule: Rule) -> None:
        trigger = rule.trigger
        if trigger.kind in (Kind.OPEN, Kind.CLOSE) and trigger.name not in self.dialect.tags:
            self._missing(rule.place, trigger.name, f"there is no tag {trigger.name!r}; declare it with 'tag'")
        if trigger.kind is Kind.MARK and trigger.name not in self.dialect.marks:
            self._missing(rule.place, trigger.name, f"there is no mark {trigger.name!r}; declare it with 'mark'")
        if rule.target and rule.target not in self.dialect.modes:
            self._missing(rule.place, rule.target, f"there is no mode {rule.target!r} to enter")
        if rule.then and rule.then not in self.dialect.modes:
            self._missing(rule.place, rule.then, f"there is no mode {rule.then!r} to return to")
        for condition in rule.conditions:
            if not self._source(condition.source):
                self.unsound.add(rule.place)
        self._option(rule.when, rule.place)
        if rule.report and rule.report not in RULES:
            close = difflib.get_close_matches(rule.report, RULES, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else f"; the names are {', '.join(RULES)}"
            self.report(rule.place, f"{rule.report!r} is no diagnostic{hint}")
        if rule.unless and rule.unless not in _CONDITIONS:
            self.report(rule.place, f"{rule.unless!r} is no condition; there is {', '.join(_CONDITIONS)}")

    def _option(self, name: str, place: Place) -> None:
        if name and name not in OPTIONS:
            self.report(place, f"{name!r} is no option; the options are {', '.join(OPTIONS)}")


def _a(construct: Construct | None) -> str:
    return f"{'an' if str(construct)[:1] in 'aeiou' else 'a'} {construct}"
