"""The running table: a round is read off rendered frames, and no part's failure ends another."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.panel import buttons
from firmware.presses.debounce import BOUNCE_NS
from firmware.reading import watcher
from referee import library
from referee.actor import HOST
from referee.contract import IllegalMove, Message
from referee.match.commands import Begin, Move, Undo
from referee.reports import virtual_acts as acts
from tests.breadth import breadth
from tests.live import SMALL, LiveVirtualTable, do_duty
from tests.process import PATIENCE_S, eventually


class Rig(LiveVirtualTable):
    """A running virtual table, and hands for it."""

    size = SMALL

    def __init__(self, folder: Path, seed: int = 3) -> None:
        super().__init__(folder, seed)
        eventually(lambda: self.part("camera").well)

    def begin(self, edition: str = "tomahawk", seats: int = 3) -> None:
        self.table.do(Begin("coyote", {"edition": edition}, seats), HOST)

    def press(self, seat: int) -> None:
        """Press as long as a finger does: right after the start a shorter contact is noise.

        However busy this machine is, the contacts of one bounce are a moment apart.
        """
        factory = self.table.panel.gpio.factory
        for down in (True, False):
            now_s = itertools.count(time.monotonic(), 1e-4)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(factory, "ticks", now_s.__next__)
                self.virtual.do(acts.Button(seat, down))
            time.sleep(1.5 * BOUNCE_NS / 1e9)
        self.settle()

    def play_to_reveal(self) -> None:
        """Deal, announce once, and let the next seat call Coyote by its button."""
        self.virtual.do(acts.Deal())
        self.desk.do(Move({"move": "announce", "seat": self.match.state.turn, "number": 5}))
        self.press(self.match.state.turn)
        eventually(lambda: self.phase, "reveal")


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    with closing(Rig(tmp_path_factory.mktemp("rig"))) as rig:
        yield rig


@pytest.fixture(autouse=True)
def camera_back(rig: Rig) -> Iterator[None]:
    """Leave no later test without a camera, whatever became of this one."""
    yield
    rig.virtual.do(acts.Fault("camera_lost", False))


@pytest.mark.parametrize("edition", breadth(["kidult", "tomahawk", "oliphante"]))
def test_a_round_is_counted_by_the_camera_as_the_cards_lie(rig: Rig, edition: str) -> None:
    rig.begin(edition)
    rig.play_to_reveal()
    do_duty(rig.virtual)
    while eventually(lambda: rig.phase != "reveal" and rig.phase) == "draw":
        before = rig.match.seq
        do_duty(rig.virtual)
        eventually(lambda: rig.match.seq != before)  # noqa: B023
    lying = [placed.card for placed in rig.virtual.scene().placed]
    assert sorted(rig.match.state.phase.cards) == sorted(lying)
    ruling = next(ruling for ruling in rig.match.rulings if ruling.steps)
    game = library.game("coyote")
    assert game.table.score is not None
    options = library.options(game, {"edition": edition})
    assert ruling.steps[-1].total == game.table.score(options, lying[:3], lying[3:]).total
    for proof in ruling.proof:
        picture = rig.table.proof(proof)
        assert picture is not None
        assert picture == rig.desk.evidence(proof)  # kept with the move, not only in memory
        assert cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR) is not None


def test_the_cards_of_the_last_round_are_never_read_for_the_next(rig: Rig) -> None:
    rig.begin()
    rig.play_to_reveal()
    do_duty(rig.virtual)
    while eventually(lambda: rig.phase != "reveal" and rig.phase) == "draw":
        rig.desk.do(Undo())
        drew = next(placed.id for placed in rig.virtual.scene().placed if placed.card == "?")
        rig.virtual.do(acts.Take(drew))
        rig.virtual.do(acts.Place("pile", 300, 210, 0, True))
    rig.play_to_reveal()  # dealt, announced and challenged before the camera has looked up
    eventually(rig.table.watcher.settled, ())
    assert rig.phase == "reveal"
    do_duty(rig.virtual)
    eventually(lambda: rig.phase != "reveal")
    lying = [placed.card for placed in rig.virtual.scene().placed]
    assert sorted(rig.match.state.phase.cards) == sorted(lying)


def test_on_the_virtual_table_the_first_word_waits_for_the_deal(rig: Rig) -> None:
    rig.begin()
    first = {"move": "announce", "seat": rig.match.state.turn, "number": 5}
    with pytest.raises(IllegalMove) as refusal:
        rig.table.do(Move(first, rig.match.seq), HOST)
    assert refusal.value.message == Message("table.virtual.deal_first")
    assert rig.table.status().undealt
    assert {*rig.table.status().lights} <= {"dim", "off"}
    rig.virtual.do(acts.Deal())
    assert not rig.table.status().undealt
    assert "steady" in rig.table.status().lights
    rig.table.do(Move(first, rig.match.seq), HOST)
    assert rig.match.state.number == 5


def test_a_bouncing_button_calls_once_and_is_not_refused_afterwards(rig: Rig) -> None:
    rig.begin()
    rig.virtual.do(acts.Fault("bouncing", True))
    rig.play_to_reveal()
    rig.virtual.do(acts.Fault("bouncing", False))
    assert [entry.kind for entry in rig.match.log] == ["begin", "move", "move"]
    assert rig.table.status().denied == ()


def test_a_press_out_of_turn_is_told_to_its_seat_alone(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buttons, "DENIED_S", PATIENCE_S)  # a busy machine takes long to look
    rig.begin()
    rig.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    rig.press(2)
    (denied,) = eventually(lambda: rig.table.status().denied)
    assert (denied.seat, denied.rule) == (2, "CY-4")
    assert denied.why.key == "coyote.refused.challenge_out_of_turn"
    assert rig.phase == "talking"
    rig.begin()
    assert rig.table.status().denied == ()  # it is over with its match


def test_the_lamps_follow_the_offers(rig: Rig) -> None:
    rig.begin()
    assert rig.table.status().lights[:3] == ("dim", "off", "off")  # A deal comes first.
    rig.virtual.do(acts.Deal())
    assert rig.table.status().lights == ("steady", "off", "off", "off", "off", "off")
    rig.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
    assert rig.table.status().lights[:3] == ("off", "breathe", "off")


def test_a_part_that_crashes_is_said_on_the_page_and_the_rest_goes_on(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig.begin()

    def broken() -> None:
        raise RuntimeError("a bug")

    with monkeypatch.context() as patch:
        patch.setattr(rig.table.watcher, "step", broken)
        rig.table.watcher.wake()
        failed = Message("table.part.failed", {"reason": "RuntimeError: a bug"})
        eventually(lambda: rig.part("camera").message, failed)
        rig.desk.do(Move({"move": "announce", "seat": 0, "number": 5}))
        rig.press(1)
        eventually(lambda: rig.phase, "reveal")
    eventually(lambda: rig.part("camera").well)


def test_a_lost_camera_is_said_on_the_page_and_reading_goes_on_when_it_is_back(
    rig: Rig,
) -> None:
    rig.begin()
    rig.play_to_reveal()
    rig.virtual.do(acts.Fault("camera_lost", True))
    eventually(lambda: rig.part("camera").message.key, "table.camera.lost")
    assert rig.table.camera_view() is None
    do_duty(rig.virtual)
    rig.virtual.do(acts.Fault("camera_lost", False))
    eventually(lambda: rig.phase != "reveal")
    eventually(lambda: rig.part("camera").well)


def test_a_card_that_no_rule_allows_is_told_to_pages_for_as_long_as_it_lies_there(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watcher, "LOOKS_S", PATIENCE_S)  # a busy machine takes long to look again
    rig.begin()
    rig.virtual.do(acts.Deal())
    card = rig.virtual.scene().hands[0][0]
    rig.virtual.do(acts.Place(card, 300, 210, 0, True))
    status = rig.table.status
    (refusal,) = eventually(lambda: status().judged.refusals)
    assert [question.message for question in status().questions] == [refusal.message]
    rig.virtual.do(acts.Take(card))  # It is over at once, although no camera has seen that yet.
    assert (status().judged.refusals, status().questions) == ((), ())
    eventually(lambda: status().watching, ())
    assert (status().judged.refusals, status().questions) == ((), ())
    (card,) = rig.virtual.scene().hands[1]
    rig.virtual.do(acts.Place(card, 300, 210, 0, True))
    eventually(lambda: status().questions)
    rig.virtual.do(acts.Place(card, 330, 210, 0, True))
    assert status().watching == (Message("table.watch.looks_again"),)
    eventually(lambda: status().questions)


def test_the_cameras_view_is_a_picture_with_what_was_read(rig: Rig) -> None:
    rig.begin()
    rig.virtual.do(acts.Deal())
    for seat, (card,) in enumerate(rig.virtual.scene().hands):
        rig.virtual.do(acts.Show(card, f"seat:{seat}"))
    laid = sorted(placed.card for placed in rig.virtual.scene().placed)
    seen = rig.table.watcher.settled  # at first still the cards of the match before
    eventually(lambda: sorted(str(card.reading.card) for card in seen()), laid)
    view = rig.table.camera_view()
    assert view is not None
    picture = cv2.imdecode(np.frombuffer(view.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (540, 960, 3)
    assert view.size == (960, 540)
    assert sorted(spot.card or "" for spot in view.spots) == laid
    assert {spot.verdict for spot in view.spots} == {"certain"}
    for spot in view.spots:  # and white paper is where each is said to lie
        x, y = np.mean(spot.corners, axis=0)
        assert 0 < x < 1
        assert 0 < y < 1
        here = picture[int(y * 540) - 20 : int(y * 540) + 20, int(x * 960) - 12 : int(x * 960) + 12]
        assert here.max() > 150
