"""One person plays many whole matches against bots, by the requests of the page."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.breadth import breadth
from tests.firmware.bots.hurried import Hurried
from tests.played.requests import Requests
from tests.played.test_lone_person import GAMES, OPTIONS, SEATS, STILL_S
from tests.played.test_lone_person import game as game
from tests.played.test_lone_person import table as table
from webui.app import create_app

SEEDS = range(1, 6)


@pytest.mark.parametrize(
    ("game", "seed"),
    breadth(product(GAMES, SEEDS), ("hearts", 1)),
    indirect=["game"],
)
def test_a_match_comes_to_its_end_by_what_the_page_offers(
    table: Hurried, game: str, seed: int
) -> None:
    client = create_app(table.table, table.virtual, bundled=True).test_client()
    seats = SEATS.get(game, 2)
    levels = ["", *["gentle"] * (seats - 1)]
    begin = {"game": game, "seats": seats, "levels": levels, "options": OPTIONS.get(game, {})}
    assert client.post("/api/match", json=begin).status_code == 200
    person = Requests(client, Random(seed), table.wait)
    moved_s, seq = table.now_s, 0
    while not person.act():
        if table.match.seq > seq:
            moved_s, seq = table.now_s, table.match.seq
        assert table.now_s < moved_s + STILL_S, (seq, person.state["focus"], person.made[-10:])
    assert table.match.outcome is not None
    table.wait(1)
    assert client.get("/api/state?view=virtual").get_json()["scene"]["duties"] == []
    assert max((status for _, status in person.made), default=200) < 500
