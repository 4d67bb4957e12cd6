"""Whole matches of players who see what their seats may see, at a table that knows all cards."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from msgspec.structs import replace

from referee import library
from referee.bots.levels import Level, choose_action
from referee.bots.sample import sampler_of
from referee.contract import By, Game
from referee.determinization import Action, Determinization, KnownHands, Temper
from tests.bench.bots.advice import advised
from tests.bench.bots.habits import Counts, habits
from tests.bench.rules import randomplay

AnyGame = Game[Any, Any, Any]
Player = Callable[
    [AnyGame, Any, int, Random], Action
]  # of a game and a world: only its own cards count
Watcher = Callable[[Action], None]
MOST = 5_000  # acts of a match: no match is as long


@dataclass
class Thought:
    """What a player thought about: how long each choice took, and its `habits`, counted."""

    took_ms: list[float] = field(default_factory=list)
    counts: Counts = field(default_factory=Counts)


def own_cards(game: AnyGame, world: Any, seat: int) -> KnownHands:
    """Return the cards that a seat may look at."""
    return {hand: world.hands[hand] for hand in game.table.visible_hands(world.state, seat)}


def thinker(level: Level, thought: Thought | None = None, temper: Temper = Temper.EVEN) -> Player:
    """Return a player of a level, whose thoughts are kept."""

    def acts(game: AnyGame, world: Any, seat: int, random: Random) -> Action:
        own, begun_s = own_cards(game, world, seat), time.process_time()
        act = choose_action(game, world.state, seat, own, level, random, temper)
        if thought is not None:
            thought.took_ms.append((time.process_time() - begun_s) * 1000)
            thought.counts.update(habits(game, world, act.move))
        return act

    return acts


def anything(_game: AnyGame, world: Determinization, _seat: int, random: Random) -> Action:
    """Do anything that may be done."""
    return random.choice(world.legal_actions())


def adviser(game: AnyGame, world: Determinization, seat: int, random: Random) -> Action:
    """Do what common advice says."""
    own = own_cards(game, world, seat)
    return advised(game, world.state, seat, own, world.legal_actions(), random)


# -- a match ---------------------------------------------------------------------------------------


def played(
    name: str, players: Sequence[Player], random: Random, watch: Watcher | None = None
) -> tuple[int, ...]:
    """Play a match; return the seats that won it: none where it did not end.

    `watch` is told each action.
    """
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
        if watch is not None:
            watch(act)
        world = world.play(act, random)
    return ()


def dealt(game: AnyGame, state: Any, random: Random) -> Any:
    """Return a world with all cards dealt anew, once what the camera reads before was read."""
    while (world := sampler_of(game)(state, 0, {}, random)).mover is None:
        if game.rules.outcome(state) is not None:
            return world
        offers = game.rules.offers(state)
        read = tuple(one for one in offers if one.by is By.CAMERA)
        move = library.move(game, randomplay.choose(replace(offers, items=read), random))
        state, _ = game.rules.apply(state, move)
    return world


def won(
    name: str,
    one: Player,
    others: Player,
    seats: int,
    number: int,
    seed: int,
    watch: Watcher | None = None,
) -> float:
    """Return how much of match `number` a player wins against others, at each seat in turn."""
    players = [others] * seats
    players[number % seats] = one
    winners = played(name, players, Random(f"{name} {seats} {seed} {number}"), watch)
    return (number % seats in winners) / max(1, len(winners))


def firsts(name: str, one: Player, others: Player, seats: int, matches: int, seed: int) -> float:
    """Return the share of matches that a player wins against others, at each seat in turn."""
    return sum(won(name, one, others, seats, one_, seed) for one_ in range(matches)) / matches
