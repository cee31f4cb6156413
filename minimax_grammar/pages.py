"""HTML pages from templates: text that nobody vouches for is shown, and never obeyed."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Template

__all__ = ["seen", "template"]

_HALF = re.compile(r"[\ud800-\udfff]")
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def seen(text: Any) -> str:
    """``text`` so that a browser shows all of it: control and format characters by their pictures or codes."""
    whole = _HALF.sub("\ufffd", str(text))
    return _UNSEEN.sub(
        lambda match: chr(0x2400 + ord(match[0])) if ord(match[0]) < 0x20 else f"⟨U+{ord(match[0]):04X}⟩", whole
    )


def template(package: str) -> Template:
    """The template ``page.html.j2`` of a package; it escapes what it is given, and has the filter ``seen``."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    environment.filters["seen"] = seen
    return environment.from_string(files(package).joinpath("page.html.j2").read_text(encoding="utf-8"))
