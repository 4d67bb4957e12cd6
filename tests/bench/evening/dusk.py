"""Light that fades over a table: nothing is lost before the picture is called dark.

At each exposure the cards that lie there are looked at, then fresh ones are laid, and taken away.
Faults, each where no reason is said, or the table counts as still and seen whole: *gone*, a card
that lies there is known no more; *unseen*, a fresh one is nowhere after a second. In any light:
*wrong*, a name that does not lie there.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import numpy as np

from tests.bench import Judged
from tests.bench.evening.cells import in_a_cell
from tests.bench.evening.decks import cards_of, is_own, press_of
from tests.bench.spread import spread
from vision.decks.deck import Card, Deck, load_deck
from vision.follow.tracker import Tracker
from vision.follow.tracks import TIMEOUT
from vision.mat import WHOLE
from vision.mat_file import read_mat
from vision.observation import Observation
from vision.reader import Reader
from vision.reading import CardReading, Image, Verdict
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import MAT, Lens, Light, PlacedCard

SOURCE = Path(__file__).parents[3]
TABLES = (  # each mat, and a deck that lies on it
    ("hardware/mats/table.toml", "emblems"),
    ("hardware/mats/table.toml", "coyote-tomahawk"),
    ("hardware/mats/table.toml", "coyote-kidult"),
    ("hardware/mats/table.toml", "coyote-oliphante"),
    ("hardware/mats/table.toml", "felt pen, coyote-tomahawk"),
    ("hardware/mats/table.toml", "coup"),
    ("referee/coup_detat/mats/coup_detat.toml", "coup_detat"),
    ("referee/ogallala/mats/territory.toml", "ogallala"),
    ("referee/plenty_coups/mats/six.toml", "plenty_coups"),
)
SIZES = ((960, 540), (1920, 1080))
EXPOSURES = tuple(round(1.0 - 0.05 * step, 2) for step in range(17))
NOISE = 3.0  # grey levels, of any light: what a camera does that is turned up for dim light
TILT_DEG = 9.0
LEAN_DEG = 1.0  # of a card in a cell
LIE, FRESH = 3, 6  # cards that lie there all the time, and that are laid at each exposure
TRIES = 60  # for a place apart from the others: small mats hold fewer
SETTLE, STAY = 8, 4  # frames before the light fades, and in which nothing but the light changes
SECOND = 15  # frames in which fresh cards are to be found
FAULTS = ("gone", "unseen", "wrong")
AT = 0.3  # of a card's height: a place so near a card is its own
APART = 1.3  # of a card's height between two cards' middles
BESIDE = 0.62  # of a card's height: its corners are so far from its middle


@dataclass(frozen=True)
class Dusk:
    """A table over which the light fades; `number` fixes the chance in it."""

    mat: str
    deck: str
    size: tuple[int, int]
    number: int

    @property
    def where(self) -> str:
        """Return the words by which the trial is found again."""
        return f"{self.number}: {self.deck} on {Path(self.mat).stem}, {self.size[0]}x{self.size[1]}"


class DuskRow(Judged, frozen=True):
    """All trials of one colour, or of a deck of many.

    `fresh` are the cards laid before it was called dark, `asked` those of them that were found and
    not read. `found` and `certain` are the exposures down to which all were, `dark` is the lowest
    at which that was first said.
    """

    NEVER = FAULTS

    colour: str
    fresh: int
    gone: int
    unseen: int
    wrong: int
    asked: int
    found: float
    certain: float
    dark: float


@dataclass
class Faded:
    """What came of one trial, by colour: the faults, and what was said at which exposure."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    lacking: list[tuple[str, str, float]] = field(default_factory=list)  # colour, what, exposure
    dark: float = 0.0

    def tell(self, colour: str, fault: str, what: str) -> None:
        """Count a fault; the first of each colour is told."""
        if not self.counts[colour, fault]:
            self.faults.append(f"{fault.upper():<8} {what}")
        self.counts[colour, fault] += 1


def dusks(count: int, seed: int) -> list[Dusk]:
    """Return so many trials: the tables in turn, and the sizes."""
    made = []
    for number in range(count):
        mat, deck = TABLES[number % len(TABLES)]
        size = SIZES[number // len(TABLES) % len(SIZES)]
        made.append(Dusk(mat, deck, size, seed * 100_000 + number))
    return sorted(made, key=lambda dusk: (dusk.mat, dusk.deck, dusk.size))


def fading(count: int, seed: int, processes: int) -> list[DuskRow]:
    """Let the light fade over so many tables; return a row a colour, and of all."""
    faded = list(spread(play, dusks(count, seed), processes, "tables"))
    colours = sorted({colour for one in faded for colour, _ in one.counts})
    return [*(_row(colour, faded, {colour}) for colour in colours), _row("all", faded, {*colours})]


def play(dusk: Dusk) -> Faded:
    """Let the light fade, and hold what the tracker says against what lies there."""
    table, faded = _Table(dusk), Faded()
    tracker = Tracker(table.reader)
    for picture in table.frames(EXPOSURES[0], table.lie, SETTLE):
        seen = tracker.update(picture)
    known = {
        card.id: lying
        for card in seen.settled
        for lying in table.lie
        if table.lies_at(card.reading, lying)
    }
    for exposure in EXPOSURES:
        fresh, where = table.deal(FRESH, table.lie), f"{dusk.where}, exposure {exposure:g}"
        laid = (*table.lie, *fresh)
        for cards, frames in ((table.lie, STAY), (laid, SECOND), (table.lie, TIMEOUT + 2)):
            for picture in table.frames(exposure, cards, frames):
                seen = tracker.update(picture)
                _judge(seen, known, table, where, faded)
            if cards is laid:
                _judge_fresh(seen, fresh, table, exposure, where, faded)
    return faded


def _judge(
    seen: Observation, known: Mapping[str, PlacedCard], table: _Table, where: str, faded: Faded
) -> None:
    """Hold one observation against the cards that lie there all the time, and all names.

    A name that lay there before is not wrong: how soon it goes, other benches judge.
    """
    for card in seen.settled:
        there = [one for one in table.dealt if table.lies_at(card.reading, one)]
        named = card.reading.verdict is Verdict.CERTAIN
        if named and card.reading.card not in {one.card for one in there}:
            colour = table.colour((*there, *table.lie)[0])
            faded.tell(colour, "wrong", f"{where}: {card.reading.card}")
    in_sight = {card.id for card in seen.settled if card.in_sight or not seen.steady}
    for lost in known.keys() - in_sight if _counts(seen) else ():
        faded.tell(table.colour(known[lost]), "gone", f"{where}: {known[lost].card}")


def _judge_fresh(
    seen: Observation,
    fresh: Sequence[PlacedCard],
    table: _Table,
    exposure: float,
    where: str,
    faded: Faded,
) -> None:
    """Hold the last observation of fresh cards' second against them."""
    if "dark" in seen.quality.reasons:
        faded.dark = max(faded.dark, exposure)
    readings = [*(card.reading for card in seen.settled), *seen.pending]
    for card in fresh:
        colour = table.colour(card)
        found = [one for one in readings if table.lies_at(one, card)]
        certain = any(one.verdict is Verdict.CERTAIN for one in found)
        if "dark" not in seen.quality.reasons:
            faded.counts[colour, "fresh"] += 1
            faded.counts[colour, "asked"] += bool(found) and not certain
        if not found:
            faded.lacking.append((colour, "found", exposure))
            if _counts(seen):
                at = f"{card.x_mm:.0f}, {card.y_mm:.0f} mm"
                faded.tell(colour, "unseen", f"{where}: {card.card} at {at}")
        if not certain:
            faded.lacking.append((colour, "certain", exposure))


def _counts(seen: Observation) -> bool:
    """Tell whether what is not seen counts as not being there, or nothing says why it is not."""
    return not seen.quality.reasons or (seen.steady and seen.whole_in(WHOLE))


class _Table:
    """A table with some cards that lie there all the time, rendered frame by frame."""

    def __init__(self, dusk: Dusk) -> None:
        self.dusk, self.reader = dusk, _reader(dusk.mat, dusk.deck)
        self._renderer = _renderer(dusk.mat, dusk.deck, dusk.size)
        self._chance = chance = np.random.default_rng([dusk.number, 5])
        self._high = self.reader.deck.size_mm[1]
        self._gradient = float(chance.uniform(0.0, 0.3))
        self._gradient_deg = float(chance.uniform(0, 360))
        self._names = [*chance.permutation(cards_of(dusk.deck))]
        self.dealt: list[PlacedCard] = []  # all, also those that were taken away
        self.lie = self.deal(LIE, ())

    def deal(self, count: int, beside: Sequence[PlacedCard]) -> tuple[PlacedCard, ...]:
        """Return so many cards, or as many as fit, that lie apart; the deck's in turn."""
        cards: list[PlacedCard] = []
        for _ in range(TRIES):
            x, y, turn = self._place()
            apart = (math.hypot(x - o.x_mm, y - o.y_mm) for o in (*beside, *cards))
            if len(cards) < count and all(away > APART * self._high for away in apart):
                self._names.append(self._names.pop(0))
                cards.append(PlacedCard(self.dusk.deck, str(self._names[-1]), x, y, turn))
        self.dealt += cards
        return tuple(cards)

    def _place(self) -> tuple[float, float, float]:
        """Return where a card may lie, and how it is turned: in a cell, or off the markers."""
        chance, (mat,) = self._chance, self.reader.mats.values()
        if (cell := in_a_cell(mat, chance, LEAN_DEG)) is not None:
            return cell
        room = BESIDE * self._high
        while True:
            x, y = (float(chance.uniform(room, side - room)) for side in mat.size_mm)
            boxes = (mat.marker_corners_mm(marker) for marker in mat.markers)
            middles = ((quad.mean(0), np.ptp(quad, 0).max() / 2 + mat.quiet_mm) for quad in boxes)
            if all(np.abs((x, y) - middle).max() > room + half for middle, half in middles):
                return x, y, float(chance.uniform(-180, 180))

    def frames(self, exposure: float, cards: Sequence[PlacedCard], count: int) -> Iterator[Image]:
        """Yield so many frames of cards in one light."""
        light = Light(exposure, self._gradient, self._gradient_deg)
        image = self._renderer.bare(MAT, light)
        for card in cards:
            self._renderer.lay(image, card, light)
        for _ in range(count):
            seed = int(self._chance.integers(1 << 30))
            yield self._renderer.through_lens(image, Lens(noise=NOISE), seed)

    def lies_at(self, reading: CardReading, card: PlacedCard) -> bool:
        """Tell whether a reading is of the place where a card lies."""
        if reading.place_mm is None:
            return False
        x, y = reading.place_mm
        return math.hypot(x - card.x_mm, y - card.y_mm) < AT * self._high

    def colour(self, card: PlacedCard) -> str:
        """Return the colour of a card of one, else its deck's name."""
        if self.dusk.deck != "emblems":
            return self.dusk.deck
        return f"{self.dusk.deck}, {card.card.split('-')[1]}"


@lru_cache(maxsize=1)
def _reader(mat: str, deck: str) -> Reader:
    return Reader(_deck(deck), read_mat(SOURCE / mat))


def _deck(name: str) -> Deck:
    """Return a deck that is known whole; strange ones by their cards as they were printed."""
    if is_own(name):
        return load_deck(name)
    press, cards = press_of(name), cards_of(name)
    faces = {card: press.face(name, card, wear=0.0) for card in cards}
    known = tuple(Card(card, 1) for card in cards)
    return Deck(name, press.size_mm(name), known, faces, whole=True)


@lru_cache(maxsize=1)
def _renderer(mat: str, deck: str, size: tuple[int, int]) -> Renderer:
    there = read_mat(SOURCE / mat)
    camera = PinholeCamera.above(there.size_mm, *size, tilt_deg=TILT_DEG)
    return Renderer(camera, there, press_of(deck))


def _row(colour: str, faded: list[Faded], colours: set[str]) -> DuskRow:
    mine = [one for one in faded if any(of in colours for of, _ in one.counts)]
    counts = {
        name: sum(one.counts[of, name] for one in mine for of in colours)
        for name in (*FAULTS, "fresh", "asked")
    }
    found, certain = (
        _brighter(e for one in mine for of, w, e in one.lacking if w == what and of in colours)
        for what in ("found", "certain")
    )
    return DuskRow(
        colour=colour,
        found=found,
        certain=certain,
        dark=min(one.dark for one in mine),
        faults=tuple(fault for one in mine for fault in one.faults),
        **counts,
    )


def _brighter(lacking: Iterator[float]) -> float:
    """Return the exposure above all those at which something was lacking; 0: there is none."""
    worst = max(lacking, default=0.0)
    return min((one for one in EXPOSURES if one > worst), default=0.0)
