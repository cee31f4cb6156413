"""Rules: each makes sense in the mode in which it stands."""

from __future__ import annotations

from minimax_grammar.language.checks.state import Checker
from minimax_grammar.language.model import Action, Construct, Kind, Mode, Rule

__all__ = ["Rules"]


class Rules(Checker):
    """Looks at the rules of each mode, and at what it builds."""

    def rules(self) -> None:
        """Each rule makes sense where it stands."""
        for mode in self.dialect.modes.values():
            self._construct(mode)
            whole = mode.name not in self.damage.modes
            texts = mode.rules_for(Kind.TEXT)
            if whole and (len(texts) != 1 or texts[0].when):
                self.report(mode.place, f"mode {mode.name} needs exactly one unconditional rule 'text -> …'")
            ends = mode.rules_for(Kind.END)
            if len(ends) > 1 or any(rule.when for rule in ends):
                self.report(mode.place, f"mode {mode.name} needs one unconditional rule 'end -> …'")
            for rule in mode.rules:
                if mode.name not in self.damage.kinds:
                    self._rule(mode, rule)
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

    def _construct(self, mode: Mode) -> None:
        nameless = mode.construct is Construct.CALL and "name" not in mode.bindings
        if nameless and (mode.format != "json" or "arguments" in mode.bindings):
            self.report(
                mode.place,
                f"mode {mode.name} is a call without a name; write 'is call(name = TAG.ATTRIBUTE)', or "
                "'is call(format = json)' if the arguments tell the tool",
            )
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
        if mode.envelope and not nameless and mode.format == "json" and not mode.bindings.get("arguments"):
            self.report(mode.place, f'mode {mode.name} does not say where the arguments are: arguments = "arguments"')
        if "beside" in mode.bindings and not mode.bindings.get("arguments"):
            self.report(
                mode.place, f"mode {mode.name} has no members beside the arguments: only JSON that names the call has"
            )
        if "source" in mode.bindings and mode.format != "python":
            self.report(mode.place, f"mode {mode.name} has no choice of 'source': only calls in Python have")
        if mode.format == "notation" and "quote" not in mode.bindings:
            self.report(mode.place, f"mode {mode.name} does not say what strings stand in: quote = '\"'")

    def _rule(self, mode: Mode, rule: Rule) -> None:
        has_body = mode.has_body
        trigger, action = rule.trigger, rule.action
        if action is Action.BODY and not has_body:
            self.report(rule.place, f"mode {mode.name} has no body; only an argument or thinking has one")
        visible = mode.construct is None or (mode.envelope and trigger.kind in (Kind.INVALID, Kind.END))
        if action is Action.EMIT and not visible:
            self.report(rule.place, f"a {mode.construct} has no visible text; use skip, or body in a body")
        if trigger.kind is Kind.TEXT:
            self._text(mode, rule)
        elif trigger.kind is Kind.END:
            self._end(mode, rule)
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
                self._enter(mode, rule, target)
        if action is Action.BECOME:
            target = self.dialect.modes.get(rule.target)
            if mode.construct or (target is not None and target.construct):
                self.report(rule.place, "only a mode that builds nothing can become another such mode")
            elif rule.target == mode.name:
                self.report(rule.place, f"mode {mode.name} is {rule.target} already")
        if trigger.same:
            self._same(rule)
        if rule.unless and trigger.kind is not Kind.OPEN:
            self.report(rule.place, f"'unless {rule.unless}' goes with an opening tag")
        if rule.report and trigger.kind is Kind.TEXT and action is not Action.SKIP:
            self.report(rule.place, "only text that is skipped can be reported")
        for condition in rule.conditions:
            sources = self.origins(condition.source)
            if trigger.kind not in (Kind.OPEN, Kind.MARK) or all(trigger.name != found.name for found in sources):
                self.report(rule.place, f"{trigger} does not catch what the rule asks for: {condition}")

    def _same(self, rule: Rule) -> None:
        name = rule.trigger.name
        if rule.trigger.kind is Kind.MARK:
            if not self.dialect.marks[name].fields:
                message = f"the mark {name} has no field that could be the same; remove 'same'"
                self.report(rule.place, message, self.delimiter(rule))
        elif len(self.dialect.tags[name].spellings) < 2:
            self.report(rule.place, f"the tag {name} has one spelling only; remove 'same'", self.delimiter(rule))

    def _text(self, mode: Mode, rule: Rule) -> None:
        if rule.action not in (Action.EMIT, Action.SKIP, Action.BODY, Action.BECOME):
            self.report(rule.place, "running text can be emit, skip or body, or become another mode")
        elif mode.has_body and rule.action is not Action.BODY:
            self.report(rule.place, f"mode {mode.name} is a {mode.construct}, and its text is its body: 'text -> body'")

    def _end(self, mode: Mode, rule: Rule) -> None:
        action = rule.action
        calls = mode.construct in (Construct.CALL, Construct.CALLS, Construct.ARGUMENTS)
        if action is Action.EMIT and mode.envelope:
            return
        if action not in (Action.LEAVE, Action.ABORT):
            self.report(rule.place, "at the end of the stream a mode can only leave or abort")
        elif action is Action.ABORT and not calls and mode.construct not in (Construct.ARGUMENT, Construct.PART):
            self.report(rule.place, "only a call or an argument can be aborted; use leave")
        elif action is Action.LEAVE and (mode.construct is Construct.ARGUMENT or (calls and not mode.format)):
            self.report(
                rule.place, f"a {mode.construct} cut off by the end of the stream cannot be complete; use abort"
            )

    def _enter(self, mode: Mode, rule: Rule, target: Mode) -> None:
        if rule.trigger.kind is Kind.CLOSE:
            self.report(rule.place, "a closing tag cannot enter a mode")
        for binding in target.bindings.values():
            sources = [found for source in binding.sources for found in self.origins(source)]
            if sources and all(
                rule.trigger.kind not in (Kind.OPEN, Kind.MARK) or rule.trigger.name != source.name
                for source in sources
            ):
                self.report(
                    rule.place,
                    f"mode {target.name} takes a property from {sources[0].name}, but is entered by {rule.trigger}; "
                    "write where else it comes from with 'or', or enter another mode",
                    target,
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
