"""Where a scan starts is told by the end of the prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import minimax_grammar as mg

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("dialect", "prompt", "start"),
    [
        ("deepseek-v3", "Hi<｜Assistant｜>", "outside"),
        ("deepseek-v3.1", "Hi<｜Assistant｜></think>", "outside"),
        ("deepseek-v4", "Hi<｜Assistant｜><think>", "thinking"),
        ("gemma", "<|turn>model\n<|channel>thought\n<channel|>", "outside"),
        ("gemma", "<|turn>model\n<|channel>thought\n", "thinking"),
        ("glm-4.5", "Hi<|assistant|>\n<think></think>", "outside"),
        ("glm-4.7", "Hi<|assistant|><think>", "thinking"),
        ("harmony", "Hi<|end|><|start|>assistant", "header"),
        ("hermes", "<|im_start|>assistant\n", "outside"),
        ("hermes", "<|im_start|>assistant\n<think>\n", "thinking"),
        ("hermes", "<|im_start|>assistant\n<think>\n\n</think>\n\n", "outside"),
        ("kimi", "<|im_assistant|>assistant<|im_middle|><think>", "thinking"),
        ("kimi", "<|im_assistant|>assistant<|im_middle|><think></think>", "outside"),
        ("kimi-k3", '<|open|>message role="assistant"<|sep|><|open|>response<|sep|>', "response"),
        ("kimi-k3", '<|open|>message role="assistant"<|sep|><|open|>think<|sep|>', "thinking"),
        ("kimi-k3", '<|open|>message role="assistant"<|sep|>', "outside"),
        ("llama3-json", "<|start_header_id|>assistant<|end_header_id|>\n\n", "begin"),
        ("minimax", "\n\nAssistant:", "outside"),
        ("minimax-m2", "]~b]ai\n<think>\n", "thinking"),
        ("minimax-m3", "]~b]ai\n", "begin"),
        ("minimax-m3", "]~b]ai\n<mm:think>", "thinking"),
        ("minimax-m3", "]~b]ai\n</mm:think>", "outside"),
        ("mistral-v11", "[INST]Hi[/INST]", "outside"),
        ("mistral-v11", "[INST]Hi[/INST][THINK]", "thinking"),
        ("qwen3-coder", "<|im_start|>assistant\n<think>\n", "thinking"),
        ("hermes", "", "outside"),
    ],
)
def test_the_end_of_a_prompt_says_where_a_scan_starts(dialect: str, prompt: str, start: str) -> None:
    found = mg.load_dialect(dialect)
    assert found.start_for(prompt) == start
    assert start in found.starts
    found.scanner(start=start)


def test_places_count_from_what_is_fed(tmp_path: Path) -> None:
    """What the prompt ended with is no line of the answer."""
    path = tmp_path / "lines.dialect"
    path.write_text(
        'dialect lines "Lines"\nmark over = "\\n%%end"\nlimit tag 257\nstart outside after "\\n"\n'
        "mode outside\n    text -> emit\n    over -> skip report stray-closer\n",
        encoding="utf-8",
    )
    (first,) = mg.parse("a\nb\n%%end\nc", path).diagnostics
    assert (first.start, first.line, first.column, first.end_line) == (3, 2, 2, 3)


def test_what_the_prompt_ended_with_is_not_held(tmp_path: Path) -> None:
    path = tmp_path / "lines.dialect"
    path.write_text(
        'dialect lines "Lines"\nmark over = "\\n%%end"\nlimit tag 257\nstart outside after "\\n"\n'
        "mode outside\n    text -> emit\n    over -> skip report stray-closer\n",
        encoding="utf-8",
    )
    scanner = mg.load_dialect(path).scanner()
    assert scanner.held == ""
    held = []
    for character in "%%a\n%":
        scanner.feed(character)
        held.append(scanner.held)
    assert held == ["%", "%%", "", "\n", "\n%"]
