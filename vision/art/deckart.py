"""Load drawn decks and pieces, with one SVG file in the deck's folder for each face and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.disk.textfiles import read_text, read_toml
from vision.art.svg import render, size_mm, to_greyscale
from vision.decks.deck import ASPECT_TOLERANCE, DRAWING, DeckError, deck_folder, load_deck
from vision.reading import Image

PIECES_FILE = "pieces.toml"
MAX_DRAWING_BYTES = 20_000_000  # A drawing may contain photographs.


@dataclass(frozen=True, eq=False)
class DeckArt:
    """A deck's art: the SVG of each card, in deck order, and of the backs."""

    name: str
    size_mm: tuple[float, float]
    faces: Mapping[str, str]
    backs: tuple[str, ...]

    def drawing(self, card: str | None) -> str:
        """Return the SVG of a face, or of the back if `card` is None.

        Raise `LookupError` if the deck has no such card.
        """
        return self.backs[0] if card is None else self.faces[card]

    @property
    def seamless(self) -> str:
        """Return the back to print, whose pattern goes over the cut: the last one."""
        return self.backs[-1]

    def picture(self, card: str | None, height_px: int, bw: bool = False, back: int = 0) -> Image:
        """Draw a face, or a back if `card` is None, `height_px` high."""
        width_px = round(height_px * self.size_mm[0] / self.size_mm[1])
        svg = self.backs[back] if card is None else self.drawing(card)
        return render(to_greyscale(svg) if bw else svg, (width_px, height_px))


@dataclass(frozen=True, eq=False)
class Piece:
    """A piece to cut out, with two drawings of the same size; the set has `count` of this piece."""

    name: str
    front: str
    back: str
    size_mm: tuple[float, float]
    count: int

    @property
    def reverse(self) -> str:
        """Return the name of the back, which is the piece's own name if both sides are the same."""
        return self.name if self.back == self.front else f"{self.name} back"

    @property
    def sides(self) -> dict[str, str]:
        """Return the drawings by name."""
        return {self.name: self.front, self.reverse: self.back}


def is_drawn(where: str | Path) -> bool:
    """Whether every card and back of a deck has an SVG drawing. False if the deck is unusable."""
    try:
        deck = load_deck(where, pictures=False)
    except DeckError:
        return False
    backs = [deck_folder(where) / file for file in deck.back_files]
    return deck.drawn and bool(backs) and all(b.with_suffix(DRAWING).is_file() for b in backs)


def load_art(where: str | Path) -> DeckArt:
    """Load a deck's drawings; raise `DeckError` if one is missing or invalid."""
    deck, folder = load_deck(where, pictures=False), deck_folder(where)

    def drawing(file: str | None) -> str:
        svg, size = _read_drawing(folder / Path(file or "").with_suffix(DRAWING))
        if abs(size[0] / size[1] * deck.size_mm[1] / deck.size_mm[0] - 1) > ASPECT_TOLERANCE:
            raise DeckError(
                f"the drawing {file} of {deck.name} is {size[0]:g} x {size[1]:g} mm, and its cards "
                f"are {deck.size_mm[0]:g} x {deck.size_mm[1]:g} mm"
            )
        return svg

    return DeckArt(
        name=deck.name,
        size_mm=deck.size_mm,
        faces={card.name: drawing(card.file) for card in deck.cards},
        backs=tuple(drawing(file) for file in deck.back_files),
    )


def load_pieces(where: str | Path) -> tuple[Piece, ...]:
    """Load the pieces of a deck's game, in file order; raise `DeckError` if the file is invalid."""
    path = deck_folder(where) / PIECES_FILE
    try:
        rows = read_toml(path)["pieces"]
        return tuple(_piece(path.parent, **row) for row in rows)
    except OSError as error:
        raise DeckError(f"{path} cannot be read: {error.strerror or error}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise DeckError(f"{path} needs pieces, each with piece, count and front: {error}") from None


def _piece(folder: Path, piece: str, count: int, front: str, back: str | None = None) -> Piece:
    svg, size = _read_drawing(folder / front)
    return Piece(piece, svg, svg if back is None else _read_drawing(folder / back)[0], size, count)


def _read_drawing(path: Path) -> tuple[str, tuple[float, float]]:
    """Return a drawing with its width and height in mm."""
    try:
        svg = read_text(path, MAX_DRAWING_BYTES)
        return svg, size_mm(svg)
    except FileNotFoundError:
        raise DeckError(f"the drawing {path} is missing") from None
    except OSError as error:
        raise DeckError(f"the drawing {path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise DeckError(f"the drawing {path} cannot be used: {error}") from None
