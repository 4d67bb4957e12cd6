"""The hub's threads: what is decided last is also said and written last, and all or nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import pytest

from firmware.errors import BadData
from firmware.hub import broker as brokers
from firmware.hub import mqtt_client
from firmware.hub.broker import Broker
from referee.hub.messages import Seated
from referee.hub.projection import KnownTable
from tests.firmware.home.broker import MOSQUITTO
from tests.firmware.hub.evening import hub_at_work, table_at_work
from tests.firmware.hub.pages import Club, post
from tests.process import PATIENCE_S, eventually

needs_mosquitto = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed")
ONE, OTHER = (KnownTable(f"t{at:012x}", f"Table {at}", f"{at:064x}") for at in (1, 2))


class Turns:
    """Holds the first thread at one point until a second one has come there, or to its lock."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_held, self._second = threading.Event(), threading.Event()

    def __enter__(self) -> None:
        if self._lock.locked():
            self._second.set()
        assert self._lock.acquire(timeout=PATIENCE_S)

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def hold(self) -> None:
        """Call this at the point."""
        if self._is_held.is_set():
            self._second.set()
            return
        self._is_held.set()
        assert self._second.wait(PATIENCE_S)

    def run(self, *acts: Callable[[], object]) -> list[object]:
        """Call both functions in threads, the second once the first is held. Return the results."""
        with ThreadPoolExecutor() as pool:
            first = pool.submit(acts[0])
            assert self._is_held.wait(PATIENCE_S)
            return [future.result(PATIENCE_S) for future in (first, pool.submit(acts[1]))]


def test_a_table_that_joins_while_another_one_is_removed_is_admitted_and_the_other_is_not(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns, admit, first = Turns(), club.broker.admit, club.tables[0].table

    def slow(tables: Iterable[KnownTable]) -> None:
        known_tables = [*tables]
        turns.hold()
        admit(known_tables)

    monkeypatch.setattr(club.broker, "admit", slow)
    monkeypatch.setattr(club.hub, "_admitting", turns, raising=False)
    client, asked = club.client(), {"code": club.hub.code(), "name": "New"}
    join = lambda: client.post("/api/join", json=asked).get_json()["table"]  # noqa: E731
    new, removed = turns.run(join, lambda: post(club, f"/tables/{first}/off"))
    assert removed == 303
    assert {*club.broker.admitted} == {club.tables[1].table, new} == {*club.projection.tables()}


def test_a_change_of_the_tables_that_fails_leaves_nothing_behind(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, code, before = club.tables[0].table, club.hub.code(), club.projection.tables()
    club.shows(0)

    def fail(*_: object) -> None:
        raise BadData("hub.broker.failed", program="mosquitto_passwd", reason="")

    for part, what in ((club.broker, "admit"), (club.store, "put")):
        with monkeypatch.context() as patch:
            patch.setattr(part, what, fail)
            answer = club.client().post("/api/join", json={"code": code, "name": "New"})
            assert (answer.status_code, post(club, f"/tables/{first}/off")) == (409, 409)
        assert club.projection.tables() == before
        assert {*club.broker.admitted} == {*before}
        assert first in club.hub.shown()
    assert club.client().post("/api/join", json={"code": code, "name": "New"}).status_code == 200
    assert post(club, f"/tables/{first}/off") == 303
    assert first not in club.hub.shown()


@needs_mosquitto
def test_mosquitto_reads_the_old_files_or_the_new_files_but_never_a_part(tmp_path: Path) -> None:
    broker = Broker(tmp_path)
    broker.admit([ONE])
    files = [broker.folder / name for name in ("access", "passwords")]
    texts = [file.read_text() for file in files]
    with files[0].open() as access, files[1].open() as passwords:
        broker.admit([ONE, OTHER])
        assert [access.read(), passwords.read()] == texts
    assert all(OTHER.table in file.read_text() for file in files)
    assert {file.stat().st_mode & 0o077 for file in files} == {0}


@needs_mosquitto
def test_a_hub_and_a_table_that_the_broker_refused_for_a_moment_find_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mqtt_client, "UNHEARD_S", 0.1)
    with ExitStack() as stack:
        with monkeypatch.context() as patch:  # No right to the hub's word, or to subscribe.
            patch.setattr(brokers, "_ACCESS", "user {hub}\ntopic readwrite {root}/+/+/#\n")
            patch.setattr(brokers, "_OF_TABLE", "\nuser {table}\n{writes}\n")
            hub = stack.enter_context(hub_at_work(tmp_path / "hub"))
            member = hub.member(1)
            table = stack.enter_context(table_at_work(tmp_path / "one", member))
            eventually(lambda: table.client.trouble is None)
            eventually(lambda: hub.hub_client._word)
        assert member.table not in hub.hub_client.live_tables()
        hub.broker.admit(hub.projection.tables().values())

        def is_here() -> bool:
            table.client.offer()
            shown = hub.hub_client.live_tables().get(member.table)
            return shown is not None and shown.here

        eventually(is_here)


def test_the_newest_seating_of_a_table_is_the_last_that_it_is_told(club: Club) -> None:
    turns, results, client = Turns(), [], cast(Any, club.post)

    def say(_: str, body: bytes, **__: object) -> None:
        turns.hold()
        results.append(body)

    client._say, client._lock = say, turns
    seated = [Seated("Cup", number, 1, "coyote", ("Ada", "Bo")) for number in (1, 2)]
    turns.run(*(lambda seat=item: club.post.seat({ONE.table: seat}) for item in seated))
    assert [b'"round":%d' % number in body for number, body in enumerate(results, 1)] == [
        True,
        True,
    ]


def test_players_whom_two_directors_add_at_once_are_all_there(club: Club) -> None:
    post(club, "/event/open", title="Cup", game="coyote", format="swiss", names="")
    names = [[f"{who}{number}" for number in range(8)] for who in "AB"]
    with ThreadPoolExecutor() as pool:
        [*pool.map(club.hub.director.add_players, names)]
    assert sorted(club.event().players.values()) == sorted([*names[0], *names[1]])
