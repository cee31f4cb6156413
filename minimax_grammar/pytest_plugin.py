"""What pytest finds when the package is installed: help for tests of agents, and the cases of the corpus as tests."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from minimax_grammar.conformance.callables import CallableCheck

__all__ = [
    "ConformanceCase",
    "assert_transcript_valid",
    "conformance_case",
    "pytest_addoption",
    "pytest_configure",
    "pytest_generate_tests",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Settings for all tests: the dialect, and rules that are not looked for."""
    parser.addini("transcript_dialect", "the dialect of transcripts: a name, a dialect file, or auto", default="auto")
    parser.addini("transcript_ignore", "rules that are not looked for in transcripts", type="args", default=[])


@pytest.fixture
def assert_transcript_valid(pytestconfig: pytest.Config) -> Callable[..., None]:
    """:func:`minimax_grammar.testing.assert_transcript_valid`, with the dialect and the rules of the settings."""
    from minimax_grammar.testing import assert_transcript_valid as check

    return partial(
        check, dialect=pytestconfig.getini("transcript_dialect"), ignore=pytestconfig.getini("transcript_ignore")
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line(
        "markers",
        "conformance(dialect, op, case, corpus, few): the cases of the corpus that conformance_case stands for",
    )


class ConformanceCase:
    """One case of the corpus in a test: :meth:`check` a callable with it."""

    def __init__(self, case: CallableCheck) -> None:
        self._case = case
        self.case = case.case
        """The case itself: ``id``, ``dialect``, ``about``, ``tags`` and so on."""

    def check(self, answer: Callable[[dict[str, Any]], Any], *, omits: Collection[str] = ()) -> None:
        """As :meth:`minimax_grammar.conformance.callables.CallableCheck.check`; what is skipped is a skipped test."""
        from minimax_grammar.conformance.callables import CaseSkippedError

        __tracebackhide__ = True
        try:
            self._case.check(answer, omits=omits)
        except CaseSkippedError as why:
            pytest.skip(str(why))


@pytest.fixture
def conformance_case(request: pytest.FixtureRequest) -> ConformanceCase:
    """A case of the corpus: a test that asks for it is run once for every case that its marker chooses."""
    return ConformanceCase(request.param)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that asks for ``conformance_case`` for each case that its marker ``conformance`` chooses."""
    if "conformance_case" not in metafunc.fixturenames:
        return
    from minimax_grammar.conformance.callables import checks
    from minimax_grammar.errors import CorpusError

    marker = metafunc.definition.get_closest_marker("conformance")
    try:
        found = checks(**_choice(marker)) if marker else checks()
    except (CorpusError, TypeError, ValueError) as error:
        pytest.fail(f"{metafunc.definition.nodeid}: conformance: {error}", pytrace=False)
    metafunc.parametrize("conformance_case", found, ids=[each.case.id for each in found], indirect=True)


def _choice(marker: pytest.Mark) -> dict[str, Any]:
    """What the marker says, as the arguments of ``checks``; a dialect or op alone stands for a list of it."""
    kinds: dict[str, tuple[type, ...]] = {
        "dialect": (str, list, tuple),
        "op": (str, list, tuple),
        "case": (str,),
        "corpus": (str, Path),
        "few": (bool,),
    }
    if marker.args:
        raise TypeError('what the marker says has names, as in conformance(case="*/thinking-*")')
    for name, value in marker.kwargs.items():
        if name not in kinds:
            raise TypeError(f"the marker has no {name!r}; it has {', '.join(kinds)}")
        if not isinstance(value, kinds[name]):
            raise TypeError(f"{name} cannot be {value!r}")
    choice = dict(marker.kwargs)
    for name in ("dialect", "op"):
        if isinstance(choice.get(name), str):
            choice[name] = [choice[name]]
    if "corpus" in choice:
        choice["corpus"] = Path(choice["corpus"])
    return choice
