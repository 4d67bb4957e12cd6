"""People change between two matches, or within one: what is theirs follows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.library import to_plain
from referee.match.commands import Again, Begin
from referee.match.desk import Desk
from referee.match.people.players import Players


@pytest.mark.parametrize("keeps", [(), ("Eve",)])
@pytest.mark.parametrize(("first", "then"), [(0, 1), (1, 0)])
def test_who_keeps_a_place_and_takes_another_seat_has_that_seats_place(
    first: int, then: int, keeps: tuple[str, ...]
) -> None:
    names = ["Bo", "Bo", "Cy"]
    names[first] = "Ada"
    players = Players.at_start(3, names).with_player(first, "Di", 5, place="keeps")
    players = players.with_player(then, "Ada", 7, place="comes")
    for name in keeps:
        players = players.with_player(then, name, 9, place="keeps")
    assert players.place_names[first] == "Di"
    assert players.place_names[then] == "Ada"


@pytest.mark.parametrize(("elder", "now"), [(0, 0), (1, 1), (2, 1)])
def test_a_match_again_with_other_people_keeps_what_was_theirs(
    tmp_path: Path, elder: int, now: int
) -> None:
    """Bo leaves, so Cy is in his place; Di and Eve come."""
    desk = Desk.open(tmp_path / "journal.sqlite")
    options = {"elder": elder, "clans": ["bee", "moth", "lynx"]}
    desk.do(Begin("plenty_coups", options, 3, ("Ada", "Bo", "Cy"), lesson=True))
    match = desk.do(Again(players=(0, 2, "Di", "Eve")))
    assert match.players.people == ("Ada", "Cy", "Di", "Eve")
    result = to_plain(match.options)
    assert result["elder"] == now
    assert result["clans"][:2] == ("bee", "lynx")
    assert len({*result["clans"]}) == 4
    desk.close()
