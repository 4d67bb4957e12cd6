"""Whole matches of players who see what their seats may see, at a table that knows all cards."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from referee import library
from referee.bots.levels import Level, choose_action
from referee.bots.sample import sampler_of
from referee.contract import By, Game
from referee.determinization import Action, Determinization, KnownHands
from tests.bench.rules import randomplay

AnyGame = Game[Any, Any, Any]
Player = Callable[
    [AnyGame, Any, int, Random], Action
]  # of a game and a world: only its own cards count
MOST = 5_000  # actions of a match: no match has as many


def own_cards(game: AnyGame, world: Any, seat: int) -> KnownHands:
    """Return the cards that a seat may look at."""
    return {hand: world.hands[hand] for hand in game.table.visible_hands(world.state, seat)}


def thinker(level: Level, took_ms: list[float] | None = None) -> Player:
    """Return a bot of a level. The time of each choice is added to `took_ms`."""

    def acts(game: AnyGame, world: Any, seat: int, random: Random) -> Action:
        own, begun_s = own_cards(game, world, seat), time.process_time()
        act = choose_action(game, world.state, seat, own, level, random)
        if took_ms is not None:
            took_ms.append((time.process_time() - begun_s) * 1000)
        return act

    return acts


def anything(_game: AnyGame, world: Determinization, _seat: int, random: Random) -> Action:
    """Do anything that may be done."""
    return random.choice(world.legal_actions())


def played(
    name: str,
    players: Sequence[Player],
    random: Random,
    options: Mapping[str, Any] | None = None,
) -> tuple[int, ...]:
    """Play a match. Return the seats that won it, or none if it did not end."""
    game = library.game(name)
    options = library.options(game, options)
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
    """Return a world with all cards dealt again, once what the camera reads before was read."""
    while (world := sampler_of(game)(state, 0, {}, random)).mover is None:
        if game.rules.outcome(state) is not None:
            return world
        offers = game.rules.offers(state)
        read = tuple(offer for offer in offers if offer.by is By.CAMERA)
        move = library.move(game, randomplay.choose(replace(offers, items=read), random))
        state, _ = game.rules.apply(state, move)
    return world


def won(name: str, player: Player, others: Player, seats: int, number: int, seed: int) -> float:
    """Return how much of match `number` a player wins against others, at each seat in turn."""
    players = [others] * seats
    players[number % seats] = player
    winners = played(name, players, Random(f"{name} {seats} {seed} {number}"))
    return (number % seats in winners) / max(1, len(winners))


def wins(name: str, player: Player, others: Player, seats: int, matches: int, seed: int) -> float:
    """Return the share of matches that a player wins against others, at each seat in turn."""
    each = (won(name, player, others, seats, number, seed) for number in range(matches))
    return sum(each) / matches
