"""Whole conversations as one text (SPEC 10)."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from minimax_grammar.render.renderer import Renderer
    from minimax_grammar.tools import Tools

    Message = Mapping[str, Any]

__all__ = ["Transcript"]


class Transcript:
    """Writes one conversation turn by turn."""

    def __init__(self, renderer: Renderer, tools: Tools, allow_unsafe: bool) -> None:
        self.renderer = renderer
        self.tools = tools
        self.allow_unsafe = allow_unsafe
        self.text = ""
        self.held = ""
        """What developers said and the next turn of a user begins with, in dialects that have no turn for it."""
        self.known: dict[str, tuple[str, int]] = {}
        """The id that is written for each call, and its place, by the id that it has."""
        self.taken: set[str] = set()
        """All ids that were written so far."""

    def of(self, messages: Iterable[Message]) -> str:
        """``messages`` as one text; the empty string for none."""
        runs = [(role, list(run)) for role, run in groupby(messages, key=lambda message: message["role"])]
        inside = self._has("assistant", "results")
        for index, (role, run) in enumerate(runs):
            after = index + 1 < len(runs) and runs[index + 1][0] == "tool"
            if role == "tool":
                if not (inside and index and runs[index - 1][0] == "assistant"):
                    self._outputs(run)
            elif role == "user":
                for message in run:
                    self._user(with_images(message["content"]))
            elif role == "assistant":
                for number, message in enumerate(run):
                    results = runs[index + 1][1] if inside and after and number == len(run) - 1 else []
                    self._assistant(message, results)
            else:
                for message in run:
                    self._developer(with_images(message["content"]))
        self._release()
        begin = self.renderer.template("begin")() if self.text and self.renderer.says("begin") else ""
        return begin + self.text

    def _has(self, name: str, field: str) -> bool:
        return self.renderer.says(name) and self.renderer.template(name).part(field) is not None

    def _developer(self, words: str) -> None:
        gap = self.renderer.template("gap")() if words and self.text and self.renderer.says("gap") else ""
        text = self.renderer.template("developer")(gap=gap, text=words)
        if self._has("user", "developer"):
            self.held += text
        else:
            self.text += text

    def _release(self) -> None:
        if self.held:
            self._user("")

    def _user(self, words: str) -> None:
        self.text += self.renderer.template("user")(text=words, developer=self.held)
        self.held = ""

    def _outputs(self, run: list[Message]) -> None:
        self._release()
        results = [self._result(message) for message in run]
        if self.renderer.says("outputs"):
            block = self.renderer.outputs(results, allow_unsafe=self.allow_unsafe)
            self.text += self.renderer.template("outputs")(results=block)
        else:
            self._user(self.renderer.results(results, allow_unsafe=self.allow_unsafe))

    def _result(self, message: Message) -> dict[str, Any]:
        given = str(message.get("tool_call_id") or "")
        written, number = self.known.get(given, (given, -1))
        return {
            "name": message.get("name"),
            "text": with_images(message["content"]),
            "is_error": message.get("is_error", False),
            "id": written,
            "number": number,
        }

    def _assistant(self, message: Message, answers: list[Message]) -> None:
        self._release()
        renderer, unsafe = self.renderer, self.allow_unsafe
        content = blocks(message["content"])
        thoughts = "\n".join(block["thinking"] for block in content if block["type"] == "thinking")
        calls = [block for block in content if block["type"] == "tool_call"]
        ids = renderer.ids(calls, self.taken)
        self.taken.update(ids)
        for number, (call, written) in enumerate(zip(calls, ids, strict=True)):
            if call.get("id"):
                self.known[call["id"]] = (written, number)
        words = with_images([block for block in content if block["type"] in ("text", "image")])
        # Where a dialect has no word for thinking, what lets the unsafe through leaves it out.
        thinking = "" if unsafe and not renderer.says("thinking") else renderer.thinking(thoughts, allow_unsafe=unsafe)
        if renderer.says("text") and (words or not (thinking or calls)):
            words = renderer.template("text")(text=words)
        results = renderer.outputs([self._result(answer) for answer in answers], allow_unsafe=unsafe) if answers else ""
        calls = [{**call, "id": written} if written else call for call, written in zip(calls, ids, strict=True)]
        rendered = renderer.calls(calls, self.tools, allow_unsafe=unsafe)
        self.text += renderer.template("assistant")(
            thinking=thinking,
            text=words,
            calls=renderer.behind(words, rendered)[len(words) :],
            results=results,
        )


def blocks(content: Any) -> list[dict[str, Any]]:
    """The blocks of a message's content."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def with_images(content: Any) -> str:
    """The text of a message, with a mark in the place of each image."""
    pieces = []
    for block in blocks(content):
        if block["type"] == "text":
            pieces.append(block["text"])
        elif block["type"] == "image":
            kind = block.get("media_type")
            pieces.append(f"[Image: {kind}]" if kind else "[Image]")
    return "".join(pieces)
