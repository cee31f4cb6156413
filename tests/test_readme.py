"""The examples of the README run as they stand, and print what it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```\n\nprints\n\n```text\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_example(number: int) -> None:
    source, expected = EXAMPLES[number]
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", source], capture_output=True, encoding="utf-8", timeout=60, check=True
    )
    assert done.stdout == expected
    assert len(source.splitlines()) < 30


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 2
