"""What lies on a table of Coyote, and mistakes that the bed of slips cannot lay."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.judging import Judgement, Refusal
from referee.table import ANYWHERE, CardStatus, Changes, Laid, Taken, Zone

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


def before_seats(*cards: str) -> tuple[Laid, ...]:
    """Lay one card face up before each seat, from the first on; where it is empty, none."""
    return tuple(
        Laid(card, zone, id=f"s{zone.seat}")
        for card, zone in zip(cards, SEATS, strict=False)
        if card
    )


def lying(table: Any) -> list[tuple[str, Zone, CardStatus]]:
    return [
        (card.name, card.zone, card.status) for card in table.game.table.layout(table.state).cards
    ]


def named(judgement: Judgement) -> list[tuple[str, int | None, int, int]]:
    """Return what is missing: the words' key, whose, how many lie there, and of how many."""
    return [
        (action.message.key, action.seat, action.have, action.count) for action in judgement.pending
    ]


def opening(match: Begin) -> Any:
    """Return a match of four in which the second has turned the token for an open card."""
    table = match("oliphante", 4, actions=True)
    table.say(8)
    table.turn("open")
    return table


def test_sl_2_a_card_of_another_deck_is_none_of_this_and_its_own_stays_due(match: Begin) -> None:
    table = match()
    table.round(8)
    for card, key in (("duke", "no_such_card"), ("11", "not_in_deck")):
        cards = before_seats("3", card, "4")
        refusal = refused(table, *cards)
        assert (refusal.rule, refusal.message.key) == ("CY-11", f"coyote.refused.{key}")
        assert (refusal.changes, refusal.seats) == ((cards[1],), (1,))
    assert named(judge(table, *before_seats("3", "", "4")))[1] == ("coyote.want.own", 1, 0, 1)


def test_sl_10_counted_cards_go_and_a_changed_one_does_nothing(match: Begin) -> None:
    table = match("tomahawk", 3)
    table.round(8, cards=["5", "6", "-5"])
    assert lying(table) == [(card, ANYWHERE, CardStatus.TO_CLEAR) for card in ("5", "6", "-5")]
    gone: Changes = [Taken(card) for card in table.game.table.layout(table.state).cards]
    changed: Changes
    for changed in (gone, gone[:1], lay("7"), (gone[0], *lay("7")), before_seats("", "8")):
        assert judge(table, *changed) == Judgement()


def test_sl_10_counted_cards_may_lie_while_the_next_round_is_talked_of(match: Begin) -> None:
    for cards, kept in ((["5", "6", "-5"], 3), (["5", "night", "-5"], 0)):  # all are shuffled
        table = match("tomahawk", 3)
        table.round(8, cards=cards)
        table.say(3)
        assert lying(table) == [(card, ANYWHERE, CardStatus.TO_CLEAR) for card in cards[:kept]]
        table.turn("challenge")
        assert lying(table) == []


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


def test_sl_20_a_card_laid_before_its_token_is_told_so(match: Begin) -> None:
    table = match("oliphante", 4, actions=True)
    table.say(8)
    card = Laid("3", SEATS[1], id="p")
    refusal = refused(table, card)
    assert refusal.message.key == "coyote.refused.token_first"
    assert (refusal.changes, refusal.seats) == ((card,), (1,))
    table.turn("open")
    assert judge(table, card).refusals == ()


def test_sl_12_a_card_face_down_at_the_reveal_is_to_be_turned_by_its_player(match: Begin) -> None:
    table = match("tomahawk", 3)
    table.round(8)
    down = Laid("", SEATS[1], down=True, id="d")
    judgement = judge(table, *before_seats("5", "", "7"), down)
    (refusal,) = judgement.refusals
    assert (refusal.rule, refusal.seats, refusal.changes) == ("CY-6", (1,), (down,))
    assert refusal.message.params == {"zone": "seat:1"}
    assert named(judgement)[1] == ("coyote.want.own", 1, 0, 1)
    in_middle = Laid("", MIDDLE, down=True, id="m")
    assert refused(table, *lay("5", "7"), in_middle).seats == ()
    hands = [Laid("", MIDDLE, down=True, id=str(at)) for at in range(2)]
    assert judge(table, *lay("5", "7"), *hands).refusals == ()  # more than are missing
    pile = judge(table, *before_seats("5", "", "7"), down, in_middle)
    assert [refusal.changes for refusal in pile.refusals] == [(down,)]
    table.do("cards_read", cards=["5", "?", "7"])
    assert refused(table, in_middle).rule == "CY-21"


def test_sl_17_the_open_card_of_one_who_leaves_is_named(match: Begin) -> None:
    table = opening(match)
    table.do("cards_read", cards=["5"])
    table.do("leave", seat=1)
    assert table.ruling("SL-17").message.params == {"seat": 1, "cards": ("5",)}
    table.do("leave", seat=0)
    assert "SL-17" not in [ruling.rule for ruling in table.rulings]
