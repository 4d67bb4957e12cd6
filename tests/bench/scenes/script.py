"""What happens on a table, frame by frame: hands lay, take and push cards, the light changes.

A `Script` is told what happens and keeps the `Instant`s of it: one for each frame that a camera
would give, with the truth of what lies where. `tests.bench.scenes.film` renders them.
"""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass, replace

import numpy as np

from tests.bench.scenes.hardships import Hardship
from tests.bench.scenes.sight import PLAIN, Sight
from tests.bench.scenes.torture_kinds import SKINS, spots
from vision.mat import Mat
from vision.synthetic.scene import Hand, Lens, Light, PlacedCard

Chance = np.random.Generator
Point = tuple[float, float]

SETTLING_S = 0.7  # until cards that lie there from the first frame are known
AT_FIRST = 4  # places of a script at most
REACH_MM = 380.0  # from where a hand comes, and how far it goes back
ARM_MM = 400.0  # from the table's edge to a place that a hand reaches
HOLDS_MM = 34.0  # from a held card's middle to the fingertip
BEGUN_S = 100.0  # by the clock of the frames


GLOVES = ("#f4f4f2", "#1c1c1e", "#3f6fb5", "#c7362f")
SLEEVES = ("#3a4660", "#f0efea", "#18181a", "#62747c", "#8c2f39")  # #62747c is as the mat is
GLOVED, BARE = 0.1, 0.2  # how often a hand has a glove, and an arm no sleeve


@dataclass(frozen=True)
class Piece:
    """One real card: its `number` is its own for the whole script.

    One that is `held` moves with a hand, from or to `home`. `unseen` came to its place where no
    frame tells that time was lost: the camera gave pictures at the usual pace.
    """

    number: int
    card: PlacedCard
    held: bool = False
    unseen: bool = False
    home: PlacedCard | None = None


@dataclass(frozen=True)
class Instant:
    """One frame to be: when it was taken, what lay there, and how the camera saw it.

    A `frozen` frame repeats the pixels of the one before.
    """

    stamp_s: float
    pieces: tuple[Piece, ...]
    hands: tuple[Hand, ...] = ()
    sight: Sight = PLAIN
    frozen: bool = False


class Script:
    """Tells what happens on a table; each act appends the frames that show it.

    `deck` is a deck's name, `names` its cards; `chance` fixes all that is not told.
    """

    def __init__(
        self, deck: str, names: tuple[str, ...], mat: Mat, chance: Chance, frames_a_second: float
    ) -> None:
        self.deck, self.mat, self.chance = deck, mat, chance
        self.step_s = 1 / frames_a_second
        self.instants: list[Instant] = []
        self.now_s = BEGUN_S
        self.light = Light(
            gradient=float(chance.uniform(0.05, 0.25)), gradient_deg=float(chance.uniform(0, 360))
        )
        self.sight = Sight(Lens(noise=float(chance.uniform(1.5, 3.5))))
        self.hardships: list[Hardship] = []
        self.always: Hand | None = None  # a hand that trembles at the table's edge all the time
        self.look = _some_hand(str(chance.choice(SKINS)), self.own_chance())
        self._pieces: dict[int, Piece] = {}
        self._number = 0
        self._left = [str(name) for name in chance.permutation(names)]

    def own_chance(self) -> Chance:
        """Return a chance that is always the same of one script, and none of which is used up."""
        return np.random.default_rng(zlib.crc32(repr(self.light).encode()))

    # -- frames ----------------------------------------------------------------------------

    def frame(self, *hands: Hand, frozen: bool = False) -> None:
        """Take a frame, with these hands over the table."""
        if self.always is not None:
            dx, dy = self.chance.uniform(-6, 6, 2)
            edge = self.always
            hands = (*hands, replace(edge, x_mm=edge.x_mm + dx, y_mm=edge.y_mm + dy))
        self.instants.append(
            Instant(
                self.now_s,
                tuple(self._pieces.values()),
                hands,
                self.sight,
                frozen,
            )
        )
        self.now_s += self.step_s * float(self.chance.uniform(0.9, 1.1))

    @property
    def since_s(self) -> float:
        """Return how long the evening has lasted, in seconds."""
        return self.now_s - BEGUN_S

    def suffer(self) -> None:
        """Have every frame seen as the evening's hardships make it at its time."""
        for number, instant in enumerate(self.instants):
            sight = instant.sight
            for hardship in self.hardships:
                sight = hardship(sight, instant.stamp_s - BEGUN_S)
            self.instants[number] = replace(instant, sight=sight)

    def wait(self, seconds: float, *hands: Hand) -> None:
        """Let time pass."""
        for _ in range(max(1, round(seconds / self.step_s))):
            self.frame(*hands)

    # -- cards -----------------------------------------------------------------------------

    def new(self, x_mm: float, y_mm: float, turn_deg: float | None = None) -> PlacedCard:
        """Return the next card of the shuffled deck, to be laid at a place."""
        turn = float(self.chance.uniform(-180, 180)) if turn_deg is None else turn_deg
        wear = float(self.chance.choice((0.0, 0.1, 0.2)))
        return PlacedCard(self.deck, self._left.pop(), x_mm, y_mm, turn, wear=wear)

    def put(self, card: PlacedCard, *, unseen: bool = False) -> int:
        """Have a card lie there from now on; return its number."""
        self._number += 1
        self._pieces[self._number] = Piece(self._number, card, unseen=unseen)
        return self._number

    def lift(self, number: int) -> PlacedCard:
        """Have a card lie there no more."""
        return self._pieces.pop(number).card

    def shift(self, number: int, dx_mm: float, dy_mm: float, turn_deg: float = 0.0) -> None:
        """Have a card lie a little elsewhere."""
        piece = self._pieces[number]
        card = replace(
            piece.card,
            x_mm=piece.card.x_mm + dx_mm,
            y_mm=piece.card.y_mm + dy_mm,
            turn_deg=piece.card.turn_deg + turn_deg,
        )
        self._pieces[number] = replace(piece, card=card)

    def carry(self, number: int, x_mm: float, y_mm: float) -> None:
        """Have a card be in a hand, with its middle at a place."""
        piece = self._pieces[number]
        card = replace(piece.card, x_mm=x_mm, y_mm=y_mm)
        self._pieces[number] = replace(piece, card=card, held=True, home=piece.home or piece.card)

    def place(self, number: int) -> Point:
        """Return where a card's middle is, in mm."""
        card = self._pieces[number].card
        return card.x_mm, card.y_mm

    def places(self, count: int) -> list[Point]:
        """Return so many places on the mat, always the same of one script."""
        chance = self.own_chance()
        found: list[Point] = []
        while len(found) < count:
            found = spots(self.mat, count, chance)
        return found

    def start(self, count: int) -> list[int]:
        """Have cards lie there from the first frame, until they are known; return their numbers."""
        numbers = [self.put(self.new(*at)) for at in self.places(AT_FIRST)[:count]]
        self.wait(SETTLING_S)
        return numbers

    def one_of(self, numbers: list[int]) -> int:
        """Return any of some numbers."""
        return numbers[int(self.chance.integers(len(numbers)))]

    # -- hands -----------------------------------------------------------------------------

    def hand(self, at: Point, back_mm: float = 0.0, from_deg: float | None = None) -> Hand:
        """Return a hand whose fingertip is at a place, drawn back along its arm."""
        turn = self.side(at) if from_deg is None else from_deg
        x = at[0] + back_mm * math.cos(math.radians(turn))
        y = at[1] + back_mm * math.sin(math.radians(turn))
        return replace(self.look, x_mm=x, y_mm=y, from_deg=turn)

    def any_side(self, at: Point) -> float:
        """Return any of the sides from which an arm reaches a place."""
        away = self._away(at)
        near = [side for side in away if away[side] < ARM_MM]
        return near[int(self.chance.integers(len(near)))]

    def side(self, at: Point) -> float:
        """Return the side of the table that is nearest to a place: 0 right, 90 below."""
        away = self._away(at)
        return min(away, key=lambda side: away[side])

    def _away(self, at: Point) -> dict[float, float]:
        width, height = self.mat.size_mm
        return {0.0: width - at[0], 90.0: height - at[1], 180.0: at[0], 270.0: at[1]}

    def lay(self, card: PlacedCard, seconds: float = 0.33) -> int:
        """Let a hand bring a card and lay it down; return its number."""
        at = (card.x_mm, card.y_mm)
        steps = max(2, round(seconds / self.step_s))
        turn = math.radians(self.side(at))
        self._number += 1
        number = self._number
        for step in range(steps, -1, -1):
            back = REACH_MM * step / steps
            x, y = at[0] + back * math.cos(turn), at[1] + back * math.sin(turn)
            moved = replace(card, x_mm=x, y_mm=y)
            self._pieces[number] = Piece(number, moved, held=True, home=card)
            self.frame(self.hand(at, back + HOLDS_MM))
        self._pieces[number] = Piece(number, card)
        self.withdraw(at, HOLDS_MM, seconds)
        return number

    def take(self, number: int, seconds: float = 0.33) -> None:
        """Let a hand come, and take a card away."""
        card = self._pieces[number].card
        at = (card.x_mm, card.y_mm)
        self.approach(at, HOLDS_MM, seconds)
        steps = max(2, round(seconds / self.step_s))
        turn = math.radians(self.side(at))
        for step in range(1, steps + 1):
            back = REACH_MM * step / steps
            x, y = at[0] + back * math.cos(turn), at[1] + back * math.sin(turn)
            moved = replace(card, x_mm=x, y_mm=y)
            self._pieces[number] = Piece(number, moved, held=True, home=card)
            self.frame(self.hand(at, back + HOLDS_MM))
        del self._pieces[number]

    def approach(
        self, at: Point, near_mm: float, seconds: float = 0.33, from_deg: float | None = None
    ) -> None:
        """Let a hand come, from the nearest side or another, until its tip is so near a place."""
        steps = max(2, round(seconds / self.step_s))
        for step in range(steps - 1, -1, -1):
            self.frame(self.hand(at, near_mm + REACH_MM * step / steps, from_deg))

    def withdraw(
        self, at: Point, near_mm: float, seconds: float = 0.33, from_deg: float | None = None
    ) -> None:
        """Let a hand go back from there, until it is out of sight."""
        steps = max(2, round(seconds / self.step_s))
        for step in range(1, steps + 1):
            self.frame(self.hand(at, near_mm + REACH_MM * step / steps, from_deg))


def _some_hand(skin: str, chance: Chance) -> Hand:
    """Return a hand of a skin, or gloved, with a sleeve or a bare arm, as its light shades it."""
    if chance.random() < GLOVED:
        skin = str(chance.choice(GLOVES))
    sleeve = skin if chance.random() < BARE else str(chance.choice(SLEEVES))
    return Hand(
        0.0,
        0.0,
        size=float(chance.uniform(0.85, 1.1)),
        skin=skin,
        sleeve=sleeve,
        round_=float(chance.uniform(0.1, 0.45)),
    )
