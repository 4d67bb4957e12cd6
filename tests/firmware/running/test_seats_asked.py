"""A phone asks for a seat at a running table: lamp and big screen say so, the button says yes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from firmware.running.build import build_real_table
from referee.actor import HOST
from referee.contract import Press
from referee.match.commands import Begin, Move
from referee.match.desk import Desk
from referee.reports.status import APPROVAL_HOLD_S
from tests.live import UNREAD, LiveVirtualTable
from tests.played.console import edges
from tests.process import eventually
from tests.webui.asking import press
from webui.app import create_app


class Rig(LiveVirtualTable):
    """A running virtual table, its pages, a stranger's phone and a finger on the buttons."""

    size = UNREAD

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.app = create_app(self.table, self.virtual)
        self.stranger = self.app.test_client()
        self.stranger.environ_base |= {"REMOTE_ADDR": "192.0.2.66", "HTTP_ACCEPT_LANGUAGE": "en"}

    def press(self, seat: int, held_s: float = 0.06) -> None:
        """Press once the table has seen the match's state: an earlier press means the last one."""
        eventually(lambda: self.table.moves.times.standing.seq, self.match.seq)
        edges(self.table.panel, [(seat, 0.0, True), (seat, 1000 * held_s, False)])

    def ask(self, seat: int) -> str:
        """Ask for a seat; return what the phone is told to do."""
        assert self.stranger.post("/api/seat/take", json={"seat": seat}).status_code == 200
        return self.waits()

    def waits(self) -> str:
        shown = self.stranger.get("/api/state").get_json()["waits"]
        return shown[0]["text"] if shown else ""

    @property
    def sits(self) -> bool:
        return bool(_state(self.stranger)["yours"])


def _state(client: FlaskClient) -> dict[str, object]:
    return dict(client.get("/api/state").get_json())


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with closing(Rig(tmp_path)) as made:
        yield made


def play(rig: Rig) -> None:
    """Begin a match in which seat 1 may challenge by a short press."""
    rig.deal("coyote", 3)
    rig.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))


def test_lamp_and_big_screen_say_who_asks_a_challenge_is_one_and_a_hold_lets_them_sit(
    rig: Rig,
) -> None:
    play(rig)
    assert rig.ask(1).startswith("Hold")
    assert rig.table.lights._asked == {1}
    big = rig.stranger.get("/api/state?view=table").get_json()
    assert "hold the button there" in big["waits"][0]["text"]
    assert [seat["asked"] for seat in big["seats"]] == [False, True, False]
    before = rig.match.seq
    rig.press(1)
    eventually(lambda: rig.match.seq, before + 1)
    assert not rig.sits
    assert rig.waits()
    rig.press(1, APPROVAL_HOLD_S + 0.3)
    eventually(lambda: rig.sits)
    assert rig.match.seq == before + 1
    eventually(lambda: rig.table.lights._asked == frozenset())


def test_at_a_table_without_buttons_nobody_is_told_to_press_one(desk: Desk) -> None:
    """Any laptop is a table: its mock buttons are nowhere."""
    table = build_real_table(desk, cameras=(), gpio="mock", sound=False)
    table.run()
    app = create_app(table)
    stranger, screen = app.test_client(), app.test_client()
    for phone, address in ((stranger, "192.0.2.66"), (screen, "192.0.2.67")):
        phone.environ_base |= {"REMOTE_ADDR": address, "HTTP_ACCEPT_LANGUAGE": "en"}
    table.do(Begin("coyote", {}, 3), HOST)
    stranger.post("/api/seat/take", json={"seat": 1})
    (wait,) = screen.get("/api/state?view=table").get_json()["waits"]
    table.stop()
    assert wait["text"].endswith("The host can allow it.")


def test_another_seats_button_agrees_to_an_undo_and_the_own_one_does_not(rig: Rig) -> None:
    """One phone with two seats agreed to its own request."""
    play(rig)
    web = rig.app.extensions["web"]
    for seat in (1, 2):
        rig.ask(seat)
        assert press(web, seat)
    rig.stranger.post("/api/seat/hand", json={"seat": 2})
    before = rig.match.seq
    assert rig.stranger.post("/api/undo", json={"seen": before}).get_json()["waits"]
    assert rig.table.status().yes == {0: Press.LONG, 1: Press.LONG}
    assert "To agree with a button, hold it for 2 seconds" in rig.waits()
    (wait,) = rig.stranger.get("/api/state").get_json()["waits"]
    refused = rig.stranger.post("/api/settle", json={"id": wait["id"], "yes": True})
    assert refused.get_json()["key"] == "page.error.second_seat"
    rig.press(2, APPROVAL_HOLD_S + 0.3)
    rig.settle()
    assert rig.match.seq == before
    rig.press(0, APPROVAL_HOLD_S + 0.3)
    eventually(lambda: rig.match.seq, before + 1)
    assert rig.table.status().yes == {}
