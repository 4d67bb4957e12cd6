"""Mistakes at a table of Coup d’État that the bed of slips cannot lay, or that need a loan."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.coup_detat.state.cards import COUP
from referee.coup_detat.state.money import Payment
from referee.coup_detat.state.moves import CardPlayed, Cleared
from referee.coup_detat.state.state import GRID, MIDDLE, TALON, seat_zone
from referee.judging import Judgement, Refusal
from referee.table import Change, Laid, Position, Zone
from referee.words import LOCALES, Voice
from tests.referee.coup_detat import summary
from tests.referee.coup_detat.playing import CoupDetat


def laid(card: str, where: int | Zone, at: Position | None = None) -> Laid:
    """Return a laid card whose picture has the same name."""
    return Laid(card, where if isinstance(where, Zone) else seat_zone(where), at, id=f"of {card}")


def judged(match: CoupDetat, *changes: Change) -> Judgement:
    return match.game.table.judge(match.state, changes)


def refusal(match: CoupDetat, change: Change) -> Refusal:
    """Return the refusal of one change, in both languages."""
    judgement = judged(match, change)
    assert (judgement.moves, judgement.choice) == ((), None)
    (refused,) = judgement.refusals
    assert refused.changes == (change,)
    for locale in LOCALES:
        assert Voice(locale).say(refused.message)
    return refused


def under(contract: str, seats: int = 4, attempt: int | None = None) -> CoupDetat:
    match = CoupDetat(seats)
    match.named(contract, attempt)
    return match


def short() -> CoupDetat:
    match = under("prison", 3)
    poor = summary.with_cash(match.state, (10_000, 0, 10_000))
    match.state = summary.with_dues(poor, Payment(1, 0, 400, "CE-37"))
    return match


def rows(turns: str = "10H", seats: int = 4, attempt: int | None = None) -> CoupDetat:
    match = under("dominoes", seats, attempt)
    match.rows(turns)
    return match


def left_over() -> CoupDetat:
    match = under("dominoes", 3, attempt=0)
    for card in ["9C", "9D", "9H", "9S", "10S", "JS", "QS", "KS"]:
        match.rows(f"{card} - -" if card != "KS" else card)
    return match


Case = tuple[Callable[[], CoupDetat], Laid, str, str, tuple[int, ...], tuple[Zone, ...]]


TURNED = Laid("7H", TALON, id="t", turned=True)


CASES: list[Case] = [
    (lambda: under("siege"), laid("coyote", 0), "CE-27", "no_playing_card", (0,), ()),
    (rows, laid("coyote", GRID, (0, 0)), "CE-27", "no_playing_card", (1,), ()),
    (short, laid("KH", 1), "CE-70", "loan_first", (0, 1), ()),
    (short, laid("KH", MIDDLE), "CE-70", "loan_first", (0,), ()),
    (short, laid("KH", TALON), "CE-70", "loan_first", (0,), ()),
    (rows, laid("JH", 1), "CE-54", "in_rows", (1,), (GRID,)),
    (rows, laid("JH", 3), "CE-54", "in_rows", (1, 3), (GRID,)),
    (rows, laid("10H", 2), "CE-27", "seen_row", (1, 2), ()),
    (rows, TURNED, "CE-11", "swap_first", (0,), ()),
    (left_over, laid("10C", 1), "CE-54", "in_rows", (0, 1), (GRID,)),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[3]}-{case[1].card}")
def test_each_refusal_has_its_rule_whom_it_concerns_and_where_the_card_may_lie(case: Case) -> None:
    begin, change, rule, key, seats, where = case
    match = begin()
    refused = refusal(match, change)
    assert (refused.rule, refused.message.key) == (rule, f"coup_detat.refused.{key}")
    assert (refused.seats, refused.allowed_zones) == (seats, where)


@pytest.mark.parametrize(("move", "seat"), [("decline", 1), ("attempt", 2)])
def test_who_spoke_without_the_coup_card_is_told_the_way_back(move: str, seat: int) -> None:
    match = CoupDetat()
    match.do(move, seat=seat)
    match.do("name_contract", seat=0 if move == "decline" else seat, contract="prison")
    if move == "attempt":
        match.lay("7C")
    hidden = Laid("", TALON, id="t", down=True)  # the decliner cannot swap what they do not have
    changes = (hidden, laid("9C", 0)) if move == "decline" else (laid(COUP, 3),)
    (answer,) = judged(match, *changes).refusals
    key = "swap_first" if move == "decline" else "coup_of"
    assert (answer.message.key, answer.message.params["seat"]) == (
        f"coup_detat.refused.{key}",
        seat,
    )
    assert "undo" in Voice("en").say(answer.message)
    for locale in LOCALES:
        assert Voice(locale).say(answer.message)


def test_sl_22_the_next_lead_may_be_laid_while_a_full_trick_lies() -> None:
    match = under("siege")
    match.lay("7C", "8C", "9C", "AC")
    judgement = judged(match, laid("KD", 3))
    trick = ("7C", "8C", "9C", "AC")
    assert [move.move for move in judgement.moves] == [
        Cleared(beside=trick),
        CardPlayed(3, ("KD",), ("of KD",)),
    ]
    match.do("cleared", beside=trick)
    match.do("card_played", player=3, cards=["KD"])
    first, second = judged(match).pending
    assert (first.cards, second.zone) == (trick, seat_zone(0)), "the old trick goes first"
