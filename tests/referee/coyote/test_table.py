"""What lies on a table of Coyote, and mistakes that the bed of slips cannot lay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.judging import Judgement, Refusal
from referee.table import Laid, Zone

Begin = Callable[..., Any]


MIDDLE = Zone("middle")


SEATS = tuple(Zone("seat", seat) for seat in range(6))


def judge(table: Any, *changes: Any) -> Judgement:
    judgement: Judgement = table.game.table.judge(table.state, changes)
    return judgement


def refused(table: Any, *changes: Any) -> Refusal:
    """Return the one refusal that changes meet, and hold that nothing is booked."""
    answer = judge(table, *changes)
    assert (answer.moves, answer.choice) == ((), None)
    (refusal,) = answer.refusals
    return refusal


def lay(*cards: str, zone: Zone = MIDDLE) -> tuple[Laid, ...]:
    """Lay cards face up, each with a picture of its own."""
    return tuple(Laid(card, zone, id=f"p{at}") for at, card in enumerate(cards))


def named(judgement: Judgement) -> list[tuple[str, int | None, int, int]]:
    """Return what is missing: the words' key, whose, how many lie there, and of how many."""
    return [
        (action.message.key, action.seat, action.have, action.count) for action in judgement.pending
    ]


def test_cy_78_of_all_cards_laid_at_once_people_say_which_was_swapped_out(match: Begin) -> None:
    table = match("oliphante", 3, actions=True)
    table.turn("swap")
    table.turn("announce", number=8)
    table.turn("challenge")
    every = lay("10", "2", "4", "6")
    judgement = judge(table, *every)
    assert judgement.choice is not None
    assert (judgement.moves, judgement.refusals, judgement.choice.seat) == ((), (), 0)
    assert [way.move.cards for way in judgement.choice.meanings] == [
        (change.card,) for change in every
    ]
    without = judge(table, *lay("10", "4", "6"))  # it was put away unread
    assert (without.moves, without.choice, without.refusals) == ((), None, ())
    assert named(without) == [("coyote.want.all_replaced", None, 3, 4)]
    seats = (*lay("10", "2", zone=SEATS[0]), *lay("4", zone=SEATS[1]), *lay("6", zone=SEATS[2]))
    own = judge(table, *seats).choice
    assert own is not None
    assert [way.move.cards for way in own.meanings] == [("10",), ("2",)]
    assert [
        move.move.cards for move in judge(table, *lay("2", "2", zone=SEATS[0]), *seats[2:]).moves
    ]
    beyond = refused(table, *lay("20", "20", "4", "6"))
    assert (beyond.rule, beyond.message.key) == ("CY-11", "coyote.refused.more_than_deck")
    assert refused(table, *every, *lay("7")).rule == "CY-78"
    table.do("cards_read", cards=["2"])
    (count,) = judge(table, *lay("10", "4", "6")).moves
    assert table.do("cards_read", cards=count.move.cards).phase.result.total == 20


def test_sl_17_the_open_card_of_one_who_leaves_is_named(match: Begin) -> None:
    table = match("oliphante", 4, actions=True)
    table.say(8)
    table.turn("open")
    table.do("cards_read", cards=["5"])
    table.do("leave", seat=1)
    assert table.ruling("SL-17").message.params == {"seat": 1, "cards": ("5",)}
    table.do("leave", seat=0)
    assert "SL-17" not in [ruling.rule for ruling in table.rulings]
