"""Tables report to a hub through a real broker: what is lost on the way arrives later."""

from __future__ import annotations

from pathlib import Path

import paho.mqtt.client as mqtt
import pytest
from msgspec.structs import replace
from paho.mqtt.enums import CallbackAPIVersion

from firmware.club.topics import trusting
from firmware.hub.broker import Broker
from referee.contract import Message
from referee.match.commands import Undo
from tests.firmware.home.broker import MOSQUITTO
from tests.firmware.hub.evening import HubAtWork, TableAtWork, all_told, hub_at_work, table_at_work
from tests.process import eventually

pytestmark = [
    pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed"),
    # paho leaves the socket of a handshake that failed to the collector
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

# JSON of the right form, except for a byte that belongs to no text.
NO_TEXT = b'{"has": [["\xff", 1, 2]], "match": "\xff", "seq": 1, "values": {"game": "\xff"}}'


def test_results_arrive_once_and_every_correction_follows(tmp_path: Path) -> None:
    with (
        hub_at_work(tmp_path / "hub") as hub,
        table_at_work(tmp_path / "one", hub.member(1)) as work,
        table_at_work(tmp_path / "two", hub.member(2)) as two,
    ):

        def counted(match: int) -> object:
            work.client.offer()
            all_told(hub, work)
            counted = hub.projection.lines()[work.own.all()[match].match].counted
            assert counted.table == work.member.table
            return counted.places or counted.why.key

        corrected = work.play()
        two.play(("Di", "Ed", "Flo"))
        all_told(hub, work, two)
        assert len(hub.results()) == 2
        rows = len([*hub.store.entries_after()])
        for _ in range(3):
            work.client.offer()
        all_told(hub, work)
        assert len([*hub.store.entries_after()]) == rows
        assert counted(corrected) == ((2,), (1,), (0,))
        work.desk.do(Undo())
        assert counted(corrected) == "club.waits"
        left = work.play(many=5)
        work.play(many=1)
        assert counted(left) == "club.waits"


def test_whatever_ends_between_two_results_the_hub_has_both(tmp_path: Path) -> None:
    hub = HubAtWork(tmp_path / "hub").start()
    member = hub.member(1)
    with table_at_work(tmp_path / "one", member) as table:
        table.play()
        all_told(hub, table)
        hub.stop()
        eventually(lambda: table.client.trouble == table.client._away())
        backup = (tmp_path / "hub" / "hub.sqlite").read_bytes()
        table.play()
        hub = HubAtWork(tmp_path / "hub", hub.port).start()
        all_told(hub, table)
        eventually(lambda: table.client.trouble is None)
        hub.kill_broker()
        table.play()
        all_told(hub, table)
        assert len(hub.results()) == 3
        hub.stop()
        (tmp_path / "hub" / "hub.sqlite").write_bytes(backup)
        hub = HubAtWork(tmp_path / "hub", hub.port).start()
        all_told(hub, table)
        assert len(hub.results()) == 3
        table.client.stop()
        table.play()
    with table_at_work(tmp_path / "one", member) as table:
        all_told(hub, table)
        assert len(hub.results()) == 4
    hub.stop()


def is_connected(table: TableAtWork) -> None:
    eventually(lambda: table.client.trouble is None)


def test_a_table_neither_speaks_for_another_one_nor_throws_it_out(tmp_path: Path) -> None:
    with hub_at_work(tmp_path / "hub") as hub:
        liar, other = hub.member(1), hub.member(2)
        with (
            table_at_work(tmp_path / "one", liar) as table,
            table_at_work(tmp_path / "two", other) as honest,
        ):
            is_connected(table)
            is_connected(honest)
            heard, gone = list[object](), list[object]()
            client = table.client._session._client
            topic = f"coyote-club/{other.table}/up/live"
            client.message_callback_add(topic, lambda *_: heard.append(topic))
            client.subscribe(f"coyote-club/{other.table}/#", 1)
            client.publish(topic, b'{"seq": 9}', 1).wait_for_publish(10)
            client.publish(f"coyote-club/{other.table}/up/here", b"0", 1).wait_for_publish(10)
            table.play()
            honest.play()
            all_told(hub, table, honest)
            shown = hub.hub_client.live_tables
            eventually(lambda: other.table in shown() and shown()[other.table].here)
            assert heard == []
            assert hub.hub_client._session is not None
            for session in (honest.client._session, hub.hub_client._session):
                session._client.on_disconnect = lambda *_: gone.append("away")
            for name in ("hub", other.table):
                client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=name)
                client.username_pw_set(liar.table, liar.key)
                client.tls_set_context(trusting(liar.certificate))
                client.connect("127.0.0.1", hub.port)
                client.loop_start()
                eventually(client.is_connected)
                honest.play()
                all_told(hub, honest)
                client.disconnect()
                client.loop_stop()
            assert gone == []


def test_what_nobody_understands_silences_no_table(tmp_path: Path) -> None:
    with (
        hub_at_work(tmp_path / "hub") as hub,
        table_at_work(tmp_path / "one", hub.member(1)) as liar,
        table_at_work(tmp_path / "two", hub.member(2)) as honest,
    ):
        is_connected(liar)
        for body in (b"", b"{", b"[]", b'{"has": 3}', b"\xff" * 100, NO_TEXT):
            for what in ("offer", "result", "live", "nonsense", "live/more"):
                liar.client._say(what, body)
        for what, body in (
            ("", b"x"),
            ("/offer", b'{"x":' + b"[" * 50_000),
            ("/live", b'{"seq":1e999}'),
            ("/result", b'{"match":"\xed\xa0\x80"}'),
        ):
            topic = f"coyote-club/{liar.member.table}/up{what}"
            client = liar.client._session._client
            client.publish(topic, body, 1, retain=True).wait_for_publish(10)
        for table in (liar, honest):
            table.play()
        all_told(hub, liar, honest)
        assert len(hub.results()) == 2


def test_a_hub_that_was_installed_anew_is_told_apart_from_one_that_is_away(tmp_path: Path) -> None:
    another = Broker(tmp_path / "another").certificate
    with hub_at_work(tmp_path / "hub") as hub:
        member = replace(hub.member(1), certificate=another)
        with table_at_work(tmp_path / "one", member) as first:
            other = Message("club.another_hub", {"club": "The club"})
            eventually(lambda: first.client.trouble, other)
