"""Others look away only from a phone that holds what they are not to see."""

from __future__ import annotations

import pytest

from referee.match.commands import Begin, Move
from tests.matches import match_of
from tests.webui.fake import FakeTable
from webui.page.phone import secret_seats


@pytest.mark.parametrize("game", ["coyote", "coup", "ogallala"])
def test_where_nothing_is_secret_nobody_looks_away(game: str, table: FakeTable) -> None:
    table.do(Begin(game, {}, 3))
    assert secret_seats(match_of(table.desk), (0, 1, 2)) == ()


def test_an_answer_unseen_is_for_its_players_eyes(table: FakeTable) -> None:
    table.do(Begin("coup_detat", {"secret_coup": True}, 3))
    for seat, card in enumerate(("AC", "9D", "9H")):
        table.desk.do(Move({"move": "card_drawn", "player": seat, "cards": [card]}))
    table.desk.do(Move({"move": "cleared"}))
    table.desk.do(Move({"move": "decline", "seat": 1}))
    table.desk.do(Move({"move": "name_contract", "seat": 0, "contract": "victory"}))
    assert secret_seats(match_of(table.desk), (0, 1, 2)) == (1, 2)
    assert secret_seats(None, (0,)) == ()
