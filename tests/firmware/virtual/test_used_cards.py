"""A pile that ran out: all that is used up is shuffled, wherever it lies (PC-6)."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from firmware.mats import load_mats
from firmware.virtual.acts import Acts
from firmware.virtual.brief import Brief
from firmware.virtual.laid_cards import lays_after
from firmware.virtual.moves import Moves
from firmware.virtual.pile import Pile
from firmware.virtual.situation import Situation
from firmware.virtual.state import TableState
from referee.pending import PendingAction, draw
from referee.reports import virtual_acts
from referee.reports.tabletop import PILE
from referee.table import Backs, Card, CardStatus, Layout, Zone
from referee.table import Pile as Due
from vision.spread import Spread

MARKET, HUNT, BREED, DISCARD = (Zone(kind) for kind in ("market", "hunt", "breed", "discard"))
LIE = {"lynx_1": MARKET, "horse": HUNT, "weapon_2": BREED, "bee_1": DISCARD}


class Ran:
    """A table of Plenty Coups whose pile has run out, but for so many cards."""

    def __init__(self, left: int = 0, waits: tuple[PendingAction, ...] = ()) -> None:
        self.spread = Spread.side_by_side(load_mats("plenty_coups", 2))
        pile = Pile.new(dict.fromkeys([*LIE, "moth_1", "moth_2"], 1))
        self.lay = TableState("deck", 1, pile, [[], []])
        for card, zone in LIE.items():
            left_mm, top_mm, right_mm, bottom_mm = self.spread.zones[str(zone)]
            at = (left_mm + right_mm) / 2, (top_mm + bottom_mm) / 2, 0.0
            self.lay.put(pile.take_named(card), at)
        pile.discards, pile.draw = pile.draw[left:], pile.draw[:left]
        known = (Card("lynx_1", MARKET), Card("horse", HUNT, status=CardStatus.TO_CLEAR, seat=0))
        pile_zone = Zone("pile", index=0)
        layout, draws = Layout(known, piles=(Due(pile_zone, 0),)), (draw(pile_zone, 0, 2),)
        self.brief = Brief(None, layout, (*draws, *waits))

    def now(self) -> Situation:
        return Situation(self.brief, self.lay, self.spread)

    def draw(self) -> list[str]:
        Acts(Moves(self.now(), (63.0, 88.0), Random(1))).do(virtual_acts.Hold(PILE, 0))
        return sorted(placed.card for placed in self.lay.placed)


def test_pc_6_what_lies_about_is_shuffled_with_the_discards_and_what_stays_is_not() -> None:
    ran = Ran()
    assert ran.draw() == ["lynx_1"]
    assert len(ran.lay.pile.draw) == 4
    assert ran.lay.pile.discards == []
    assert Ran(left=1).draw() == sorted(LIE)  # while the pile has cards, nothing is gathered


# -- a used card that was left lying ------------------------------------------------------------


def left(counted: int, known: tuple[Card, ...] = ()) -> Situation:
    """Return a table where seat 0's weapon lies; it holds one, and the match counts so many."""
    ran = Ran()
    ran.lay.came[weapon(ran.lay)] = 0
    ran.lay.hands[0] = [ran.lay.pile.take_named("moth_1")]
    expected = Layout(known, backs=(Backs(Zone("pile", index=0), counted, 0),))
    return Situation(Brief(None, expected), ran.lay, ran.spread)


def weapon(lay: TableState) -> str:
    return next(placed.id for placed in lay.placed if placed.card == "weapon_2")


@pytest.mark.parametrize("lacks", [False, True])
def test_a_used_card_is_taken_away_unless_its_hand_lacks_a_card(lacks: bool) -> None:
    now = left(counted=1 + lacks)
    card = weapon(now.state)
    assert (card in [placed.id for placed in now.to_clear]) is not lacks
    assert [card in duty.cards for duty in now.duties if duty.is_open] == ([] if lacks else [True])


@pytest.mark.parametrize("cell", [None, (0, 0)])
def test_a_card_to_clear_from_a_cell_is_cleared_where_people_have_moved_it(
    cell: tuple[int, int] | None,
) -> None:
    was = Card("weapon_2", HUNT, cell, CardStatus.TO_CLEAR, seat=0)
    now = left(counted=2, known=(was,))
    assert (weapon(now.state) in [placed.id for placed in now.to_clear]) is (cell is not None)


def test_a_card_laid_while_another_was_read_is_still_no_used_one_until_it_counts() -> None:
    (horse,) = lays_after({}, {}, {"c1": ("hunt", True)}, seq=4, turn=1).values()
    assert horse.is_fresh(5, 1)  # The move 5 has named another card.
    assert not horse.is_fresh(5, 0)  # It is another player's turn.
    counted = replace(horse, counted=6)
    assert not counted.is_fresh(6, 1)
    assert (horse.has_counted, counted.has_counted) == (False, True)
