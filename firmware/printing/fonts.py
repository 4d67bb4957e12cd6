"""The fonts of every sheet, which are embedded in the PDF.

Source Sans Pro has the letters of every language in the catalogues. A symbol font has the other
characters.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from reportlab.pdfbase.pdfmetrics import registerFont, registerFontFamily
from reportlab.pdfbase.ttfonts import TTFont

FOLDER = Path(__file__).parent / "font"
TEXT, BOLD, SIGNS = "SourceSansPro-Regular", "SourceSansPro-Semibold", "signs"


@cache
def fonts() -> dict[str, frozenset[int]]:
    """Register the fonts. Return the code points in each font."""
    signs = {}
    for name in (TEXT, BOLD, SIGNS):
        font = TTFont(name, FOLDER / f"{name}.ttf")
        registerFont(font)
        signs[name] = frozenset(font.face.charToGlyph)
    registerFontFamily(TEXT, normal=TEXT, bold=BOLD, italic=TEXT, boldItalic=BOLD)
    return signs
