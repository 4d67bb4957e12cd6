"""Without a camera: a phone pictures the card that was drawn for a bot, and where it was laid."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from firmware.bots import bots
from firmware.running.build import build_real_table
from referee.actor import HOST, at_seat
from referee.match.commands import Begin
from referee.match.desk import Desk
from referee.ogallala.state.territory import cells
from referee.reports.picture import PhotoOutcome
from tests.firmware.bots.evening import FIRST, laid, likes
from tests.firmware.bots.person import BOT
from tests.live import LiveTable
from tests.off_mat import rows
from tests.photos import jpeg
from tests.process import eventually

SIZE = (1200, 900)  # pixels of a picture


class Evening(LiveTable):
    """A table without a camera, a bot at its second seat, and a phone at the first."""

    def __init__(self, folder: Path) -> None:
        self.chance = np.random.default_rng(3)
        desk = Desk.open(folder / "table.sqlite")
        super().__init__(desk, build_real_table(desk, cameras=(), gpio="mock", sound=False))
        self.table.run()
        self.table.do(Begin("ogallala", {}, 2, levels=("", "gentle")), HOST)
        for move in (*FIRST, laid(BOT, "tent", 1, 0)):
            self.desk.submit(move)
        self.wants()

    def wants(self, *cards: str) -> None:
        """Wait until these cards are wanted somewhere, or one is to be drawn."""

        def is_wanted() -> bool:
            wanted = self.table.status().bot_pending
            return wanted is not None and wanted.cards == cards

        eventually(is_wanted, f"{cards} wanted")

    def send(self, *lying: tuple[str, int, int]) -> PhotoOutcome:
        """Send a picture of cards in rows, from the first seat's phone."""
        seq = self.match.seq
        image = rows(
            "ogallala", {(row, column): card for card, row, column in lying}, self.chance, size=SIZE
        )
        return self.table.photos.take(jpeg(image), seq, at_seat(0)).came


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setattr(bots, "move_of", lambda _process, asked: likes(asked))
    monkeypatch.setattr(bots, "BREATH_S", (0.1, 0.2))
    opened = Evening(tmp_path)
    yield opened
    opened.close()


def names(evening: Evening) -> list[str]:
    return sorted(one.card for one in cells(evening.match.state.territories[BOT]))


@pytest.mark.verify
def test_a_phone_pictures_the_card_and_where_it_was_laid(evening: Evening) -> None:
    assert evening.send(("eagle", 0, 0)) is PhotoOutcome.MOVED
    evening.wants("eagle")
    wanted = evening.table.status().bot_pending
    assert wanted is not None
    ((row, column),) = wanted.at
    assert (row, column) != (0, 0)
    assert evening.send(("tent", 1, 0), ("eagle", 0, 0)) is not PhotoOutcome.MOVED
    assert names(evening) == ["tent"]
    assert evening.send(("tent", 1, 0), ("eagle", row, column)) is PhotoOutcome.MOVED
    assert names(evening) == ["eagle", "tent"]
    assert evening.match.log[-1].by == at_seat(0)
