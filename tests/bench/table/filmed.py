"""Cards on rendered mats, under a camera that must find them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from firmware.mats import load_mats
from tests.bench.table.seen import Seen, set_out
from vision.decks.deck import load_deck
from vision.follow.tracker import Tracker
from vision.observation import Observation
from vision.reader import Reader
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press
from vision.synthetic.scene import Hand, Scene

FRAMES = 14  # enough for every card to be read or given up

Size = tuple[int, int]  # width and height in pixels


class Filmed(Seen):
    """Cards on a game's mats under a camera that leans `tilt_deg`."""

    def __init__(self, game: str, deck: str, seats: int, size: Size, tilt_deg: float) -> None:
        super().__init__(game, deck, seats)
        self.renderer = _over(game, seats, size, tilt_deg)
        self.tracker, self.frames = Tracker(_reader(game, deck, seats)), 0

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
