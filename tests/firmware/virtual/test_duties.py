"""The virtual table shows what must be done, and a tap does it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from firmware.virtual.placement import MIDDLE
from firmware.virtual.view import tabletop
from referee.actor import CAMERA
from referee.contract import AskCards, IllegalMove, Message, Presentation
from referee.coup_detat.state.cards import COUP
from referee.coup_detat.state.phases import Laying, Naming, Playing
from referee.judging import Judgement, Meaning, Refusal
from referee.kit import MoveBase
from referee.match.commands import Begin, Move
from referee.pending import (
    CardAction,
    Clear,
    Lay,
    LayDown,
    PendingAction,
    Return,
    TurnUp,
    draw,
)
from referee.reports import virtual_acts as acts
from referee.reports.tabletop import PILE, Tabletop
from referee.table import Backs, Card, CardStatus, Layout, Zone
from referee.table import Pile as Due
from tests.firmware.bots.seated import Seated
from tests.firmware.virtual.hands import LABEL, Hands, lying
from tests.live import StillVirtualTable

# -- what a tap on a card does -----------------------------------------------------------------

Known = Callable[[str], tuple[Any, ...]]  # what depends on the name of the card


def nothing(_: str) -> tuple[Any, ...]:
    return ()


def card_action(kind: type[CardAction], zone: Zone, seat: int | None = None, **more: Any) -> Any:
    """Return an action with cards; its words and its question do not matter here."""
    ask = AskCards("cards", str(zone), 1, 1, {})
    return kind(LABEL, zone, seat, move="", ask=ask, shown=Presentation(LABEL), **more)


def wait(zone: str, seat: int) -> PendingAction:
    return PendingAction(LABEL, Zone.parse(zone), seat)


def to_clear(name: str) -> tuple[Card, ...]:
    return (Card(name, Zone(MIDDLE), status=CardStatus.TO_CLEAR, seat=1),)


def card_wait(kind: type[CardAction], zone: str, **more: Any) -> Known:
    return lambda name: (card_action(kind, Zone.parse(zone), 1, cards=(name,), **more),)


class Tapped(NamedTuple):
    """What the match knows when a card that seat 1 laid in the middle, or off it, is tapped."""

    goes: str
    off: bool = False
    cards: Known = nothing
    piles: Known = nothing
    backs: tuple[Backs, ...] = ()
    waits: Known = nothing
    draws: tuple[Any, ...] = ()


MINE = (Backs(Zone("seat", 1), 1, 1),)
LYING = {
    "a card that means nothing goes into its hand": Tapped("hand:1", off=True),
    "a card that must lie elsewhere goes there": Tapped(
        "seat:1", off=True, cards=lambda name: (Card(name, Zone("seat", 1)),)
    ),
    "a card that its player still has goes into the hand": Tapped(
        "hand:1", cards=to_clear, piles=lambda _: (Due(Zone(MIDDLE), 9),), backs=MINE
    ),
    "a card that its player must lay elsewhere goes there": Tapped(
        "seat:1", cards=to_clear, waits=card_wait(Lay, "seat:1")
    ),
    "a card that goes back to its player": Tapped(
        "hand:1", cards=to_clear, waits=card_wait(Return, MIDDLE)
    ),
    "a card that goes back into the pile": Tapped(
        "pile",
        cards=to_clear,
        waits=card_wait(Return, MIDDLE, into=Zone(MIDDLE)),
        draws=(draw(Zone(MIDDLE), 1),),
    ),
    "a card that is used": Tapped("away", cards=to_clear, waits=card_wait(Clear, MIDDLE)),
    "the top of a pile, by who must lay it": Tapped(
        "seat:1",
        piles=lambda name: (Due(Zone(MIDDLE), 1, name, leaves=True),),
        waits=card_wait(Lay, "seat:1"),
    ),
    "a card to clear that is the top of a pile now": Tapped(
        "seat:1", cards=to_clear, piles=lambda name: (Due(Zone("seat", 1), 1, name),)
    ),
    "a card on a pile before it counts": Tapped(
        "hand:1",
        piles=lambda _: (Due(Zone(MIDDLE), 0),),
        waits=lambda _: (wait(MIDDLE, 1),),
    ),
    "a card on a pile that counts": Tapped(
        MIDDLE,
        piles=lambda _: (Due(Zone(MIDDLE), 1, "duke"),),
        waits=lambda _: (wait(MIDDLE, 1),),
    ),
    "a card on a pile while another seat must lay one": Tapped(
        MIDDLE,
        piles=lambda _: (Due(Zone(MIDDLE), 0),),
        waits=lambda _: (wait(MIDDLE, 2),),
    ),
}


def at_court() -> tuple[Hands, str, str]:
    """Return a table where no card is there twice, and the id and the name of seat 1's card."""
    table = Hands()
    table.table.set_out(8, "coup_detat", {}, 3)
    table.deal()
    (card,) = table.table.scene().hands[1]
    return table, card, table.table.scene().faces[card]


@pytest.mark.parametrize("case", LYING.values(), ids=LYING)
def test_a_tap_on_a_card_that_lies_there_takes_it_where_it_is_due(case: Tapped) -> None:
    table, card, name = at_court()
    table.waits = (wait(MIDDLE, 1),)
    table.table.do(acts.Place(card, 200.0, 200.0) if case.off else acts.Show(card, MIDDLE))
    (lies,) = table.table.scene().placed
    table.layout = Layout(case.cards(name), case.piles(name), case.backs)
    table.seq += 1
    table.waits, table.draws = case.waits(name), case.draws
    # Whatever lies in the seat's own zone means something.
    may = Judgement((Meaning(MoveBase(), ()),))
    table.judge = lambda change: (
        may if getattr(change, "zone", None) == Zone("seat", 1) else (Judgement())
    )
    table.table.do(acts.Tap(lies.id))
    assert table.place_of(name) == case.goes
    assert all(duty.message.key != "table.gone" for duty in table.table.scene().duties)


HELD: dict[str, tuple[Known, Known, Known, str | None]] = {
    "it must lie there": (
        lambda name: (Card(name, Zone("seat", 2), status=CardStatus.FREE),),
        nothing,
        lambda _: (wait("seat:2", 1),),
        "seat:2",
    ),
    "it is the top of a pile": (
        nothing,
        lambda name: (Due(Zone(MIDDLE), 1, name),),
        lambda _: (wait("seat:0", 0),),
        MIDDLE,
    ),
    "another seat must act first": (nothing, nothing, lambda _: (wait("seat:2", 2),), None),
}


@pytest.mark.parametrize("case", HELD.values(), ids=HELD)
def test_a_tap_on_a_held_card_lays_it_where_it_is_due_or_says_what_is(
    case: tuple[Known, Known, Known, str | None],
) -> None:
    cards, piles, waits, goes = case
    table, card, name = at_court()
    table.layout, table.waits = Layout(cards(name), piles(name)), waits(name)
    with nullcontext() if goes else pytest.raises(IllegalMove, match=LABEL.key):
        table.table.do(acts.Tap(card))
    assert table.place_of(name) == (goes or "hand:1")


def test_a_card_that_must_wait_for_another_one_of_its_hand_is_asked_about_first() -> None:
    table, _, _ = at_court()
    table.table.do(acts.Hold(PILE, 1))
    card, other = table.table.scene().hands[1]
    name, first = (table.table.scene().faces[held] for held in (card, other))
    ask = AskCards("cards", "seat:1", 1, 1, {name: 1, first: 1})
    lays = replace(card_action(Lay, Zone("seat", 1), 1), ask=ask)
    table.waits = (replace(lays, first=(first,)),)
    with pytest.raises(acts.Unsure) as asked:
        table.table.do(acts.Tap(card))
    assert asked.value.message == Message("table.virtual.first", {"cards": (first,)})
    assert table.place_of(name) == "hand:1"
    table.table.do(acts.Tap(card, sure=True))
    assert table.place_of(name) == "seat:1"


def test_a_card_that_others_must_lay_there_now_is_laid_by_nobody_else() -> None:
    table, card, _ = at_court()
    table.waits = (card_action(Lay, Zone(MIDDLE), 2),)
    with pytest.raises(IllegalMove, match=LABEL.key):
        table.table.do(acts.Place(card, 300.0, 200.0, face_up=True))
    table.table.do(acts.Show(card, "seat:1"))  # There, it is plain whose it is.


def test_where_several_cards_must_be_laid_together_a_place_is_lit_for_each() -> None:
    table, card, name = at_court()
    ask = AskCards("cards", MIDDLE, 2, 2, {name: 1})
    several = Lay(LABEL, Zone(MIDDLE), 1, count=2, move="", ask=ask, shown=Presentation(LABEL))
    table.waits = (several,)
    held = table.table.scene().held
    assert held[card].opens == (MIDDLE,)
    assert not any(held[other].opens for other in held if other != card)


@pytest.mark.parametrize("down", [False, True])
def test_a_hand_lays_one_card_at_a_time(down: bool) -> None:
    table, *_ = at_court()
    table.table.do(acts.Hold(PILE, 1))
    table.match, table.waits = 8, (LayDown(LABEL, Zone("seat", 1), 1),) * down
    first, second = table.table.scene().hands[1]
    name = "" if down else table.table.scene().faces[first]
    table.table.do(acts.Show(first, "seat:1"))
    with pytest.raises(IllegalMove, match=r"page\.now\.reads"):
        table.table.do(acts.Place(second, 300.0, 200.0))
    table.layout, table.waits = Layout((Card(name, Zone("seat", 1)),)), ()  # It has counted.
    table.table.do(acts.Show(second, "seat:1"))


def test_a_card_that_has_counted_and_was_brought_back_is_put_away_again() -> None:
    table, card, name = at_court()
    table.due = None
    table.table.do(acts.Show(card, "seat:1"))
    table.table.count([name], seq=1)
    table.table.do(acts.Take(card))
    table.seq, table.layout, table.waits = 2, Layout(held=(1, 0, 1)), (wait("seat:1", 1),)
    table.table.do(acts.Recall())
    (duty,) = (duty for duty in table.table.duties() if duty.is_open)
    table.table.do(acts.CarryOut(duty.id))
    assert table.place_of(name) == "away"


def test_a_card_that_has_counted_is_put_away_though_its_hand_lacks_a_card() -> None:
    table, card, name = at_court()
    table.due = None
    table.table.do(acts.Show(card, MIDDLE))
    version = table.table.scene().version
    table.table.count([name], seq=1)
    assert table.table.scene().version > version  # pages draw it again
    table.seq, table.layout = 2, Layout(to_clear(name), held=(1, 1, 1))
    (duty,) = table.table.duties()
    table.table.do(acts.CarryOut(duty.id))
    assert table.place_of(name) == "away"


def test_a_hand_whose_cards_are_counted_draws_before_it_lays() -> None:
    table, _, name = at_court()
    table.layout, table.draws = Layout(held=(1, 1, 1)), (draw(Zone(MIDDLE), 1, 1),)
    ask = AskCards("cards", "seat:1", 1, 1, {name: 1})
    table.waits = (replace(card_action(Lay, Zone("seat", 1), 1), ask=ask),)
    assert [duty.is_open for duty in table.table.duties()] == [True, False]
    table.table.do(acts.Hold(PILE, 1))
    assert [duty.is_open for duty in table.table.duties()] == [False, True]


def test_after_the_end_nothing_is_due_though_a_hand_lacks_a_card() -> None:
    """Coup ended by a shown card, and its player was told to draw another one."""
    table, card, name = at_court()
    table.due = None
    table.table.do(acts.Show(card, MIDDLE))
    table.table.count([name], seq=1)
    table.seq, table.layout = 2, Layout(to_clear(name), (Due(Zone(MIDDLE)),), held=(1, 1, 1))
    assert 1 in {duty.hand for duty in table.table.duties()}
    table.is_over = True
    assert table.table.duties() == ()


def test_all_cards_that_go_onto_a_pile_go_there_even_if_one_lies_there_unread() -> None:
    table, *_ = at_court()
    table.table.do(acts.Hold(PILE, 1))
    first, last = table.table.scene().hands[1]
    of = {id_: table.table.scene().faces[id_] for id_ in (first, last)}
    table.table.do(acts.Show(first, MIDDLE))
    table.seq += 1
    table.table.do(acts.Show(last, "seat:1"))
    table.layout = Layout(to_clear(of[first]))
    ask = AskCards("cards", "seat:1", 1, 1, dict.fromkeys(of.values(), 1))
    table.waits = (replace(card_action(Lay, Zone("seat", 1), 1, sweeps=True), ask=ask),)
    (duty,) = table.table.duties()
    assert (duty.cards, duty.chooses) == ((first,), False)
    table.table.do(acts.CarryOut(duty.id))
    assert table.place_of(of[first]) == "seat:1"


@pytest.mark.parametrize(("away", "busy"), [(False, False), (True, False), (False, True)])
def test_a_card_that_counted_for_nothing_goes_back_into_the_hand_that_lacks_it(
    away: bool, busy: bool
) -> None:
    table, card, name = at_court()
    table.due = None
    table.table.do(acts.Show(card, MIDDLE))
    piles = (Due(Zone(MIDDLE), 9),)  # Whoever draws from it lays nothing on it.
    table.layout = Layout(piles=piles, backs=(Backs(Zone("seat", 1), 1, 1),))
    assert table.table.duties() == ()  # It may still be read.
    if away:
        table.table.do(acts.Take(card))
    if busy:  # It has something else to do, too.
        table.draws = (draw(Zone(MIDDLE), 1, 2),)
    table.seq += 1
    *others, duty = table.table.duties()
    assert [other.is_open for other in others] == [True] * busy
    takes = Message("table.virtual.take_back", {"seat": 1, "cards": (name,)})
    if away:  # Nobody is told which card it is.
        takes = Message("table.virtual.take_back_unseen", {"seat": 1, "count": 1})
    assert duty.action.message == takes
    table.table.do(acts.CarryOut(duty.id))
    assert table.place_of(name) == "hand:1"


def test_no_card_covers_a_new_one_that_the_camera_may_not_have_seen() -> None:
    table, *_ = at_court()
    table.due = None
    table.table.do(acts.Hold(PILE, 1))
    cards = table.table.scene().hands[1]
    left, top, right, bottom = table.table.spread.zones["seat:1"]
    table.table.card_mm = (right - left, bottom - top)  # There is room for one card.
    table.table.do(acts.Show(cards[0], "seat:1"))
    table.table.is_read = lambda: False
    with pytest.raises(IllegalMove, match=r"page\.now\.reads"):
        table.table.do(acts.Show(cards[1], "seat:1"))
    table.table.is_read = lambda: True
    table.table.do(acts.Show(cards[1], "seat:1"))
    assert table.table.scene().hands[1] == ()


def test_a_tap_on_a_back_turns_it_up_where_it_lies_if_that_is_what_is_due() -> None:
    table, card, _ = at_court()
    own = Zone("seat", 1)
    table.draws = (card_action(TurnUp, own, 1, source=own),)
    assert table.table.scene().duties == ()  # no card of a pile will do
    table.table.do(acts.Show(card, "seat:1"))
    (up,) = table.table.scene().placed
    table.table.do(acts.Place(up.id, up.x_mm, up.y_mm, up.turn_deg, face_up=False))
    (back,) = table.table.scene().placed
    table.table.do(acts.Tap(back.id))
    assert table.table.scene().placed == (up,)


def test_a_card_turned_up_as_due_is_not_missing_until_it_is_read() -> None:
    table, card, _ = at_court()
    own = Zone("seat", 1)
    table.table.do(acts.Show(card, "seat:1", face_up=False))
    table.table.do(acts.Hold(PILE, 1))
    table.layout = Layout((Card("", own, seat=1),))
    table.draws = (card_action(TurnUp, own, 1, source=own),)
    table.seq += 1
    (turn,) = table.table.scene().duties
    table.table.do(acts.CarryOut(turn.id))
    assert len(table.table.scene().hands[1]) == 1
    assert table.table.scene().duties == ()


def test_a_card_that_the_match_refuses_where_it_is_due_is_taken_back() -> None:
    table, card, name = at_court()
    ask = AskCards("cards", MIDDLE, 1, 1, {name: 1})
    table.waits = (replace(card_action(Lay, Zone(MIDDLE), 1), ask=ask),)
    (lay,) = table.table.duties()
    table.table.do(acts.CarryOut(lay.id, (card,)))
    assert not any(duty.is_open for duty in table.table.duties())
    table.judge = lambda change: Judgement(refusals=(Refusal("SL-1", LABEL, (change,)),))
    table.table.do(acts.Fault("dark", False))  # It is looked at again.
    (back,) = [duty for duty in table.table.duties() if duty.is_open]
    table.table.do(acts.CarryOut(back.id))
    assert table.place_of(name) == "hand:1"
    assert [duty.id for duty in table.table.duties() if duty.is_open] == [lay.id]


# -- what a tap on a pile does -----------------------------------------------------------------


def test_a_tap_on_the_pile_draws_for_whom_it_owes_and_is_refused_where_nobody_draws() -> None:
    table = Hands()
    table.deal()
    with pytest.raises(IllegalMove):
        table.table.do(acts.Tap(PILE))
    table.draws = (draw(Zone(MIDDLE), 1, 2),)
    for left in (2, 1):
        (due,) = table.table.scene().duties
        assert (due.seat, due.cards, due.count, due.hand) == (1, (PILE,), left, 1)
        table.table.do(acts.Tap(PILE))
    assert table.table.scene().duties == ()
    assert table.held() == [1, 3, 1]


def test_a_card_that_fits_into_no_cell_was_drawn_all_the_same() -> None:
    table = Hands.playing("ogallala", 2)
    table.due, table.layout = None, lying([])
    table.draws = (draw(Zone("pile", index=0), 0),)
    (due,) = table.table.duties()
    table.table.do(acts.CarryOut(due.id, due.cards[:1]))
    table.seq += 1  # The table has asked for it again.
    assert [duty for duty in table.table.duties() if duty.is_open] == []


def test_whoever_taps_a_pile_out_of_turn_is_told_what_comes_next(tmp_path: Path) -> None:
    table = StillVirtualTable(tmp_path)
    table.deal("ogallala", 2)
    (pile, *_) = table.virtual.scene().duties[0].cards
    table.virtual.do(acts.Tap(pile))
    with pytest.raises(IllegalMove) as refused:
        table.virtual.do(acts.Tap(pile))
    first = Message("table.virtual.lay_drawn_first", {"seat": 0, "count": 1})
    assert refused.value.message == first == table.virtual.unfinished_chore()
    table.deal("coyote", 3)
    with pytest.raises(IllegalMove) as refused:
        table.virtual.do(acts.Tap(PILE))
    assert refused.value.message == table.match.view(None).focus.label
    table.close()


# -- what was laid away comes back -------------------------------------------------------------


def test_what_was_laid_away_comes_back_to_the_hand_it_came_from_or_where_it_lay() -> None:
    table = Hands()
    table.deal()
    assert not table.table.scene().away
    table.table.do(acts.Take(table.table.scene().hands[1][0]))
    assert table.table.scene().away
    table.table.do(acts.Recall())
    assert table.held() == [1, 1, 1]
    table.table.do(acts.Show(table.table.scene().hands[2][0], "seat:2"))
    before = table.table.scene().placed
    table.table.do(acts.Take(before[0].id))
    table.table.do(acts.Recall())
    after = table.table.scene().placed
    assert [(card.card, card.x_mm) for card in after] == [(card.card, card.x_mm) for card in before]
    with pytest.raises(LookupError):
        table.table.do(acts.Recall())


def test_a_card_waits_to_be_read_while_another_player_moves(tmp_path: Path) -> None:
    table = StillVirtualTable(tmp_path)
    table.desk.do(Begin("coup_detat", {}, 3))
    for duty in table.virtual.scene().duties:
        table.virtual.do(acts.CarryOut(duty.id))
    drawn = table.virtual.scene().placed
    assert len(drawn) == 3
    table.desk.do(Move({"move": "card_drawn", "player": 2, "cards": [drawn[2].card]}), CAMERA)
    assert table.virtual.scene().duties == ()
    first, second = table.virtual.duties()
    assert (first.count, second.count) == (0, 0)
    table.close()


# -- what the games offer ----------------------------------------------------------------------


def open_scene(table: Seated) -> Tabletop:
    """Return the table as pages get it, but with the hands of its bots."""
    now = table.virtual._now()
    shown = dataclasses.replace(now, brief=dataclasses.replace(now.brief, bots=()))
    return tabletop(shown, table.virtual.card_mm, {}, 0)


def test_who_can_follow_suit_is_offered_these_cards_only(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    table.begin("coup_detat", *["gentle"] * 3)
    seen = set[bool]()
    for _ in range(60):
        table.play(1)
        phase, scene = table.match.state.phase, open_scene(table)
        if not isinstance(phase, Playing) or not (suit := phase.deal.trick.suit):
            continue
        hand = {card: scene.faces[card] for card in scene.hands[phase.deal.trick.next_player]}
        follows = {card for card, name in hand.items() if name[-1] == suit}
        offered = {card for card in hand if scene.held[card].opens or scene.held[card].taps}
        coup = {card for card, name in hand.items() if name == COUP}
        assert offered <= (follows or set(hand)) | coup
        if offered:
            seen.add(bool(follows))
    table.close()
    assert seen == {True, False}


def lies_on_the_grid(table: Seated, contract: str) -> None:
    """Check that the card of Dominoes must go, once more if it is brought back, and never return.

    The match has read it in the middle.
    """
    for _ in range(2):
        (goes,) = (duty for duty in table.virtual.scene().duties if contract in duty.cards)
        table.virtual.do(acts.CarryOut(goes.id))
        assert not any(contract in duty.cards for duty in table.virtual.scene().duties)
        table.virtual.do(acts.Recall())
    table.virtual.do(acts.Take(contract))


def test_cards_that_were_not_dealt_are_asked_for_and_who_has_no_fitting_card_is_a_secret(
    tmp_path: Path,
) -> None:
    table = Seated(tmp_path)
    table.begin("coup_detat", *["gentle"] * 3)
    stuck = set[bool]()
    for _ in range(200):
        phase, scene = table.match.state.phase, open_scene(table)
        if isinstance(phase, Naming):
            left = set(table.match.state.contracts_left)
            asked = {
                (scene.faces[card], duty.seat)
                for duty in scene.duties
                for card in duty.cards
                if card in scene.aside
            }
            assert asked == {(card, phase.seat) for card in left}
            (contract,) = (card for card in scene.aside if scene.faces[card] == "dominoes")
            table.virtual.do(acts.Tap(contract))
            table.see()
            lies_on_the_grid(table, contract)
            continue
        assert not any({*duty.cards} & {*scene.aside} for duty in scene.duties)
        if isinstance(phase, Laying):
            seat, rows = phase.deal.turn, phase.deal
            hand = {scene.faces[card] for card in scene.hands[seat]}
            cannot = hand.isdisjoint(rows.fitting_cards)
            assert scene.stuck == ((seat,) if cannot else ())
            assert scene.visible_to([(seat + 1) % 3]).stuck == ()
            stuck.add(cannot)
        elif stuck:
            break
        table.play(1)
    table.close()
    assert stuck == {True, False}
