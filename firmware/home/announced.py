"""Remembers the table's announcements at brokers, and takes back the outdated ones.

A broker keeps the device and the names of its players until somebody takes them back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec

from firmware.home.discovery import OFFLINE, Topics
from firmware.home.settings import ANNOUNCED, Settings
from firmware.service.mqtt import AT_LEAST_ONCE, Goodbye, Login, Session
from referee.disk.storage import write_whole
from referee.disk.textfiles import read_file

AGAIN_S = (1, 60)


def login(settings: Settings) -> Login:
    """Return how to get into the broker. Raise `OSError` or `ValueError`."""
    at = settings.broker_address
    return Login(at.host, at.port, at.user, at.password, settings.tls() if at.tls else None)


def note(folder: Path, settings: Settings) -> Path:
    """Remember in a file what the table is about to announce. Return the file.

    Home Assistant removes a switch only with its device, so one with a switch is another device.
    """
    at = settings.broker_address
    place = f"{at.host}:{at.port}/{settings.topic}/{settings.may_pause}"
    path = folder / ANNOUNCED.replace("*", sha256(place.encode()).hexdigest()[:16])
    with suppress(OSError):  # On a full disk, the home still sees the table.
        write_whole(path, msgspec.json.encode(settings), private=True)
    return path


def withdrawals(folder: Path, current: Path | None) -> Iterator[Session]:
    """Yield a session for each announcement that was not taken back, except the `current` one."""
    for path in folder.glob(ANNOUNCED):
        if path != current:
            with suppress(OSError, ValueError):  # Its certificate may be gone.
                old = msgspec.json.decode(read_file(path), type=Settings)
                yield _withdrawal(old, path.unlink)


def _withdrawal(old: Settings, done: Callable[[], None]) -> Session:
    """Return a session that empties the topics of an old announcement, and then calls `done`.

    It waits for a broker that is away, and also empties what a late last will leaves.
    """
    topics = Topics(old.topic)
    left = {*topics.retained}

    def empty() -> None:
        for topic in topics.retained:
            session.say(topic, b"", retain=True)

    def hear(topic: str, body: bytes, retained: bool) -> None:
        if body == OFFLINE.encode() and not retained:
            empty()
        elif not body and topic in left:  # The broker has passed it on.
            left.remove(topic)
            if not left:
                done()

    session = Session(
        login(old),
        topics=[(topic, AT_LEAST_ONCE) for topic in topics.retained],
        goodbye=Goodbye(topics.here, b"", retain=True),
        again_s=AGAIN_S,
        heard=hear,
        connected=empty,
        troubled=lambda _: None,
    )
    return session
