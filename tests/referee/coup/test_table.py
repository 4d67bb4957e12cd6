"""What lies on a table of Coup, and mistakes that the bed of slips cannot lay: counts of hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.coup.state.moves import CardReturned, CardShown
from referee.judging import Judgement, Refusal
from referee.table import Laid, Taken, Zone
from tests.referee.coup.playing import Coup

MIDDLE = Zone("middle")


SEATS = tuple(Zone("seat", seat) for seat in range(6))


def judge(match: Coup, *changes: Any) -> Judgement:
    judgement: Judgement = match.game.table.judge(match.state, changes)
    return judgement


def refused(match: Coup, *changes: Any) -> Refusal:
    """Return the one refusal that changes meet, and hold that nothing is booked."""
    answer = judge(match, *changes)
    assert (answer.moves, answer.choice) == ((), None)
    (refusal,) = answer.refusals
    return refusal


def book(match: Coup, *changes: Any) -> list[Any]:
    """Make the moves that changes come to, with nothing left over; return them."""
    judgement = judge(match, *changes)
    assert (judgement.choice, judgement.refusals) == (None, ())
    for way in judgement.moves:
        match.state, match.rulings = match.game.rules.apply(match.state, way.move)
    return [way.move for way in judgement.moves]


def up(card: str, zone: Zone = MIDDLE, id_: str = "") -> Laid:
    return Laid(card, zone, id=id_ or f"{card} {zone}")


def challenged() -> Coup:
    """Return a match in which the third doubts the first's Duke."""
    match = Coup()
    match.declare("tax")
    match.do("challenge", seat=2)
    return match


def test_sl_16_what_lies_there_after_the_match_is_nobodys_mistake() -> None:
    match = Coup(2)
    match.lose_two(1, "duke", "captain")
    assert match.seen.phase == "over"
    assert judge(match, up("contessa", SEATS[0])) == Judgement()


def test_a_shown_card_that_is_only_turned_face_down_has_not_gone_to_the_court() -> None:
    match = challenged()
    book(match, up("duke"), up("captain", SEATS[2]))
    shown = match.game.table.layout(match.state).cards[-1]
    down = Laid("", MIDDLE, id="d", down=True, turned=True)
    refusal = refused(match, Taken(shown), down)
    assert (refusal.rule, refusal.message.key, refusal.seats) == (
        "CP-25",
        "coup.focus.return",
        (0,),
    )
    court = Laid("", MIDDLE, id="c", down=True)
    assert book(match, Taken(shown), court) == [CardReturned()]


def test_cp_51_a_card_shown_unasked_is_told_to_all_whose_card_it_may_be() -> None:
    steals, taxed = Coup(), Coup()
    steals.declare("extort", 1)
    taxed.declare("tax")
    for match, before, later in ((steals, (0,), (0, 1)), (taxed, (0,), (1, 0))):
        assert refused(match, up("captain")).seats == before
        match.passes()  # The claim stands, and may be shown late.
        assert refused(match, up("captain")).seats == later


def hands(*counts: int) -> tuple[Laid, ...]:
    """Return so many face-down cards before each seat."""
    return tuple(
        Laid("", SEATS[seat], id=f"{seat}.{number}", down=True)
        for seat, count in enumerate(counts)
        for number in range(count)
    )


def exchanging() -> Coup:
    match = Coup()
    match.declare("exchange")
    match.passes()
    return match


def exchanged(loses: bool = False) -> Coup:
    """Return a match in which the second has exchanged, with one influence if it `loses` one."""
    match = Coup()
    if loses:
        match.coup(1, "duke")
    match.comes_to(1)
    match.declare("exchange")
    match.passes()
    match.do("exchanged", seat=1)
    return match


def replacing() -> Coup:
    """Return a match in which the first has replaced the Duke that it showed."""
    match = challenged()
    book(match, up("duke"), up("captain", SEATS[2]))
    match.do("card_returned")
    return match


@pytest.mark.parametrize(
    ("begin", "counts", "rule", "key", "given"),
    [
        (Coup, (2, 1, 2), "SL-16", "dealt_too_few", (1, 2)),
        (exchanging, (5, 2, 2), "CP-16", "drawn_too_many", (5, 4)),
        (exchanged, (2, 4, 2), "CP-16", "too_many_held", (4, 2)),
        (exchanged, (2, 1, 2), "CP-16", "too_few_held", (1, 2)),
        (lambda: exchanged(loses=True), (2, 2, 2), "CP-18", "too_many_held", (2, 1)),
        (replacing, (3, 2, 1), "CP-25", "too_many_held", (3, 2)),
    ],
)
def test_one_card_too_few_or_too_many_is_told_after_the_deal_and_after_a_draw(
    begin: Callable[[], Coup], counts: tuple[int, ...], rule: str, key: str, given: tuple[int, int]
) -> None:
    refusal = refused(begin(), *hands(*counts))
    assert (refusal.rule, refusal.message.key) == (rule, f"coup.refused.{key}")
    assert (refusal.message.params["given"], refusal.message.params["count"]) == given
    assert refusal.seats == (refusal.message.params["seat"],)


def test_cards_that_may_be_in_a_hand_are_not_missed() -> None:
    looks = Coup()
    looks.declare("income")
    for match, counts in (
        (Coup(), (2, 1, 0)),  # the cards are just dealt, or held in the hand
        (exchanging(), (4, 2, 2)),
        (exchanging(), (0, 2, 2)),
        (exchanged(), (0, 1, 2)),
        (looks, (2, 1, 2)),  # somebody looks at a card
    ):
        assert judge(match, *hands(*counts)) == Judgement(), counts


def test_sl_21_of_several_cards_shown_the_claimed_one_counts() -> None:
    match = challenged()
    judgement = judge(match, up("captain"), up("duke"))
    assert [way.move for way in judgement.moves] == [CardShown(("duke",), ("duke middle",))]
    (beside,) = judgement.refusals
    assert (beside.changes, beside.allowed_zones) == ((up("captain"),), (SEATS[2],))
    assert beside.seats == (2, 0), "who is to turn one up now, and who has shown two"
    elsewhere = judge(match, up("duke"), up("captain", SEATS[0]))
    assert [way.move for way in elsewhere.moves] == [CardShown(("duke",), ("duke middle",))]
    twice = judge(match, up("duke", id_="a"), up("duke", id_="b"))
    assert (len(twice.moves), len(twice.refusals), twice.choice) == (1, 1, None)
