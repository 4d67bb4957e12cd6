"""Whether the tricks still to be played can change a payment (SL-25).

All ways to play on that fit the cards seen are tried (`ways`). With many cards left that would take
too long. Then the proof needs no trying: the attempt has failed already, or no card and no trick
costs anything any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from referee.coup_detat.proof.hidden import (
    Held,
    Lacks,
    added,
    bits,
    can_be_dealt,
    cards_in,
    changed,
    each_bit,
    lacked_cards,
)
from referee.coup_detat.proof.ways import Payments, Ways
from referee.coup_detat.state.cards import PACK, SUITS, cards_of_suits, strength, suit_of
from referee.coup_detat.state.contracts import CONTRACTS
from referee.coup_detat.state.settlement import may_take_all
from referee.coup_detat.state.trick import Rest
from referee.coup_detat.state.tricks import Tricks

MOST_CARDS = 8  # Unseen cards: the last two tricks. With 12, trying takes up to three seconds.

_SUITS: dict[str, int] = {suit: bits(cards_of_suits(suit)) for suit in SUITS}
_STRONGEST = len(PACK)  # The strength of the Coup card.
_PRICES = {
    name: ({bits((card,)): price for card, price in terms.price.items()}, terms.ends)
    for name, terms in CONTRACTS.items()
}
_SUIT_AND_STRENGTH = {bits((card,)): (_SUITS[suit_of(card)], strength(card)) for card in PACK}


class _Taking(NamedTuple):
    """A trick on the table: how many cards lie in it, the suit to follow, and who takes it now.

    `suit` has no cards if any card may follow. `costly` are the cards that cost something.
    """

    leader: int
    cards: int = 0
    suit: int = 0
    winner: int = 0
    strength: int = 0
    costly: int = 0

    def plus(self, seat: int, suit: int, strength: int, costly: int) -> _Taking:
        """Return the trick with one more card. The first card sets the suit to follow (CE-23)."""
        leader, cards, follow, winner, best, so_far = self
        if not cards:
            return _Taking(leader, 1, suit, seat, strength, costly)
        if strength > best and (suit == follow or strength == _STRONGEST):
            winner, best = seat, strength
        return _Taking(leader, cards + 1, follow, winner, best, so_far | costly)


class _Line(NamedTuple):
    """A position on one way to play on.

    `held` counts the cards in each hand without the Coup card, which the seat `coup` holds. `taken`
    are the costly cards that each seat took on the way.
    """

    unseen: int
    lacks: Lacks
    held: Held
    trick: _Taking
    coup: int | None
    taken: tuple[int, ...]


class _Stakes(NamedTuple):
    """What the payments depend on, besides the cards and tricks that each seat takes."""

    contract: str
    attempter: int | None
    president: int
    names_suit: bool


def rest_of_tricks(deal: Tricks, president: int, names_suit: bool) -> Rest | None:
    """Return what the rest of a deal comes to if it can change no payment, or None.

    No trick lies on the table. What a secret coup pays follows from what the opponents take, so
    the answers do not matter.
    """
    terms = deal.terms
    failed = deal.attempter is not None and not may_take_all(deal, deal.attempter)
    settled = failed or (not terms.ends and terms.is_free(deal.unseen))
    if not settled and len(deal.unseen) > MOST_CARDS:
        return None
    unseen, seats, coup = bits(deal.unseen), deal.trick.seats, deal.coup
    lacks = lacked_cards(deal, seats)
    held = tuple([many - (seat == coup) for seat, many in enumerate(deal.held)])
    if not can_be_dealt(unseen, lacks, held):
        return None  # Somebody must have revoked: the next cards will show it.
    if settled:
        return Rest(None)
    line = _Line(unseen, lacks, held, _Taking(deal.trick.leader), coup, (0,) * seats)
    return _searched_rest(line, _Stakes(deal.contract, deal.attempter, president, names_suit))


@lru_cache(maxsize=512)
def _searched_rest(line: _Line, stakes: _Stakes) -> Rest | None:
    """Return the payments for the last tricks, if every way to play on leads to the same ones."""
    return _Ways(line, stakes).common_rest(line)


class _Ways(Ways[_Line]):
    """The ways to play the last tricks."""

    def __init__(self, line: _Line, stakes: _Stakes) -> None:
        self._stakes, self._seats = stakes, len(line.held)
        self._price, self._ends = _PRICES[stakes.contract]
        self._costly = line.unseen & sum(self._price)
        self._named = tuple(_SUITS.values()) if stakes.names_suit else (0,)

    def is_settled(self, line: _Line) -> bool:
        """Whether nothing that is still to be played can change a payment."""
        if not (line.trick.cards or line.unseen or line.coup is not None):
            return True
        if self._has_failed(line):
            return True
        return not (self._ends or line.unseen & self._costly or line.trick.costly)

    def _has_failed(self, line: _Line) -> bool:
        attempter = self._stakes.attempter
        if attempter is None:
            return False
        return any(taken for seat, taken in enumerate(line.taken) if seat != attempter)

    def rest(self, line: _Line) -> Rest:
        """Return who took the last trick, and the costly cards that each seat took."""
        return Rest(_last_winner(line), tuple(map(cards_in, line.taken)))

    def payments(self, line: _Line) -> Payments:
        """Return what each opponent pays the President, or whether an attempt succeeds."""
        stakes, ends, last = self._stakes, self._ends, _last_winner(line)
        if stakes.attempter is not None:
            failed = self._has_failed(line) or (ends and last != stakes.attempter)
            return (int(not failed),)
        results = [ends * (seat == last) for seat in range(self._seats)]
        for seat, taken in enumerate(line.taken):
            for card in each_bit(taken):
                results[seat] += self._price[card]
        results[stakes.president] = 0
        return tuple(results)

    def after(self, line: _Line) -> Iterator[_Line]:
        """Yield the positions after each card that the next player may hold and play."""
        unseen, lacks, held, trick, coup, taken = line
        seat = (trick.leader + trick.cards) % self._seats
        if coup == seat:
            for suit in (0,) if trick.cards else self._named:
                played = trick.plus(seat, suit, _STRONGEST, 0)
                yield self._gathered(_Line(unseen, lacks, held, played, None, taken))
        if not held[seat]:
            return
        fewer, void = changed(held, seat, -1), added(lacks, seat, trick.suit)
        for item in each_bit(unseen & ~lacks[seat]):
            others = unseen ^ item
            without = lacks if item & trick.suit else void
            if can_be_dealt(others, without, fewer):
                played = trick.plus(seat, *_SUIT_AND_STRENGTH[item], item & self._costly)
                yield self._gathered(_Line(others, without, fewer, played, coup, taken))

    def _gathered(self, line: _Line) -> _Line:
        """Return the position once a full trick is gathered."""
        unseen, lacks, held, trick, coup, taken = line
        if trick.cards < self._seats:
            return line
        taken = added(taken, trick.winner, trick.costly)
        return _Line(unseen, lacks, held, _Taking(trick.winner), coup, taken)


def _last_winner(line: _Line) -> int | None:
    """Return who took the last trick, or None if it was not played to the end."""
    if line.trick.cards or line.unseen or line.coup is not None:
        return None
    return line.trick.leader
