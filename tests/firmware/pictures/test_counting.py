"""A territory counted from one picture: sure cards in their cells, doubts asked, words heeded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from firmware.mats import load_mats
from firmware.pictures.counting import OpenCount, count, grids_in_view
from firmware.pictures.preview import Preview
from referee import library
from referee.contract import Appraisal, Cell, IllegalMove, Message, Score
from tests.firmware.reading.looks import settled
from tests.photos import territory
from vision.decks.deck import load_deck
from vision.follow.still import StillReader
from vision.mat import Grid
from vision.observation import Observation, SettledCard
from vision.photo import decode_jpeg
from vision.reading import Verdict

MATS = load_mats("ogallala", 3)
MAT = next(mat for mat in MATS if mat.seat == 1)
(GRID,) = MAT.grids.values()
LAID = [
    ("bow_red", 1, 2),
    ("totem", 1, 3),
    ("archer_red", 1, 4),
    ("stern_red", 1, 5),
    ("eagle", 0, 9),
]


def appraise(_options: Any, cells: Any) -> Appraisal:
    """Count ten a card; two of a name cannot lie there."""
    names = [cell.card for cell in cells]
    if len(set(names)) < len(names):
        raise IllegalMove("OG-12", Message("table.photo.shared"))
    return Appraisal(Score(10 * len(names)))


PLAIN = library.game("ogallala")
GAME = replace(PLAIN, table=replace(PLAIN.table, appraise=appraise))
OPTIONS = library.options(GAME, {})


def lying(card: str, at: tuple[int, int], verdict: Verdict = Verdict.CERTAIN) -> SettledCard:
    settled_card = settled(f"photo-{card}-{at}", card, verdict, GRID.zone)
    return replace(
        settled_card, reading=replace(settled_card.reading, place_mm=GRID.middle_mm(*at))
    )


@pytest.fixture(scope="module")
def observed() -> Observation:
    """What a picture of a territory shows."""
    picture = decode_jpeg(territory(LAID, MAT, size=(1800, 720)))
    return StillReader(load_deck("ogallala"), *MATS, prefix="photo-").observe(picture)


def test_a_picture_is_read_as_cells_counted_from_the_leftmost_column(observed: Observation) -> None:
    grids: list[Grid] = grids_in_view(MATS, observed, None)
    assert grids == [GRID]
    result = count(GAME, OPTIONS, observed.settled, GRID, {})
    assert {(cell.card, cell.row, cell.column + 2) for cell in result.cells} == set(LAID)
    assert result.unsure == ()
    assert result.worth is not None
    assert result.worth.score.total == 50


def test_a_word_on_a_card_counts_and_what_is_none_is_left_out(observed: Observation) -> None:
    cards = (lying("eagle", (0, 0)), lying("totem", (0, 1), Verdict.DOUBTFUL))
    seen = replace(observed, settled=cards)
    held = OpenCount("photo-1", GAME, OPTIONS, Preview.from_observation(observed), seen, GRID)
    item = held.counted().uncertain[0].id
    with pytest.raises(LookupError):
        held.answer(cards[0].id, "totem")
    with pytest.raises(ValueError, match="ace"):
        held.answer(item, "ace")
    held.answer(item, "totem")
    reading = held.counted()
    assert reading.cells == (Cell("eagle", 0, 0), Cell("totem", 0, 1))
    assert reading.appraisal is not None
    assert reading.appraisal.score.total == 20


def test_two_cards_in_a_cell_must_be_moved() -> None:
    counted = count(GAME, OPTIONS, [lying("eagle", (0, 0)), lying("fur", (0, 0))], GRID, {})
    assert [unsure.reason.key for unsure in counted.unsure] == ["table.photo.shared"] * 2
    assert [item.candidates for item in counted.unsure] == [(), ()]


def test_what_cannot_lie_so_has_no_worth_and_a_reason(observed: Observation) -> None:
    cards = (lying("eagle", (0, 0)), lying("eagle", (0, 1)))
    seen = replace(observed, settled=cards)
    grid_reading = OpenCount(
        "photo-1", GAME, OPTIONS, Preview.from_observation(observed), seen, GRID
    ).counted()
    assert grid_reading.appraisal is None
    assert [message.key for message in grid_reading.photo.said] == ["table.photo.shared"]
