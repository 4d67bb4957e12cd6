"""Coup at a running table: least times, the clock, and touches that must be heard first."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from firmware.presses import gestures
from referee.actor import CLOCK, Actor
from referee.match.commands import Move
from tests.live import UNREAD, LiveVirtualTable
from tests.process import PATIENCE_S, eventually
from tests.referee.coup.summary import summary_of
from tests.webui.asking import sit_anew
from webui.app import create_app

SEATS = 3
LONG_S = 600


class Table(LiveVirtualTable):
    """A running table, phones at its seats, and fingers with stamps of their own."""

    size = UNREAD

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.app = create_app(self.table, self.virtual, host_code="123456")

    def begin(self, **options: Any) -> None:
        self.deal("coup", SEATS, **options)

    def ask(self, client: FlaskClient, **move: Any) -> Any:
        return client.post("/api/move", json={"seen": self.match.seq, "move": move})

    def edge(self, seat: int, down: bool, at_s: float) -> None:
        pins = self.table.panel.pins.seats
        pin = self.table.panel.gpio.factory.pin(f"GPIO{pins[seat].button}")
        pin._when_changed()(at_s, 0 if down else 1)

    @property
    def phase(self) -> str:
        return summary_of(self.match.state).phase

    def by(self) -> Actor:
        return self.match.log[-1].by


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with closing(Table(tmp_path_factory.mktemp("coup"))) as table:
        yield table


@pytest.fixture(autouse=True)
def _no_press_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a finger for one that taps, however late a busy machine hears of its release."""
    monkeypatch.setattr(gestures, "LONG_NS", round(PATIENCE_S * 1e9))


def test_a_phone_keeps_the_least_time_too_and_is_told_how_long_it_is(table: Table) -> None:
    table.begin(least_s=LONG_S, most_s=0)
    phone = sit_anew(table.app, 0)
    assert table.ask(phone, move="declare", seat=0, action="tax").status_code == 200
    early = table.ask(phone, move="move_on", seat=0)
    assert early.status_code == 409
    assert early.get_json()["key"] == "table.press.too_early"
    state = phone.get("/api/state").get_json()
    (offer,) = state["offers"]
    assert 0 < offer["due"] - state["clock"] <= LONG_S * 1000
    table.begin(least_s=1, most_s=0)
    assert table.ask(phone, move="declare", seat=0, action="tax").status_code == 200
    eventually(lambda: table.ask(phone, move="move_on", seat=0).status_code, 200)
    assert table.phase == "turn"


def test_the_clock_closes_a_window_when_the_set_time_has_run_out(table: Table) -> None:
    for most_s in (LONG_S, 1):
        table.begin(least_s=0, most_s=most_s)
        declared = table.desk.do(Move({"move": "declare", "seat": 0, "action": "tax"}))
        assert summary_of(declared.state).phase == "challenge"
        if most_s == LONG_S:
            timer = sit_anew(table.app, 1).get("/api/state").get_json()["timer"]
            assert timer["of"] == LONG_S * 1000
            assert table.phase == "challenge"
    eventually(lambda: table.phase, "turn")
    assert table.by() == CLOCK


def test_a_touch_that_was_there_first_is_heard_before_a_phone(table: Table) -> None:
    table.begin(least_s=0, most_s=0)
    table.desk.do(Move({"move": "declare", "seat": 0, "action": "tax"}))
    phone, answers = sit_anew(table.app, 1), []
    touched_s, barrier = time.monotonic(), table.table.buttons._barrier
    table.edge(2, True, touched_s)
    asked = threading.Thread(
        target=lambda: answers.append(table.ask(phone, move="challenge", seat=1))
    )
    asked.start()
    eventually(lambda: barrier._open)
    table.edge(2, False, touched_s + 0.1)
    asked.join(PATIENCE_S)
    assert not asked.is_alive()
    assert summary_of(table.match.state).challenger == 2
    (answer,) = answers
    assert (answer.status_code, answer.get_json()["key"]) == (409, "desk.stale")
