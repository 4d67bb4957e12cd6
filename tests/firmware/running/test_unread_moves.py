"""A seat's move waits while its own card lies on the table unread."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.virtual.rendering import camera
from referee.actor import at_seat
from referee.contract import IllegalMove, Message
from referee.match.commands import Begin, Move
from referee.reports import virtual_acts as acts
from tests.live import LiveVirtualTable
from tests.process import eventually

SLOW_S = 2.5  # until the camera's next picture
UNREAD = Message("table.press.unread")


class Rig(LiveVirtualTable):
    """A virtual table whose camera is slow, and a match on it."""

    def __init__(self, folder: Path, game: str, undealt: int, *moves: dict[str, Any]) -> None:
        """Make `moves`; the cards are dealt after the first `undealt` of them."""
        super().__init__(folder, seed=1)
        self.desk.do(Begin(game, {}, 3))
        for move in moves[:undealt]:
            self.desk.do(Move(move))
        self.virtual.do(acts.Deal())
        for move in moves[undealt:]:
            self.desk.do(Move(move))
        eventually(lambda: self.table.watcher.asker.last_pass is not None, "a look")

    def lay(self, seat: int, zone: str, may: Callable[[str], bool]) -> str:
        """Lay the first card of a seat's hand that may be laid; return it."""
        state = self.virtual.snapshot()[0]
        one = next(one for one in state.hands[seat] if may(state.pile.faces[one]))
        self.virtual.do(acts.Show(one, zone))
        return state.pile.faces[one]

    def long_press(self, seat: int) -> None:
        self.virtual.do(acts.Button(seat, down=True))
        time.sleep(0.7)
        self.virtual.do(acts.Button(seat, down=False))

    def moves(self) -> list[str]:
        return [type(one.move).__struct_config__.tag for one in self.match.log if one.move]


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Callable[..., Rig]]:
    rigs: list[Rig] = []

    def make(*arguments: Any) -> Rig:
        rigs.append(Rig(tmp_path, *arguments))
        return rigs[-1]

    yield make
    for one in rigs:
        one.close()


DOMINOES = [
    {"move": "card_drawn", "player": 0, "cards": ["AC"]},
    {"move": "card_drawn", "player": 1, "cards": ["9D"]},
    {"move": "card_drawn", "player": 2, "cards": ["9H"]},
    {"move": "cleared"},
    {"move": "decline", "seat": 1},
    {"move": "name_contract", "seat": 0, "contract": "dominoes"},
]
SHOWN = [
    {"move": "declare", "seat": 0, "action": "tax"},
    {"move": "challenge", "seat": 2},
]


@pytest.mark.verify
def test_a_pass_in_dominoes_waits_for_the_card_that_is_being_read(
    rig: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = rig("coup_detat", 4, *DOMINOES)
    first = here.lay(0, "layout", lambda card: card != "coup")
    eventually(lambda: here.moves()[-1] == "card_laid", f"{first} is booked")
    monkeypatch.setattr(camera, "PACE_S", SLOW_S)
    fits = here.match.state.phase.deal.fitting_cards
    here.lay(1, "layout", fits.__contains__)
    with pytest.raises(IllegalMove) as phone:
        here.table.do(Move({"move": "pass", "seat": 1}, here.match.seq), at_seat(1))
    assert phone.value.message == UNREAD
    here.long_press(1)
    eventually(lambda: [one.why for one in here.table.buttons.denied()] == [UNREAD], "the button")
    monkeypatch.undo()
    eventually(lambda: here.moves()[-2:] == ["card_laid", "card_laid"], "the card counts")
    assert here.match.state.phase.deal.turn == 2
    here.table.do(Move({"move": "pass", "seat": 2}, here.match.seq), at_seat(2))


def test_a_challenge_is_not_conceded_while_the_shown_card_is_being_read(
    rig: Callable[..., Rig], monkeypatch: pytest.MonkeyPatch
) -> None:
    here = rig("coup", 0, *SHOWN)
    monkeypatch.setattr(camera, "PACE_S", SLOW_S)
    here.lay(0, "middle", bool)

    def refusal() -> Message:
        with pytest.raises(IllegalMove) as refused:
            here.table.do(Move({"move": "concede", "seat": 0}, here.match.seq), at_seat(0))
        return refused.value.message

    # At first it is too early for any answer to the challenge.
    eventually(lambda: refusal() == UNREAD, "the card is being read")
    monkeypatch.undo()
    eventually(lambda: here.moves()[-1] == "card_shown", "the shown card counts")
