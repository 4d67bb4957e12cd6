"""Refusals and questions on the mat that no slip of the bed meets: PC-13 … PC-82."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee import words
from referee.plenty_coups import GAME
from tests.referee.plenty_coups.changes import judged, refused, up, zone
from tests.referee.plenty_coups.playing import Match, proposal, raid


def waiting() -> Match:
    """Return a match in which a warrior waits for a second one."""
    match = Match(3, raids={2: raid(1, "bee_4")})
    match.do("raid", "lynx_2", camp=2)
    return match


def known() -> Match:
    return Match(3, round=12, hands=(2, 1, 1), known={0: ("horse", "weapon_2")})


REFUSALS: list[tuple[str, Callable[[], Match], str, str]] = [
    (
        "PC-11 no_marker",
        lambda: Match(6, raids={camp: raid(0, f"bee_{camp}") for camp in (1, 2, 3, 4)}),
        "moth_1",
        "raid:5",
    ),
    ("PC-13 too_weak", lambda: Match(3, left=1, raids={1: raid(2, "bee_3")}), "moth_3", "raid:1"),
    ("PC-13 too_weak", lambda: waiting(), "lynx_1", "raid:2"),
    (
        "PC-15 weapon_too_weak",
        lambda: Match(3, left=1, raids={0: raid(1, "bee_4")}),
        "weapon_2",
        "defence:0",
    ),
    ("PC-15 weapon_alone", lambda: Match(3, raids={0: raid(1, "bee_4")}), "weapon_2", "raid:0"),
    ("PC-19 no_gift", lambda: Match(3, round=12, hands=(1, 1, 1)), "horse", "defence:1"),
    ("PC-19 gift_neutral", lambda: Match(2, turn=1), "horse", "defence:2"),
    ("PC-19 gift_neutral", lambda: Match(4, gone=(2,), round=2), "horse", "defence:2"),
    ("PC-20 richer", lambda: Match(3, horses=(2, 3, 1)), "horse", "proposal:1"),
    (
        "PC-30 already",
        lambda: Match(4, proposals=(proposal(0, 1, "lynx_1"),)),
        "lynx_2",
        "proposal:0",
    ),
    ("PC-82 hand_known", lambda: known(), "bee_2", "hunt"),
    ("PC-82 not_in_hand", lambda: Match(3, known={1: ("bee_2",)}), "bee_2", "hunt"),
]


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


def why_no_double(fields: dict[str, Any], zone_: str, cards: str) -> tuple[str, str, int]:
    """Return the rule and key by which two cards together are no double action, and the ways."""
    match, two = Match(3, **fields), [up(card, zone_) for card in cards.split()]
    judgement = judged(match, *two)
    assert judgement.moves == ()
    if (choice := judgement.choice) is None:
        (refusal,) = judgement.refusals
        assert (set(refusal.changes), refusal.seats) == ({*two}, (0,))
        return refusal.rule, refusal.message.key, 0
    assert (choice.seat, set(choice.changes)) == (0, {*two})
    assert choice.question is not None
    assert words.say(choice.question)
    assert len(judged(match, two[-1]).moves) == 1  # the other card is taken back
    return choice.rule, choice.question.key, len(choice.meanings)


@pytest.mark.parametrize(
    ("fields", "zone_", "cards", "why"),
    [
        ({"left": 1}, "raid:1", "lynx_2 lynx_3", ("PC-14", "no_second", 2)),
        (
            {"round": 11, "raids": {1: raid(2, "bee_4")}},
            "raid:1",
            "lynx_2 lynx_3",
            ("PC-50", "no_double_attack", 0),
        ),
        (
            {"round": 11, "raids": {0: raid(1, "bee_4")}},
            "defence:0",
            "weapon_2 weapon_3",
            ("PC-50", "no_double_defence", 0),
        ),
    ],
)
def test_where_no_double_action_is_allowed_two_cards_are_told_why(
    fields: dict[str, Any], zone_: str, cards: str, why: tuple[str, str, int]
) -> None:
    rule, key, ways = why_no_double(fields, zone_, cards)
    assert (rule, key.rpartition(".")[2], ways) == why
