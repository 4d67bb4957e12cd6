"""A hub whose tables are only said to be there, and its pages."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from flask.testing import FlaskClient

from firmware.hub.hub import Hub
from firmware.hub.mqtt_client import HubMqttClient
from firmware.hub.store import open_store
from referee.club.results import CountedResult, Result
from referee.club.standings import StandingsLine
from referee.hub.event_log import Event
from referee.hub.messages import Live, Seated
from referee.hub.projection import KnownTable, Projection
from referee.hub.tables import Shown
from referee.reports.public_values import Health, SeatValue, Values
from webui.access.guard import FORM
from webui.access.hosts import Hosts
from webui.hub.app import create_hub_app

WELL = Health(True, "")


class NoBroker:
    """Keeps who is let in."""

    port, certificate = 8883, "a certificate"

    def __init__(self) -> None:
        self.admitted: list[str] = []

    def admit(self, tables: Iterable[KnownTable]) -> None:
        self.admitted = [table.table for table in tables]


class NoPost(HubMqttClient):
    """The hub's connection before there is a broker: it keeps what tables show, and who sits."""

    @property
    def seated(self) -> Mapping[str, Seated]:
        return self._seated

    def show(self, table: str, shown: Shown) -> None:
        self._shown[table] = shown


class Club:
    """A hub with some tables, as a browser of its director's or a stranger's sees it."""

    def __init__(self, folder: Path, tables: int = 2) -> None:
        self.store = open_store(folder)
        self.projection = Projection(self.store)
        self.broker = NoBroker()
        self.post = NoPost(self.projection, cast(Any, self.broker))
        self.tables = [
            KnownTable(f"t{number:012x}", f"Table {number}", f"{number:064x}")
            for number in range(1, tables + 1)
        ]
        for table in self.tables:
            self.projection.join(table)
        broker = cast(Any, self.broker)
        self.hub = Hub("The <Club>", folder, self.projection, broker, self.post)
        self.directors = Hosts(self.projection)
        self.app = create_hub_app(self.hub, self.directors, bundled=True)
        self.results = 0

    def event(self) -> Event:
        """Return the newest event, which must be there."""
        current = self.hub.events.current()
        assert current is not None
        return current

    def standings(self) -> tuple[StandingsLine, ...]:
        return self.hub.events.standings(self.event())

    def newest_match(self) -> CountedResult:
        return [*self.projection.lines().values()][-1].counted

    def client(self, *, director: bool = False) -> FlaskClient:
        made = self.app.test_client()
        made.environ_base |= {
            "REMOTE_ADDR": "127.0.0.1" if director else "192.0.2.7",
            "HTTP_ACCEPT_LANGUAGE": "en",
            "HTTP_ACCEPT": "text/html",
            "HTTP_ORIGIN": "http://localhost",
        }
        return made

    def shows(
        self,
        at: int,
        ago_s: float = 0.0,
        *,
        here: bool = True,
        drawn: str = "",
        players: Iterable[str] = ("Ada", "Bo"),
        **values: Any,
    ) -> None:
        """Have a table show something."""
        plain: dict[str, Any] = {
            "game": "Coyote",
            "round": "Round 2",
            "phase": "Say a number",
            "turn": "Bo",
            "seats": tuple(
                SeatValue(seat, name, () if seat else ("1 strike",), bool(seat), False)
                for seat, name in enumerate(players)
            ),
            "ruling": "Ada was right.",
            "rules": (),
            "winner": "",
            "paused": False,
            "table": WELL,
            "camera": None,
        }
        live = Live(1, Values(**plain | values), drawn)
        shown = Shown(live, time.monotonic() - ago_s, here)
        self.post.show(self.tables[at].table, shown)

    def tells(self, at: int, *players: str, **changed: Any) -> str:
        """Have a table tell of a match of Coyote, who came in where as they are named."""
        self.results += 1
        answers = {"match": f"{self.results:016x}", "began_s": 100.0 * self.results}
        result = result_of(*players, **answers | changed)
        assert self.projection.take(self.tables[at].table, result) is None
        self.hub.reseat()
        return result.match


def result_of(*players: str, **changed: Any) -> Result:
    """Return what a match of Coyote came to, who came in where as they are named."""
    plain: dict[str, Any] = {
        "match": "0" * 16,
        "version": (9, 0),
        "game": "coyote",
        "edition": "tomahawk",
        "began_s": 100.0,
        "ended_s": 150.0,
        "players": players,
        "places": tuple((seat,) for seat in range(len(players))),
    }
    return Result(**plain | changed)


def text(club: Club, path: str, *, director: bool = False) -> str:
    answer = club.client(director=director).get(path)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.get_data(as_text=True)


def post(club: Club, path: str, **form: str) -> int:
    answer = club.client(director=True).post(path, data=form, content_type=FORM)
    return answer.status_code
