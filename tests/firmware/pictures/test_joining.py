"""Pictures of parts of one territory are joined where the cards tell how, and only there."""

from __future__ import annotations

import numpy as np
import pytest

from firmware.pictures.grid_rows import join_rows
from tests.firmware.reading.looks import look, settled
from vision.follow.rows import ObservedRows
from vision.plane import Plane


def seen(rows: tuple[str, ...], columns: range) -> ObservedRows:
    """Return a picture of some columns of rows of cards, each card a letter."""
    there = {
        f"{columns[0]}:{row}-{column}": (names[column], (row, column - columns[0]))
        for row, names in enumerate(rows)
        for column in columns
    }
    observed = look(*(settled(id_, name) for id_, (name, _) in there.items()), mat=False)
    return ObservedRows(
        observed, {id_: at for id_, (_, at) in there.items()}, Plane(np.eye(3), 4, 4), sure_up=True
    )


def names_of(rows: ObservedRows | None) -> list[str] | None:
    """Return the rows as they were joined, by their letters."""
    if rows is None:
        return None
    names = {rows.cells[card.id]: card.reading.card or "" for card in rows.observed.settled}
    high, wide = (max(at[i] for at in names if at is not None) + 1 for i in (0, 1))
    return ["".join(names[row, column] for column in range(wide)) for row in range(high)]


def test_rows_are_joined_by_the_cards_on_both_pictures() -> None:
    rows = ("abcdef", "ghijkl")
    assert names_of(join_rows(seen(rows, range(4)), seen(rows, range(3, 6)))) == list(rows)


@pytest.mark.parametrize(
    ("rows", "first", "second"),
    [
        (("bsbsbs", "bsbsbs"), range(4), range(2, 6)),  # canoe beside canoe, all empty
        (("bsebse", "bsebse"), range(4), range(3, 6)),  # most cards agree where they do not lie
    ],
)
def test_rows_that_repeat_and_fit_in_several_ways_are_not_joined(
    rows: tuple[str, ...], first: range, second: range
) -> None:
    assert join_rows(seen(rows, first), seen(rows, second)) is None
