"""Cards on rendered mats, and the camera above that knows nothing of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import hypot

from firmware.mats import load_mats
from vision.decks.deck import load_deck
from vision.follow.tracker import Tracker
from vision.geometry import Box
from vision.mat import Grid, places_mm
from vision.observation import Observation
from vision.reader import Reader
from vision.spread import Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press
from vision.synthetic.scene import Hand, PlacedCard, Scene

FRAME_S = 0.1
FRAMES = 14  # enough for every card to be read or given up
GAP_MM = 8.0
SMALL_MM = 92.0  # a card of which a zone of small cards has a place for each
ANY_ZONE = "middle"  # where a card is laid that may lie anywhere
MIDDLE = 5  # the column of a mat's grid on which that lies from which a match counts its columns

Size = tuple[int, int]  # width and height in pixels


class Filmed(ABC):
    """Cards on a game's mats under a camera that leans `tilt_deg`."""

    def __init__(self, game: str, deck: str, seats: int, size: Size, tilt_deg: float) -> None:
        self.deck, self.spread = deck, set_out(game, seats)
        self.grids: Mapping[str, Grid] = {
            name: grid for one in self.spread.placed for name, grid in one.mat.grids.items()
        }
        self.renderer = _over(game, seats, size, tilt_deg)
        self.tracker, self.frames = Tracker(_reader(game, deck, seats)), 0

    @property
    @abstractmethod
    def lying(self) -> tuple[PlacedCard, ...]:
        """The cards as they lie."""

    def look(self, hand: Hand | None = None) -> Observation:
        """Take one frame and return what the tracker knows then."""
        self.frames += 1
        scene = Scene(self.lying, hands=() if hand is None else (hand,))
        return self.tracker.update(self.renderer.render(scene, seed=self.frames).image)

    def looks(self) -> Iterator[Observation]:
        """Yield what is known after each frame until no more is to come."""
        for _ in range(FRAMES):
            seen = self.look()
            yield seen
            if seen.steady and seen.idle:
                return


def places(box: Box, card_mm: tuple[float, float]) -> list[tuple[float, float]]:
    """Return where cards of a size may lie in a zone, in mm, and find room beside each other.

    Those of larger cards are in a row, from the middle on.
    """
    if hypot(*card_mm) < SMALL_MM:
        return places_mm(box)
    left, top, right, bottom = box
    many = max(1, int(max(right - left, bottom - top) / (card_mm[0] + GAP_MM)))
    parts = sorted(((n + 0.5) / many for n in range(many)), key=lambda part: abs(part - 0.5))
    if lies_wide(box):
        return [(left + part * (right - left), (top + bottom) / 2) for part in parts]
    return [((left + right) / 2, top + part * (bottom - top)) for part in parts]


def lies_wide(box: Box) -> bool:
    """Tell whether a zone is wider than high, so that cards lie upright in it."""
    left, top, right, bottom = box
    return right - left >= bottom - top


@lru_cache(maxsize=4)
def set_out(game: str, seats: int) -> Spread:
    """Return a game's mats for so many seats as they lie on the table."""
    return Spread.side_by_side(load_mats(game, seats))


@lru_cache(maxsize=3)
def _over(game: str, seats: int, size: Size, tilt_deg: float) -> Renderer:
    table = set_out(game, seats)
    camera = PinholeCamera.above(table.size_mm, *size, tilt_deg=tilt_deg)
    return Renderer(camera, table, _press())


@lru_cache(maxsize=1)
def _press() -> Press:
    return Press(seed=3)


@lru_cache(maxsize=2)
def _reader(game: str, deck: str, seats: int) -> Reader:
    return Reader(load_deck(deck), *load_mats(game, seats))
