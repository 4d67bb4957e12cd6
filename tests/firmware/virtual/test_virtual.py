"""The virtual table: cards are neither lost nor doubled, and lie where they lay after a cut."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress

import pytest
from msgspec.structs import replace

from firmware.virtual.duty import PutBack
from firmware.virtual.state import TableState
from firmware.virtual.table import KEY
from hardware import MAT
from referee.contract import AskCards, Deal, IllegalMove, Message, Presentation
from referee.pending import Draw, Take, draw
from referee.reports import virtual_acts as acts
from referee.table import ANYWHERE, Backs, Card, CardStatus, Layout, Pile, Zone
from tests.firmware.virtual.hands import COUNTS, LABEL, Hands, card_of, territories
from vision.mat_file import read_mat


def test_a_seat_waits_for_the_deal_of_its_round_and_gets_what_is_due() -> None:
    hands = Hands()
    deal_first = Message("table.virtual.deal_first")
    assert hands.table.unfinished_chore() == deal_first
    for seat in range(3):  # cards drawn from the pile are a deal, too
        hands.table.do(acts.Hold("pile", seat))
    assert hands.table.unfinished_chore() is None
    hands.due = Deal(1, (1, 0, 1), shuffle=True)  # a player left between deal and play
    assert hands.table.unfinished_chore() == deal_first
    hands.table.do(acts.Deal())
    assert hands.table.unfinished_chore() is None
    assert hands.held() == [1, 0, 1]
    assert hands.everything() == Counter(COUNTS)
    hands.due = None
    assert hands.table.unfinished_chore() is None
    with pytest.raises(IllegalMove):  # while a round is on
        hands.table.do(acts.Deal())
    hands.due = Deal(2, (1, 1, 1))
    assert hands.table.unfinished_chore() is not None


def test_a_hand_with_too_few_cards_draws_and_one_with_too_many_after_a_draw_gives_back() -> None:
    hands = Hands()
    hands.due = Deal(1, (2, 2, 2))
    hands.table.do(acts.Deal())
    hands.due, middle = None, Zone("middle")
    backs = tuple(Backs(Zone("seat", seat), 2, seat) for seat in range(3))
    hands.layout = Layout(piles=(Pile(middle, 9),), backs=backs)
    assert hands.table.duties() == ()
    mine = hands.table.scene().hands[1][0]
    hands.table.do(acts.Show(mine, "middle"))
    assert not [
        duty for duty in hands.table.duties() if isinstance(duty.action, Draw)
    ]  # it lies there
    hands.table.do(acts.PutBack(mine))
    (duty,) = hands.table.duties()
    assert (type(duty.action), duty.hand, duty.count) == (Draw, 1, 1)
    hands.table.do(acts.CarryOut(duty.id))
    assert (hands.table.duties(), hands.held()) == ((), [2, 2, 2])
    hands.draws = (draw(middle, 0, 2),)
    hands.table.do(acts.CarryOut(hands.table.duties()[0].id))
    assert hands.held() == [4, 2, 2]
    lying = hands.table.scene().hands[1][0]
    name = hands.table.scene().faces[lying]
    hands.table.do(acts.Show(lying, "middle"))
    free = Card(name, middle, status=CardStatus.FREE)
    ask = AskCards("cards", "middle", 1, 1, {name: 1})
    hands.waits = (Take(LABEL, middle, 0, move="", ask=ask, shown=Presentation(LABEL)),)
    hands.layout = replace(hands.layout, cards=(free,), piles=())
    hands.table.do(acts.Tap(lying))
    assert hands.held() == [5, 1, 2]
    duty = next(item for item in hands.table.duties() if item.is_open and item.hand == 0)
    assert (type(duty.action), duty.count) == (PutBack, 2)  # The card it took is not counted yet.
    hands.waits, hands.layout = (), replace(hands.layout, cards=())
    hands.table.do(acts.Hold(hands.table.scene().hands[0][0], 1))
    duty = next(item for item in hands.table.duties() if item.is_open)
    assert (type(duty.action), duty.hand, duty.count) == (PutBack, 0, 2)
    hands.table.do(acts.CarryOut(duty.id, duty.cards[:2]))
    assert hands.held() == [2, 2, 2]
    hands.seq += 1
    hands.table.do(acts.PutBack(hands.table.scene().hands[0][0]))
    assert hands.table.duties()[0].count == 3  # the card that it lacks, and two more


def test_cards_are_moved_turned_and_taken_by_their_ids() -> None:
    hands = Hands()
    hands.table.do(acts.Deal())
    (card,) = hands.table.scene().hands[1]
    hands.table.do(acts.Place(card, 100, 200, -90, False))
    (placed,) = hands.table.scene().placed
    assert (placed.id, placed.turn_deg, placed.face_up) == (card, 270.0, False)
    hands.table.do(acts.Place(card, 9999, -5, 0, True))
    (placed,) = hands.table.scene().placed
    assert (placed.x_mm, placed.y_mm) == (594.0, 0.0)
    hands.table.do(acts.Take(card))
    assert hands.table.scene().discards == 1
    with pytest.raises(LookupError):
        hands.table.do(acts.Take(card))
    with pytest.raises(LookupError):
        hands.table.do(acts.Place("nonsense", 0, 0, 0, True))
    hands.table.do(acts.Place("pile", 300, 200, 0, True))
    assert len(hands.table.scene().placed) == 1


def test_after_a_power_cut_the_cards_lie_where_they_lay() -> None:
    hands = Hands()
    hands.table.do(acts.Deal())
    hands.want(3)
    hands.reveal()
    hands.table.do(acts.Fault("shadow", True))
    before = hands.table.scene()
    after = Hands(hands.kept).table.scene()
    assert (after.placed, after.hands, after.pile) == (before.placed, before.hands, before.pile)
    assert after.faults["shadow"]


def test_a_bouncing_button_chatters_and_ends_where_the_finger_is() -> None:
    hands = Hands()
    hands.table.do(acts.Button(2, True))
    assert hands.edges == [(2, True)]
    hands.table.do(acts.Fault("bouncing", True))
    hands.edges.clear()
    hands.table.do(acts.Button(2, False))
    assert len(hands.edges) > 3
    assert hands.edges[0] == hands.edges[-1] == (2, False)
    with pytest.raises(LookupError):
        hands.table.do(acts.Fault("earthquake", True))


def test_whatever_hands_do_no_card_is_lost_or_doubled() -> None:
    hands = Hands(seats=4)
    chance = random.Random(5)
    for number in range(1, 200):
        scene = hands.table.scene()
        cards = [*(p.id for p in scene.placed), *(c for hand in scene.hands for c in hand)]
        match chance.randrange(5):
            case 0:
                hands.due = Deal(number, (1,) * 4, chance.random() < 0.2)
                hands.table.do(acts.Deal(again=True))
            case 1:
                hands.want(chance.randrange(7))
                with suppress(IllegalMove, StopIteration):  # not all that are held are wanted
                    hands.reveal()
            case 2 if cards:
                hands.table.do(acts.Take(chance.choice(cards)))
            case 3 if cards:
                hands.table.do(acts.Place(chance.choice(cards), 300, 200, 15, True))
            case 4 if scene.pile + scene.discards:
                hands.table.do(acts.Place("pile", 100, 100, 0, chance.random() < 0.5))
        assert hands.everything() == Counter(COUNTS)


@pytest.mark.parametrize("seat", range(6))
def test_cards_shown_in_a_zone_lie_in_it_side_by_side(seat: int) -> None:
    hands = Hands(seats=6)
    hands.due = Deal(1, (2,) * 6)
    hands.table.do(acts.Deal())
    zone = f"seat:{seat}"
    for id_ in hands.table.scene().hands[seat]:
        hands.table.do(acts.Show(id_, zone))
    card, other = hands.table.scene().placed
    left, top, right, bottom = read_mat(MAT).zones[zone]
    for lying in (card, other):
        assert left < lying.x_mm < right
        assert top < lying.y_mm < bottom
    assert abs(card.x_mm - other.x_mm) + abs(card.y_mm - other.y_mm) > 70
    with pytest.raises(LookupError):
        hands.table.do(acts.Show(card.id, "seat:9"))


def test_a_refused_drag_of_a_counted_card_is_stored_as_it_lies_again() -> None:
    hands = Hands()
    hands.deal()
    card = hands.table.scene().hands[0][0]
    hands.table.do(acts.Show(card, "middle"))
    (lying,) = hands.table.scene().placed
    hands.layout = Layout((Card(lying.face, Zone("middle")),))
    hands.table.do(acts.Place(card, lying.x_mm + 100, lying.y_mm, lying.turn_deg))
    spot = lying.x_mm, lying.y_mm, lying.turn_deg
    with pytest.raises(IllegalMove, match="no_hand"):
        hands.table.do(acts.Hold(card, 0, spot))
    assert hands.table.scene().placed == (lying,)
    assert TableState.from_stored(hands.kept[KEY]) == hands.table.snapshot()[0]


def test_a_card_of_the_last_deal_is_not_laid_once_the_next_one_is_due() -> None:
    hands = Hands()
    hands.table.do(acts.Deal())
    card = hands.table.scene().hands[0][0]
    hands.due = Deal(2, (1, 1, 1))
    for act in (acts.Show(card, "middle"), acts.Place(card, 200, 200)):
        with pytest.raises(IllegalMove, match="deal_first"):
            hands.table.do(act)


def test_a_card_put_away_is_not_asked_back_while_the_one_laid_instead_is_unread() -> None:
    hands = Hands()
    hands.due = Deal(1, (2, 2, 2))
    hands.deal()
    away, laid = hands.table.scene().hands[0]
    hands.table.do(acts.Take(away))
    hands.layout = Layout(backs=(Backs(Zone("seat", 0), 1, 0),))
    assert hands.table.duties() == ()
    hands.table.do(acts.Show(laid, "middle"))
    assert hands.table.duties() == ()


def test_a_deal_leaves_cards_out_that_stay_at_hand_and_lays_some_face_down() -> None:
    hands = Hands.playing("coup_detat", 4)
    hands.due, hands.layout = Deal(1, (8, 8, 8, 8), True, 1), Layout(set_aside=("barbu", "siege"))
    assert not hands.table.is_dealt()
    hands.table.do(acts.Deal())
    assert hands.table.is_dealt()
    lay, _ = hands.table.snapshot()
    assert [len(hand) for hand in lay.hands] == [8] * 4
    assert [
        (placed.face_up, hands.table.spread.zone_of(placed.x_mm, placed.y_mm))
        for placed in lay.placed
    ] == [(False, "talon")]
    scene = hands.table.scene()
    assert {scene.faces[card] for card in scene.aside} == {"barbu", "siege"}
    hands.table.do(acts.Show(scene.aside[0], "middle"))
    assert len(hands.table.scene().aside) == 1
    whole = hands.everything()
    hands.due, hands.layout = Deal(2, (8, 8, 8, 8), True), Layout(set_aside=("7S", "8S"))
    hands.table.do(acts.Deal())
    scene = hands.table.scene()
    assert {scene.faces[card] for card in scene.aside} == {"7S", "8S"}
    assert hands.everything() == whole


def test_a_trick_is_gathered_from_before_all_seats_and_nothing_else() -> None:
    hands = Hands.playing("coup_detat", 4)
    hands.due = Deal(1, (8, 8, 8, 8), True, 1)
    hands.table.do(acts.Deal())
    lay, _ = hands.table.snapshot()
    trick = [hand[0] for hand in lay.hands]
    for seat, card in enumerate(trick):
        hands.table.do(acts.Show(card, f"seat:{seat}"))
    hands.table.do(acts.Show(lay.hands[0][1], "seat:0"))  # too early: it is nobody's trick
    names = hands.table.scene().faces
    hands.layout = Layout(
        tuple(
            Card(names[card], Zone("seat", n), status=CardStatus.TO_CLEAR)
            for n, card in enumerate(trick)
        )
    )
    hands.seq += 1
    stray, duty = hands.table.duties()
    assert stray.cards == (lay.hands[0][1],)
    assert {*duty.cards} == {*trick}
    hands.table.do(acts.CarryOut(duty.id))
    scene = hands.table.scene()
    assert [placed.face_up for placed in scene.placed] == [
        False,
        True,
    ]  # the table card, the next one
    assert (scene.discards, [duty.cards for duty in scene.duties]) == (4, [stray.cards])
    with pytest.raises(LookupError):
        hands.table.do(acts.CarryOut(duty.id))


def test_a_new_card_is_not_gathered_in_place_of_an_equal_one_that_counted() -> None:
    hands = Hands()
    hands.due = None
    hands.table.do(acts.Lay("1"))
    hands.layout, hands.seq = Layout((Card("1", ANYWHERE, status=CardStatus.TO_CLEAR),)), 1
    (old,) = hands.table.scene().duties[0].cards
    hands.table.do(acts.Take(old))
    hands.table.do(acts.Lay("1"))
    assert hands.table.duties() == ()
    assert [placed.card for placed in hands.table.scene().placed] == ["1"]


def test_a_card_laid_near_a_cell_of_a_territory_lies_in_it_and_one_between_two_stays() -> None:
    hands = territories()
    spread, card = hands.table.spread, card_of(hands, "eagle")
    x, y, _ = spread.cell_mm("territory:0", 1, 5)
    hands.table.do(acts.Place(card, x + 12.0, y - 15.0, 0.0, True))
    (placed,) = hands.table.scene().placed
    assert spread.cell_at(placed.x_mm, placed.y_mm) == ("territory:0", 1, 5)
    assert abs(placed.x_mm - x) <= 1
    assert abs(placed.y_mm - y) <= 1
    hands.table.do(acts.Place(card, x + 23.5, y, 0.0, True))
    (placed,) = hands.table.scene().placed
    assert placed.x_mm == pytest.approx(x + 23.5)
    assert spread.cell_at(placed.x_mm, placed.y_mm) is None


def test_a_card_that_was_put_away_is_laid_with_the_others_once_it_is_due() -> None:
    hands = Hands()
    hands.deal()
    hands.table.do(acts.Take(hands.table.scene().hands[1][0]))
    hands.want(3)
    hands.reveal()
    assert len(hands.table.scene().placed) == 2
    hands.reveal()
    assert len(hands.table.scene().placed) == 3
