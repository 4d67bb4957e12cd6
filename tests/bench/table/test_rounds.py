"""Rounds of Plenty Coups by camera: a card does what its place says, or it is asked."""

from __future__ import annotations

from random import Random

from referee.table import Laid, Zone
from tests.bench.table import rounds
from tests.bench.table.played import summed


def test_a_raid_by_camera_is_that_raid_and_a_card_on_the_discards_is_asked_about() -> None:
    match = rounds.Match(4, Random(1), 4.0)
    deal = ["heron_1", "lynx_4", "horse", "weapon_2"]
    match.make({"move": "market_read", "cards": deal})
    match.make({"move": "take", "seat": 0, "cards": ["lynx_4", "horse"]})
    match.rest()
    raid = {"move": "raid", "seat": 0, "camp": 1, "cards": ["lynx_4"]}
    match.by_camera(raid, [Laid("lynx_4", Zone("raid", 1))])
    breed = {"move": "breed", "seat": 0, "cards": ["horse"]}
    match.by_camera(breed, [Laid("horse", Zone("discard"))])
    row = match.row("here")
    assert (row.wrong, row.lost, row.alarms) == (0, 0, 0), row.faults
    assert row.asked == 1, row.faults


def test_rows_are_summed_but_for_the_most_questions_in_one_round() -> None:
    def row(moves: int, most: int, lost: int = 0, fault: str = "") -> rounds.RoundRow:
        faults = (fault,) if fault else ()
        return rounds.RoundRow(
            rounds=2, moves=moves, wrong=0, lost=lost, asked=3, alarms=0, frames=9, most=most,
            faults=faults,
        )  # fmt: skip

    both = summed([row(10, 2), row(20, 1, 1, "LOST: a card")])
    assert (both.rounds, both.moves, both.asked, both.frames, both.most) == (4, 30, 6, 18, 2)
    assert (both.failed, both.faults) == (True, ("LOST: a card",))
    assert not row(10, 2).failed
