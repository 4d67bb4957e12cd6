"""An exact search for better cards in a deal's last tricks, with all hands known.

The solution concept is *max^n*: each player takes the card that leaves them the most money, and so
do all players after them. Of equally good cards, the first in the pack is taken. The pack is
ordered by suit: clubs, diamonds, hearts, spades, each from seven to ace in Dominoes order, then the
Coup card. Suits to name have the same order. Only the payments of the contract count, not the bank,
the Presidency or loans.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

from msgspec.structs import replace

from referee.contract import Frozen
from referee.coup_detat.state.cards import COUP, HAND_SIZE, PACK, SUITS, pack
from referee.coup_detat.state.contracts import CONTRACTS
from referee.coup_detat.state.settlement import (
    attempt_payments,
    gains,
    may_take_all,
    penalty,
    success_payments,
)
from referee.coup_detat.state.state import Result
from referee.coup_detat.state.trick import Trick, in_turn, legal_cards
from referee.coup_detat.state.tricks import Tricks

SEARCHED_TRICKS = 4  # Number of last tricks searched; a fifth takes about 50 times as long.

Money = tuple[int, ...]
Hands = tuple[tuple[str, ...], ...]
_ORDER = {card: n for n, card in enumerate((*PACK, COUP))}


class Alternative(Frozen):
    """An alternative to a card that was played. `better` is its player's extra gain in francs.

    The alternative is compared with the best play after the card, and with what really happened.
    `better` is the smaller difference, and 0 if only one of them is a gain: a mistake of somebody
    else, or a later one, is no gain of this card.
    """

    seat: int
    trick: int
    card: str
    instead: str
    better: int


class Analysis(Frozen):
    """The best alternative for each decision, with the largest gain first.

    `count` is the number of cards that the search tried.
    """

    others: tuple[Alternative, ...]
    count: int


class Stakes(Frozen):
    """The payments that the last tricks decide. Seats in `lodged` pay penalties to the bank."""

    contract: str
    president: int
    attempter: int | None
    lodged: tuple[int, ...]
    names_suit: bool

    def final_payments(self, able: frozenset[int], seats: int) -> Money:
        """Return the final payments, if the seats in `able` took all that the contract demands."""
        terms, attempter = CONTRACTS[self.contract], self.attempter
        others = [in_turn(seat, seats)[1:] for seat in range(seats)]
        if attempter is not None:
            success = attempter in able
            paid = attempt_payments(terms, attempter, others[attempter], success)
            return tuple(gains(paid, seats))
        all_paid = [success_payments(terms, seat, others[seat], "CE-60") for seat in able]
        money = gains(chain.from_iterable(all_paid), seats)
        for seat in able:  # refund the penalties counted for this seat (CE-60)
            money[seat] += terms.cost(pack(seats), ends=2)
        return tuple(money)


class Search:
    """A search from given hands. It solves each position at the start of a trick only once."""

    def __init__(self, stakes: Stakes, seats: int) -> None:
        self.stakes, self.seats, self.count = stakes, seats, 0
        self.contract = CONTRACTS[stakes.contract]
        self._known: dict[tuple[Hands, int, frozenset[int]], Money] = {}

    def value_of(self, hands: Hands, trick: Trick, able: frozenset[int]) -> Money:
        """Return how much each seat gains or loses from this position on."""
        if trick.is_full:
            return self._value_after_trick(hands, trick, able)
        position = (hands, trick.leader, able)
        if not trick.cards and (known := self._known.get(position)) is not None:
            return known
        seat = trick.next_player
        found = (
            self.value_after(hands, trick, able, card)
            for card in legal_cards(hands[seat], trick.suit)
        )
        best = max(found, key=lambda money: money[seat])  # of equally good cards, the first
        if not trick.cards:
            self._known[position] = best
        return best

    def value_after(self, hands: Hands, trick: Trick, able: frozenset[int], card: str) -> Money:
        """Return how much each seat gains or loses once the player to move has played `card`."""
        self.count += 1
        seat = trick.next_player
        left, played = _hands_after(hands, seat, card), trick.plus(card)
        if card != COUP or trick.cards or not self.stakes.names_suit:
            return self.value_of(left, played, able)
        named = (self.value_of(left, replace(played, suit=suit), able) for suit in SUITS)
        return max(named, key=lambda money: money[seat])

    def value_of_tricks(self, tricks: tuple[Trick, ...], able: frozenset[int]) -> Money:
        """Return how much each seat gained or lost in the last tricks as they were played."""
        trick, later = tricks[0], tricks[1:]
        return self._value_after_trick(hands_of(later, self.seats), trick, able, later)

    def _value_after_trick(
        self, hands: Hands, trick: Trick, able: frozenset[int], later: tuple[Trick, ...] = ()
    ) -> Money:
        """Return how much each seat gains or loses from a full trick on: `later` has the tricks
        that follow, if they were really played.
        """
        winner, contract = trick.winner, self.contract
        last = not hands[winner]
        cost = contract.cost(trick.cards, ends=last)
        if cost and able:
            able &= {winner}
        if later:
            money = self.value_of_tricks(later, able)
        elif last:
            money = self.stakes.final_payments(able, self.seats)
        else:
            money = self.value_of(hands, Trick(winner, self.seats), able)
        stakes = self.stakes
        if stakes.attempter is not None:
            return money
        paid = penalty(winner, stakes.president, cost, contract.rule, stakes.lodged)
        return tuple(map(sum, zip(money, gains(paid, self.seats), strict=True))) if paid else money


def seats_still_able(stakes: Stakes, deal: Tricks, tricks: int) -> frozenset[int]:
    """Return the seats that can still take everything after the first `tricks` tricks."""
    tried = stakes.lodged if stakes.attempter is None else (stakes.attempter,)
    before = replace(deal, trick=deal.tricks[tricks], tricks=deal.tricks[:tricks])
    return frozenset(seat for seat in tried if may_take_all(before, seat))


@lru_cache(maxsize=8)
def analyse_deal(result: Result, names_suit: bool) -> Analysis:
    """Return the analysis of the last tricks of a finished deal."""
    deal = result.deal
    if not isinstance(deal, Tricks):
        return Analysis((), 0)
    seats = deal.trick.seats
    stakes = Stakes(
        deal.contract, result.president, deal.attempter, deal.answers.lodged, names_suit
    )
    search, found = Search(stakes, seats), list[Alternative]()
    for number in range(HAND_SIZE - SEARCHED_TRICKS, HAND_SIZE):
        played = deal.tricks[number]
        able = seats_still_able(stakes, deal, number)
        real = search.value_of_tricks(deal.tricks[number:], able)
        hands = hands_before(deal, number)
        for place, card in enumerate(played.cards):
            trick = played.before_card(place)
            seat = trick.next_player
            may = legal_cards(hands[seat], trick.suit)
            if card in may and len(may) > 1:  # skip revokes and forced cards
                values = {one: search.value_after(hands, trick, able, one)[seat] for one in may}
                instead = max((one for one in may if one != card), key=values.__getitem__)
                better = _smaller(values[instead] - values[card], values[instead] - real[seat])
                found.append(Alternative(seat, number, card, instead, better))
            hands = _hands_after(hands, seat, card)
    found.sort(key=lambda one: -one.better)
    return Analysis(tuple(found), search.count)


def _smaller(one: int, other: int) -> int:
    """Return the smaller of two gains or of two losses. 0 if one is a gain and the other is not."""
    return min(one, other, key=abs) if one * other > 0 else 0


def _hands_after(hands: Hands, seat: int, card: str) -> Hands:
    """Return the hands once a seat has played a card."""
    hand = hands[seat]
    at = hand.index(card)
    return (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :])


def hands_before(deal: Tricks, tricks: int) -> Hands:
    """Return each seat's hand after the first `tricks` tricks: the cards that it played later."""
    return hands_of(deal.tricks[tricks:], deal.trick.seats)


def hands_of(tricks: tuple[Trick, ...], seats: int) -> Hands:
    """Return each seat's hand before some tricks: the cards that it played to them."""
    hands: list[list[str]] = [[] for _ in range(seats)]
    for trick in tricks:
        for seat, card in zip(trick.players, trick.cards, strict=True):
            hands[seat].append(card)
    return tuple(tuple(sorted(hand, key=_ORDER.__getitem__)) for hand in hands)
