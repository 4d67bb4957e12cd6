"""A decided deal (SL-25): offered if and only if no way to play on changes a payment.

The unseen cards are dealt in every way that fits what was seen, and the model plays every legal
card of every hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from referee.coup_detat.rules.proof import decided_rest
from referee.coup_detat.state.rows import Rows
from tests.breadth import breadth
from tests.referee.coup_detat.comparison import Comparison, Odds
from tests.referee.models.coup_detat import Match
from tests.referee.models.coup_detat_deal import COUP, Play, Step


def hands(cards: tuple[str, ...], sizes: list[int], lacks: list[set[str]]) -> Iterator[list[Any]]:
    """Yield each way to deal the cards into hands of these sizes that lack some cards."""
    if not sizes:
        yield []
        return
    may = [card for card in cards if card not in lacks[0]]
    for hand in combinations(may, sizes[0]):
        rest = tuple(card for card in cards if card not in hand)
        for others in hands(rest, sizes[1:], lacks[1:]):
            yield [frozenset(hand), *others]


def unseen_hands(deal: Any, seats: int) -> Iterator[list[Any]]:
    """Yield each way in which the seats may hold the rest of a deal."""
    lacks: list[set[str]] = [set() for _ in range(seats)]
    for fail in deal.fails:
        if fail.stood is None:
            lacks[fail.seat] |= set(fail.shows)
    if isinstance(deal, Rows):
        yield from hands(deal.unseen, list(deal.held), lacks)
        return
    sizes = [held - (seat == deal.coup) for seat, held in enumerate(deal.held)]
    for world in hands(deal.unseen, sizes, lacks):
        if deal.coup is not None:
            world[deal.coup] |= {COUP}
        yield world


def ends(match: Match) -> Iterator[Any]:
    """Yield the payments of each way to play a deal of the model to its end."""
    deal: Any = match.deal
    if deal.over:
        yield tuple(match.outcome().dues())
    for act in deal.legal():
        deal.acts.append(act)
        yield from ends(match)
        deal.acts.pop()


def is_decided(match: Match, deal: Any) -> bool:
    """Whether all ways to play on pay the same."""
    dealt: Any = match.deal
    before, acts, payments = dealt.hands, [*dealt.acts], set[Any]()
    for world in unseen_hands(deal, match.players):
        laid = [{act.card for act in acts if act.seat == seat} for seat in range(len(world))]
        dealt.hands = tuple(rest | own - {""} for rest, own in zip(world, laid, strict=True))
        for end in ends(match):
            payments.add(end)
            if len(payments) > 1:
                break
        dealt.acts[:] = acts
    dealt.hands = before
    return len(payments) == 1


class Decided(Comparison):
    """A match that compares what is decided before each act with few cards left."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng, odds=Odds(wrong=rng.choice([0.0, 0.1])))

    def act(self, act: Play | Step) -> None:
        deal = self.state.phase.deal
        if isinstance(deal, Rows):
            few = deal.laid and len(deal.unseen) <= 6
        else:
            few = deal.tricks and not deal.trick.cards and len(deal.unseen) <= 6
        if few:
            decided = decided_rest(self.state, deal) is not None
            self.same("whether it is decided", is_decided(self.match, deal), decided)
            self.met[f"{deal.contract} {decided}"] += 1
        super().act(act)


@pytest.mark.parametrize("part", breadth(range(2)))
def test_the_offer_stands_if_and_only_if_no_way_to_play_on_changes_a_payment(part: int) -> None:
    random, met = Random(f"decided {part}"), set[str]()
    for _ in range(2):
        match = Decided(random)
        while not match.over:
            match.step()
        met |= {key for key in match.met if key.endswith((" True", " False"))}
    assert len(met) > 8
