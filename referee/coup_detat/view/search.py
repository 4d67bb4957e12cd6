"""What another card would have meant: exact search over a deal's last tricks, all cards known.

The solution concept is *max^n*: whoever plays takes the card that leaves them the most money, as
all after them will; of cards that leave them the same, the one that comes first in the pack
(clubs, diamonds, hearts, spades, each from seven to ace by the order of Dominoes, then the Coup
card; of suits to name, clubs first). Only what the contract itself pays counts: not the bank, the
Presidency or loans.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.contract import Frozen
from referee.coup_detat.state.cards import COUP, HAND, PACK, SUITS, pack
from referee.coup_detat.state.contracts import CONTRACTS, FINE
from referee.coup_detat.state.state import Play, Result, taken
from referee.coup_detat.state.trick import Trick

TRICKS = 4  # the last so many are searched; a fifth would take about fifty times as long

Money = tuple[int, ...]
_ORDER = {card: n for n, card in enumerate((*PACK, COUP))}


class Other(Frozen):
    """Another card than was played, and how many francs better it was for its player."""

    seat: int
    trick: int
    card: str
    instead: str
    better: int


class Judgement(Frozen):
    """Of each decision the best other card, the greatest difference first; the cards tried."""

    others: tuple[Other, ...]
    count: int


class Stakes(Frozen):
    """What the last tricks decide; the penalties of those who `lodged` go to the bank."""

    contract: str
    president: int
    attempter: int | None
    lodged: tuple[int, ...]
    names_suit: bool

    def ends(self, able: frozenset[int], seats: int) -> Money:
        """Return what is paid once all is taken, by who took all of it."""
        contract, money = CONTRACTS[self.contract], [0] * seats
        for seat in able:
            for other in range(seats):
                money[other] += contract.gain * (seats - 1 if other == seat else -1)
            if self.attempter is None:  # what was counted for them is not to be paid (CE-60)
                dearest = sum(contract.price.get(card, 0) for card in pack(seats))
                money[seat] += dearest + 2 * contract.ends
        if self.attempter is not None and self.attempter not in able:
            money[self.attempter] -= FINE
        return tuple(money)


class Search:
    """All that may be played from some hands on, each position at a trick's beginning once."""

    def __init__(self, stakes: Stakes, seats: int) -> None:
        self.stakes, self.seats, self.count = stakes, seats, 0
        self.contract = CONTRACTS[stakes.contract]
        self._known: dict[tuple[tuple[tuple[str, ...], ...], int, frozenset[int]], Money] = {}

    def value(
        self, hands: tuple[tuple[str, ...], ...], trick: Trick, able: frozenset[int]
    ) -> Money:
        """Return what everybody gains or pays from here on."""
        if len(trick.cards) == self.seats:
            return self._taken(hands, trick, able)
        if not trick.cards:
            known = self._known.get((hands, trick.leader, able))
            if known is None:
                known = self._value(hands, trick, able)
                self._known[hands, trick.leader, able] = known
            return known
        return self._value(hands, trick, able)

    def _value(
        self, hands: tuple[tuple[str, ...], ...], trick: Trick, able: frozenset[int]
    ) -> Money:
        seat = trick.due(self.seats)
        best: Money | None = None
        for card in legal(hands[seat], trick):
            found = self.after(hands, trick, able, card)
            if best is None or found[seat] > best[seat]:
                best = found
        assert best is not None
        return best

    def after(
        self, hands: tuple[tuple[str, ...], ...], trick: Trick, able: frozenset[int], card: str
    ) -> Money:
        """Return the same once the player who is due has played a card."""
        self.count += 1
        seat = trick.due(self.seats)
        hand = hands[seat]
        at = hand.index(card)
        left = (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :])
        played = trick.plus(card)
        if card != COUP or trick.cards or not self.stakes.names_suit:
            return self.value(left, played, able)
        named = (self.value(left, Trick(played.leader, played.cards, suit), able) for suit in SUITS)
        return max(named, key=lambda money: money[seat])  # the first of equals

    def _taken(
        self, hands: tuple[tuple[str, ...], ...], trick: Trick, able: frozenset[int]
    ) -> Money:
        winner, contract = trick.winner(self.seats), self.contract
        last = not hands[winner]
        cost = sum(contract.price.get(card, 0) for card in trick.cards)
        if last:
            cost += contract.ends
        if cost and able:
            able &= {winner}
        if last:
            money = self.stakes.ends(able, self.seats)
        else:
            money = self.value(hands, Trick(winner), able)
        stakes = self.stakes
        if not cost or stakes.attempter is not None or winner == stakes.president:
            return money
        paid = list(money)
        paid[winner] -= cost
        if winner not in stakes.lodged:
            paid[stakes.president] += cost
        return tuple(paid)


def legal(hand: tuple[str, ...], trick: Trick) -> tuple[str, ...]:
    """Return the cards of a hand that may be played to a trick (CE-23, CE-24)."""
    if not trick.suit:
        return hand
    follows = tuple(card for card in hand if card[-1] == trick.suit)
    return (*follows, *(card for card in hand if card == COUP)) if follows else hand


def able_after(stakes: Stakes, play: Play, tricks: int, seats: int) -> frozenset[int]:
    """Return who may yet take all that the contract is about, after so many tricks."""
    contract = CONTRACTS[stakes.contract]
    tried = stakes.lodged if stakes.attempter is None else (stakes.attempter,)
    before = Play(Trick(play.tricks[tricks].leader), (), play.tricks[:tricks], table=play.table)
    piles, first = taken(before, seats), play.tricks[0].winner(seats)
    return frozenset(
        seat
        for seat in tried
        if not any(
            card in contract.price for one, pile in enumerate(piles) if one != seat for card in pile
        )
        and (not contract.ends or first == seat)
    )


@lru_cache(maxsize=8)
def judged(play: Play, result: Result, names_suit: bool, seats: int) -> Judgement:
    """Return what other cards would have meant in the last tricks of a deal that is over."""
    stakes = Stakes(result.contract, result.president, result.attempter, result.lodged, names_suit)
    search, found = Search(stakes, seats), []
    for number in range(HAND - TRICKS, HAND):
        played = play.tricks[number]
        able = able_after(stakes, play, number, seats)
        hands = held(play, number, seats)
        for place, card in enumerate(played.cards):
            trick = played.until(place)
            seat = trick.due(seats)
            found += list(_better(search, hands, trick, able, seat, number, card))
            at = hands[seat].index(card)
            hand = hands[seat][:at] + hands[seat][at + 1 :]
            hands = (*hands[:seat], hand, *hands[seat + 1 :])
    found.sort(key=lambda one: -one.better)
    return Judgement(tuple(found), search.count)


def _better(
    search: Search,
    hands: tuple[tuple[str, ...], ...],
    trick: Trick,
    able: frozenset[int],
    seat: int,
    number: int,
    card: str,
) -> Iterator[Other]:
    """Yield the best other card of a decision; none where the card was a revoke, or forced."""
    may = legal(hands[seat], trick)
    if card not in may or len(may) == 1:
        return
    values = {one: search.after(hands, trick, able, one)[seat] for one in may}
    instead = max((one for one in may if one != card), key=values.__getitem__)
    yield Other(seat, number, card, instead, values[instead] - values[card])


def held(play: Play, tricks: int, seats: int) -> tuple[tuple[str, ...], ...]:
    """Return what each seat held after so many tricks: all that they played later."""
    hands: list[list[str]] = [[] for _ in range(seats)]
    for trick in play.tricks[tricks:]:
        for place, card in enumerate(trick.cards):
            hands[trick.player(place, seats)].append(card)
    return tuple(tuple(sorted(hand, key=_ORDER.__getitem__)) for hand in hands)
