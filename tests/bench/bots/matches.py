"""Whole matches of players who see what their seats may see, at a table that knows all cards."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from referee import library
from referee.bots.levels import Level, choose_action
from referee.bots.sample import sampler_of
from referee.contract import Game
from referee.coup.state import moves as coup
from referee.coup.state.cards import ACTIONS
from referee.coyote.state import moves as coyote
from referee.coyote.state.cards import DRAW
from referee.determinization import Action, Determinization, KnownHands
from tests.bench.bots.advice import advised
from tests.bench.rules import randomplay

AnyGame = Game[Any, Any, Any]
Player = Callable[
    [AnyGame, Any, int, Random], Action
]  # of a game and a world: only its own cards count
MOST = 5_000  # acts of a match: no match is as long
DOUBTS = coup.Challenge | coyote.Challenge


@dataclass
class Thought:
    """What a player thought about: how long each choice took, and what it said of its cards.

    `told` counts what was claimed, `bluffed` what of it was not so; `might` how often somebody
    could be challenged, `doubted` how often they were.
    """

    took_ms: list[float] = field(default_factory=list)
    told: int = 0
    bluffed: int = 0
    might: int = 0
    doubted: int = 0

    def said(self, game: AnyGame, world: Any, act: Action) -> None:
        """Count an act of a game of bluffs."""
        judged = BLUFFS.get(game.name)
        if judged is None:
            return
        if any(isinstance(one.move, DOUBTS) for one in world.legal_actions()):
            self.might += 1
            self.doubted += isinstance(act.move, DOUBTS)
        bluff = judged(game, world, act.move)
        if bluff is not None:
            self.told += 1
            self.bluffed += bluff


def own_cards(game: AnyGame, world: Any, seat: int) -> KnownHands:
    """Return the cards that a seat may look at."""
    return {hand: world.hands[hand] for hand in game.table.visible_hands(world.state, seat)}


def thinker(level: Level, thought: Thought | None = None) -> Player:
    """Return a player of a level, whose thoughts are kept."""

    def acts(game: AnyGame, world: Any, seat: int, random: Random) -> Action:
        own, begun_s = own_cards(game, world, seat), time.process_time()
        act = choose_action(game, world.state, seat, own, level, random)
        if thought is not None:
            thought.took_ms.append((time.process_time() - begun_s) * 1000)
            thought.said(game, world, act)
        return act

    return acts


def anything(_game: AnyGame, world: Determinization, _seat: int, random: Random) -> Action:
    """Do anything that may be done."""
    return random.choice(world.legal_actions())


def adviser(game: AnyGame, world: Determinization, seat: int, random: Random) -> Action:
    """Do what common advice says."""
    own = own_cards(game, world, seat)
    return advised(game, world.state, seat, own, world.legal_actions(), random)


# -- what is a bluff -------------------------------------------------------------------------------


def _claimed(_game: AnyGame, world: Any, move: Any) -> bool | None:
    """Tell whether a character of Coup is claimed that is not held; None where none is claimed."""
    claims: tuple[str, ...] = ()
    match move:
        case coup.Declare(action=action):
            claims = tuple(filter(None, [ACTIONS[action].claims]))
        case coup.Block(card=card) | coup.NameCard(card=card):
            claims = (card,) if card else world.state.phase.play.action.blocks
    return {*claims}.isdisjoint(world.hands[world.mover]) if claims else None


def _announced(game: AnyGame, world: Any, move: Any) -> bool | None:
    """Tell whether more is announced than all cards count; None where nothing is announced."""
    if not isinstance(move, coyote.Announce):
        return None
    assert game.table.score is not None
    cards = [card for hand in world.hands for card in hand]
    options = game.rules.options(edition=world.state.setup.edition)
    return bool(
        move.number > game.table.score(options, cards, world.pile[: cards.count(DRAW)]).total
    )


BLUFFS: dict[str, Callable[[AnyGame, Any, Any], bool | None]] = {
    "coup": _claimed,
    "coyote": _announced,
}


# -- a match ---------------------------------------------------------------------------------------


def played(name: str, players: Sequence[Player], random: Random) -> tuple[int, ...]:
    """Play a match; return the seats that won it: none where it did not end."""
    game = library.game(name)
    options = library.options(game, {})
    world = dealt(game, game.rules.begin(options, len(players)), random)
    for _ in range(MOST):
        over = game.rules.outcome(world.state)
        if over is not None:
            return over.winners
        if world.mover is None:
            world = dealt(game, world.state, random)
        acts = world.legal_actions()
        act = acts[0]
        if len(acts) > 1:
            act = players[world.mover](game, world, world.mover, random)
        world = world.play(act, random)
    return ()


def dealt(game: AnyGame, state: Any, random: Random) -> Any:
    """Return a world with all cards dealt anew, once what the camera reads before was read."""
    while (world := sampler_of(game)(state, 0, {}, random)).mover is None:
        if game.rules.outcome(state) is not None:
            return world
        read = library.move(game, randomplay.choose(game.rules.offers(state), random))
        state, _ = game.rules.apply(state, read)
    return world


def won(name: str, one: Player, others: Player, seats: int, number: int, seed: int) -> float:
    """Return how much of match `number` a player wins against others, at each seat in turn."""
    players = [others] * seats
    players[number % seats] = one
    winners = played(name, players, Random(f"{name} {seats} {seed} {number}"))
    return (number % seats in winners) / max(1, len(winners))


def firsts(name: str, one: Player, others: Player, seats: int, matches: int, seed: int) -> float:
    """Return the share of matches that a player wins against others, at each seat in turn."""
    return sum(won(name, one, others, seats, one_, seed) for one_ in range(matches)) / matches
