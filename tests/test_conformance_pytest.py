"""The corpus as tests of another project: one test a case, by the lines that conformance/README.md shows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from minimax_grammar.conformance.callables import CaseSkippedError, checks
from minimax_grammar.conformance.corpus import load_corpus
from minimax_grammar.conformance.ops import respond
from minimax_grammar.resources import conformance_dir

pytest_plugins = ["pytester"]

README = (conformance_dir() / "README.md").read_text(encoding="utf-8")
(SHOWN,) = re.findall(r"```python\n(import pytest\n.*?)```", README, re.DOTALL)
SOUND = "from minimax_grammar.conformance.ops import respond as answer"
FAULTY = """
from minimax_grammar.conformance.ops import respond

def answer(request):
    reply = respond(request)
    for events in [*reply["events"], reply["flush"]]:
        events[:] = [event for event in events if event["type"] != "thinking_end"]
    return reply
"""
CASES = [case.id for case in load_corpus() if case.dialect == "minimax" and case.op == "scan"]
THINKING = [name for name in CASES if "thinking" in name]


def answer_with(**fields: Any) -> Any:
    return lambda request: {**respond(request), **fields}


def test_the_lines_of_the_readme_are_five_and_run_the_corpus(pytester: pytest.Pytester) -> None:
    assert len([line for line in SHOWN.splitlines() if line.strip()]) == 5
    pytester.makepyfile(my_parser=SOUND, test_corpus=SHOWN)
    result = pytester.runpytest_inprocess("-k", "thinking", "-v", "--strict-markers")
    result.assert_outcomes(passed=len(THINKING), deselected=len(CASES) - len(THINKING))
    assert len(THINKING) > 20
    assert f"test_the_corpus[{THINKING[0]}] PASSED" in result.stdout.str()


def test_what_differs_is_the_message(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(my_parser=FAULTY, test_corpus=SHOWN)
    result = pytester.runpytest_inprocess("-k", "minimax/thinking-4]")
    told = result.stdout.str()
    result.assert_outcomes(failed=1, deselected=len(CASES) - 1)
    assert "AssertionError: minimax/thinking-4 (whole): " in told
    assert "cases/minimax/thinking.json, section " in told
    assert "thinking:" in told
    assert "judge.py" not in told, "it shows nothing of ours"


def test_what_is_skipped_is_a_skipped_test(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(my_parser="def answer(request):\n    return {'skipped': 'not yet'}", test_corpus=SHOWN)
    result = pytester.runpytest_inprocess("-k", "minimax/thinking-4]", "-rs")
    result.assert_outcomes(skipped=1, deselected=len(CASES) - 1)
    assert "not yet" in result.stdout.str()


def test_an_exception_is_shown_with_the_case(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(my_parser="def answer(request):\n    raise KeyError('cheese')", test_corpus=SHOWN)
    result = pytester.runpytest_inprocess("-k", "minimax/thinking-4]")
    assert result.ret == 1
    assert "raise KeyError('cheese')" in result.stdout.str()
    assert "conformance case minimax/thinking-4, in 1 feeds: " in result.stdout.str()


@pytest.mark.parametrize(
    ("marker", "said"),
    [
        ('dialekt="xml"', "the marker has no 'dialekt'; it has dialect, op, case, corpus, few"),
        ('"xml"', "what the marker says has names"),
        ("dialect=5", "dialect cannot be 5"),
        ('dialect="nope"', "no case is left by dialect, op and case"),
        ('corpus="nowhere"', "holds no case files"),
    ],
)
def test_a_marker_that_chooses_nothing_is_told(pytester: pytest.Pytester, marker: str, said: str) -> None:
    pytester.makepyfile(
        f"import pytest\n\n@pytest.mark.conformance({marker})\ndef test_it(conformance_case):\n    pass\n"
    )
    result = pytester.runpytest_inprocess()
    result.assert_outcomes(errors=1)
    assert said in result.stdout.str()
    assert "Traceback" not in result.stdout.str()


def test_cases_are_chosen(pytester: pytest.Pytester, tmp_path: Path) -> None:
    entry = {
        "id": "mine/a",
        "op": "scan",
        "dialect": "xml",
        "about": "A case of mine.",
        "spec": "1",
        "input": "x",
        "expect": {"text": "x"},
    }
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases" / "a.json").write_text(json.dumps([entry, {**entry, "id": "mine/b"}]), encoding="utf-8")
    (found,) = checks(tmp_path, dialect=["xml"], op=["scan"], case="*/b")
    assert (found.case.id, repr(found)) == ("mine/b", "<case mine/b>")
    pytester.makepyfile(
        my_parser=SOUND, test_corpus=SHOWN.replace('dialect="minimax"', f'dialect=["xml"], corpus={str(tmp_path)!r}')
    )
    pytester.runpytest_inprocess().assert_outcomes(passed=2)


def test_few_cuttings_are_fewer() -> None:
    asked: list[int] = []

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        asked[-1] += 1
        return respond(request)

    for few in (True, False):
        asked.append(0)
        checks(case="minimax/thinking-4", few=few)[0].check(answer)
    assert 1 < asked[0] < asked[1]


def test_answers_are_as_by_the_protocol() -> None:
    (case,) = checks(case="minimax/thinking-4")
    with pytest.raises(AssertionError, match="minimax/thinking-4: the answer is not made of plain JSON values"):
        case.check(answer_with(events={1, 2}))
    with pytest.raises(AssertionError, match="the answer is not an object, but None"):
        case.check(lambda request: None)
    with pytest.raises(AssertionError, match="diagnostics is missing"):
        case.check(lambda request: {k: v for k, v in respond(request).items() if k != "diagnostics"})
    case.check(lambda request: {k: v for k, v in respond(request).items() if k != "diagnostics"}, omits=["diagnostics"])
    with pytest.raises(CaseSkippedError, match="why not"):
        case.check(lambda request: {"skipped": "why not"})
    with pytest.raises(ValueError, match="omits is a list of text, "):
        case.check(respond, omits=["colour"])
    with pytest.raises(ValueError, match="omits is a list of"):
        case.check(respond, omits="text")


def test_a_callable_may_change_what_it_is_given() -> None:
    case = next(each for each in checks(dialect=["minimax"], op=["scan"]) if each.case.tools and each.case.options)

    def answer(request: dict[str, Any]) -> dict[str, Any]:
        reply = respond(request)
        request["tools"].clear()
        request["options"].clear()
        return reply

    case.check(answer)
    assert case.case.tools
    assert case.case.options
