"""The exact search against positions worked by hand, and against its own promise."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from tests.referee.models.coup_detat import CASH, Match
from tests.referee.models.coup_detat_deal import Play, TrickDeal, pack
from tests.referee.models.coup_detat_player import begin_deal, tricks
from tests.referee.models.coup_detat_search import best, francs, worths

# The search


def spades_taken(deal: TrickDeal) -> tuple[int, ...]:
    return tuple(-sum(card[-1] == "S" for card in pile) for pile in deal.taken())


def test_the_search_finds_the_duck_and_the_dump() -> None:
    deal = tricks({0: "9C 9S", 1: "10C 9H", 2: "AC KC"}, "siege", cards="9C 10C")
    assert worths(deal, spades_taken) == {
        Play(2, "AC"): (0, 0, -1),
        Play(2, "KC"): (0, -1, 0),
    }
    assert best(deal, spades_taken) == (0, -1, 0)


@pytest.mark.parametrize("seed", range(5))
def test_the_search_for_two_tricks_against_each_order_of_the_cards(seed: int) -> None:
    """With two tricks of two and one leader all is said by the orders in which hands are laid."""
    rng = random.Random(seed)
    cards = rng.sample(pack(3), 4)
    deal = TrickDeal([frozenset(cards[:2]), frozenset(cards[2:])], "victory", 0)

    def price(finished: TrickDeal) -> tuple[int, ...]:
        won = len(finished.taken()[0])
        return (won, 4 - won)

    def answered(lead: str) -> int:
        replies = []
        for reply, last in permutations(cards[2:]):
            deal.acts[:] = [Play(0, lead)]
            if Play(1, reply) not in deal.legal():
                continue
            deal.acts.append(Play(1, reply))
            other = next(card for card in cards[:2] if card != lead)
            pair = {0: other, 1: last}
            while not deal.over:
                deal.acts.append(Play(deal.turn, pair[deal.turn]))
            replies.append(price(deal)[0])
        deal.acts.clear()
        return min(replies)

    expected = max(answered(lead) for lead in cards[:2])
    assert best(deal, price)[0] == expected


@pytest.mark.parametrize("seed", range(8))
def test_the_line_that_the_search_promises_is_paid_so(seed: int) -> None:
    rng = random.Random(seed)
    match = Match(4, president=0)
    while not isinstance(match.deal, TrickDeal):
        match = Match(4, president=0)
        begin_deal(match, rng)
    deal = match.deal
    while len(deal.acts) < 20:
        match.act(deal.legal()[0])
    promised = best(deal, lambda _deal: francs(match))
    while not deal.over:
        lines = worths(deal, lambda _deal: francs(match))
        assert promised in lines.values()
        assert max(line[deal.turn] for line in lines.values()) == promised[deal.turn]
        match.act(next(play for play, line in lines.items() if line == promised))
    match.pay()
    assert tuple(cash - CASH for cash in match.books.cash) == promised
