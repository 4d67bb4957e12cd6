"""The line between tables and a hub, by a real broker: what is lost on the way comes again."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import paho.mqtt.client as mqtt
import pytest
from msgspec.structs import replace
from paho.mqtt.enums import CallbackAPIVersion

from firmware.club.topics import trusting
from firmware.hub.broker import Broker
from referee.actor import HOST, at_seat
from referee.contract import Message
from referee.hub.messages import Live
from referee.match.commands import Undo
from referee.reports.public_values import Health, Values
from tests.firmware.home.broker import MOSQUITTO
from tests.firmware.hub.evening import HubAtWork, all_told, hub_at_work, table_at_work
from tests.firmware.hub.stores import can_postgres, postgres
from tests.process import eventually

pytestmark = [
    pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed"),
    # paho leaves the socket of a handshake that failed to the collector
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

# Of the forms of a table's words, but for a byte that is of no text.
NO_TEXT = b'{"has": [["\xff", 1, 2]], "match": "\xff", "seq": 1, "values": {"game": "\xff"}}'


def test_results_of_two_tables_are_at_the_hub_each_once(tmp_path: Path) -> None:
    with hub_at_work(tmp_path / "hub") as hub:
        members = [hub.member(number) for number in (1, 2)]
        with (
            table_at_work(tmp_path / "one", members[0]) as one,
            table_at_work(tmp_path / "two", members[1]) as two,
        ):
            one.play()
            two.play(("Di", "Ed", "Flo"))
            two.play(("Di", "Flo", "Ed"))
            all_told(hub, one, two)
            assert len(hub.results()) == 3
            assert sorted(line.counted.table for line in hub.projection.lines().values()) == sorted(
                [one.member.table, two.member.table, two.member.table]
            )
            assert one.client.trouble is None
            rows = sum(said.kind == "result" for said in hub.store.entries_after())
            for _ in range(3):
                one.client.offer()
            one.play()
            all_told(hub, one)
            assert sum(said.kind == "result" for said in hub.store.entries_after()) == rows + 1


def test_a_correction_travels_the_same_way_and_recounts(tmp_path: Path) -> None:
    with (
        hub_at_work(tmp_path / "hub") as hub,
        table_at_work(tmp_path / "one", hub.member(1)) as table,
    ):
        table.play()
        all_told(hub, table)
        (line,) = hub.projection.lines().values()
        assert line.counted.places == ((2,), (1,), (0,))
        table.desk.do(Undo())
        table.client.offer()
        all_told(hub, table)
        (line,) = hub.projection.lines().values()
        assert line.counted.places == ()


def test_what_two_seats_say_of_a_match_that_was_left_counts_at_the_hub(tmp_path: Path) -> None:
    with (
        hub_at_work(tmp_path / "hub") as hub,
        table_at_work(tmp_path / "one", hub.member(1)) as table,
    ):
        left = table.play(many=5)
        table.play(many=1)
        all_told(hub, table)
        (line,) = hub.projection.lines().values()
        assert line.counted.why.key == "club.waits"
        for seat in (0, 1):
            table.own.state(left, ((2,), (0, 1)), at_seat(seat))
        table.client.offer()
        all_told(hub, table)
        (line,) = hub.projection.lines().values()
        assert line.counted.places == ((2,), (0, 1))
        table.own.state(left, ((1,), (0, 2)), HOST)
        table.client.offer()
        all_told(hub, table)
        (line,) = hub.projection.lines().values()
        assert line.counted.places == ((1,), (0, 2))


def test_a_hub_that_is_away_gets_what_was_played_meanwhile(tmp_path: Path) -> None:
    hub = HubAtWork(tmp_path / "hub").start()
    member = hub.member(1)
    hub.stop()
    with table_at_work(tmp_path / "one", member) as table:
        table.play()
        table.play()
        assert table.client.trouble is not None
        hub = HubAtWork(tmp_path / "hub", hub.port).start()
        try:
            all_told(hub, table)
            eventually(lambda: table.client.trouble is None, "nothing is wrong")
            assert len(hub.results()) == 2
        finally:
            hub.stop()


def test_a_broker_that_is_killed_loses_nothing(tmp_path: Path) -> None:
    with (
        hub_at_work(tmp_path / "hub") as hub,
        table_at_work(tmp_path / "one", hub.member(1)) as table,
    ):
        table.play()
        all_told(hub, table)
        hub.kill_broker()
        table.play()
        all_told(hub, table)
        assert len(hub.results()) == 2


def test_a_hub_of_an_older_backup_asks_for_what_it_has_not(tmp_path: Path) -> None:
    hub = HubAtWork(tmp_path / "hub").start()
    with table_at_work(tmp_path / "one", hub.member(1)) as table:
        table.play()
        all_told(hub, table)
        hub.stop()
        eventually(lambda: table.client.waits is None, "nobody knows what the hub has")
        backup = (tmp_path / "hub" / "hub.sqlite").read_bytes()
        hub = HubAtWork(tmp_path / "hub", hub.port).start()
        table.play()
        all_told(hub, table)
        assert len(hub.results()) == 2
        hub.stop()
        (tmp_path / "hub" / "hub.sqlite").write_bytes(backup)
        hub = HubAtWork(tmp_path / "hub", hub.port).start()
        try:
            assert len(hub.projection.lines()) == 1
            all_told(hub, table)
            assert len(hub.results()) == 2
        finally:
            hub.stop()


def test_an_offer_that_is_lost_is_no_sign_that_all_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        hub_at_work(tmp_path / "hub") as hub,
        table_at_work(tmp_path / "one", hub.member(1)) as table,
    ):
        table.play()
        all_told(hub, table)
        with monkeypatch.context() as lossy:
            lost: list[object] = []
            lossy.setattr(hub.hub_client, "_offered", lambda *one: lost.append(one))
            table.play()
            eventually(lambda: lost, "the offer")
            assert table.client.waits is None
        all_told(hub, table)


def test_a_table_that_starts_anew_tells_what_it_had_not_told(tmp_path: Path) -> None:
    with hub_at_work(tmp_path / "hub") as hub:
        member = hub.member(1)
        with table_at_work(tmp_path / "one", member) as table:
            table.play()
            all_told(hub, table)
            table.client.stop()
            table.play()
        with table_at_work(tmp_path / "one", member) as table:
            all_told(hub, table)
            assert len(hub.results()) == 2


def test_a_table_that_was_taken_off_gets_in_no_more_and_what_it_told_stays(
    tmp_path: Path,
) -> None:
    with hub_at_work(tmp_path / "hub") as hub:
        stolen, good = hub.member(1), hub.member(2)
        with (
            table_at_work(tmp_path / "one", stolen) as thief,
            table_at_work(tmp_path / "two", good) as table,
        ):
            thief.play()
            all_told(hub, thief)
            hub.projection.take_off(stolen.table)
            hub.broker.admit(hub.projection.tables().values())
            refused = Message("club.refused", {"club": "The club"})
            eventually(lambda: thief.client.trouble == refused, "it is out, and told so")
            thief.play()
            table.play()
            all_told(hub, table)
            assert len(hub.results()) == 2


def test_a_table_says_nothing_in_another_ones_name(tmp_path: Path) -> None:
    with hub_at_work(tmp_path / "hub") as hub:
        one, other = hub.member(1), hub.member(2)
        with (
            table_at_work(tmp_path / "one", one) as table,
            table_at_work(tmp_path / "two", other) as honest,
        ):
            eventually(lambda: table.client.trouble is None, "the line")
            eventually(lambda: honest.client.trouble is None, "the other line")
            said: list[bytes] = []
            client = table.client._session._client
            topic = f"coyote-club/{other.table}/up/live"
            client.message_callback_add(topic, lambda *_: said.append(b"heard"))
            client.subscribe(f"coyote-club/{other.table}/#", 1)
            client.publish(topic, b'{"seq": 9}', 1).wait_for_publish(10)
            client.publish(f"coyote-club/{other.table}/up/here", b"0", 1).wait_for_publish(10)
            table.play()
            honest.play()
            all_told(hub, table, honest)
            assert hub.hub_client.live_tables()[other.table].here
            assert said == []


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"has": 3}', b"\xff" * 100, NO_TEXT])
def test_what_nobody_understands_changes_nothing(tmp_path: Path, body: bytes) -> None:
    with (
        hub_at_work(tmp_path / "hub") as hub,
        table_at_work(tmp_path / "one", hub.member(1)) as table,
    ):
        eventually(lambda: table.client.trouble is None, "the line")
        for what in ("offer", "result", "live", "nonsense", "live/more"):
            table.client._say(what, body)
        table.client._session._client.publish(f"coyote-club/{table.member.table}/up", body, 1)
        table.play()
        all_told(hub, table)
        assert len(hub.results()) == 1


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("up", b"x"),
        ("up/offer", b'{"x":' + b"[" * 50_000),
        ("up/live", b'{"seq":1e999}'),
        ("up/result", b'{"match":"\xed\xa0\x80"}'),
    ],
)
def test_a_table_that_lies_does_not_silence_the_others(
    tmp_path: Path, what: str, body: bytes
) -> None:
    with (
        hub_at_work(tmp_path / "hub") as hub,
        table_at_work(tmp_path / "one", hub.member(1)) as liar,
        table_at_work(tmp_path / "two", hub.member(2)) as honest,
    ):
        eventually(lambda: liar.client.trouble is None, "the line")
        topic = f"coyote-club/{liar.member.table}/{what}"
        liar.client._session._client.publish(topic, body, 1, retain=True).wait_for_publish(10)
        honest.play()
        all_told(hub, honest)


def test_a_table_that_went_with_the_broker_is_not_shown_as_here(tmp_path: Path) -> None:
    with (
        hub_at_work(tmp_path / "hub") as hub,
        table_at_work(tmp_path / "one", hub.member(1)) as one,
    ):
        id_ = one.member.table
        values = Values("", "", "", "", (), "", (), "", False, Health(True, ""), None)
        one.client.show(Live(1, values))
        shown = hub.hub_client.live_tables
        eventually(lambda: id_ in shown() and shown()[id_].here, "it is here")
        hub.kill_broker()
        eventually(lambda: not one.client._session._client.is_connected(), "the broker is away")
        one.client.stop()
        eventually(lambda: not hub.hub_client.live_tables()[id_].here, "it is gone")
        assert hub.hub_client.live_tables()[id_].live is not None


def test_a_table_drives_nobody_out_by_going_by_the_hubs_name_or_anothers(tmp_path: Path) -> None:
    with (
        hub_at_work(tmp_path / "hub") as hub,
        table_at_work(tmp_path / "two", hub.member(2)) as honest,
    ):
        eventually(lambda: honest.client.trouble is None, "the line")
        liar, gone = hub.member(1), list[object]()
        honest.client._session._client.on_disconnect = lambda *_: gone.append(honest)
        assert hub.hub_client._session is not None
        hub.hub_client._session._client.on_disconnect = lambda *_: gone.append(hub)
        for name in ("hub", honest.member.table):
            client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=name)
            client.username_pw_set(liar.table, liar.key)
            client.tls_set_context(trusting(liar.certificate))
            client.connect("127.0.0.1", hub.port)
            client.loop_start()
            eventually(client.is_connected, "it is in")
            honest.play()
            all_told(hub, honest)
            client.disconnect()
            client.loop_stop()
        assert gone == []


def test_a_hub_that_was_installed_anew_is_told_apart_from_one_that_is_away(tmp_path: Path) -> None:
    another = Broker(tmp_path / "another").certificate
    with hub_at_work(tmp_path / "hub") as hub:
        member = replace(hub.member(1), certificate=another)
        with table_at_work(tmp_path / "one", member) as one:
            other = Message("club.another_hub", {"club": "The club"})
            eventually(lambda: one.client.trouble == other, "it is another hub's")


@pytest.mark.skipif(not can_postgres(), reason="PostgreSQL is not installed")
def test_a_hub_whose_log_is_in_postgresql_has_all_after_a_restart_and_its_servers(
    tmp_path: Path,
) -> None:
    with postgres() as server:
        hub = HubAtWork(tmp_path / "hub", url=server.url).start()
        with table_at_work(tmp_path / "one", hub.member(1)) as table:
            table.play()
            all_told(hub, table)
            server.stop()
            table.play()
            server.start()
            again = partial(table.offers_until_told, hub)
            eventually(again, "it is kept once the server is there again")
            hub.stop()
            hub = HubAtWork(tmp_path / "hub", hub.port, server.url).start()
            try:
                table.play()
                all_told(hub, table)
                assert len(hub.results()) == 3
            finally:
                hub.stop()
