"""The baselines and the counting: an easy card is named, noise is not, and errors are counted."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.bench.vision.baselines import BASELINES
from tests.bench.vision.curves import SIZE, curve, sheet
from tests.bench.vision.photos import groups
from tests.bench.vision.tally import Answer, Outcome, Tally, Truth, assign
from tests.vision.scenes import deck
from vision.decks.deck import Card, Deck
from vision.geometry import rectangle
from vision.reading import BACK, Corners, Image
from vision.synthetic.render_print import print_card


def seen(face: Image) -> Image:
    """Return a card as printed and photographed: soft, darker, straightened."""
    small = cv2.resize(print_card(face, "card", 1, 0.1), (172, 240), interpolation=cv2.INTER_AREA)
    return np.asarray(np.clip(0.8 * cv2.GaussianBlur(small, (0, 0), 0.7), 0, 255), np.uint8)


@pytest.mark.parametrize("way", BASELINES)
def test_a_baseline_names_an_easy_card_either_way_up_and_no_back_by_a_face(way: str) -> None:
    mine = deck("coyote-kidult")
    baseline = BASELINES[way](mine)
    card = seen(mine.templates["15"])
    assert baseline.read(card) == "15"
    assert baseline.read(np.ascontiguousarray(card[::-1, ::-1])) == "15"
    assert baseline.read(seen(mine.backs[0])) in (BACK, None)


@pytest.mark.parametrize("way", BASELINES)
def test_a_baseline_abstains_from_noise_and_from_a_blank_card(way: str) -> None:
    baseline = BASELINES[way](deck("coyote-kidult"))
    chance = np.random.default_rng(1)
    noise = np.asarray(chance.integers(0, 255, (240, 172, 3)), np.uint8)
    assert baseline.read(noise) is None
    assert baseline.read(np.full((240, 172, 3), 240, np.uint8)) is None


@pytest.mark.parametrize("way", BASELINES)
def test_a_baseline_of_a_deck_without_pictures_names_nothing(way: str) -> None:
    mine = deck("coyote-kidult")
    empty = Deck("empty", mine.size_mm, mine.cards, {})
    assert BASELINES[way](empty).read(mine.templates["15"]) is None


def at(x: float, y: float) -> Corners:
    return rectangle(60, 90) + np.array((x, y), np.float32)


def test_answers_are_counted_by_the_card_that_lies_there() -> None:
    truths = [
        Truth("5", at(0, 0), "5"),
        Truth("6", at(200, 0), "6"),
        Truth(None, at(400, 0), "a strange card"),
        Truth("9", at(600, 0), "9"),
        Truth("7", at(800, 0), "7"),
    ]
    heap = rectangle(400, 200) + np.array((700, -20), np.float32)
    places = [at(3, 2), at(202, 3), at(398, 0), at(70, 200), heap]
    answers: list[Answer] = [
        ("5", Outcome.MISSED),
        ("9", Outcome.MISSED),
        (None, Outcome.UNKNOWN),
        ("5", Outcome.MISSED),
        (None, Outcome.UNCLEAR),
    ]
    got, strays = assign(places, answers, truths)
    assert got[:3] == answers[:3]
    assert got[3:] == [(None, Outcome.MISSED), (None, Outcome.UNCLEAR)]
    assert strays == [3, 4]
    tally = Tally()
    for truth, answer in zip(truths, got, strict=True):
        tally.note(truth, answer, "here")
    assert tally.counts == {
        Outcome.RIGHT: 1, Outcome.WRONG: 1, Outcome.REFUSED: 1,
        Outcome.MISSED: 1, Outcome.UNCLEAR: 1,
    }  # fmt: skip
    assert [(e.lay, e.said) for e in tally.errors] == [("6", "9")]


def test_a_card_is_counted_once_though_two_places_lie_on_it() -> None:
    truths = [Truth("5", at(0, 0), "5")]
    answers: list[Answer] = [("5", Outcome.MISSED), ("6", Outcome.MISSED)]
    got, strays = assign([at(9, 9), at(1, 1)], answers, truths)
    assert (got, strays) == ([answers[1]], [0])


def test_of_a_card_that_does_not_count_only_errors_do() -> None:
    tally, card = Tally(), Truth("5", at(0, 0), "5", counted=False)
    tally.note(card, ("5", Outcome.MISSED), "here")
    tally.note(card, (None, Outcome.DOUBTFUL), "here")
    assert tally.counts.total() == 0
    tally.note(card, ("6", Outcome.MISSED), "here")
    tally.beside("here", "no card", "5")
    assert tally.counts == {Outcome.BESIDE: 2}
    assert tally.cards == 0  # every way of reading is measured on the same cards
    assert [(e.lay, e.said) for e in tally.errors] == [("5", "6"), ("no card", "5")]


def test_cards_ranks_and_suits_are_taken_away_as_if_never_shown() -> None:
    names = ("10S", "10H", "QS", "QH")
    face = np.zeros((90, 60, 3), np.uint8)
    pack = Deck("pack", (60, 90), tuple(Card(n, 1, f"{n}.png") for n in names),
                {name: face for name in names if name != "QH"})  # fmt: skip
    taken = list(groups(pack, ["10S", "QH"]))
    assert taken == [
        ("card", frozenset({"10S"})),
        ("rank", frozenset({"10S", "10H"})),
        ("suit", frozenset({"10S", "QS"})),
    ]
    left = pack.without_pictures({"10S", "QS"})
    assert set(left.templates) == {"10H"}
    assert left.missing == ("10S", "QS", "QH")
    named = Deck("else", (60, 90), (Card("night", 1, "n.png"),), {"night": face})
    assert [part for part, _ in groups(named, ["night"])] == ["card"]


def test_a_curve_shows_what_was_wrong_however_little() -> None:
    def tally(right: int, wrong: int) -> Tally:
        made = Tally()
        made.counts.update({Outcome.RIGHT: right, Outcome.WRONG: wrong})
        return made

    def reds(image: Image) -> int:
        blue, green, red = (image[..., i].astype(int) for i in range(3))
        return int(((red > 180) & (green < 90) & (blue < 60)).sum())

    fine, bad = curve([tally(9, 0), tally(9, 0)]), curve([tally(9, 0), tally(999, 1)])
    assert fine.shape == (SIZE[1], SIZE[0], 3)
    assert reds(fine) == 0
    assert reds(bad) > 20
    assert sheet([("fine", fine), ("bad", bad)], across=3).shape[1] == 3 * SIZE[0]
