"""Several mats in one picture, each found, read and lost by itself."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from firmware.mats import load_mats
from vision.decks.deck import Deck, load_deck
from vision.find.known import Known
from vision.follow.tracker import Tracker
from vision.mat import Mat, places_mm
from vision.match.matcher import Matcher
from vision.observation import Observation
from vision.plane import Planes
from vision.reader import NOTHING_KNOWN, Reader
from vision.reading import CardReading, Found, Image, Verdict
from vision.spread import PlacedMat, Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press, art_source
from vision.synthetic.scene import Hand, PlacedCard, Scene

CARD_MM = (44.0, 63.0)
DECK = "coup_detat"
SIZE = (1920, 1080)
TABLE, FIRST, SECOND = load_mats("ogallala", 2)

# A round table's worth of turns: no mat lies as another does.
SPREAD = Spread.from_placed([
    PlacedMat(TABLE, 0.0, 0.0, 7.0),
    PlacedMat(FIRST, 0.0, 245.0, -4.0),
    PlacedMat(SECOND, -40.0, -260.0, 176.0),
])  # fmt: skip

CARDS = {  # zone, row, column: a card
    ("territory:0", 0, 0): "7C",
    ("territory:0", 0, 1): "AS",
    ("territory:0", 2, 13): "QD",
    ("territory:1", 1, 5): "KH",
    ("territory:1", 1, 6): "9D",
}


@cache
def deck() -> Deck:
    return replace(load_deck(DECK), size_mm=CARD_MM)


@cache
def matcher() -> Matcher:
    return Matcher(deck())


def reader(*mats: Mat) -> Reader:
    return Reader(deck(), *mats, matcher=matcher())


def over(spread: Spread) -> Renderer:
    camera = PinholeCamera.above(spread.size_mm, *SIZE, tilt_deg=6.0)
    return Renderer(camera, spread, Press({DECK: (art_source(DECK), CARD_MM)}))


@cache
def renderer() -> Renderer:
    return over(SPREAD)


def lying(
    cards: dict[tuple[str, int, int], str], spread: Spread = SPREAD
) -> tuple[PlacedCard, ...]:
    laid = ((card, spread.cell_mm(*cell)) for cell, card in cards.items())
    return tuple(PlacedCard(DECK, card, x, y, turn) for card, (x, y, turn) in laid)


def picture(
    cards: dict[tuple[str, int, int], str], *more: PlacedCard, hands: tuple[Hand, ...] = ()
) -> Image:
    return renderer().render(Scene((*lying(cards), *more), hands=hands)).image


@cache
def settled() -> tuple[Tracker, Observation]:
    """Return a tracker that has come to know the cards, and what it said last."""
    tracker = Tracker(reader(TABLE, FIRST, SECOND))
    for _ in range(6):
        seen = tracker.update(picture(CARDS))
    return tracker, seen


def placed(seen: Observation) -> dict[tuple[str, int, int], str | None]:
    """Return the cards that lie still and in sight, by grid, row and column."""
    grids = {zone: grid for mat in (TABLE, FIRST, SECOND) for zone, grid in mat.grids.items()}
    return {
        (card.reading.zone, *cell): card.reading.card
        for card in seen.settled
        if card.in_sight and card.reading.zone in grids and card.reading.place_mm is not None
        if (cell := grids[card.reading.zone].cell(*card.reading.place_mm)) is not None
    }


def test_each_mat_of_a_picture_is_found_by_its_own_markers_whichever_way_it_is_turned() -> None:
    planes = reader(TABLE, FIRST, SECOND).planes(picture({}))
    assert planes.keys() == {"table", "territory:0", "territory:1"}
    for laid in SPREAD.placed:
        corners = laid.on_table(laid.mat.corners_mm).astype(np.float64)
        off = planes[laid.mat.name].to_pixels(laid.mat.corners_mm) - renderer().camera.project(
            corners
        )
        assert np.abs(off).max() < 2.0, laid.mat.name


def test_a_card_is_read_on_the_mat_that_it_lies_on_and_once() -> None:
    reading = reader(TABLE, FIRST, SECOND).read(picture(CARDS))
    read = {(card.mat, card.card) for card in reading.cards}
    assert read == {(f"territory:{zone[-1]}", card) for (zone, _, _), card in CARDS.items()}
    assert all(card.verdict is Verdict.CERTAIN for card in reading.cards)


def test_a_territory_is_read_alone_too() -> None:
    alone = Spread.from_placed([PlacedMat(FIRST, 0.0, 0.0, 2.0)])
    cards = {cell: card for cell, card in CARDS.items() if cell[0] == "territory:0"}
    image = over(alone).render(Scene(lying(cards, alone))).image
    reading = reader(*load_mats("ogallala")).read(image)
    assert {(card.mat, card.card) for card in reading.cards} == {
        ("territory:0", card) for card in cards.values()
    }
    assert "no_mat" not in reading.quality.reasons


def test_cards_of_several_mats_settle_in_their_cells() -> None:
    _, seen = settled()
    assert placed(seen) == CARDS
    assert seen.unseen == frozenset()
    assert seen.steady


def test_what_is_covered_or_gone_of_one_mat_is_of_no_other() -> None:
    tracker, before = settled()
    ids = {card.reading.card: card.id for card in before.settled}
    there = Spread(SPREAD.placed[:2], SPREAD.size_mm)  # the second territory is taken away
    x, y, turn = SPREAD.cell_mm("territory:0", 1, 7)
    without = Renderer(renderer().camera, there, Press({DECK: (art_source(DECK), CARD_MM)}))
    cards = {cell: card for cell, card in CARDS.items() if cell[0] == "territory:0"}
    more = PlacedCard(DECK, "JS", x, y, turn)
    image = without.render(Scene((*lying(cards), more))).image
    for _ in range(6):
        seen = tracker.update(image)
    assert seen.mat
    assert placed(seen) == {**cards, ("territory:0", 1, 7): "JS"}
    assert {c.id for c in seen.settled if not c.in_sight} == {ids["KH"], ids["9D"]}
    assert seen.unseen == {"territory:1"}
    assert seen.whole_in("territory:0")
    assert not seen.whole_in("territory:1")
    for _ in range(6):  # and is laid back where it was
        seen = tracker.update(picture(CARDS, more))
    assert placed(seen) == {**CARDS, ("territory:0", 1, 7): "JS"}
    assert {card.reading.card: card.id for card in seen.settled}.items() >= ids.items()
    settled.cache_clear()


def test_a_hand_over_one_mat_is_in_no_zone_of_another() -> None:
    tracker, _ = settled()
    x, y, _ = SPREAD.cell_mm("territory:0", 1, 6)
    for _ in range(6):
        seen = tracker.update(picture(CARDS, hands=(Hand(x, y),)))
    assert "territory:0" in seen.hands
    assert "territory:1" not in seen.hands
    assert seen.steady_in("territory:1")
    assert (
        placed(seen).items()
        >= {cell: card for cell, card in CARDS.items() if cell[0] == "territory:1"}.items()
    )
    settled.cache_clear()


class Counting(Reader):
    """A reader that notes which mats it looks at, and how many cards it reads again."""

    looked: tuple[str, ...] = ()
    read_anew = 0

    def find(
        self, picture: Image, planes: Planes, known: Mapping[str, Known] = NOTHING_KNOWN
    ) -> tuple[Found, ...]:
        calm = {name for name, mat in known.items() if not mat.changed}
        self.looked = tuple(sorted(planes.keys() - calm))
        return super().find(picture, planes, known)

    def read_found(
        self,
        picture: Image,
        places: Sequence[Found],
        planes: Planes,
        within_s: float = math.inf,
    ) -> tuple[CardReading, ...]:
        cards = super().read_found(picture, places, planes, within_s)
        self.read_anew = sum(not card.remembered for card in cards)
        return cards


def test_only_the_mat_on_which_something_changed_is_looked_at_again() -> None:
    counting = Counting(deck(), TABLE, FIRST, SECOND, matcher=matcher())
    tracker = Tracker(counting)
    for _ in range(7):
        tracker.update(picture(CARDS))
    x, y, turn = SPREAD.cell_mm("territory:1", 0, 9)
    image = picture(CARDS, PlacedCard(DECK, "JS", x, y, turn))
    tracker.update(image)  # it moves
    seen = tracker.update(image)
    assert counting.looked == ("territory:1",)
    assert counting.read_anew == 1
    assert len(seen.settled) == len(CARDS)
    for _ in range(3):
        seen = tracker.update(image)
    assert placed(seen) == {**CARDS, ("territory:1", 0, 9): "JS"}


def test_a_mat_that_is_not_seen_costs_a_search_now_and_then_alone() -> None:
    looking = reader(TABLE, FIRST, SECOND, *load_mats("ogallala")[3:])
    image = picture({})
    for _ in range(12):
        assert len(looking.planes(image)) == 3
    assert looking._mats_finder.searches <= 3


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_card_15_mm_off_its_place_is_in_its_zone_and_places_lie_far_apart(seats: int) -> None:
    (mat,) = load_mats("plenty_coups", seats)
    camps = {int(zone.partition(":")[2]) for zone in mat.zones if zone.startswith("raid:")}
    assert camps >= set(range(max(seats, 3)))  # two players have a neutral tribe beside them
    places = [(zone, at) for zone, box in mat.zones.items() for at in places_mm(box)]
    for zone, (x, y) in places:
        for step in range(24):
            turn = math.pi / 12 * step
            assert mat.zone_of(x + 15 * math.cos(turn), y + 15 * math.sin(turn)) == zone
    straight = {"pile:0", "laid_away"}  # piles
    for (zone, at), (other, there) in combinations(places, 2):
        far = math.dist(at, there)
        assert far >= (72 if {zone, other} & straight else 94), (zone, other)
