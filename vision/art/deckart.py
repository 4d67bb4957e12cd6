"""A drawn deck: every face and back as a drawing, with its inks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from vision.art.raster import raster
from vision.art.shapes import Drawing, Palette
from vision.reading import Image


@dataclass(frozen=True, eq=False)
class DeckArt:
    """The art of a deck; `palettes` gives a card its own inks, `palette` those of the rest."""

    name: str
    size_mm: tuple[float, float]
    faces: Mapping[str, Drawing]
    backs: tuple[Drawing, ...]
    palettes: Mapping[str, Palette]
    palette: Palette
    palette_bw: Palette

    def inks(self, card: str | None, bw: bool = False) -> Palette:
        """Return the inks of a card, or of the back where `card` is None."""
        if bw:
            return self.palette_bw
        return self.palette if card is None else self.palettes.get(card, self.palette)

    def drawing(self, card: str | None) -> Drawing:
        """Return a face, or the back where `card` is None."""
        return self.backs[0] if card is None else self.faces[card]

    def picture(self, card: str | None, height_px: int, bw: bool = False) -> Image:
        """Draw a face (or the back, for None) as pixels, `height_px` high."""
        width_px = round(height_px * self.size_mm[0] / self.size_mm[1])
        return raster(self.drawing(card), self.inks(card, bw), (width_px, height_px))
