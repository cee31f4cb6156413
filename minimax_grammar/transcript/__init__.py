"""Recorded conversations: reading them, and finding what is not what it seems."""

from minimax_grammar.transcript.checker import AUTO, Checked, Checker
from minimax_grammar.transcript.detect import Detection, Detector
from minimax_grammar.transcript.model import Context, Conversation, Finding, Part, Turn

__all__ = [
    "AUTO",
    "Checked",
    "Checker",
    "Context",
    "Conversation",
    "Detection",
    "Detector",
    "Finding",
    "Part",
    "Turn",
]
