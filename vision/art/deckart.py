"""A drawn deck: every face and back as a drawing, with its inks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vision.art.raster import raster
from vision.art.shapes import Drawing, Palette, rgb
from vision.reading import Image

SIZE_MM = (63.0, 88.0)  # of a card, but for small ones
BORDER = 3.0  # white, for cutting and finding
RADIUS = 2.5  # of the printed panel's corners
PANEL = (BORDER, BORDER, SIZE_MM[0] - BORDER, SIZE_MM[1] - BORDER)
MIDDLE = (SIZE_MM[0] / 2, SIZE_MM[1] / 2)


@dataclass(frozen=True, eq=False)
class DeckArt:
    """The art of a deck; `palettes` gives a card its own inks, `palette` those of the rest."""

    name: str
    size_mm: tuple[float, float]
    faces: Mapping[str, Drawing]
    backs: tuple[Drawing, ...]
    palettes: Mapping[str, Palette]
    palette: Palette

    def inks(self, card: str | None, bw: bool = False) -> Palette:
        """Return the inks of a card, or of the back where `card` is None."""
        palette = self.palette if card is None else self.palettes.get(card, self.palette)
        return without_colour(palette) if bw else palette

    def drawing(self, card: str | None) -> Drawing:
        """Return a face, or the back where `card` is None."""
        return self.backs[0] if card is None else self.faces[card]

    def picture(self, card: str | None, height_px: int, bw: bool = False) -> Image:
        """Draw a face (or the back, for None) as pixels, `height_px` high."""
        width_px = round(height_px * self.size_mm[0] / self.size_mm[1])
        return raster(self.drawing(card), self.inks(card, bw), (width_px, height_px))


@dataclass(frozen=True, eq=False)
class Piece:
    """A piece to cut out, `count` times: a drawing for each side, of one size."""

    name: str
    front: Drawing
    back: Drawing
    palette: Palette
    count: int

    @property
    def reverse(self) -> str:
        """Return its back's name, which is its own where both sides are alike."""
        return self.name if self.back == self.front else f"{self.name} back"

    @property
    def sides(self) -> dict[str, Drawing]:
        """Return its drawings by their names."""
        return {self.name: self.front, self.reverse: self.back}

    def inks(self, bw: bool = False) -> Palette:
        """Return its inks, or the greys that they are printed as."""
        return without_colour(self.palette) if bw else self.palette


def on_paper(pale: str, mid: str, deep: str, ink: str) -> Palette:
    """Return the inks of a ground in three tones, and of what is drawn on it."""
    return {"pale": pale, "mid": mid, "deep": deep, "ink": ink, "paper": "#ffffff"}


def without_colour(palette: Palette) -> Palette:
    """Return the greys of a palette."""
    return {ink: _grey(colour) for ink, colour in palette.items()}


def _grey(colour: str) -> str:
    """Return the grey that a camera takes a colour for; what is nearly black is black.

    So a deck printed without colour matches the templates of the coloured one, and a printer
    need not rasterise its blacks.
    """
    red, green, blue = rgb(colour)
    level = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return "#000000" if level < 48 else f"#{level:02x}{level:02x}{level:02x}"
