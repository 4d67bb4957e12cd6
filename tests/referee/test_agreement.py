"""What is offered is what is taken: ``move in offers`` is true of exactly what ``apply`` takes.

Moves are made from the game's own schema, so that a new game is tested as it is: those that
are offered, the same with something changed, and any at all.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect

from referee import library
from referee.contract import Game, IllegalMove
from referee.randomplay import fill, play
from tests.referee import test_random_play as coyote
from tests.referee.coup import test_random as coup
from tests.referee.enough import matches

MATCHES = int(os.environ.get("COYOTE_MATCHES", "600")) // 6  # of each game
MOVES = 6  # of each kind, at each of the states looked at

CARDS = inspect.VarTupleType(inspect.StrType())

Settings = Callable[[Random], tuple[dict[str, Any], int]]


def coyote_settings(random: Random) -> tuple[dict[str, Any], int]:
    """As a table might choose them, or with so few cards that the pile runs out."""
    plain, seats = coyote.settings(random.choice(coyote.EDITIONS), random)
    if random.random() < 0.3:
        draws = random.randint(1, 4)
        plain["deck"] = {"?": draws, "3": seats, "-5": random.randint(0, 2), "x2": 1}
    return plain, seats


SETTINGS: dict[str, Settings] = {"coyote": coyote_settings, "coup": coup.settings}


class Maker:
    """Makes moves at random, by the types of their fields, of values that a game knows."""

    def __init__(self, game: Game[Any, Any, Any], options: Any, seats: int, random: Random) -> None:
        self.game, self.random = game, random
        self.cards = list(game.cards.counts(options))
        self.seats = seats

    def any_move(self) -> Any:
        """Return any move."""
        move = self.random.choice(get_args(self.game.move))
        return self.value(inspect.type_info(move))

    def change(self, move: Any) -> Any:
        """Return a move with one field made anew."""
        kind = inspect.type_info(type(move))
        assert isinstance(kind, inspect.StructType)
        if not kind.fields:
            return move
        field = self.random.choice(kind.fields)
        old: Any = getattr(move, field.name)
        new: Any
        if field.type == CARDS:
            new = self.other_cards(old)
        elif isinstance(old, int) and self.random.random() < 0.5:
            new = old + self.random.choice((-1, 1))
        else:
            new = self.value(field.type)
        return msgspec.structs.replace(move, **{field.name: new})

    def other_cards(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return cards with one more, one less, or another one; or turned about."""
        now = list(cards)
        match self.random.randrange(4):
            case 0:
                now.append(self.random.choice(self.cards))
            case 1 if now:
                now.remove(self.random.choice(now))
            case 2 if now:
                now[self.random.randrange(len(now))] = self.random.choice(self.cards)
            case _:
                self.random.shuffle(now)
        return tuple(now)

    def value(self, kind: inspect.Type) -> Any:
        """Return a value of a type."""
        match kind:
            case inspect.StructType():
                fields = {
                    field.encode_name: self.value(field.type)
                    for field in kind.fields
                    if field.required or self.random.random() < 0.5
                }
                return kind.cls(**fields)
            case inspect.UnionType():
                return self.value(self.random.choice(kind.types))
            case inspect.VarTupleType():
                return tuple(self.value(kind.item_type) for _ in range(self.random.randint(0, 4)))
            case inspect.LiteralType():
                return self.random.choice(kind.values)
            case inspect.StrType():
                return self.random.choice([*self.cards, "", "banana"])
            case inspect.IntType():
                return self.random.choice([*range(-1, self.seats + 1), 7, 51])
            case inspect.FloatType():
                return self.random.choice([-3.0, 2.5, 9.0, 1e300])
            case inspect.NoneType():
                return None
        raise NotImplementedError(f"no value of {kind}")


def taken(game: Game[Any, Any, Any], state: Any, move: Any) -> bool:
    """Tell whether ``apply`` takes a move; a refusal leaves the state as it was."""
    kept = library.to_plain(state)
    try:
        game.apply(state, move)
    except IllegalMove:
        return False
    finally:
        assert library.to_plain(state) == kept
    return True


@pytest.mark.parametrize("name", library.names())
def test_what_is_offered_is_what_is_taken(name: str) -> None:
    game = library.game(name)
    random = Random(f"agreement in {name}")
    seen: Counter[tuple[str, bool]] = Counter()
    every = {
        (move.__name__, is_taken) for move in get_args(game.move) for is_taken in (True, False)
    }
    for _ in matches(MATCHES, lambda: every <= set(seen)):
        plain, seats = SETTINGS[name](random)
        options = library.options(game, plain)
        steps = list(play(game, options, seats, random))
        for step in (*random.choices(steps, k=8), steps[-1]):
            state, make = step.after, Maker(game, options, seats, random)
            offers = game.offers(state)
            offered = [library.move(game, fill(offer, random)) for offer in offers for _ in "ab"]
            moves = [make.any_move() for _ in range(MOVES)]
            moves += offered
            moves += [make.change(random.choice(offered)) for _ in range(MOVES) if offered]
            moves += [make.change(make.change(random.choice(offered))) for _ in "ab" if offered]
            for move in moves:
                is_taken = taken(game, state, move)
                assert (move in offers) == is_taken, (move, state)
                assert (library.to_plain(move) in offers) == is_taken
                seen[type(move).__name__, is_taken] += 1
            assert all(move in offers for move in offered)
    assert set(seen) == every


@pytest.mark.parametrize("name", library.names())
def test_every_game_is_asked(name: str) -> None:
    assert name in SETTINGS, "say how a table of this game is set up"
