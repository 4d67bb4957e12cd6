"""A pile that ran out: all that is used up is shuffled, wherever it lies (PC-6)."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from firmware.mats import load_mats
from firmware.virtual.brief import Brief
from firmware.virtual.pile import Pile
from firmware.virtual.situation import Situation
from firmware.virtual.state import TableState
from firmware.virtual.tapping import act_on_card, gather_acts
from firmware.virtual.used_cards import cards_to_clear, gather_used_up
from referee.pending import PendingAction, draw
from referee.reports import virtual_acts
from referee.reports.tabletop import PILE
from referee.table import Backs, Card, CardStatus, Layout, Zone
from referee.table import Pile as Due
from referee.values import Message
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
        self.brief = Brief(None, layout, waits, draws=draws)

    def now(self) -> Situation:
        return Situation(self.brief, self.lay, self.spread)

    def draw(self) -> list[str]:
        act = virtual_acts.Hold(PILE, 0)
        gather_used_up(act, self.now())
        self.lay.give(PILE, 0, Random(1))
        return sorted(one.card for one in self.lay.placed)


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
    return next(one.id for one in lay.placed if one.card == "weapon_2")


@pytest.mark.parametrize("lacks", [False, True])
def test_a_used_card_goes_back_to_a_hand_that_lacks_it_and_else_is_taken_away(lacks: bool) -> None:
    now = left(counted=1 + lacks)
    card = weapon(now.state)
    assert (card in cards_to_clear(now)) is not lacks
    assert act_on_card(now, card) == (
        virtual_acts.Hold(card, 0) if lacks else virtual_acts.Take(card)
    )


@pytest.mark.parametrize(("top", "zone"), [("horse", "breed"), ("lynx_1", None)])
def test_a_card_to_clear_goes_onto_the_pile_on_which_the_match_has_it(
    top: str, zone: str | None
) -> None:
    """A bot's next move may lift it from there; else the table and the match part for good."""
    ran = Ran()
    piles = (Due(Zone("breed"), 2, top=top),)
    ran.brief = Brief(None, replace(ran.brief.layout, piles=piles), ())
    lying = next(one for one in ran.lay.placed if one.card == "horse")
    act = act_on_card(ran.now(), lying.id)
    to = virtual_acts.Take(lying.id) if zone is None else virtual_acts.Show(lying.id, zone)
    assert act == to


def test_og_31_a_captured_canoe_stays_in_its_cells_until_its_cards_go_to_a_hand_or_pile() -> None:
    spread = Spread.side_by_side(load_mats("ogallala", 2))
    mine, theirs, grounds = Zone("territory", 0), Zone("territory", 1), Zone("grounds")
    lay = TableState("deck", 1, Pile.new({"fur": 1, "warrior_red_1": 1, "bow_red": 1}), [[], []])
    ids = {}
    for column, card in enumerate(("bow_red", "fur", "warrior_red_1")):
        ids[card] = lay.pile.take_named(card)
        lay.put(ids[card], spread.cell_mm(str(theirs), 0, 4 + column))
    swept = [
        Card(card, theirs, (0, column), CardStatus.TO_CLEAR, 1) for column, card in enumerate(ids)
    ]
    says = Message("page.menu")

    def now(wait: PendingAction) -> Situation:
        layout = Layout(tuple(swept), (Due(grounds, 0),), floats=(mine, theirs))
        return Situation(Brief(None, layout, (wait,)), lay, spread)

    spoils = now(PendingAction(says, mine, 0, cards=("fur",)))
    assert cards_to_clear(spoils) == (ids["fur"],)
    assert act_on_card(spoils, ids["warrior_red_1"]) is None
    assert [*gather_acts(now(PendingAction(says, mine, 0)))] == []
    top = now(PendingAction(says, grounds, 0))
    assert {*cards_to_clear(top)} == {*ids.values()}
    assert {*gather_acts(top)} == {virtual_acts.Show(one, "grounds") for one in ids.values()}
    assert {act_on_card(top, one) for one in ids.values()} == {*gather_acts(top)}
