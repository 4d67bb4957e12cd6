"""Make the template pictures of the drawn decks from their drawings."""

from __future__ import annotations

from pathlib import Path

import cv2

from referee.disk.storage import write_whole
from vision.art import deck_art
from vision.decks.deck import DeckError, load_deck
from vision.reading import Image

PX_PER_MM = 6  # The table's camera shows less detail, so no detail is lost.


def template(where: str | Path, card: str | None, back: int = 0) -> Image:
    """Draw the template of a card, or of a back if `card` is None, at `PX_PER_MM`."""
    art = deck_art(where)
    return art.picture(card, round(art.size_mm[1] * PX_PER_MM), back=back)


def write_templates(where: str | Path) -> int:
    """Draw a deck's templates next to its drawings, with the file names from its `deck.toml`.

    Return the number of changed templates. Raise `DeckError` if a drawing is invalid or a picture
    cannot be written.
    """
    deck = load_deck(where, pictures=False)
    files = {card.file: card.name for card in deck.cards if card.file}
    changed = 0
    backs = {file: number for number, file in enumerate(deck.back_files)}
    for file, card in [*files.items(), *((file, None) for file in backs)]:
        try:
            image = template(where, card, backs.get(file, 0))
        except ValueError as error:
            raise DeckError(
                f"the drawing of {file} in {deck.name} cannot be drawn: {error}"
            ) from None
        done, data = cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 9])
        if not done or deck.folder is None:
            raise DeckError(f"the template {file} of {deck.name} cannot be written")
        path = deck.folder / file
        before = path.read_bytes() if path.is_file() else b""
        write_whole(path, data.tobytes())
        changed += before != data.tobytes()
    return changed
