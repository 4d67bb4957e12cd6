"""The judgement of a card on the mat: PC-80 … PC-84, with all possible refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee import words
from referee.plenty_coups import GAME
from referee.plenty_coups.state.cards import STICK
from referee.table import CardStatus
from tests.referee.plenty_coups.changes import (
    asked,
    book,
    judged,
    lying,
    refused,
    up,
    ways,
    why,
    zone,
)
from tests.referee.plenty_coups.playing import Match, proposal, raid
from tests.referee.plenty_coups.public_state import Bond

ALLIES = {0: Bond("lynx_2", 1), 1: Bond("heron_3", 0)}


def test_pc80_the_zone_says_the_action() -> None:
    def match(**more: Any) -> Match:
        return Match(
            4,
            **{
                "raids": {0: raid(1, "lynx_2")},
                "proposals": (proposal(2, 0, "heron_2"),),
                "returned": (3,),
                "plain": 18,
                **more,
            },
        )

    for card, name, what in (
        ("bee_1", "raid:3", "raid 3"),
        ("weapon_3", "defence:0", "defend"),
        ("weapon_3", "raid:0", "defend"),  # upon the raid itself
        ("bee_1", "proposal:0", "propose"),
        ("lizard_1", "alliance:0", "accept"),
        ("swallow_1", "alliance:0", "befriend"),
        ("horse", "breed", "breed"),
        ("horse", "hunt", "hunt"),
        ("weapon_3", "defence:2", "gift 2"),  # and to whom
        ("coup_stick", "stick:1", "disdain 1"),
        ("coup_stick", "raid:3", "coup 3"),
    ):
        assert book(match(), up(card, name)) == [what]
    rich = match(raids={}, horses=(3, 1, 1, 1))
    assert book(rich, up("bee_1", "proposal:2")) == ["give_horses 2"]


def test_pc80_a_card_on_the_discards_is_asked_for_what_where_more_than_one_is_legal() -> None:
    match = Match(3, horses=(3, 1, 4), plain=10)
    choice = asked(match, up("bee_1", "discard"))
    assert (choice.seat, choice.question) == (0, None)
    assert ways(choice) == ["hunt", "gift 1", "gift 2", "give_horses 1"]
    texts = [words.say(way.label) for way in choice.meanings if way.label]
    assert texts[:2] == ["Hunt", "Exchange gifts with ▲\xa0Vermilion"]
    horse = asked(match, up("horse", "discard"))
    assert ways(horse) == ["breed", "hunt", "gift 1", "gift 2", "give_horses 1"]
    for way in horse.meanings:  # whatever it is for, it lies on the discards
        after, _ = GAME.rules.apply(match.state, way.move)
        assert [card.name for card in GAME.table.layout(after).cards_in(zone("discard"))] == [
            "horse"
        ]
    alone = Match(3, raids={1: raid(0, "bee_1"), 2: raid(0, "bee_2")})
    assert book(alone, up("weapon_2", "discard")) == ["hunt"]


def test_pc22_a_stick_on_anothers_raider_disdains_the_tribe_whose_warrior_it_is() -> None:
    raids = {0: raid(1, "bee_4"), 2: raid(1, "bee_2")}
    match = Match(3, raids=raids, prestige=(0, 1, 0))
    for name in ("raid:0", "raid:2"):
        there = Match(3, raids=raids, prestige=(0, 1, 0))
        assert book(there, up("coup_stick", name)) == ["disdain 1"]
        assert (STICK, CardStatus.STAYS) in lying(there, name)  # it lies where it was laid
        assert not lying(there, "stick:1")
    match.do("disdain", "coup_stick", camp=1)
    assert lying(match, "stick:1") == [(STICK, CardStatus.STAYS)]
    match.do("bear", seat=1)
    assert why(match, up("coup_stick", "raid:2")) == "PC-22 disdained"
    winter = Match(3, round=10, raids={2: raid(1, "bee_2")})
    assert why(winter, up("coup_stick", "raid:2")) == "PC-50 no_disdain"


REFUSALS: list[tuple[str, Callable[[], Match], str, str]] = [
    ("SL-3 not_your_turn", lambda: Match(4), "heron_1", "alliance:1"),
    ("PC-5 not_now", lambda: Match(3, phase="take", hands=(3, 3, 3)), "bee_1", "hunt"),
    (
        "PC-5 no_action_left",
        lambda: Match(4, left=0, bonds=ALLIES, hands=(3, 3, 3, 3)),
        "horse",
        "breed",
    ),
    ("PC-10 plain_empty", lambda: Match(3, plain=0, horses=(6, 6, 6)), "horse", "breed"),
    ("PC-11 no_other", lambda: Match(3), "bee_1", "raid:5"),
    (
        "PC-11 no_marker",
        lambda: Match(6, raids={camp: raid(0, f"bee_{camp}") for camp in (1, 2, 3, 4)}),
        "moth_1",
        "raid:5",
    ),
    ("PC-13 too_weak", lambda: Match(3, left=1, raids={1: raid(2, "bee_3")}), "moth_3", "raid:1"),
    ("PC-14 no_warrior", lambda: fresh(), "horse", "raid:1"),
    ("PC-14 two_clans", lambda: fresh(), "bee_2", "raid:1"),
    ("PC-13 too_weak", lambda: waiting(), "lynx_1", "raid:2"),
    ("PC-15 no_weapon", lambda: Match(3, raids={0: raid(1, "bee_1")}), "horse", "defence:0"),
    (
        "PC-15 weapon_too_weak",
        lambda: Match(3, left=1, raids={0: raid(1, "bee_4")}),
        "weapon_2",
        "defence:0",
    ),
    ("PC-15 weapon_alone", lambda: Match(3, raids={0: raid(1, "bee_4")}), "weapon_2", "raid:0"),
    ("PC-16 weapons_too_weak", lambda: defending(), "weapon_2", "defence:0"),
    ("PC-15 no_weapon", lambda: defending(), "bee_1", "defence:0"),
    ("PC-17 none_home", lambda: Match(3), "coup_stick", "raid:1"),
    ("PC-17 no_other", lambda: Match(3), "coup_stick", "raid:5"),
    ("PC-19 no_other", lambda: Match(3), "horse", "defence:4"),
    ("PC-19 no_card", lambda: Match(3, round=12, hands=(2, 0, 1)), "horse", "defence:1"),
    ("PC-19 no_gift", lambda: Match(3, round=12, hands=(1, 1, 1)), "horse", "defence:1"),
    ("PC-19 gift_neutral", lambda: Match(2, turn=1), "horse", "defence:2"),
    ("PC-19 gift_neutral", lambda: Match(4, gone=(2,), round=2), "horse", "defence:2"),
    ("PC-19 you_play", lambda: Match(2, turn=2), "horse", "defence:0"),
    ("PC-20 no_other", lambda: Match(3), "horse", "proposal:4"),
    ("PC-20 richer", lambda: Match(3, horses=(2, 3, 1)), "horse", "proposal:1"),
    (
        "PC-22 disdained",
        lambda: Match(3, sticks=(None, zone("stick:1"), None)),
        "coup_stick",
        "stick:1",
    ),
    (
        "PC-30 already",
        lambda: Match(4, proposals=(proposal(0, 1, "lynx_1"),)),
        "lynx_2",
        "proposal:0",
    ),
    (
        "PC-31 not_above",
        lambda: Match(4, proposals=(proposal(2, 1, "lynx_3"),)),
        "lynx_2",
        "proposal:0",
    ),
    ("PC-38 not_above", lambda: Match(4, turn=2, bonds=ALLIES), "heron_2", "proposal:2"),
    (
        "PC-30 proposes_to",
        lambda: Match(4, proposals=(proposal(0, 1, "lynx_1"),)),
        "bee_1",
        "raid:1",
    ),
    (
        "PC-33 proposes_to",
        lambda: Match(4, proposals=(proposal(1, 0, "heron_1"),)),
        "bee_1",
        "raid:1",
    ),
    ("PC-34 no_warrior", lambda: Match(3), "horse", "alliance:0"),
    ("PC-41 no_player_alliances", lambda: Match(3), "lynx_2", "alliance:0"),
    ("PC-38 below", lambda: outbid("heron_4"), "lizard_1", "alliance:0"),
    ("PC-38 not_above", lambda: outbid("heron_2"), "lizard_4", "alliance:0"),
    (
        "PC-40 below",
        lambda: Match(4, bonds={0: Bond("moth_3")}, proposals=(proposal(2, 0, "heron_2"),)),
        "lizard_2",
        "alliance:0",
    ),
    ("PC-40 below", lambda: Match(4, bonds={0: Bond("moth_3")}), "swallow_2", "alliance:0"),
    ("PC-40 not_above", lambda: Match(4, bonds={1: Bond("moth_3")}), "moth_2", "alliance:0"),
    ("PC-35 is_allied", lambda: Match(4, bonds=ALLIES), "moth_2", "alliance:0"),
    ("PC-82 hand_known", lambda: known(), "bee_2", "hunt"),
    ("PC-82 not_in_hand", lambda: Match(3, known={1: ("bee_2",)}), "bee_2", "hunt"),
    ("PC-80 nowhere", lambda: Match(3), "bee_2", "alliance:5"),
]


def fresh() -> Match:
    """Return a match in which a second warrior may join the first."""
    match = Match(3)
    match.do("raid", "lynx_2", camp=1)
    return match


def waiting() -> Match:
    """Return a match in which a warrior waits for a second one."""
    match = Match(3, raids={2: raid(1, "bee_4")})
    match.do("raid", "lynx_2", camp=2)
    return match


def defending() -> Match:
    """Return a match in which a weapon waits for one of value 4."""
    match = Match(3, raids={0: raid(1, "bee_4", "bee_2")})
    match.do("defend", "weapon_3")
    return match


def outbid(card: str) -> Match:
    """Return a match in which a third tribe proposes to an allied tribe."""
    bonds = {0: Bond("lynx_2", 1), 1: Bond("heron_3", 0)}
    return Match(4, bonds=bonds, proposals=(proposal(2, 0, card),))


def known() -> Match:
    return Match(3, round=12, hands=(2, 1, 1), known={0: ("horse", "weapon_2")})


@pytest.mark.parametrize(("reason", "match", "card", "name"), REFUSALS)
def test_a_card_is_refused_by_the_rule_that_forbids_what_its_zone_would_have_it_do(
    reason: str, match: Callable[[], Match], card: str, name: str
) -> None:
    table = match()
    refusal = refused(table, up(card, name))
    assert f"{refusal.rule} {refusal.message.key.rpartition('.')[2]}" == reason
    assert refusal.seats
    assert set(refusal.seats) <= set(range(len(GAME.rules.offers(table.state).cues)))
    assert zone(name) not in refusal.allowed_zones
    for place in refusal.allowed_zones:  # where it may lie it is taken, or asked about
        judgement = judged(table, up(card, str(place)))
        assert judgement.moves or judgement.choice


@pytest.mark.parametrize("place", ["defence:0", "market"])
def test_sl_1_more_copies_at_once_than_the_pack_has_left_are_misread_and_none_counts(
    place: str,
) -> None:
    match = Match(
        3, raids={0: raid(1, "bee_3", "bee_4")}, used={"weapon_3": 3}, market=("horse",) * 4
    )
    refusal = refused(match, up("weapon_3", "defence:0", "1"), up("weapon_3", place, "2"))
    params = refusal.message.params
    assert (refusal.rule, params["given"], params["most"]) == ("SL-1", 2, 1)
    assert len(refusal.changes) == 2


@pytest.mark.parametrize("place", ["discard", "hunt"])
def test_pc21_a_card_of_a_hunt_counts_on_the_discards_and_at_the_hunt(place: str) -> None:
    match = Match(3)
    match.do("hunt", "horse")
    (waits,) = judged(match, up("bee_1", place)).pending
    assert (waits.have, waits.count) == (1, 2)


def test_pc83_under_the_camp_the_clan_decides() -> None:
    assert why(Match(4), up("lynx_3", "alliance:0")) == "PC-34 no_proposal"
    assert book(Match(4), up("swallow_3", "alliance:0")) == ["befriend"]


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
