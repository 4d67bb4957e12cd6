"""The console at a running table: led by the knob alone, unharmed by a display that is lost."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.console import console, resting
from firmware.console.display import Oled
from firmware.running.table import RunningTable
from referee.actor import HOST
from referee.match.commands import Begin, Move
from referee.reports import virtual_acts
from tests.firmware.console.fake_luma import Bus
from tests.live import UNREAD, LiveVirtualTable
from tests.played.console import Knob
from tests.process import eventually
from tests.webui.asking import press
from webui.app import create_app

CHANGED = "This changed"
NEVER_NS = 10**19


class Rig(LiveVirtualTable):
    """A running table with a console, and a hand on its knob."""

    size = UNREAD

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.app = create_app(self.table, self.virtual, host_code="123456")
        self.hand = Knob(self.table, 3)

    def _start(self) -> None:
        """Wait: some tests change the wiring first."""

    @property
    def console(self) -> Any:
        return self.table.console

    def sees(self, *words: str) -> str:
        """Wait until all of these are shown; return the screen."""
        eventually(lambda: all(word in self.console.shown.text for word in words))
        return str(self.console.shown.text)

    def take(self, *labels: str) -> None:
        """Turn to each of these and push, once the console has heard of the newest move."""
        eventually(lambda: self.console._menu.world.match is self.table.desk.snapshot())
        self.hand.take(*labels)

    def push(self, *, long: bool = False) -> str:
        """Push, for short or long, what is shown; return what is shown then."""
        self.hand.meant = False
        while not self.hand.meant:  # The display changed before the push arrived.
            self.hand.read = self.hand.screen
            self.hand.tap(long=long)
        return str(self.console.shown.text)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    rig.table.run()
    rig.sees("New match")
    yield rig
    rig.close()


def test_what_hands_must_do_with_lying_cards_is_done_by_the_knob(rig: Rig) -> None:
    rig.take("New match", "Plenty Coups", "2", "0", "Start", "Deal", "Turn 4 cards face up")
    eventually(lambda: [card.face_up for card in rig.virtual.scene().placed], [True] * 4)


def test_a_push_too_soon_for_what_is_marked_does_nothing_and_the_display_says_so(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.table.do(Begin("coyote", {}, 3), HOST)
    rig.virtual.do(virtual_acts.Deal())
    rig.take("Start with")
    monkeypatch.setattr(console, "SEEN_NS", NEVER_NS)
    rig.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    rig.sees("Raise to")
    assert CHANGED in rig.push()
    assert rig.match.log[-1].move.number == 5
    monkeypatch.setattr(console, "SEEN_NS", 0)
    rig.console._seen_ns = 0  # as it is in half a second
    assert "> Raise to" in rig.push()  # what it had not seen
    assert "> 6" in rig.push()
    # What a hand has done itself is no surprise to it.
    monkeypatch.setattr(console, "SEEN_NS", NEVER_NS)
    rig.push(long=True)
    rig.take("New match", "Coup", "4")
    rig.sees("Bots")


def test_what_changed_under_a_finger_is_refused_and_the_display_says_so(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "SEEN_NS", 0)
    rig.table.do(Begin("coyote", {}, 3), HOST)
    rig.virtual.do(virtual_acts.Deal())
    rig.take("Start with")
    seen = rig.console._menu.world
    # As it is for a push that comes before the new picture, whatever else wakes the console.
    monkeypatch.setattr(rig.console, "_look", lambda _table: seen)
    rig.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    before = rig.match.seq
    assert CHANGED in rig.push()
    assert rig.match.seq == before
    monkeypatch.undo()
    while CHANGED in rig.push():
        pass
    rig.sees("> Raise to")


def test_the_hosts_word_is_handed_to_the_phone_of_a_seat(rig: Rig) -> None:
    phone = rig.app.test_client()
    phone.environ_base |= {"REMOTE_ADDR": "192.0.2.9", "HTTP_ACCEPT_LANGUAGE": "en"}
    phone.post("/api/seat/take", json={"seat": 1})
    assert press(rig.app.extensions["web"], 1)
    start = {"game": "coyote", "seats": 2}
    assert phone.post("/api/match", json=start).status_code == 403
    rig.console.wake()
    rig.take("Make host", "▲")
    eventually(lambda: phone.post("/api/match", json=start).status_code, 200)


def test_who_asks_for_a_seat_is_shown_marks_nothing_and_is_let_in_by_the_knob(rig: Rig) -> None:
    phone = rig.app.test_client()
    phone.environ_base |= {"REMOTE_ADDR": "192.0.2.9", "HTTP_ACCEPT_LANGUAGE": "en"}
    rig.table.do(Begin("coyote", {}, 3), HOST)
    rig.virtual.do(virtual_acts.Deal())
    marked = next(line for line in rig.sees("Start with").splitlines() if line.startswith(">"))
    for answer, sits in (("No", []), ("Allow", [1])):
        phone.post("/api/seat/take", json={"seat": 1})
        shown = rig.sees("phone?", "Hold 2\N{NO-BREAK SPACE}s or answer")
        assert marked in shown.splitlines()  # a push takes what it would have taken
        rig.take("▲", answer)
        eventually(lambda: not rig.app.extensions["web"].approvals.seat_requests())
        assert phone.get("/api/state").get_json()["yours"] == sits
        rig.sees("Start with")
    assert rig.table.status().yes == {}


# -- a display that comes and goes ---------------------------------------------------------------


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Bus:
    bus = Bus()
    bus.install(monkeypatch)
    monkeypatch.setattr(resting, "AGAIN_S", 0.05)
    return bus


def _wired(folder: Path) -> Rig:
    rig = Rig(folder)
    console = rig.table.console
    assert console is not None
    assert console._pins is not None
    console._display._opener = lambda: Oled(console._pins)
    return rig


def test_a_display_that_vanishes_stalls_nothing_and_comes_back_with_what_is_now(
    tmp_path: Path, bus: Bus
) -> None:
    rig = _wired(tmp_path)
    rig.table.run()
    rig.sees("New match")
    rig.table.do(Begin("coyote", {}, 3), HOST)
    rig.virtual.do(virtual_acts.Deal())
    rig.sees("Start with")
    bus.fault = errno.EIO
    rig.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    eventually(lambda: not rig.part("console").well)
    rig.desk.do(Move({"move": "announce", "seat": 1, "number": 6}))  # the table goes on
    taken = rig.hand.taken
    rig.console.turn(3)
    eventually(rig.console._knob._events.empty)
    assert not rig.table.supervisor.trouble()
    shown = len(bus.shown)
    bus.fault = None
    eventually(lambda: rig.part("console").well and len(bus.shown) > shown)
    rig.sees("6", "> Raise to")
    assert rig.hand.taken == taken  # nothing is chosen unseen
    rig.close()
    assert bus.dark


@pytest.mark.usefixtures("bus")
def test_a_console_whose_pins_are_taken_is_said_and_the_buttons_work(tmp_path: Path) -> None:
    rig = _wired(tmp_path)
    taken = rig.table.panel.gpio.factory.pin("GPIO19")
    rig.table.panel.gpio.factory.reserve_pins(rig, taken.info.name)
    table: RunningTable = rig.table
    table.run()
    eventually(lambda: not rig.part("console").well)
    assert rig.part("console").message.key == "table.pins.refused"
    assert rig.part("panel").well
    rig.close()
