"""The console at a running table: led by the knob alone, unharmed by a display that is lost."""

from __future__ import annotations

import errno
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.build import build_virtual_table
from firmware.console import display
from firmware.console.display import Oled
from firmware.running import RunningTable
from referee.actor import HOST, at_seat
from referee.match.desk import Desk, Snapshot
from referee.reports.status import Part
from tests.firmware.console.fake_luma import Bus
from tests.process import eventually
from webui.app import create_app


class Rig:
    """A running table with a console, and a hand on its knob."""

    def __init__(self, folder: Path) -> None:
        self.desk = Desk.open(folder / "console.sqlite")
        self.table, self.virtual = build_virtual_table(self.desk, seed=3, sound=False)
        self.app = create_app(self.table, self.virtual, host_code="123456")
        self.taken = 0  # turns and pushes that the console has followed and shown
        take = self.console._take

        def counted(event: Any) -> None:
            take(event)
            self.taken += 1

        self.console._take = counted

    @property
    def match(self) -> Snapshot:
        match = self.desk.snapshot()
        assert match is not None
        return match

    @property
    def console(self) -> Any:
        return self.table.console

    def part(self, name: str = "console") -> Part:
        return next(part for part in self.table.status().parts if part.name == name)

    def sees(self, *words: str) -> str:
        """Wait until all of these are shown; return the screen."""
        eventually(lambda: all(word in self.console.shown.text for word in words), str(words))
        return str(self.console.shown.text)

    def to(self, words: str) -> None:
        """Turn until the entry with these words is the chosen one."""
        for way in (1, -1):
            for _ in range(30):
                before, taken = self.console.shown.text, self.taken
                if any(line.startswith(">") and words in line for line in before.splitlines()):
                    return
                self.console.turn(way)
                eventually(lambda: self.taken > taken, "an answer to the turn")  # noqa: B023
                if self.console.shown.text == before:  # the list's end
                    break
        raise AssertionError(f"no {words!r}: {self.console.shown.text}")

    def push(self, held_s: float = 0.02) -> None:
        """Push, and let go after a while."""
        before = self.console.shown.text
        self.console.push(True)
        time.sleep(held_s)
        self.console.push(False)
        eventually(lambda: self.console.shown.text != before, "an answer to the push")

    def take(self, *labels: str) -> None:
        """Turn to each of these and push."""
        for label in labels:
            self.to(label)
            self.push()

    def close(self) -> None:
        self.table.stop()
        self.desk.close()


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    rig.table.run()
    rig.sees("New match")
    yield rig
    rig.close()


def test_a_match_is_set_up_announced_in_and_taken_back_by_the_knob_alone(rig: Rig) -> None:
    rig.take("New match", "Players", "4", "Begin")
    rig.sees("Announce")
    assert (rig.match.game.name, rig.match.seats) == ("coyote", 4)
    rig.take("Announce")
    rig.push()
    rig.sees("Deal first")  # as at a phone: on the virtual table, play waits for the deal
    rig.virtual.deal()
    rig.push()
    rig.take("Announce")
    rig.console.turn(1)
    rig.sees("2", "≥ 1")
    rig.push()
    rig.sees("Raise to")
    assert rig.match.state.number == 2
    assert rig.match.log[-1].by == at_seat(0)
    rig.take("Take back")
    rig.sees("Announce")
    rig.take("Make it again", "Coyote!")
    assert str(rig.match.state.phase) == "reveal"
    rig.take("Language", "Français")
    rig.sees("Ce qui s’est passé")
    rig.take("Nouvelle partie", "Jeu")
    rig.push(held_s=0.7)
    rig.sees("> Jeu")  # a long push goes back


def test_a_card_of_an_earlier_round_is_set_right_by_the_knob(rig: Rig) -> None:
    desk = rig.table.desk
    desk.begin("coyote", None, 3)
    for move in (
        {"move": "announce", "seat": 0, "number": 12},
        {"move": "challenge", "seat": 1},
        {"move": "cards_read", "cards": ["10", "-5", "20"]},
        {"move": "announce", "seat": 1, "number": 5},
    ):
        desk.submit(move)
    eventually(lambda: _seq(rig) == rig.match.seq, "all of them shown")
    rig.take("A card was misread", "10, −5, 20", "Card 3", "15")
    eventually(lambda: rig.match.log[-1].by == HOST, "the correction, on the host's word")
    rig.take("A card was misread")
    rig.sees("10, −5, 15")
    rig.push(held_s=0.7)


def _seq(rig: Rig) -> int | None:
    match = rig.console._world.match
    return None if match is None else int(match.seq)


def test_what_changed_under_a_finger_is_refused(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    rig.table.start("coyote", {}, 3)
    rig.virtual.deal()
    rig.sees("Announce")
    seen = rig.console._world
    rig.desk.submit({"move": "announce", "seat": 0, "number": 5})
    rig.sees("Raise to")
    # As it is for a push that comes before the new picture, whatever else wakes the console.
    monkeypatch.setattr(rig.console, "_look", lambda: seen)
    rig.console.wake()
    eventually(lambda: rig.console._world is seen, "the world as it was")
    rig.console._menu = rig.console._menu.__class__(path=(_announce(seen),))
    before = rig.match.seq
    rig.push()
    rig.sees("✗")
    assert rig.match.seq == before


def _announce(world: Any) -> str:
    from firmware.console.home import home
    from firmware.console.pages import Choice

    page = home(world, {})
    assert isinstance(page, Choice)
    return page.entries[0].key


def test_the_hosts_word_is_handed_to_the_phone_of_a_seat(rig: Rig) -> None:
    phone = rig.app.test_client()
    phone.environ_base |= {"REMOTE_ADDR": "192.0.2.9", "HTTP_ACCEPT_LANGUAGE": "en"}
    phone.post("/api/seat/take", json={"seat": 1})
    assert rig.app.extensions["web"].consent.press(1)
    start = {"game": "coyote", "seats": 2}
    assert phone.post("/api/match", json=start).status_code == 403
    rig.console.wake()
    rig.take("Make host", "▲")
    eventually(lambda: phone.post("/api/match", json=start).status_code == 200, "the host's word")


# -- a display that comes and goes ---------------------------------------------------------------


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> Bus:
    bus = Bus()
    bus.install(monkeypatch)
    monkeypatch.setattr(display, "AGAIN_S", 0.05)
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
    rig.table.start("coyote", {}, 3)
    rig.virtual.deal()
    rig.sees("Announce")
    bus.fault = errno.EIO
    rig.desk.submit({"move": "announce", "seat": 0, "number": 5})
    eventually(lambda: not rig.part().well, "that the display is lost")
    rig.desk.submit({"move": "announce", "seat": 1, "number": 6})  # the table goes on
    menu_before = rig.console._menu
    rig.console.turn(3)  # nothing is chosen unseen
    time.sleep(0.1)
    assert rig.console._menu == menu_before
    assert not rig.table.supervisor.trouble()
    shown = len(bus.shown)
    bus.fault = None
    eventually(lambda: rig.part().well and len(bus.shown) > shown, "the display")
    rig.sees("6", "Raise to")
    rig.close()
    assert bus.dark


@pytest.mark.usefixtures("bus")
def test_a_console_whose_pins_are_taken_is_said_and_the_buttons_work(tmp_path: Path) -> None:
    rig = _wired(tmp_path)
    taken = rig.table.panel.gpio.factory.pin("GPIO19")
    rig.table.panel.gpio.factory.reserve_pins(rig, taken.info.name)
    table: RunningTable = rig.table
    table.run()
    eventually(lambda: not rig.part().well, "that the knob cannot be had")
    assert rig.part().message.key == "table.pins.refused"
    assert rig.part("panel").well
    rig.close()
