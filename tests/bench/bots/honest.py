"""What a player of the table's own may never do: use what it cannot see, or do what is not offered.

Tried over random play with any options, the host's moves among it: so also amid actions, revokes
and loans, after players left, and where somebody holds what they showed not to have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from referee import library
from referee.bots.levels import Level, choose_action
from referee.bots.sample import sampler_of
from referee.contract import By, IllegalMove, Offers
from referee.determinization import Action, KnownHands
from tests.bench.bots.matches import AnyGame, own_cards
from tests.bench.rules.moves import chosen
from tests.bench.rules.randomplay import choose as any_move

MOVES = 400  # of a match
EARLY = 60  # of one with secrets: they are asked for early, and a match takes cards back for long
LEVEL = Level.GENTLE
SECRET = {"coup_detat": {"secret_coup": True}}  # options with which something is secret


class Twin(NamedTuple):
    """A state, and one that is told from it by secrets of others than a seat, if by anything."""

    game: AnyGame
    state: Any
    other: Any
    seat: int
    own: KnownHands


@dataclass
class Tried:
    """What was tried of one game; `faults` tell what should not have been."""

    pairs: int = 0
    apart: int = 0
    moves: int = 0
    faults: list[str] = field(default_factory=list)


def twins(name: str, random: Random, secret: bool = False) -> Iterator[Twin]:
    """Play a match at random; yield after each move what each seat may know, and a twin of it.

    In the twin every other seat took up another of its secret offers; `secret` sees to it that
    there are some, where a game has them.
    """
    game = library.game(name)
    options, seats = chosen(game, random, SECRET.get(name) if secret else None)
    state = game.rules.begin(options, seats)
    others = [state] * seats
    for _ in range(EARLY if secret else MOVES):
        if game.rules.outcome(state) is not None:
            return
        for seat in range(seats):
            if not _same(game, state, others[seat], seat):
                others[seat] = state
            try:
                world = sampler_of(game)(state, seat, {}, random)
            except LookupError:
                continue
            yield Twin(game, state, others[seat], seat, own_cards(game, world, seat))
        offers = game.rules.offers(state)
        plain = any_move(offers, random)
        others = [_after(game, other, seat, plain, offers) for seat, other in enumerate(others)]
        state, _ = game.rules.apply(state, library.move(game, plain))


def _same(game: AnyGame, state: Any, other: Any, seat: int) -> bool:
    """Tell whether a seat is shown the same, and may do the same."""
    shown = game.shown.view(state, seat) == game.shown.view(other, seat)
    return shown and game.rules.offers(state) == game.rules.offers(other)


def _after(game: AnyGame, other: Any, seat: int, plain: dict[str, Any], offers: Offers) -> Any:
    """Return a twin after a move, or after another one that is as secret to a seat."""
    taken = [one for one in offers if one.secret and one.seat != seat and _takes(one, plain)]
    if taken:
        rest = [one for one in offers if one.secret and one.seat == taken[0].seat]
        plain = next(one for one in rest if one is not taken[0]).fill()
    try:
        after, _ = game.rules.apply(other, library.move(game, plain))
    except IllegalMove:
        return other
    return after


def _takes(offer: Any, plain: dict[str, Any]) -> bool:
    return bool(offer.fill() == plain)


def tried(name: str, pairs: int, moves: int, seed: int) -> Tried:
    """Try so many pairs of states and so many moves of a game."""
    found, random = Tried(), Random(f"{name} honest {seed}")
    while found.pairs < pairs or found.moves < moves:
        for twin in twins(name, random, secret=bool(seed % 2)):
            _try(found, twin, random.random(), pairs)
            if found.pairs >= pairs and found.moves >= moves:
                break
    return found


def _try(found: Tried, twin: Twin, seed: float, pairs: int) -> None:
    game, state, other, seat, own = twin
    try:
        act = choose_action(game, state, seat, own, LEVEL, Random(seed))
    except LookupError:
        if _alone(game.rules.offers(state), seat):
            found.faults.append(f"{game.name}: seat {seat} is stuck: {state}")
        return
    found.moves += 1
    if act.move is not None and act.move not in game.rules.offers(state):
        found.faults.append(f"{game.name}: {act} is not offered: {state}")
    if act.move is not None and not held(act, own, seat):
        found.faults.append(f"{game.name}: {act} keeps what is not held: {own}")
    if found.pairs < pairs or other != state:
        found.pairs += 1
        found.apart += other != state
        if choose_action(game, other, seat, own, LEVEL, Random(seed)) != act:
            found.faults.append(f"{game.name}: seat {seat} uses what it cannot see: {state}")


def held(act: Action, own: KnownHands, seat: int) -> bool:
    """Tell whether the cards that are kept are held."""
    return not Counter(act.kept) - Counter(own.get(seat, ()))


def _alone(offers: Offers, seat: int) -> bool:
    """Tell whether nobody but one seat can go on."""
    on = [one for one in offers if one.by is not By.HOST]
    return bool(on) and all(one.by is By.SEAT and one.seat == seat for one in on)
