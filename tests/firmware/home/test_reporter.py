"""A table at a real broker and at a webhook: what is said there, and what is asked from there."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from subprocess import run
from typing import Any
from urllib.parse import quote

import msgspec
import pytest

from firmware.home import webhook
from firmware.home.reporter import Reporter
from firmware.home.settings import Settings
from firmware.running.build import build_virtual_table
from firmware.running.table import RunningTable
from referee import words
from referee.match.commands import Begin
from referee.match.desk import Desk
from tests.firmware.home.broker import MOSQUITTO, PASSWORD, USER, broker, listening
from tests.matches import match_of
from tests.process import PATIENCE_S, eventually
from webui.app import create_app
from webui.page.schema import PageState
from webui.page.state import Viewer

needs_mosquitto = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed")
STATE, HERE, PAUSE = (f"coyote/coyote-table/{one}" for one in ("state", "online", "pause"))
CONFIG = "homeassistant/device/coyote-table/config"


@contextmanager
def reporter(folder: Path, **settings: Any) -> Iterator[tuple[RunningTable, Reporter]]:
    """Run a virtual table that tells the home of itself; a match of Coup is on."""
    folder.mkdir(exist_ok=True)
    desk = Desk.open(folder / "journal.sqlite")
    table, virtual = build_virtual_table(desk, seed=1, sound=False)
    board = create_app(table, virtual).extensions["web"].states
    desk.do(Begin("coup", {}, 3, names=("Ada", "Bo", "Cy")))
    table.run()

    def page(tag: str) -> PageState:
        shown: PageState = board.state(Viewer(tag))
        return shown

    home = Reporter(Settings(**settings), table, page, lambda: "en")
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
            eventually(lambda: home.newest.get(STATE), "the state")
            assert home.newest[HERE] == b"online"
            said = json.loads(home.newest[STATE])
            assert said["game"] == "Coup"
            assert [one["name"] for one in said["seats"]] == ["Ada", "Bo", "Cy"]
            config = json.loads(home.newest[CONFIG])
            assert config["availability_topic"] == HERE
            kinds = {one["platform"] for one in config["components"].values()}
            assert kinds == {"sensor", "binary_sensor"}
            for key in config["components"]:
                assert key in said
            with listening(mosquitto.port) as late:  # retained: who comes late has all at once
                eventually(lambda: {STATE, HERE, CONFIG} <= late.newest.keys(), "all of it")
                assert json.loads(late.newest[STATE])["game"] == "Coup"
            table.desk.do(Begin("coyote", {}, 3))
            eventually(lambda: b"Coyote" in home.newest[STATE], "the next match")
        eventually(lambda: home.newest[HERE] == b"offline", "it is gone")


@needs_mosquitto
def test_a_table_that_is_unplugged_is_offline_by_its_last_will(tmp_path: Path) -> None:
    with (
        broker(tmp_path) as mosquitto,
        listening(mosquitto.port) as home,
        reporter(tmp_path / "t", broker=address(mosquitto.port)) as (_, told),
    ):
        eventually(lambda: home.newest.get(HERE) == b"online", "it is there")
        assert told._broker is not None
        client: Any = told._broker._client
        client.reconnect_delay_set(60, 60)
        client._sock_close()
        eventually(lambda: home.newest[HERE] == b"offline", "its last will")


@needs_mosquitto
@pytest.mark.parametrize("may", [True, False])
def test_a_match_is_paused_from_there_where_the_owner_allows_it_alone(
    tmp_path: Path, may: bool
) -> None:
    with broker(tmp_path) as mosquitto, listening(mosquitto.port) as home:
        home.say(PAUSE, "ON", retain=True)  # long ago: nothing is paused by that
        with reporter(tmp_path / "t", broker=address(mosquitto.port), may_pause=may) as (table, _):
            eventually(lambda: home.newest.get(STATE), "the state")
            assert ("paused" in json.loads(home.newest[CONFIG])["components"]) is may
            assert not match_of(table.desk).paused
            home.say(PAUSE, "pause it!")
            home.say(PAUSE, "ON")
            if may:
                eventually(lambda: json.loads(home.newest[STATE])["paused"], "it rests")
                home.say(PAUSE, "OFF")
                eventually(lambda: not match_of(table.desk).paused, "it goes on")
            else:
                table.desk.do(Begin("coyote", {}, 3))
                eventually(lambda: b"Coyote" in home.newest[STATE], "it goes on")
                assert not match_of(table.desk).paused


@needs_mosquitto
def test_a_broker_that_goes_and_comes_back_has_the_newest_values_and_play_never_waits(
    tmp_path: Path,
) -> None:
    with (
        broker(tmp_path) as mosquitto,
        reporter(tmp_path / "t", broker=address(mosquitto.port)) as (table, told),
    ):
        eventually(lambda: told.part() is None, "it is there")
        mosquitto.stop()
        eventually(lambda: told.part() is not None, "it is away")
        part = told.part()
        assert part is not None
        assert "127.0.0.1" in words.say(part.message)
        table.desk.do(Begin("coyote", {}, 3))
        mosquitto.start()
        with listening(mosquitto.port) as home:
            eventually(lambda: b"Coyote" in home.newest.get(STATE, b""), "the newest")
            eventually(lambda: told.part() is None, "all is well")


@needs_mosquitto
def test_a_wrong_password_is_told_in_a_sentence_that_does_not_say_it(tmp_path: Path) -> None:
    def key(told: Reporter) -> str:
        part = told.part()
        return "" if part is None else part.message.key

    with broker(tmp_path) as mosquitto:
        wrong = address(mosquitto.port, "wr0ng word")
        with reporter(tmp_path / "t", broker=wrong) as (table, told):
            eventually(lambda: key(told) == "table.home.refused", "it is refused")
            (part,) = (one for one in table.status().parts if one.name == "home")
            for locale in words.LOCALES:
                assert "wr0ng" not in words.say(part.message, locale)


class Hook(HTTPServer):
    """A webhook that keeps what is posted, and fails so many times first."""

    def __init__(self, fails: int = 0) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.left = fails
        super().__init__(("127.0.0.1", 0), _Posted)


class _Posted(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        hook = self.server
        assert isinstance(hook, Hook)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        hook.left -= 1
        self.send_response(500 if hook.left >= 0 else 204)
        self.end_headers()
        if hook.left < 0:
            hook.bodies.append(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def hooked(fails: int = 0) -> Iterator[Hook]:
    hook = Hook(fails)
    thread = threading.Thread(target=lambda: hook.serve_forever(0.01))
    thread.start()
    try:
        yield hook
    finally:
        hook.shutdown()
        thread.join(PATIENCE_S)
        hook.server_close()


def test_a_webhook_is_posted_the_same_values_again_where_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook, "AGAIN_S", (0.01, 0.01, 0.01))
    with hooked(fails=2) as hook:
        at = f"http://127.0.0.1:{hook.server_port}/table"
        with reporter(tmp_path, webhook=at) as (_, told):

            def is_posted() -> bool:
                now = json.loads(msgspec.json.encode(told.values()))
                return bool(hook.bodies) and hook.bodies[-1] == now

            eventually(is_posted, "it is posted")
            eventually(lambda: told.part() is None, "all is well")


def test_a_webhook_that_is_not_there_is_told_and_play_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook, "AGAIN_S", (0.01, 0.01, 0.01))
    with hooked() as gone:
        at = f"http://127.0.0.1:{gone.server_port}/"
    with reporter(tmp_path, webhook=at) as (table, told):
        eventually(lambda: told.part() is not None, "it is told")
        assert match_of(table.desk).seq == 1


def test_nothing_of_it_is_loaded_where_no_address_is_given() -> None:
    loads = (
        "import sys, firmware.commands.table.run\n"
        "print([one for one in sys.modules if 'paho' in one or one.startswith('firmware.home.')])"
    )
    found = run((sys.executable, "-c", loads), capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "['firmware.home.settings']"
