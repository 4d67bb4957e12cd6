"""Templates of the drawn decks: the pictures in `vision/decks`, made from the art."""

from __future__ import annotations

from itertools import groupby

import cv2

from vision.art import deck_art, pieces_art
from vision.art.raster import raster
from vision.deck import Card, Deck, DeckError, load_deck
from vision.files import write_whole
from vision.reading import Image

PX_PER_MM = 6  # more than a camera over the table gives, so that no detail is lost
PIECES_PX_PER_MM = 12  # pieces are half as large as cards


def template(name: str, card: str | None) -> Image:
    """Draw a card's template, or the back's for None, at `PX_PER_MM`."""
    art = deck_art(name)
    return art.picture(card, round(art.size_mm[1] * PX_PER_MM))


def pieces_decks(name: str) -> tuple[Deck, ...]:
    """Draw a game's pieces as decks, one of each size, that have both sides of each as cards."""
    decks = []
    for size_mm, equal in groupby(pieces_art(name), lambda piece: piece.front.size_mm):
        width, height = (round(side * PIECES_PX_PER_MM) for side in size_mm)
        drawn = {
            side: raster(drawing, piece.inks(), (width, height))
            for piece in equal
            for side, drawing in piece.sides.items()
        }
        decks.append(Deck(name, size_mm, tuple(Card(side, 1) for side in drawn), drawn))
    return tuple(decks)


def write_templates(name: str) -> int:
    """Draw a shipped deck's templates anew, named as its `deck.toml` has it.

    Returns how many there are. Raises `DeckError` where a picture cannot be written.
    """
    deck = load_deck(name, pictures=False)
    pictures = {card.file: template(name, card.name) for card in deck.cards if card.file}
    pictures |= {file: template(name, None) for file in deck.back_files}
    for file, image in pictures.items():
        done, data = cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 9])
        if not done or deck.folder is None:
            raise DeckError(f"the template {file} of {name} cannot be written")
        write_whole(deck.folder / file, data.tobytes())
    return len(pictures)
