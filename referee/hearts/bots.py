"""The knowledge of Hearts bots: the cards to pass, and the result of playing a deal on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp

from referee.determinization import Action, Hands, KnownHands, Skill
from referee.hearts import state as st
from referee.hearts.rules import points
from referee.hearts.state import JACK, PACK, QUEEN, Phase, State, Trick
from referee.tricks import play_out

STRENGTH = PACK.strength
SWING = 6.5  # By as many points fewer than the others, a result is e times as good.


def evaluate(state: State, hands: Hands) -> tuple[float, ...]:
    """Return each seat's result if the deal is played on: how many points fewer than the others."""
    jack, costs = state.options.jack, list(state.scores)
    if state.phase in (Phase.FIRST_TRICK, Phase.PLAYING):
        for seat, pile in enumerate(state.taken_by_seat()):
            costs[seat] += points(pile, jack)
        for trick in play_out(hands, state.trick, sensible_card):
            costs[trick.winner] += points(trick.cards, jack)
    mean = sum(costs) / len(costs)
    return tuple(1 / (1 + exp((cost - mean) / SWING)) for cost in costs)


def sensible_card(cards: Sequence[str], trick: Trick) -> str:
    """Return the card that a sensible player plays: below the winner, or the most dangerous one."""
    if not trick.cards:
        return min(cards, key=lambda card: (card == QUEEN, STRENGTH[card]))
    if cards[0][-1] != trick.suit:
        return max(cards, key=_danger)
    best = max(STRENGTH[card] for card in trick.cards if card[-1] == trick.suit)
    if under := [card for card in cards if STRENGTH[card] < best]:
        return max(under, key=lambda card: (card == QUEEN, STRENGTH[card]))
    others = [card for card in cards if card != QUEEN] or cards
    last = len(trick.cards) + 1 == trick.seats
    return (max if last else min)(others, key=STRENGTH.__getitem__)


def _danger(card: str) -> float:
    """Return how gladly a player gets rid of a card."""
    extra = {QUEEN: 100, "AS": 50, "KS": 40, JACK: -20}.get(card, 0)
    return STRENGTH[card] + 3 * (card in st.HEARTS) + extra


def weigh(
    state: State, seat: int, own: KnownHands, skill: Skill, actions: Sequence[Action], *_: object
) -> Mapping[Action, float] | None:
    """Return how good it is to pass each set of cards. Return None if it is not time to pass."""
    if state.phase is not Phase.PASSING:
        return None
    hand = own[seat]
    suits = {suit: sum(card[-1] == suit for card in hand) for suit in "CDHS"}
    worth = {card: _worth_passing(card, suits) for card in hand}
    kept = {action: sum(worth[card] for card in action.kept) for action in actions}
    return {action: exp(-worth * (1 + skill.strictness) / 4) for action, worth in kept.items()}


def _worth_passing(card: str, suits: Mapping[str, int]) -> float:
    """Return how much a hand gains without a card. High cards of short suits are worth most."""
    if card[-1] == "S":  # Low spades protect from the queen.
        return 12.0 if STRENGTH[card] >= STRENGTH[QUEEN] and suits["S"] < 5 else -6.0
    return STRENGTH[card] - 1.5 * suits[card[-1]] + 2 * (card in st.HEARTS)
