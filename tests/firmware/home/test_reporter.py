"""A table at a real broker: what is said there, and what is asked from there."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from firmware.home.discovery import Topics
from firmware.home.reporter import HomeReporter
from firmware.home.settings import ANNOUNCED, Settings, load_settings
from firmware.running.build import build_virtual_table
from firmware.running.table import RunningTable
from referee import words
from referee.match.commands import Begin
from referee.match.desk import Desk
from tests.breadth import breadth
from tests.firmware.home.broker import (
    MOSQUITTO,
    PASSWORD,
    USER,
    broker,
    certificate,
    listening,
)
from tests.live import UNREAD
from tests.matches import match_of
from tests.process import BLIND, Process, eventually, free_port, run_program
from webui.app import create_app
from webui.page.moment import Viewer
from webui.page.state import Page

# paho leaves sockets to the collector, such as that of a handshake that failed.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
needs_mosquitto = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed")
STATE, HERE, PAUSE = (f"coyote/coyote-table/{item}" for item in ("state", "online", "pause"))
CONFIG = "homeassistant/device/coyote-table/config"


@contextmanager
def reporter(folder: Path, **settings: Any) -> Iterator[tuple[RunningTable, HomeReporter]]:
    """Run a virtual table that tells the home of itself; a match of Coup is on."""
    folder.mkdir(exist_ok=True)
    desk = Desk.open(folder / "journal.sqlite")
    table, virtual = build_virtual_table(desk, seed=1, sound=False, size=UNREAD)
    board = create_app(table, virtual).extensions["web"].states
    desk.do(Begin("coup", {}, 3, names=("Ada", "Bo", "Cy")))
    table.run()

    def page(tag: str) -> Page:
        shown: Page = board.page(Viewer(tag))
        return shown

    home = HomeReporter(Settings(**settings), table, page, lambda: "en")
    home.start()
    try:
        yield table, home
    finally:
        table.stop()
        desk.close()


def address(port: int, password: str = PASSWORD) -> str:
    return f"mqtt://{USER}:{quote(password)}@127.0.0.1:{port}"


@needs_mosquitto
def test_a_broker_has_the_values_retained_the_device_and_the_last_will(tmp_path: Path) -> None:
    with broker(tmp_path) as mosquitto, listening(mosquitto.port) as home:
        with reporter(tmp_path / "t", broker=address(mosquitto.port)) as (table, _):
            eventually(lambda: home.newest.get(STATE))
            assert home.newest[HERE] == b"online"
            answer = json.loads(home.newest[STATE])
            assert answer["game"] == "Coup"
            assert [seat["name"] for seat in answer["seats"]] == ["Ada", "Bo", "Cy"]
            config = json.loads(home.newest[CONFIG])
            assert config["availability_topic"] == HERE
            kinds = {entry["platform"] for entry in config["components"].values()}
            assert kinds == {"sensor", "binary_sensor"}
            for key in config["components"]:
                assert key in answer
            with listening(mosquitto.port) as late:  # retained: who comes late has all at once
                eventually(lambda: {STATE, HERE, CONFIG} <= late.newest.keys())
                assert json.loads(late.newest[STATE])["game"] == "Coup"
            table.desk.do(Begin("coyote", {}, 3))
            eventually(lambda: b"Coyote" in home.newest[STATE])
        eventually(lambda: home.newest[HERE], b"offline")


@needs_mosquitto
def test_a_table_that_is_unplugged_is_offline_by_its_last_will(tmp_path: Path) -> None:
    with (
        broker(tmp_path) as mosquitto,
        listening(mosquitto.port) as home,
        reporter(tmp_path / "t", broker=address(mosquitto.port)) as (_, home_reporter),
    ):
        eventually(lambda: home.newest.get(HERE), b"online")
        assert home_reporter._broker is not None
        client: Any = home_reporter._broker._session._client
        client.reconnect_delay_set(60, 60)
        client._sock_close()
        eventually(lambda: home.newest[HERE], b"offline")


@needs_mosquitto
@pytest.mark.parametrize("may", [True, False])
def test_a_match_is_paused_from_there_where_the_owner_allows_it_alone(
    tmp_path: Path, may: bool
) -> None:
    with broker(tmp_path) as mosquitto, listening(mosquitto.port) as home:
        home.say(PAUSE, "ON", retain=True)  # long ago: nothing is paused by that
        with reporter(tmp_path / "t", broker=address(mosquitto.port), may_pause=may) as (table, _):
            eventually(lambda: home.newest.get(STATE))
            assert ("paused" in json.loads(home.newest[CONFIG])["components"]) is may
            assert not match_of(table.desk).paused
            home.say(PAUSE, "pause it!")
            home.say(PAUSE, "ON")
            if may:
                eventually(lambda: json.loads(home.newest[STATE])["paused"])
                home.say(PAUSE, "OFF")
                eventually(lambda: not match_of(table.desk).paused)
            else:
                table.desk.do(Begin("coyote", {}, 3))
                eventually(lambda: b"Coyote" in home.newest[STATE])
                assert not match_of(table.desk).paused


@needs_mosquitto
def test_a_broker_that_goes_and_comes_back_has_the_newest_values_and_play_never_waits(
    tmp_path: Path,
) -> None:
    with (
        broker(tmp_path) as mosquitto,
        reporter(tmp_path / "t", broker=address(mosquitto.port)) as (table, reporting),
    ):
        eventually(lambda: reporting.part() is None)
        mosquitto.stop()
        eventually(lambda: reporting.part() is not None)
        part = reporting.part()
        assert part is not None
        assert "127.0.0.1" in words.say(part.message)
        table.desk.do(Begin("coyote", {}, 3))
        mosquitto.start()
        with listening(mosquitto.port) as home:
            eventually(lambda: b"Coyote" in home.newest.get(STATE, b""))
            eventually(lambda: reporting.part() is None)


OLD = {CONFIG, STATE, HERE}


@needs_mosquitto
@pytest.mark.parametrize(
    ("later", "away"),
    breadth([({"topic": "salon"}, True), ({"may_pause": True}, False), ({"broker": ""}, True)]),
)
def test_what_a_table_announced_is_taken_back_once_its_owner_changes_that(
    tmp_path: Path, later: dict[str, Any], away: bool
) -> None:
    with broker(tmp_path) as mosquitto, listening(mosquitto.port) as home:
        later = {"broker": address(mosquitto.port), **later}
        with reporter(tmp_path / "t", broker=address(mosquitto.port)):
            eventually(lambda: home.newest.keys() >= OLD)
        (file,) = (tmp_path / "t").glob(ANNOUNCED)
        assert file.stat().st_mode & 0o077 == 0, "it has the password"
        if away:
            mosquitto.halt()
            with reporter(tmp_path / "t", **later):
                assert file.is_file()
            mosquitto.go_on()
        with reporter(tmp_path / "t", **later):
            eventually(lambda: not file.exists())
            if later["broker"]:
                topics = Topics(later.get("topic", "coyote-table"))
                eventually(lambda: all(home.newest.get(topic) for topic in topics.retained))
                del home.newest[topics.here]
                home.say(topics.here, "offline", retain=True)  # The last will of an earlier start.
                eventually(lambda: home.newest.get(topics.here), b"online")
                assert ("paused" in json.loads(home.newest[topics.config])["components"]) is (
                    "may_pause" in later
                )
            if "may_pause" not in later:
                eventually(lambda: {home.newest[topic] for topic in OLD}, {b""})
                home.say(HERE, "offline", retain=True)
                eventually(lambda: home.newest[HERE], b"")
        assert len([*(tmp_path / "t").glob(ANNOUNCED)]) == bool(later["broker"])


@needs_mosquitto
def test_a_table_whose_home_toml_is_gone_takes_back_what_it_announced(tmp_path: Path) -> None:
    with broker(tmp_path) as mosquitto, listening(mosquitto.port) as home:
        with reporter(tmp_path, broker=address(mosquitto.port)):
            eventually(lambda: home.newest.keys() >= OLD)
        process = Process(tmp_path, *BLIND, table="table")
        eventually(lambda: {home.newest[topic] for topic in OLD}, {b""})
        eventually(lambda: [*tmp_path.glob(ANNOUNCED)], [])
        assert process.kill(signal.SIGTERM) == 0


def key_of(reporting: HomeReporter) -> str:
    part = reporting.part()
    return "" if part is None else part.message.key.removeprefix("table.home.")


@needs_mosquitto
@pytest.mark.parametrize(
    ("scheme", "name", "knows", "key"),
    [
        ("mqtts", "IP:127.0.0.1", True, ""),
        ("mqtts", "IP:127.0.0.1", False, "untrusted"),
        ("mqtts", "DNS:another", True, "other_name"),
        ("mqtt", "IP:127.0.0.1", True, "hung_up"),
    ],
)
def test_a_broker_with_its_own_certificate_is_used_or_the_reason_is_told(
    tmp_path: Path, scheme: str, name: str, knows: bool, key: str
) -> None:
    own = certificate(tmp_path, name)
    with broker(tmp_path, own) as mosquitto:
        at = address(mosquitto.port).replace("mqtt:", f"{scheme}:")
        (tmp_path / "home.toml").write_text(f'broker = "{at}"\n')
        if knows:
            (tmp_path / "home.toml").write_text(f'broker = "{at}"\nca = "own.crt"\n')
        settings = load_settings(tmp_path)
        assert settings is not None
        given = {"broker": settings.broker, "ca": settings.ca}
        with reporter(tmp_path / "t", **given) as (_, reporting):
            eventually(lambda: key_of(reporting), key)
            part = reporting.part()
            for locale in words.LOCALES if part else ():
                assert part is not None
                text = words.say(part.message, locale)
                assert str(mosquitto.port) in text
                assert "s3cret" not in text


@pytest.mark.parametrize(
    ("host", "key"), [("127.0.0.1", "closed_port"), ("nobody.invalid", "no_host")]
)
def test_why_a_broker_is_not_reached_is_told(tmp_path: Path, host: str, key: str) -> None:
    at = f"mqtt://{host}:{free_port()}"
    with reporter(tmp_path / "t", broker=at) as (_, reporting):
        eventually(lambda: key_of(reporting), key)


def test_nothing_of_it_is_loaded_where_no_address_is_given() -> None:
    loads = (
        "import sys, firmware.commands.table.run\n"
        "print([at for at in sys.modules if 'paho' in at or at.startswith('firmware.home.')])"
    )
    process = run_program((sys.executable, "-c", loads))
    assert process.stdout.strip() == "['firmware.home.address', 'firmware.home.settings']"
