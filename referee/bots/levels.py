"""The levels of the bots, and the choice of a bot's action."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from random import Random
from typing import Any, NamedTuple, cast

from referee.bots.sample import sampler_of
from referee.bots.search import ActionStats, search
from referee.contract import BotPlay, Game, SampleHidden
from referee.determinization import Action, Chance, Determinization, KnownHands, Prunable

UNKNOWN_SHARE = 0.15  # In games with bluffs, this share of samples ignores the bot's own cards.
LEAST_SHARE = 0.1  # Bots never choose an action with a smaller share of the best action's visits.


class Skill(NamedTuple):
    """The skill of a bot. It tries `steps` actions in all, times the pace of the game.

    With a higher `strictness`, a bot prefers the best action more strongly. With 0, all reasonable
    actions are equally likely. With 1, their probabilities are proportional to their visits.
    """

    steps: int
    strictness: float


class Level(Enum):
    """Gentle plays loosely, fair plays to win, and keen takes its time to play best."""

    GENTLE = Skill(40, 0.5)
    FAIR = Skill(200, 4.0)
    KEEN = Skill(900, 6.0)


def choose_action(
    game: Game[Any, Any, Any], state: Any, seat: int, own: KnownHands, level: Level, random: Random
) -> Action:
    """Return an action for a seat that sees its `own` cards and all open cards.

    The same state of `random` gives the same action. Raise `LookupError` if the game has no bots,
    or if the seat has nothing to decide.
    """
    bot = game.require_bot()
    sample_hidden = sampler_of(game)
    sample = sample_hidden(state, seat, own, random)
    if sample.mover != seat:
        raise LookupError(seat)
    actions = sample.legal_actions()
    if len(actions) == 1:
        return actions[0]
    if isinstance(sample, Prunable):
        sample_hidden = _pruning(sample_hidden)
    open_hands = {hand: own[hand] for hand in game.table.visible_hands(state, None) if hand in own}
    stats = search(
        lambda random: sample_hidden(state, seat, own, random),
        lambda random: sample_hidden(state, seat, open_hands, random),
        round(level.value.steps * bot.pace),
        bot.horizon,
        unknown_share(bot),
        random,
    )
    return _pick(
        [(action, stats.get(action, ActionStats())) for action in actions], level.value, random
    )


def _pruning(sample_hidden: SampleHidden[Any]) -> SampleHidden[Any]:
    """Return the function whose samples are restricted to their few best actions."""

    def sample_pruned(state: Any, seat: int, own: KnownHands, chance: Chance) -> Determinization:
        return cast(Prunable, sample_hidden(state, seat, own, chance)).pruned()

    return sample_pruned


def unknown_share(bot: BotPlay[Any, Any]) -> float:
    """Return the share of samples in which even the seat's own cards are dealt at random."""
    return UNKNOWN_SHARE if bot.bluffs else 0.0


def _pick(stats: Sequence[tuple[Action, ActionStats]], skill: Skill, random: Random) -> Action:
    most = max(one.visits for _, one in stats) or 1
    shares = [one.visits / most for _, one in stats]
    weights = [share**skill.strictness if share >= LEAST_SHARE else 0.0 for share in shares]
    if not any(weights):
        return random.choice(stats)[0]
    return random.choices([action for action, _ in stats], weights)[0]
