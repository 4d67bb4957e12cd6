"""How much memory a table keeps of each move that is played, with pages for twelve phones.

Matches are played one after the other, as fast as they go. Python counts what it still holds
between two of them, so the result does not depend on the machine's speed or heap.
"""

from __future__ import annotations

import gc
import tempfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random

from referee import library
from referee.match.commands import Begin, Move
from tests.bench import Figure, at_most
from tests.bench.rules.randomplay import choose
from tests.matches import match_of
from tests.webui.fake import FakeTable
from webui.access.holders import Holders
from webui.access.seats.approvals import Approvals
from webui.page.moment import Viewer
from webui.page.state import PageStates
from webui.serving.stream import LiveUpdates

MOST_BYTES = 2000.0  # of each move; a page's state has 60,000
WARM_MOVES, MOVES = 600, 1200  # The caches of rules and sentences fill during the first ones.
MATCH_MOVES = 60  # of one match at most
GAME, OPTIONS, SEATS = "coyote", {"edition": "oliphante"}, 12  # no game has more seats
SHOWN = 2  # pages made after each move, of one seat after the other


def measure(warm: int = WARM_MOVES, moves: int = MOVES) -> Iterator[Figure]:
    """Yield the bytes kept of each move."""
    with tempfile.TemporaryDirectory() as folder:
        play = _Play(Path(folder))
        tracemalloc.start()
        try:
            play.matches(warm)
            before = _held_bytes()
            made = play.matches(moves)
            kept = (_held_bytes() - before) / made
        finally:
            tracemalloc.stop()
            play.close()
    yield at_most(f"kept of each of {made:,} moves on twelve phones", kept, MOST_BYTES, "bytes")


def _held_bytes() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


class _Play:
    """A table, its pages, and matches that are played at random."""

    def __init__(self, folder: Path) -> None:
        self._table = FakeTable(folder / "journal.sqlite", SEATS)
        self._random, self._turn = Random(1), 0
        self._updates = LiveUpdates()
        holders = Holders(self._table.desk)
        self._pages = PageStates(self._table, None, holders, Approvals(holders), self._updates)

    def matches(self, moves: int) -> int:
        """Play whole matches until so many moves are made, and begin one more."""
        made = 0
        while made < moves:
            self._begin()
            for _ in range(MATCH_MOVES):
                match = match_of(self._table.desk)
                if match.outcome is not None:
                    break
                move = library.move(match.game, choose(match.offers, self._random))
                self._table.desk.do(Move(move))
                self._show()
                made += 1
        self._begin()
        return made

    def close(self) -> None:
        """Close the journal."""
        self._table.desk.close()

    def _begin(self) -> None:
        self._table.desk.do(Begin(GAME, OPTIONS, SEATS))
        self._show()

    def _show(self) -> None:
        self._updates.touch()
        for _ in range(SHOWN):
            self._turn = (self._turn + 1) % SEATS
            self._pages.json(Viewer("en", self._turn, seats=(self._turn,)))
