"""From the statements of a dialect file to the model, with every finding of the file at once."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from lark import Token, Tree

from minimax_grammar.errors import Finding, GrammarError
from minimax_grammar.language.check import check
from minimax_grammar.language.checks.names import WORDS
from minimax_grammar.language.checks.state import Damage
from minimax_grammar.language.model import (
    Action,
    Binding,
    Condition,
    Construct,
    Dialect,
    Field,
    Form,
    Kind,
    Limit,
    Mark,
    Mode,
    Part,
    PartKind,
    Place,
    Render,
    Rule,
    Source,
    Start,
    Tag,
    Trigger,
)
from minimax_grammar.language.syntax import read_statements, read_text, string_value

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


__all__ = ["read_dialect"]

_T = TypeVar("_T")

_MAX_PARENTS = 8
_TRIGGERS = (Kind.TEXT, Kind.END, Kind.BALANCED, Kind.INVALID)
_WORD = re.compile(r"[\w-]+")


def read_dialect(path: Path, find: Callable[[str], Path | None]) -> Dialect:
    """The dialect that the file ``path`` describes.

    ``find`` gives the file of a dialect by name, for ``extends``.  Raises :class:`GrammarError` with
    everything that is wrong: the lines that are no statements, the statements that say nothing sensible,
    and what :func:`~minimax_grammar.language.check.check` finds in the whole.
    """
    dialect, findings, damage = _read(path, find, (), str(path))
    if dialect is not None:
        findings += check(dialect, damage)
    if findings:
        raise GrammarError(sorted(findings, key=lambda finding: (finding.file, finding.line, finding.column)))
    assert dialect is not None
    return dialect


def _read(
    path: Path, find: Callable[[str], Path | None], seen: tuple[Path, ...], shown: str
) -> tuple[Dialect | None, list[Finding], Damage]:
    text, findings = read_text(path)
    if findings:
        return None, findings, Damage()
    statements, findings = read_statements(text, shown)
    builder = _Builder(shown, findings)
    header = builder.header(statements)
    if header is None:
        return None, findings, builder.damage
    name, title, parent, place = header
    base = Dialect(name=name, title=title, place=place)
    if parent is not None:
        inherited = _parent(parent, path, find, (*seen, path.resolve()), builder) or base
        base = replace(inherited, name=name, title=title, place=place, extends=inherited.name, default=False)
    dialect = builder.build(base, statements)
    lines = text.split("\n")
    for finding in findings:
        if finding.file == shown and 0 < finding.line <= len(lines):
            builder.damage.words.update(_WORD.findall(lines[finding.line - 1]))
    return dialect, findings, builder.damage


def _parent(
    token: Token, path: Path, find: Callable[[str], Path | None], seen: tuple[Path, ...], builder: _Builder
) -> Dialect | None:
    """The dialect that ``token`` names, by name or as a "path" beside the file ``path``.

    None if it is not known what it says; then what the file itself says is read all the same.
    """
    builder.damage.base = True
    if token.type == "STRING":
        file: Path | None = path.parent / builder.string(token)
        if file is not None and file.suffix != ".dialect":
            builder.report(token, "a dialect extends a name or the path of a .dialect file")
            return None
    else:
        file = find(str(token))
    if file is None or not file.is_file():
        builder.report(token, f"there is no dialect {token} to extend")
        return None
    if file.resolve() in seen:
        builder.report(token, f"{token} leads back to this file; a dialect cannot extend itself")
        return None
    if len(seen) > _MAX_PARENTS:
        builder.report(token, f"more than {_MAX_PARENTS} dialects extend one another here; put some together")
        return None
    dialect, findings, damage = _read(file, find, seen, file.name if token.type == "DIALECT" else str(file))
    builder.findings.extend(findings)
    builder.damage.update(damage)
    builder.damage.base = dialect is None or damage.base
    return dialect


class _Builder:
    """Reads statements one by one into the parts of a dialect, and notes what is wrong."""

    def __init__(self, file: str, findings: list[Finding]) -> None:
        self.file = file
        self.findings = findings
        self.prefixes: tuple[str, ...] | None = None
        self.default = False
        self.fallback = False
        self.models: tuple[str, ...] | None = None
        self.native_models: tuple[str, ...] | None = None
        self.guide = ""
        self.renders: dict[str, Render] = {}
        self.tags: dict[str, Tag] = {}
        self.marks: dict[str, Mark] = {}
        self.fields: dict[str, Field] = {}
        self.brackets: dict[str, Any] = {}
        self.limits: dict[str, Limit] = {}
        self.starts: dict[str, Start] = {}
        self.modes: dict[str, Mode] = {}
        self.amended: dict[str, tuple[Place, list[Rule], str]] = {}
        self.own_rules: dict[str, list[Rule]] = {}
        self.rules: list[Rule] | None = None
        self.current = ""
        self.damage = Damage()

    def report(self, token: Token | Tree[Token], message: str) -> None:
        place = self.place(token)
        self.findings.append(Finding(place.file, place.line, place.column, message))

    def place(self, token: Token | Tree[Token]) -> Place:
        where = token if hasattr(token, "line") else token.meta  # a statement keeps its place in `meta`
        return Place(self.file, where.line or 1, getattr(where, "column", 1) or 1)

    def string(self, token: Token) -> str:
        value, finding = string_value(token, self.file)
        if finding is not None:
            self.findings.append(finding)
        return value

    def header(self, statements: list[Tree[Token]]) -> tuple[str, str, Token | None, Place] | None:
        """Name, title, parent and place of the ``dialect`` line."""
        headers = [statement for statement in statements if statement.data == "dialect"]
        for extra in headers[1:]:
            self.report(extra, "a file describes one dialect; remove this second 'dialect' line")
        if not headers:
            broken = [statement for statement in statements if statement.data == "broken"]
            for statement in broken:
                text = str(_parts(statement)[0])
                if text.split()[:1] == [
                    "dialect"
                ]:  # its mistake is reported; the rest of the file is read all the same
                    self.damage.base = "extends" in text
                    return "", "", None, self.place(statement)
            # What is no dialect file at all is not told line by line.
            message = "no 'dialect NAME \"title\"' line; a dialect file begins with one"
            self.findings[:] = [Finding(self.file, 1, 1, message)]
            return None
        name, extends, title = _parts(headers[0])
        parent = _parts(extends)[0] if extends is not None else None
        return str(name), self.string(title) if title is not None else "", parent, self.place(name)

    def build(self, base: Dialect, statements: list[Tree[Token]]) -> Dialect:
        for statement in statements:
            getattr(self, f"_{statement.data}")(statement)
        modes = dict(base.modes)
        modes.update({name: replace(mode, rules=tuple(self.own_rules[name])) for name, mode in self.modes.items()})
        for name, (place, rules, trim) in self.amended.items():
            if name in modes:
                modes[name] = modes[name].amended(tuple(rules), trim, place)
            elif self.damage.base:
                modes[name] = Mode(name, None, {}, tuple(rules), place)
                self.damage.modes.add(name)
                self.damage.kinds.add(name)
            else:
                message = f"there is no inherited mode {name!r} to amend; write 'mode {name}' for a new one"
                self.findings.append(Finding(place.file, place.line, place.column, message))
        return replace(
            base,
            default=self.default,
            fallback=self.fallback,
            models=self.models or (),
            native_models=self.native_models or (),
            guide=self.guide or base.guide,
            renders=base.renders | self.renders,
            prefixes=base.prefixes if self.prefixes is None else self.prefixes,
            tags=base.tags | self.tags,
            marks=base.marks | self.marks,
            fields=base.fields | self.fields,
            **self.brackets,
            limits=base.limits | self.limits,
            starts=tuple(({start.name: start for start in base.starts} | self.starts).values()),
            modes=modes,
        )

    # -- one method per statement -------------------------------------------------------------------

    def _dialect(self, statement: Tree[Token]) -> None:
        """Read by :meth:`header`."""

    def _broken(self, statement: Tree[Token]) -> None:
        """A line that is no statement: what it may have said is not missed elsewhere."""
        word = _parts(statement)[0].split()[:1]
        if word and word[0] in ("mode", "amend"):
            self.rules, self.current = [], ""
        elif word and word[0] == "start":
            self.damage.starts = True
        elif self.current:
            self.damage.modes.add(self.current)

    def _default(self, statement: Tree[Token]) -> None:
        self.default = True

    def _fallback(self, statement: Tree[Token]) -> None:
        self.fallback = True

    def _models(self, statement: Tree[Token]) -> None:
        patterns = []
        native, *tokens = _parts(statement)
        for token in tokens:
            pattern = self.string(token).lower()
            if not pattern.strip("*?"):
                self.report(token, f"{token} would be every model; name a family")
            patterns.append(pattern)
        if native:
            self.native_models = (*(self.native_models or ()), *patterns)
        else:
            self.models = (*(self.models or ()), *patterns)

    def _guide(self, statement: Tree[Token]) -> None:
        (token,) = _parts(statement)
        name = self.string(token)
        if not name.endswith(".md") or "/" in name or "\\" in name:
            self.report(token, "a guide is a .md file beside this one")
        self.guide = name

    def _render(self, statement: Tree[Token]) -> None:
        name, template, joined = _parts(statement)
        between = self.string(joined) if joined is not None else ""
        self._declare(self.renders, name, Render(str(name), self.string(template), between, self.place(name)))

    def _prefixes(self, statement: Tree[Token]) -> None:
        names = [str(token) for token in _parts(statement)]
        for token in _parts(statement):
            if names.count(str(token)) > 1:
                self.report(token, f"the prefix {token} is given twice")
        self.prefixes = tuple(dict.fromkeys(names))

    def _tag(self, statement: Tree[Token]) -> None:
        name, *shapes = _parts(statement)
        spellings: dict[str, None] = {}
        attributes: list[str] = []
        for shape in shapes:
            local, *names = shape[1:-1].split()
            if shape.startswith("</"):
                self.report(shape, f"write the opening tag only: <{local.lstrip('/')}>")
            elif set(local) & set("/'\"=:|"):
                self.report(shape, f"{local!r} is no tag name; prefixes stand in 'prefixes', values are not written")
            elif local in spellings:
                self.report(shape, f"<{local}> is given twice")
            spellings[local] = None
            for attribute in names:
                if set(attribute) & set("/'\"=:|"):
                    self.report(shape, f'{attribute!r} is no attribute name; write <{local} name> for name="…"')
                attributes.append(attribute.lower())
        self._declare(
            self.tags, name, Tag(str(name), tuple(spellings), tuple(dict.fromkeys(attributes)), self.place(name))
        )

    def _tags(self, statement: Tree[Token]) -> None:
        open_, close, end = _parts(statement)
        self.brackets |= {
            "tag_open": self._strings(open_) if open_ is not None else ("<",),
            "tag_close": self._strings(close) if close is not None else ("</",),
            "tag_end": self.string(end) if end is not None else ">",
        }

    def _closers(self, statement: Tree[Token]) -> None:
        (word,) = _parts(statement)
        if str(word) not in ("first", "followed"):
            self.report(word, f"closers are first or followed, not {word}")
        else:
            self.brackets["closers"] = str(word)

    def _strings(self, tree: Tree[Token]) -> tuple[str, ...]:
        found: dict[str, None] = {}
        for token in _parts(tree):
            value = self.string(token)
            if not value:
                self.report(token, "an empty string says nothing here")
            elif value in found:
                self.report(token, f"{token} is given twice")
            else:
                found[value] = None
        return tuple(found)

    def _mark(self, statement: Tree[Token]) -> None:
        name, *trees = _parts(statement)
        forms: dict[Form, None] = {}
        for tree in trees:
            past, *parts, last = _parts(tree)
            follow: tuple[Part, ...] = ()
            if isinstance(last, Token) or last.data != "follow":
                parts.append(last)
            else:
                follow = tuple(self._part(part, follows=True) for part in _parts(last)[1:])
            found = [self._part(part) for part in parts]
            before = self.string(_parts(past)[0]) if past is not None else ""
            form = Form(tuple(found), follow, before)
            if form.parts[0].kind is not PartKind.LITERAL:
                self.report(parts[0], 'a mark begins with a literal: mark call = "<call:" name ">"')
            elif form in forms:
                self.report(parts[0], f"{form.literal!r} is given twice")
            else:
                forms[form] = None
        self._declare(self.marks, name, Mark(str(name), tuple(forms), self.place(name)))

    def _part(self, tree: Tree[Token], *, follows: bool = False) -> Part:
        kind = PartKind(str(tree.data))
        if kind is PartKind.OPTIONAL:
            return Part(kind, parts=tuple(self._part(part, follows=follows) for part in _parts(tree)))
        if kind is PartKind.BLANK:
            return Part(kind)
        token, *words = _parts(tree)
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

    def _field(self, statement: Tree[Token]) -> None:
        name, *sources = _parts(statement)
        found = tuple(map(self._source, sources))
        self._declare(self.fields, name, Field(str(name), found, self.place(name)))

    def _source(self, tree: Tree[Token]) -> Source:
        name, attribute, *filters = _parts(tree)
        pipes = []
        for pipe in filters:
            word, text = _parts(pipe)
            pipes.append((str(word), self.string(text) if text is not None else ""))
        return Source(str(name), str(attribute or ""), tuple(pipes), self.place(name))

    def _limit(self, statement: Tree[Token]) -> None:
        name, number, marker = _parts(statement)
        digits = str(number).replace("_", "")
        if len(digits) > 12 or int(digits) == 0:
            self.report(number, "a limit is a number of UTF-16 code units from 1 to 999_999_999_999")
            digits = "1"
        text = self.string(marker) if marker is not None else ""
        self._declare(self.limits, name, Limit(str(name), int(digits), text, self.place(name)))

    def _begin(self, statement: Tree[Token]) -> None:
        name, mode, after, guard, prompt = _parts(statement)
        start = Start(
            str(name),
            str(mode if mode is not None else name),
            self._when(guard),
            self.place(name),
            self.string(_parts(after)[0]) if after is not None else "",
            self._strings(_parts(prompt)[0]) if prompt is not None else (),
        )
        self._declare(self.starts, name, start)

    def _mode(self, statement: Tree[Token]) -> None:
        name, construct, *bindings, trim = _parts(statement)
        kind: Construct | None = None
        if construct is not None:
            if str(construct) in list(Construct):
                kind = Construct(str(construct))
            else:
                self.report(construct, f"a mode is a {_list(Construct)}, not a {construct}")
                self.damage.kinds.add(str(name))
                bindings = []
        bound: dict[str, Binding] = {}
        for binding in bindings:
            if binding is None:
                continue
            prop, *values = _parts(binding)
            if str(prop) in bound:
                self.report(prop, f"{prop} is given twice")
            bound[str(prop)] = self._binding(prop, values)
        self.rules, self.current = [], str(name)
        self.own_rules[str(name)] = self.rules
        self._declare(self.modes, name, Mode(str(name), kind, bound, (), self.place(name), _trim(trim)))

    def _binding(self, prop: Token, values: list[Any]) -> Binding:
        if values[0].data == "strings":
            return Binding((), self._strings(values[0]), self.place(prop))
        sources = tuple(map(self._source, values))
        # A lone word is a choice, or a field that the file declares somewhere.
        if len(sources) == 1 and not sources[0].attribute and not sources[0].filters and prop in WORDS:
            return Binding((), (sources[0].name,), self.place(prop))
        return Binding(sources, (), self.place(prop))

    def _amend(self, statement: Tree[Token]) -> None:
        name, trim = _parts(statement)
        if str(name) in self.amended or str(name) in self.modes:
            self.report(name, f"the mode {name} is given twice in this file; put its rules together")
        self.rules, self.current = [], str(name)
        self.amended[str(name)] = (self.place(name), self.rules, _trim(trim))

    def _rule(self, statement: Tree[Token]) -> None:
        *triggers, action, guard, conditions, report = _parts(statement)
        if self.rules is None:
            self.report(triggers[0], "a rule stands below a 'mode' or 'amend' line")
            return
        done = self._action(action)
        name, unless = _parts(report) if report is not None else (None, None)
        found = tuple(map(self._condition, _parts(conditions))) if conditions is not None else ()
        for tree in triggers:
            trigger = self._trigger(tree)
            if trigger is None or done is None:
                self.damage.modes.add(self.current)
                continue
            kind, target, then, closed = done
            when = self._when(guard)
            place = self.place(tree)
            self.rules.append(
                Rule(trigger, kind, target, when, str(name or ""), str(unless or ""), place, then, found, closed)
            )

    # -- parts of statements ------------------------------------------------------------------------

    def _trigger(self, tree: Tree[Token]) -> Trigger | None:
        before, token, same = _parts(tree)
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

    def _action(self, tree: Tree[Token]) -> tuple[Action, str, str, bool] | None:
        word, *rest = _parts(tree)
        if str(word) not in list(Action):
            self.report(word, f"{word} is no action; the actions are {_list(Action)}")
            return None
        *target, then = rest
        closed = len(target) > 1 and target[1] is not None
        return (
            Action(str(word)),
            str(target[0]) if target else "",
            str(_parts(then)[0]) if then is not None else "",
            closed,
        )

    def _condition(self, tree: Tree[Token]) -> Condition:
        negated, listed, name, attribute, words = _parts(tree)
        source = Source(str(name), str(attribute or ""), (), self.place(name))
        values: tuple[str, ...] = ()
        turned = negated is not None
        if words is not None:
            opposite, *strings = _parts(words)
            values = tuple(map(self.string, strings))
            turned ^= opposite is not None
        return Condition(source, listed is not None, values, turned)

    def _when(self, guard: Tree[Token] | None) -> str:
        return str(_parts(guard)[0]) if guard is not None else ""

    def _declare(self, kind: dict[str, _T], name: Token, value: _T) -> None:
        if str(name) in kind:
            self.report(name, f"{name} is declared twice; remove one")
        kind[str(name)] = value


def _parts(tree: Tree[Token]) -> list[Any]:
    """The children of a statement: by its grammar, each is a token, a tree or None."""
    return tree.children


def _trim(statement: Tree[Token] | None) -> str:
    """What a mode trims, as its line says; empty if nothing."""
    return str(_parts(statement)[0]) if statement is not None else ""


def _list(words: type[Action] | type[Construct]) -> str:
    names = [str(word) for word in words]
    return ", ".join(names[:-1]) + " or " + names[-1]
