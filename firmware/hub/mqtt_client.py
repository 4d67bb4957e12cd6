"""The hub's connection to its tables. It receives reports and asks for missing results."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec
import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from firmware.club.forgetting import ForgetRequest
from firmware.club.live import Live
from firmware.club.messages import (
    AT_LEAST_ONCE,
    DOWN,
    FORGOT,
    HUB,
    LIVE,
    ROOT,
    SEATED,
    TWIN,
    UP,
    WANT,
    Offered,
    Seated,
    down,
    up,
)
from firmware.club.tls import trusting
from firmware.errors import BadData
from firmware.hub.broker import USER, Broker
from firmware.hub.limits import MOST_AT_ONCE, PER_HOUR, ResultLimit, Twins
from firmware.hub.projection import Projection
from firmware.service.supervisor import Worker
from referee.club.results import Result
from referee.contract import Message

_log = logging.getLogger(__name__)

KEEPALIVE_S = 30
AGAIN_S = (1, 5)
BEAT_S = 1.0
MOST_SHOWN = 16_000  # Maximum size of a live state in bytes; about 2,000 is usual.

MOST_RUN = 40  # Maximum size of the number of a table's start in bytes; 16 is usual.

T = TypeVar("T")


class Shown(NamedTuple):
    """A table's live state and when it came. `here` says whether the table is connected.

    `at_s` is the monotonic time: the date of a machine without a battery jumps.
    """

    live: Live | None
    at_s: float
    here: bool


class HubMqttClient:
    """The hub's client, connected to the hub's own broker."""

    def __init__(self, projection: Projection, broker: Broker) -> None:
        self._projection, self._broker = projection, broker
        self._lock = threading.Lock()
        self._shown: dict[str, Shown] = {}
        self._seated: dict[str, Seated] = {}
        self._limit, self._twins = ResultLimit(), Twins()
        self._client: mqtt.Client | None = None
        # Takes a table's request to forget a person. Returns whether the table may drop it.
        self.on_forget: Callable[[str, ForgetRequest], bool] = lambda _table, _request: False

    def run(self, worker: Worker) -> None:
        """Stay connected until the worker stops."""
        while not self._broker.listening.wait(BEAT_S):
            worker.beat()
            if worker.stop.is_set():
                return
        client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=USER, clean_session=False)
        client.username_pw_set(USER, self._broker.password)
        client.tls_set_context(trusting(self._broker.certificate))
        client.will_set(HUB, b"", AT_LEAST_ONCE, retain=True)
        client.reconnect_delay_set(*AGAIN_S)
        client.on_connect = self._on_connect
        client.on_message = self._on_message
        client.connect_async("127.0.0.1", self._broker.port, KEEPALIVE_S)
        client.loop_start()
        with self._lock:
            self._client = client
        try:
            while not worker.stop.wait(BEAT_S):
                worker.beat()
                for table in self._twins.take_ended():
                    client.publish(down(table, TWIN), b"0", AT_LEAST_ONCE)
        finally:
            if client.is_connected():
                gone = client.publish(HUB, b"", AT_LEAST_ONCE, retain=True)
                gone.wait_for_publish(2)
            client.disconnect()
            client.loop_stop()

    def live_tables(self) -> Mapping[str, Shown]:
        """Return the live state of each table that has ever reported one."""
        with self._lock:
            return dict(self._shown)

    def trouble(self, table: str) -> Message | None:
        """Return why the director should look at a table, or None."""
        if self._twins.has(table):
            return Message("hub.table.twin")
        if self._limit.is_spent(table):
            said = {"most": MOST_AT_ONCE, "hourly": PER_HOUR}
            return Message("hub.table.too_many", {**said})
        return None

    def forget(self, table: str) -> None:
        """Delete what the broker and the hub keep of a table that was removed."""
        with self._lock:
            self._shown.pop(table, None)
            self._seated.pop(table, None)
            client = self._client
        self._twins.forget(table)
        if client is not None:
            self._clear(client, table)

    def _clear(self, client: mqtt.Client, table: str) -> None:
        for topic in (*(up(table, what) for what in UP), *(down(table, what) for what in DOWN)):
            client.publish(topic, b"", AT_LEAST_ONCE, retain=True)

    def seat(self, seated: Mapping[str, Seated]) -> None:
        """Tell each table who plays there.

        A table that `seated` does not name has no drawn players.
        """
        with self._lock:
            before, self._seated = self._seated, dict(seated)
            client = self._client
        if client is not None:
            for table in {*before, *seated}:
                if before.get(table) != seated.get(table):
                    self._tell_seated(client, table)

    def _on_connect(
        self, client: mqtt.Client, _: object, __: object, code: Any, ___: object
    ) -> None:
        if code.is_failure:
            _log.warning("The broker refuses its own hub: %s", code)
            return
        with (
            self._lock
        ):  # connected tables announce themselves again; crashed brokers sent no goodbye
            self._shown = {id_: one._replace(here=False) for id_, one in self._shown.items()}
        client.subscribe(f"{ROOT}/+/up/#", AT_LEAST_ONCE)
        for table in self._projection.removed_tables():
            self._clear(client, table)
        client.publish(HUB, secrets.token_hex(8), AT_LEAST_ONCE, retain=True)
        for table in self._projection.tables():
            self._tell_seated(client, table)

    def _tell_seated(self, client: mqtt.Client, table: str) -> None:
        with self._lock:
            seated = self._seated.get(table)
        body = b"" if seated is None else msgspec.json.encode(seated)
        client.publish(down(table, SEATED), body, AT_LEAST_ONCE, retain=True)

    def _on_message(self, client: mqtt.Client, _: object, message: mqtt.MQTTMessage) -> None:
        table, _, what = message.topic.removeprefix(f"{ROOT}/").partition("/up/")
        if what not in UP or not self._projection.has_member(table):
            if message.retain and message.payload:  # from before the table was removed or limited
                client.publish(message.topic, b"", AT_LEAST_ONCE, retain=True)
            return
        if not message.payload:  # a retained message was deleted
            return
        try:
            match what:
                case "offer":
                    self._offered(client, table, _read(message.payload, Offered))
                case "result":
                    self._store_result(table, _read(message.payload, Result))
                case "live" if len(message.payload) <= MOST_SHOWN:
                    self._lives(table, _read(message.payload, Live))
                case "here":
                    self._is_here(table, message.payload == b"1")
                    if message.payload == b"1":
                        self._tell_seated(client, table)
                case "forget":
                    self._asked_to_forget(client, table, _read(message.payload, ForgetRequest))
                case "run":
                    self._runs(client, table, bytes(message.payload))
                case _:
                    return
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            _log.warning("Table %s said what nobody understands (%s): %s", table, what, error)
        except BadData as error:  # The hub asks for the result again later.
            _log.error("What a table said is not kept: %s", error)
        except Exception:  # an error would end the client's thread, and the hub would hear no table
            _log.exception("What table %s said could not be taken (%s).", table, what)

    def _offered(self, client: mqtt.Client, table: str, offered: Offered) -> None:
        wanted = self._projection.wanted(offered)
        client.publish(down(table, WANT), msgspec.json.encode(wanted), AT_LEAST_ONCE)

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

    def _asked_to_forget(self, client: mqtt.Client, table: str, request: ForgetRequest) -> None:
        """Keep a request for the director, and tell the table that it can drop it."""
        if self.on_forget(table, request):
            client.publish(down(table, FORGOT), request.salt, AT_LEAST_ONCE)

    def drop_shown(self, is_called: Callable[[str], bool]) -> None:
        """Drop what tables show of a match with a player of that name, also at the broker.

        A table that goes on shows itself again with its next move.
        """
        with self._lock:
            client = self._client
            old = [
                table
                for table, one in self._shown.items()
                if one.live and any(is_called(seat.name) for seat in one.live.values.seats)
            ]
            for table in old:
                self._shown[table] = self._shown[table]._replace(live=None)
        for table in old if client is not None else ():
            assert client is not None
            client.publish(up(table, LIVE), b"", AT_LEAST_ONCE, retain=True)

    def _runs(self, client: mqtt.Client, table: str, run: bytes) -> None:
        """Tell a machine that connects whether another one uses the same key."""
        has_twin = self._twins.note(table, run[:MOST_RUN].decode("ascii", "replace"))
        client.publish(down(table, TWIN), b"1" if has_twin else b"0", AT_LEAST_ONCE)

    def _lives(self, table: str, live: Live) -> None:
        with self._lock:
            before = self._shown.get(table)
            self._shown[table] = Shown(live, time.monotonic(), before is not None and before.here)

    def _is_here(self, table: str, here: bool) -> None:
        with self._lock:
            before = self._shown.get(table, Shown(None, 0.0, here))
            self._shown[table] = before._replace(here=here)


def _read(payload: bytes | bytearray, form: type[T]) -> T:
    return msgspec.json.decode(payload, type=form)
