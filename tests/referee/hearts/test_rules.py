"""The rules of Hearts, each by its id (HE-1 … HE-14)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee.contract import BadOptions, Cue
from referee.hearts.rules import points
from referee.hearts.state import Declare, Pass, Phase, Play, State, TakeUp, Trick, pack
from referee.table import CardStatus, Laid, Taken, Zone
from tests.referee.hearts.playing import GAME, Hearts, opened

CLUBS = ("3C", "4C", "5C")


def test_he_1_three_to_five_share_out_the_pack_and_five_lack_two_twos() -> None:
    assert [len(pack(seats)) for seats in (3, 4, 5)] == [51, 52, 50]
    assert {"2D", "2S"}.isdisjoint(pack(5))
    assert "2D" not in pack(3)
    for seats, held in ((3, 17), (4, 13), (5, 10)):
        assert Hearts(seats).state.held == (held,) * seats
    with pytest.raises(BadOptions, match="HE-1"):
        Hearts(6)
    match = Hearts(3)
    match.passed()
    match.lay("2C")
    assert match.refused(Play(1, ("2D",))).rule == "HE-1"


@pytest.mark.parametrize(
    ("seats", "ways"),
    [
        (3, ("left", "right", "hold", "left")),
        (4, ("left", "right", "across", "hold", "left")),
        (5, ("left", "right", "hold", "left")),
    ],
)
def test_he_2_cards_are_passed_left_right_across_and_held(
    seats: int, ways: tuple[str, ...]
) -> None:
    match = Hearts(seats, limit=200)
    receivers = {"left": 1, "right": seats - 1, "across": 2}
    for way in ways:
        assert match.state.way == way
        if way == "hold":
            assert match.state.phase is Phase.OPENING
            assert match.refused(Pass(0)).rule == "HE-4"
        else:
            assert match.state.receiver(0) == receivers[way]
            match.do(Pass(0))
            assert match.refused(Pass(0)).rule == "HE-2"
            assert match.refused(TakeUp(1)).rule == "HE-2"
            match.do(*map(Pass, match.state.due))
            match.do(*map(TakeUp, match.state.due))
        match.lay("2C", "AS", *("6C", "7C", "8C")[: seats - 2])
        match.lay("3D", "4D", "AC")  # A revoke ends the deal.


def test_he_3_passed_cards_lie_before_the_receiver_until_all_have_passed() -> None:
    match = Hearts()
    backs = tuple(Laid("", Zone("seat", 1), id=f"p{n}", down=True) for n in range(3))
    assert [move.move for move in GAME.table.judge(match.state, backs).moves] == [
        Pass(0, proof=("p0", "p1", "p2"))
    ]
    assert GAME.table.judge(match.state, backs[:2]).pending[0].have == 2
    (surplus,) = GAME.table.judge(match.state, (*backs, backs[0])).refusals
    assert (surplus.rule, surplus.message.params["count"]) == ("HE-2", 4)
    match.do(Pass(0))
    lying = GAME.table.layout(match.state).cards
    assert [(card.name, card.zone) for card in lying] == [("", Zone("seat", 1))] * 3
    assert {card.status for card in lying} == {CardStatus.STAYS}
    match.do(Pass(1), Pass(2), Pass(3))
    assert match.state.held == (10,) * 4
    assert match.refused(Play(1, ("2C",))).rule == "HE-3"
    own = [card for card in GAME.table.layout(match.state).cards if card.zone.seat == 1]
    assert [
        meaning.move for meaning in GAME.table.judge(match.state, tuple(map(Taken, own))).moves
    ] == [TakeUp(1)]
    match.do(TakeUp(1))
    assert match.refused(TakeUp(1)).rule == "HE-3"
    assert match.state.held == (10, 13, 10, 10)


def test_he_4_the_two_of_clubs_leads_from_any_hand() -> None:
    match = Hearts()
    match.passed()
    assert match.refused(Play(2, ("3C",))).rule == "HE-4"
    (move,) = GAME.table.judge(match.state, (Laid("2C", Zone("seat", 2), id="p"),)).moves
    match.do(move.move)
    assert (match.state.trick.leader, match.state.trick.next_player) == (2, 3)


def test_he_5_one_card_each_in_turn_to_the_left_and_none_twice() -> None:
    match = opened()
    assert match.refused(Play(2, ("3C",))).rule == "HE-5"
    assert match.refused(Play(1, ("3C", "4C"))).rule == "HE-5"
    assert match.refused(Play(1, ("2C",))).message.key == "hearts.refused.seen"
    assert match.refused(Pass(1)).rule == "HE-5"
    match.lay("3C")
    assert GAME.rules.offers(match.state).cues[2] is Cue.TURN


def test_he_6_a_later_card_shows_a_revoke_and_ends_the_deal_with_26_points() -> None:
    match = opened("3C", "9S", "5C")  # Seat 2 does not follow.
    match.lay("6D", "7D", "8D")
    match.do(Play(2, ("4C",), ("p9",)))
    assert match.said == ["HE-5 plays", "HE-6 revoked", *["HE-10 scores"] * 4]
    assert match.rulings[1].message.params["was_card"] == "9S"
    assert match.state.scores == (0, 0, 26, 0)
    assert match.state.phase is Phase.PASSING


def test_he_7_no_points_in_the_first_trick_but_by_a_hand_of_nothing_else() -> None:
    for card in ("5H", "QS"):
        match = opened("3C")
        assert match.refused(Play(2, (card,))).rule == "HE-7"
        assert match.refused(Declare(1)).rule == "HE-7"
        match.do(Declare(2))
        assert match.refused(Declare(2)).rule == "HE-7"
        match.do(Play(2, (card,)))
        assert not match.state.declared
    match = opened("3C", "4C")
    match.do(Declare(3), Play(3, ("5C",)))  # That withdraws it.
    assert match.state.fails == ()


def test_he_7_a_false_word_shows() -> None:
    match = opened("3C", "4C")
    match.do(Declare(3), Play(3, ("5H",)))
    match.lay("6D", "7D")
    assert match.said[1] == "HE-6 revoked"


def test_he_8_no_heart_is_led_before_one_was_played_but_by_a_hand_of_hearts() -> None:
    match = opened(*CLUBS)
    assert match.refused(Play(3, ("5H",))).rule == "HE-8"
    match.do(Declare(3))
    assert match.said == ["HE-8 only_hearts"]
    match.do(Play(3, ("5H",)))
    assert match.state.broken
    match = opened(*CLUBS)
    match.lay("6D", "5H", "7D", "8D")
    assert match.refused(Declare(2)).rule == "HE-8"
    match.lay("AH")
    assert match.state.trick.suit == "H"


def test_he_9_the_highest_card_of_the_suit_takes_the_trick_and_leads() -> None:
    match = opened("KC", "AD", "10C")
    assert match.said == ["HE-5 plays", "HE-9 takes"]
    assert match.state.trick.leader == 1
    assert match.refused(Play(0, ("3C",))).rule == "HE-9"
    assert match.refused(Play(2, ("KC",))).message.key == "hearts.refused.taken"
    lying = GAME.table.layout(match.state).cards
    assert {(card.status, card.edge) for card in lying} == {(CardStatus.TO_CLEAR, 1)}
    (lay, gather) = GAME.table.pending(match.state)
    assert (lay.seat, gather.seat, gather.cards) == (1, 1, ("2C", "KC", "AD", "10C"))
    cleared = tuple(map(Taken, lying))
    assert GAME.table.judge(match.state, cleared).pending == (lay,)


def test_he_10_hearts_cost_1_and_the_queen_of_spades_13() -> None:
    assert points(("2H", "AH", "QS", "AS"), False) == 15
    assert points(pack(4), False) == 26


def ended(match: Hearts, piles: dict[int, tuple[str, ...]]) -> State:
    """Let these seats take these cards, and the last of them the two of hearts in a last trick."""
    tricks, leader = list[Trick](), 0
    for seat, cards in piles.items():
        tricks.append(Trick(leader, 4, cards, "H"))
        leader = seat
    left, lead = ("3D", "4D", "5D", "6D", "2H"), Trick(leader, 4)
    match.state = replace(match.state, tricks=tuple(tricks), trick=lead, unseen=left, broken=True)
    match.lay("2H", "3D", "4D", "5D")
    return match.state


HEARTS = tuple(card for card in pack(4) if card[-1] == "H" and card != "2H")


@pytest.mark.parametrize(("moon", "scores"), [("others", (0, 26, 26, 26)), ("own", (-26, 0, 0, 0))])
def test_he_11_whoever_takes_all_points_shoots_the_moon(moon: str, scores: tuple[int, ...]) -> None:
    match = opened(*CLUBS, moon=moon)
    assert ended(match, {2: ("AS",), 0: (*HEARTS, "QS")}).scores == scores
    assert "HE-11 moon" in match.said


def test_he_12_the_jack_of_diamonds_takes_10_off_if_agreed() -> None:
    match = opened(*CLUBS, jack=True)
    assert ended(match, {1: ("QS",), 2: ("JD",), 0: HEARTS}).scores == (13, 13, -10, 0)
    match = opened(*CLUBS, jack=True)
    assert ended(match, {2: ("JD",), 0: (*HEARTS, "QS")}).scores == (0, 26, 16, 26)
    match = opened(*CLUBS)
    assert ended(match, {1: ("QS", "JD"), 0: HEARTS}).scores == (13, 13, 0, 0)


def test_he_13_the_fewest_points_win_at_the_limit_and_ties_share() -> None:
    match = opened("3C", "9S", "5C", limit=20)
    match.lay("6D", "7D", "8D")
    match.do(Play(2, ("4C",)))
    assert match.said[-1] == "HE-13 over"
    ended = GAME.rules.outcome(match.state)
    assert ended is not None
    assert ended.ranking == ((0, 1, 3), (2,))
    assert match.refused(Play(0, ("2C",))).rule == "HE-13"
    assert not GAME.rules.offers(match.state)


def test_he_14_the_deal_ends_once_no_card_that_counts_is_left() -> None:
    match = opened(*CLUBS)
    state = ended(match, {1: ("QS", "JD"), 0: HEARTS})
    assert "6D" in state.left
    thrown_in = tuple(Laid(card, Zone("middle"), id=card) for card in state.left)
    judged = GAME.table.judge(state, thrown_in)
    assert not judged.moves
    assert not judged.refusals
    assert state.deals == ((13, 13, 0, 0),)
