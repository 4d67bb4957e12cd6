"""A club's evening over HTTP: every point belongs to the person who played for it.

Twelve people play four Swiss rounds at three tables, with their phones in their pockets. What each
person should have is counted here, from the rules alone, and compared with the hub's standings.
"""

from __future__ import annotations

import re
import signal
from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from unicodedata import normalize

import pytest

from tests.club_site import Phone, Site, join, open_hub, points, sit
from tests.firmware.home.broker import MOSQUITTO, free_port
from tests.process import Process, eventually, stop_all

pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed")

NICKNAMES = {"Di": "Foxy"}
LONG = "Battaglia-Montefiore, Gabriele"
COMPOSED = "Zoë"
LATE = "Lou"
NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", LONG, COMPOSED, "Max")
PLACE_POINTS = {3: (12, 6, 0), 4: (12, 8, 4, 0), 5: (12, 9, 6, 3, 0)}
STRIKES = 3

# Cards that stay below every announced 60; the last four make the referee shuffle.
CARDS = ("1 2 3 4 5", "6 7 8 9 10", "1 2 3 4 5", "6 7 8 9 10", "night 15 20 -5 -10")

CLOCK_OF_1970 = """
import time
began = time.time()
now = time.time
time.time = lambda: now() - began
from firmware.cli import main
main()
"""


class Table:
    """A table of the club, and who is drawn to it."""

    def __init__(self, folder: Path, program: Sequence[str] = ("-m", "firmware.cli")) -> None:
        self._start = partial(Process, folder, "--quiet", program=program)
        self.site = Site(self._start())

    def restart(self) -> None:
        """Pull the plug, and start the table again."""
        self.site.process.kill(signal.SIGKILL)
        self.site = Site(self._start())

    def drawn(self, number: int) -> tuple[str, ...]:
        """Wait for a round, and return who plays here; an empty tuple if nobody does."""
        page = eventually(lambda: self._page(number), f"round {number}")
        return tuple(re.findall(r"</span><bdi[^>]*>([^<]+)</bdi></span></li>", page))

    def _page(self, number: int) -> str:
        page = self.site.get("/club")
        return page if "/club/begin" in page and f"Round {number}<" in page else ""

    def is_free(self, number: int) -> bool:
        """Whether no match of the round is drawn here."""
        return not self._page(number)

    def begin(self) -> None:
        """Let the host begin the drawn match; a match that still runs is abandoned."""
        found = re.search(r'name="leaves" value="(\d+)"', self.site.get("/club"))
        self.site.post("/club/begin", **({"leaves": found[1]} if found else {}))

    def names(self) -> list[str]:
        return [seat["given"] for seat in self.site.process.state()["seats"]]


def play(
    table: Table, players: Sequence[str], random: Random, *, restarts: bool = False
) -> list[str]:
    """Play a match in which chance says who loses each reveal; return the people by place."""
    strikes = Counter[int]()
    order, reveals = list[int](), 0
    while len(order) < len(players) - 1:
        process = table.site.process
        process.post("/virtual/deal")
        here = [seat for seat in range(len(players)) if seat not in order]
        first = here.index(process.state()["focus"]["seat"])
        line = here[first:] + here[:first]
        loser = random.randrange(len(line))
        for number, seat in enumerate(line[:loser], 1):
            process.move(move="announce", seat=seat, number=number)
        process.move(move="announce", seat=line[loser], number=60)
        process.move(move="challenge", seat=line[(loser + 1) % len(line)])
        if restarts and reveals == 3:
            table.restart()
            process = table.site.process
        cards = CARDS[reveals % len(CARDS)].split()[: len(line)]
        process.move(move="cards_read", cards=cards)
        strikes[line[loser]] += 1
        if strikes[line[loser]] == STRIKES:
            order.append(line[loser])
        reveals += 1
    state = table.site.process.state()
    (winner,) = set(range(len(players))) - set(order)
    assert state["over"]["winners"] == [winner]
    return [players[seat] for seat in (winner, *reversed(order))]


@pytest.mark.verify
def test_twelve_people_at_three_tables_get_the_points_they_played_for(tmp_path: Path) -> None:
    random, due = Random(50), Counter[str]()
    phones = {name: Phone() for name in (*NAMES, LATE)}
    try:
        hub = open_hub(tmp_path / "hub", free_port())
        clockless = ("-c", CLOCK_OF_1970)
        tables = [
            Table(tmp_path / "one"),
            Table(tmp_path / "two"),
            Table(tmp_path / "three", clockless),
        ]
        for number, table in enumerate(tables, 1):
            join(table.site, hub, f"Table {number}")
        hub.post(
            "/event/open",
            title="Thursday",
            game="coyote",
            format="swiss",
            rounds="4",
            names=normalize("NFD", "\n".join(NAMES)),
        )
        for number in range(1, 5):
            hub.post("/event/draw")
            if number == 1:  # Lou is two minutes late.
                hub.post("/event/comes", names=LATE)
                hub.post("/event/late", name=LATE)
            if number == 2:  # The director draws anew; one table has begun already.
                tables[0].drawn(number)
                tables[0].begin()
                hub.post("/event/undraw")
                for table in tables:
                    eventually(partial(table.is_free, number), "the round is taken back")
                hub.post("/event/draw")
            for table in tables:
                _play_round(table, number, phones, random, due)
                eventually(partial(_counts, hub, due), f"{due}")
        assert points(hub) == {name: str(due[name]) for name in phones}
        assert sum(due.values()) == 4 * 3 * sum(PLACE_POINTS[4])
    finally:
        stop_all()


def _counts(hub: Site, due: Counter[str]) -> bool:
    found = points(hub)
    return all(found[name] == str(most) for name, most in due.items())


def _play_round(
    table: Table, number: int, phones: dict[str, Phone], random: Random, due: Counter[str]
) -> None:
    players = list(table.drawn(number))
    if number == 1:  # Some sit down before the host begins. Later, the last round's phones do.
        for seat, name in enumerate(players[:2]):
            sit(phones[name], table.site, seat, NICKNAMES.get(name, name))
    table.begin()
    for seat, name in enumerate(players):
        sit(phones[name], table.site, seat, NICKNAMES.get(name, name))
    if number == 3:  # Two people sat down in each other's place.
        players[0], players[1] = players[1], players[0]
        table.site.post("/club/order", **{f"seat{seat}": n for seat, n in enumerate(players)})
    shown = [NICKNAMES.get(name, name) for name in players]
    assert table.names() == shown
    placed = play(table, players, random, restarts=number == 3)
    for place, name in zip(PLACE_POINTS[len(players)], placed, strict=True):
        due[name] += place
