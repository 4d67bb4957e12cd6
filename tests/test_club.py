"""A club's evening: a hub and two tables, each a program of its own, with a real broker.

Whatever is killed, what was played is counted once.
"""

from __future__ import annotations

import json
import urllib.error
from pathlib import Path

import pytest

from tests.club_site import Site, join, open_hub, points
from tests.firmware.home.broker import MOSQUITTO
from tests.process import BLIND, Process, eventually, free_port
from tests.webui.pages import say

pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed")


def table_at(folder: Path) -> Site:
    return Site(Process(folder, *BLIND, table="table"))


def plays(table: Site) -> str:
    """Play the match that the hub has drawn to its end, and return who won."""
    eventually(lambda: "/club/begin" in table.get("/club"))
    table.post("/club/begin")
    cards = iter((["1", "2"], ["3", "4"], ["5", "10"], ["15", "20"], ["-5", "-10"], ["2", "3"]))
    while not table.process.state("table")["over"]:
        turn = table.process.state("table")["focus"]["seat"]
        table.process.move(move="announce", seat=turn, number=60)
        table.process.move(move="challenge", seat=1 - turn)
        table.process.move(move="cards_read", cards=next(cards))
    state = table.process.state("table")
    (winner,) = state["over"]["winners"]
    return str(state["seats"][winner]["name"])


@pytest.mark.verify
def test_a_table_of_no_club_has_no_page_thread_or_library_for_one(tmp_path: Path) -> None:
    table = table_at(tmp_path)
    with pytest.raises(urllib.error.HTTPError) as error:
        table.get("/club")
    assert error.value.code == 404
    error.value.close()
    pid = table.process.process.pid
    names = [(path / "comm").read_text() for path in Path(f"/proc/{pid}/task").iterdir()]
    assert not [name for name in names if "club" in name or "paho" in name]
    assert "paho" not in Path(f"/proc/{pid}/maps").read_text()
    assert json.loads(table.get("/api/state"))["club"] is None


def test_a_table_plays_once_it_has_begun_and_is_told_when_its_round_is_taken_back(
    tmp_path: Path,
) -> None:
    hub = open_hub(tmp_path / "hub", free_port())
    table = table_at(tmp_path / "one")
    join(table, hub, "Table 1")
    assert say("club.all_told") in table.get("/club"), "the hub lists the table by now"
    hub.post("/event/open", title="Cup", game="coyote", format="swiss_of_two", names="Ada\nBo")
    hub.post("/event/draw")
    eventually(lambda: "/club/begin" in table.get("/club"))
    assert say("hub.round.open") in hub.get("/round")
    table.post("/club/begin")
    eventually(lambda: say("hub.round.playing") in hub.get("/round"))
    hub.post("/event/undraw")
    eventually(lambda: say("club.draw_gone") in table.get("/club"))
    hub.post("/event/draw")
    plays(table)  # the same two, but another match
    eventually(lambda: sorted(points(hub).values()), ["0", "1"])
    assert say("club.draw_gone") not in table.get("/club")
    assert say("hub.round.done") in hub.get("/round")
