"""From a hand's leaving a full table to the move that its card makes, frame by frame.

The camera gives so many frames a second; the newest is taken when the last one is done, which took
what it took of one processor. So the seconds are those of a machine that does nothing else. A card
has to lie still and read alike in three frames: that alone takes a fifth of a second. The desk and
the pages, which follow, are measured with the buttons (`latency.py`).
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np

from firmware.mats import load_mats
from firmware.reading.asker import Asker
from referee.actor import TABLE
from referee.contract import Frozen, Offers
from referee.judge import Judge
from referee.judging import Meaning
from referee.kit import MoveBase
from referee.match.desk import Entry, Snapshot
from referee.match.journal.bodies import BEGIN
from referee.match.open_offers import OpenOffers
from referee.match.people.players import Players
from referee.table import Card, Change, Changes, Laid, Layout, Zone
from tests.bench import Figure, at_most, games
from tests.bench.speed.loaded import FRAMES_A_SECOND
from vision.decks.deck import load_deck
from vision.follow.tracker import Tracker
from vision.mat import Mat
from vision.reader import Reader
from vision.reading import Image
from vision.spread import PlacedMat as LaidOut
from vision.spread import Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Hand, Lens, Light, PlacedCard, Scene

LYING = (0, 72, 100)  # cards
MATS = 3
SIZE = (1920, 1080)
GOAL_S = 0.8
BETWEEN_MM = 14.0
ASIDE_MM, ASKEW_DEG = 1.0, 1.2  # standard deviations of how a hand lays a card in a cell
REACH_MM = (60.0, 30.0, 0.0, 0.0, 30.0, 60.0)  # of the hand from the card, a frame each
LAID_AT = 3  # the frame of these from which the card lies there
REST_FRAMES = 12  # before the hand comes
LIMIT_FRAMES = 90

Cell = tuple[Zone, tuple[int, int]]


@dataclass(frozen=True)
class Film:
    """What lies on a table, and pictures of it: before a card is laid, by a hand, and after.

    `lies` is what lies there before, `mats` are those under it.
    """

    mats: tuple[Mat, ...]
    lies: Layout
    before: Sequence[Image]
    hand: Sequence[Image]
    after: Sequence[Image]

    def frame(self, number: int) -> Image:
        """Return a frame by its number."""
        if number < REST_FRAMES:
            return self.before[number % len(self.before)]
        number -= REST_FRAMES
        return self.hand[number] if number < len(self.hand) else self.after[number % 2]


def measure(lying: Sequence[int] = LYING) -> Iterator[Figure]:
    """Yield the seconds from a hand to a move where so many cards lie, and what they go into."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        for count in lying:
            yield from _figures(count)
    finally:
        cv2.setNumThreads(threads)


def _figures(count: int) -> list[Figure]:
    took_s, frames, cpu_ms = laid(film(count))
    name = f"a card's move after the hand has gone, {count} cards lying"
    return [
        at_most(name, took_s, GOAL_S, "s"),
        Figure("the frames that it takes", frames, "frames"),
        Figure("a frame of these, median", round(cpu_ms, 1), "ms"),
    ]


def film(count: int, mats: int = MATS, size: tuple[int, int] = SIZE) -> Film:
    """Render a card's being laid on mats on which so many others lie in cells."""
    game = next(name for name, _ in games.sections("territories"))
    chosen = [mat for mat in load_mats(game) if mat.grids][:mats]
    below = chosen[0].size_mm[1] + BETWEEN_MM
    spread = Spread.from_placed([LaidOut(mat, 0.0, n * below) for n, mat in enumerate(chosen)])
    cells = [
        [(zone, row, column) for row in range(grid.rows) for column in range(grid.columns)]
        for mat in chosen
        for zone, grid in mat.grids.items()
    ]
    places = [cell for row in zip(*cells, strict=True) for cell in row][: count + 1]
    chance = np.random.default_rng(count)
    names = itertools.cycle(map(str, chance.permutation(load_deck(game, pictures=False).names)))
    cards = []
    for place, name in zip(places, names, strict=False):
        x, y, turn = spread.cell_mm(*place)
        dx, dy = chance.normal(0, ASIDE_MM, 2).tolist()
        askew = float(chance.normal(0, ASKEW_DEG))
        cards.append(PlacedCard(game, name, x + dx, y + dy, turn + askew))
    new, here = cards[count // 2], [*cards[: count // 2], *cards[count // 2 + 1 :]]
    known = [place for place, card in zip(places, cards, strict=True) if card is not new]
    layout = Layout(
        tuple(
            Card(card.card, Zone.parse(zone), (row, column))
            for (zone, row, column), card in zip(known, here, strict=True)
        )
    )
    camera = Renderer(PinholeCamera.above(spread.size_mm, *size, tilt_deg=5.0, room=1.05), spread)
    seeds = itertools.count()

    def taken(*more: PlacedCard, hands: tuple[Hand, ...] = ()) -> Image:
        scene, lens = Scene((*here, *more), hands=hands), Lens(0.5, noise=2.5)
        return camera.render(scene, Light(0.95, 0.2), lens, next(seeds)).image

    return Film(
        tuple(chosen),
        layout,
        [taken() for _ in range(2)],
        [
            taken(*(new,) * (n >= LAID_AT), hands=(Hand(new.x_mm, new.y_mm - reach),))
            for n, reach in enumerate(REACH_MM)
        ],
        [taken(new) for _ in range(2)],
    )


def laid(shown: Film) -> tuple[float, int, float]:
    """Return the seconds and frames from the hand's leaving to the move, and a frame's ms."""
    game = next(name for name, _ in games.sections("territories"))
    reader = Reader(load_deck(game), *shown.mats)
    while reader.precompute():
        pass
    tracker, asker, match = Tracker(reader), Asker(), _match(shown.lies)
    grids = {zone: grid for mat in shown.mats for zone, grid in mat.grids.items()}
    gone = REST_FRAMES + len(shown.hand)  # the first frame without the hand
    now_s, spent_ms, number = 0.0, list[float](), -1
    while number < LIMIT_FRAMES:
        newest = math.floor(now_s * FRAMES_A_SECOND)
        number = max(number + 1, newest if number >= REST_FRAMES else 0)
        begun_s = time.thread_time()
        observed = tracker.update(shown.frame(number))
        made = asker.consider(match, observed, number / FRAMES_A_SECOND, grids)
        took_s = time.thread_time() - begun_s
        # Until the table is known nobody lays a card: those frames take no time.
        begins_s = number / FRAMES_A_SECOND
        now_s = begins_s if number < REST_FRAMES else max(now_s, begins_s) + took_s
        if number >= gone:
            spent_ms.append(1e3 * took_s)
        if made is not None:
            assert made.move["move"] == "lay", made.move
            return now_s - gone / FRAMES_A_SECOND, len(spent_ms), float(np.median(spent_ms))
    raise AssertionError("The card that was laid made no move.")


# -- a made-up game: any card that is laid in a cell is a move ------------------------------------


class _Lay(MoveBase, tag="lay"):
    cards: tuple[str, ...]
    proof: tuple[str, ...] = ()


class _State(Frozen):
    layout: Layout


class _Game:
    name = "lay"

    def __init__(self, cards: dict[str, int]) -> None:
        self.rules = self.table = self  # One object is all parts of this game.
        self.cards = SimpleNamespace(counts=lambda _options: cards)
        self.judge = Judge(self.apply, self.means, _nothing, _nobody, _nothing_due)

    @staticmethod
    def apply(state: _State, _move: _Lay) -> tuple[_State, tuple[()]]:
        return state, ()

    @staticmethod
    def layout(state: _State) -> Layout:
        return state.layout

    @staticmethod
    def turn(_state: _State) -> None:
        """Return None: every place has an owner."""

    @staticmethod
    def means(_state: _State, change: Change, _left: Changes) -> tuple[Meaning, ...]:
        if not isinstance(change, Laid):
            return ()
        return (Meaning(_Lay((change.card,), (change.id,)), (change,)),)


def _nothing(_state: _State, _change: Change) -> None:
    return None


def _nobody(_state: _State, _change: Change) -> tuple[int, ...]:
    return ()


def _nothing_due(_state: _State, _left: Changes) -> tuple[()]:
    return ()


def _match(layout: Layout) -> Snapshot:
    names = {card.name: 9 for card in layout.cards}
    return Snapshot(
        seq=1,
        steps_seq=1,
        match=1,
        game=cast(Any, _Game(names)),
        options=None,
        seats=MATS,
        players=Players.at_start(MATS, ()),
        state=_State(layout),
        open_offers=OpenOffers.fresh(Offers((), ()), 1),
        rulings=(),
        log=(Entry(1, BEGIN, TABLE, 0.0),),
        outcome=None,
        can_undo=False,
        can_redo=False,
        cited_pictures=frozenset(),
    )
