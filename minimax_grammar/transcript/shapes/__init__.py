"""Records of many shapes as conversations: which shape a record has, and one module for each family."""

from minimax_grammar.transcript.shapes.records import Kind, conversation_of, kind_of

__all__ = ["Kind", "conversation_of", "kind_of"]
