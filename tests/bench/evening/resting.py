"""Hands of every colour that rest on a card: it must not be gone, and be the same one afterwards.

Faults: *gone*, a frame in which a card under the hand is known no more, or in which the table is
still without it; *changed*, a card that is not the same afterwards; *wrong*, a name
that does not lie there.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np

from tests.bench import Judged
from tests.bench.evening.cells import in_a_cell
from tests.bench.spread import spread
from vision.decks.deck import load_deck
from vision.follow.schedule import REREAD_AFTER
from vision.follow.tracker import Tracker
from vision.follow.tracks import COVERED_TIMEOUT, TIMEOUT
from vision.mat import WHOLE
from vision.mat_file import read_mat
from vision.observation import Observation
from vision.reader import Reader
from vision.reading import Image, Verdict
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import MAT, Hand, Lens, Light, PlacedCard, Pose

SOURCE = Path(__file__).parents[3]
MATS = {  # each mat, and a deck that lies on it
    "hardware/mats/table.toml": "coyote-tomahawk",
    "referee/coup_detat/mats/coup_detat.toml": "coup_detat",
    "referee/ogallala/mats/territory.toml": "ogallala",
    "referee/plenty_coups/mats/six.toml": "plenty_coups",
}
SIZES = ((960, 540), (1920, 1080), (2304, 1296))
SKINS = ("#f6dccb", "#e0b090", "#b98263", "#8d5a3c", "#3b2219")
GLOVES = ("#f4f4f2", "#1c1c1e", "#3f6fb5", "#c7362f", "#d9b23c", "#5d8a58")
SLEEVES = ("#3a4660", "#f0efea", "#18181a", "#6f7f5c", "#8c2f39", "")  # none: a bare arm
SIDES_DEG = (0.0, 90.0, 180.0, 270.0)
OVER = ("all", "half", "tips", "fist")  # what of the card the hand lies on, and how
ROUND = (0.1, 0.25, 0.45)  # how dark a hand's edges are: light from all around, from a lamp
FAULTS = ("gone", "changed", "wrong")

BEFORE, AFTER = 8, TIMEOUT + REREAD_AFTER  # frames before the hand comes, and once it has left
RESTS = (
    COVERED_TIMEOUT + 2 * TIMEOUT + 4
)  # frames in which it lies still: what is lost is gone by then
STEPS = 3  # frames in which it comes, and in which it goes
REACH_MM = 420.0
CARDS = 3
LEAN_DEG = 2.0  # of a card in a cell
APART = 1.3  # of a card's height between two cards' middles


@dataclass(frozen=True)
class Rest:
    """A hand that rests on a card of a table; `number` fixes the chance in it."""

    mat: str
    size: tuple[int, int]
    skin: str
    sleeve: str
    over: str
    from_deg: float
    round_: float
    number: int

    @property
    def where(self) -> str:
        """Return the words by which the trial is found again."""
        pixels = "x".join(map(str, self.size))
        return (
            f"{self.number}: {Path(self.mat).stem} at {pixels}, hand {self.skin} with sleeve "
            f"{self.sleeve or 'none'} over {self.over} from {self.from_deg:g}°, round {self.round_}"
        )


class RestRow(Judged, frozen=True):
    """All trials of one colour: `asked` are those in which something under a hand was asked about,
    `hidden` those in which the table was never still and seen whole while the hand lay there."""

    NEVER = FAULTS

    colour: str
    trials: int
    gone: int
    changed: int
    wrong: int
    asked: int
    hidden: int
    unknown: int


def rests(count: int, seed: int) -> list[Rest]:
    """Return so many trials: the colours, sides, sizes and mats in turn, all else by chance."""
    chance = np.random.default_rng([seed, 26])
    colours = SKINS + GLOVES
    made = []
    for number in range(count):
        mat, sleeve, over = (chance.choice(of) for of in (list(MATS), SLEEVES, OVER))
        made.append(
            Rest(
                str(mat),
                SIZES[number % len(SIZES)],
                colours[number % len(colours)],
                str(sleeve),
                str(over),
                SIDES_DEG[number % len(SIDES_DEG)],
                float(chance.choice(ROUND)),
                seed * 100_000 + number,
            )
        )
    return sorted(made, key=lambda rest: (rest.mat, rest.size))


def resting(count: int, seed: int, processes: int) -> list[RestRow]:
    """Let so many hands rest; return a row a colour of skin or glove, and of all."""
    planned = rests(count, seed)
    by_colour: dict[str, list[Rested]] = {}
    for rest, rested in zip(planned, spread(play, planned, processes, "hands"), strict=True):
        by_colour.setdefault(rest.skin, []).append(rested)
    rows = [_row(colour, by_colour[colour]) for colour in SKINS + GLOVES if colour in by_colour]
    return [*rows, _row("all", [one for many in by_colour.values() for one in many])]


@dataclass
class Rested:
    """What came of one trial: how many frames each fault was seen in."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def tell(self, fault: str, what: str) -> None:
        """Count a fault; the first of each is told."""
        if not self.counts[fault]:
            self.faults.append(f"{fault.upper():<8} {what}")
        self.counts[fault] += 1


def play(rest: Rest) -> Rested:
    """Let a hand come, rest and go, and hold what the tracker says against what lies there."""
    reader, renderer = _reader(rest.mat), _renderer(rest.mat, rest.size)
    scene = _Scene(rest, reader, renderer)
    tracker, rested = Tracker(reader), Rested()
    for picture in scene.bare(BEFORE):
        before = tracker.update(picture)
    known = _known(before)
    if len(known) < CARDS or not before.steady:
        rested.counts["unknown"] += 1  # not read even before the hand came: told by other benches
        return rested
    steady = 0
    for still, picture in scene.hand():
        seen = tracker.update(picture)
        _judge(rest, seen, known, rested)
        steady += still and seen.steady and seen.whole_in(WHOLE)
        rested.counts["asked"] |= any(card.reading.card is None for card in seen.settled)
    rested.counts["hidden"] += not steady
    for picture in scene.bare(AFTER):
        after = tracker.update(picture)
    if _known(after) != known or len(after.settled) != len(known) or not after.steady:
        rested.tell("changed", f"{rest.where}: {known} became {_known(after)}")
    return rested


def _judge(rest: Rest, seen: Observation, known: Mapping[str, str], rested: Rested) -> None:
    """Hold one observation against the cards, all of which lie where they lay."""
    for card in seen.settled:
        if card.reading.verdict is Verdict.CERTAIN and known.get(card.id) != card.reading.card:
            rested.tell("wrong", f"{rest.where}: {card.reading.card}")
    there = {card.id for card in seen.settled}
    if seen.steady:
        there &= _known(seen).keys()
    for lost in known.keys() - there:
        rested.tell("gone", f"{rest.where}: {known[lost]}")


def _known(seen: Observation) -> dict[str, str]:
    """Return the cards that are certain and in sight, by their ids."""
    return {
        card.id: card.reading.card or ""
        for card in seen.settled
        if card.in_sight and card.reading.verdict is Verdict.CERTAIN
    }


class _Scene:
    """A table with some cards, rendered frame by frame."""

    def __init__(self, rest: Rest, reader: Reader, renderer: Renderer) -> None:
        self.rest, self._renderer = rest, renderer
        self._chance = chance = np.random.default_rng([rest.number, 5])
        self._wide, self._high = reader.deck.size_mm
        self._light = Light(
            exposure=float(chance.uniform(0.75, 1.05)),
            gradient=float(chance.uniform(0.0, 0.3)),
            gradient_deg=float(chance.uniform(0, 360)),
        )
        self._lens = Lens(noise=float(chance.uniform(1.0, 3.0)))
        self.cards = self._cards(reader)
        image = renderer.bare(MAT, self._light)
        for card in self.cards:
            renderer.lay(image, card, self._light)
        self._laid: Image = image

    def _cards(self, reader: Reader) -> list[PlacedCard]:
        """Return cards that lie apart and clear of the mat's edges."""
        deck, names = reader.deck.name, self._chance.permutation(reader.deck.names)
        found: list[PlacedCard] = []
        while len(found) < CARDS:
            x, y, turn = self._place(reader)
            if all(math.hypot(x - o.x_mm, y - o.y_mm) > APART * self._high for o in found):
                found.append(PlacedCard(deck, str(names[len(found)]), x, y, turn))
        return found

    def _place(self, reader: Reader) -> tuple[float, float, float]:
        """Return where a card may lie, and how it is turned: in a grid's cell, or within a zone."""
        chance, (mat,) = self._chance, reader.mats.values()
        if (cell := in_a_cell(mat, chance, LEAN_DEG)) is not None:
            return cell
        zones = [
            box for box in mat.zones.values() if min(box[2] - box[0], box[3] - box[1]) > self._high
        ]
        left, top, right, bottom = zones[int(chance.integers(len(zones)))]
        room = self._high / 2
        x, y = (
            float(chance.uniform(a + room, b - room)) for a, b in ((left, right), (top, bottom))
        )
        return x, y, float(chance.uniform(-180, 180))

    def bare(self, frames: int) -> Iterator[Image]:
        """Yield frames without a hand."""
        return (self._picture(None) for _ in range(frames))

    def hand(self) -> Iterator[tuple[bool, Image]]:
        """Yield the frames in which a hand comes, rests and goes; and whether it lies still."""
        for step in range(STEPS, 0, -1):
            yield False, self._picture(self._hand(REACH_MM * step / STEPS))
        resting = self._reached(self._hand(0.0))
        for _ in range(RESTS):
            yield True, self._through(resting)
        for step in range(1, STEPS + 1):
            yield False, self._picture(self._hand(REACH_MM * step / STEPS))

    def _hand(self, back_mm: float) -> Hand:
        """Return the hand, drawn back along its arm."""
        rest, card = self.rest, self.cards[0]
        beyond = {"all": -60.0, "half": 0.0, "tips": 0.3 * self._high, "fist": -30.0}[rest.over]
        turn = math.radians(rest.from_deg)
        along = beyond + back_mm
        x, y = card.x_mm + along * math.cos(turn), card.y_mm + along * math.sin(turn)
        pose = {"fist": Pose.FIST, "all": Pose.FLAT}.get(rest.over, Pose.SPREAD)
        sleeve = rest.sleeve or rest.skin
        return Hand(x, y, rest.from_deg, 1.0, rest.skin, sleeve, pose, rest.round_)

    def _reached(self, hand: Hand | None) -> Image:
        image = self._laid.copy()
        if hand is not None:
            self._renderer.reach(image, hand, self._light)
        return image

    def _through(self, image: Image) -> Image:
        seed = int(self._chance.integers(1 << 30))
        return self._renderer.through_lens(image, self._lens, seed)

    def _picture(self, hand: Hand | None) -> Image:
        return self._through(self._reached(hand))


@lru_cache(maxsize=1)
def _reader(mat: str) -> Reader:
    return Reader(load_deck(MATS[mat]), read_mat(SOURCE / mat))


@lru_cache(maxsize=1)
def _renderer(mat: str, size: tuple[int, int]) -> Renderer:
    there = read_mat(SOURCE / mat)
    return Renderer(PinholeCamera.above(there.size_mm, *size, tilt_deg=9.0), there)


def _row(colour: str, rested: list[Rested]) -> RestRow:
    trials = {name: sum(bool(one.counts[name]) for one in rested)
              for name in (*FAULTS, "asked", "hidden", "unknown")}  # fmt: skip
    faults = tuple(fault for one in rested for fault in one.faults)
    return RestRow(colour=colour, trials=len(rested), faults=faults, **trials)
