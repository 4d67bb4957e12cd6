"""Whether the tricks still to be played can change a payment (SL-25).

All ways to play on that fit the cards seen are tried, until two of them lead to different payments.
With many cards left that would take too long. Then the proof needs no trying: the attempt has
failed already, or no card and no trick costs anything any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from referee.coup_detat.proof.hidden import (
    WAYS,
    Held,
    Lacks,
    TooManyLines,
    added,
    bits,
    can_be_dealt,
    cards_in,
    changed,
    each_bit,
    lacked_cards,
)
from referee.coup_detat.state.cards import COUP, SUITS, cards_of_suits
from referee.coup_detat.state.deals import Tricks
from referee.coup_detat.state.trick import Rest, Trick

MOST_CARDS = 8  # Unseen cards: the last two tricks. With 12, trying takes up to three seconds.
MOST_LINES = 1_000  # Positions that are tried. Of two tricks, 520 were the most that a proof took.

Payments = tuple[int, ...]  # What each opponent pays, or only whether the attempt succeeds.


class _Line(NamedTuple):
    """A position on one way to play on.

    `held` counts the cards in each hand without the Coup card, which the seat `coup` holds. `taken`
    are the costly cards that each seat took on the way.
    """

    unseen: int
    lacks: Lacks
    held: Held
    trick: Trick
    coup: int | None
    taken: tuple[int, ...]


@lru_cache(maxsize=512)
def rest_of_tricks(deal: Tricks, president: int, names_suit: bool) -> Rest | None:
    """Return what the rest of a deal comes to if it can change no payment, or None.

    What a secret coup pays follows from what the opponents take, so the answers do not matter.
    """
    terms, seats = deal.terms, deal.trick.seats
    failed = deal.attempter is not None and has_failed(deal, deal.attempter)
    settled = failed or not (terms.ends or terms.costly((*deal.unseen, *deal.trick.cards)))
    if not settled and len(deal.unseen) > MOST_CARDS:
        return None
    held = tuple(many - (seat == deal.coup) for seat, many in enumerate(deal.held))
    line = _Line(
        bits(deal.unseen), lacked_cards(deal, seats), held, deal.trick, deal.coup, (0,) * seats
    )
    if not can_be_dealt(line.unseen, line.lacks, held):
        return None  # Somebody must have revoked: the next cards will show it.
    if settled:
        return Rest(None)
    search = _Search(deal, president, names_suit)
    try:
        two = any(search.finds_two_by(line, way) for way in WAYS) or search.finds_two(line)
        return None if two else search.rest
    except TooManyLines:
        return None


class _Search:
    """Tries ways to play on until two of them lead to different payments."""

    def __init__(self, deal: Tricks, president: int, names_suit: bool) -> None:
        self.rest: Rest | None = None  # Of the first way that was tried.
        self._payments: Payments | None = None
        self._deal, self._president, self._names_suit = deal, president, names_suit
        self._costly = bits(deal.terms.costly(deal.unseen + deal.trick.cards))
        self._tried: set[_Line] = set()

    def is_settled(self, line: _Line) -> bool:
        """Whether nothing that is still to be played can change a payment."""
        if not (line.trick.cards or any(line.held) or line.coup is not None):
            return True
        attempter = self._deal.attempter
        if attempter is not None and self._others_took(line, attempter):
            return True
        out = line.unseen | bits(tuple(card for card in line.trick.cards if card != COUP))
        return not self._deal.terms.ends and not out & self._costly

    def finds_two(self, line: _Line) -> bool:
        """Whether two ways to play on lead to different payments."""
        if line in self._tried:
            return False
        if len(self._tried) >= MOST_LINES:
            raise TooManyLines
        self._tried.add(line)
        if not self.is_settled(line):
            return any(self.finds_two(after) for after in self._after(line))
        return self._differs(line)

    def finds_two_by(self, line: _Line, way: int) -> bool:
        """Whether one of the `WAYS` to play on leads to other payments than those before."""
        while not self.is_settled(line):
            line = next(iter(self._after(line, bool(way & 1))))
            way >>= 1
        return self._differs(line)

    def _differs(self, line: _Line) -> bool:
        """Whether this end of the deal leads to other payments than the first one."""
        payments = self._paid(line)
        if self._payments is None:
            taken = tuple(map(cards_in, line.taken))
            self.rest, self._payments = Rest(_last_winner(line), taken), payments
        return payments != self._payments

    def _others_took(self, line: _Line, attempter: int) -> bool:
        return any(taken for seat, taken in enumerate(line.taken) if seat != attempter)

    def _paid(self, line: _Line) -> Payments:
        deal, last = self._deal, _last_winner(line)
        if deal.attempter is not None:
            fails = self._others_took(line, deal.attempter)
            return (int(not fails and (not deal.terms.ends or last == deal.attempter)),)
        price, ends = deal.terms.price, deal.terms.ends
        return tuple(
            sum(price[card] for card in cards_in(taken)) + ends * (seat == last)
            for seat, taken in enumerate(line.taken)
            if seat != self._president
        )

    def _after(self, line: _Line, from_top: bool = False) -> Iterator[_Line]:
        """Yield the positions after each card that the next player may hold and play."""
        seat, trick = line.trick.next_player, line.trick
        if line.coup == seat:
            played = trick.plus(COUP)
            for suit in SUITS if self._names_suit and not trick.cards else (played.suit,):
                yield self._ended(line._replace(trick=replace(played, suit=suit), coup=None))
        if not line.held[seat]:
            return
        held = changed(line.held, seat, -1)
        follows = bits(cards_of_suits(trick.suit)) if trick.cards and trick.suit else 0
        for one in each_bit(line.unseen & ~line.lacks[seat], from_top):
            lacks = (
                added(line.lacks, seat, follows) if follows and not one & follows else line.lacks
            )
            unseen = line.unseen & ~one
            if can_be_dealt(unseen, lacks, held):
                played = trick.plus(*cards_in(one))
                yield self._ended(_Line(unseen, lacks, held, played, line.coup, line.taken))

    def _ended(self, line: _Line) -> _Line:
        """Return the position once a full trick is gathered."""
        trick = line.trick
        if not trick.is_full:
            return line
        winner = trick.winner
        costly = bits(tuple(card for card in trick.cards if card != COUP)) & self._costly
        taken = added(line.taken, winner, costly)
        return line._replace(trick=Trick(winner, trick.seats), taken=taken)


def _last_winner(line: _Line) -> int | None:
    """Return who took the last trick, or None if it was not played to the end."""
    if line.trick.cards or any(line.held) or line.coup is not None:
        return None
    return line.trick.leader


def has_failed(deal: Tricks, attempter: int) -> bool:
    """Whether others already took a trick or a card that the attempt needs (CE-30 … 34)."""
    terms = deal.terms
    lost = any(
        terms.costly(pile) for seat, pile in enumerate(deal.taken_cards) if seat != attempter
    )
    return lost or bool(terms.ends and deal.tricks[0].winner != attempter)
