"""Who types on a phone what they did has it done at the virtual table: one and the same table."""

from __future__ import annotations

from random import Random

import pytest

from firmware.mats import load_mats
from firmware.virtual.brief import Brief
from firmware.virtual.chores import draws
from firmware.virtual.instructions import (
    CardsOut,
    DealUndone,
    Instruction,
    Instructions,
    TakeBack,
    TypedMove,
)
from firmware.virtual.missing_cards import any_missing
from firmware.virtual.pile import Pile
from firmware.virtual.situation import Situation
from firmware.virtual.state import TableState
from referee.actor import Actor
from referee.contract import By
from referee.match.commands import Begin, Move, Pause, Resume, Undo
from referee.match.desk import Desk
from referee.reports import virtual_acts
from referee.reports.tabletop import PILE, Draw
from referee.table import ANYWHERE, Card, CardStatus, Laid, Layout, Zone
from referee.table import Pile as DuePile
from tests.firmware.virtual.test_virtual import Hands
from tests.matches import match_of
from vision.spread import Spread

MARKET = ("heron_4", "horse", "horse", "swallow_4")


def test_a_card_typed_as_taken_goes_into_the_hand_and_one_typed_as_laid_lies_there() -> None:
    table = Hands()
    table.deal()
    table.table.do(virtual_acts.Place(table.table.scene().hands[2][0], 400.0, 300.0))
    (lay,) = table.table.scene().placed
    where = Zone.parse(str(table.table.spread.zone_of(lay.x_mm, lay.y_mm)))
    free = Layout((Card(lay.card, where, status=CardStatus.FREE),))
    table.table.follow(TypedMove(free, Layout(), 0))
    assert [len(hand) for hand in table.table.scene().hands] == [2, 1, 0]
    assert not table.table.scene().placed
    laid = Layout((Card(lay.card, Zone("seat", 0), status=CardStatus.STAYS),))
    table.table.follow(TypedMove(Layout(), laid, 0))
    (lay,) = table.table.scene().placed
    assert table.table.spread.zone_of(lay.x_mm, lay.y_mm) == "seat:0"
    table.table.follow(TypedMove(Layout(), laid, 0))
    assert [len(hand) for hand in table.table.scene().hands] == [1, 1, 0]


def test_where_a_card_is_laid_for_a_gift_it_says_so(desk: Desk) -> None:
    desk.do(Begin("plenty_coups", seats=3))
    desk.do(Move({"move": "market_read", "cards": MARKET}), Actor(By.HOST))
    desk.do(Move({"move": "take", "seat": 0, "cards": ["horse", "horse"]}), Actor(By.SEAT, 0))
    brief = Brief.from_match(desk.snapshot())
    says = brief.offer_label(Laid("weapon_2", Zone("defence", 1)))
    assert says is not None
    assert says.key == "plenty_coups.offer.gift"
    assert brief.offer_label(Laid("weapon_2", Zone("market"))) is None


def test_a_card_that_was_taken_by_hand_and_then_typed_is_taken_once() -> None:
    lay = TableState("deck", 1, Pile.new({"horse": 2}), [[], []])
    spread = Spread.side_by_side(load_mats("plenty_coups", 2))
    left, top, right, bottom = spread.zones["market"]
    taken = lay.pile.take_named("horse")
    lay.hands = [[taken], []]
    lay.put(lay.pile.take_named("horse"), ((left + right) / 2, (top + bottom) / 2, 0.0))
    card = Card("horse", Zone("market"), status=CardStatus.FREE)
    assert not list(TypedMove(Layout((card, card)), Layout((card,)), 0).acts(lay, spread))
    assert len(list(TypedMove(Layout((card, card)), Layout(), 0).acts(lay, spread))) == 1


def test_a_card_that_was_taken_by_hand_and_not_named_is_laid_back() -> None:
    lay = TableState("deck", 1, Pile.new({"horse": 1, "bee_1": 1}), [[], []])
    spread = Spread.side_by_side(load_mats("plenty_coups", 2))
    left, top, right, bottom = spread.zones["market"]
    taken, lies = lay.pile.take_named("bee_1"), lay.pile.take_named("horse")
    lay.hands = [[taken], []]
    lay.put(lies, ((left + right) / 2, (top + bottom) / 2, 0.0))
    market = [Card(name, Zone("market"), status=CardStatus.FREE) for name in ("bee_1", "horse")]
    typed = TypedMove(Layout(tuple(market)), Layout(tuple(market[:1])), 0)
    does = [virtual_acts.Hold(lies, 0), virtual_acts.Show(taken, "market")]
    assert list(typed.acts(lay, spread)) == does


def test_who_types_what_goes_before_drawing_has_drawn_it_too() -> None:
    lay = TableState("deck", 1, Pile.new({"horse": 3}), [[], []])
    held = lay.pile.take_named("horse")
    lay.hands = [[held], []]
    spread = Spread.side_by_side(load_mats("plenty_coups", 2))
    laid = Layout((Card("horse", Zone("discard"), status=CardStatus.TO_CLEAR),))
    goes = virtual_acts.Show(held, "discard")
    draw = virtual_acts.Hold("pile", 0)
    assert list(TypedMove(Layout(), laid, 0, (2, 7)).acts(lay, spread)) == [draw, draw, goes]
    lay.note_drawn(7)
    assert list(TypedMove(Layout(), laid, 0, (2, 7)).acts(lay, spread)) == [draw, goes]
    assert not list(TypedMove(Layout(), Layout(), 0, (2, 7)).acts(lay, spread))
    assert not list(TypedMove(Layout(), laid, 2, (2, 7)).acts(lay, spread))
    free = Layout((Card("horse", Zone("market"), status=CardStatus.FREE),))  # and before taking
    assert list(TypedMove(free, Layout(), 0, (2, 7)).acts(lay, spread)) == [draw]


def test_a_top_that_still_lies_where_it_was_captured_is_laid_without_a_draw() -> None:
    spread = Spread.side_by_side(load_mats("ogallala", 2))
    lay = TableState("deck", 1, Pile.new({"fur": 2}), [[], []])
    captured, mine, grounds = Zone("territory", 1), Zone("territory", 0), Zone("grounds")
    fur = lay.pile.take_named("fur")
    lay.put(fur, spread.cell_mm(str(captured), 1, 3))
    swept = Card("fur", captured, (1, 0), CardStatus.TO_CLEAR, 1)
    was = Layout((swept,), (DuePile(grounds, 1, "fur", leaves=True),), floats=(captured, mine))
    now = Layout((Card("fur", mine, (0, 0)),), (DuePile(grounds, 0),), floats=(captured, mine))
    acts = []
    for act in TypedMove(was, now, 0, (1, 7)).acts(lay, spread):
        acts.append(act)
        lay.lift(fur)
        lay.put(fur, spread.cell_mm(str(mine), 0, 4))
    assert acts == [virtual_acts.Show(fur, str(mine), (0, 0))]


def test_what_a_draw_gathers_up_is_not_laid_from_where_it_lay() -> None:
    lay = TableState("deck", 1, Pile.new({"bee_1": 2, "horse": 1}), [[], []])
    spread = Spread.side_by_side(load_mats("plenty_coups", 2))
    ids = {}
    for name, zone in (("bee_1", "discard"), ("horse", "market")):
        left, top, right, bottom = spread.zones[zone]
        ids[zone] = lay.pile.take_named(name)
        lay.put(ids[zone], ((left + right) / 2, (top + bottom) / 2, 0.0))
    drawn, heap = lay.pile.take_named("bee_1"), Zone("discard")
    was = Layout(
        (
            Card("bee_1", heap, status=CardStatus.TO_CLEAR),
            Card("horse", Zone("market"), status=CardStatus.FREE),
        ),
        piles=(DuePile(heap, 1, top="bee_1"),),
    )
    now = Layout(
        (Card("bee_1", Zone("hunt"), status=CardStatus.TO_CLEAR),), piles=(DuePile(heap, 0),)
    )
    takes, draws = virtual_acts.Hold(ids["market"], 0), virtual_acts.Hold(PILE, 0)
    does = []
    for act in TypedMove(was, now, 0, (1, 7)).acts(lay, spread):
        does.append(act)
        if act == takes:
            lay.give(ids["market"], 0, Random(1))
        elif act == draws:
            lay.discard(ids["discard"])
            lay.hands[0].append(drawn)
    assert does == [takes, draws, virtual_acts.Show(drawn, "hunt")]


def test_a_card_that_may_be_taken_and_is_held_is_not_asked_for_from_what_was_laid_away() -> None:
    lay = TableState("deck", 1, Pile.new({"horse": 2}), [[], []])
    spread = Spread.side_by_side(load_mats("plenty_coups", 2))
    away, taken = lay.pile.take_named("horse"), lay.pile.take_named("horse")
    left, top, right, bottom = spread.zones["market"]
    lay.put(away, ((left + right) / 2, (top + bottom) / 2, 0.0))
    lay.discard(away)
    brief = Brief(layout=Layout((Card("horse", Zone("market"), status=CardStatus.FREE),)))
    assert any_missing(Situation(brief, lay, spread))
    raid = Brief(layout=Layout((Card("horse", Zone("raid", 1)),)))
    assert not any_missing(Situation(raid, lay, spread))
    lay.hands = [[taken], []]
    assert not any_missing(Situation(brief, lay, spread))


def test_who_holds_a_card_that_leaves_play_has_the_card_dealt_to_nobody_in_its_place() -> None:
    lay = TableState("deck", 1, Pile.new({"coup": 1, "7H": 1, "8H": 1}), [[], []])
    coup, table, other = (lay.pile.take_named(name) for name in ("coup", "7H", "8H"))
    lay.hands = [[other], [coup]]
    spread = Spread.side_by_side(load_mats("coup_detat", 3))
    left, top, right, bottom = spread.zones["talon"]
    lay.put(table, ((left + right) / 2, (top + bottom) / 2, 0.0), face_up=False)
    swap = [virtual_acts.Take(coup), virtual_acts.Hold(table, 1)]
    assert list(CardsOut(frozenset({"coup"})).acts(lay, spread)) == swap
    for act in CardsOut(frozenset({"coup"})).acts(lay, spread):
        if isinstance(act, virtual_acts.Take):
            lay.discard(act.id)
        else:
            lay.give(table, 1, Random(1))
    assert [lay.pile.faces[card] for card in lay.hands[1]] == ["7H"]
    lay.placed.clear()
    assert not list(CardsOut(frozenset({"coup"})).acts(lay, spread))


def test_the_coup_card_leaves_play_for_who_declines(desk: Desk) -> None:
    typing = Instructions()
    told: list[Instruction | None] = []
    desk.do(Begin("coup_detat", seats=3))
    desk.listen(lambda match: told.append(typing(match)))
    for seat, card in enumerate(("AH", "KH", "9H")):
        move = {"move": "card_drawn", "player": seat, "cards": [card]}
        desk.do(Move(move), Actor(By.CAMERA))
    desk.do(Move({"move": "cleared"}), Actor(By.CAMERA))
    desk.do(Move({"move": "decline", "seat": 1}), Actor(By.SEAT, 1))
    assert [one for one in told if one] == [CardsOut(frozenset({"coup"}))]


def test_a_card_that_its_player_says_to_take_back_goes_into_the_hand_again(desk: Desk) -> None:
    typing = Instructions()
    told: list[Instruction | None] = []
    desk.do(Begin("coup_detat", seats=3))
    for seat, card in enumerate(("AH", "KH", "9H")):
        move = {"move": "card_drawn", "player": seat, "cards": [card]}
        desk.do(Move(move), Actor(By.CAMERA))
    desk.do(Move({"move": "cleared"}), Actor(By.CAMERA))
    desk.do(Move({"move": "decline", "seat": 1}), Actor(By.SEAT, 1))
    named = {"move": "name_contract", "seat": 0, "contract": "victory"}
    desk.do(Move(named), Actor(By.SEAT, 0))
    for seat, card in enumerate(("KH", "QS")):
        move = {"move": "card_played", "player": seat, "cards": [card]}
        desk.do(Move(move), Actor(By.CAMERA))
    before = desk.snapshot()
    assert before is not None
    typing(before)
    desk.listen(lambda match: told.append(typing(match)))
    desk.do(Move({"move": "take_back", "seat": 1}), Actor(By.SEAT, 1))
    assert told == [DealUndone(frozenset({("QS", Zone("seat", 1))}))]


@pytest.fixture
def disdained(desk: Desk) -> Desk:
    """Return a match in which the second to play was raided and disdained, and proved their worth.

    They are to take cards, and first to draw one.
    """
    desk.do(Begin("plenty_coups", seats=3))
    for move in (
        {"move": "market_read", "cards": ["heron_4", "coup_stick", "horse", "swallow_4"]},
        {"move": "take", "seat": 0, "cards": ["heron_4", "coup_stick"]},
        {"move": "raid", "seat": 0, "camp": 2, "cards": ["heron_4"]},
        {"move": "disdain", "seat": 0, "camp": 2, "cards": ["coup_stick"]},
        {"move": "prove", "seat": 2, "cards": ["lynx_4"]},
        {"move": "market_read", "cards": ["horse", "swallow_4", "weapon_4", "bee_1"]},
    ):
        desk.do(Move(move), Actor(By.CAMERA))
    return desk


def test_a_card_that_waited_for_a_second_one_goes_into_the_hand_again(disdained: Desk) -> None:
    desk, typing = disdained, Instructions()
    told: list[Instruction | None] = []
    for move in (
        {"move": "take", "seat": 2, "cards": ["weapon_4", "horse"]},
        {"move": "defend", "seat": 2, "cards": ["weapon_4"]},
    ):
        desk.do(Move(move), Actor(By.CAMERA))
    typing(match_of(desk))
    desk.listen(lambda match: told.append(typing(match)))
    desk.do(Move({"move": "take_back", "seat": 2}), Actor(By.SEAT, 2))
    assert told == [TakeBack(frozenset({("weapon_4", Zone("defence", 2))}))]


def test_what_was_drawn_stays_drawn_whoever_is_named_and_whatever_is_paused(
    disdained: Desk,
) -> None:
    desk, typing = disdained, Instructions()
    told: list[Instruction | None] = []
    lay = TableState("deck", 1, Pile.new({"horse": 3}), [[], [], []])
    brief, spread = (
        Brief.from_match(desk.snapshot()),
        Spread.side_by_side(load_mats("plenty_coups", 3)),
    )
    assert draws(Situation(brief, lay, spread)) == {PILE: Draw(2, 1, 2)}
    lay.note_drawn(brief.seq)
    assert not draws(Situation(brief, lay, spread))
    desk.do(Pause())
    desk.do(Resume())
    assert not draws(Situation(Brief.from_match(desk.snapshot()), lay, spread))
    typing(match_of(desk))
    desk.listen(lambda match: told.append(typing(match)))
    take = {"move": "take", "seat": 2, "cards": ["weapon_4", "horse"]}
    desk.do(Move(take), Actor(By.SEAT, 2))
    (typed,) = told
    assert isinstance(typed, TypedMove)
    assert typed.draws == (1, brief.seq)


def test_only_what_a_seat_or_the_host_typed_is_done_by_hands(desk: Desk) -> None:
    typing = Instructions()
    desk.do(Begin("plenty_coups", seats=2))
    desk.listen(lambda match: told.append(typing(match)))
    told: list[Instruction | None] = []
    take = {"move": "take", "seat": 0, "cards": ["horse", "horse"]}
    desk.do(Move({"move": "market_read", "cards": MARKET}), Actor(By.HOST))
    desk.do(Move({**take, "proof": ["a", "b"]}), Actor(By.CAMERA))
    desk.do(Undo(), Actor(By.HOST))
    assert [one for one in told if one] == []
    desk.do(Move(take), Actor(By.SEAT, 0))
    (typed,) = (one for one in told if one)
    assert isinstance(typed, TypedMove)
    assert typed.hand == 0
    assert [one.name for one in typed.was.cards] == list(MARKET)
    assert [one.name for one in typed.now.cards] == ["heron_4", "swallow_4"]


def test_a_card_that_lay_before_its_player_lies_there_still_once_it_may_lie_anywhere(
    desk: Desk,
) -> None:
    typing = Instructions()
    told: list[Instruction | None] = []
    desk.do(Begin("coyote", {"edition": "oliphante", "actions": True}, seats=3))
    desk.do(Move({"move": "swap", "seat": 0}), Actor(By.SEAT, 0))
    desk.do(Move({"move": "announce", "seat": 0, "number": 1}), Actor(By.SEAT, 0))
    desk.do(Move({"move": "know", "seat": 1, "card": "6"}), Actor(By.SEAT, 1))
    desk.do(Move({"move": "cards_read", "cards": ["6"]}), Actor(By.CAMERA))
    desk.do(Move({"move": "sit_out", "seat": 1}), Actor(By.SEAT, 1))
    desk.listen(lambda match: told.append(typing(match)))
    before = desk.snapshot()
    assert before is not None
    assert [one.zone for one in before.layout.cards] == [Zone("seat", 1)]
    typing(before)
    desk.do(Move({"move": "challenge", "seat": 2}), Actor(By.SEAT, 2))
    after = desk.snapshot()
    assert after is not None
    assert [one.zone for one in after.layout.cards] == [ANYWHERE]
    assert told == [None]
