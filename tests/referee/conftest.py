"""A match to play by hand: plain moves in, the state and the rulings kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee import library
from referee.contract import BadOptions, IllegalMove, Message, Ruling


class Match:
    """A match that is played move by move."""

    def __init__(self, game: str, options: dict[str, Any], seats: int) -> None:
        self.game = library.game(game)
        self.state = self.game.rules.begin(library.options(self.game, options), seats)
        self.rulings: tuple[Ruling, ...] = ()

    def do(self, move: str, **fields: Any) -> Any:
        """Make a move; return the state after it."""
        made = library.move(self.game, {"move": move, **fields})
        self.state, self.rulings = self.game.rules.apply(self.state, made)
        return self.state

    def refused(self, move: str, **fields: Any) -> IllegalMove:
        """Make a move that must be refused; return the refusal."""
        before = self.state
        with pytest.raises(IllegalMove) as refusal:
            self.do(move, **fields)
        assert self.state == before
        return refusal.value

    def ruling(self, rule: str) -> Ruling:
        """Return the one ruling of the last move by `rule`."""
        (result,) = (ruling for ruling in self.rulings if ruling.rule == rule)
        return result

    def say(self, *numbers: int) -> Any:
        """Announce `numbers` in turn."""
        for number in numbers:
            self.do("announce", seat=self.state.turn, number=number)
        return self.state

    def turn(self, move: str, **fields: Any) -> Any:
        """Let the seat on turn make a move."""
        return self.do(move, seat=self.state.turn, **fields)

    def offered(self, seat: int) -> list[str]:
        """Return what a seat is offered, by the moves' tags."""
        return [offer.move for offer in self.game.rules.offers(self.state).for_seat(seat)]

    def round(self, *numbers: int, cards: list[str] | None = None) -> Any:
        """Announce `numbers` in turn and challenge the last; read `cards` if given."""
        self.say(*numbers)
        self.turn("challenge")
        if cards is not None:
            self.do("cards_read", cards=cards)
        return self.state


@pytest.fixture
def match() -> Callable[..., Match]:
    """Begin a match of Coyote: ``match("kidult", 3, strikes=4)``."""

    def begin(edition: str = "tomahawk", seats: int = 3, **options: Any) -> Match:
        return Match("coyote", {"edition": edition, **options}, seats)

    return begin


@pytest.fixture
def bad_options() -> Callable[..., Message]:
    """Begin a match of Coyote that cannot be; return what the refusal says."""

    def begin(edition: str, seats: int, **options: Any) -> Message:
        with pytest.raises(BadOptions) as refusal:
            Match("coyote", {"edition": edition, **options}, seats)
        return refusal.value.message

    return begin
