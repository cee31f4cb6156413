"""What :mod:`minimax_grammar.language.check` looks for, one module for each kind of mistake."""
