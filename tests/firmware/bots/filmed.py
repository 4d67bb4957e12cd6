"""A real table whose camera sees rendered cards, which a person draws, shows and lays as told."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest

from firmware.bots import bots
from firmware.bots.bot_process import Answer, MoveRequest
from firmware.bots.real_hands import RealHands
from firmware.cameras.base import Frame
from firmware.errors import CameraLost
from firmware.running import build
from firmware.running.table import RunningTable
from referee.actor import HOST
from referee.match.commands import Begin, HandOver, Level
from referee.match.desk import Desk
from referee.pending import PendingAction
from tests.bench.games import deck_of
from tests.bench.table.lain import FilmedLain
from tests.firmware.bots.person import BOT, Person
from tests.process import eventually
from vision.reading import Image
from vision.synthetic.scene import PlacedCard, Scene

SIZE = (1600, 900)  # pixels, as the bench has it
SECONDS = ("CHORE_S", "LOOK_S", "SAID_S", "UNDONE_S")
PACE_S = 0.1  # between two pictures
NOISES = 5  # pictures of cards that lie still; then their noise comes again


class Lens:
    """Implements `Camera`: sees what lies there, unless it is lost.

    A picture of cards that lie still is rendered once for each noise.
    """

    name = "rendered"

    def __init__(self, table: Filming) -> None:
        self._table, self._number = table, 0
        self._picture = lru_cache(maxsize=NOISES)(self._render)

    def read(self) -> Frame:
        """Return what lies there now."""
        if self._table.lost:
            raise CameraLost("table.camera.none")
        time.sleep(PACE_S)
        self._number += 1
        with self._table.lock:
            lying = self._lain.lying
        return Frame(self._picture(lying, self._number % NOISES), time.monotonic())

    @property
    def _lain(self) -> FilmedLain:
        assert isinstance(self._table.lain, FilmedLain)
        return self._table.lain

    def _render(self, lying: tuple[PlacedCard, ...], seed: int) -> Image:
        return self._lain.renderer.render(Scene(lying), seed=seed).image

    def meter(self) -> None:
        """The light is as it is."""

    def close(self) -> None:
        """Nothing is held."""


class Filming(Person):
    """A match at a table built as on a Pi, the second of its players the table's own."""

    def __init__(
        self,
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
        think: Callable[[MoveRequest], Answer] | None = None,
        game: str = "ogallala",
        seats: int = 2,
    ) -> None:
        self.game, self.seats = game, seats
        monkeypatch.setattr(build, "opener", lambda _camera, _setting: lambda: Lens(self))
        monkeypatch.setattr(bots, "BREATH_S", (0.1, 0.2))
        for name in SECONDS:
            monkeypatch.setattr(bots, name, 0.1)
        if think is not None:
            monkeypatch.setattr(bots, "move_of", lambda _process, asked: think(asked))
        super().__init__(FilmedLain(game, game, seats, SIZE, 5.0, Random(4)))
        self.folder, self.lost = folder, False
        self.desk = Desk.open(folder / "real.sqlite")
        self.table: RunningTable
        self.switch_on()

    def switch_on(self) -> None:
        """Build the table, and let it run."""
        self.table = build.build_real_table(self.desk, cameras=("usb",), gpio="mock", sound=False)
        self.table.run()

    def switch_off(self) -> None:
        """Stop the table and close its journal."""
        self.table.stop()
        self.desk.close()

    def restart(self) -> None:
        """Switch it off and on."""
        self.switch_off()
        self.desk = Desk.open(self.folder / "real.sqlite")
        self.switch_on()

    @property
    def hands(self) -> RealHands:
        """What the bot knows of its cards."""
        people = self.table.bots._people
        assert people is not None
        return people

    @property
    def wanted(self) -> PendingAction | None:
        """What is wanted, as every page is told."""
        return self.table.status().bot_pending

    def begin(
        self,
        *moves: dict[str, object],
        level: Level = "gentle",
        options: dict[str, object] | None = None,
    ) -> None:
        """Begin with some moves made, all of which lies there."""
        levels: list[Level] = [level if seat == BOT else "" for seat in range(self.seats)]
        self.table.do(Begin(self.game, options or {}, self.seats, levels=tuple(levels)), HOST)
        assert deck_of(self.game, self.match.options) == self.game
        for move in moves:
            self.desk.submit(move)
        self.follow()

    def asks_for(self, *cards: str) -> PendingAction:
        """Wait until these cards are wanted somewhere; without any, until one is to be drawn."""

        def asked() -> PendingAction | None:
            wanted = self.wanted  # once: another thread takes it back meanwhile
            return wanted if wanted is not None and wanted.cards == cards else None

        found: PendingAction | None = eventually(asked)
        assert found is not None
        return found

    def told(self, words: str) -> None:
        """Wait until people are told something, by a part of its key."""
        asked = self.table.status
        eventually(lambda: any(words in one.message.key for one in asked().questions))

    def moves_on(self, before: int) -> None:
        """Wait until a move was made since."""
        eventually(lambda: self.match.seq > before)

    def hand_over(self) -> None:
        """Give the bot's seat to a person."""
        self.table.do(HandOver(BOT, "Ada"), HOST)
