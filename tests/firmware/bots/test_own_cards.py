"""Nobody is asked about a card that a bot laid, or that people laid as a bot asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.hearts.state import Phase
from referee.match.commands import Begin
from referee.reports.virtual_acts import Deal, Tap
from tests.firmware.bots.hurried import TICK_S, Hurried


def test_nobody_is_asked_about_a_card_that_covers_its_equal_on_a_pile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No picture shows the change, but the virtual table knows how many cards lie there."""
    table = Hurried(tmp_path, monkeypatch, every=1, perfect=True)
    try:
        table.desk.do(Begin("ogallala", {}, 2))
        table.virtual.do(Deal())
        for turn in range(4):
            lay, seat = table.virtual._state, table.match.state.turn
            axe = next(name for name in lay.pile.draw if lay.pile.faces[name] == "mad_axe")
            lay.pile.draw.remove(axe)
            lay.hands[seat].append(axe)
            table.virtual.do(Tap(axe))
            table.wait(8.0)
            assert (len(table.match.log), table.match.state.turn) == (turn + 2, 1 - seat)
        assert not table.asked
    finally:
        table.close()


def test_he_3_passed_cards_stay_with_those_who_took_them_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once all have taken theirs up, hands are as large as before they passed any."""
    table = Hurried(tmp_path, monkeypatch, every=1, perfect=True)
    try:
        table.desk.do(Begin("hearts", {}, 3, levels=("gentle",) * 3))
        table.virtual.do(Deal())
        dealt = [{*hand.values()} for hand in table.virtual.hands()]
        while table.match.state.phase is not Phase.OPENING:
            table.wait(TICK_S)
        hands = [{*hand.values()} for hand in table.virtual.hands()]
        assert [len(hand - before) for hand, before in zip(hands, dealt, strict=True)] == [3] * 3
    finally:
        table.close()
