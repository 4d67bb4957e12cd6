"""What did not change is not looked at again, and all is known as if everything had been."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest

from firmware.mats import load_mats
from vision.decks.deck import load_deck
from vision.find import on_mat
from vision.find.known import Known
from vision.follow.tracker import Tracker
from vision.match.matcher import Matcher
from vision.observation import Observation
from vision.reader import Reader
from vision.reading import Image
from vision.spread import Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Hand, Lens, Light, PlacedCard, Scene

DECK = "ogallala"
MAT = load_mats(DECK)[1]
SPREAD = Spread.single(MAT)
(ZONE,) = MAT.grids
NAMES = load_deck(DECK, pictures=False).names
CARDS, COLUMNS = 8, 4  # in the first cells of each row
NEW = CARDS  # the number of the card that is laid
REST = 5  # frames after each change: enough to settle

Cards = dict[int, PlacedCard]
Settled = set[tuple[str | None, str, tuple[float, float], bool]]


def at_cell(number: int, name: str) -> PlacedCard:
    x, y, turn = SPREAD.cell_mm(ZONE, number // COLUMNS % 3, number % COLUMNS + number // CARDS * 8)
    return PlacedCard(DECK, name, x, y, turn + (-1.0, 0.0, 1.2)[number % 3])


def full() -> Cards:
    return {n: at_cell(n, NAMES[n]) for n in range(CARDS)}


@pytest.fixture(scope="module")
def camera() -> Renderer:
    return Renderer(PinholeCamera.above(SPREAD.size_mm, 1200, 450, tilt_deg=8.0), SPREAD)


@dataclass
class Filming:
    """What a camera sees, its noise as no other frame's."""

    camera: Renderer
    frames: int = 0

    def take(self, cards: Cards, *hands: Hand) -> Image:
        self.frames += 1
        scene = Scene(tuple(cards.values()), hands=hands)
        frame = self.camera.render(scene, Light(0.9, 0.3), Lens(noise=2.5), self.frames)
        return frame.image


def events(cards: Cards) -> Iterator[tuple[str, Cards, int]]:
    """Yield what people do, one after the other: how the cards lie then, and which one moved."""
    cards = cards | {NEW: at_cell(NEW, NAMES[-1])}
    yield "laid", cards, NEW
    upon = replace(cards[NEW], x_mm=cards[6].x_mm + 14, y_mm=cards[6].y_mm + 9, turn_deg=20.0)
    cards = cards | {NEW: upon}
    yield "laid over another", cards, NEW
    cards = {n: card for n, card in cards.items() if n != NEW}
    yield "taken away", cards, NEW
    cards = cards | {4: replace(cards[4], card=NAMES[-2])}
    yield "swapped", cards, 4
    cards = cards | {7: replace(cards[7], x_mm=cards[7].x_mm + 2.5, y_mm=cards[7].y_mm - 2.0)}
    yield "pushed", cards, 7
    cards = {n: card for n, card in cards.items() if n != 5}
    yield "taken from among others", cards, 5


def settled(seen: Observation) -> Settled:
    def near(at: tuple[float, float] | None) -> tuple[float, float]:
        assert at is not None
        return 4 * round(at[0] / 4), 4 * round(at[1] / 4)

    return {
        (card.reading.card, card.reading.verdict, near(card.reading.place_mm), card.in_sight)
        for card in seen.settled
    }


def noting(act: Callable[..., object], times: list[int]) -> Callable[..., object]:
    def noted(*given: object) -> object:
        times.append(1)
        return act(*given)

    return noted


class Everything(Tracker):
    """A tracker that looks at all in each frame."""

    def _known_places(self, *_: object) -> dict[str, Known]:
        return {}


@pytest.mark.verify
def test_people_move_cards_and_what_stood_is_known_as_if_all_had_been_looked_at(
    camera: Renderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader = Reader(load_deck(DECK), MAT)
    sparing = Tracker(reader)
    thorough = Everything(Reader(load_deck(DECK), MAT, matcher=reader.matcher))
    fitted = dict.fromkeys((sparing, thorough), 0)
    single, looking = on_mat._fit_card, [sparing]

    def counted(*given: object) -> object:
        fitted[looking[0]] += 1
        return single(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(on_mat, "_fit_card", counted)
    film, cards = Filming(camera), full()

    def see(*hands: Hand) -> tuple[Observation, ...]:
        image, seen = film.take(cards, *hands), []
        for tracker in (sparing, thorough):
            looking[0] = tracker
            seen.append(tracker.update(image))
        return tuple(seen)

    for _ in range(6):
        see()
    for what, now, number in events(cards):
        moved = now.get(number) or cards[number]
        see(Hand(moved.x_mm, moved.y_mm))
        cards = now
        see(Hand(moved.x_mm, moved.y_mm - 40.0))
        fitted = dict.fromkeys(fitted, 0)
        for _ in range(REST):
            first, other = see()
        assert settled(first) == settled(other), what
        assert fitted[sparing] * 2 < fitted[thorough], (what, fitted)


@pytest.mark.verify
def test_a_card_laid_on_a_full_mat_costs_no_more_than_on_an_empty_one(
    camera: Renderer, monkeypatch: pytest.MonkeyPatch
) -> None:
    fitted: list[int] = []
    read: list[int] = []
    tracker, film = Tracker(Reader(load_deck(DECK), MAT)), Filming(camera)
    for room, name, times in ((on_mat, "_fit_card", fitted), (Matcher, "match", read)):
        monkeypatch.setattr(room, name, noting(getattr(room, name), times))
    cards = full()
    for _ in range(9):
        tracker.update(film.take(cards))
    cards[NEW] = at_cell(NEW, NAMES[-1])
    frames = 0
    fitted.clear()
    read.clear()
    while len((seen := tracker.update(film.take(cards))).settled) == CARDS:
        frames += 1
    assert frames == 3  # in the first it moves
    assert len(read) == 3
    assert len(fitted) <= 12  # at two sizes in each frame
    assert not seen.pending
