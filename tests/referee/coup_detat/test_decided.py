"""A decided deal (SL-25): offered if and only if no way to play on changes a payment.

The second model deals the unseen cards in every way that fits what was seen, and plays every legal
card of every hand. It shares nothing with the proof but the cards' names.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

from referee.coup_detat.rules.proof import decided_rest
from referee.coup_detat.state.phases import Laying, Playing
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.state import State
from referee.coup_detat.state.tricks import Tricks
from tests.referee.coup_detat.comparison import Comparison, Odds

HEIGHT = ["7", "8", "9", "J", "Q", "K", "10", "A"]
ORDER = ["7", "8", "9", "10", "J", "Q", "K", "A"]


def height(card: str) -> int:
    return HEIGHT.index(card[:-1])


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


def lacks_of(deal: Any, seats: int) -> list[set[str]]:
    results: list[set[str]] = [set() for _ in range(seats)]
    for fail in deal.fails:
        if fail.stood is None:
            results[fail.seat] |= set(fail.shows)
    return results


# -- tricks ----------------------------------------------------------------------------------


def pays(state: State, deal: Tricks, taken: list[set[str]], last: int) -> Any:
    """Return who pays how much for the rest, or whether the attempt succeeds."""
    price, ends, seats = deal.terms.price, deal.terms.ends, range(state.seats)
    costs = [sum(price.get(card, 0) for card in taken[seat]) for seat in seats]
    if deal.attempter is None:
        if ends:
            costs[last] += ends
        return tuple(cost for seat, cost in enumerate(costs) if seat != state.president)
    before = [sum(price.get(card, 0) for card in pile) for pile in deal.taken_cards]
    others = sum(before[seat] + costs[seat] for seat in seats if seat != deal.attempter)
    both = {deal.tricks[0].winner, last} == {deal.attempter}
    return not others and (both or not ends)


def tricks_pay(state: State, deal: Tricks) -> set[Any]:
    """Return every result of the rest, over all hands and all legal cards."""
    seats, payments = state.seats, set[Any]()
    lacks = lacks_of(deal, seats)
    holds = list(deal.held)
    if deal.coup is not None:
        holds[deal.coup] -= 1
    for world in hands(deal.unseen, holds, lacks):
        if deal.coup is not None:
            world[deal.coup] |= {"coup"}
        taken: list[set[str]] = [set() for _ in range(seats)]
        _play(
            state,
            deal,
            world,
            list(deal.trick.cards),
            deal.trick.leader,
            deal.trick.suit,
            taken,
            payments,
        )
        if len(payments) > 1:
            break
    return payments


def _play(
    state: State,
    deal: Tricks,
    world: list[Any],
    trick: list[str],
    leader: int,
    suit: str,
    taken: list[set[str]],
    payments: set[Any],
) -> None:
    seats = state.seats
    if len(payments) > 1:
        return
    if len(trick) == seats:
        follow = [height(card) if card[-1] == suit and card != "coup" else -1 for card in trick]
        best = trick.index("coup") if "coup" in trick else follow.index(max(follow))
        winner = (leader + best) % seats
        after = [set(item) for item in taken]
        after[winner] |= {*trick}
        if not any(world):
            payments.add(pays(state, deal, after, winner))
            return
        _play(state, deal, world, [], winner, "", after, payments)
        return
    seat = (leader + len(trick)) % seats
    own = [card for card in world[seat] if card != "coup" and card[-1] == suit]
    may = {*own, *(world[seat] & {"coup"})} if trick and suit and own else world[seat]
    for card in sorted(may):
        rest = [*world]
        rest[seat] = world[seat] - {card}
        suits = [suit]
        if not trick:
            suits = [card[-1]]
            if card == "coup":
                suits = [*"CDHS"] if state.options.coup_names_suit else [""]
        for named in suits:
            _play(state, deal, rest, [*trick, card], leader, named, taken, payments)


# -- Dominoes --------------------------------------------------------------------------------


def rows_pay(state: State, rows: Rows) -> set[Any]:
    """Return every result of the rest of Dominoes, over all hands and all turns by the rules."""
    seats, payments = state.seats, set[Any]()
    for world in hands(rows.unlaid_cards, list(rows.held), lacks_of(rows, seats)):
        _lay(state, rows, world, {*rows.laid}, rows.laid[0][:-1], rows.turn, rows.run, payments)
    return payments


def _fits(card: str, laid: set[str], start: str) -> bool:
    suit, at = card[-1], ORDER.index(card[:-1])
    if not any(name[-1] == suit for name in laid):
        return card[:-1] == start
    return any(0 <= near < len(ORDER) and ORDER[near] + suit in laid for near in (at - 1, at + 1))


def _lay(
    state: State,
    rows: Rows,
    world: list[Any],
    laid: set[str],
    start: str,
    seat: int,
    run: bool,
    payments: set[Any],
) -> None:
    holders = [seat for seat, hand in enumerate(world) if hand]
    if rows.attempter is not None and len(holders) < len(world):
        payments.add(not world[rows.attempter])
        return
    if len(holders) == 1:
        payments.add(None if holders[0] == state.president else holders[0])
        return
    if not world[seat]:
        _lay(state, rows, world, laid, start, (seat + 1) % len(world), False, payments)
        return
    fits = [card for card in sorted(world[seat]) if _fits(card, laid, start)]
    if run or not fits:
        _lay(state, rows, world, laid, start, (seat + 1) % len(world), False, payments)
    for card in fits:
        rest = [*world]
        rest[seat] = world[seat] - {card}
        goes_on = run or (card[0] == "A" and "K" + card[-1] in laid)
        then = seat if goes_on and rest[seat] else (seat + 1) % len(world)
        again = goes_on and bool(rest[seat])
        _lay(state, rows, rest, laid | {card}, start, then, again, payments)


# -- the comparison --------------------------------------------------------------------------


class Positions(Comparison):
    """A match that keeps the positions in which few cards are left."""

    def __init__(self, rng: Random) -> None:
        self.few = list[State]()
        super().__init__(rng, odds=Odds(wrong=rng.choice([0.0, 0.1])))

    def become(self, state: State) -> None:
        super().become(state)
        match state.phase:
            case Playing(deal=deal) if (
                deal.tricks and not deal.trick.cards and len(deal.unseen) <= 6
            ):
                self.few.append(state)
            case Laying(deal=rows) if rows.laid and len(rows.unlaid_cards) <= 6:
                self.few.append(state)


@pytest.mark.parametrize("part", range(4))
def test_the_offer_stands_if_and_only_if_no_way_to_play_on_changes_a_payment(part: int) -> None:
    random = Random(f"decided {part}")
    met: dict[tuple[str, bool], int] = {}
    for _ in range(2):
        match = Positions(random)
        while not match.over:
            match.step()
        for state in match.few:
            deal = state.phase.deal
            assert deal is not None
            payments = rows_pay(state, deal) if isinstance(deal, Rows) else tricks_pay(state, deal)
            decided = decided_rest(state, deal) is not None
            assert decided == (len(payments) == 1), (deal, payments)
            met[deal.contract, decided] = met.get((deal.contract, decided), 0) + 1

    assert len(met) > 8
