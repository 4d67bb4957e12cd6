"""HTML that is made outside a request, from the templates in `webui/templates`."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from referee import words
from referee.words import Voice

_GLYPHS = re.compile(f"([{words.SYMBOLS}])")
_TEMPLATES = Environment(
    loader=FileSystemLoader(Path(__file__).parents[1] / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)


def render(template: str, voice: Voice, **values: Any) -> Markup:
    """Return a template filled with values. In it, `_` returns the text of a key."""
    number = partial(words.number, locale=voice.locale)
    template_ = _TEMPLATES.get_template(template)
    known = {"voice": voice, "_": voice.key, "about": voice.about, "number": number}
    return Markup(template_.render(known, **values))


def _with_glyphs(text: str) -> Markup:
    """Return a text with every seat symbol in its colour."""
    span = '<span class="glyph" data-seat="{}">{}</span>'
    parts = _GLYPHS.split(text)
    return Markup("").join(
        Markup(span).format(words.SYMBOLS.index(part), part) if at % 2 else escape(part)
        for at, part in enumerate(parts)
    )


_TEMPLATES.filters["glyphs"] = _with_glyphs
