"""Coup d'État: stay under the trick, throw off what costs, and attempt with a hand of masters."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from referee.contract import Game
from referee.coup_detat.state.cards import COUP, ranks, strength
from referee.coup_detat.state.contracts import CONTRACTS
from referee.coup_detat.state.moves import (
    Answer,
    Attempt,
    Borrow,
    CardLaid,
    CardPlayed,
    Done,
    Lend,
    NameContract,
    NameSuit,
)
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.state import State
from referee.coup_detat.state.tricks import Tricks
from referee.determinization import Action, KnownHands

MASTERS = 2  # aces and guarded tens with which a coup may be attempted
SHARE = 0.5  # of what is to be taken, held at the start of an attempt with so many masters
DOMINOES = 0.6  # what Dominoes counts as, beside such shares: it takes no cards
TRICK = 60  # francs that an empty trick counts for: who takes it leads
RISK = 60  # francs that a player may throw on it yet
SPARED = 150  # francs for which the Coup card is kept back


def liking(
    _game: Game[Any, Any, Any], state: State, seat: int, own: KnownHands, _random: Random
) -> Callable[[Action], float]:
    """Return how much each act is liked."""
    hand = own[seat]

    def like(act: Action) -> float:
        deal = state.phase.deal
        match act.move:
            case Attempt():
                most = max(held(name, hand) for name in state.contracts_left)
                enough = SHARE if masters(hand) >= MASTERS else DOMINOES
                return 1.0 if most >= enough else -1.0
            case NameContract(contract=name):
                return price(name) if state.phase.attempter is None else held(name, hand)
            case NameSuit(suit=suit):
                return sum(card[-1] == suit for card in hand)
            case CardPlayed(cards=(card, *_)) if isinstance(deal, Tricks):
                return played(deal, hand, card)
            case CardLaid(laid=laid) if isinstance(deal, Rows):
                return opened(deal, hand, laid.card)
            case Done():
                return -100.0
            case Answer(lodge=True) | Borrow() | Lend():
                return -1.0
        return 0.0

    return like


def price(name: str) -> float:
    """Return what all of a contract costs, whoever takes it."""
    terms = CONTRACTS[name]
    return sum(terms.price.values()) + 2 * terms.ends + terms.last


def held(name: str, hand: tuple[str, ...]) -> float:
    """Return which share of what an attempt must take is in the hand; with Guillotine none."""
    costly = CONTRACTS[name].price
    if not costly:
        return DOMINOES if CONTRACTS[name].last else 0.0
    return 0.0 if CONTRACTS[name].ends else sum(card in costly for card in hand) / len(costly)


def masters(hand: tuple[str, ...]) -> int:
    """Return how many cards of a hand take their trick for sure, or almost."""
    aces = sum(card[:-1] == "A" for card in hand)
    return aces + sum(card[:-1] == "10" and "A" + card[-1] in hand for card in hand)


def takes(deal: Tricks, hand: tuple[str, ...], card: str) -> float:
    """Return about how likely a card is to take the trick."""
    trick = deal.trick
    if card == COUP:
        return 1.0
    if COUP in trick.cards or not trick.follows(card):
        return 0.0
    of_suit = [one for one in trick.cards if one[-1] == card[-1]]
    if any(strength(one) > strength(card) for one in of_suit):
        return 0.0
    out = [one for one in deal.unseen if one[-1] == card[-1] and one not in hand]
    higher = sum(strength(one) > strength(card) for one in out)
    later = trick.seats - len(trick.cards) - 1
    return float((1 - higher / (len(out) + 1)) ** later)


def played(deal: Tricks, hand: tuple[str, ...], card: str) -> float:
    """Return how much a card is liked in a trick: who attempts takes it, all others shun it."""
    costs, trick = deal.terms.price, deal.trick
    chance = takes(deal, hand, card)
    ends = deal.terms.ends if len(deal.tricks) == 0 or len(hand) == 1 else 0
    pot = ends + sum(costs.get(one, 0) for one in (*trick.cards, card))
    high = SPARED if card == COUP else strength(card)
    if deal.attempter is not None:
        return chance * (pot + TRICK) - (1 - chance) * costs.get(card, 0) - high
    later = trick.seats - len(trick.cards) - 1
    shed = costs.get(card, 0) + 12 * high
    return (1 - chance) * shed - chance * (pot + TRICK + RISK * later - 3 * high)


def opened(deal: Rows, hand: tuple[str, ...], card: str) -> float:
    """Return how much a card is liked in the rows: it opens the way to own ones or to others."""
    row = [rank + card[-1] for rank in ranks(len(deal.held))]
    lying = [row.index(one) for one in deal.laid if one in row]
    at = row.index(card)
    below = row[:at] if not lying or at < lying[0] else []
    above = row[at + 1 :] if not lying or at > lying[0] else []
    mine = sum(one in hand for one in below + above)
    return 3.0 * mine - (len(below + above) - mine)
