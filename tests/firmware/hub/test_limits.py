"""What one table's key can do to the broker and the hub: little, and nothing once it is removed."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from firmware.club.topics import TWIN_S
from firmware.hub import limits
from firmware.hub.limits import ResultLimit, Twins
from referee.contract import Message
from referee.hub.messages import Live, Seated
from referee.reports.public_values import Health, Values
from tests.firmware.home.broker import MOSQUITTO
from tests.firmware.hub.evening import HubAtWork, all_told, hub_at_work, table_at_work
from tests.process import eventually

pytestmark = [
    pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed"),
    # paho leaves the socket of a handshake that failed to the collector
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

TOO_MANY = Message("hub.table.too_many", {"most": limits.MOST_AT_ONCE, "hourly": limits.PER_HOUR})
TWIN = Message("hub.table.twin")
SHOWN = Live(1, Values("", "", "", "", (), "", (), "", False, Health(True, ""), None))


def test_a_removed_table_gets_in_no_more_and_only_its_results_stay(tmp_path: Path) -> None:
    with (
        hub_at_work(tmp_path / "hub") as hub,
        table_at_work(tmp_path / "one", hub.member(1)) as table,
        table_at_work(tmp_path / "two", hub.member(2)) as other,
    ):
        eventually(lambda: table.client.trouble is None)
        id_ = table.member.table
        table.client.show(SHOWN)
        hub.hub_client.seat({id_: Seated("Cup", 1, 1, "coyote", ("Ada", "Bo"))})
        table.play()
        all_told(hub, table)
        eventually(partial(shows, hub, id_))
        hub.projection.take_off(id_)
        hub.broker.admit(hub.projection.tables().values())
        hub.hub_client.forget(id_)
        refused = Message("club.refused", {"club": "The club"})
        eventually(lambda: table.client.trouble, refused)
        table.play()
        other.play()
        all_told(hub, other)
        assert len(hub.results()) == 2
        eventually(lambda: not shows(hub, id_))


def shows(hub: HubAtWork, table: str) -> bool:
    shown = hub.hub_client.live_tables().get(table)
    return shown is not None and shown.live is not None


def test_results_above_the_limit_wait_and_none_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_AT_ONCE", 2)
    with (
        hub_at_work(tmp_path / "hub") as hub,
        table_at_work(tmp_path / "one", hub.member(1)) as table,
        table_at_work(tmp_path / "two", hub.member(2)) as other,
    ):
        now_s = [0.0]
        hub.hub_client._limit = ResultLimit(lambda: now_s[0])
        for _ in range(3):
            table.play()
        eventually(lambda: len(hub.results()), 2)
        id_ = table.member.table
        eventually(lambda: hub.hub_client.trouble(id_), TOO_MANY)
        other.play()
        all_told(hub, other)
        assert len(hub.results()) == 3
        now_s[0] = 3600.0
        assert hub.hub_client.trouble(id_) is None  # It depends on the clock alone.
        again = partial(table.offers_until_told, hub)
        eventually(again)
        assert len(hub.results()) == 4


def test_two_machines_with_one_key_are_told_so_and_so_is_the_director(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.club.mqtt_client.TWIN_AGAIN_S", (1, 1))
    with hub_at_work(tmp_path / "hub") as hub:
        member, now_s = hub.member(1), [0.0]
        hub.hub_client._twins = Twins(lambda: now_s[0])
        with table_at_work(tmp_path / "one", member) as first:
            eventually(lambda: first.client.trouble is None)
            with table_at_work(tmp_path / "two", member) as other:
                eventually(lambda: first.client.has_twin and other.client.has_twin)
                eventually(lambda: hub.hub_client.trouble(member.table), TWIN)
                other.play()
                all_told(hub, other)
            now_s[0] += TWIN_S + 1
            assert hub.hub_client.trouble(member.table) is None
