"""What is known of a mode, and the expressions for what its delimiters caught."""

from __future__ import annotations

from typing import TYPE_CHECKING

from minimax_grammar.generate.patterns import mode_pattern
from minimax_grammar.generate.source import among, indent, quoted
from minimax_grammar.generate.triggers import Delimiter, ModePattern, delimiters
from minimax_grammar.language.model import Action, Condition, Construct, Dialect, Kind, Mode, Rule, Source
from minimax_grammar.spans import spans

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Facts", "full_mode_pattern", "host"]

_TRIMS = (Action.EMIT, Action.BODY)


def full_mode_pattern(dialect: Dialect, mode: Mode) -> ModePattern | None:
    """The pattern of ``mode``, if it searches for anything; its groups are the same under all options."""
    if not delimiters(mode) and mode.format in ("", "tree"):
        return None
    return mode_pattern(dialect, mode)


def host(dialect: Dialect, mode: Mode) -> Mode:
    """The mode that has the body of which ``mode`` is a part; a mode that is no part is its own."""
    seen: set[str] = set()
    while mode.construct is Construct.PART and mode.name not in seen:
        seen.add(mode.name)
        outer = [
            other
            for other in dialect.modes.values()
            if other.name not in seen and any(rule.target == mode.name for rule in other.rules)
        ]
        mode = outer[0] if outer else mode
    return mode


class Facts:
    """What is known of one mode of a dialect."""

    def __init__(self, dialect: Dialect, mode: Mode, number: int) -> None:
        self.dialect = dialect
        self.mode = mode
        self.number = number
        self.pattern = full_mode_pattern(dialect, mode)
        self.drop = mode.rules_for(Kind.TEXT)[0].report
        self.host = host(dialect, mode)
        self.trim = mode.trim if mode.text_action in _TRIMS else ""
        self.spans = bool(self.groups("span"))
        quote = mode.bindings["quote"].word if "quote" in mode.bindings else ""
        kinds = spans(mode.format, quote) if self.spans else {}
        self.placed = next((opener for opener, inside in kinds.items() if inside.span.after), "")
        self.balanced = mode.rules_for(Kind.BALANCED)
        self.refreshes = any(other.trim for other in dialect.modes.values())

    def has_past(self) -> bool:
        """Whether a scan can start as if something had come before."""
        return any(start.after for start in self.dialect.starts)

    def has_forms(self) -> bool:
        """Whether a delimiter of the mode is a mark that is more than a literal."""
        return any(map(self.is_form, self.groups("whole")))

    def has_length(self, number: int) -> bool:
        """Whether the delimiter of a group can be too long: a closing tag with all its white space.

        What a mark catches has its limit in the pattern: if it holds more it is no such mark, and may be a shorter one.
        """
        assert self.pattern is not None
        group = self.pattern.groups[number]
        return group.delimiter is not None and group.delimiter.trigger.kind is Kind.CLOSE

    def is_form(self, number: int) -> bool:
        """Whether a group's delimiter is a mark that is more than a literal."""
        assert self.pattern is not None
        delimiter = self.pattern.groups[number].delimiter
        return (
            delimiter is not None
            and delimiter.trigger.kind is Kind.MARK
            and not self.dialect.marks[delimiter.trigger.name].plain
        )

    def has_same(self, mode: Mode) -> bool:
        """Whether a closing delimiter of ``mode`` must be spelled like the one that led into it."""
        return any(rule.trigger.same for rule in mode.rules)

    def groups(self, form: str) -> list[int]:
        """The numbers of the groups of ``form``."""
        if self.pattern is None:
            return []
        return [number for number, group in self.pattern.groups.items() if group.form == form]

    def numbers(self, delimiter: Delimiter) -> dict[str, list[int]]:
        """The groups of ``delimiter``, by form."""
        assert self.pattern is not None
        numbers: dict[str, list[int]] = {}
        for number, group in self.pattern.groups.items():
            if group.delimiter == delimiter and group.form != "called":
                numbers.setdefault(group.form, []).append(number)
        return numbers

    def fields(self, number: int) -> tuple[tuple[str, int], ...]:
        """The fields of a group's mark, with their groups."""
        assert self.pattern is not None
        return self.pattern.groups[number].fields

    def seal(self) -> str:
        """The argument that says what a tag ends with, if it is not ``>``."""
        return "" if self.dialect.tag_end == ">" else ", _TAG_END"

    def caught(self, fields: tuple[tuple[str, int], ...]) -> str:
        """The members of the dict of what a mark caught."""
        return ", ".join(f'{quoted(name)}: found[{group}] or ""' for name, group in fields)

    def catches(self, delimiter: Delimiter) -> bool:
        """Whether a rule of ``delimiter`` asks for what it caught."""
        for rule in delimiter.rules:
            if rule.conditions or (rule.trigger.same and rule.trigger.kind is Kind.MARK):
                return True
            target = self.dialect.modes.get(rule.target)
            if target is None or rule.action is not Action.ENTER:
                continue
            if rule.trigger.kind is Kind.MARK and (self.bound(target) or self.has_same(target)):
                return True
            if self.bound(target) and not self.quickly(target, delimiter):
                return True
        return False

    def bound(self, target: Mode) -> bool:
        """Whether a property of ``target`` is taken from delimiters."""
        return any(binding.sources for binding in target.bindings.values())

    def quickly(self, target: Mode, delimiter: Delimiter) -> bool:
        """Whether the properties of ``target`` are attributes that are read where they are needed."""
        return all(
            len(binding.sources) == 1 and binding.sources[0].attribute and not binding.sources[0].filters
            for binding in target.bindings.values()
            if binding.sources
        )

    def test(self, rule: Rule) -> str:
        """The expression for the conditions of ``rule``; empty if it has none."""
        parts = [self.condition(rule, condition) for condition in rule.conditions]
        if rule.trigger.same and rule.trigger.kind is Kind.MARK:
            parts.append('"\\0".join(caught.values()) == self._spelling')
        if rule.when and any(other.conditions for other in self.mode.rules_for(*rule.trigger.key)):
            parts.append(f"self._option_{rule.when}")
        return " and ".join(parts)

    def condition(self, rule: Rule, condition: Condition) -> str:
        """The expression for one condition of ``rule``."""
        value = self.value(rule, (condition.source,))
        if condition.listed:
            text = f"self._listed({value})"
        elif condition.values:
            text = f"{value} in {tuple(condition.values)!r}"
        else:
            text = value
        return f"not ({text})" if condition.negated else f"({text})"

    def value(self, rule: Rule, sources: tuple[Source, ...]) -> str:
        """The expression for the first of ``sources`` that is not empty."""
        found = []
        for source in sources:
            if not source.attribute:
                inner = self.dialect.fields[source.name].sources
                value = self.value(rule, inner)
                found.append(self.piped(value, source) if source.filters else value)
            elif source.name == rule.trigger.name:
                tag = rule.trigger.kind is Kind.OPEN
                name = source.attribute.lower() if tag else source.attribute
                found.append(self.piped(f'caught.get({quoted(name)}, "")', source))
        if not found:
            return '""'
        return found[0] if len(found) == 1 else f"({' or '.join(found)})"

    def piped(self, value: str, source: Source) -> str:
        """The expression for ``value`` after the filters of ``source``."""
        # The one filter that knows the tools comes last.
        steps = "".join(f", {step!r}" for step in source.filters if step[0] != "listed")
        value = f"filtered({value}{steps})"
        separators = [text for name, text in source.filters if name == "listed"]
        return f"self._listed_end({value}, {quoted(separators[0])})" if separators else value

    def properties(self, rule: Rule, target: Mode, numbers: dict[str, list[int]]) -> Iterator[str]:
        """What the construct of ``target`` takes from the delimiter."""
        bound = {prop: binding.sources for prop, binding in target.bindings.items() if binding.sources}
        delimiter = next(found for found in delimiters(self.mode) if rule in found.rules)
        if self.catches(delimiter):
            for prop, sources in bound.items():
                value = self.value(rule, sources)
                if prop == "value":  # exactly as it stands
                    value = f'caught.get({quoted(sources[0].attribute)}, "")'
                if prop in ("string", "type") and rule.trigger.kind is Kind.OPEN:
                    value = f"caught.get({quoted(sources[0].attribute.lower())})"
                yield f"{prop} = {value}"
            if rule.trigger.kind is Kind.OPEN:
                yield f"closed = is_self_closing(text, found.end(), end{self.seal()})"
            return
        names = {prop: sources[0].attribute.lower() for prop, sources in bound.items()}
        slow = [f"read = attributes(text, found.end(), end{self.seal()})"]
        slow += [
            f'{prop} = read.get({quoted(name)}, "").strip()'
            if prop in ("name", "key", "id")
            else f"{prop} = read.get({quoted(name)})"
            for prop, name in names.items()
        ]
        slow.append(f"closed = is_self_closing(text, found.end(), end{self.seal()})")
        if "call" in numbers:
            quick, group = [numbers["call"][0], numbers["ended"][0]], numbers["call"][0] - 1
        elif "tag" in numbers:
            quick, group = numbers["tag"], numbers["tag"][0]
        else:
            yield from slow
            return
        first = self.dialect.tags[rule.trigger.name].attributes[0]
        yield f"if {among(quick)}:"
        for prop, name in names.items():
            yield f"    {prop} = " + (f"found[{group}]" if name == first else "None")
        yield "    closed = False"
        yield "else:"
        yield from indent(1, iter(slow))
