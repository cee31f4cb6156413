"""SGLang's reasoning parsers and tool-call detectors, as its server drives them: first the one, then the other.

It has two ways, which give different results: of a stream, and with --whole of an answer that is not streamed, which is
parsed when all of it is there.  README.md says how its environment is made.
"""

import json
import logging
import os
import sys
from importlib.metadata import version

os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")  # it is only needed for a type

from collected import Collected, Skip, functions, serve
from llm_router_utils.sglang.srt.entrypoints.openai.protocol import Tool
from llm_router_utils.sglang.srt.function_call.function_call_parser import FunctionCallParser
from llm_router_utils.sglang.srt.parser.reasoning_parser import ReasoningParser

PARSERS = {
    "minimax-m2": ("minimax-m2", "qwen3"),
    "minimax-m3": ("minimax-m3", "minimax-m3"),
    "kimi": ("kimi_k2", "kimi_k2"),
    "kimi-k3": ("kimi_k3", "kimi_k3"),
    "glm": ("glm47", "glm45"),
    "glm-4.5": ("glm45", "glm45"),
    "glm-4.7": ("glm47", "glm45"),
    "hermes": ("hermes", "qwen3"),
    "qwen3": ("qwen25", "qwen3"),
    "qwen3-coder": ("qwen3_coder", "qwen3"),
    "deepseek-v3": ("deepseekv3", "deepseek-v3"),
    "deepseek-v3.1": ("deepseekv31", "deepseek-v3"),
    "deepseek-v3.2": ("deepseekv32", "deepseek-v3"),
    "deepseek-v4": ("deepseekv4", "deepseek-v4"),
    "deepseek-v4.1": ("deepseekv41", "deepseek-v41"),
    "gemma": ("gemma4", "gemma4"),
    "hunyuan": ("hunyuan", "hunyuan"),
    "internlm": ("interns1", "interns1"),
    "lfm2": ("lfm2", "qwen3"),
    "llama3-json": ("llama3", None),
    "llama4-pythonic": ("pythonic", None),
    "mistral-v3": ("mistral", None),
    "mistral-v11": ("mistral", "mistral"),
    "mimo": ("mimo", "mimo"),
    "minicpm5": ("minicpm5", "qwen3"),
    "step3": ("step3", "qwen3"),  # "step3" takes all for thinking, whatever the prompt began
}
"""For each dialect the names of its tool-call parser and of its reasoning parser.

Only models' own formats, which the parsers say they read; what is laid upon a model by its prompt is none of these."""

WHOLE = "--whole" in sys.argv[1:]


class Stream:
    """One stream through both parsers."""

    def __init__(self, request):
        tool_parser, reasoning = PARSERS[request["dialect"]]
        options = request["options"]
        tools = functions(request["tools"])
        start = options.get("start")
        if not tools:
            raise Skip("without tools SGLang parses no calls")
        if options.get("guarded") or start not in (None, "thinking", "outside"):
            raise Skip("there is no such option")
        self.calls = FunctionCallParser([Tool.model_validate(tool) for tool in tools], tool_parser)
        self.reasoning = None
        if reasoning and options.get("parse_thinking", True):
            self.reasoning = ReasoningParser(reasoning, force_reasoning=start == "thinking")
        self.collected = Collected()
        self.open = {}

    def feed(self, text):
        """The events of one feed."""
        if self.reasoning is not None:
            thinking, text = self.reasoning.parse_stream_chunk(text)
            self.collected.thinking(thinking)
        if text:
            self.take(*self.calls.parse_stream_chunk(text))
        return self.collected.taken()

    def whole(self, text):
        """The events of an answer that is not streamed."""
        if self.reasoning is not None:
            thinking, text = self.reasoning.parse_non_stream(text)
            self.collected.thinking(thinking)
        if text and self.calls.has_tool_call(text):
            text, calls = self.calls.parse_non_stream(text)
            self.collected.text(text)
            for number, call in enumerate(calls):
                self.open[number] = (self.collected.start(call.name), [call.parameters])
        else:
            self.collected.text(text)
        self.end()
        return self.collected.taken()

    def flush(self):
        """The events of the end."""
        if self.reasoning is not None:
            thinking, text = self.reasoning.parse_stream_end()
            self.collected.thinking(thinking)
            if text:
                self.take(*self.calls.parse_stream_chunk(text))
        self.take(*self.calls.parse_stream_end())
        self.end()
        return self.collected.taken()

    def end(self):
        """The thinking and the calls are over."""
        self.collected.end_thinking()
        for number, fragments in self.open.values():
            try:
                arguments = json.loads("".join(fragments))
            except ValueError:
                arguments = None
            self.collected.end(number, arguments)

    def take(self, text, calls):
        """What the detector gave: text, and pieces of calls."""
        self.collected.text(text)
        for call in calls:
            if call.name:
                self.open[call.tool_index] = (self.collected.start(call.name), [])
            if call.parameters and call.tool_index in self.open:
                self.open[call.tool_index][1].append(call.parameters)


def scan(request):
    """The events of every feed, and those of the end."""
    stream = Stream(request)
    if WHOLE:
        return [*([] for _ in request["feeds"]), stream.whole("".join(request["feeds"]))]
    return [*map(stream.feed, request["feeds"]), stream.flush()]


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    way = "whole" if WHOLE else "streamed"
    serve(f"SGLang, {way}", f"llm-router-utils {version('llm-router-utils')}", PARSERS, scan)
