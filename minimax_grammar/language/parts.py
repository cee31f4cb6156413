"""The parts of statements: strings, delimiters, sources, what rules react to and do, each read from its tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from minimax_grammar.errors import Finding
from minimax_grammar.language.model import Action, Condition, Construct, Kind, Part, PartKind, Place, Source, Trigger
from minimax_grammar.language.syntax import string_value

if TYPE_CHECKING:
    from lark import Token, Tree

__all__ = ["StatementParts", "listed", "parts_of", "trim_of"]

_TRIGGERS = (Kind.TEXT, Kind.END, Kind.BALANCED, Kind.INVALID)


class StatementParts:
    """Reads parts of the statements of one file, and notes what is wrong with them."""

    def __init__(self, file: str, findings: list[Finding]) -> None:
        self.file = file
        self.findings = findings

    def report(self, token: Token | Tree[Token], message: str) -> None:
        """Note that ``token`` is wrong, and why."""
        place = self.place(token)
        self.findings.append(Finding(place.file, place.line, place.column, message))

    def place(self, token: Token | Tree[Token]) -> Place:
        """Where ``token`` stands."""
        where = token if hasattr(token, "line") else token.meta  # a statement keeps its place in `meta`
        return Place(self.file, where.line or 1, getattr(where, "column", 1) or 1)

    def string(self, token: Token) -> str:
        """The text of a string."""
        value, finding = string_value(token, self.file)
        if finding is not None:
            self.findings.append(finding)
        return value

    def strings(self, tree: Tree[Token]) -> tuple[str, ...]:
        """The texts of several strings, each once."""
        found: dict[str, None] = {}
        for token in parts_of(tree):
            value = self.string(token)
            if not value:
                self.report(token, "an empty string says nothing here")
            elif value in found:
                self.report(token, f"{token} is given twice")
            else:
                found[value] = None
        return tuple(found)

    def part(self, tree: Tree[Token], *, follows: bool = False) -> Part:
        """One part of a mark; ``follows`` says that it must follow the mark and is none of it."""
        kind = PartKind(str(tree.data))
        if kind is PartKind.OPTIONAL:
            return Part(kind, parts=tuple(self.part(part, follows=follows) for part in parts_of(tree)))
        if kind is PartKind.BLANK:
            return Part(kind)
        token, *words = parts_of(tree)
        if kind is PartKind.LITERAL:
            text = self.string(token)
            if not text:
                self.report(token, "a mark cannot be empty")
            return Part(kind, text)
        if follows and token == "end":
            return Part(PartKind.END)
        if follows:
            self.report(token, "what must follow a mark is literal, white space (~) or the end of the stream (end)")
        word = words[0]
        if word is not None and word != "word":
            self.report(word, f"a field is a word or anything, not {word}")
        return Part(kind, str(token), word=word is not None)

    def source(self, tree: Tree[Token]) -> Source:
        """Something that a delimiter caught, with its filters."""
        name, attribute, *filters = parts_of(tree)
        pipes = []
        for pipe in filters:
            word, text = parts_of(pipe)
            pipes.append((str(word), self.string(text) if text is not None else ""))
        return Source(str(name), str(attribute or ""), tuple(pipes), self.place(name))

    def trigger(self, tree: Tree[Token]) -> Trigger | None:
        """What a rule reacts to; None if it is nothing sensible."""
        before, token, same = parts_of(tree)
        if token.type != "TAG":
            word = str(token)
            kind = Kind(word) if word in _TRIGGERS else Kind.MARK
            if kind is not Kind.MARK and (before is not None or same is not None):
                self.report(token, f"'{before or same}' goes with a delimiter, not with {word}")
                return None
            return Trigger(kind, word if kind is Kind.MARK else "", before is not None, same is not None)
        closing = token.startswith("</")
        name, *words = token.strip("</>").split()
        if (words and not (closing and words == ["same"])) or same is not None or token.endswith("/>"):
            self.report(token, f"a rule names a tag alone: <{name}>, </{name}> or </{name} same>")
            return None
        return Trigger(Kind.CLOSE if closing else Kind.OPEN, name, before is not None, bool(words))

    def action(self, tree: Tree[Token]) -> tuple[Action, str, str, bool] | None:
        """What a rule does, the mode it leads to, the one it returns to, and whether the mode ends at once; None if
        there is no such action."""
        word, *rest = parts_of(tree)
        if str(word) not in list(Action):
            self.report(word, f"{word} is no action; the actions are {listed(Action)}")
            return None
        *target, then = rest
        closed = len(target) > 1 and target[1] is not None
        return (
            Action(str(word)),
            str(target[0]) if target else "",
            str(parts_of(then)[0]) if then is not None else "",
            closed,
        )

    def condition(self, tree: Tree[Token]) -> Condition:
        """What must hold for a rule."""
        negated, listed, name, attribute, words = parts_of(tree)
        source = Source(str(name), str(attribute or ""), (), self.place(name))
        values: tuple[str, ...] = ()
        turned = negated is not None
        if words is not None:
            opposite, *strings = parts_of(words)
            values = tuple(map(self.string, strings))
            turned ^= opposite is not None
        return Condition(source, listed is not None, values, turned)

    def when(self, guard: Tree[Token] | None) -> str:
        """The option that a rule or a start needs; empty if none."""
        return str(parts_of(guard)[0]) if guard is not None else ""


def parts_of(tree: Tree[Token]) -> list[Any]:
    """The children of a statement: by its grammar, each is a token, a tree or None."""
    return tree.children


def trim_of(statement: Tree[Token] | None) -> str:
    """What a mode trims, as its line says; empty if nothing."""
    return str(parts_of(statement)[0]) if statement is not None else ""


def listed(words: type[Action] | type[Construct]) -> str:
    """All ``words`` in one phrase."""
    names = [str(word) for word in words]
    return ", ".join(names[:-1]) + " or " + names[-1]
