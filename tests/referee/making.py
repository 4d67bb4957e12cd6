"""Tables and moves made at random, of any game: from its own schema and values that it knows."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from referee.contract import Game

CARDS = inspect.VarTupleType(inspect.StrType())
ODD: list[Any] = [1e28, -1e300, 2.5, 8.0, float("nan"), float("inf"), -1, 0, 2**53, 10**30, True]
ODD += [None, "", "%(seat)s", "\ud800", "\0", "9" * 400, [], {}, ["\ud800"], [{"seat": 0}]]


class Maker:
    """Makes moves at random, by the types of their fields, of values that a game knows."""

    def __init__(self, game: Game[Any, Any, Any], options: Any, seats: int, random: Random) -> None:
        self.game, self.random = game, random
        self.cards = list(game.table.cards.counts(options))
        self.seats = seats
        self.forms = {move: inspect.type_info(move) for move in game.rules.moves.values()}

    def any_move(self) -> Any:
        """Return any move."""
        move = self.random.choice(tuple(self.game.rules.moves.values()))
        return self.value(self.forms[move])

    def change(self, move: Any) -> Any:
        """Return a move with one field made again."""
        kind = self.forms[type(move)]
        assert isinstance(kind, inspect.StructType)
        if not kind.fields:
            return move
        field = self.random.choice(kind.fields)
        old: Any = getattr(move, field.name)
        new: Any
        if field.type == CARDS:
            new = self.other_cards(old)
        elif type(old) is int and self.random.random() < 0.5:  # no bool, of which 2 is none
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
            case inspect.BoolType():
                return self.random.random() < 0.5
            case inspect.NoneType():
                return None
        raise NotImplementedError(f"no value of {kind}")

    def spoil(self, plain: dict[str, Any]) -> dict[str, Any]:
        """Return a move as plain data with one field, perhaps its tag, set to something odd."""
        name = self.random.choice(list(plain))
        return {**plain, name: self.random.choice(ODD)}
