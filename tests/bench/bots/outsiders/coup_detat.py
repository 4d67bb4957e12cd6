"""An outsider at Coup d'État, who plays by rules of thumb.

Rules of thumb, besides those for the tricks in `coup_detat_play`:

- Attempt a coup with the Coup card and an ace while Prison is left: the ace takes the first trick
  and the Coup card the last one. With five cards that nobody can beat, attempt the contract that
  earns most.
- As President, name the contract of which this hand takes the smallest share.
- Dominoes: lay what opens my own cards, and hold back what opens the way for others. Always use the
  turn after an ace.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from referee.coup_detat.state import moves
from referee.coup_detat.state.cards import COUP, pack, rank_of, ranks, suit_of
from referee.coup_detat.state.contracts import CONTRACTS
from referee.coup_detat.state.phases import Laying, Naming, NamingSuit, Playing, Speaking
from referee.determinization import Action, KnownHands
from tests.bench.bots.outsiders.coup_detat_play import Sight, lead_danger

SURE = 5  # Cards that nobody can beat, from which an attempt may succeed.


def choose(
    _game: Any, state: Any, seat: int, own: KnownHands, acts: Sequence[Action], random: Random
) -> Action:
    """Return the action that the rules of thumb choose."""
    hand, phase = own.get(seat, ()), state.phase
    kinds = {type(act.move): act for act in acts}
    if isinstance(phase, Speaking) and moves.Attempt in kinds and moves.Decline in kinds:
        return kinds[moves.Attempt if contract_to_attempt(state, hand) else moves.Decline]
    if isinstance(phase, Naming):
        name = phase.attempter is not None and contract_to_attempt(state, hand)
        return min(
            acts,
            key=lambda act: (act.move.contract != name, share_of(act.move.contract, state, hand)),
        )
    plays = {act.move.cards[0]: act for act in acts if isinstance(act.move, moves.CardPlayed)}
    if isinstance(phase, Playing) and plays:
        return plays[Sight(phase.deal, hand).card([*plays], random)]
    suits = {str(act.move.suit): act for act in acts if isinstance(act.move, moves.NameSuit)}
    if isinstance(phase, NamingSuit) and suits:
        return suits[Sight(phase.deal, hand).suit_to_name([*suits])]
    lays = [act for act in acts if isinstance(act.move, moves.CardLaid)]
    if isinstance(phase, Laying) and lays:
        laid, seats = phase.deal.laid, state.seats
        return max(lays, key=lambda act: lay_worth(act.move.laid.card, hand, laid, seats))
    quiet = [act for act in acts if is_quiet(act.move)]
    return quiet[0] if quiet else random.choice(acts)


def is_quiet(move: Any) -> bool:
    """Whether a move lends nothing, corrects nothing and lodges no secret coup."""
    if isinstance(move, moves.Answer):
        return not move.lodge
    return isinstance(move, moves.Refuse | moves.LetStand)


def contract_to_attempt(state: Any, hand: Sequence[str]) -> str:
    """Return the contract to attempt a coup with, or an empty string."""
    left = [name for name in state.contracts_left if name != "dominoes"]
    if "prison" in left and any(rank_of(card) == "A" for card in hand):
        return "prison"
    others = [card for card in pack(state.seats) if card not in hand]
    sure = sum(lead_danger(card, others) >= 1 for card in hand if card != COUP)
    return max(left, key=lambda name: CONTRACTS[name].gain) if left and sure >= SURE else ""


def share_of(name: str, state: Any, hand: Sequence[str]) -> float:
    """Return the share that a hand probably takes of what a contract costs."""
    if name == "dominoes":
        best = max(lay_worth(card, hand, (), state.seats) for card in hand if card != COUP)
        return float((1 - best / 30) / state.seats)
    terms, cards = CONTRACTS[name], pack(state.seats)
    others = [card for card in cards if card not in hand]
    total, share = terms.cost(cards, 2), 0.0
    for card in hand:
        if card != COUP:
            suit = [other for other in cards if other[-1] == card[-1]]
            cost = state.seats * (terms.cost(suit) / len(suit) + 2 * terms.ends / len(cards))
            share += lead_danger(card, others) * cost
    return share / total


def lay_worth(card: str, hand: Sequence[str], laid: tuple[str, ...], seats: int) -> float:
    """Return how good it is to lay a card: it should open my own cards, not those of others."""
    order, suit = ranks(seats), suit_of(card)
    place = order.index(rank_of(card))
    start = order.index(rank_of(laid[0])) if laid else place
    beyond = order[place + 1 :] if place >= start else ()
    below = order[:place][::-1] if place <= start else ()
    worth = 0.0
    for side in (beyond, below):
        for distance, rank in enumerate(side):
            worth += (4.0 if rank + suit in hand else -1.5) / (1 + 0.4 * distance)
    return worth + 3 * (place in (0, len(order) - 1)) + 4 * (rank_of(card) == "A")
