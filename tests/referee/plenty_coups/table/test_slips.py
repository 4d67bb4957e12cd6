"""People's mistakes at a table of Plenty Coups, by the rules of slips (SL-1 … SL-24)."""

from __future__ import annotations

from typing import Any

import pytest

from referee import words
from referee.plenty_coups import GAME
from referee.table import CardStatus, Moved
from tests.referee.asks import reads
from tests.referee.plenty_coups.changes import (
    asked,
    book,
    judged,
    lying,
    off,
    refused,
    up,
    ways,
    why,
    zone,
)
from tests.referee.plenty_coups.playing import Match, proposal, raid, worn
from tests.referee.plenty_coups.public_state import Bond

ALLIES = {0: Bond("lynx_2", 1), 1: Bond("heron_3", 0)}


def filling() -> Match:
    """Return a match in which the market lacks two cards."""
    return Match(3, phase="market", left=0, hands=(3, 3, 3), market=("horse", "weapon_2"))


def disdained() -> Match:
    """Return a match in which the first player disdains the second."""
    match = Match(3, prestige=(0, 2, 0))
    match.do("disdain", "coup_stick", camp=1)
    return match


# -- SL-1 … SL-4 ---------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["defence:0", "market"])
def test_sl_1_more_copies_in_two_changes_than_the_pack_has_left_are_misread_and_none_counts(
    place: str,
) -> None:
    match = Match(
        3, raids={0: raid(1, "bee_3", "bee_4")}, used={"weapon_3": 3}, market=("horse",) * 4
    )
    answer = refused(match, up("weapon_3", "defence:0", "1"), up("weapon_3", place, "2"))
    assert (answer.rule, answer.message.params["given"], answer.message.params["most"]) == (
        "SL-1",
        2,
        1,
    )
    assert len(answer.changes) == 2


def test_sl_2_a_card_of_another_deck_is_none_and_what_it_stands_for_stays_due() -> None:
    match = disdained()
    judgement = judged(match, up("duke", "discard"))
    assert [(refusal.rule, refusal.message.key) for refusal in judgement.refusals] == [
        ("PC-22", "plenty_coups.refused.no_proof")
    ]
    assert [action.message.key for action in judgement.pending] == ["plenty_coups.want.prove"]
    assert why(Match(3), up("duke", "raid:1")) == "PC-82 no_such_card"


# -- SL-5, SL-6 ----------------------------------------------------------------------------------


def test_sl_5_what_does_not_exclude_each_other_is_booked_in_the_order_that_lets_both() -> None:
    late = (up("horse", "hunt"), up("bee_1", "raid:1"))
    for changes in (late, late[::-1]):
        assert book(Match(3), *changes) == ["raid 1", "hunt"]
    home = Match(3, returned=(1,))
    assert book(home, up("bee_1", "raid:2"), up("coup_stick", "raid:1")) == ["coup 1", "raid 2"]


# -- SL-7 … SL-10 --------------------------------------------------------------------------------


def test_sl_7_what_a_move_lets_go_is_not_missed_as_it_is_taken_up_at_once() -> None:
    chased = Match(3, raids={1: raid(2, "bee_1")})
    assert book(chased, off(chased, "bee_1", "raid:1"), up("bee_3", "raid:1")) == ["raid 1"]
    repelled = Match(3, raids={0: raid(2, "bee_1")})
    changes = (off(repelled, "bee_1", "raid:0"), up("weapon_2", "defence:0"))
    assert book(repelled, *changes) == ["defend"]
    sealed = Match(4, proposals=(proposal(2, 0, "heron_2"),))
    moved = Moved(
        GAME.table.layout(sealed.state).cards_in(zone("proposal:2"))[0], zone("alliance:2")
    )
    assert book(sealed, moved, up("lizard_3", "alliance:0")) == ["accept"]


# -- SL-11 … SL-17 -------------------------------------------------------------------------------


def test_sl_16_a_pile_that_ran_out_one_card_early_is_followed_and_the_host_sets_hands_right() -> (
    None
):
    match = filling()
    worn(match, 2, "bee_1")
    used = next(iter(match.used))
    assert used != "bee_1"
    (_, ask), *_ = reads(GAME.rules.offers(match.state))
    assert {used, "bee_1"} <= set(ask.possible)  # among which a doubtful card is
    assert book(match, up("bee_1", "market"), up(used, "market")) == ["market_read"]
    assert match.used == {}
    assert "Shuffle" in match.says("PC-6")[0]
    early = filling()
    worn(early, 3, "bee_1")
    used = next(iter(early.used))
    assert why(early, up("bee_1", "market"), up(used, "market")) == "PC-82 lies_open"
    match.do("hand_set", camp=1, cards=4)
    assert match.hands[1] == 4


def test_sl_17_what_lies_before_one_who_left_goes_and_is_not_missed() -> None:
    match = Match(
        4,
        bonds=ALLIES,
        proposals=(proposal(3, 2, "lizard_1"),),
        raids={2: raid(0, "bee_1")},
        moved=True,
    )
    match.do("leave", seat=1)
    match.do("leave", seat=3)
    for card, name in (
        ("lynx_2", "alliance:0"),
        ("heron_3", "alliance:1"),
        ("lizard_1", "proposal:3"),
    ):
        assert lying(match, name) == [(card, CardStatus.TO_CLEAR)]
        assert judged(match, off(match, card, name)) == judged(match)
    assert lying(match, "raid:2") == [("bee_1", CardStatus.STAYS)]


# -- SL-24 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "zone_", "cards", "told", "counts"),
    [
        ({"left": 1}, "raid:1", "lynx_2 lynx_3", "PC-14 no_second", 2),
        ({"round": 10}, "raid:1", "lynx_2 lynx_3", "PC-50 no_double_attack", 2),
        (
            {"round": 11, "raids": {1: raid(2, "bee_4")}},
            "raid:1",
            "lynx_2 lynx_3",
            "PC-50 no_double_attack",
            0,
        ),
        (
            {"left": 1, "raids": {0: raid(1, "bee_4")}},
            "defence:0",
            "weapon_2 weapon_3",
            "PC-16 no_second_weapon",
            0,
        ),
        (
            {"round": 11, "raids": {0: raid(1, "bee_4")}},
            "defence:0",
            "weapon_2 weapon_3",
            "PC-50 no_double_defence",
            0,
        ),
    ],
)
def test_where_no_double_action_is_allowed_two_cards_are_told_why(
    fields: dict[str, Any], zone_: str, cards: str, told: str, counts: int
) -> None:
    match, two = Match(3, **fields), [up(card, zone_) for card in cards.split()]
    judgement = judged(match, *two)
    assert judgement.moves == ()
    if counts:
        assert judgement.choice is not None
        assert (judgement.choice.seat, len(judgement.choice.meanings)) == (0, counts)
        assert judgement.choice.question is not None
        reason = judgement.choice.rule, judgement.choice.question.key
        assert set(judgement.choice.changes) == {*two}
        words.say(judgement.choice.question)
    else:
        (refusal,) = judgement.refusals
        reason = refusal.rule, refusal.message.key
        assert (set(refusal.changes), refusal.seats) == ({*two}, (0,))
    assert f"{reason[0]} {reason[1].rpartition('.')[2]}" == told
    if counts:  # the other card is taken back
        assert len(judged(match, two[-1]).moves) == 1


def test_sl_24_a_card_that_waits_for_a_second_one_may_be_taken_back() -> None:
    match = Match(3, raids={1: raid(2, "bee_3")})
    weak = asked(match, up("lynx_2", "raid:1"))
    assert (weak.rule, weak.seat, ways(weak)) == ("PC-13", 0, ["raid 1"])
    match.do("raid", "lynx_2", camp=1)  # a second one comes, they say
    (waits,) = judged(match).pending
    assert (waits.have, waits.count, waits.zone, waits.seat) == (1, 2, zone("raid:1"), 0)
    assert ("lynx_2", CardStatus.FREE) in lying(match, "raid:1")
    assert book(match, off(match, "lynx_2", "raid:1")) == ["take_back"]
    assert book(match, up("horse", "breed")) == ["breed"]
    defends = Match(3, raids={0: raid(1, "bee_4")})
    weak = asked(defends, up("weapon_2", "defence:0"))
    assert (weak.rule, weak.seat, ways(weak)) == ("PC-15", 0, ["defend"])
    defends.do("defend", "weapon_2")
    assert [action.have for action in judged(defends).pending] == [1]
    swap = (off(defends, "weapon_2", "defence:0"), up("weapon_4", "defence:0"))
    assert book(defends, *swap) == ["take_back", "defend"]


def test_sl_1_a_card_too_many_is_told_with_where_the_others_lie() -> None:
    match = Match(3, raids={1: raid(2, "bee_3")}, used={"weapon_4": 4})
    twice = refused(match, up("bee_3", "hunt"))
    assert (twice.rule, twice.seats) == ("PC-82", (0,))
    assert twice.message.params == {"card": "bee_3", "most": 1, "zones": ("raid:1",)}
    fifth = refused(match, up("weapon_4", "hunt"))
    assert fifth.message.params == {"card": "weapon_4", "most": 4, "zones": ("laid_away",)}


def test_sl_13_place_and_turn_say_who_acts() -> None:
    for turn in (0, 2):
        judgement = judged(Match(3, turn=turn), up("bee_1", "raid:1"))
        assert [way.move.seat for way in judgement.moves] == [turn]
    alone = Match(2, turn=2, round=2)  # a tribe without a player is played by turns
    assert [way.move.seat for way in judged(alone, up("bee_1", "raid:0")).moves] == [1]
