"""A match whose table is looked at, and the asker that is shown what lies there."""

from __future__ import annotations

from typing import Any

from firmware.reading.asker import Asker
from referee import library
from referee.actor import TABLE
from referee.contract import Game
from referee.match.journal.bodies import Begun, Moved
from referee.match.journal.entries import Line
from referee.match.running import PlayedMatch, Snapshot


class Watched:
    """A running match, and the asker that is shown its table."""

    def __init__(self, game: str, options: dict[str, Any], seats: int) -> None:
        plain = library.to_plain(library.options(library.game(game), options))
        self.running = PlayedMatch(Line(1, 1, Begun(game, plain, seats), TABLE, 0.0))
        self.asker, self.now_s = Asker(), 0.0

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game that is played."""
        return self.running.game

    @property
    def snapshot(self) -> Snapshot:
        """The match as it stands."""
        return self.running.snapshot()

    def make(self, *moves: dict[str, Any]) -> None:
        """Make moves that nobody reads."""
        for move in moves:
            self.running.add(Line(self.running.seq + 1, 1, Moved(move), TABLE, 0.0))
