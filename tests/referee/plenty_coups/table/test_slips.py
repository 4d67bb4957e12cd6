"""People's mistakes at a table of Plenty Coups, by the rules of slips (SL-1 … SL-24)."""

from __future__ import annotations

from typing import Any

import pytest

from referee import words
from referee.plenty_coups import GAME
from referee.plenty_coups.state import moves
from referee.table import CardStatus, Change, Laid, Moved, Taken
from tests.referee.asks import reads
from tests.referee.plenty_coups.changes import (
    asked,
    book,
    called,
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
FOUR = ("horse", "horse", "weapon_2", "weapon_3")


def taking(seats: int = 3) -> Match:
    """Return a match in which the first player must take two cards."""
    return Match(seats, phase="take", left=2, hands=(3,) * seats, market=FOUR)


def filling() -> Match:
    """Return a match in which the market lacks two cards."""
    return Match(3, phase="market", left=0, hands=(3, 3, 3), market=("horse", "weapon_2"))


def hunting() -> Match:
    """Return a match in which the first player drew two cards on a hunt."""
    match = Match(3)
    match.do("hunt", "horse")
    return match


def booked(match: Match, *changes: Change) -> list[str]:
    """Return the moves of changes, with no refusal or question."""
    said = judged(match, *changes)
    assert (said.choice, said.refusals) == (None, ())
    return [called(way.move) for way in said.moves]


def disdained() -> Match:
    """Return a match in which the first player disdains the second."""
    match = Match(3, prestige=(0, 2, 0))
    match.do("disdain", "coup_stick", camp=1)
    return match


# -- SL-1 … SL-4 ---------------------------------------------------------------------------------


def test_sl_1_one_more_card_than_there_are_is_told_with_how_many_and_where_they_lie() -> None:
    match = Match(3, raids={1: raid(2, "bee_3")}, used={"weapon_4": 4})
    twice = refused(match, up("bee_3", "hunt"))
    assert (twice.rule, twice.seats) == ("PC-82", (0,))
    assert twice.message.params == {"card": "bee_3", "most": 1, "zones": ("raid:1",)}
    fifth = refused(match, up("weapon_4", "hunt"))
    assert fifth.message.params == {"card": "weapon_4", "most": 4, "zones": ("laid_away",)}
    turned = judged(filling(), up("horse", "market"), up("weapon_2", "market"))
    assert [called(way.move) for way in turned.moves] == ["market_read"]
    full = Match(3, phase="market", left=0, market=("horse", "weapon_2"), used={"bee_1": 1})
    third = refused(full, up("bee_1", "market"), up("lynx_1", "market"))
    assert third.message.params == {"card": "bee_1", "most": 1, "zones": ("laid_away",)}


def test_sl_1_a_card_that_a_rule_forbids_is_told_that_rule_for_it_was_read_well() -> None:
    match = Match(3, raids={1: raid(2, "bee_3")}, left=1)
    assert why(match, up("moth_2", "raid:1")) == "PC-13 too_weak"


def test_sl_2_a_card_of_another_deck_is_none_and_what_it_stands_for_stays_due() -> None:
    match = disdained()
    said = judged(match, up("duke", "discard"))
    assert [(one.rule, one.message.key) for one in said.refusals] == [
        ("PC-22", "plenty_coups.refused.no_proof")
    ]
    assert [one.message.key for one in said.pending] == ["plenty_coups.want.prove"]
    assert why(Match(3), up("duke", "raid:1")) == "PC-82 no_such_card"


def test_sl_3_a_card_out_of_turn_is_told_to_both_and_nobodys_move() -> None:
    match = Match(4, raids={1: raid(0, "bee_1")}, horses=(1, 1, 1, 1))
    early = refused(match, up("weapon_3", "defence:1"))
    assert (early.rule, early.message.key) == ("SL-3", "plenty_coups.refused.not_your_turn")
    assert early.seats == (0, 1)
    for card, name in (("heron_2", "alliance:2"), ("lynx_4", "proposal:2")):
        other = refused(match, up(card, name))
        assert (other.rule, other.seats) == ("SL-3", (0, 2))
    assert refused(taking(), up("weapon_3", "alliance:1")).rule == "SL-3"


def test_sl_3_a_card_before_ones_cards_are_taken_is_told_what_comes_first() -> None:
    match = taking()
    assert why(match, up("bee_1", "raid:1")) == "PC-5 not_now"
    assert why(filling(), up("bee_1", "raid:1")) == "PC-5 not_now"
    both = (off(match, "horse", "market"), off(match, "weapon_2", "market"))
    assert book(match, up("bee_1", "raid:1"), *both) == ["take", "raid 1"]


def test_sl_4_a_card_in_a_wrong_place_is_told_where_it_would_do_something() -> None:
    match = Match(4, raids={0: raid(1, "bee_2")})
    weapon = refused(match, up("weapon_3", "raid:2"))
    assert (weapon.rule, weapon.message.key) == ("PC-11", "plenty_coups.refused.no_warrior")
    assert weapon.allowed_zones == (zone("raid:0"), zone("defence:0"))
    horse = refused(match, up("horse", "alliance:0"))
    assert (horse.rule, horse.allowed_zones) == ("PC-34", (zone("breed"),))
    warrior = refused(match, up("lizard_3", "proposal:2"))
    assert warrior.allowed_zones == tuple(map(zone, ("raid:1", "raid:2", "raid:3", "proposal:0")))
    nowhere = refused(Match(4), up("horse", "alliance:5"))
    assert (nowhere.rule, nowhere.seats) == ("PC-80", (0,))
    spent = Match(3, round=12, left=0, bonds=ALLIES, hands=(1, 1, 1))
    assert refused(spent, up("horse", "breed")).allowed_zones == ()


def test_sl_4_where_a_card_does_nothing_of_its_own_it_may_be_discarded_for_something() -> None:
    match = Match(3, plain=0, horses=(1, 3, 14))
    refusal = refused(match, up("horse", "breed"))
    assert refusal.rule == "PC-10"
    assert set(refusal.allowed_zones) == {*map(zone, ("hunt", "discard", "defence:1", "defence:2"))}


# -- SL-5, SL-6 ----------------------------------------------------------------------------------


def test_sl_5_of_two_cards_for_one_neither_is_booked_and_their_player_is_asked() -> None:
    match = Match(3)
    two = (up("bee_1", "raid:1"), up("lynx_2", "raid:1"))
    choice = asked(match, *two)
    assert (choice.seat, set(choice.changes), ways(choice)) == (0, {*two}, ["raid 1", "raid 1"])
    assert [way.label and words.say(way.label) for way in choice.meanings] == ["bee 1", "lynx 2"]
    answers = (up("weapon_4", "discard"), up("coup_stick", "discard"))
    assert asked(disdained(), *answers).seat == 1


def test_sl_5_what_does_not_exclude_each_other_is_booked_in_the_order_that_lets_both() -> None:
    late = (up("horse", "hunt"), up("bee_1", "raid:1"))
    for changes in (late, late[::-1]):
        assert book(Match(3), *changes) == ["raid 1", "hunt"]
    home = Match(3, returned=(1,))
    assert book(home, up("bee_1", "raid:2"), up("coup_stick", "raid:1")) == ["coup 1", "raid 2"]


def test_sl_5_beside_a_card_that_is_refused_the_others_are_booked() -> None:
    match = Match(3)
    said = judged(match, up("weapon_2", "raid:1"), up("horse", "breed"))
    assert [called(way.move) for way in said.moves] == ["breed"]
    assert [one.rule for one in said.refusals] == ["PC-11"]


def test_sl_6_cards_laid_or_taken_one_by_one_are_not_complete() -> None:
    one = judged(filling(), up("bee_1", "market"))
    assert (one.moves, one.refusals) == ((), ())
    assert [(m.have, m.count, m.seat, m.zone) for m in one.pending] == [
        (1, 2, None, zone("market"))
    ]
    match = taking()
    taken = judged(match, off(match, "horse", "market"))
    assert (taken.moves, taken.refusals) == ((), ())
    assert [(m.have, m.count, m.seat) for m in taken.pending] == [(1, 2, 0)]
    hunted = judged(hunting(), up("bee_1", "discard"))
    assert (hunted.moves, hunted.refusals) == ((), ())
    assert [(m.have, m.count, m.seat) for m in hunted.pending] == [(1, 2, 0)]
    sweeps = Match(3, phase="sweep", hands=(3, 3, 3), market=("horse",) * 3 + ("weapon_2",))
    swept = judged(sweeps, off(sweeps, "weapon_2", "market"))
    assert [(m.have, m.count, m.seat) for m in swept.pending] == [(1, 4, None)]


def test_sl_6_one_card_too_many_is_refused_where_it_is() -> None:
    three = [up(card, "market") for card in ("bee_1", "bee_2", "bee_3")]
    refusal = refused(filling(), *three)
    assert (refusal.rule, set(refusal.changes)) == ("PC-6", {*three})
    match = taking()
    gone = [Taken(card) for card in GAME.table.layout(match.state).cards_in(zone("market"))[:3]]
    assert (refused(match, *gone).rule, refused(match, *gone).seats) == ("PC-5", (0,))
    drawn = [up(card, "discard") for card in ("bee_1", "bee_2", "bee_3")]
    assert why(hunting(), *drawn) == "PC-21 hunted_count"


# -- SL-7 … SL-10 --------------------------------------------------------------------------------


def test_sl_7_what_must_stay_and_is_gone_is_named_with_its_place_and_owner() -> None:
    match = Match(4, raids={1: raid(2, "bee_3")}, bonds={3: Bond("moth_1")})
    said = judged(match, off(match, "bee_3", "raid:1"), off(match, "moth_1", "alliance:3"))
    assert (said.moves, said.choice, said.refusals) == ((), None, ())
    assert [(one.cards, one.zone, one.seat) for one in said.missing] == [
        (("bee_3",), zone("raid:1"), 2),
        (("moth_1",), zone("alliance:3"), 3),
    ]
    beside = judged(match, off(match, "bee_3", "raid:1"), up("horse", "breed"))
    assert [called(way.move) for way in beside.moves] == ["breed"]
    assert [one.cards for one in beside.missing] == [("bee_3",)]


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


def test_sl_8_a_card_that_counted_is_told_to_go_back_where_it_belongs() -> None:
    match = Match(3, raids={1: raid(2, "bee_3")})
    slid = Moved(GAME.table.layout(match.state).cards_in(zone("raid:1"))[0], zone("defence:1"))
    refusal = refused(match, slid)
    assert (refusal.rule, refusal.message.key) == ("SL-8", "table.moved")
    assert (refusal.seats, refusal.allowed_zones) == ((2,), (zone("raid:1"),))


def test_sl_9_another_card_in_the_stead_of_a_booked_one_is_no_move() -> None:
    match = Match(3)
    book(match, up("lynx_2", "raid:1"))
    said = judged(match, off(match, "lynx_2", "raid:1"), up("lynx_3", "raid:1"))
    assert (said.moves, said.choice) == ((), None)
    assert [(one.rule, one.message.key) for one in said.refusals] == [
        ("PC-14", "plenty_coups.refused.first_gone")
    ]
    assert [one.cards for one in said.missing] == [("lynx_2",)]
    bought = Match(3)
    other = judged(bought, off(bought, "horse", "market"), up("bee_1", "market"))
    assert [one.rule for one in other.refusals] == ["PC-6"]
    assert [one.cards for one in other.missing] == [("horse",)]
    turned = filling()
    swap = (off(turned, "horse", "market"), up("bee_1", "market"), up("bee_2", "market"))
    said = judged(turned, *swap)
    assert (said.moves, said.refusals) == ((), ())
    assert [one.cards for one in said.missing] == [("horse",)]
    assert why(turned, *swap[1:], up("bee_3", "market")) == "PC-6 market_count"
    said = judged(turned, *swap, up("bee_3", "market"))
    assert [one.message.key for one in said.refusals] == ["plenty_coups.refused.market_gone"]


def test_sl_10_used_cards_may_lie_or_go_and_the_next_act_is_beside_them() -> None:
    match = Match(3, raids={0: raid(1, "bee_2")})
    match.do("defend", "weapon_3")
    assert lying(match, "defence:0") == [("weapon_3", CardStatus.TO_CLEAR)]
    assert lying(match, "raid:0") == [("bee_2", CardStatus.TO_CLEAR)]
    gone = (off(match, "weapon_3", "defence:0"), off(match, "bee_2", "raid:0"))
    said = judged(match, *gone)
    assert said == judged(match)
    assert book(match, up("horse", "breed")) == ["breed"]
    assert lying(match, "breed") == [("horse", CardStatus.TO_CLEAR)]


def test_sl_10_three_alike_go_before_new_ones_are_turned() -> None:
    match = Match(3, phase="sweep", hands=(3, 3, 3), market=("horse",) * 3 + ("weapon_2",))
    new = [up(card, "market") for card in ("bee_1", "lynx_2", "moth_3", "weapon_4")]
    early = judged(match, *new[:1])
    assert [(one.rule, one.message.key) for one in early.refusals] == [
        ("PC-4", "plenty_coups.focus.sweep")
    ]
    gone = [Taken(card) for card in GAME.table.layout(match.state).cards_in(zone("market"))]
    assert book(match, *new, *gone) == ["swept", "market_read"]


# -- SL-11 … SL-17 -------------------------------------------------------------------------------


def test_sl_11_what_is_owed_is_told_when_another_acts() -> None:
    early = refused(hunting(), up("bee_1", "raid:1"))
    assert (early.rule, early.message.params["word"]) == ("PC-21", "plenty_coups.does.hunt")
    assert (early.seats, early.allowed_zones) == ((0,), (zone("discard"),))
    answer = refused(disdained(), up("bee_1", "raid:2"))
    assert (answer.rule, answer.seats) == ("PC-22", (0, 1))
    assert answer.message.params["tribe_seat"] == 1


def test_sl_11_a_proposal_that_was_accepted_is_to_be_laid_under_the_camp() -> None:
    match = Match(4, proposals=(proposal(2, 0, "heron_2"),))
    book(match, up("lizard_3", "alliance:0"))
    assert lying(match, "alliance:2") == [("heron_2", CardStatus.STAYS)]
    still = Moved(
        GAME.table.layout(match.state).cards_in(zone("alliance:2"))[0], zone("proposal:2")
    )
    refusal = refused(match, still)
    assert (refusal.rule, refusal.message.key) == ("PC-34", "plenty_coups.alliance.moves")
    assert (refusal.seats, refusal.allowed_zones) == ((2,), (zone("alliance:2"),))


def test_sl_12_a_card_face_down_where_it_must_lie_open_is_told_so() -> None:
    market = refused(filling(), Laid("", zone("market"), down=True))
    assert (market.rule, market.message.key) == ("PC-4", "table.face_down")
    for match, name, seat in ((Match(3), "hunt", 0), (disdained(), "discard", 1)):
        refusal = refused(match, Laid("", zone(name), down=True))
        assert (refusal.rule, refusal.seats) == ("SL-12", (seat,))
    match = Match(3)
    for name in ("proposal:0", "market", "pile:0"):  # a hand, or the pile
        assert judged(match, Laid("", zone(name), down=True)) == judged(match)


def test_sl_13_place_and_turn_say_who_acts() -> None:
    for turn in (0, 2):
        said = judged(Match(3, turn=turn), up("bee_1", "raid:1"))
        assert [way.move.seat for way in said.moves] == [turn]
    alone = Match(2, turn=2, round=2)  # a tribe without a player is played by turns
    assert [way.move.seat for way in judged(alone, up("bee_1", "raid:0")).moves] == [1]


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


def test_sl_4_a_weapon_at_anothers_raided_camp_defends_and_is_no_gift() -> None:
    match = Match(4, raids={2: raid(1, "lynx_1")})
    refusal = refused(match, up("weapon_3", "defence:2"))
    assert (refusal.rule, set(refusal.seats)) == ("SL-3", {0, 2})
    assert zone("discard") in refusal.allowed_zones  # for a gift, or else
    assert book(Match(4), up("weapon_3", "defence:2")) == ["gift 2"]


def test_sl_4_a_proposal_lies_beside_ones_own_herd() -> None:
    match = Match(4)
    refusal = refused(match, up("lynx_2", "proposal:1"))
    assert (refusal.rule, refusal.message.key.rpartition(".")[2]) == ("SL-4", "own_herd")
    assert (refusal.seats, zone("proposal:0") in refusal.allowed_zones) == ((0, 1), True)
    match.do("propose", "lynx_2")
    assert why(match, up("lynx_3", "proposal:1")).startswith("PC-20")


def test_a_used_card_that_was_taken_away_may_be_laid_on_the_discards() -> None:
    match = Match(3, raids={1: raid(2, "bee_2")})
    match.do("raid", "lynx_4", camp=1)  # drives the bee off
    bee = off(match, "bee_2", "raid:1")
    assert bee.was.status is CardStatus.TO_CLEAR
    assert judged(match, bee, up("bee_2", "discard")).refusals == ()
    assert why(match, bee, up("bee_2", "raid:2")) == "PC-82 lies_open"


def test_pc_4_who_takes_one_of_three_alike_is_told_that_all_four_go() -> None:
    match = Match(3, phase="market", left=0, market=("horse", "horse"))
    book(match, up("horse", "market"), up("bee_1", "market"))
    refusal = refused(match, off(match, "horse", "market"))
    assert (refusal.rule, refusal.seats, refusal.allowed_zones) == (
        "PC-4",
        (0,),
        (zone("discard"),),
    )


# -- SL-24 ---------------------------------------------------------------------------------------


def test_sl_24_a_second_card_before_any_other_act_makes_the_double() -> None:
    match = Match(3)
    assert book(match, up("lynx_2", "raid:1")) == ["raid 1"]
    assert book(match, up("lynx_3", "raid:1")) == ["reinforce 1"]
    assert lying(match, "raid:1") == [("lynx_2", CardStatus.STAYS), ("lynx_3", CardStatus.STAYS)]
    late = Match(3, raids={2: raid(1, "bee_4")})
    assert book(late, up("lynx_2", "raid:1"), up("horse", "hunt")) == ["raid 1", "hunt"]
    book(late, up("bee_1", "discard"), up("bee_2", "discard"))
    assert why(late, up("lynx_3", "raid:1")) == "PC-5 turn_over"
    done = Match(3, left=1, done=1, raids={1: raid(0, "lynx_2")})
    assert why(done, up("lynx_3", "raid:1")) == "PC-13 own_raid"


def test_sl_24_two_cards_laid_at_once_are_one_double_action() -> None:
    match = Match(3, raids={1: raid(2, "bee_3")})
    assert book(match, up("lynx_2", "raid:1"), up("lynx_3", "raid:1")) == ["raid 1", "reinforce 1"]
    assert match.raids[1] == raid(0, "lynx_2", "lynx_3")
    both = (up("weapon_4", "defence:0"), up("weapon_2", "defence:0"))
    for changes in (both, both[::-1]):  # whichever repels alone
        defends = Match(3, raids={0: raid(1, "bee_4")})
        assert book(defends, *changes) == ["defend", "support"]
        assert defends.raids[0] is None
        assert (defends.hands[0], defends.offered("coup")) == (3, None)
    upon = Match(3, raids={0: raid(1, "bee_4")})
    changes = (up("weapon_2", "raid:0"), up("weapon_3", "raid:0"))
    assert book(upon, *changes) == ["defend", "support"]


def test_sl_24_two_cards_that_are_no_double_action_are_asked_about() -> None:
    enough = Match(3, raids={0: raid(1, "bee_2")})
    choice = asked(enough, up("weapon_4", "defence:0"), up("weapon_2", "defence:0"))
    assert ways(choice) == ["defend", "defend"]
    clans = asked(Match(3), up("lynx_2", "raid:1"), up("bee_3", "raid:1"))
    assert ways(clans) == ["raid 1", "raid 1"]
    winter = asked(Match(3, round=10), up("lynx_2", "raid:1"), up("lynx_3", "raid:1"))
    assert ways(winter) == ["raid 1", "raid 1"]


@pytest.mark.parametrize(
    ("fields", "zone_", "cards", "told", "counts"),
    [
        ({"left": 1}, "raid:1", "lynx_2 lynx_3", "PC-14 no_second", 2),
        (
            {"left": 1, "raids": {1: raid(2, "bee_2")}},
            "raid:1",
            "lynx_2 lynx_3",
            "PC-14 no_second",
            1,
        ),
        (
            {"left": 1, "raids": {1: raid(2, "bee_4")}},
            "raid:1",
            "lynx_2 lynx_3",
            "PC-14 no_second",
            0,
        ),
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
            {"left": 1, "raids": {0: raid(1, "bee_4")}},
            "raid:0",
            "weapon_2 weapon_3",
            "PC-16 no_second_weapon",
            0,
        ),
        (
            {"left": 1, "raids": {0: raid(1, "bee_3")}},
            "defence:0",
            "weapon_2 weapon_3",
            "PC-16 no_second_weapon",
            1,
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
    said = judged(match, *two)
    assert said.moves == ()
    if counts:
        assert said.choice is not None
        assert (said.choice.seat, len(said.choice.meanings)) == (0, counts)
        assert said.choice.question is not None
        reason = said.choice.rule, said.choice.question.key
        assert set(said.choice.changes) == {*two}
        words.say(said.choice.question)
    else:
        (refusal,) = said.refusals
        reason = refusal.rule, refusal.message.key
        assert (set(refusal.changes), refusal.seats) == ({*two}, (0,))
    assert f"{reason[0]} {reason[1].rpartition('.')[2]}" == told
    if counts:  # the other card is taken back
        assert len(judged(match, two[-1]).moves) == 1


def test_pc_50_in_round_10_a_double_defence_is_allowed() -> None:
    match = Match(3, round=10, raids={0: raid(1, "bee_4")})
    both = (up("weapon_2", "defence:0"), up("weapon_3", "defence:0"))
    assert book(match, *both) == ["defend", "support"]


@pytest.mark.parametrize(
    ("match", "told", "seats"),
    [
        (Match(3), "PC-6 market_later", (0,)),
        (Match(3, round=10), "PC-6 market_later", (0,)),
        (Match(3, round=11, market=("horse",) * 3), "PC-50 market_closed", (0,)),
        (taking(), "PC-6 market_full", (0,)),
    ],
)
def test_a_card_on_the_market_is_told_why_it_does_not_belong_there(
    match: Match, told: str, seats: tuple[int, ...]
) -> None:
    assert why(match, up("bee_1", "market")) == told
    assert refused(match, up("bee_1", "market")).seats == seats


@pytest.mark.parametrize("round_", [11, 12])
def test_pc_50_a_market_card_taken_in_rounds_11_and_12_is_asked_back(round_: int) -> None:
    match = Match(3, round=round_, market=("horse", "weapon_2", "bee_1"))
    (missing,) = judged(match, off(match, "horse", "market")).missing
    assert (missing.rule, missing.seat, missing.zone) == ("PC-50", 0, zone("market"))
    assert missing.message.key == "plenty_coups.amiss.none_taken"
    acted = judged(match, off(match, "horse", "market"), up("bee_2", "raid:1"))
    assert [called(way.move) for way in acted.moves] == ["raid 1"]
    assert [one.rule for one in acted.missing] == ["PC-50"]


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
    assert [one.have for one in judged(defends).pending] == [1]
    swap = (off(defends, "weapon_2", "defence:0"), up("weapon_4", "defence:0"))
    assert book(defends, *swap) == ["take_back", "defend"]


def test_sl_24_a_stick_on_ones_own_warrior_is_a_coup_or_nothing() -> None:
    home = Match(3, returned=(1,))
    assert book(home, up("coup_stick", "raid:1")) == ["coup 1"]
    stands = Match(3, raids={1: raid(0, "bee_1")})
    assert why(stands, up("coup_stick", "raid:1")) == "PC-17 still_out"
    assert why(Match(3), up("coup_stick", "raid:1")) == "PC-17 none_home"


def test_sl_24_while_an_answer_is_due_a_card_on_the_discards_is_it() -> None:
    match = disdained()
    assert why(match, up("weapon_3", "discard")) == "PC-22 no_proof"
    assert refused(match, up("weapon_3", "discard")).seats == (1,)
    assert book(match, up("lynx_4", "discard")) == ["prove"]


def test_sl_24_a_card_is_judged_beside_a_warrior_that_came_home() -> None:
    match = Match(
        3, phase="take", left=2, hands=(3, 3, 3), market=FOUR, raids={1: raid(0, "bee_1")}
    )
    assert lying(match, "raid:1") == [("bee_1", CardStatus.USED)]  # it comes home whatever happens
    assert judged(match, off(match, "bee_1", "raid:1")) == judged(match)
    match.do("take", "horse", "horse")
    assert lying(match, "raid:1") == [("bee_1", CardStatus.TO_CLEAR)]
    assert book(match, up("coup_stick", "raid:1")) == ["coup 1"]
    beside = asked(match, up("lynx_2", "raid:1"))
    assert (beside.rule, beside.seat, ways(beside)) == ("PC-12", 0, ["raid 1"])
    gone = (up("lynx_2", "raid:1"), off(match, "bee_1", "raid:1"))
    assert booked(match, *gone) == ["raid 1"]
    match.do("raid", "lynx_2", camp=1)  # the other lies as used, they say
    assert lying(match, "raid:1")[0] == ("lynx_2", CardStatus.STAYS)


def test_sl_24_a_camp_that_one_raids_is_not_raided_again() -> None:
    match = Match(3, raids={1: raid(0, "bee_1")})
    assert why(match, up("lynx_4", "raid:1")) == "PC-13 own_raid"
    assert judged(match, up("lynx_4", "raid:1")).refusals[0].allowed_zones == (zone("raid:2"),)


def test_what_is_booked_names_the_pictures_that_it_rests_on() -> None:
    match = Match(3)
    said = judged(match, up("lynx_2", "raid:1", "p"), up("lynx_3", "raid:1", "q"))
    assert [way.move.proof for way in said.moves] == [("p",), ("q",)]
    assert said.moves[0].move == moves.Raid(0, 1, ("lynx_2",), ("p",))
