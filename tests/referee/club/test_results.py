"""A result counts once it is sure, the newest version of it alone."""

from __future__ import annotations

from typing import Any

import pytest

from referee.club.results import (
    Places,
    Result,
    Statement,
    count_result,
    is_consistent,
)

FIRST: Places = ((0,), (1, 2))
LAST: Places = ((2,), (1,), (0,))


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


def said(*words: tuple[int | None, Places]) -> Result:
    return result(stated=tuple(Statement(seat, places) for seat, places in words))


def test_a_match_seen_to_its_end_counts_whatever_is_stated() -> None:
    seen = result(places=FIRST, stated=(Statement(None, LAST),))
    assert count_result(seen).places == FIRST
    assert count_result(seen).why.key == "club.seen"


@pytest.mark.parametrize(
    ("words", "places", "why"),
    [
        ((), (), "club.waits"),
        (((1, FIRST),), (), "club.waits"),
        (((1, FIRST), (0, ((0,), (2, 1)))), FIRST, "club.agreed"),
        (((1, FIRST), (0, ((1,), (0, 2)))), (), "club.differ"),
        (((1, FIRST), (None, LAST)), LAST, "club.host_said"),
    ],
)
def test_two_seats_that_agree_make_a_result_stand_and_so_does_the_host_alone(
    words: tuple[tuple[int | None, Places], ...], places: Places, why: str
) -> None:
    counted_result = count_result(said(*words))
    assert (counted_result.places, counted_result.why.key) == (places, why)


@pytest.mark.parametrize(
    "places", [((0,),), ((0,), (1,), (2,), (3,)), ((0, 0), (1, 2)), ((0,), (), (1, 2))]
)
def test_places_that_leave_out_or_invent_a_seat_do_not_fit(places: Places) -> None:
    assert not is_consistent(result(places=places))
    assert not is_consistent(said((0, places)))
    assert is_consistent(result(places=FIRST))
    assert not is_consistent(said((3, FIRST)))
    assert not is_consistent(said((0, ())))
