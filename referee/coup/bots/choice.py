"""How likely a bot of Coup chooses each action: as the network says, more or less strictly."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import exp, log
from typing import Any

from msgspec.structs import replace

from referee.coup.bots.outputs import CARDS, KEEP, output
from referee.coup.bots.sight import seen
from referee.coup.state import moves, phases
from referee.coup.state.cards import ACTIONS, ASSASSINATE, DRAWN
from referee.coup.state.state import State, clockwise, hidden_cards, influence
from referee.determinization import BEST_STEPS, Action, Chance, KnownHands, Skill, Tastes
from referee.disk.networks import Numbers, network_beside, outputs

# An action whose score is lower by a bot's heat has a third of the weight. At 1, a bot would choose
# as it did when it learned. A bot that thinks for `BEST_STEPS` is the coolest.
COOLEST, WARMER = 0.6, 1.1
RARE = 0.01  # Actions with a smaller share of the weight of the best are never chosen.
SILLY = 12.0  # Actions whose score is lower by this are never chosen, at any heat.

_Way = tuple[tuple[str, ...], tuple[str, ...]]  # the cards kept so far, and the others


def weigh(
    state: State,
    seat: int,
    own: KnownHands,
    skill: Skill,
    actions: Sequence[Action],
    _chance: Chance,
) -> Mapping[Action, float]:
    """Return the weight of each action, 1 for the best one.

    The network learned with the usual deck and options, and plays well enough with others. A bot
    shows the claimed card if it can, or else concedes.
    """
    hand = tuple(sorted(own[seat]))
    actions = [action for action in actions if not _foolish(state, seat, hand, action.move)]
    if type(state.phase) is phases.Show:
        return dict.fromkeys(actions, 1.0)
    if type(state.phase) is phases.Exchange:
        kept = _kept(state, seat, hand)
        scores = {item: log(kept[item.kept]) for item in actions}
    else:
        result = outputs(network_beside(__file__), seen(state, seat, hand)[None])[0]
        scores = {action: max(_scores(result, state, action.move)) for action in actions}
    best, heat = max(scores.values()), COOLEST * (BEST_STEPS / skill.steps) ** WARMER
    tastes = skill.temper.value
    weights = {
        action: exp((score - best) / heat) * _liked(action.move, hand, tastes)
        for action, score in scores.items()
        if best - score < SILLY
    }
    return {action: weight for action, weight in weights.items() if weight >= RARE}


def _scores(found: Numbers, state: State, move: Any) -> list[float]:
    """Return the scores of a move. An unnamed block has one for each card that it may claim."""
    named, phase = [move], state.phase
    if isinstance(phase, phases.Blockable) and isinstance(move, moves.Block) and not move.card:
        named = [replace(move, card=card) for card in phase.play.action.blocks]
    return [float(found[output(entry, len(state.coins))]) for entry in named]


def _liked(move: Any, hand: tuple[str, ...], tastes: Tastes) -> float:
    """Return how many times as often as usual a bot with these tastes makes a move."""
    match move:
        case moves.Challenge():
            return tastes.doubts
        case moves.Declare(action=action):
            claims = ACTIONS[action].claims
        case moves.Block(card=claims) | moves.NameCard(card=claims):
            pass
        case _:
            return 1.0
    return tastes.bluffs if claims and claims not in hand else 1.0


def _foolish(state: State, seat: int, hand: tuple[str, ...], move: Any) -> bool:
    """Whether another move is certainly better.

    That is a Coup which wins at once, a challenge of a claim that cannot be true, and any block
    that saves the last card. The network mostly makes them, but near the end it sees no hurry. A
    seat that holds the claimed card shows it, and no other.
    """
    phase = state.phase
    match move:
        case moves.CardShown(cards=(card,)) if isinstance(phase, phases.Show):
            return card not in phase.play.claims
        case moves.Concede() if isinstance(phase, phases.Show):
            return any(card in phase.play.claims for card in hand)
        case moves.Declare(action=action):
            last = [influence(state, item) for item in clockwise(state, seat)] == [1]
            return last and action != "coup" and state.coins[seat] >= ACTIONS["coup"].cost
        case moves.Pass() if isinstance(phase, phases.Challengeable | phases.Counter):
            own, hidden = Counter(hand), hidden_cards(state)
            return all(hidden.get(card, 0) == own[card] for card in phase.play.claims)
        case moves.Pass() if isinstance(phase, phases.Blockable):
            return phase.play.name == ASSASSINATE and influence(state, seat) == 1
    return False


def _kept(state: State, seat: int, hand: tuple[str, ...]) -> dict[tuple[str, ...], float]:
    """Return how likely each set of cards is kept. The network chooses card by card."""
    ways: dict[_Way, float] = {((), hand): 1.0}
    for _ in hand[DRAWN:]:
        further = defaultdict[_Way, float](float)
        for (kept, rest), chance in ways.items():
            scores = outputs(network_beside(__file__), seen(state, seat, rest, kept)[None])[0]
            powers = {card: exp(scores[KEEP + CARDS[card]]) for card in rest}
            for card, power in powers.items():
                left = list(rest)
                left.remove(card)
                way = tuple(sorted((*kept, card))), tuple(left)
                further[way] += chance * power / sum(powers.values())
        ways = further
    return {kept: chance for (kept, _), chance in ways.items()}
