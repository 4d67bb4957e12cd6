"""A connection to a broker comes back by itself, and no error in what is heard ends it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware.service.mqtt import AT_LEAST_ONCE, Goodbye, Login, Lost, Session
from tests.firmware.home.broker import MOSQUITTO, PASSWORD, USER, broker, listening
from tests.process import eventually

pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed")


class Told:
    """What a session has told its owner."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.connections = 0
        self.troubles: list[BaseException | None] = []

    def hear(self, _: str, body: bytes, __: bool) -> None:
        self.heard.append(body)
        if body == b"bad":
            raise ValueError(body)

    def connect(self) -> None:
        self.connections += 1
        if self.connections == 1:
            raise ValueError


@contextmanager
def session(port: int) -> Iterator[tuple[Session, Told]]:
    answer = Told()
    made = Session(
        Login("127.0.0.1", port, USER, PASSWORD),
        topics=(("to/us", AT_LEAST_ONCE),),
        goodbye=Goodbye("from/us/here", b"0", retain=True),
        again_s=(1, 1),
        heard=answer.hear,
        connected=answer.connect,
        troubled=answer.troubles.append,
    )
    made.start()
    try:
        yield made, answer
    finally:
        made.stop()


def test_a_session_comes_back_with_the_newest_values_and_whatever_was_said_meanwhile(
    tmp_path: Path,
) -> None:
    with broker(tmp_path) as mosquitto, session(mosquitto.port) as (ours, answer):
        eventually(lambda: answer.connections)
        mosquitto.halt()
        ours.keep("from/us/value", b"1")  # It does not arrive, and is sent again later.
        mosquitto.stop()
        eventually(lambda: not ours.is_connected)
        ours.keep("from/us/value", b"2")
        ours.keep("from/us/value", b"3")
        ours.say("from/us/said", b"while away", retain=True)
        mosquitto.start()
        with listening(mosquitto.port) as home:
            eventually(lambda: home.newest.get("from/us/said"), b"while away")
            eventually(lambda: home.newest.get("from/us/value"), b"3")
            ours.stop()
            eventually(lambda: home.newest.get("from/us/here"), b"0")
        assert isinstance(answer.troubles[0], Lost)


def test_an_error_in_what_a_session_calls_ends_no_connection(tmp_path: Path) -> None:
    with (
        broker(tmp_path) as mosquitto,
        listening(mosquitto.port) as home,
        session(mosquitto.port) as (ours, answer),
    ):
        eventually(lambda: answer.connections)
        home.say("to/us", "bad")
        home.say("to/us", "good")
        eventually(lambda: answer.heard, [b"bad", b"good"])
        assert ours.is_connected
        assert answer.connections == 1
