"""Tool markup that agents left in files: finding it in source trees."""

from minimax_grammar.leaks.search import Leak, leaks_in
from minimax_grammar.leaks.trees import source_files

__all__ = ["Leak", "leaks_in", "source_files"]
