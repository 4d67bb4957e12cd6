"""A result counts once it is sure, the newest version of it alone."""

from __future__ import annotations

from typing import Any

import pytest

from referee.club.results import (
    Places,
    Result,
    count_result,
    is_consistent,
)

FIRST: Places = ((0,), (1, 2))


def result(**changed: Any) -> Result:
    """Return a result of three, left before its end unless its places are given."""
    plain: dict[str, Any] = {
        "match": "00000000000000a1",
        "version": (40, 0),
        "game": "coyote",
        "edition": "tomahawk",
        "began_s": 100.0,
        "ended_s": 200.0,
        "players": ("Ada", "Bo", "Cy"),
    }
    return Result(**plain | changed)


def test_a_match_counts_if_it_was_seen_to_its_end() -> None:
    seen, left = count_result(result(places=FIRST)), count_result(result())
    assert (seen.places, seen.why.key) == (FIRST, "club.seen")
    assert (left.places, left.why.key) == ((), "club.waits")


@pytest.mark.parametrize(
    "places", [((0,),), ((0,), (1,), (2,), (3,)), ((0, 0), (1, 2)), ((0,), (), (1, 2))]
)
def test_places_that_leave_out_or_invent_a_seat_do_not_fit(places: Places) -> None:
    assert not is_consistent(result(places=places))
    assert is_consistent(result(places=FIRST))
