"""Uses: what is declared is used, and templates have what they need."""

from __future__ import annotations

from minimax_grammar.language.checks.state import Checker
from minimax_grammar.render.template import (
    FIELDS,
    renders_whole_arguments,
    resolved,
    template_problems,
    writes_bare_id,
)

__all__ = ["Uses"]


class Uses(Checker):
    """Looks at what nothing uses, and at templates."""

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

        if call is not None and "id" not in self.dialect.renders and writes_bare_id(call.template):
            self.report(
                call.place,
                "a call without an id would be written with an empty one; say what it is then: render id = "
                "\"{number}\", or write nothing around it: {id|lead ' id='}",
            )

    def unused(self) -> None:
        """What is declared is used."""
        used = {rule.trigger.name for _, rule in self.every_rule()}
        taken = {
            source.name for mode in self.dialect.modes.values() for b in mode.bindings.values() for source in b.sources
        }
        taken |= {condition.source.name for _, rule in self.every_rule() for condition in rule.conditions}
        for name, field in self.dialect.fields.items():
            if name not in taken and not self.damage.touches(name):
                self.report(field.place, f"the field {name!r} is never used; remove it, or take a property from it")
        for kind, declared in (("tag", self.dialect.tags), ("mark", self.dialect.marks)):
            for name, item in declared.items():
                if name not in used and not self.damage.touches(name):
                    self.report(item.place, f"the {kind} {name!r} is never used; remove it, or write a rule for it")
