"""What the adapters of this folder share: the loop of the protocol, and events from text, thinking and calls."""

import json
import sys

OMITS = ["raw", "incomplete", "diagnostics", "events", "steps", "stopped"]
"""Parsers that give texts and complete calls say nothing of these: they are not compared."""


class Skip(Exception):
    """The parser does not do what is asked; the message says why."""


class Collected:
    """Text, thinking and calls, as they come, as events of the protocol."""

    def __init__(self):
        self.events, self.calls, self.thought = [], [], None

    def text(self, text):
        """Visible text."""
        if text:
            self.end_thinking()
            self.events.append({"type": "text", "text": text})

    def thinking(self, text):
        """A piece of the thinking."""
        if text and self.thought is None:
            self.thought = ""
            self.events.append({"type": "thinking_start"})
        if text:
            self.thought += text
            self.events.append({"type": "thinking_delta", "delta": text})

    def end_thinking(self):
        """The thinking is over, if there was some."""
        if self.thought is not None:
            self.events.append({"type": "thinking_end", "thinking": self.thought})
            self.thought = None

    def start(self, name):
        """A call begins; its number is returned."""
        self.end_thinking()
        self.calls.append(name)
        about = {"id": f"call_{len(self.calls) - 1}", "name": name}
        self.events.append({"type": "tool_start", **about})
        return len(self.calls) - 1

    def end(self, number, arguments):
        """The call of that number is complete; it is not if its arguments are no object."""
        about = {"id": f"call_{number}", "name": self.calls[number]}
        if isinstance(arguments, dict):
            self.events.append({"type": "tool_end", **about, "arguments": arguments})
        else:
            self.events.append({"type": "tool_abort", **about, "reason": "incomplete"})

    def taken(self):
        """The events since the last time."""
        events, self.events = self.events, []
        return events


def functions(tools):
    """Tools in the shape of a request to OpenAI."""
    return [tool if "function" in tool else {"type": "function", "function": tool} for tool in tools or []]


def serve(name, version, dialects, scan):
    """Answer the protocol: ``scan(request)`` gives the events of every feed, and then those of the end."""
    for line in sys.stdin:
        request = json.loads(line)
        if request["cmd"] == "stop":
            return
        if request["cmd"] == "start":
            language = f"Python {sys.version_info[0]}.{sys.version_info[1]}"
            about = {"version": 1, "name": name, "implementation_version": version, "language": language}
            reply = {**about, "dialects": list(dialects), "ops": ["scan"], "omits": OMITS}
        elif request["op"] != "scan" or request["dialect"] not in dialects:
            reply = {"seq": request["seq"], "skipped": "only scan"}
        else:
            try:
                *events, flush = scan(request)
                reply = {"seq": request["seq"], "events": events, "flush": flush}
            except Skip as reason:
                reply = {"seq": request["seq"], "skipped": str(reason)}
            except Exception as error:
                reply = {"seq": request["seq"], "error": f"{type(error).__name__}: {error}"}
        try:
            line = json.dumps(reply, allow_nan=False)
        except ValueError:
            line = json.dumps({"seq": request["seq"], "error": "an argument is NaN or infinite, which JSON has not"})
        print(line, flush=True)
