"""How much a bot gains by each of its actions: the average of sampled deals.

All actions are tried in the same deals, so a few deals are enough to compare them. After an action
that leads to a contract, its namer names their best contract on average.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import exp

from referee.contract import Cell
from referee.coup_detat.flow import apply
from referee.coup_detat.state import moves, phases
from referee.coup_detat.state.setup import SEATS
from referee.coup_detat.state.state import State
from referee.coup_detat.table.estimate import cash_after_deal
from referee.coup_detat.table.hidden import hidden
from referee.determinization import Action, Chance, Hands, KnownHands, Skill, deal_hidden

# The more actions and players, the longer a deal takes: so it is played out less often. A keen bot
# tries 8 cards of four players in 37 deals each.
LEAST_DEALS, TURNS = 6, 4
# If an action gains `CLOSE` francs less, it is chosen e times less often by a bot of strictness 1.
CLOSE = 150.0
FAR = 2.3 * CLOSE  # Bots never choose an action that gains less by more francs.


NO_LEADS = (0.0,) * SEATS[-1]


@dataclass(eq=False)
class _Way:
    """A way in which a deal may go on: the state, its first card, and who chooses this way.

    `leads` are the francs by which each seat is above the average, summed over the deals.
    """

    state: State
    card: str
    chooser: int
    leads: Sequence[float] = NO_LEADS

    def play(self, hands: Hands, table: str) -> None:
        """Play on with these hands."""
        cash = cash_after_deal(self.state, hands, table, self.card)
        mean = sum(cash) / len(cash)
        self.leads = [lead + own - mean for lead, own in zip(self.leads, cash, strict=False)]


def weigh(
    state: State,
    seat: int,
    own: KnownHands,
    skill: Skill,
    actions: Sequence[Action],
    chance: Chance,
) -> Mapping[Action, float]:
    """Return the weight of each action, 1 for the best one."""
    ways = {action: _ways(state, action.move) for action in actions}
    unseen, count = hidden(state), sum(map(len, ways.values()))
    known = {**unseen.known, **own}
    deals = max(LEAST_DEALS, TURNS * skill.steps // (count * (count + state.seats)))
    for _ in range(deals):
        hands, pile = deal_hidden(unseen.cards, known, unseen.counts, chance, unseen.lacks)
        for way in chain.from_iterable(ways.values()):
            way.play(hands, "".join(pile[:1]))
    gains = {
        action: max(found, key=lambda way: way.leads[way.chooser]).leads[seat] / deals
        for action, found in ways.items()
    }
    best = max(gains.values())
    return {
        action: exp((gain - best) / CLOSE * skill.strictness)
        for action, gain in gains.items()
        if best - gain < FAR
    }


def _ways(state: State, move: moves.Move) -> tuple[_Way, ...]:
    """Return how a deal may go on after a move: with its card, or in each contract left."""
    match move:
        case moves.CardPlayed(cards=(card,)) | moves.CardLaid(laid=Cell(card=card)):
            return (_Way(state, card, 0),)
    after, _ = apply(state, move)
    if not isinstance(after.phase, phases.Naming):
        return (_Way(after, "", 0),)
    namer = after.phase.seat
    names = (moves.NameContract(namer, name) for name in after.contracts_left)
    return tuple(_Way(apply(after, name)[0], "", namer) for name in names)
