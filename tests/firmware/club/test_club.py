"""What a table tells its club of: the matches since its journal joined, wherever that went."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import msgspec
import pytest
from msgspec.structs import replace

from firmware.club import membership
from firmware.club.club import Club
from firmware.club.mqtt_client import TableMqttClient
from firmware.hub.broker import Broker
from referee.club.signed import CodeSets
from referee.hub.messages import Offered, Wanted
from referee.hub.projection import KnownTable
from referee.match.desk import Desk
from referee.match.journal.matchfiles import remove_match_files
from referee.reports.public_values import Values
from tests.bench.club.hubs import member_of
from tests.firmware.home.broker import MOSQUITTO
from tests.firmware.hub.pages import result_of
from tests.referee.club.test_own_results import play

pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed")


class Pi:
    """A table's club, whose worker is not run, on a journal of its own."""

    def __init__(self, folder: Path, certificate: str) -> None:
        folder.mkdir(exist_ok=True)
        self.folder, self._certificate = folder, certificate
        self.desk = Desk.open(folder / "play.sqlite")
        workers = SimpleNamespace(
            add_source=lambda _: None, start=lambda *_: None, end=lambda _: None
        )
        self._table = SimpleNamespace(desk=self.desk, supervisor=workers, refresh=lambda: None)
        self.club = Club(cast(Any, self._table), folder, lambda: cast(Values, None))

    def joins(self, table: int, hub: str = "http://hub") -> None:
        known = KnownTable(f"t{table:012x}", "Table", "0" * 64)
        member = replace(member_of(known, 8883, self._certificate), hub=hub)
        self.club._member = member
        membership.keep(self.folder, member)
        self.club._start()

    def tells(self) -> list[int]:
        own = self.club._own
        return [] if own is None else [*own.all()]

    def restored(self, backup: bytes) -> Pi:
        """Return the same Pi, started again with the journal of a backup."""
        self.desk.close()
        remove_match_files(self.folder / "play.sqlite")
        for old in self.folder.glob("play.sqlite*"):
            old.unlink()
        (self.folder / "play.sqlite").write_bytes(backup)
        pi = Pi(self.folder, self._certificate)
        pi.club.start()
        return pi

    def backup(self) -> bytes:
        self.desk.close()
        journal = (self.folder / "play.sqlite").read_bytes()
        self.desk = self._table.desk = Desk.open(self.folder / "play.sqlite")
        return journal


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> str:
    return Broker(tmp_path_factory.mktemp("hub")).certificate


@pytest.fixture
def pi(tmp_path: Path, certificate: str) -> Iterator[Pi]:
    result = Pi(tmp_path / "pi", certificate)
    play(result.desk)
    yield result
    result.desk.close()


def test_an_older_backup_on_the_same_table_tells_of_what_is_played_then(pi: Pi) -> None:
    backup = pi.backup()
    for _ in range(2):
        play(pi.desk)
    pi.joins(1)
    assert pi.tells() == []
    pi = pi.restored(backup)
    new = play(pi.desk)
    assert pi.tells() == [new]
    pi.desk.close()


def test_another_tables_backup_tells_the_club_nothing_of_that_tables_past(
    pi: Pi, tmp_path: Path, certificate: str
) -> None:
    pi.joins(1)
    other = Pi(tmp_path / "other", certificate)
    for _ in range(2):
        play(other.desk)
    backup = other.backup()
    other.desk.close()
    pi = pi.restored(backup)
    assert pi.tells() == []
    pi.desk.close()


def test_a_hub_installed_anew_at_the_same_address_is_told_all_and_another_one_nothing(
    pi: Pi,
) -> None:
    pi.joins(1)
    answer = play(pi.desk)
    pi.joins(2)
    assert pi.tells() == [answer]
    pi.joins(3, "http://elsewhere")
    assert pi.tells() == []


def test_who_left_a_club_tells_it_later_nothing_of_what_was_played_meanwhile(pi: Pi) -> None:
    pi.joins(1)
    pi.club.leave()
    play(pi.desk)
    pi.joins(1)
    assert pi.tells() == []


def test_the_answer_to_an_older_offer_is_not_taken_for_that_to_the_newest(
    certificate: str,
) -> None:
    client, results = (
        TableMqttClient(
            member_of(KnownTable("t", "Table", "0" * 64), 8883, certificate), dict, lambda: None
        ),
        list[bytes](),
    )
    assert client.trouble == client.connecting
    session = Mock(is_connected=True, say=lambda _, body: results.append(body))
    client._session = session
    client.offer()
    client.offer()
    numbers = [msgspec.json.decode(body, type=Offered).number for body in results]
    for number, waits in zip((*numbers, 0), (None, 0, 0), strict=True):  # An old hub's is 0.
        client._wants(Wanted((), number))
        assert client.waits == waits
    assert len({*numbers}) == 2


@pytest.mark.parametrize(
    ("ended_s", "many"),
    [
        ((2.0e9, 2.0e9 + 60), 2),
        ((1.9e9, 2.0e9, 2.0e9 + 60), 2),  # an evening last week, too
        ((1.9e9, 100.0, 200.0, 2.0e9, 2.0e9 + 60), 4),  # the date came in mid-evening
        ((4e9, 2e9), 2),  # a clock that was years ahead
        ((100.0, 200.0, 150.0), 3),  # a table without a clock, started again
    ],
)
def test_the_codes_have_the_whole_evening_whatever_the_tables_clock_says(
    pi: Pi, monkeypatch: pytest.MonkeyPatch, ended_s: tuple[float, ...], many: int
) -> None:
    pi.joins(1)
    results = {
        at: result_of("Ada", "Bo", match=f"{at:016x}", ended_s=at_s)
        for at, at_s in enumerate(ended_s)
    }
    monkeypatch.setattr(pi.club._own, "all", lambda: results)
    (answers,) = CodeSets().add(pi.club.codes(), lambda _: bytes(32)).results.values()
    assert answers == tuple(results.values())[-many:]
