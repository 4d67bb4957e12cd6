"""A player of the table's own at a real table: shown its card, it says where that is to lie."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.actor import CAMERA
from referee.match.commands import Move, Undo
from referee.ogallala.state.territory import cells
from tests.firmware.bots.evening import BOT, FIRST, Evening, laid, likes


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """The bot is to draw its first card."""
    opened = Evening(tmp_path, likes)
    opened.begin(*FIRST)
    yield opened
    opened.close()


def names(evening: Evening, seat: int = BOT) -> list[str]:
    return [cell.card for cell in cells(evening.match.state.territories[seat])]


def drawn(evening: Evening, card: str = "eagle") -> None:
    """Have a card drawn, shown and wanted somewhere."""
    evening.looks()
    evening.show(card)
    evening.looks()
    assert evening.wanted is not None
    assert evening.wanted.cards == (card,)


def test_a_bot_asks_for_a_card_is_shown_one_wants_it_in_a_cell_and_it_counts(
    evening: Evening,
) -> None:
    evening.looks()
    assert "Draw a card" in evening.says
    evening.show("eagle")
    evening.looks()
    assert "eagle" in evening.says
    assert evening.questions == []
    evening.lay_as_wanted()
    before = evening.match.seq
    evening.looks(3.0)
    assert names(evening) == ["eagle"]
    entry = next(entry for entry in evening.match.log if entry.seq == before + 1)
    assert entry.by == CAMERA
    assert len(entry.move.proof) == 1
    evening.looks()
    assert "Draw a card" in evening.says


@pytest.mark.parametrize("zone", ["pile:0", None], ids=["pile", "aside"])
def test_a_card_that_was_shown_is_the_same_whatever_slips(
    evening: Evening, zone: str | None
) -> None:
    evening.looks()
    evening.show("eagle", zone)
    evening.looks()
    wanted = evening.wanted
    assert wanted is not None
    assert wanted.cards == ("eagle",)
    evening.take_up()
    evening.looks(3.0)
    evening.show("eagle")  # again
    evening.looks()
    assert evening.wanted == wanted
    evening.restart()
    evening.looks()
    assert evening.wanted == wanted
    evening.blind = True
    evening.take_up()
    evening.looks()
    assert evening.wanted == wanted
    evening.blind = False
    assert evening.questions == []
    evening.lay_as_wanted()
    evening.looks(3.0)
    assert names(evening) == ["eagle"]


def test_another_card_or_another_cell_is_told_and_counts_for_nothing(evening: Evening) -> None:
    drawn(evening)
    wanted = evening.wanted
    assert wanted is not None
    ((row, column),) = wanted.at
    before = evening.match.seq
    evening.lay("tobacco", row, column)
    evening.looks(5.0)
    assert any("tobacco" in name for name in evening.questions)
    evening.take(row, column)
    evening.take_up()
    evening.lay("eagle", (row + 1) % 3, 0)
    evening.looks(5.0)
    assert any("wants eagle in another place" in item for item in evening.questions)
    assert evening.match.seq == before
    evening.take((row + 1) % 3, 0)
    evening.lay_as_wanted()
    evening.looks(3.0)
    assert names(evening) == ["eagle"]
    assert evening.questions == []


@pytest.mark.parametrize("sees", [True, False], ids=["camera", "no-camera"])
def test_what_is_not_shown_is_asked_for_by_name_sooner_without_a_camera(
    evening: Evening, sees: bool
) -> None:
    evening.looks(15.0)
    if sees:
        assert evening.hands.question(evening.match, sees=True) is None
        evening.looks(45.0)
    asked = evening.hands.question(evening.match, sees=sees)
    assert asked is not None
    (item,) = asked.items
    evening.hands.answer(evening.match, asked.id, item.id, None)  # none is drawn yet
    assert evening.hands.question(evening.match, sees=sees) is None
    evening.looks(60.0)
    assert evening.hands.question(evening.match, sees=sees) == asked
    assert "eagle" in {card.card for card in item.candidates}
    with pytest.raises(ValueError, match="nothing"):
        evening.hands.answer(evening.match, asked.id, item.id, "nothing")
    evening.hands.answer(evening.match, asked.id, item.id, "eagle")
    evening.looks()
    assert evening.wanted is not None
    assert evening.wanted.cards == ("eagle",)


def test_after_an_undo_the_card_is_shown_again_or_counts_as_it_lies(evening: Evening) -> None:
    drawn(evening)
    evening.lay_as_wanted()
    evening.looks(2.0)
    assert names(evening) == ["eagle"]
    evening.do(Undo())
    evening.looks()
    assert names(evening) == []
    assert "again" in evening.says
    question = next(question for question in evening.asker.questions if question.rule == "SL-9")
    evening.asker.choose(question.id, "count", CAMERA)
    evening.looks(3.0)
    assert names(evening) == ["eagle"]


@pytest.mark.parametrize("person", [True, False], ids=["new-player", "host"])
def test_who_takes_the_seat_over_or_types_its_move_lays_the_card_where_they_like(
    evening: Evening, person: bool
) -> None:
    drawn(evening)
    wanted = evening.wanted
    assert wanted is not None
    row = (wanted.at[0][0] + 1) % 3
    evening.take_up()
    evening.lay("eagle", row, 0)
    evening.looks(3.0)
    if person:
        evening.hand_over()
    else:
        evening.desk.do(Move(laid(1, "eagle", row, 0)))
    evening.looks(3.0)
    assert names(evening) == ["eagle"]
    assert evening.questions == []
