"""A match of Hearts for tests: short words for its moves."""

from __future__ import annotations

from typing import Any

from referee import library
from referee.contract import IllegalMove, Ruling
from referee.hearts.state import Pass, Phase, Play, State, TakeUp
from referee.judging import why_illegal

GAME = library.game("hearts")


class Hearts:
    """A match, and the rulings on its last move."""

    def __init__(self, seats: int = 4, **options: Any) -> None:
        self.state: State = GAME.rules.begin(library.options(GAME, options), seats)
        self.rulings: tuple[Ruling, ...] = ()

    def do(self, *moves: Any) -> None:
        """Make these moves."""
        for move in moves:
            self.state, self.rulings = GAME.rules.apply(self.state, move)

    def passed(self) -> None:
        """Let everybody pass and take up their cards."""
        self.do(*map(Pass, self.state.seats), *map(TakeUp, self.state.seats))

    def lay(self, *cards: str) -> None:
        """Let each next player lay one of these cards."""
        for card in cards:
            opens = self.state.phase is Phase.OPENING
            self.do(Play(0 if opens else self.state.trick.next_player, (card,)))

    def refused(self, move: Any) -> IllegalMove:
        """Return why a move is refused."""
        why = why_illegal(GAME.rules.apply, self.state, move)
        assert why is not None
        return why

    @property
    def said(self) -> list[str]:
        """The keys of the last rulings, with their rules."""
        return [
            f"{ruling.rule} {ruling.message.key.removeprefix('hearts.')}" for ruling in self.rulings
        ]


def opened(*cards: str, **options: Any) -> Hearts:
    """Return a match whose seat 0 led the two of clubs, and in which these cards followed."""
    match = Hearts(**options)
    match.passed()
    match.lay("2C", *cards)
    return match
