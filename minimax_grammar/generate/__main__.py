"""Write the ready-made tokenizers anew: ``python -m minimax_grammar.generate`` in a checkout."""

from __future__ import annotations

from pathlib import Path

from minimax_grammar.generate.package import package_sources

_TARGET = Path(__file__).parent.parent / "generated"


def main() -> None:
    """Write every module of ``minimax_grammar.generated``."""
    for name, source in package_sources().items():
        (_TARGET / name).write_text(source, encoding="utf-8")
        print(_TARGET / name)


if __name__ == "__main__":
    main()
