"""The statements of a dialect file, one by one, as the parts of a dialect."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from lark import Token, Tree

from minimax_grammar.errors import Finding
from minimax_grammar.language.checks.names import WORDS
from minimax_grammar.language.checks.state import Damage
from minimax_grammar.language.model import (
    Binding,
    Construct,
    Dialect,
    Field,
    Form,
    Limit,
    Mark,
    Mode,
    Part,
    PartKind,
    Place,
    Render,
    Rule,
    Start,
    Tag,
)
from minimax_grammar.language.parts import StatementParts, listed, parts_of, trim_of

__all__ = ["Builder"]

_T = TypeVar("_T")


class Builder(StatementParts):
    """Reads statements one by one into the parts of a dialect, and notes what is wrong."""

    def __init__(self, file: str, findings: list[Finding]) -> None:
        super().__init__(file, findings)
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

    def header(self, statements: list[Tree[Token]]) -> tuple[str, str, Token | None, Place] | None:
        """Name, title, parent and place of the ``dialect`` line."""
        headers = [statement for statement in statements if statement.data == "dialect"]
        for extra in headers[1:]:
            self.report(extra, "a file describes one dialect; remove this second 'dialect' line")
        if not headers:
            broken = [statement for statement in statements if statement.data == "broken"]
            for statement in broken:
                text = str(parts_of(statement)[0])
                if text.split()[:1] == [
                    "dialect"
                ]:  # its mistake is reported; the rest of the file is read all the same
                    self.damage.base = "extends" in text
                    return "", "", None, self.place(statement)
            # What is no dialect file at all is not told line by line.
            message = "no 'dialect NAME \"title\"' line; a dialect file begins with one"
            self.findings[:] = [Finding(self.file, 1, 1, message)]
            return None
        name, extends, title = parts_of(headers[0])
        parent = parts_of(extends)[0] if extends is not None else None
        return str(name), self.string(title) if title is not None else "", parent, self.place(name)

    def build(self, base: Dialect, statements: list[Tree[Token]]) -> Dialect:
        """The dialect that ``statements`` make of ``base``, what it extends or an empty one."""
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
        word = parts_of(statement)[0].split()[:1]
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
        native, *tokens = parts_of(statement)
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
        (token,) = parts_of(statement)
        name = self.string(token)
        if not name.endswith(".md") or "/" in name or "\\" in name:
            self.report(token, "a guide is a .md file beside this one")
        self.guide = name

    def _render(self, statement: Tree[Token]) -> None:
        name, template, joined = parts_of(statement)
        between = self.string(joined) if joined is not None else ""
        self._declare(self.renders, name, Render(str(name), self.string(template), between, self.place(name)))

    def _prefixes(self, statement: Tree[Token]) -> None:
        names = [str(token) for token in parts_of(statement)]
        for token in parts_of(statement):
            if names.count(str(token)) > 1:
                self.report(token, f"the prefix {token} is given twice")
        self.prefixes = tuple(dict.fromkeys(names))

    def _tag(self, statement: Tree[Token]) -> None:
        name, *shapes = parts_of(statement)
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
        open_, close, end = parts_of(statement)
        self.brackets |= {
            "tag_open": self.strings(open_) if open_ is not None else ("<",),
            "tag_close": self.strings(close) if close is not None else ("</",),
            "tag_end": self.string(end) if end is not None else ">",
        }

    def _closers(self, statement: Tree[Token]) -> None:
        (word,) = parts_of(statement)
        if str(word) not in ("first", "followed"):
            self.report(word, f"closers are first or followed, not {word}")
        else:
            self.brackets["closers"] = str(word)

    def _mark(self, statement: Tree[Token]) -> None:
        name, *trees = parts_of(statement)
        forms: dict[Form, None] = {}
        for tree in trees:
            past, *parts, last = parts_of(tree)
            follow: tuple[Part, ...] = ()
            if isinstance(last, Token) or last.data != "follow":
                parts.append(last)
            else:
                follow = tuple(self.part(part, follows=True) for part in parts_of(last)[1:])
            found = [self.part(part) for part in parts]
            before = self.string(parts_of(past)[0]) if past is not None else ""
            form = Form(tuple(found), follow, before)
            if form.parts[0].kind is not PartKind.LITERAL:
                self.report(parts[0], 'a mark begins with a literal: mark call = "<call:" name ">"')
            elif form in forms:
                self.report(parts[0], f"{form.literal!r} is given twice")
            else:
                forms[form] = None
        self._declare(self.marks, name, Mark(str(name), tuple(forms), self.place(name)))

    def _field(self, statement: Tree[Token]) -> None:
        name, *sources = parts_of(statement)
        found = tuple(map(self.source, sources))
        self._declare(self.fields, name, Field(str(name), found, self.place(name)))

    def _limit(self, statement: Tree[Token]) -> None:
        name, number, marker = parts_of(statement)
        digits = str(number).replace("_", "")
        if len(digits) > 12 or int(digits) == 0:
            self.report(number, "a limit is a number of UTF-16 code units from 1 to 999_999_999_999")
            digits = "1"
        text = self.string(marker) if marker is not None else ""
        self._declare(self.limits, name, Limit(str(name), int(digits), text, self.place(name)))

    def _begin(self, statement: Tree[Token]) -> None:
        name, mode, after, guard, prompt = parts_of(statement)
        start = Start(
            str(name),
            str(mode if mode is not None else name),
            self.when(guard),
            self.place(name),
            self.string(parts_of(after)[0]) if after is not None else "",
            self.strings(parts_of(prompt)[0]) if prompt is not None else (),
        )
        self._declare(self.starts, name, start)

    def _mode(self, statement: Tree[Token]) -> None:
        name, construct, *bindings, trim = parts_of(statement)
        kind: Construct | None = None
        if construct is not None:
            if str(construct) in list(Construct):
                kind = Construct(str(construct))
            else:
                self.report(construct, f"a mode is a {listed(Construct)}, not a {construct}")
                self.damage.kinds.add(str(name))
                bindings = []
        bound: dict[str, Binding] = {}
        for binding in bindings:
            if binding is None:
                continue
            prop, *values = parts_of(binding)
            if str(prop) in bound:
                self.report(prop, f"{prop} is given twice")
            bound[str(prop)] = self._binding(prop, values)
        self.rules, self.current = [], str(name)
        self.own_rules[str(name)] = self.rules
        self._declare(self.modes, name, Mode(str(name), kind, bound, (), self.place(name), trim_of(trim)))

    def _binding(self, prop: Token, values: list[Any]) -> Binding:
        if values[0].data == "strings":
            return Binding((), self.strings(values[0]), self.place(prop))
        sources = tuple(map(self.source, values))
        # A lone word is a choice, or a field that the file declares somewhere.
        if len(sources) == 1 and not sources[0].attribute and not sources[0].filters and prop in WORDS:
            return Binding((), (sources[0].name,), self.place(prop))
        return Binding(sources, (), self.place(prop))

    def _amend(self, statement: Tree[Token]) -> None:
        name, trim = parts_of(statement)
        if str(name) in self.amended or str(name) in self.modes:
            self.report(name, f"the mode {name} is given twice in this file; put its rules together")
        self.rules, self.current = [], str(name)
        self.amended[str(name)] = (self.place(name), self.rules, trim_of(trim))

    def _rule(self, statement: Tree[Token]) -> None:
        *triggers, action, guard, conditions, report = parts_of(statement)
        if self.rules is None:
            self.report(triggers[0], "a rule stands below a 'mode' or 'amend' line")
            return
        done = self.action(action)
        name, unless = parts_of(report) if report is not None else (None, None)
        found = tuple(map(self.condition, parts_of(conditions))) if conditions is not None else ()
        for tree in triggers:
            trigger = self.trigger(tree)
            if trigger is None or done is None:
                self.damage.modes.add(self.current)
                continue
            kind, target, then, closed = done
            when = self.when(guard)
            place = self.place(tree)
            self.rules.append(
                Rule(trigger, kind, target, when, str(name or ""), str(unless or ""), place, then, found, closed)
            )

    def _declare(self, kind: dict[str, _T], name: Token, value: _T) -> None:
        if str(name) in kind:
            self.report(name, f"{name} is declared twice; remove one")
        kind[str(name)] = value
