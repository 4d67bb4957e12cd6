"""A table's connection to its club's hub. It offers results and sends those that the hub asks for.

The connection stores nothing, because the hub asks again for whatever is missing.
"""

from __future__ import annotations

import logging
import secrets
import ssl
import sys
import threading
from collections.abc import Callable
from typing import Any

import msgspec
import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from firmware.club.forgetting import ForgetQueue
from firmware.club.live import Live
from firmware.club.messages import (
    AT_LEAST_ONCE,
    FORGET,
    FORGOT,
    HERE,
    HUB,
    LIVE,
    OFFER,
    RESULT,
    RUN,
    SEATED,
    TWIN,
    WANT,
    Membership,
    Offered,
    Seated,
    Version,
    Wanted,
    down,
    up,
)
from firmware.club.tls import trusting
from referee.club.results import Result
from referee.contract import Message

_log = logging.getLogger(__name__)

KEEPALIVE_S = 30
AGAIN_S = (1, 30)
TWIN_AGAIN_S = (20, 30)  # Two machines with one key take turns. In each turn, results get through.


class TableMqttClient:
    """The connection to a hub's broker. `results` returns the results to report.

    `changed` is called when the number of waiting results, the seated players or the trouble
    changes. `forget` has the people whom the hub should forget.
    """

    def __init__(
        self,
        member: Membership,
        results: Callable[[], dict[int, Result]],
        changed: Callable[[], None],
        forget: ForgetQueue | None = None,
    ) -> None:
        self._forget = forget
        self._member, self._results, self._changed = member, results, changed
        self.club = member.club
        self._lock = threading.Lock()
        self._live: Live | None = None
        self._asked: tuple[str, ...] = ()
        self.waits: int | None = None  # number of results missing at the hub; None if unknown
        self.seated: Seated | None = None
        self.knows_seated = False  # Whether the hub has said who sits here.
        self._run = secrets.token_hex(8)  # The number of this start, which no other machine has.
        self.has_twin = False  # Whether another machine uses this table's key.
        self._tried = False  # Whether the first attempt to connect is over.
        self.connecting = Message("club.connecting", {"club": member.club})
        self.trouble: Message | None = self.connecting
        client = mqtt.Client(
            CallbackAPIVersion.VERSION2, client_id=member.table, clean_session=False
        )
        client.username_pw_set(member.table, member.key)
        client.tls_set_context(trusting(member.certificate))
        client.will_set(self._up(HERE), b"0", AT_LEAST_ONCE)
        client.reconnect_delay_set(*AGAIN_S)
        client.on_connect = self._on_connect
        client.on_connect_fail = lambda *_: self._failed(self._missed(sys.exception()))
        client.on_disconnect = lambda *_: self._is(self.trouble or self._away())
        client.on_message = self._on_message
        self._client = client

    def start(self) -> None:
        """Start connecting, in the client's own thread."""
        self._client.connect_async(self._member.broker, self._member.port, KEEPALIVE_S)
        self._client.loop_start()

    def stop(self) -> None:
        """Announce that the table is leaving, and disconnect."""
        if self._client.is_connected():
            gone = self._client.publish(self._up(HERE), b"0", AT_LEAST_ONCE)
            gone.wait_for_publish(2)
        self._client.disconnect()
        self._client.loop_stop()

    def offer(self) -> None:
        """Offer the table's results. The hub asks for the missing ones."""
        if not self._client.is_connected():
            return
        has = tuple(Version(one.match, *one.version) for one in self._results().values())
        self.waits = None  # Unknown until the hub answers. An overloaded broker drops offers.
        self._say(OFFER, msgspec.json.encode(Offered(has)))

    def ask_to_forget(self) -> None:
        """Ask the hub to forget people. The hub answers each request."""
        if self._forget is not None and self._client.is_connected():
            for request in self._forget.all():
                self._say(FORGET, msgspec.json.encode(request))

    def show(self, live: Live) -> None:
        """Publish the live state now, or as soon as the broker is connected."""
        with self._lock:
            self._live = live
        if self._client.is_connected():
            self._say(LIVE, msgspec.json.encode(live), retain=True)

    def _up(self, what: str) -> str:
        return up(self._member.table, what)

    def _say(self, what: str, body: bytes, *, retain: bool = False) -> None:
        self._client.publish(self._up(what), body, AT_LEAST_ONCE, retain=retain)

    def _on_connect(
        self, client: mqtt.Client, _: object, __: object, code: Any, ___: object
    ) -> None:
        if code.is_failure:
            self._failed(Message("club.refused", {"club": self._member.club}))
            return
        client.subscribe([(down(self._member.table, "#"), AT_LEAST_ONCE), (HUB, AT_LEAST_ONCE)])
        self._say(RUN, self._run.encode())
        with self._lock:
            live = self._live
        if live is not None:
            self.show(live)
        self._tried = True
        self._is(None)

    def _on_message(self, _: object, __: object, message: mqtt.MQTTMessage) -> None:
        try:
            if message.topic == HUB:
                self._hub_is(bytes(message.payload))
            elif message.topic == down(self._member.table, WANT):
                self._wants(msgspec.json.decode(message.payload, type=Wanted))
            elif message.topic == down(self._member.table, SEATED):
                self._sit(bytes(message.payload))
            elif message.topic == down(self._member.table, FORGOT) and self._forget is not None:
                self._forget.remove(bytes(message.payload).decode("ascii", "replace"))
            elif message.topic == down(self._member.table, TWIN):
                self._note_twin(has_twin=message.payload == b"1")
        except msgspec.DecodeError as error:
            _log.warning("The hub said what nobody understands: %s", error)
        except Exception:  # A journal error, for example. The results will be offered again.
            _log.exception("What the hub asked for could not be told.")

    def _hub_is(self, born: bytes) -> None:
        if born:
            self._say(HERE, b"1")
            self.offer()
            self.ask_to_forget()
        self._is(None if born else self._away())

    def _wants(self, wanted: Wanted) -> None:
        results = {one.match: one for one in self._results().values()}
        for match in wanted.want:
            if match in results:
                self._say(RESULT, msgspec.json.encode(results[match]))
        if wanted.want and wanted.want != self._asked:  # Otherwise the hub cannot store them.
            self.offer()  # MQTT keeps the order, so the hub gets the results first.
        self._asked, self.waits = wanted.want, len(wanted.want)
        self._changed()

    def _sit(self, payload: bytes) -> None:
        self.seated = msgspec.json.decode(payload, type=Seated) if payload else None
        self.knows_seated = True
        self._changed()

    def _note_twin(self, *, has_twin: bool) -> None:
        self._client.reconnect_delay_set(*(TWIN_AGAIN_S if has_twin else AGAIN_S))
        if has_twin != self.has_twin:
            self.has_twin = has_twin
            self._changed()

    def _missed(self, error: BaseException | None) -> Message:
        if isinstance(error, ssl.SSLCertVerificationError):
            return Message("club.another_hub", {"club": self._member.club})
        return self._away()

    def _away(self) -> Message:
        return Message("club.away", {"club": self._member.club})

    def _failed(self, trouble: Message) -> None:
        """Note a failed attempt. The first one says nothing: the broker may just let us in."""
        if self._tried or trouble.key == "club.another_hub":
            self._is(trouble)
        self._tried = True

    def _is(self, trouble: Message | None) -> None:
        if trouble != self.trouble:
            self.trouble, self.waits = trouble, None  # The hub's last answer may be outdated.
            self._changed()
