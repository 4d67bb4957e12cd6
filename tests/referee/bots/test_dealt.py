"""Where the cards of one possible deal are after a move, by what is hidden before and after it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.bots.dealt import Dealt, after_move, deal
from referee.determinization import Down, Hidden, ImpossibleHand
from referee.table import Zone

CARDS = ("a", "b", "c", "d", "e")
HANDS = {0: ("a", "b"), 1: ("c",)}  # d and e are in the pile
MIDDLE = Zone("middle")


def after(seat: int, now: Hidden, kept: tuple[str, ...] = (), was: Any = None) -> Dealt:
    """Return where the cards are after a move of a seat, with every card in one place."""
    before = deal(was or Hidden(CARDS, (2, 1)), HANDS, Random(1))
    dealt = after_move(before, now, seat, kept, Random(1))
    assert tuple(map(len, dealt.hands)) == now.counts
    assert sorted([*sum(dealt.hands, ()), *dealt.pile]) == sorted(now.cards)
    return dealt


def test_a_card_that_is_seen_now_leaves_the_hand_of_who_moved() -> None:
    assert after(0, Hidden(("a", "c", "d", "e"), (1, 1))).hands == (("a",), ("c",))


def test_a_card_that_the_pile_shows_leaves_the_pile() -> None:
    assert after(0, Hidden(("a", "b", "c", "e"), (2, 1))).pile == ("e",)


def test_a_card_may_be_laid_face_down_and_another_drawn_in_one_move() -> None:
    result = after(0, Hidden(CARDS, (2, 1), (Down(MIDDLE, 0),)), kept=("b",))
    assert result.face_down(MIDDLE) == ("a",)
    assert "b" in result.hands[0]
    assert not {"a", "c"} & {*result.hands[0]}


@pytest.mark.parametrize("mover", [0, 1])
def test_cards_put_back_unseen_join_the_pile(mover: int) -> None:
    found = after(mover, Hidden(CARDS, (1, 1)), kept=("a",) if mover == 0 else ())
    assert found.hands[1] == ("c",)
    assert {"d", "e"} < {*found.pile}


def test_what_everybody_saw_go_into_a_hand_is_in_it() -> None:
    was = Hidden(CARDS, (2, 1))
    now = Hidden((*CARDS, "f"), (2, 2), known={1: ("f",)})
    assert after(1, now, was=was).hands[1] == ("c", "f")


def test_a_shown_card_that_the_own_hand_leaves_no_copy_of_was_misread() -> None:
    hidden = Hidden(CARDS, (2, 1), known={1: ("a",)})
    own, other = deal(hidden, {0: ("a", "b")}, Random(1)).hands
    assert own == ("a", "b")
    assert other != ("a",)


def test_a_new_deal_deals_all_cards_again() -> None:
    now = Hidden(CARDS, (2, 1), deal=1)
    before = deal(Hidden(CARDS, (2, 1)), HANDS, Random(1))
    hands = {after_move(before, now, 0, (), Random(seed)).hands[1] for seed in range(40)}
    assert hands == {(card,) for card in CARDS}


def test_a_card_that_lies_elsewhere_in_this_deal_cannot_have_been_shown() -> None:
    with pytest.raises(ImpossibleHand):
        after(0, Hidden(("a", "b", "d", "e"), (2, 1)))  # c is in the hand of a seat that keeps it
