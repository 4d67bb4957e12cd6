"""A whole territory on rendered frames (OG-60, OG-61): unchanged, under a hand, a card moved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from firmware.mats import load_mats
from firmware.pictures.cells import GridCells, cells_of
from firmware.reading.asker import Asker
from firmware.reading.submission import Submission
from referee.actor import TABLE
from referee.contract import Cell
from referee.match.journal.bodies import Begun, Moved
from referee.match.journal.entries import Line
from referee.match.running import PlayedMatch, Snapshot
from referee.ogallala.state.territory import cells
from referee.words.sentences import say
from tests.referee.recorded import match_lines
from vision.decks.deck import load_deck
from vision.follow.tracker import Tracker
from vision.observation import Observation
from vision.reader import Reader
from vision.spread import Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.scene import Hand, Lens, Light, PlacedCard, Scene

MATS = load_mats("ogallala")
MINE = MATS[1]
GRID = MINE.grids["territory:0"]
SPREAD = Spread.single(MINE)


def matches() -> Iterator[tuple[Snapshot, dict[str, Any]]]:
    """Yield the states of a recorded match of five, each with the move that follows."""
    head, *moves = match_lines("ogallala", "five")
    running = PlayedMatch(Line(1, 1, Begun(**head), TABLE, 0.0))
    for number, move in enumerate(moves):
        yield running.snapshot(), move
        running.add(Line(number + 2, 1, Moved(move), TABLE, 0.0))


class Table:
    """A recorded match whose first player is to lay a card, and a camera above the territory."""

    def __init__(self) -> None:
        lays = (
            (m, a)
            for m, a in matches()
            if a["move"] == "place" and (a["player"], a["source"]) == (0, "pile")
        )
        *_, (self.match, self.move) = lays
        known = cells(self.match.state.territories[0])
        self.shift = -min(cell.column for cell in known)
        self.lying = {(cell.row, cell.column + self.shift): cell.card for cell in known}
        camera = PinholeCamera.above(SPREAD.size_mm, 1200, 450, tilt_deg=8.0)
        self.renderer = Renderer(camera, SPREAD)
        self.reader = Reader(load_deck("ogallala"), *MATS)
        self.tracker = Tracker(self.reader)
        self.asker, self.frames = Asker(), 0

    def see(self, *hands: Hand) -> tuple[Observation, Submission | None]:
        """Take a frame, its noise as no other's; return what is seen, and what is made of it."""
        self.frames += 1
        lying = (
            PlacedCard("ogallala", card, *SPREAD.cell_mm("territory:0", *at))
            for at, card in self.lying.items()
        )
        scene = Scene(tuple(lying), hands=hands)
        frame = self.renderer.render(scene, Light(0.9, 0.3), Lens(noise=3.0), self.frames)
        observed = self.tracker.update(frame.image)
        grids = {zone: grid for mat in MATS for zone, grid in mat.grids.items()}
        return observed, self.asker.consider(self.match, observed, self.frames / 15, grids)

    def cells_of(self, observed: Observation) -> GridCells:
        return cells_of((card.reading for card in observed.settled), GRID)

    def as_it_lies(self) -> GridCells:
        cells = [Cell(card, *at) for at, card in self.lying.items()]
        return GridCells(tuple(sorted(cells, key=lambda cell: (cell.row, cell.column))))

    def settle(self) -> None:
        for _ in range(6):
            observed, made = self.see()
            assert made is None
        assert self.cells_of(observed) == self.as_it_lies()
        assert self.asker.question is None


@pytest.fixture
def table() -> Table:
    table = Table()
    assert len(table.lying) >= 25
    table.settle()
    return table


@pytest.mark.verify
def test_og_61_readings_of_an_unchanged_territory_are_equal_and_a_hand_is_no_event(
    table: Table,
) -> None:
    x, y, _ = SPREAD.cell_mm("territory:0", 1, 6)
    for reach in (-60.0, 20.0, 20.0, 20.0, 20.0, -60.0):  # it comes, rests, and goes
        observed, made = table.see(Hand(x + reach / 2, y - reach))
        assert made is None
        assert table.asker.question is None
        assert table.cells_of(observed) == table.as_it_lies()
    for _ in range(6):
        observed, made = table.see()
        assert made is None
        assert table.asker.question is None
    again = Reader(table.reader.deck, *MATS, matcher=table.reader.matcher).read(observed.picture)
    assert cells_of(again.cards, GRID) == table.as_it_lies()
    assert table.cells_of(observed) == table.as_it_lies()


@pytest.mark.verify
def test_og_60_a_card_moved_by_one_cell_is_told_and_one_new_card_is_a_move(table: Table) -> None:
    row, column = next(
        (row, column)
        for row, column in table.lying
        if (row, column + 1) not in table.lying and 0 < column < GRID.columns - 1
    )
    card = table.lying.pop((row, column))
    table.lying[row, column + 1] = card
    for _ in range(40):
        _, made = table.see()
        assert made is None
        if table.asker.question is not None:
            break
    question = table.asker.question
    assert question is not None
    was, _ = (f"{'ABC'[row]}{at + 1}" for at in (column, column + 1))
    assert say(question.message).endswith(f"Put it back at {was}.")
    table.lying[row, column] = table.lying.pop((row, column + 1))
    for _ in range(40):
        _, made = table.see()
        assert made is None
        if table.asker.question is None:
            break
    assert table.asker.question is None
    laid = table.move["laid"]
    table.lying[laid["row"], laid["column"] + table.shift] = laid["card"]
    for _ in range(40):
        _, made = table.see()
        if made is not None:
            break
    assert made is not None
    assert made.move["laid"] == laid
