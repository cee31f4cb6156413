"""Our own implementation, with the judging of its cases, as a process: one request and one answer for a whole case.

So that a scanner of ours that never ends, or takes the interpreter with it, costs one case and not the run.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from minimax_grammar.conformance.chunking import few_plans, plans
from minimax_grammar.conformance.corpus import Case
from minimax_grammar.conformance.judge import Result, judge
from minimax_grammar.conformance.ops import respond
from minimax_grammar.conformance.process import VERSION

__all__ = ["COMMAND", "as_request", "result_of"]

COMMAND = (sys.executable, "-m", "minimax_grammar.conformance.worker")
"""What starts one."""
_FIELDS = ("id", "op", "about", "spec", "input", "expect", "file", "dialect", "tools", "tags", "options")


def as_request(case: Case, *, quick: bool, few: bool) -> dict[str, Any]:
    """What a worker is asked to judge a case."""
    return {"op": "judge", "case": {name: getattr(case, name) for name in _FIELDS}, "quick": quick, "few": few}


def result_of(case: Case, reply: dict[str, Any]) -> Result:
    """The result in the answer of a worker."""
    fields = {**reply["result"]}
    return Result(case, **{**fields, "failed": tuple(fields["failed"]), "compared": tuple(fields["compared"])})


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    if request["cmd"] == "start":
        return {"version": VERSION, "dialects": [], "ops": ["judge"]}
    case = Case(**{**request["case"], "tags": tuple(request["case"]["tags"])})
    cuttings = few_plans if request["few"] else plans
    result = judge(case, respond, quick=request["quick"], strict=False, cuttings=cuttings)._asdict()
    del result["case"]
    return {"seq": request["seq"], "result": result}


def _main() -> None:
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if request["cmd"] == "stop":
            return
        sys.stdout.write(json.dumps(_answer(request)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _main()
