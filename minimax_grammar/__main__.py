"""``python -m minimax_grammar``."""

from __future__ import annotations

from minimax_grammar.cli.main import main

if __name__ == "__main__":
    main()
