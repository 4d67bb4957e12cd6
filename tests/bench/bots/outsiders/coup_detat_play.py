"""Rules of thumb for the tricks of Coup d'État.

- Nobody attempts a coup: get rid of high cards under higher ones. Play high to a trick that costs
  nothing. Discard what costs money first, then the highest card. Lead the card that is most likely
  beaten.
- My own attempt: lead cards that nobody can beat, use the Coup card where it decides, and keep it
  for the last trick if that one counts.
- Somebody else's attempt: take one needed card or trick, and never throw one to the attempter.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from referee.coup_detat.state.cards import COUP, HAND_SIZE, PACK, strength

POWER = {**{card: strength(card) for card in PACK}, COUP: 99}


class Sight:
    """What a player sees of a trick: its cards, their prices, and the cards of all others."""

    def __init__(self, deal: Any, hand: Sequence[str]) -> None:
        self.price, self.trick, self.attempter = deal.terms.price, deal.trick, deal.attempter
        self.seat, self.seats = self.trick.next_player, self.trick.seats
        self.cards, self.suit = self.trick.cards, self.trick.suit
        self.others = [card for card in deal.unseen if card not in hand]
        self.others += [COUP] * (deal.coup is not None and COUP not in hand)
        left = HAND_SIZE - len(deal.tricks)
        self.ends = deal.terms.ends * (left in (1, HAND_SIZE))
        self.keeps = bool(deal.terms.ends) and left > 1
        self.power = POWER[self.trick.card_of(self.trick.winner)] if self.cards else -1
        self.is_last = len(self.cards) == self.seats - 1

    def card(self, legal: list[str], random: Random) -> str:
        """Return the card to play."""
        if len(legal) == 1:
            return legal[0]
        if self.attempter is None:
            return avoid(self, legal, random)
        return take(self, legal) if self.attempter == self.seat else defend(self, legal)

    def suit_to_name(self, suits: Sequence[str]) -> str:
        """Return the suit to name for a led Coup card: the one with the most needed cards."""
        held = {suit: [card for card in self.others if card[-1] == suit] for suit in suits}
        return max(suits, key=lambda suit: sum(self.price.get(card, 0) + 1 for card in held[suit]))


def lead_danger(card: str, others: Sequence[str]) -> float:
    """Return how likely a led card wins its trick: 1 if nobody can beat it."""
    higher = lower = 0
    for other in others:
        if other[-1] == card[-1]:
            if POWER[other] > POWER[card]:
                higher += 1
            else:
                lower += 1
    return (lower + 0.6) / (higher + lower + 0.6) if higher else 1.0 + 0.05 * (not lower)


def avoid(sight: Sight, legal: list[str], random: Random) -> str:
    """Return a card for a player who does not want to take what costs."""
    price, ends, trick, others = sight.price, sight.ends, sight.cards, sight.others
    free = not ends and all(price.get(card, 0) == 0 for card in (*others, *trick))
    if not trick:
        if free and not any(card in price for card in legal):
            return max(legal, key=lambda card: POWER[card] + random.random())
        return min(
            legal,
            key=lambda card: (
                lead_danger(card, others) * (300 + 2 * price.get(card, 0))
                + 4 * POWER[card]
                + random.random()
            ),
        )
    follow = [card for card in legal if card[-1] == sight.suit]
    if not follow:
        return max(
            legal,
            key=lambda card: (
                price.get(card, 0) + 100 * lead_danger(card, others) + 10 * POWER[card]
            ),
        )
    power, last = sight.power, sight.is_last
    under = [card for card in follow if POWER[card] < power]
    over = [card for card in follow if POWER[card] > power]
    stake = sum(price.get(card, 0) for card in trick) + ends
    if over and not stake and (last or free):
        cheap = [card for card in over if card not in price]
        if cheap:
            return max(cheap, key=POWER.__getitem__)
    if under:
        return max(under, key=lambda card: (price.get(card, 0), POWER[card]))
    if last:
        return max(over, key=lambda card: (-price.get(card, 0), POWER[card]))
    return min(over, key=lambda card: POWER[card] + price.get(card, 0) / 100)


def take(sight: Sight, legal: list[str]) -> str:
    """Return a card for a player who attempts a coup."""
    price, ends, trick, others = sight.price, sight.ends, sight.cards, sight.others
    wanted = {card[-1] for card in others if card in price}
    plain = [card for card in legal if card != COUP] or legal

    def sure(card: str) -> bool:
        return not any(other[-1] == card[-1] and POWER[other] > POWER[card] for other in others)

    low = min(plain, key=lambda card: (card in price, sure(card), POWER[card]))
    if not trick:
        tops = [card for card in plain if sure(card)]
        if tops and (ends or price):
            return max(tops, key=lambda card: (card[-1] in wanted, card in price, POWER[card]))
        if COUP in legal and (ends or (wanted and not sight.keeps and len(legal) < 4)):
            return COUP
        return max(plain, key=POWER.__getitem__) if ends else low
    power, last = sight.power, sight.is_last
    over = [card for card in plain if card[-1] == sight.suit and POWER[card] > power]
    wins = [card for card in over if last or sure(card)]
    if ends or any(card in price for card in trick):
        if wins:
            return max(wins, key=lambda card: (card in price, -POWER[card]))
        if COUP in legal:
            return COUP
        return max(over, key=POWER.__getitem__) if over else low
    costly = [card for card in wins if card in price]
    return costly[0] if costly else low


def defend(sight: Sight, legal: list[str]) -> str:
    """Return a card for a player who wants somebody else's attempt to fail."""
    price, ends, trick, others = sight.price, sight.ends, sight.cards, sight.others
    plain = [card for card in legal if card not in price] or legal
    if not trick:
        strong = max(legal, key=lambda card: (card in price, lead_danger(card, others)))
        if lead_danger(strong, others) >= 1 and (strong in price or ends):
            return strong
        return min(plain, key=lambda card: (lead_danger(card, others), POWER[card]))
    winner, power = sight.trick.winner, sight.power
    over = [card for card in legal if card[-1] == sight.suit and POWER[card] > power]
    behind = (sight.attempter - sight.seat) % sight.seats
    waits = behind < sight.seats - len(trick) and winner != sight.attempter
    if over and (ends or any(card in price for card in (*trick, *over))):
        return max(over, key=lambda card: (card in price and not waits, POWER[card]))
    if winner != sight.attempter and not waits:
        costly = [card for card in legal if card in price]
        if costly:
            return costly[0]
    return min(plain, key=POWER.__getitem__)
