"""What hands do at the virtual table: a card shown goes back, and one laid face down is turned."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.bots.hands import VirtualHands
from firmware.virtual.table import VirtualTable
from referee import library
from referee.actor import CAMERA
from referee.contract import IllegalMove
from referee.coup.state import moves as coup
from referee.examples import one_lie
from referee.match.commands import Move
from referee.match.desk import Desk
from referee.reports import virtual_acts
from referee.reports.tabletop import PILE
from tests.live import StillVirtualTable
from tests.matches import match_of
from tests.referee.shelved import shelve
from vision.decks import shelves


def test_cp_25_a_proven_card_stays_to_be_seen_and_then_goes_back_into_the_court(
    tmp_path: Path,
) -> None:
    with closing(StillVirtualTable(tmp_path)) as table:
        table.deal("coup", 2, levels=("fair", ""))
        desk, virtual = table.desk, table.virtual
        hand, pile = virtual._state.hands[0], virtual._state.pile
        if "duke" not in (pile.faces[card] for card in hand):
            pile.draw.append(hand.pop())
            hand.append(pile.take_named("duke"))
        for move in (coup.Declare(0, "tax"), coup.Challenge(1)):
            desk.do(Move(library.to_plain(move)))
        duke = next(card for card in hand if pile.faces[card] == "duke")
        virtual.do(virtual_acts.Show(duke, "middle"))
        desk.do(Move(library.to_plain(coup.CardShown(("duke",)))), CAMERA)
        other = virtual._state.pile.faces[virtual._state.hands[1][0]]
        virtual.do(virtual_acts.Show(virtual._state.hands[1][0], "seat:1"))
        desk.do(Move(library.to_plain(coup.CardTurned((other,)))), CAMERA)
        hands = VirtualHands(virtual)
        chore = hands.next_chore(match_of(desk), {0})
        assert chore is not None
        assert chore.message is not None
        hands.do(chore)
        assert duke in virtual._state.pile.draw
        assert [duty.seat for duty in virtual.scene().duties if PILE in duty.cards] == [0]


@pytest.fixture
def liars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Desk, VirtualTable]]:
    """A dealt match of One Lie. Seat 0 begins; it has a bot."""
    folder = Path(one_lie.__file__).parent
    decks = {**shelves.deck_folders(), "one_lie": folder / "decks" / "one_lie"}
    monkeypatch.setattr(shelves, "_deck_folders", decks)
    shelve(monkeypatch, one_lie.GAME, folder=folder)
    with closing(StillVirtualTable(tmp_path)) as table:
        table.deal("one_lie", 2, levels=("fair", ""))
        desk, virtual = table.desk, table.virtual
        yield desk, virtual


def test_a_tap_lays_a_card_face_down_and_a_second_tap_turns_it_over_when_it_is_doubted(
    liars: tuple[Desk, VirtualTable],
) -> None:
    desk, virtual = liars
    desk.do(Move(library.to_plain(one_lie.Claim(0, "A"))))  # first said, then laid
    first, second = virtual._state.hands[0]
    virtual.do(virtual_acts.Tap(first))
    with pytest.raises(IllegalMove):
        virtual.do(virtual_acts.Tap(second))
    (back,) = virtual._state.placed
    assert (back.id, back.face_up, virtual.spread.zone_of(back.x_mm, back.y_mm)) == (
        first,
        False,
        "seat:0",
    )
    virtual.do(virtual_acts.Tap(first))
    assert virtual._state.placed == [back]  # nobody has doubted it
    desk.do(Move(library.to_plain(one_lie.Doubt(1))))
    virtual.do(virtual_acts.Tap(first))
    assert [(placed.id, placed.face_up) for placed in virtual._state.placed] == [(first, True)]
