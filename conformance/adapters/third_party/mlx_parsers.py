"""The tool-call parsers of mlx-lm, driven as its server does: what stands between the two tokens of a call is collected
and parsed as a whole; all other text passes.  The package itself needs MLX: only its parsers are imported.
README.md says how its environment is made.
"""

import sys
from importlib import import_module
from importlib.metadata import distribution, version
from types import ModuleType

from collected import Collected, Skip, functions, serve

PARSERS = {
    "minimax-m2": "minimax_m2",
    "kimi": "kimi_k2",
    "kimi-k3": "kimi_k3",
    "glm": "glm47",
    "glm-4.5": "glm47",
    "glm-4.7": "glm47",
    "hermes": "json_tools",
    "qwen3": "json_tools",
    "qwen3-coder": "qwen3_coder",
    "gemma": "gemma4",
    "minicpm5": "minicpm5",
    "mistral-v11": "mistral",
    "llama4-pythonic": "pythonic",
}
"""For each dialect the name of its parser.  Only models' own formats, which the parsers say they read."""
THINKING = ("<think>", "</think>")


def package():
    """The package without what its first import would need."""
    module = ModuleType("mlx_lm")
    module.__path__ = [str(distribution("mlx-lm").locate_file("mlx_lm"))]
    return module


sys.modules["mlx_lm"] = package()
LOADED = {name: import_module(f"mlx_lm.tool_parsers.{name}") for name in set(PARSERS.values())}


class Stream:
    """One stream: outside, in thinking, or in a call, from one token to the next."""

    def __init__(self, request):
        options = request["options"]
        start = options.get("start")
        if options.get("guarded") or start not in (None, "thinking", "outside"):
            raise Skip("there is no such option")
        self.parser = LOADED[PARSERS[request["dialect"]]]
        self.tools = functions(request["tools"])
        self.thinks = options.get("parse_thinking", True)
        self.mode = "thinking" if start == "thinking" else "outside"
        self.held, self.body = "", ""
        self.collected = Collected()

    def feed(self, text, final=False):
        """The events of one feed."""
        self.held += text
        while True:
            tokens = self.tokens()
            found = min(
                ((self.held.find(token), -len(token), token) for token in tokens if token and token in self.held),
                default=None,
            )
            if found is None:
                break
            at, _, token = found
            self.pass_on(self.held[:at])
            self.held = self.held[at + len(token) :]
            self.turn(token)
        begun = [n for token in tokens for n in range(1, len(token)) if self.held.endswith(token[:n])]
        keep = 0 if final else max(begun, default=0)
        self.pass_on(self.held[: len(self.held) - keep])
        self.held = self.held[len(self.held) - keep :]
        return self.collected.taken()

    def tokens(self):
        if self.mode == "call":
            return [self.parser.tool_call_end]
        if self.mode == "thinking":
            return [THINKING[1]]
        return [self.parser.tool_call_start, *([THINKING[0]] if self.thinks else [])]

    def pass_on(self, text):
        if self.mode == "call":
            self.body += text
        elif self.mode == "thinking":
            self.collected.thinking(text)
        else:
            self.collected.text(text)

    def turn(self, token):
        if self.mode == "call":
            self.parse()
            self.mode = "outside"
        elif self.mode == "thinking":
            self.collected.end_thinking()
            self.mode = "outside"
        else:
            self.mode = "thinking" if token == THINKING[0] else "call"

    def parse(self):
        body, self.body = self.body, ""
        try:
            found = self.parser.parse_tool_call(body, self.tools)
        except ValueError:  # the server drops what it cannot parse
            return
        for call in found if isinstance(found, list) else [found]:
            self.collected.end(self.collected.start(call["name"]), call["arguments"])

    def flush(self):
        """The events of the end: an open call whose end is the end of the stream is parsed."""
        events = self.feed("", final=True)
        if self.mode == "call" and not self.parser.tool_call_end:
            self.parse()
        self.collected.end_thinking()
        return [*events, *self.collected.taken()]


def scan(request):
    """The events of every feed, and those of the end."""
    stream = Stream(request)
    return [*map(stream.feed, request["feeds"]), stream.flush()]


if __name__ == "__main__":
    serve("mlx-lm", version("mlx-lm"), PARSERS, scan)
