"""A club's evening: a hub and two virtual tables, each a program of its own, with a real broker.

Whatever is killed, what was played is counted once.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
from functools import partial
from pathlib import Path

import pytest

from tests.club_site import Site, join, open_hub, points
from tests.firmware.home.broker import MOSQUITTO, free_port
from tests.process import PATIENCE_S, Process, eventually, stop_all
from tests.webui.pages import say

pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed")

NAMES = "Ada\nBo\nCy\nDi"


def table_at(folder: Path) -> Site:
    return Site(Process(folder, "--quiet"))


def plays(table: Site) -> str:
    """Play the match that the hub has drawn to its end, and return who won."""
    eventually(lambda: "/club/begin" in table.get("/club"))
    table.post("/club/begin")
    cards = iter((["1", "2"], ["3", "4"], ["5", "10"], ["15", "20"], ["-5", "-10"], ["2", "3"]))
    while not table.process.state()["over"]:
        table.process.post("/virtual/deal")
        turn = table.process.state()["focus"]["seat"]
        table.process.move(move="announce", seat=turn, number=60)
        table.process.move(move="challenge", seat=1 - turn)
        table.process.move(move="cards_read", cards=next(cards))
    state = table.process.state()
    (winner,) = state["over"]["winners"]
    return str(state["seats"][winner]["name"])


def broker_of(hub: Site) -> int:
    """Return the process that is the hub's broker."""
    pid = hub.process.process.pid
    tasks = Path(f"/proc/{pid}/task").iterdir()
    found = [int(one) for task in tasks for one in (task / "children").read_text().split()]
    return found[0]


def hub_command(folder: Path, *words: str) -> None:
    command = (sys.executable, "-m", "firmware.cli", "hub", "--data", str(folder), *words)
    subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE_S)


@pytest.mark.verify
def test_an_evening_of_two_tables_with_whatever_is_killed(tmp_path: Path) -> None:
    port = free_port()
    try:
        hub = open_hub(tmp_path / "hub", port)
        tables = [table_at(tmp_path / name) for name in ("one", "two")]
        for number, table in enumerate(tables, 1):
            join(table, hub, f"Table {number}")
        hub.post("/event/open", title="Cup", game="coyote", format="swiss_of_two", names=NAMES)
        hub.post("/event/draw")
        first = [plays(table) for table in tables]
        eventually(lambda: sorted(points(hub).values()), ["0", "0", "1", "1"])
        assert {name for name, one in points(hub).items() if one == "1"} == set(first)
        wall = hub.get("/wall")
        assert all(name in wall for name in first)

        # A correction travels the same way: the last reveal is taken back, and stands again.
        _host(tables[0], "undo")
        eventually(lambda: list(points(hub).values()).count("1"), 1)
        _host(tables[0], "redo")
        eventually(lambda: list(points(hub).values()).count("1"), 2)

        hub_command(tmp_path / "hub", "backup", str(tmp_path / "backup.sqlite"))
        hub.post("/event/draw")
        os.kill(broker_of(hub), signal.SIGKILL)
        plays(tables[0])
        tables[1].process.kill(signal.SIGKILL)
        tables[1] = table_at(tmp_path / "two")
        plays(tables[1])
        eventually(partial(_has, hub, 4))
        whole = points(hub)

        hub.process.kill(signal.SIGKILL)
        hub_command(tmp_path / "hub", "restore", str(tmp_path / "backup.sqlite"))
        hub = open_hub(tmp_path / "hub", port)
        eventually(partial(_has, hub, 4))
        hub.post("/event/draw")
        assert points(hub) == whole
    finally:
        stop_all()


def _host(table: Site, what: str) -> None:
    table.process.post(f"/api/{what}", {"as": "host", "seen": table.process.state()["seq"]})


def _has(hub: Site, many: int) -> bool:
    return len(set(re.findall(r"/matches/([0-9a-f]{16})", hub.get("/matches")))) == many


def test_a_table_of_no_club_has_no_page_thread_or_library_for_one(tmp_path: Path) -> None:
    try:
        table = table_at(tmp_path)
        with pytest.raises(urllib.error.HTTPError) as error:
            table.get("/club")
        assert error.value.code == 404
        error.value.close()
        pid = table.process.process.pid
        names = [(one / "comm").read_text() for one in Path(f"/proc/{pid}/task").iterdir()]
        assert not [name for name in names if "club" in name or "paho" in name]
        assert "paho" not in Path(f"/proc/{pid}/maps").read_text()
        assert json.loads(table.get("/api/state"))["club"] is None
    finally:
        stop_all()


def test_a_table_plays_once_it_has_begun_and_is_told_when_its_round_is_taken_back(
    tmp_path: Path,
) -> None:
    try:
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
    finally:
        stop_all()
