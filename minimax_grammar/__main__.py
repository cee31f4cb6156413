"""``python -m minimax_grammar``, and the installed command."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run the command; an interrupt that comes while it is still imported ends it as any other does."""
    try:
        from minimax_grammar.cli.main import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
