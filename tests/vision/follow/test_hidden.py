"""What lies on a card is no sign that it is gone: bare mat has to be seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.breadth import breadth
from tests.vision.scenes import deck, reader, renderer
from vision.follow.tracker import Tracker
from vision.follow.tracks import AGREEING_READINGS, TIMEOUT
from vision.observation import Observation
from vision.synthetic.scene import Hand, PlacedCard, Scene

COLOURS = ("#b98263", "#d9b23c")  # of a skin, and of a glove
CARD = PlacedCard(deck().name, "4", 200.0, 200.0, 10.0)
OTHER = PlacedCard(deck().name, "9", 430.0, 150.0, -20.0)


class Table:
    """A tracker before a small rendered table."""

    def __init__(self) -> None:
        self.tracker = Tracker(reader())
        self._seed = 0

    def frames(self, count: int, *cards: PlacedCard, hand: Hand | None = None) -> list[Observation]:
        seen = []
        for _ in range(count):
            self._seed += 1
            scene = Scene(cards, hands=() if hand is None else (hand,))
            picture = renderer(960, 540).render(scene, seed=self._seed).image
            seen.append(self.tracker.update(picture))
        return seen


def ids(seen: Observation) -> dict[str, str | None]:
    return {card.id: card.reading.card for card in seen.settled if card.in_sight}


@pytest.mark.parametrize("colour", breadth(COLOURS))
def test_a_card_under_a_still_hand_of_any_colour_is_not_gone(colour: str) -> None:
    table = Table()
    (*_, before) = table.frames(AGREEING_READINGS, CARD, OTHER)
    assert before.steady
    whole = Hand(CARD.x_mm, CARD.y_mm - 170, size=1.4, skin=colour, sleeve="#f0efea")
    for seen in table.frames(TIMEOUT + 2, CARD, OTHER, hand=whole):
        assert not seen.steady
        assert {card.id for card in seen.settled} == ids(before).keys()
    (*_, after) = table.frames(AGREEING_READINGS + 2, CARD, OTHER)
    assert ids(after) == ids(before)
    assert after.steady


@pytest.mark.verify
def test_a_card_under_a_thing_is_hidden_for_as_long_as_that_lies_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vision.follow.assignment.COVERED_TIMEOUT", 10)
    table = Table()
    (*_, before) = table.frames(AGREEING_READINGS, CARD, OTHER)
    tool = Hand(CARD.x_mm, CARD.y_mm - 76, 90.0, 0.8, "#f4f4f2", "#62747c")
    for seen in table.frames(10 + 4, CARD, OTHER, hand=tool):
        assert not seen.steady or ids(seen) == ids(before)
    assert not seen.steady
    assert {card.id for card in seen.settled} >= ids(before).keys()
    (*_, after) = table.frames(TIMEOUT + AGREEING_READINGS, CARD, OTHER)
    assert ids(after) == ids(before)
    (*_, gone) = table.frames(TIMEOUT + AGREEING_READINGS, OTHER)
    assert ids(gone).keys() == {id_ for id_, name in ids(before).items() if name == OTHER.card}
    assert gone.steady


def test_of_two_equal_cards_each_stays_itself() -> None:
    table = Table()
    equal = replace(CARD, x_mm=CARD.x_mm + 75.0, copy=1)
    (*_, before) = table.frames(AGREEING_READINGS, CARD)
    (*_, both) = table.frames(AGREEING_READINGS + 2, CARD, equal)
    assert list(ids(both).values()) == ["4", "4"]
    (*_, left) = table.frames(TIMEOUT + AGREEING_READINGS, equal)
    assert ids(left).keys() == ids(both).keys() - ids(before).keys()


def test_an_equal_card_laid_beside_where_one_was_taken_is_another() -> None:
    table = Table()
    (*_, before) = table.frames(AGREEING_READINGS, CARD)
    table.frames(4)
    (*_, after) = table.frames(
        TIMEOUT + AGREEING_READINGS, replace(CARD, x_mm=CARD.x_mm + 60.0, copy=1)
    )
    assert list(ids(after).values()) == ["4"]
    assert ids(after).keys().isdisjoint(ids(before))
