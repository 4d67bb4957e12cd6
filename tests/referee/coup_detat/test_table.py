"""Mistakes at a table of Coup d’État that the bed of slips cannot lay, or that need a loan."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.coup_detat.state.cards import COUP
from referee.coup_detat.state.money import Payment
from referee.coup_detat.state.moves import CardPlayed, Cleared, ContractRead
from referee.coup_detat.state.state import GRID, MIDDLE, TALON, seat_zone
from referee.judging import Judgement, Refusal
from referee.pending import PendingAction
from referee.table import CardStatus, Change, Laid, Position, Taken, Zone
from referee.words import LOCALES, Voice
from tests.referee.coup_detat import summary
from tests.referee.coup_detat.playing import CoupDetat


def laid(card: str, where: int | Zone, at: Position | None = None) -> Laid:
    """Return a laid card whose picture has the same name."""
    return Laid(card, where if isinstance(where, Zone) else seat_zone(where), at, id=f"of {card}")


def gone(match: CoupDetat, *names: str) -> tuple[Taken, ...]:
    """Return the changes that remove cards of the layout; without names, all cards to clear."""
    cards = match.game.table.layout(match.state).cards
    return tuple(
        Taken(card, id=f"of {card.name}")
        for card in cards
        if (card.name in names if names else card.status is CardStatus.TO_CLEAR)
    )


def judged(match: CoupDetat, *changes: Change) -> Judgement:
    return match.game.table.judge(match.state, changes)


def moves(judgement: Judgement) -> list[object]:
    return [one.move for one in judgement.moves]


def refusal(match: CoupDetat, change: Change) -> Refusal:
    """Return the refusal of one change, in both languages."""
    said = judged(match, change)
    assert (said.moves, said.choice) == ((), None)
    (refused,) = said.refusals
    assert refused.changes == (change,)
    for locale in LOCALES:
        assert Voice(locale).say(refused.message)
    return refused


def waits(match: CoupDetat, *changes: Change) -> tuple[PendingAction, ...]:
    """Return the pending actions, if nothing is refused."""
    said = judged(match, *changes)
    assert (said.moves, said.choice, said.refusals) == ((), None, ())
    return said.pending


def under(contract: str, seats: int = 4, attempt: int | None = None) -> CoupDetat:
    match = CoupDetat(seats)
    match.named(contract, attempt)
    return match


def to_name(**options: bool) -> CoupDetat:
    match = CoupDetat(**options)
    match.do("decline", seat=2)
    return match


def shown() -> CoupDetat:
    match = CoupDetat()
    match.do("coup_shown", cards=[COUP], player=2)
    return match


def playing(contract: str, *cards: str, attempt: int | None = None, seats: int = 4) -> CoupDetat:
    match = under(contract, seats, attempt)
    match.lay(*cards)
    return match


def short() -> CoupDetat:
    match = under("prison", 3)
    poor = summary.with_cash(match.state, (10_000, 0, 10_000))
    match.state, _ = summary.with_dues(poor, Payment(1, 0, 400, "CE-37"))
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


def last_gathered() -> CoupDetat:
    match = under("barbu")
    for ranks in ("A 10 K Q", "J 9 8 7"):
        for suit in "CDSH":
            if ranks + suit != "J 9 8 7H":
                match.trick(" ".join(f"{rank}{suit}" for rank in ranks.split()))
    match.lay("JH", "9H", "8H", "7H")
    return match


def test_sl_1_a_card_that_a_rule_forbids_is_told_that_rule_and_not_that_it_cannot_be() -> None:
    refused = refusal(under("siege"), laid("QS", 0))
    said = Voice("en").say(refused.message)
    assert "may not lead" in said
    said = Voice("en").say(refusal(playing("siege", "7C"), laid("7C", 1)).message)
    assert "only one" in said
    assert "trick 1" in said


def test_sl_2_a_card_of_another_deck_is_refused_and_what_it_stands_for_stays_due() -> None:
    said = judged(under("siege"), laid("coyote", 0))
    (missing,) = said.pending
    assert (missing.zone, missing.seat) == (seat_zone(0), 0)


def test_sl_10_what_was_used_may_go_and_what_must_go_is_named_first() -> None:
    match = to_name()
    match.do("contract_read", cards=["siege"])
    assert [one.zone for one in waits(match, *gone(match, "siege"))] == [seat_zone(0)]
    match = to_name()
    match.do("contract_read", cards=["dominoes"])
    first, second = waits(match)
    assert (first.cards, second.zone) == (("dominoes",), GRID)
    assert [one.zone for one in waits(match, *gone(match, "dominoes"))] == [GRID]
    match = shown()
    assert [one.cards for one in waits(match)] == [(COUP,)]


@pytest.mark.parametrize(("move", "seat"), [("decline", 1), ("attempt", 2)])
def test_who_spoke_without_the_coup_card_is_told_the_way_back(move: str, seat: int) -> None:
    match = CoupDetat()
    match.do(move, seat=seat)
    match.do("name_contract", seat=0 if move == "decline" else seat, contract="prison")
    if move == "attempt":
        match.lay("7C")
    hidden = Laid("", TALON, id="t", down=True)  # the decliner cannot swap what they do not have
    changes = (hidden, laid("9C", 0)) if move == "decline" else (laid(COUP, 3),)
    (told,) = judged(match, *changes).refusals
    key = "swap_first" if move == "decline" else "coup_of"
    assert (told.message.key, told.message.params["seat"]) == (f"coup_detat.refused.{key}", seat)
    assert "undo" in Voice("en").say(told.message)
    for locale in LOCALES:
        assert Voice(locale).say(told.message)


def test_sl_22_the_next_lead_may_be_laid_while_a_full_trick_lies() -> None:
    match = playing("siege", "7C", "8C", "9C", "AC")
    said = judged(match, laid("KD", 3))
    trick = ("7C", "8C", "9C", "AC")
    cleared, lead = moves(said)
    assert cleared == Cleared(beside=trick)
    assert lead == CardPlayed(3, ("KD",), ("of KD",))
    match.do("cleared", beside=trick)
    match.do("card_played", player=3, cards=["KD"])
    goes = [
        card
        for card in match.game.table.layout(match.state).cards
        if card.status is CardStatus.TO_CLEAR
    ]
    assert [(card.name, card.seat) for card in goes] == [("7C", 0), ("8C", 1), ("9C", 2), ("AC", 3)]
    first, second = waits(match)
    assert (first.cards, second.zone) == (trick, seat_zone(0)), (
        "what is to be taken away comes first"
    )
    assert [one.zone for one in waits(match, *gone(match))] == [seat_zone(0)]
    assert moves(judged(match, *gone(match, "7C"), laid("7D", 0))) == [
        CardPlayed(0, ("7D",), ("of 7D",))
    ]
    match.lay("7D", "8D", "9D")
    assert len(gone(match)) == 8, "all of both is to be gathered now"
    assert moves(judged(match, *gone(match))) != []
    match.do("cleared")
    assert gone(match) == ()


def test_sl_22_no_lead_is_laid_beside_the_last_trick_nor_before_a_loan() -> None:
    match = under("barbu")
    match.play_out("00000001"[:7] + "1")
    match = last_gathered()
    refused = refusal(match, laid("AC", 0))
    assert (refused.rule, refused.message.key) == ("CE-21", "coup_detat.refused.gather_first")
    match = under("prison", 3)
    match.state = summary.with_cash(match.state, (10_000, 0, 10_000))
    match.lay("9C", "AC", "10C")
    assert refusal(match, laid("KD", 1)).message.key == "coup_detat.refused.gather_first"
    said = judged(match, *gone(match), laid("KD", 1))
    assert [type(move) for move in moves(said)] == [Cleared]
    assert [one.rule for one in said.refusals] == ["CE-70"], "the first trick is to be paid"


def test_sl_5_of_two_cards_of_one_player_neither_is_booked_and_they_are_asked() -> None:
    match = playing("siege", "7C")
    two = laid("8C", 1), laid("9C", 1)
    said = judged(match, *two)
    assert said.moves == ()
    assert said.choice is not None
    assert said.choice.seat == 1
    assert set(said.choice.changes) == set(two)
    assert {one.move for one in said.choice.meanings} == {
        CardPlayed(1, ("8C",), ("of 8C",)),
        CardPlayed(1, ("9C",), ("of 9C",)),
    }
    names = ("siege", "barbu")
    asked = judged(to_name(), *(laid(name, MIDDLE) for name in names)).choice
    assert asked is not None
    assert asked.seat == 0
    ways = [ContractRead((name,), (f"of {name}",)) for name in names]
    assert [one.move for one in asked.meanings] == ways


def test_sl_11_the_table_card_is_taken_before_play_goes_on() -> None:
    hidden = Laid("", TALON, id="a", down=True)
    won = under("siege", attempt=0)
    for seat, card in enumerate(("AC", "7C", "8C", "10C")):
        won.do("card_played", player=seat, cards=[card])
    assert won.at("table")
    for match, seat, rule, key in (
        (under("siege"), 0, "CE-11", "swap_first"),
        (won, 0, "CE-25", "table_card_first"),
    ):
        said = judged(match, hidden, laid("9C", seat))
        assert moves(said) == []
        (told,) = said.refusals
        assert (told.rule, told.message.key) == (rule, f"coup_detat.refused.{key}")
        assert told.seats == (seat,)
    two = judged(under("siege"), hidden, Laid("", TALON, id="b", down=True))
    assert [(one.rule, one.message.params["count"]) for one in two.refusals] == [("CE-1", 2)]
