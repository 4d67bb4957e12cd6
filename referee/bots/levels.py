"""The levels of the bots, and the choice of a bot's action."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import partial
from random import Random
from typing import Any

from referee.bots.planning import plan, weighed
from referee.bots.sample import sampler_of
from referee.bots.search import Statistics, search
from referee.contract import BotPlay, Game, SampleHidden
from referee.determinization import (
    BEST_STEPS,
    Action,
    KnownHands,
    Skill,
    Temper,
)

UNKNOWN_SHARE = 0.15  # In games with bluffs, this share of samples ignores the bot's own cards.
LEAST_SHARE = 0.1  # Bots never choose an action with a smaller share of the best action's visits.
# Any search tries each action a few times, and its choice is not looser than this. With less, a
# gentle bot of Hearts, with thirteen cards to choose from, played almost at random.
LEAST_TRIES = 3
LEAST_STRICTNESS = 2.0


class Level(Enum):
    """Gentle plays loosely, fair plays to win, and keen takes its time to play best.

    The steps are those of a game whose pace is 1.
    """

    GENTLE = Skill(40, 0.5)
    FAIR = Skill(200, 4.0)
    KEEN = Skill(BEST_STEPS, 6.0)


def choose_action(
    game: Game[Any, Any, Any],
    state: Any,
    seat: int,
    own: KnownHands,
    level: Level,
    random: Random,
    temper: Temper = Temper.EVEN,
) -> Action:
    """Return an action for a seat that sees its `own` cards and all open cards.

    The same state of `random` gives the same action. Raise `LookupError` if the game has no bots,
    or if the seat has nothing to decide.
    """
    bot = game.require_bot()
    sample = sampler_of(game)(state, seat, own, random)
    if sample.mover != seat:
        raise LookupError(seat)
    actions = sample.legal_actions()
    if len(actions) == 1:
        return actions[0]
    skill, weights = level.value._replace(temper=temper), None
    if bot.weigh is not None:
        weights = bot.weigh(state, seat, own, skill, actions, random)
    steps = round(level.value.steps * bot.pace)
    sampler = sampler_of(game)
    if bot.heats:
        known, heat = partial(sampler, state, seat, own), bot.heats[[*Level].index(level)]
        weights = weighed(plan(known, steps, random), heat)
    if weights is None:
        steps = max(steps, LEAST_TRIES * len(actions))
        stats = _searched(game, state, seat, own, steps, sampler, random)
        weights = _weighed(
            {action: stats[action].visits if action in stats else 0 for action in actions},
            max(LEAST_STRICTNESS, level.value.strictness),
        )
    return random.choices([*weights], [*weights.values()])[0]


def _searched(
    game: Game[Any, Any, Any],
    state: Any,
    seat: int,
    own: KnownHands,
    steps: int,
    sampler: SampleHidden[Any],
    random: Random,
) -> Statistics:
    """Return the statistics of the general search."""
    bot = game.require_bot()
    open_hands = {hand: own[hand] for hand in game.table.visible_hands(state, None) if hand in own}
    return search(
        lambda random: sampler(state, seat, own, random),
        lambda random: sampler(state, seat, open_hands, random),
        steps,
        bot.horizon,
        unknown_share(bot),
        random,
    )


def unknown_share(bot: BotPlay[Any, Any]) -> float:
    """Return the share of samples in which even the seat's own cards are dealt at random."""
    return UNKNOWN_SHARE if bot.bluffs else 0.0


def _weighed(visits: Mapping[Action, int], strictness: float) -> Mapping[Action, float]:
    """Return how likely each action is chosen that the search tried so often."""
    most = max(visits.values())
    if not most:
        return dict.fromkeys(visits, 1.0)
    shares = {action: tried / most for action, tried in visits.items()}
    return {
        action: share**strictness if share >= LEAST_SHARE else 0.0
        for action, share in shares.items()
    }
