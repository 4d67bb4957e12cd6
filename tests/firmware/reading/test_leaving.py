"""A grid whose cards are all to be taken away: what else is laid there lies in no cell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.mats import load_mats
from firmware.reading.asker import Asker
from referee.actor import TABLE
from referee.match.journal.bodies import Begun, Moved
from referee.match.journal.entries import Line
from referee.match.running import PlayedMatch
from tests.firmware.reading.looks import look, settled
from tests.referee.recorded import match_lines

ROWS_LIE_STILL = 26  # moves of the recorded match
BETWEEN_CELLS = (335.0, 207.0)


@pytest.mark.parametrize("rows", [True, False])
def test_the_coup_card_that_is_shown_in_the_middle_after_dominoes_lies_between_no_places(
    rows: bool,
) -> None:
    head, *moves = match_lines("coup_detat", "simpler")
    running = PlayedMatch(Line(1, 1, Begun(**head), TABLE, 0.0))
    for move in moves[:ROWS_LIE_STILL]:
        running.add(Line(running.seq + 1, 1, Moved(move), TABLE, 0.0))
    match = running.snapshot()
    (mat,) = load_mats("coup_detat", match.seats)
    grid = mat.grids["layout"]
    at = {one.name: grid.middle_mm(*one.at) for one in match.layout.cards if one.at}
    assert at
    seen = [settled(name, name, zone=mat.zone_of(*where)) for name, where in at.items()]
    seen = [replace(one, reading=replace(one.reading, place_mm=at[one.id])) for one in seen]
    coup = settled("coup", "coup", zone="middle")
    coup = replace(coup, reading=replace(coup.reading, place_mm=BETWEEN_CELLS))
    asker = Asker()
    told = asker.consider(match, look(*(seen if rows else ()), coup), 0.0, mat.grids)
    assert asker.question is None
    assert told is not None
    assert told.move["move"] == "coup_shown"
