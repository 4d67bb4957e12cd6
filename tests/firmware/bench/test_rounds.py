"""Rounds of Plenty Coups by camera: a card does what its place says, or it is asked."""

from __future__ import annotations

from random import Random
from typing import Any

from firmware.bench import rounds
from referee.contract import AskCards, Offer


def test_a_raid_by_camera_is_that_raid_and_a_card_on_the_discards_is_asked_about() -> None:
    match = rounds.Match(4, Random(1), 4.0)
    deal = ["heron_1", "lynx_4", "horse", "weapon_2"]
    match.make({"move": "market_read", "cards": deal})
    match.make({"move": "take", "seat": 0, "cards": ["lynx_4", "horse"]})
    match.rest()
    raid = {"move": "raid", "seat": 0, "camp": 1, "cards": ["lynx_4"]}
    match.by_camera(raid, *reads(match, raid)[0])
    breed = {"move": "breed", "seat": 0, "cards": ["horse"]}
    match.by_camera(breed, *reads(match, breed)[-1])
    row = match.row("here")
    assert (row.wrong, row.lost, row.alarms) == (0, 0, 0), row.faults
    assert row.asked == 1, row.faults


def reads(match: rounds.Match, move: dict[str, Any]) -> list[tuple[Offer, AskCards]]:
    return [one for one in match.snapshot.offers.reads() if rounds.reads_as(one, move)]
