"""Cards in grids at the virtual table: others make room, all are moved along, several piles."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from referee.contract import AskPlace, Cell, Deal, IllegalMove, Presentation
from referee.pending import Lay
from referee.reports import virtual_acts as acts
from referee.table import Zone
from tests.firmware.virtual.hands import LABEL, Hands, card_of, lying, territories

ZONE = "territory:0"
LEFT, RIGHT = "cannon_left", "cannon_right"


def row_of(hands: Hands) -> dict[str, int]:
    """Return the columns of the cards in the middle row, by name."""
    cells = {
        placed.card: hands.table.spread.cell_at(placed.x_mm, placed.y_mm)
        for placed in hands.table.scene().placed
    }
    return {card: cell[2] for card, cell in cells.items() if cell and cell[:2] == (ZONE, 1)}


def a_row(*columns: int, pushed: bool = True) -> Hands:
    """Lay eagle, soldier and tobacco in a row; a half may be pushed in between the first two."""
    names = ("eagle", "soldier", "tobacco")
    known = tuple(Cell(name, 1, column) for column, name in enumerate(names))
    hands = territories(*known)
    left = tuple(Cell(name, 1, column - (column < 1)) for column, name in enumerate(names))
    right = tuple(Cell(name, 1, column + (column > 0)) for column, name in enumerate(names))
    if pushed:
        hands.places = (
            AskPlace("laid", ZONE, left, {LEFT: ((1, 0),)}),
            AskPlace("laid", ZONE, right, {LEFT: ((1, 1),)}),
        )
    hands.layout = lying(known)
    for name, column in zip(names, columns, strict=True):
        x, y, _ = hands.table.spread.cell_mm(ZONE, 1, column)
        hands.table.do(acts.Place(card_of(hands, name), x, y, 0.0, True))
    return hands


def cells_of(hands: Hands) -> tuple[Cell, ...]:
    return tuple(Cell(card.name, *card.at) for card in hands.layout.cards if card.at is not None)


def test_all_cards_of_a_grid_are_moved_along_as_far_as_the_mat_goes() -> None:
    hands = a_row(1, 2, 3)
    assert hands.table.scene().along == {ZONE: (1, 10)}
    hands.table.do(acts.Along(ZONE, -1))
    assert row_of(hands) == {"eagle": 0, "soldier": 1, "tobacco": 2}
    with pytest.raises(IllegalMove):
        hands.table.do(acts.Along(ZONE, -1))
    with pytest.raises(LookupError):
        hands.table.do(acts.Along("grounds", 1))


def tops(hands: Hands) -> list[str]:
    lay, _ = hands.table.snapshot()
    return [top.id for top in hands.table.tops(lay)]


def test_a_drawn_card_moves_all_cards_until_each_of_its_cells_is_on_the_mat() -> None:
    hands = a_row(11, 12, 13, pushed=False)
    hands.places = (AskPlace("laid", ZONE, cells_of(hands), {LEFT: ((0, 0), (1, 3))}),)
    hands.table.do(acts.Hold(card_of(hands, LEFT), 0))
    assert row_of(hands) == {"eagle": 10, "soldier": 11, "tobacco": 12}
    (held,) = hands.table.scene().hands[0]
    assert len(hands.table.scene().held[held].fits) == 2


@pytest.mark.parametrize("mover", [0, 1])
def test_a_hand_that_must_lay_a_card_in_a_cell_over_several_zones_lays_only_one(
    mover: int,
) -> None:
    hands = Hands.playing("coup_detat", 3)
    hands.due = Deal(1, (2, 2, 2), shuffle=True)
    hands.deal()
    card, second = hands.table.scene().hands[0]
    faces = hands.table.scene().faces
    ask = AskPlace("laid", "layout", (), {faces[card]: ((1, 5),), faces[second]: ((2, 2),)})
    hands.places = (ask,)
    hands.waits = (Lay(LABEL, Zone("layout"), mover, move="", ask=ask, shown=Presentation(LABEL)),)
    fits = hands.table.scene().held[card].fits
    assert len(fits) == (mover == 0)
    spot = hands.table.spread.cell_mm("layout", 1, 5)
    with nullcontext() if mover == 0 else pytest.raises(IllegalMove):
        hands.table.do(acts.Place(card, *spot))
    with pytest.raises(IllegalMove):  # The first card is unread, or the hand must lay none.
        hands.table.do(acts.CarryOut("0.0", (second,)))


def test_cards_that_were_pushed_aside_are_not_asked_back_while_the_card_between_is_unread() -> None:
    hands = a_row(4, 5, 6)
    hands.due = None
    hands.table.do(acts.Hold(card_of(hands, LEFT), 0))
    (card,) = hands.table.scene().hands[0]
    x, y, turn = hands.table.spread.cell_mm(ZONE, 1, 5)
    hands.table.do(acts.Place(card, x - 5, y, turn))
    assert len({*row_of(hands).values()}) == 4
    assert not [duty for duty in hands.table.duties() if duty.action.at]


def test_three_piles_are_about_as_high_and_each_is_drawn_from_by_itself() -> None:
    hands = territories()
    hands.due = Deal(1, (0, 0), shuffle=True)
    hands.table.do(acts.Deal())
    assert hands.table.scene().piles == {"pile:0": 38, "pile:1": 37, "pile:2": 37}
    lay, _ = hands.table.snapshot()
    hands.table.do(acts.Hold("pile:1", 0))
    now, (drawn,) = hands.table.scene(), hands.table.scene().hands[0]
    assert now.faces[drawn] == lay.pile.faces[lay.pile.draw[74]]
    assert hands.table.scene().piles == {"pile:0": 38, "pile:1": 36, "pile:2": 37}
    assert tops(hands) == ["pile:0", "pile:1", "pile:2"]
    for _ in range(36):
        hands.table.do(acts.Hold("pile:1", 0))
    assert tops(hands) == ["pile:0", "pile:2"]
    with pytest.raises(LookupError):
        hands.table.do(acts.Hold("pile:1", 0))
