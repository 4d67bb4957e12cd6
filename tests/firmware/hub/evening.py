"""A hub with its broker, and tables that are a desk and a line to it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from firmware.club.mqtt_client import TableMqttClient
from firmware.hub.broker import Broker
from firmware.hub.mqtt_client import HubMqttClient
from firmware.hub.store import open_store
from firmware.service.supervisor import Supervisor
from referee.club.own_results import OwnResults
from referee.club.results import Result
from referee.hub.messages import Membership
from referee.hub.projection import KnownTable, Projection
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from tests.bench.club.hubs import member_of
from tests.process import eventually, free_port
from tests.referee.test_records import COYOTE


class HubAtWork:
    """A hub's log, broker and mqtt_client; it can be ended and begun again on the same folder."""

    def __init__(self, folder: Path, port: int | None = None, url: str = "") -> None:
        self.folder, self.port, self._url = folder, port or free_port(), url
        folder.mkdir(exist_ok=True)

    def start(self) -> HubAtWork:
        self.store = open_store(self.folder, self._url)
        self.projection = Projection(self.store)
        self.broker = Broker(self.folder, self.port, "127.0.0.1")
        self.broker.admit(self.projection.tables().values())
        self.hub_client = HubMqttClient(self.projection, self.broker)
        self.supervisor = Supervisor(lambda: None)
        self.supervisor.start("broker", self.broker.run)
        self.supervisor.start("post", self.hub_client.run)
        eventually(self.broker.listening.is_set)
        return self

    def stop(self) -> None:
        self.supervisor.stop()
        self.store.close()

    def kill_broker(self) -> None:
        process = self.broker._listens
        if process is not None:
            with suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)

    def member(self, number: int) -> Membership:
        """Let a table join, and return what it got."""
        table = KnownTable(f"t{number:012x}", f"Table {number}", f"{number + 1:064x}")
        self.projection.join(table)
        self.broker.admit(self.projection.tables().values())
        return member_of(table, self.port, self.broker.certificate)

    def results(self) -> dict[str, Result]:
        return {match: line.counted.result for match, line in self.projection.lines().items()}


class TableAtWork:
    """A table's journal, and its line to a hub."""

    def __init__(self, folder: Path, member: Membership) -> None:
        self.folder, self.member = folder, member
        folder.mkdir(exist_ok=True)

    def start(self) -> TableAtWork:
        self.desk = Desk.open(self.folder / "play.sqlite")
        self.own = OwnResults(self.desk, 0)
        self.client = TableMqttClient(self.member, self.own.all, lambda: None)
        self.client.start()
        return self

    def stop(self) -> None:
        self.client.stop()
        self.desk.close()

    def play(self, names: tuple[str, ...] = ("Ada", "Bo", "Cy"), many: int = len(COYOTE)) -> int:
        """Play a number of moves of Coyote, all of which end a match, and offer the results."""
        begin = Begin("coyote", {"starter": 0, "strikes": 2}, 3, names=names)
        match = self.desk.do(begin).match
        for move in COYOTE[:many]:
            self.desk.do(Move(move))
        self.client.offer()
        return match

    def offers_until_told(self, hub: HubAtWork, *, often: bool = True) -> bool:
        """Whether all is told; if not, offer it again, if no answer is awaited or else `often`."""
        if not (is_told := self.has_told(hub)) and (often or self.client.waits is None):
            self.client.offer()
        return is_told

    def has_told(self, hub: HubAtWork) -> bool:
        """Whether the hub has all that the table has, and the table knows it."""
        own = {result.match: result for result in self.own.all().values()}
        there = hub.results()
        return self.client.waits == 0 and all(there.get(match) == own[match] for match in own)


@contextmanager
def hub_at_work(folder: Path) -> Iterator[HubAtWork]:
    hub = HubAtWork(folder).start()
    try:
        yield hub
    finally:
        hub.stop()


@contextmanager
def table_at_work(folder: Path, member: Membership) -> Iterator[TableAtWork]:
    table = TableAtWork(folder, member).start()
    try:
        yield table
    finally:
        table.stop()


def all_told(hub: HubAtWork, *tables: TableAtWork) -> None:
    """Wait until the hub has all of these tables."""
    for table in tables:
        eventually(partial(table.offers_until_told, hub, often=False))
