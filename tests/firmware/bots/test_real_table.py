"""A table as on a Pi, its camera over rendered cards: a bot plays, a person moves its cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.actor import CAMERA, HOST
from referee.contract import BadOptions
from referee.match.commands import Begin
from referee.ogallala.state.territory import cells
from tests.firmware.bots.evening import FIRST, laid, likes
from tests.firmware.bots.filmed import Filming
from tests.firmware.bots.person import BOT
from tests.process import eventually

MARKET = ["horse", "weapon_2", "coup_stick", "bee_1"]
HAND = ("heron_2", "horse", "weapon_3")


@pytest.fixture
def real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Filming]:
    opened = Filming(tmp_path, monkeypatch, likes)
    yield opened
    opened.switch_off()


def names(real: Filming) -> list[str]:
    return sorted(one.card for one in cells(real.match.state.territories[BOT]))


@pytest.mark.verify
def test_cards_are_drawn_shown_and_laid_for_a_bot_whatever_slips(real: Filming) -> None:
    real.begin(*FIRST, laid(1, "tent", 1, 0))
    real.asks_for()
    real.show("eagle")
    wanted = real.asks_for("eagle")
    before = real.match.seq
    ((row, column),) = wanted.at
    real.take_up()
    real.lay("eagle", 1, -1)  # allowed, and not wanted
    real.told("bots.elsewhere")
    assert real.match.seq == before
    real.take(1, -1)
    real.lay("eagle", row, column)
    real.moves_on(before)
    assert names(real) == ["eagle", "tent"]
    made = real.match.log[-1]
    assert made.by == CAMERA
    assert all(real.desk.evidence(id_) for id_ in made.move.proof)
    assert made.move.proof

    real.asks_for()  # the same card is lost sight of, and the table started anew meanwhile
    real.show("tobacco")
    wanted = real.asks_for("tobacco")
    real.lost = True
    real.restart()
    real.lost = False
    assert real.asks_for("tobacco") == wanted
    before = real.match.seq
    real.lay_as_wanted()
    real.moves_on(before)
    assert names(real) == ["eagle", "tent", "tobacco"]


def test_no_bot_whose_cards_a_neighbour_would_see(real: Filming) -> None:
    with pytest.raises(BadOptions, match="secret"):
        real.table.do(Begin("coup", {}, 3, levels=("", "fair", "")), HOST)


@pytest.mark.verify
def test_a_tribes_hand_is_shown_to_the_camera_and_its_card_laid_as_it_wants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Filming(tmp_path, monkeypatch, None, "plenty_coups", 3)
    try:
        real.begin(options={"elder": BOT})
        real.desk.submit({"move": "market_read", "cards": MARKET})
        real.follow()
        real.asks_for()
        for card, zone in zip(HAND, ("defence:1", "proposal:1", "raid:1"), strict=True):
            real.show(card, zone)
        held = {BOT: tuple(sorted(HAND))}
        eventually(lambda: real.hands.visible_cards(real.match, BOT), held)
        real.take_up()
        real.follow()
        before = real.match.seq
        for _ in range(2):  # what it takes from the market, and its first action
            eventually(lambda: real.wanted and real.wanted.cards)
            real.do_as_wanted()
            real.moves_on(before)
            before = real.match.seq
            assert real.match.log[-1].by == CAMERA
    finally:
        real.switch_off()
