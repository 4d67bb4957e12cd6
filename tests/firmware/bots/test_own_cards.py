"""Nobody is asked about a card that a bot laid, or that people laid as a bot asked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from referee.match.commands import Begin
from referee.reports.tabletop import Placed
from referee.reports.virtual_acts import Place, Tap
from tests.breadth import breadth
from tests.firmware.bots.hurried import Hurried
from tests.firmware.bots.seated import Seated
from tests.firmware.reading.looks import settled
from vision.observation import SettledCard
from vision.reading import Verdict


@pytest.mark.verify
@pytest.mark.parametrize(
    ("game", "seats", "moves"), breadth([("coyote", 6, 12), ("plenty_coups", 4, 28)])
)
def test_bots_alone_never_stop_at_a_question_however_few_frames_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, seats: int, moves: int
) -> None:
    """An equal card is laid where a used one lay, with no frame in between."""
    table = Hurried(tmp_path, monkeypatch, every=20)
    try:
        table.play(game, seats, moves)
        assert not table.asked
    finally:
        table.close()


def test_nobody_is_asked_about_a_card_that_covers_its_equal_on_a_pile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No picture shows the change, but the virtual table knows how many cards lie there."""
    table = Hurried(tmp_path, monkeypatch, every=3)
    try:
        table.desk.do(Begin("ogallala", {}, 2))
        for turn in range(4):
            lay, seat = table.virtual._layout, table.match.state.turn
            axe = next(one for one in lay.pile.draw if lay.pile.faces[one] == "mad_axe")
            lay.pile.draw.remove(axe)
            lay.hands[seat].append(axe)
            table.virtual.do(Tap(axe))
            table.wait(8.0)
            assert (len(table.match.log), table.match.state.turn) == (turn + 2, 1 - seat)
        assert not table.asked
    finally:
        table.close()


def seen(table: Seated, lying: Placed) -> SettledCard:
    """Return a card as a camera sees it that takes it for another one, and is not sure."""
    laid = table.virtual.spread.mat_at(lying.x_mm, lying.y_mm)
    assert laid is not None
    at_mm = laid.on_mat(lying.x_mm + 0.4, lying.y_mm)
    one = settled("x", "mad_axe", Verdict.DOUBTFUL)
    return replace(one, reading=replace(one.reading, place_mm=at_mm, mat=laid.mat.name))


def test_bots_know_the_cards_of_their_own_moves_and_no_card_that_a_person_moved(
    tmp_path: Path,
) -> None:
    table = Seated(tmp_path)
    try:
        table.begin("ogallala", "gentle", "gentle")
        table.play(6)
        hands = table.bots._hands
        hands.next_chore(table.match, (0, 1))
        placed = table.virtual.scene().placed  # one of them was laid and shot: it lies elsewhere
        own = [hands.own_card(table.match, seen(table, one)) for one in placed]
        assert own == [(one.card, False) for one in placed]
        lying = placed[0]
        zone = "territory:0" if lying.y_mm < 250 else "territory:1"
        left, top, right, bottom = table.virtual.spread.zones[zone]
        table.virtual.do(Place(lying.id, (left + right) / 2, (top + bottom) / 2))
        there = {one.id: one for one in table.virtual.scene().placed}
        assert hands.own_card(table.match, seen(table, there[lying.id])) is None
    finally:
        table.close()
