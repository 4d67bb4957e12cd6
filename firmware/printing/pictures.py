"""Single cards as pictures, for print services that cut them: 300 dpi, with a bleed of 3 mm."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image

from firmware.errors import PrintError
from firmware.printing.faces import faces
from firmware.printing.papers import write_file
from referee.disk.textfiles import reason
from vision.art import art_names
from vision.art.svg import render, size_mm, to_greyscale, with_bleed
from vision.decks.deck import file_name, load_deck

DPI = 300


def write_pictures(name: str, folder: Path, language: str, bw: bool = False) -> int:
    """Write each card and the back of a drawn deck as a PNG. Return the number of files.

    A card's file name says how many of it the deck has: ``duke-3x.png``. Raise `PrintError` for a
    deck without drawings or an unwritable folder.
    """
    if name not in art_names():
        raise PrintError("cli.print.no_art", deck=name, decks=art_names())
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PrintError("cli.print.unwritable", file=str(folder), reason=reason(error)) from error
    count = 0
    for stem, svg in _drawings(name, language):
        drawing = with_bleed(to_greyscale(svg) if bw else svg)
        write_file(folder / f"{stem}.png", _png(drawing))
        count += 1
    return count


def _drawings(name: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield a file's name and drawing for each card and the back."""
    drawn, deck = faces(name, language), load_deck(name, pictures=False)
    for card in deck.cards:
        yield f"{Path(file_name(card.name)).stem}-{card.count}x", drawn.drawing(card.name)
    total = sum(card.count for card in deck.cards)
    yield f"back-{total}x", drawn.seamless


def _png(svg: str) -> bytes:
    width, height = (round(side / 25.4 * DPI) for side in size_mm(svg))
    picture = Image.fromarray(np.ascontiguousarray(render(svg, (width, height))[..., ::-1]))
    out = io.BytesIO()
    picture.save(out, "PNG", dpi=(DPI, DPI))
    return out.getvalue()
