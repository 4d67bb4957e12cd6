"""What Ogallala asks of the camera, on frames that are rendered and really read (OG-60, OG-61)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.reading.submission import Submission
from referee import library
from referee.reports.questions import Question
from referee.table import diff_layouts
from tests.bench.table.lain import FilmedLain
from tests.bench.table.watched import Watched
from tests.firmware.reading.territories import PILE
from vision.observation import Observation
from vision.synthetic.scene import Hand

AXE = "mad_axe"
FRAME_S = 0.1
LATER_S = 10.0  # After this time, people are asked.


class Match(Watched):
    """A match of two players, its cards on rendered mats under a camera."""

    def __init__(self) -> None:
        super().__init__("ogallala", {}, 2)
        self.table = FilmedLain("ogallala", "ogallala", 2, (1600, 900), 5.0, Random(4))

    def look(self) -> Question | Submission | None:
        """Look until cards make a move, or until people had time to be asked."""
        for seen in self.table.looks():
            if (made := self.consider(seen, FRAME_S)) is not None:
                return made
        for _ in range(3):
            if (made := self.consider(seen, LATER_S)) is not None:
                return made
        return self.asker.question

    def consider(self, seen: Observation, later_s: float) -> Submission | None:
        """Judge what is seen, `later_s` after the last time."""
        self.now_s += later_s
        return self.asker.consider(self.snapshot, seen, self.now_s, self.table.grids)


def discard(player: int, card: str = AXE) -> dict[str, Any]:
    return {"move": "discard", "player": player, "cards": [card]}


def laid(player: int, row: int, column: int, *cards: str) -> list[dict[str, Any]]:
    """Return cards laid side by side, from a column on."""
    cells = [{"card": c, "row": row, "column": column + n} for n, c in enumerate(cards)]
    return [{"move": "place", "player": player, "source": "pile", "laid": cell} for cell in cells]


def begun(*moves: dict[str, Any]) -> Match:
    """Return a match after some moves, its table seen as it is to lie."""
    match = Match()
    match.make(*moves)
    rested(match)
    return match


def rested(match: Match) -> None:
    """Have all lie as the match stands, and see that nothing comes of it."""
    match.table.follow(match.snapshot.layout)
    assert match.look() is None


def move_of(match: Match) -> dict[str, Any]:
    """Return the move that is read from the next frames, and make it; nothing is asked."""
    made = match.look()
    assert isinstance(made, Submission), made
    match.make(made.move)
    return made.move


def lay(match: Match, seat: int, row: int, column: int, card: str) -> None:
    """Lay a card in a cell of the territory as the match counts."""
    zone = f"territory:{seat}"
    at = row, column + match.table.shifts[zone]
    match.table.cells[zone][at] = match.table.in_cell(card, zone, at)


@pytest.mark.verify
def test_og_10_og_16_og_60_a_card_is_read_in_its_cell_wherever_all_were_moved_to() -> None:
    match = begun(*laid(0, 1, 0, "fur", "cannon_left", "eagle"))
    lay(match, 0, 0, 1, "totem")
    assert move_of(match)["laid"] == {"card": "totem", "row": 0, "column": 1}
    match.table.move_along("territory:0", 1)
    assert match.look() is None  # moved by a column, by hand
    match.table.move_along("territory:0", -6)
    lay(match, 0, 2, 0, "tent")  # and to the mat's edge, with a new card
    assert move_of(match)["laid"] == {"card": "tent", "row": 2, "column": 0}
    pushed = {"card": "cannon_right", "row": 1, "column": 2}
    after, _ = match.game.rules.apply(
        match.snapshot.state, library.move(match.game, pushing(pushed))
    )
    layout = match.game.table.layout(after)
    match.table.do(diff_layouts(match.snapshot.layout, layout), layout)
    move = move_of(match)
    assert (move["laid"], move["side"]) == (pushed, "right")


def pushing(cell: dict[str, Any]) -> dict[str, Any]:
    return {"move": "place", "player": 0, "source": "pile", "side": "right", "laid": cell}


def test_og_20_a_card_that_left_is_told_with_a_picture_of_it_and_of_its_cell() -> None:
    theirs = laid(0, 1, 0, "fur", "eagle")
    match = begun(*theirs, discard(0), *laid(1, 1, 0, "lasso_red"))
    eagle = match.table.cells["territory:0"].pop((1, 1 + match.table.shifts["territory:0"]))
    lay(match, 1, 1, 1, "eagle")  # before anybody looked
    made = match.look()
    assert isinstance(made, Submission)
    assert made.move["taken"] == {"card": "eagle", "row": 1, "column": 1}
    (picture,) = made.proofs.values()
    shown = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    print_, cloth = (part.std(axis=(0, 1)).mean() for part in (shown[:, :150], shown[:, -150:]))
    assert print_ > 3 * cloth
    match.make(made.move)
    assert move_of(match)["laid"]["card"] == eagle.card


def test_og_61_a_hand_is_no_event_and_a_new_card_on_one_that_reads_alike_is_asked_about() -> None:
    match = begun(*laid(0, 1, 0, "fur", "eagle"), discard(0, "warrior_a_red"))
    (lying,) = match.table.piles[PILE]
    hand = Hand(lying.x_mm, lying.y_mm)
    for _ in range(2):
        assert match.consider(match.table.look(hand), 10.0) is None
    assert match.look() is None
    match.table.piles[PILE].append(
        replace(lying, x_mm=lying.x_mm + 3.5, copy=lying.copy + 1)
    )  # hardly beside it
    match.table.look(hand)
    asked = match.look()
    assert isinstance(asked, Question)
    assert asked.message.key == "table.ask.pile.new"
    assert asked.zone == PILE
