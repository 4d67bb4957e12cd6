"""How well a player of the table's own plays, as people feel it; and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from random import Random
from typing import Any, NamedTuple

from referee.bots.search import ActionStats, search
from referee.contract import Game
from referee.determinization import Action, Determinization, KnownHands, Prunable

UNKNOWN = 0.15  # how many worlds are dealt as the others know them, where one bluffs
SHARE = 0.1  # of the times of the best: what was done less often is no choice


class Skill(NamedTuple):
    """How far it looks: `steps` acts in all, at a game's pace; how strictly it does what was best.

    With `strictness` 0 all that is a choice is as likely; with 1 each as it was in the search.
    """

    steps: int
    strictness: float


class Level(Enum):
    """Gentle forgives, fair plays to win, keen takes its time."""

    GENTLE = Skill(40, 0.5)
    FAIR = Skill(200, 4.0)
    KEEN = Skill(900, 6.0)


def choose_action(
    game: Game[Any, Any, Any], state: Any, seat: int, own: KnownHands, level: Level, random: Random
) -> Action:
    """Return what a seat does that sees the `own` cards, and all that lies open.

    The same numbers of `random` lead to the same. Raises `LookupError` for a game without `guess`,
    and where the seat has nothing to decide.
    """
    guess = game.sample_hidden
    if guess is None:
        raise LookupError(game.name)
    world = guess(state, seat, own, random)
    if world.mover != seat:
        raise LookupError(seat)
    acts = world.legal_actions()
    if len(acts) == 1:
        return acts[0]
    seen = {hand: own[hand] for hand in game.visible_hands(state, None) if hand in own}
    found = search(
        lambda random: _narrowed(guess(state, seat, own, random)),
        lambda random: _narrowed(guess(state, seat, seen, random)),
        round(level.value.steps * game.pace),
        game.horizon,
        unknown_share(game),
        random,
    )
    return _drawn([(act, found.get(act, ActionStats())) for act in acts], level.value, random)


def _narrowed(world: Determinization) -> Determinization:
    return world.pruned() if isinstance(world, Prunable) else world


def unknown_share(game: Game[Any, Any, Any]) -> float:
    """Return the share of worlds that are dealt as the others know them."""
    return UNKNOWN if game.bluffs else 0.0


def _drawn(found: Sequence[tuple[Action, ActionStats]], skill: Skill, random: Random) -> Action:
    most = max(tried.visits for _, tried in found) or 1
    shares = [tried.visits / most for _, tried in found]
    weights = [share**skill.strictness if share >= SHARE else 0.0 for share in shares]
    if not any(weights):
        return random.choice(found)[0]
    return random.choices([act for act, _ in found], weights)[0]
