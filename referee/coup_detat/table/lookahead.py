"""How much a bot gains by each card that it may play: the average of sampled deals.

All cards are tried in the same deals. So few deals are enough to compare them.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from referee.coup_detat.state import moves
from referee.coup_detat.state.state import State
from referee.coup_detat.table.estimate import SameNumbers, cash_after_deal
from referee.coup_detat.table.hidden_hands import sample_hidden
from referee.determinization import Action, KnownHands, Skill

# The more cards and players, the longer a deal takes: so it is played out less often. A keen bot
# tries 8 cards of four players in 37 deals each.
LEAST_DEALS, TURNS = 6, 4
CLOSE = 150.0  # By as many francs less a card is chosen e times less often, if a bot is not strict.
FAR = 2.3 * CLOSE  # Bots never choose a card that gains less by more francs.


def weigh(state: State, seat: int, own: KnownHands, skill: Skill) -> Mapping[Action, float] | None:
    """Return the weight of each card, 1 for the best one. Return None if no card can be played."""
    chance = SameNumbers()
    cards = {
        _card(action): action
        for action in sample_hidden(state, seat, own, chance).legal_actions()
        if isinstance(action.move, moves.CardPlayed | moves.CardLaid)
    }
    if not cards:
        return None
    gains = dict.fromkeys(cards, 0.0)
    deals = max(LEAST_DEALS, TURNS * skill.steps // (len(cards) * (len(cards) + state.seats)))
    for _ in range(deals):
        sample = sample_hidden(state, seat, own, chance)
        for card in cards:
            cash = cash_after_deal(sample.state, sample.hands, sample.table, card)
            gains[card] += (cash[seat] - sum(cash) / len(cash)) / deals
    best = max(gains.values())
    return {
        action: exp((gains[card] - best) / CLOSE * skill.strictness)
        for card, action in cards.items()
        if best - gains[card] < FAR
    }


def _card(action: Action) -> str:
    """Return the card that an action plays, or an empty string."""
    if isinstance(action.move, moves.CardPlayed):
        return action.move.cards[0]
    return action.move.laid.card if isinstance(action.move, moves.CardLaid) else ""
