"""Whole matches of players who see what their seats may see, at a table that knows all cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from referee import library
from referee.contract import Game
from referee.opponents.levels import Level, choose
from referee.worlds import Act, World
from tests.bench.rules import randomplay

Rules = Game[Any, Any, Any]
Player = Callable[[Rules, Any, int, Random], Act]  # of a game and a world: only its own cards count
MOST = 5_000  # acts of a match: no match is as long
OPTIONS: dict[str, dict[str, Any]] = {"coup_detat": {"simpler": True}}


def thinker(level: Level) -> Player:
    """Return a player of a level."""

    def acts(game: Rules, world: Any, seat: int, random: Random) -> Act:
        own = {hand: world.hands[hand] for hand in game.sees(world.state, seat)}
        return choose(game, world.state, seat, own, level, random)

    return acts


def anything(_game: Rules, world: World, _seat: int, random: Random) -> Act:
    """Do anything that may be done."""
    return random.choice(world.acts())


def played(name: str, players: Sequence[Player], random: Random) -> tuple[int, ...]:
    """Play a match; return the seats that won it: none where it did not end."""
    game = library.game(name)
    options = library.options(game, OPTIONS.get(name, {}))
    world = dealt(game, game.begin(options, len(players)), random)
    for _ in range(MOST):
        over = game.outcome(world.state)
        if over is not None:
            return over.winners
        if world.mover is None:
            world = dealt(game, world.state, random)
        acts = world.acts()
        act = acts[0]
        if len(acts) > 1:
            act = players[world.mover](game, world, world.mover, random)
        world = world.after(act, random)
    return ()


def dealt(game: Rules, state: Any, random: Random) -> Any:
    """Return a world with all cards dealt anew, once what the camera reads before was read."""
    assert game.guess is not None
    while (world := game.guess(state, 0, {}, random)).mover is None:
        if game.outcome(state) is not None:
            return world
        read = library.move(game, randomplay.choose(game.offers(state), random))
        state, _ = game.apply(state, read)
    return world


def firsts(name: str, one: Player, others: Player, seats: int, matches: int, seed: int) -> float:
    """Return the share of matches that a player wins against others, at each seat in turn."""
    won = 0.0
    for number in range(matches):
        players = [others] * seats
        players[number % seats] = one
        winners = played(name, players, Random(f"{name} {seats} {seed} {number}"))
        won += (number % seats in winners) / max(1, len(winners))
    return won / matches
