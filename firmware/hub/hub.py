"""The hub behind its pages: tables, the code for joining, and pictures."""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from firmware.club.topics import normal_code, proof
from firmware.errors import BadData
from firmware.hub.backup import BEFORE
from firmware.hub.broker import Broker
from firmware.hub.mqtt_client import HubMqttClient
from firmware.service.supervisor import Worker
from referee.club.format import Format, FormatError, formats
from referee.club.signed import CodeSets
from referee.contract import Message
from referee.hub.cache import REUSE_FACTOR
from referee.hub.director import Director
from referee.hub.event_log import CHANGED, CLOSED, DRAWN, TAKEN_BACK
from referee.hub.events import Events
from referee.hub.messages import Joined
from referee.hub.people import People
from referee.hub.projection import DECIDED, KnownTable, Projection
from referee.hub.tables import ClubTable, Shown, natural_order
from referee.match.people.forgetting import Person

LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ23456789"  # 31 characters that people do not confuse
LENGTH = 8  # This gives 8.5 * 10^11 codes.
GOOD_S = 15 * 60.0


class Joining:
    """The code with which the next table joins. Each code works once. Safe from any thread."""

    def __init__(
        self,
        known: Callable[[], Mapping[str, KnownTable]],
        admit: Callable[[KnownTable], None],
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """`known` returns the club's tables, and `admit` admits another one."""
        self._known, self._admit, self._now_s = known, admit, now_s
        self._lock = threading.Lock()
        self._code, self._until_s = "", 0.0

    def code(self) -> str:
        """Return the present code. Make a new one if the old code was used or has expired."""
        with self._lock:
            if not self._code or self._now_s() > self._until_s:
                letters = (secrets.choice(LETTERS) for _ in range(LENGTH))
                self._code, self._until_s = "".join(letters), self._now_s() + GOOD_S
            return f"{self._code[:4]} {self._code[4:]}"

    def join(self, code: str, name: str, table: str, key: str) -> KnownTable | None:
        """Admit a table that shows the code, and return it with its key, or None for a wrong code.

        A table that joined before and has its key keeps its identity. Its `key` is a proof. If it
        cannot be admitted, raise an error. Then the code is still good.
        """
        with self._lock:
            bare = normal_code(code)
            good = self._code and self._now_s() <= self._until_s
            if not good or not hmac.compare_digest(bare.encode(), self._code.encode()):
                return None
            known = self._known().get(table)
            expected = proof(known.key if known is not None else secrets.token_hex(32), bare)
            same = hmac.compare_digest(expected.encode(), key.encode())
            id_ = table if same else f"t{secrets.token_hex(6)}"
            joined = KnownTable(id_, name, secrets.token_hex(32))
            self._admit(joined)
            self._code = ""
            return joined


BEAT_S = 1.0
FORMATS = "formats"  # Folder with the club's own tournament formats.
# The director's lines that say who plays where. Tables learn of them at once. After results of
# tables, which may be thousands, a worker tells them.
SEATING = {DRAWN, CHANGED, TAKEN_BACK, CLOSED, DECIDED}


class Hub:
    """Implement `webui.hub.port.Hub`."""

    def __init__(
        self,
        club: str,
        folder: Path,
        projection: Projection,
        broker: Broker,
        mqtt_client: HubMqttClient,
    ) -> None:
        self.club, self._folder = club, folder
        self.projection = projection
        self._broker, self._mqtt = broker, mqtt_client
        self.events = Events(projection, self._tables_in_use)
        self.director, self.people = Director(projection, self.events), People(projection)
        self._joining = Joining(projection.tables, self._admit)
        self._reading, self._seating = threading.Lock(), threading.Lock()
        self._admitting = threading.Lock()  # Two people may change the tables at once.
        self._codes = CodeSets()
        self._changed = threading.Event()
        projection.listen(self._follow)
        broker.admit(projection.tables().values())
        self.reseat()

    # -- tables -------------------------------------------------------------------------------

    def tables(self) -> Sequence[ClubTable]:
        """Return the club's tables, sorted by name."""
        shown, nothing = self.shown(), Shown()
        tables = (
            ClubTable(id_, table.name, shown.get(id_, nothing), self._mqtt.trouble(id_))
            for id_, table in self.projection.tables().items()
        )
        return sorted(tables, key=natural_order)

    def shown(self) -> Mapping[str, Shown]:
        """Return what each table shows that has ever reported."""
        return self._mqtt.live_tables()

    def _tables_in_use(self) -> Sequence[str]:
        """Return the club's tables as a round uses them: connected ones first."""
        return [table.table for table in sorted(self.tables(), key=lambda one: not one.shown.here)]

    def take_off(self, table: str) -> None:
        """Remove a table from the club."""
        with self._admitting:
            self._change(table, (), partial(self.projection.take_off, table))
        self._mqtt.forget(table)

    def code(self) -> str:
        """Return the code with which the next table can join."""
        return self._joining.code()

    def join(self, code: str, name: str, table: str, key: str) -> Joined | None:
        """Admit a table that shows the present code. Return None if the code is wrong."""
        with self._admitting:
            joined = self._joining.join(code, name, table, key)
        if joined is None:
            return None
        return Joined(
            club=self.club,
            table=joined.table,
            key=joined.key,
            port=self._broker.port,
            certificate=self._broker.certificate,
        )

    def _admit(self, table: KnownTable) -> None:
        self._change(table.table, (table,), partial(self.projection.join, table))

    def _change(self, id_: str, new: tuple[KnownTable, ...], note: Callable[[], None]) -> None:
        """Admit the table `new` instead of table `id_`, and `note` that in the log.

        If one fails, do neither.
        """
        before = [*self.projection.tables().values()]
        try:
            self._broker.admit([*(table_ for table_ in before if table_.table != id_), *new])
            note()
        except Exception:
            with suppress(BadData):  # The note may be stored although its answer was lost.
                self._broker.admit(self.projection.tables().values())
            raise

    # -- what else the pages need -----------------------------------------------------------------

    def formats(self) -> dict[str, Format | FormatError]:
        """Return the project's formats and the club's own."""
        return formats(self._folder / FORMATS)

    def forget(self, person: Person) -> tuple[str, ...]:
        """Forget a person. Return the old files that may still have the name."""
        self.people.forget(person, self.events.current(), self.shown())
        self._mqtt.drop_shown(person.is_called)
        return (BEFORE,) if (self._folder / BEFORE).exists() else ()

    def read(self, picture: bytes) -> tuple[Message, ...]:
        """Store the results in a picture of a table's codes. Return messages about them.

        Raise `BadData` if no code can be read.
        """
        from vision.codes import read_codes  # This import takes a third of the hub's memory.
        from vision.photo import BadPhoto, decode_jpeg

        try:
            codes = read_codes(decode_jpeg(picture))
        except BadPhoto as error:
            raise BadData(f"table.photo.{error.reason}") from error
        with self._reading:
            read = self._codes.add(codes, self._key)
        not_taken = [
            self.projection.take(table, result)
            for table, results in read.results.items()
            for result in results
        ]
        return (*map(self._with_name, read.messages), *filter(None, not_taken))

    def _with_name(self, message: Message) -> Message:
        """Return a message about codes with the table's name instead of its id."""
        table = message.params.get("table")
        if not isinstance(table, str):
            return message
        return Message(message.key, {**message.params, "table": self.projection.name_of(table)})

    def _key(self, table: str) -> bytes | None:
        known = self.projection.tables().get(table)
        return None if known is None else bytes.fromhex(known.key)

    # -- who plays where --------------------------------------------------------------------------

    def keep_seated(self, worker: Worker) -> None:
        """Tell the tables their players after each change of the log, until the worker stops."""
        while not worker.stop.is_set():
            worker.beat()
            if self._changed.wait(BEAT_S):
                self._changed.clear()
                began_s = time.monotonic()
                self.reseat()
                worker.stop.wait(REUSE_FACTOR * (time.monotonic() - began_s))

    def reseat(self) -> None:
        """Tell each table who should play there now."""
        with self._seating:  # So that no older list comes after a newer one.
            self._mqtt.seat(self.events.seated())

    def _follow(self, kind: str) -> None:
        self._changed.set()
        if kind in SEATING:
            self.reseat()
