"""Playouts of deals in tricks: with all hands known, sensible players finish a deal.

The module checks no rules, because a playout estimates the end of a deal many hundred times a
second.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.coup_detat.state.cards import COUP, SUITED
from referee.coup_detat.state.contracts import Contract
from referee.coup_detat.state.trick import Trick
from referee.coup_detat.state.tricks import Tricks
from referee.coup_detat.table.last_tricks import Stakes, losses_during

# As soon as the players hold no more cards in all, the last tricks are solved exactly: four tricks
# of three players, three of four. One more takes about 15 times as long.
SOLVED_CARDS = 12
HEIGHT = {**SUITED.strength, COUP: 9}


class Play(NamedTuple):
    """A trick in which a player must choose a card.

    `counts` says whether the trick itself costs something, as the first and the last trick of some
    contracts do. The suits in `bars` may not be led (CE-22).
    """

    terms: Contract
    attempter: int | None
    trick: Trick
    counts: bool
    bars: str = ""

    @property
    def is_last(self) -> bool:
        """Whether all others have played their cards."""
        return len(self.trick.cards) + 1 == self.trick.seats

    @property
    def may_cost(self) -> bool:
        """Whether the trick may cost something."""
        return self.counts or bool(self.terms.price)

    def beats(self, card: str) -> bool:
        """Whether a card would take the trick so far."""
        cards = self.trick.cards
        return SUITED.winning_index((*cards, card), self.trick.suit) == len(cards)

    def price(self, card: str) -> int:
        """The price of a card in francs."""
        return self.terms.price.get(card, 0)


def next_play(deal: Tricks) -> Play:
    """Return the choice that the next player of a deal has."""
    counts = bool(deal.terms.ends) and (not deal.tricks or max(deal.held) == 1)
    return Play(deal.terms, deal.attempter, deal.trick, counts, deal.barred_suits)


def playout_costs(
    deal: Tricks, hands: Sequence[Sequence[str]], table: str, names_suit: bool, card: str = ""
) -> list[int]:
    """Return the price in francs of the cards that each seat takes until the end of the deal.

    Cards taken before count too. The price of the first trick is left out if it is already paid.
    In an attempt it counts, and so does the `table` card, which goes to the winner of the first
    trick. A failed attempt is not played on. The first `card` may be given.
    """
    terms, attempter, play = deal.terms, deal.attempter, next_play(deal)
    results, seats = [terms.cost(pile) for pile in deal.taken_cards], deal.trick.seats
    if deal.tricks and attempter is not None:
        results[deal.winners[0]] += terms.ends
    left, is_first = [list(hand) for hand in hands], not deal.tricks
    while play.trick.cards or any(left):
        if attempter is not None and sum(results) != results[attempter]:
            return results
        while not (trick := play.trick).is_full:
            hand = left[trick.next_player]
            if len(hand) * seats <= SOLVED_CARDS and not is_first and not card:
                lost = losses_during(Stakes(terms.name, attempter, names_suit), left, trick)
                if attempter is not None:  # If it fails, others took something.
                    lost = (lost[attempter],) * seats
                return [one + loss for one, loss in zip(results, lost, strict=True)]
            if not hand:
                return results
            card = card or sensible_card(hand, play)
            hand.remove(card)
            play, card = play._replace(trick=trick.plus(card), bars=""), ""
        winner, beside = trick.winner, (table,) if is_first and attempter is not None else ()
        results[winner] += terms.cost((*trick.cards, *beside), ends=play.counts)
        counts = bool(terms.ends) and max(map(len, left)) == 1
        play, is_first = Play(terms, attempter, Trick(winner, seats), counts), False
    return results


def sensible_card(hand: Sequence[str], play: Play) -> str:
    """Return the card that a sensible player plays."""
    cards = [card for card in hand if card[-1] == play.trick.suit]
    follows = bool(cards)
    cards = cards or [card for card in hand if card != COUP and card[-1] not in play.bars]
    cards = cards or [card for card in hand if card != COUP] or list(hand)
    if play.attempter is None:
        return _cheap_card(cards, play, follows)
    if play.trick.next_player == play.attempter:
        return _attacking_card(hand, cards, play)
    return _defending_card(cards, play, follows)


def _cheap_card(cards: Sequence[str], play: Play, follows: bool) -> str:
    """Return a card for a player who wants to take nothing that costs money.

    That is the highest card that does not take the trick, or the most expensive one if the player
    cannot follow suit.
    """
    if not play.trick.cards:
        return (min if play.may_cost else max)(cards, key=HEIGHT.__getitem__)
    if not follows:
        return max(cards, key=lambda card: (play.price(card), HEIGHT[card]))
    if not play.may_cost:
        return max(cards, key=HEIGHT.__getitem__)
    under = [card for card in cards if not play.beats(card)]
    if under or play.is_last:
        return max(under or cards, key=HEIGHT.__getitem__)
    return min(cards, key=HEIGHT.__getitem__)


def _attacking_card(hand: Sequence[str], cards: Sequence[str], play: Play) -> str:
    """Return a card for a player who attempts a coup: they take what counts with the lowest card.

    The Coup card is for a trick that counts and that no other card takes.
    """
    if not play.may_cost:
        return min(cards, key=HEIGHT.__getitem__)  # The high cards are for the last trick.
    if not play.trick.cards:
        return max(cards, key=HEIGHT.__getitem__)
    takers = [card for card in cards if play.beats(card)]
    if takers and play.is_last:
        return min(takers, key=lambda card: (-play.price(card), HEIGHT[card]))
    if takers:
        return max(takers, key=HEIGHT.__getitem__)
    if COUP in hand and (play.counts or not play.terms.is_free(play.trick.cards)):
        return COUP
    return min(cards, key=lambda card: (play.price(card), HEIGHT[card]))


def _defending_card(cards: Sequence[str], play: Play, follows: bool) -> str:
    """Return a card for a player against an attempt: they or their partners take what counts."""
    if not play.may_cost:
        return min(cards, key=HEIGHT.__getitem__)
    if not play.trick.cards:
        return max(cards, key=lambda card: (-play.price(card), HEIGHT[card]))
    takers = [card for card in cards if play.beats(card)] if follows else []
    over = play.attempter in play.trick.players[: len(play.trick.cards)]
    if takers and (not over or play.trick.winner == play.attempter):
        return max(takers, key=lambda card: (play.price(card) if over else 0, HEIGHT[card]))
    if over and play.trick.winner != play.attempter:  # A partner takes it: give them what costs.
        return max(cards, key=lambda card: (play.price(card), -HEIGHT[card]))
    return min(cards, key=lambda card: (play.price(card), HEIGHT[card]))
