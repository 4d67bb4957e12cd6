"""The answers to misplaced cards: SL-1 … SL-17, and the game's own SL-22."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from referee import coup_detat
from referee.coup_detat.state.cards import CONTRACT_CARDS, COUP
from referee.coup_detat.state.money import Payment
from referee.coup_detat.state.moves import (
    CardDrawn,
    CardLaid,
    CardPlayed,
    Cleared,
    ContractRead,
    CoupShown,
    TableCardTurned,
)
from referee.coup_detat.state.rows import grid_cell
from referee.coup_detat.state.state import GRID, MIDDLE, TALON, seat_zone
from referee.judging import Judgement, Refusal
from referee.pending import PendingAction
from referee.table import CardStatus, Change, Laid, Moved, Position, Taken, Zone
from referee.words import LOCALES, Voice
from tests.referee.coup_detat import summary
from tests.referee.coup_detat.dealing import Table, settings
from tests.referee.coup_detat.playing import CoupDetat

EVERYWHERE = (*map(seat_zone, range(4)), MIDDLE, GRID)


def laid(card: str, where: int | Zone, at: Position | None = None) -> Laid:
    """Return a laid card whose picture has the same name."""
    return Laid(card, where if isinstance(where, Zone) else seat_zone(where), at, id=f"of {card}")


def domino(card: str) -> Laid:
    """Return a card laid in its cell."""
    place = grid_cell(card)
    return laid(card, GRID, (place.row, place.column))


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


# -- each refusal that a card can meet ------------------------------------------------------------


def drawing() -> CoupDetat:
    match = CoupDetat(3, president=None)
    match.do("card_drawn", player=1, cards=["9H"])
    return match


def drawn() -> CoupDetat:
    match = CoupDetat(3, president=None)
    for seat, card in enumerate(("9H", "AC", "9C")):
        match.do("card_drawn", player=seat, cards=[card])
    return match


def to_name(**options: bool) -> CoupDetat:
    match = CoupDetat(**options)
    match.do("decline", seat=2)
    return match


def second_contract() -> CoupDetat:
    match = under("barbu")
    match.play_out("00000000")
    match.do("decline", seat=1)
    return match


def claimed(again: bool = False) -> CoupDetat:
    match = CoupDetat()
    match.do("coup_shown", cards=[COUP])
    if again:
        match.do("on_table", seat=0)
    return match


def shown() -> CoupDetat:
    match = CoupDetat()
    match.do("coup_shown", cards=[COUP], player=2)
    return match


def playing(contract: str, *cards: str, attempt: int | None = None, seats: int = 4) -> CoupDetat:
    match = under(contract, seats, attempt)
    match.lay(*cards)
    return match


def second_trick(attempt: int | None = None) -> CoupDetat:
    match = playing("victory", "9C", "AC", "8C", "7C", attempt=attempt)
    if attempt is not None:
        match.do("table_card_turned", cards=["AC", "7H"])
    match.do("cleared")
    return match


def last_trick() -> CoupDetat:
    match = under("prison", attempt=0)
    match.play_out("00000000", coup=7)
    match = under("prison", attempt=0)
    for ranks in ("A 10 K Q", "J 9 8 7"):
        for suit in "CDS":
            match.lay(*(f"{rank}{suit}" for rank in ranks.split()))
            if match.at("table"):
                match.do("table_card_turned", cards=["AC", "7H"])
            match.do("cleared")
    match.trick("AH 10H KH QH")
    return match


def coup_played() -> CoupDetat:
    match = playing("victory", COUP, attempt=0)
    match.do("name_suit", seat=0, suit="C")
    return match


def secret() -> CoupDetat:
    match = CoupDetat(3, secret_coup=True)
    match.named("siege")
    match.lay("9C", "AC")
    return match


def revoked() -> CoupDetat:
    match = under("victory")
    match.trick("AC 10C 7D KC")
    match.lay("QC", "JC", "8C")
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


def rows_revoked() -> CoupDetat:
    return rows("10H - JH 9H 8H 10S")


def left_over() -> CoupDetat:
    match = under("dominoes", 3, attempt=0)
    for card in ["9C", "9D", "9H", "9S", "10S", "JS", "QS", "KS"]:
        match.rows(f"{card} - -" if card != "KS" else card)
    return match


Case = tuple[Callable[[], CoupDetat], Laid, str, str, tuple[int, ...], tuple[Zone, ...]]
IN_PLACE = laid("AC", GRID, (0, 0))
CASES: list[Case] = [
    # the draw
    (drawing, laid("9H", 0), "CE-3", "drawn_by", (0,), ()),
    (drawing, laid("8H", 0), "CE-1", "taken_out_low", (0,), ()),
    (drawing, laid(COUP, 0), "CE-3", "cannot_be_drawn", (0,), ()),
    (drawing, laid("KH", 1), "CE-3", "no_draw", (1,), ()),
    (drawing, laid("KH", MIDDLE), "CE-3", "draw_before", (0, 2), (seat_zone(0), seat_zone(2))),
    (drawn, laid("KH", 1), "CE-3", "drawn_first", (1,), ()),
    # before the first card
    (CoupDetat, laid("KH", 1), "CE-11", "coup_first", (1,), ()),
    (CoupDetat, laid("siege", MIDDLE), "CE-11", "coup_first", (), ()),
    (claimed, laid("KH", 1), "CE-10", "claim_first", (1,), ()),
    (lambda: claimed(again=True), laid("KH", 1), "CE-10", "deal_first", (1,), ()),
    (shown, laid("KH", 1), "CE-11", "coup_back_first", (1,), ()),
    (to_name, laid("KH", 1), "CE-12", "name_first", (0, 1), ()),
    (to_name, laid("KH", MIDDLE), "CE-12", "no_contract", (0,), ()),
    (to_name, laid("siege", 0), "CE-12", "contract_in_middle", (0,), (MIDDLE,)),
    (second_contract, laid("barbu", MIDDLE), "CE-13", "played_before", (0,), ()),
    (lambda: to_name(simpler=True), laid("barbu", MIDDLE), "CE-6", "taken_out", (0,), ()),
    # a trick
    (lambda: under("siege"), laid("QS", 0), "CE-22", "barred", (0,), ()),
    (lambda: under("siege"), laid("10S", 3), "CE-27", "out_of_lead", (0, 3), (seat_zone(0),)),
    (
        lambda: playing("siege", "7C"),
        laid("10S", 3),
        "CE-27",
        "out_of_turn",
        (1, 3),
        (seat_zone(1),),
    ),
    (lambda: playing("siege", "7C"), laid("7C", 1), "CE-27", "seen", (1,), ()),
    (lambda: second_trick(attempt=0), laid("7H", 1), "CE-27", "seen_table", (1,), ()),
    (lambda: under("barbu", 3), laid("8C", 0), "CE-27", "taken_out_low", (0,), ()),
    (lambda: under("siege"), laid("coyote", 0), "CE-27", "no_playing_card", (0,), ()),
    (lambda: under("siege"), laid(COUP, 0), "CE-11", "coup_away", (0,), ()),
    (lambda: playing("siege", "7C", attempt=2), laid(COUP, 3), "CE-24", "coup_of", (3,), ()),
    (coup_played, laid(COUP, 1), "CE-24", "seen", (1,), ()),
    (last_trick, laid("JH", 0), "CE-24", "only_the_coup_card", (0,), ()),
    (secret, laid("KC", 2), "CE-61", "answers_first", (2,), ()),
    (lambda: under("siege"), laid("7C", MIDDLE), "CE-21", "in_middle", (0,), (seat_zone(0),)),
    (
        lambda: under("siege", attempt=2),
        laid(COUP, MIDDLE),
        "CE-24",
        "coup_in_middle",
        (2,),
        (seat_zone(2),),
    ),
    (lambda: under("siege"), laid("barbu", MIDDLE), "CE-12", "named_already", (0,), ()),
    (lambda: under("siege"), laid("barbu", 2), "CE-12", "named_already", (0,), ()),
    # what another owes (SL-11)
    (lambda: playing("prison", COUP, attempt=0), laid("7C", 1), "CE-24", "suit_first", (0, 1), ()),
    (
        lambda: playing("prison", "7C", "AC", "8C", "9C", attempt=0),
        laid("KH", 2),
        "CE-25",
        "table_first",
        (1, 2),
        (),
    ),
    (revoked, laid("KH", 3), "CE-26", "revoke_first", (3,), ()),
    (short, laid("KH", 1), "CE-70", "loan_first", (0, 1), ()),
    # Dominoes
    (rows, laid("JH", GRID, (2, 5)), "CE-54", "place_right", (1,), (GRID,)),
    (rows, laid("9H", GRID, (2, 5)), "CE-54", "place_left", (1,), (GRID,)),
    (rows, laid("10C", GRID, (3, 3)), "CE-54", "place_new", (1,), (GRID,)),
    (rows, laid("10C", GRID), "CE-54", "place_new", (1,), (GRID,)),
    (rows, domino("KH"), "CE-51", "fits_not", (1,), ()),
    (rows, laid("10H", GRID, (0, 0)), "CE-27", "seen_row", (1,), ()),
    (lambda: rows(seats=3), domino("8H"), "CE-27", "taken_out_low", (1,), ()),
    (rows, laid("coyote", GRID, (0, 0)), "CE-27", "no_playing_card", (1,), ()),
    (rows, laid(COUP, GRID, (0, 0)), "CE-11", "coup_away", (1,), ()),
    (lambda: rows(attempt=2), laid(COUP, GRID, (0, 0)), "CE-53", "coup_unused", (3,), ()),
    (rows, laid("JH", 1), "CE-54", "in_rows", (1,), (GRID,)),
    (rows, laid("JH", 3), "CE-54", "in_rows", (1, 3), (GRID,)),
    (rows_revoked, domino("10D"), "CE-26", "revoke_first", (), (GRID,)),
    (left_over, domino("JC"), "CE-51", "shows_nothing", (0,), ()),
    (left_over, laid("10C", GRID, (0, 7)), "CE-54", "place_right", (0,), (GRID,)),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[3]}-{case[1].card}")
def test_each_refusal_has_its_rule_whom_it_concerns_and_where_the_card_may_lie(case: Case) -> None:
    begin, change, rule, key, seats, where = case
    match = begin()
    refused = refusal(match, change)
    assert (refused.rule, refused.message.key) == (rule, f"coup_detat.refused.{key}")
    assert (refused.seats, refused.allowed_zones) == (seats, where)


TURNED = Laid("7H", TALON, id="t", turned=True)


def asked_for_loan() -> CoupDetat:
    match = CoupDetat()
    match.do("borrow", seat=2, lender=3, amount=100)
    return match


def last_gathered() -> CoupDetat:
    match = under("barbu")
    for ranks in ("A 10 K Q", "J 9 8 7"):
        for suit in "CDSH":
            if ranks + suit != "J 9 8 7H":
                match.trick(" ".join(f"{rank}{suit}" for rank in ranks.split()))
    match.lay("JH", "9H", "8H", "7H")
    return match


OPEN_CARDS: list[Case] = [  # at the talon and in the middle, whatever is going on
    (drawn, laid("KH", MIDDLE), "CE-3", "drawn_first", (), ()),
    (CoupDetat, laid("7H", TALON), "SL-12", "table_card_open", (0,), ()),
    (CoupDetat, TURNED, "SL-12", "table_card_open", (0,), ()),
    (CoupDetat, laid(COUP, TALON), "CE-10", "coup_at_talon", (0,), (MIDDLE,)),
    (CoupDetat, laid("KH", MIDDLE), "CE-11", "coup_first", (), ()),
    (claimed, TURNED, "SL-12", "table_card_open", (0,), ()),
    (claimed, laid("KH", MIDDLE), "CE-10", "claim_first", (), ()),
    (asked_for_loan, TURNED, "SL-12", "table_card_open", (3,), ()),
    (asked_for_loan, laid("KH", MIDDLE), "CE-70", "loan_first", (3,), ()),
    (asked_for_loan, laid(COUP, MIDDLE), "CE-70", "loan_first", (3,), ()),
    (shown, laid("KH", MIDDLE), "CE-11", "coup_back_first", (), ()),
    (to_name, TURNED, "CE-11", "swap_first", (2,), ()),
    (to_name, laid(COUP, TALON), "CE-11", "swap_first", (2,), ()),
    (to_name, laid("KH", TALON), "CE-12", "name_first", (0,), ()),
    (lambda: playing("siege", "7C"), TURNED, "CE-11", "swap_first", (0,), ()),
    (lambda: playing("siege", "7C", attempt=2), TURNED, "SL-12", "table_card_open", (3,), ()),
    (
        lambda: second_trick(attempt=0),
        laid("KH", TALON),
        "SL-4",
        "in_middle",
        (1,),
        (seat_zone(1),),
    ),
    (lambda: playing("prison", COUP, attempt=0), TURNED, "SL-12", "table_card_open", (0,), ()),
    (
        lambda: playing("prison", COUP, attempt=0),
        laid("KH", MIDDLE),
        "CE-24",
        "suit_first",
        (0,),
        (),
    ),
    (last_gathered, laid("KH", MIDDLE), "CE-21", "gather_first", (0,), ()),
    (revoked, laid("KH", MIDDLE), "CE-26", "revoke_first", (), ()),
    (revoked, laid("KH", TALON), "CE-26", "revoke_first", (), ()),
    (short, laid("KH", MIDDLE), "CE-70", "loan_first", (0,), ()),
    (short, laid("KH", TALON), "CE-70", "loan_first", (0,), ()),
    # beside the rows of Dominoes
    (rows, laid(COUP, 1), "CE-11", "coup_away", (1,), ()),
    (rows, laid(COUP, MIDDLE), "CE-11", "coup_away", (1,), ()),
    (lambda: rows(attempt=2), laid(COUP, 3), "CE-53", "coup_unused", (3,), ()),
    (rows, TURNED, "CE-11", "swap_first", (0,), ()),
    (rows, laid("KH", 1), "CE-51", "fits_not", (1,), ()),
    (rows, laid("10H", 2), "CE-27", "seen_row", (1, 2), ()),
    (rows_revoked, laid("10D", 3), "CE-26", "revoke_first", (3,), ()),
    (left_over, laid("10C", 1), "CE-54", "in_rows", (0, 1), (GRID,)),
]


@pytest.mark.parametrize("case", OPEN_CARDS, ids=lambda case: f"{case[3]}-{case[1].card}")
def test_an_open_card_at_the_talon_or_in_the_middle_is_never_silent(case: Case) -> None:
    begin, change, rule, key, seats, where = case
    match = begin()
    refused = refusal(match, change)
    assert (refused.rule, refused.message.key) == (rule, f"coup_detat.refused.{key}")
    assert (refused.seats, refused.allowed_zones) == (seats, where)


SAID = {  # what only a press or a page can meet
    "barred_suit",
    "cannot_be",
    "card_first",
    "done_instead",
    "draw_first",
    "first_lays",
    "lay_first",
    "left_first",
    "no_declaration",
    "no_loans",
    "no_such_amount",
    "no_such_colour",
    "no_such_lender",
    "no_such_revoke",
    "no_such_seat",
    "not_asked",
    "not_asked_for_loan",
    "not_in_question",
    "not_president",
    "not_yours_to_judge",
    "not_yours_to_name",
    "not_yours_to_tell",
    "nothing_to_correct",
    "nothing_to_end",
    "nothing_to_take_back",
    "over",
    "still_there",
    "turn_of",
}
TOLD_IN_TESTS = {  # above and below
    "coup_at_talon",
    "table_card_open",
    "coup_still_out",  # of claims, in test_early
    "gather_first",
    "not_decided",
    "one_a_turn",
    "swap_first",
    "table_card_first",
    "trick_first",
    "two_table_cards",
}
REFUSES = {"refuse", "refuse.refusal", "_first", "_seat_first"}
BY_HAND = {"beside", "not_the_coup_card", "one_card"}  # what nobody can lay: two cards as one


def test_every_refusal_that_a_card_can_meet_is_met() -> None:
    keys: set[str] = set()
    for path in Path(coup_detat.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and str(node.value).startswith("coup_detat.refused."):
                keys.add(str(node.value).removeprefix("coup_detat.refused."))
            called = isinstance(node, ast.Call) and ast.unparse(node.func) in REFUSES
            if called and isinstance(node.args[1], ast.Constant):  # type: ignore[attr-defined]
                keys.add(str(node.args[1].value))  # type: ignore[attr-defined]
    assert {case[3] for case in CASES} == keys - SAID - TOLD_IN_TESTS - BY_HAND


# -- SL-1 … SL-17 ---------------------------------------------------------------------------------


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


def test_sl_3_a_card_out_of_turn_is_nobodys_until_its_players_turn() -> None:
    match = playing("siege", "7C")
    early = laid("9C", 2)
    refused = refusal(match, early)
    assert refused.seats == (1, 2)
    assert refused.message.params == {"turn_seat": 1, "seat": 2, "card": "9C"}
    due = judged(match, early).pending
    assert [(one.zone, one.seat) for one in due] == [(seat_zone(1), 1)]
    match.lay("8C")
    assert moves(judged(match, early)) == [CardPlayed(2, ("9C",), ("of 9C",))]


def test_sl_4_a_card_in_anothers_place_is_said_to_both_with_the_place_of_whose_turn_it_is() -> None:
    refused = refusal(playing("siege", "7C"), laid("8C", 0))
    assert (refused.seats, refused.allowed_zones) == ((1, 0), (seat_zone(1),))
    refused = refusal(under("siege"), laid("7C", MIDDLE))
    assert refused.allowed_zones == (seat_zone(0),)


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


def test_sl_5_a_difference_may_have_moves_and_refusals() -> None:
    match = playing("siege", "7C")
    said = judged(match, laid("10S", 0), laid("9C", 2), laid("8C", 1))
    assert moves(said) == [CardPlayed(1, ("8C",), ("of 8C",)), CardPlayed(2, ("9C",), ("of 9C",))]
    (refused,) = said.refusals
    assert (refused.rule, refused.seats) == ("CE-27", (3, 0))


def test_sl_5_cards_of_one_trick_laid_at_once_are_all_booked_in_their_order() -> None:
    match = under("siege")
    cards = dict(enumerate(("7C", "8C", "9C", "AC")))
    said = judged(match, *(laid(cards[seat], seat) for seat in (2, 0, 3, 1)))
    assert moves(said) == [CardPlayed(s, (c,), (f"of {c}",)) for s, c in cards.items()]


def test_sl_6_a_trick_is_gathered_card_by_card_without_a_word() -> None:
    match = playing("siege", "7C", "8C", "9C", "AC")
    (missing,) = waits(match, *gone(match, "7C", "9C"))
    assert (missing.have, missing.count, missing.cards, missing.seat) == (2, 4, ("8C", "AC"), 3)
    whole = judged(match, *gone(match))
    assert moves(whole) == [Cleared(proof=("of 7C", "of 8C", "of 9C", "of AC"))]
    match = drawing()
    assert {one.seat for one in waits(match)} == {0, 2}


def test_sl_7_a_card_of_a_trick_that_is_gone_is_missed_by_name_until_it_lies_there_again() -> None:
    match = playing("siege", "7C", "8C")
    (missing,) = judged(match, *gone(match, "7C")).missing
    assert (missing.cards, missing.zone, missing.seat) == (("7C",), seat_zone(0), 0)
    assert len(waits(match, *gone(match, "7C"))) == 1
    assert (len(waits(match)), judged(match).missing) == (1, ())
    later = judged(match, *gone(match, "7C"), laid("9C", 2))
    assert moves(later) == [CardPlayed(2, ("9C",), ("of 9C",))], "nobody else is held up"
    match = rows("10H JH")
    assert [one.cards for one in judged(match, *gone(match, "JH")).missing] == [("JH",)]


def test_sl_8_a_card_that_slid_counts_and_is_told_to_go_back_once_its_place_is_needed() -> None:
    match = playing("siege", "7C", "8C")
    first, second = match.game.table.layout(match.state).cards
    aside, in_the_way = Moved(first, seat_zone(1)), Moved(second, seat_zone(2))
    assert waits(match, aside)[0].seat == 2
    refused = refusal(match, in_the_way)
    assert (refused.rule, refused.allowed_zones) == ("SL-8", (seat_zone(1),))
    match.lay("9C")
    assert waits(match, in_the_way)[0].seat == 3


def test_sl_8_a_domino_has_its_cell() -> None:
    match = rows("10H")
    (ten,) = (card for card in match.game.table.layout(match.state).cards if card.zone == GRID)
    assert refusal(match, Moved(ten, GRID, (2, 4))).allowed_zones == (GRID,)


def test_sl_9_another_card_in_the_place_of_one_that_was_booked_is_out_of_turn() -> None:
    match = playing("siege", "7C")
    said = judged(match, *gone(match, "7C"), laid("8C", 0))
    assert said.moves == ()
    assert [(one.rule, one.seats) for one in said.refusals] == [("CE-27", (1, 0))]
    assert [one.cards for one in said.missing] == [("7C",)]


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


def test_sl_5_of_a_card_that_is_barred_and_one_that_is_not_neither_is_booked() -> None:
    match = under("siege")
    barred, fine = laid("QS", 0), laid("7C", 0)
    said = judged(match, barred, fine)
    assert (said.moves, said.choice) == ((), None)
    (refused,) = said.refusals
    assert (refused.rule, refused.changes, refused.seats) == ("CE-22", (barred,), (0,))
    assert moves(judged(match, fine)) == [CardPlayed(0, ("7C",), ("of 7C",))]


def test_sl_11_a_contract_card_waits_until_the_coup_card_is_taken_back() -> None:
    match = shown()
    contract = laid("siege", MIDDLE)
    assert [one.seat for one in waits(match, contract)] == [2]
    said = judged(match, *gone(match), contract)
    assert moves(said) == [
        Cleared(proof=("of coup",)),
        ContractRead(("siege",), ("of siege",)),
    ]


def test_sl_12_a_card_that_is_due_and_lies_face_down_is_told_so_and_no_other() -> None:
    match = playing("siege", "7C")
    down = refusal(match, Laid("", seat_zone(1), down=True))
    assert (down.rule, down.seats) == ("SL-12", (1,))
    assert waits(match, Laid("", seat_zone(0), down=True), Laid("", MIDDLE, down=True))
    assert waits(rows(), Laid("", GRID, (0, 0), down=True))


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


def test_sl_11_who_declined_and_forgot_the_swap_is_named_to_both() -> None:
    match = to_name()
    match.do("name_contract", seat=0, contract="siege")
    said = judged(match, Laid("", TALON, id="a", down=True), laid("9C", 0))
    (told,) = said.refusals
    assert (told.message.key, told.message.params) == ("coup_detat.refused.swap_first", {"seat": 2})
    assert (told.seats, told.allowed_zones) == ((0, 2), (TALON,))


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


def test_sl_13_the_place_says_whose_card_it_is() -> None:
    match = CoupDetat(3, president=None)
    said = judged(match, laid("9H", 2), laid("AC", 0))
    assert moves(said) == [
        CardDrawn(2, ("9H",), ("of 9H",)),
        CardDrawn(0, ("AC",), ("of AC",)),
    ]
    assert moves(judged(CoupDetat(), laid(COUP, 3))) == [CoupShown((COUP,), 3, ("of coup",))]
    assert moves(judged(CoupDetat(), laid(COUP, MIDDLE))) == [
        CoupShown((COUP,), None, ("of coup",))
    ]


def test_ce_25_the_table_card_is_turned_up_beside_the_winners_own() -> None:
    match = playing("prison", "7C", "AC", "8C", "9C", attempt=0)
    (missing,) = waits(match)
    assert (missing.seat, missing.zone) == (1, seat_zone(1))
    said = judged(match, laid("KH", 1))
    assert moves(said) == [TableCardTurned(("AC", "KH"), ("of KH",))]
    match.do("table_card_turned", cards=["AC", "KH"])
    lie = [card for card in match.game.table.layout(match.state).cards if card.zone == seat_zone(1)]
    assert [(card.name, card.edge) for card in lie] == [("AC", 1), ("KH", 1)]


# -- SL-22 ----------------------------------------------------------------------------------------


def test_ce_25_the_table_card_is_turned_up_where_it_lay_and_a_lead_beside_it_is_none() -> None:
    match = playing("prison", "7C", "AC", "8C", "9C", attempt=0)
    lead = laid("KH", 1)
    early = judged(match, Laid("", TALON, id="t", down=True), lead)
    assert (early.moves, [one.early for one in early.refusals]) == ((), [True])
    said = judged(match, laid("7H", TALON), lead)
    assert moves(said)[0] == TableCardTurned(("AC", "7H"), ("of 7H",))
    assert CardPlayed(1, ("KH",), ("of KH",)) in moves(said)


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


def test_sl_22_some_of_the_trick_may_be_gone_when_the_next_is_led() -> None:
    match = playing("siege", "7C", "8C", "9C", "AC")
    said = judged(match, laid("KD", 3), *gone(match, "7C", "AC"), laid("7D", 0))
    cleared, lead, follows = moves(said)
    assert isinstance(cleared, Cleared)
    assert (set(cleared.beside), set(cleared.proof)) == ({"8C", "9C"}, {"of 7C", "of AC"})
    assert (lead, follows) == (
        CardPlayed(3, ("KD",), ("of KD",)),
        CardPlayed(0, ("7D",), ("of 7D",)),
    )


def test_sl_22_the_last_card_and_the_next_lead_may_come_at_once() -> None:
    match = playing("siege", "7C", "8C", "9C")
    said = judged(match, laid("KD", 2), laid("JC", 3))
    assert moves(said)[0] == CardPlayed(3, ("JC",), ("of JC",))
    match = playing("siege", "7C", "8C", "AC")
    said = judged(match, laid("KD", 2), laid("JC", 3))
    assert [type(move) for move in moves(said)] == [CardPlayed, Cleared, CardPlayed]


@pytest.mark.parametrize(
    ("change", "key", "seats"),
    [
        (laid("KD", 1), "out_of_lead", (3, 1)),
        (laid("7C", 3), "seen", (3,)),
        (laid("KD", MIDDLE), "in_middle", (3,)),
    ],
)
def test_sl_22_a_lead_that_cannot_be_leaves_the_full_trick_to_be_gathered(
    change: Laid, key: str, seats: tuple[int, ...]
) -> None:
    match = playing("siege", "7C", "8C", "9C", "AC")
    refused = refusal(match, change)
    assert (refused.message.key, refused.seats) == (f"coup_detat.refused.{key}", seats)
    assert [one.count for one in judged(match, change).pending] == [4]


def test_sl_22_two_leads_beside_a_full_trick_are_asked() -> None:
    match = playing("siege", "7C", "8C", "9C", "AC")
    said = judged(match, laid("KD", 3), laid("QD", 3))
    assert [type(move) for move in moves(said)] == [Cleared]
    assert said.choice is not None
    assert (said.choice.seat, len(said.choice.meanings)) == (3, 2)


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


def test_sl_22_two_new_dominoes_are_asked() -> None:
    match = rows("10H")
    said = judged(match, domino("JH"), domino("9H"))
    assert said.moves == ()
    assert said.choice is not None
    assert (said.choice.seat, len(said.choice.meanings)) == (1, 2)


def test_sl_22_of_two_dominoes_of_which_one_fits_the_other_is_nobodys() -> None:
    match = rows("10H")
    said = judged(match, domino("8H"), domino("9H"))
    assert moves(said) == [CardLaid(1, grid_cell("9H"), ("of 9H",))]
    (refused,) = said.refusals
    assert (refused.rule, refused.changes, refused.seats) == ("CE-52", (domino("8H"),), (1, 2))
    assert refused.message.key == "coup_detat.refused.one_a_turn"
    for locale in LOCALES:
        assert Voice(locale).say(refused.message)
    match.rows("9H")
    assert moves(judged(match, domino("8H"))) == [CardLaid(2, grid_cell("8H"), ("of 8H",))]


def test_sl_22_of_three_dominoes_no_other_players_are_asked_about() -> None:
    match = rows("10H")
    said = judged(match, domino("QH"), domino("KH"), domino("JH"))
    assert moves(said) == [CardLaid(1, grid_cell("JH"), ("of JH",))]
    assert {one.changes for one in said.refusals} == {(domino("QH"),), (domino("KH"),)}


def test_sl_22_after_an_ace_one_player_lays_several_in_whichever_order_they_are_seen() -> None:
    for more in (("JH", "QS"), ("QS", "JH")):
        match = rows("QH KH")
        said = judged(match, *map(domino, (*more, "AH")))
        assert said.refusals == ()
        made = moves(said)
        assert made[0] == CardLaid(2, grid_cell("AH"), ("of AH",))
        assert {move.player for move in made if isinstance(move, CardLaid)} == {2}
        assert len(made) == 3
    said = judged(rows("QH KH AH"), domino("JH"), domino("QS"))
    assert [move.player for move in moves(said) if isinstance(move, CardLaid)] == [2, 2]


def test_sl_22_after_an_ace_what_does_not_fit_is_told_so() -> None:
    match = rows("QH KH")
    said = judged(match, domino("9H"), domino("AH"))
    assert moves(said) == [CardLaid(2, grid_cell("AH"), ("of AH",))]
    assert [one.rule for one in said.refusals] == ["CE-51"]
    ace = laid("AH", GRID, (2, 0))  # not in its cell: it lets nobody go on
    said = judged(match, ace, domino("JH"))
    assert moves(said) == [CardLaid(2, grid_cell("JH"), ("of JH",))]
    assert [one.rule for one in said.refusals] == ["CE-54"]


# -- whatever lies there --------------------------------------------------------------------------


def some_changes(table: Table, random: Random) -> tuple[Change, ...]:
    """Return random changes, sensible or not."""
    lie = list(GAME.table.layout(table.state).cards)
    random.shuffle(lie)
    found: list[Change] = [Taken(card) for card in lie[: random.choice([0, 0, 1, len(lie)])]]
    deck = list(COUNTS)
    for number in range(random.choice([0, 1, 1, 2, 3])):
        where = random.choice(EVERYWHERE[: table.seats] + EVERYWHERE[4:])
        card = random.choice(deck)
        at: Position | None = (random.randrange(4), random.randrange(8)) if where == GRID else None
        if where == GRID and card not in (*CONTRACT_CARDS, COUP) and random.random() < 0.8:
            at = (grid_cell(card).row, grid_cell(card).column)
        found.append(Laid(card, where, at, id=f"p{number}", down=random.random() < 0.1))
    left = [
        card for card in lie if card not in [one.was for one in found if isinstance(one, Taken)]
    ]
    if left and random.random() < 0.2:
        found.append(Moved(left[0], random.choice(EVERYWHERE[: table.seats])))
    random.shuffle(found)
    return tuple(found)


def test_whatever_lies_there_is_judged_once_and_booked_to_nobody_else() -> None:
    random = Random("whatever")
    booked = 0
    for _ in range(4):
        plain, seats = settings(random)
        table = Table(plain, seats, random, random.choice([0.0, 0.2]))
        while table.phase != "over":
            changes = some_changes(table, random)
            said = GAME.table.judge(table.state, changes)
            told = [one.changes for one in said.moves] + [one.changes for one in said.refusals]
            told += [said.choice.changes] if said.choice else []
            flat = [change for part in told for change in part]
            assert len(flat) == len(set(flat)), "each change comes to one thing"
            assert set(flat) <= set(changes)
            now = table.state
            for one in said.moves:
                now, _ = GAME.rules.apply(now, one.move)
                booked += 1
                by = [change for change in one.changes if isinstance(change, Laid)]
                for change in by:
                    assert change.zone is not None
                    player = getattr(one.move, "player", None)
                    assert change.zone.seat in (None, player) or not hasattr(one.move, "player")
            for one in said.choice.meanings if said.choice else ():
                GAME.rules.apply(now, one.move)
            for refused in said.refusals:
                assert refused.rule.startswith(("CE-", "SL-"))
                for locale in LOCALES:
                    assert Voice(locale).say(refused.message)
            table.step()
    assert booked > 100


GAME = CoupDetat().game
COUNTS = GAME.table.cards.counts(None)
