"""A table's connection to its club's hub. It offers results, and the hub asks for some.

The connection stores nothing, because the hub asks again for missing results.
"""

from __future__ import annotations

import logging
import secrets
import ssl
import threading
import time
from collections.abc import Callable

import msgspec

from firmware.club import topics
from firmware.service.mqtt import AT_LEAST_ONCE, Goodbye, Login, Lost, Refused, Session
from referee.club.results import Result
from referee.contract import Message
from referee.hub.messages import Live, Membership, Offered, Seated, Version, Wanted

_log = logging.getLogger(__name__)

AGAIN_S = (1, 30)
TWIN_AGAIN_S = (20, 30)  # Two machines with one key take turns. In each turn, results get through.


class TableMqttClient:
    """The connection to a hub's broker. `results` returns the results to report.

    `changed` is called when the number of waiting results, the seated players or the trouble
    changes.
    """

    def __init__(
        self,
        member: Membership,
        results: Callable[[], dict[int, Result]],
        changed: Callable[[], None],
    ) -> None:
        self._member, self._results, self._changed = member, results, changed
        self.club = member.club
        self._asked: tuple[str, ...] = ()
        self._offered = 0  # The number of the newest offer.
        self._born = b""  # The hub's word that this connection has answered.
        self.waits: int | None = None  # number of results missing at the hub; None if unknown
        self.answered = threading.Event()  # Whether the hub has ever answered.
        self.seated: Seated | None = None
        self.knows_seated = False  # Whether the hub has said who sits here.
        self._run = secrets.token_hex(8)  # The number of this start, which no other machine has.
        self._twin_until_s = 0.0
        self._tried = False  # Whether the first attempt to connect is over.
        self.connecting = Message("club.connecting", {"club": member.club})
        self.trouble: Message | None = self.connecting
        table = member.table
        self._session = Session(
            Login(
                member.broker,
                member.port,
                table,
                member.key,
                topics.trusting(member.certificate),
                table,
            ),
            topics=((topics.down(table, "#"), AT_LEAST_ONCE), (topics.HUB, AT_LEAST_ONCE)),
            goodbye=Goodbye(self._up(topics.HERE), b"0"),
            again_s=AGAIN_S,
            heard=self._hear,
            connected=self._connected,
            troubled=self._failed,
        )

    def start(self) -> None:
        """Start connecting, in a new thread."""
        self._session.start()

    def stop(self) -> None:
        """Announce that the table is leaving, and disconnect."""
        self._session.stop()

    def offer(self) -> None:
        """Offer the table's results. The hub asks for the missing ones."""
        self._session.subscribe_again()
        if not self._session.is_connected:
            return
        self._offered = number = secrets.randbits(32)
        has = tuple(Version(result.match, *result.version) for result in self._results().values())
        self.waits = None  # Unknown until the hub answers. An overloaded broker drops offers.
        self._say(topics.OFFER, msgspec.json.encode(Offered(has, number)))

    def show(self, live: Live) -> None:
        """Publish the live state now, or as soon as the broker is connected."""
        self._session.keep(self._up(topics.LIVE), msgspec.json.encode(live))

    def _up(self, what: str) -> str:
        return topics.up(self._member.table, what)

    def _say(self, what: str, body: bytes) -> None:
        self._session.say(self._up(what), body)

    def _connected(self) -> None:
        self._say(topics.RUN, self._run.encode())
        self._tried = True
        self._note_trouble(None)

    def _hear(self, topic: str, body: bytes, _: bool) -> None:
        table = self._member.table
        try:
            if topic == topics.HUB:
                self._note_hub(body)
            elif topic == topics.down(table, topics.WANT):
                self._wants(msgspec.json.decode(body, type=Wanted))
            elif topic == topics.down(table, topics.SEATED):
                self._sit(body)
            elif topic == topics.down(table, topics.TWIN):
                self._note_twin()
        except msgspec.DecodeError as error:
            _log.warning("The hub said what nobody understands: %s", error)

    def _note_hub(self, born: bytes) -> None:
        if born and born != self._born:  # The hub repeats a word that it has not heard itself.
            self._say(topics.HERE, b"1")
            self.offer()
        self._born = born
        self._note_trouble(None if born else self._away())

    def _wants(self, wanted: Wanted) -> None:
        results = {result.match: result for result in self._results().values()}
        for match in wanted.want:
            if match in results:
                self._say(topics.RESULT, msgspec.json.encode(results[match]))
        if wanted.number not in (0, self._offered):  # Hubs of earlier versions give no number.
            return  # The newest offer may be lost, although this older one arrived.
        if wanted.want and wanted.want != self._asked:  # Otherwise the hub cannot store them.
            self.offer()  # MQTT keeps the order, so the hub gets the results first.
        self._asked, self.waits = wanted.want, len(wanted.want)
        self.answered.set()
        self._changed()

    def _sit(self, payload: bytes) -> None:
        self.seated = msgspec.json.decode(payload, type=Seated) if payload else None
        self.knows_seated = True
        self._changed()

    @property
    def has_twin(self) -> bool:
        """Whether another machine uses this table's key."""
        return time.monotonic() < self._twin_until_s

    def _note_twin(self) -> None:
        self._session.retry(TWIN_AGAIN_S)
        self._twin_until_s = time.monotonic() + topics.TWIN_S
        self._changed()

    def _failed(self, error: BaseException | None) -> None:
        """Note a failed attempt. The first one says nothing: the broker may just let us in."""
        club, self._born = {"club": self._member.club}, b""
        match error:
            case Lost():
                self._note_trouble(self.trouble or self._away())
                return
            case Refused():
                trouble = Message("club.refused", {**club})
            case ssl.SSLCertVerificationError():
                trouble = Message("club.another_hub", {**club})
            case _:
                trouble = self._away()
        if self._tried or trouble.key == "club.another_hub":
            self._note_trouble(trouble)
        self._tried = True

    def _away(self) -> Message:
        return Message("club.away", {"club": self._member.club})

    def _note_trouble(self, trouble: Message | None) -> None:
        if trouble != self.trouble:
            self.trouble, self.waits = trouble, None  # The hub's last answer may be outdated.
            self._changed()
