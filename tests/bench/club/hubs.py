"""A hub in a process of its own, with its broker and its tables' memberships."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path

import msgspec

from firmware.hub.broker import Broker
from firmware.hub.store import FILE, SqliteStore
from referee.club.format import Format, formats
from referee.hub.director import Director
from referee.hub.events import Events
from referee.hub.messages import Membership
from referee.hub.projection import KnownTable, Projection
from tests.bench import SOURCE
from tests.process import PATIENCE_S, free_port


def member_of(table: KnownTable, port: int, certificate: str) -> Membership:
    """Return what a table got that joined a hub on this machine."""
    return Membership(
        hub="",
        club="The club",
        table=table.table,
        name=table.name,
        key=table.key,
        broker="127.0.0.1",
        port=port,
        certificate=certificate,
    )


class HubProcess:
    """A hub's folder, and the process on it."""

    def __init__(self, data: Path) -> None:
        self.data, self.folder = data, data / "hub"
        self.port, self.broker_port = free_port(), free_port()
        self.folder.mkdir(mode=0o700, parents=True)
        self._certificate = Broker(self.folder, self.broker_port, "127.0.0.1").certificate
        self.process: subprocess.Popen[bytes] | None = None

    def admit(self, seated: Sequence[tuple[str, ...]]) -> list[Membership]:
        """Let tables join at which these sit, and open a league for all, before any start.

        Every match counts.
        """
        store = SqliteStore(self.folder / FILE)
        store._db.execute("PRAGMA synchronous = OFF")  # so many lines, each on the disk, take long
        projection = Projection(store)
        tables = [
            KnownTable(f"t{seat:012x}", f"Table {seat}", f"{seat:064x}")
            for seat in range(1, len(seated) + 1)
        ]
        for table in tables:
            projection.join(table)
        league = formats()["league"]
        assert isinstance(league, Format)
        director = Director(projection, Events(projection))
        director.open("The league", "coyote", league)
        director.add_players(chain.from_iterable(seated))
        store.close()
        return [member_of(table, self.broker_port, self._certificate) for table in tables]

    def start(self) -> None:
        """Start it; it serves some time later."""
        ports = ("--port", str(self.port), "--broker-port", str(self.broker_port))
        command = (sys.executable, "-m", "firmware.cli", "hub", "--data", str(self.data), *ports)
        with (self.data / "said").open("ab") as writer:
            self.process = subprocess.Popen(
                (*command, "--host", "127.0.0.1"), cwd=SOURCE, stdout=writer, stderr=writer
            )

    def end(self, number: signal.Signals) -> None:
        """End it by a signal, and wait until it has."""
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(PATIENCE_S)
            self.process = None

    def broker(self) -> int | None:
        """Return the process that is its broker; None if there is none now."""
        if self.process is None:
            return None
        with suppress(OSError):
            for task in Path(f"/proc/{self.process.pid}/task").iterdir():
                for name in (task / "children").read_text().split():
                    if Path(f"/proc/{name}/comm").read_text().strip() == "mosquitto":
                        return int(name)
        return None

    def kill_broker(self) -> bool:
        """Kill its broker; tell whether there was one."""
        broker = self.broker()
        if broker is None:
            return False
        with suppress(ProcessLookupError):
            os.kill(broker, signal.SIGKILL)
        return True

    def results(self) -> list[tuple[str, int, int]]:
        """Return the match and the version of every result in its log, also while it runs."""
        uri = f"{(self.folder / FILE).absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, PATIENCE_S, uri=True)) as log:
            rows = log.execute("SELECT body FROM said WHERE kind = 'result'").fetchall()
        results = [msgspec.json.decode(body)["result"] for (body,) in rows]
        return [(entry["match"], *entry["version"]) for entry in results]
