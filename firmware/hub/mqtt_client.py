"""The hub's connection to its tables. It receives reports and asks for missing results."""

from __future__ import annotations

import logging
import math
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec

from firmware.club import topics
from firmware.errors import BadData
from firmware.hub.broker import USER, Broker
from firmware.hub.limits import MOST_AT_ONCE, PER_HOUR, ResultLimit, Twins
from firmware.service.mqtt import AT_LEAST_ONCE, Goodbye, Login, Refused, Session
from firmware.service.supervisor import Worker
from referee.club.received import clean_message
from referee.club.results import Result
from referee.contract import Message
from referee.hub.messages import Live, Offered, Seated
from referee.hub.projection import Projection
from referee.hub.tables import Shown

_log = logging.getLogger(__name__)

AGAIN_S = (1, 5)
BEAT_S = 1.0
UNHEARD_S = 20.0  # After this time, the hub repeats its own word. Two thousand tables take 10 s.
MOST_SHOWN = 16_000  # Maximum size of a live state in bytes; about 2,000 is usual.

MOST_RUN = 40  # Maximum size of the number of a table's start in bytes; 16 is usual.

T = TypeVar("T", bound=msgspec.Struct)


class HubMqttClient:
    """The hub's client, connected to the hub's own broker."""

    def __init__(self, projection: Projection, broker: Broker) -> None:
        self._projection, self._broker = projection, broker
        self._lock = threading.Lock()
        self._word, self._unheard_s = b"", math.inf  # The retained word, and when to repeat it.
        self._shown: dict[str, Shown] = {}
        self._seated: dict[str, Seated] = {}
        self._limit, self._twins = ResultLimit(), Twins()
        self._session: Session | None = None

    def run(self, worker: Worker) -> None:
        """Stay connected until the worker stops."""
        while not self._broker.listening.wait(BEAT_S):
            worker.beat()
            if worker.stop.is_set():
                return
        broker = self._broker
        tls = topics.trusting(broker.certificate)
        session = Session(
            Login("127.0.0.1", broker.port, USER, broker.password, tls, id=USER),
            topics=((f"{topics.ROOT}/+/up/#", AT_LEAST_ONCE), (topics.HUB, AT_LEAST_ONCE)),
            goodbye=Goodbye(topics.HUB, b"", retain=True),
            again_s=AGAIN_S,
            heard=self._hear,
            connected=self._connected,
            troubled=_warn_if_refused,
        )
        self._session = session
        session.start()
        try:
            while not worker.stop.wait(BEAT_S):
                worker.beat()
                session.subscribe_again()
                if session.is_connected and time.monotonic() > self._unheard_s:
                    self._say_word()
        finally:
            session.stop()

    def live_tables(self) -> Mapping[str, Shown]:
        """Return the live state of each table that has ever reported one."""
        with self._lock:
            return dict(self._shown)

    def trouble(self, table: str) -> Message | None:
        """Return why the director should look at a table, or None."""
        if self._twins.has(table):
            return Message("hub.table.twin")
        if self._limit.is_spent(table):
            return Message("hub.table.too_many", {"most": MOST_AT_ONCE, "hourly": PER_HOUR})
        return None

    def forget(self, table: str) -> None:
        """Delete what the broker and the hub keep of a table that was removed."""
        with self._lock:
            self._shown.pop(table, None)
            self._seated.pop(table, None)
            self._twins.forget(table)
        self._clear(table)

    def _clear(self, table: str) -> None:
        for topic in (
            *(topics.up(table, what) for what in topics.UP),
            *(topics.down(table, what) for what in topics.DOWN),
        ):
            self._say(topic, b"", retain=True)

    def seat(self, seated: Mapping[str, Seated]) -> None:
        """Tell each table who plays there.

        A table that `seated` does not name has no drawn players.
        """
        with self._lock:
            before, self._seated = self._seated, dict(seated)
        for table in {*before, *seated}:
            if before.get(table) != seated.get(table):
                self._tell_seated(table)

    def _say(self, topic: str, body: bytes, *, retain: bool = False) -> None:
        """Send a message. Before the first connection, there is nobody to send it to."""
        if self._session is not None:
            self._session.say(topic, body, retain=retain)

    def _connected(self) -> None:
        with self._lock:
            # Connected tables announce themselves again. A crashed broker sent no goodbye.
            self._shown = {id_: shown._replace(here=False) for id_, shown in self._shown.items()}
            self._word = secrets.token_hex(8).encode()
        for table in self._projection.removed_tables():
            self._clear(table)
        self._say_word()
        for table in self._projection.tables():
            self._tell_seated(table)

    def _say_word(self) -> None:
        """Say that the hub is here, and repeat it later unless the broker passes it on."""
        with self._lock:
            self._unheard_s = time.monotonic() + UNHEARD_S
            self._say(topics.HUB, self._word, retain=True)

    def _tell_seated(self, table: str) -> None:
        with self._lock:  # So that the newest seating is also sent last.
            seated = self._seated.get(table)
            body = b"" if seated is None else msgspec.json.encode(seated)
            self._say(topics.down(table, topics.SEATED), body, retain=True)

    def _hear(self, topic: str, body: bytes, retained: bool) -> None:
        if topic == topics.HUB:
            if body == self._word:
                self._unheard_s = math.inf
            return
        table, _, what = topic.removeprefix(f"{topics.ROOT}/").partition("/up/")
        if what not in topics.UP or not self._projection.has_member(table):
            if retained and body:  # from before the table was removed or limited
                self._say(topic, b"", retain=True)
            return
        if not body:  # a retained message was deleted
            return
        try:
            match what:
                case "offer":
                    self._offered(table, _read(body, Offered))
                case "result":
                    self._store_result(table, _read(body, Result))
                case "live" if len(body) <= MOST_SHOWN:
                    self._lives(table, _read(body, Live))
                case "here":
                    self._note_here(table, body == b"1")
                    if body == b"1":
                        self._tell_seated(table)
                case "run":
                    self._runs(table, body)
                case _:
                    return
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            _log.warning("Table %s said what nobody understands (%s): %s", table, what, error)
        except BadData as error:  # The hub asks for the result again later.
            _log.error("What a table said is not kept: %s", error)

    def _offered(self, table: str, offered: Offered) -> None:
        wanted = self._projection.wanted(offered)
        self._say(topics.down(table, topics.WANT), msgspec.json.encode(wanted))

    def _store_result(self, table: str, result: Result) -> None:
        if not self._projection.has_stored(result):
            spent = self._limit.is_spent(table)
            if not self._limit.spend(table):
                if not spent:
                    _log.warning("Table %s sends too many results. The others must wait.", table)
                return
        refusal = self._projection.take(table, result)
        if refusal is not None:
            _log.warning("A result of table %s is not taken: %s", table, refusal.key)

    def drop_shown(self, is_called: Callable[[str], bool]) -> None:
        """Drop what tables show of a match with a player of that name, also at the broker.

        A table that goes on shows itself again with its next move.
        """
        with self._lock:
            old = [table for table, shown in self._shown.items() if shown.names(is_called)]
            for table in old:
                self._shown[table] = self._shown[table]._replace(live=None)
        for table in old:
            self._say(topics.up(table, topics.LIVE), b"", retain=True)

    def _runs(self, table: str, run: bytes) -> None:
        """Tell a machine that connects if another one uses the same key."""
        with self._lock:
            if self._twins.note(table, run[:MOST_RUN].decode("ascii", "replace")):
                self._say(topics.down(table, topics.TWIN), b"1")

    def _lives(self, table: str, live: Live) -> None:
        with self._lock:
            before = self._shown.get(table, Shown())
            self._shown[table] = Shown(live, time.monotonic(), before.here)

    def _note_here(self, table: str, here: bool) -> None:
        with self._lock:
            self._shown[table] = self._shown.get(table, Shown())._replace(here=here)


def _read(body: bytes, form: type[T]) -> T:
    return clean_message(msgspec.json.decode(body, type=form))


def _warn_if_refused(error: BaseException | None) -> None:
    if isinstance(error, Refused):
        _log.warning("The broker refuses its own hub: %s", error)
