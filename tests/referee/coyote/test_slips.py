"""What people do wrong at a table of Coyote, by the rules of slips (SL-1 to SL-20)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.coyote.state.moves import CardsRead
from referee.coyote.table.layout import zone_of
from referee.judging import Judgement, Refusal
from referee.pending import draws_of
from referee.table import ANYWHERE, Card, CardStatus, Changes, Laid, Moved, Taken, Zone

Begin = Callable[..., Any]
MIDDLE = Zone("middle")
SEATS = tuple(Zone("seat", seat) for seat in range(6))


def judge(table: Any, *changes: Any) -> Judgement:
    said: Judgement = table.game.table.judge(table.state, changes)
    return said


def refused(table: Any, *changes: Any) -> Refusal:
    """Return the one refusal that changes meet, and hold that nothing is booked."""
    said = judge(table, *changes)
    assert (said.moves, said.choice) == ((), None)
    (refusal,) = said.refusals
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


def named(said: Judgement) -> list[tuple[str, int | None, int, int]]:
    """Return what is missing: the words' key, whose, how many lie there, and of how many."""
    return [(one.message.key, one.seat, one.have, one.count) for one in said.pending]


def opening(match: Begin) -> Any:
    """Return a match of four in which the second has turned the token for an open card."""
    table = match("oliphante", 4, actions=True)
    table.say(8)
    table.turn("open")
    return table


def test_sl_1_a_card_beyond_the_deck_is_named_with_how_many_and_nothing_is_booked(
    match: Begin,
) -> None:
    table = match()
    table.round(8)
    twenties = Laid("20", SEATS[0], id="a"), Laid("20", SEATS[2], id="b")
    early = refused(table, *twenties)  # told before all cards lie there
    for refusal in (early, refused(table, *twenties, *lay("3"))):
        assert (refusal.rule, refusal.changes, refusal.seats) == ("CY-11", twenties, (0, 2))
        assert refusal.message.key == "coyote.refused.more_than_deck"
        assert refusal.message.params == {"card": "20", "count": 2, "most": 1}
    assert named(judge(table, *twenties)) == [
        ("coyote.want.reveal", None, 2, 3),
        ("coyote.want.own", 1, 0, 1),
    ]


def test_sl_1_a_card_that_was_discarded_since_the_last_shuffle(match: Begin) -> None:
    table = match()
    table.round(8, cards=["20", "1", "2"])
    table.round(9)
    refusal = refused(table, *lay("1", "20", "2"))
    assert (refusal.rule, refusal.message.key) == ("CY-11", "coyote.refused.discarded")
    assert [one.card for one in refusal.changes if isinstance(one, Laid)] == ["20"]


def test_sl_1_and_a_lone_open_card_that_lies_elsewhere_already(match: Begin) -> None:
    table = opening(match)
    table.do("cards_read", cards=["20"])
    table.say(9)
    table.turn("open")
    refusal = refused(table, Laid("20", SEATS[2], id="a"))
    assert (refusal.rule, refusal.message.key) == ("CY-11", "coyote.refused.more_than_deck")
    assert refusal.seats == (2,)


def test_sl_2_a_card_of_another_deck_is_none_of_this_and_its_own_stays_due(match: Begin) -> None:
    table = match()
    table.round(8)
    for card, key in (("duke", "no_such_card"), ("0", "not_in_deck")):
        cards = before_seats("3", card, "4")
        refusal = refused(table, *cards)
        assert (refusal.rule, refusal.message.key) == ("CY-11", f"coyote.refused.{key}")
        assert (refusal.changes, refusal.seats) == ((cards[1],), (1,))
    assert named(judge(table, *before_seats("3", "", "4")))[1] == ("coyote.want.own", 1, 0, 1)


def test_sl_3_a_card_out_of_turn_is_told_whose_turn_it_is(match: Begin) -> None:
    table = match("oliphante", 4, actions=True)
    table.say(8)
    refusal = refused(table, Laid("5", SEATS[3], id="a"))
    assert (refusal.rule, refusal.seats) == ("CY-60", (1, 3))
    assert refusal.message.params == {"seat": 3, "turn_seat": 1}


def test_sl_3_a_card_while_people_still_talk_is_told_why(match: Begin) -> None:
    table = match()
    for number in (3, 5):
        table.say(number)
        for zone in SEATS[:3]:
            refusal = refused(table, Laid("5", zone, id="a"))
            assert (refusal.rule, refusal.allowed_zones) == ("CY-6", ())
            assert refusal.message.key == "coyote.refused.no_cards_wanted"
            assert set(refusal.seats) == {table.state.turn, zone.seat}
    two = judge(table, *lay("5", "6"))
    assert [one.changes for one in two.refusals] == [(one,) for one in lay("5", "6")]
    assert judge(table, Laid("", SEATS[0], down=True)) == Judgement()  # a hand laid down


def test_sl_4_a_card_in_another_seats_place_is_told_where_the_due_one_lies(match: Begin) -> None:
    table = opening(match)
    for zone, seats in ((SEATS[2], (1, 2)), (MIDDLE, (1,))):
        refusal = refused(table, Laid("5", zone, id="a"))
        assert (refusal.rule, refusal.seats, refusal.allowed_zones) == ("CY-60", seats, (SEATS[1],))
        assert refusal.message.params == {"seat": 1, "to_zone": "seat:1"}, "no hidden card is named"
    said = judge(table, Laid("5", SEATS[2], id="a"), Laid("6", SEATS[1], id="b"))
    assert [way.move for way in said.moves] == [CardsRead(("6",), ("b",))]
    assert [one.rule for one in said.refusals] == ["CY-60"]


def test_sl_5_of_two_cards_for_one_its_player_is_asked_which(match: Begin) -> None:
    table = opening(match)
    two = lay("5", "6", zone=SEATS[1])
    said = judge(table, *two)
    assert (said.moves, said.refusals, said.to_do) == ((), (), ())
    assert said.choice is not None
    assert said.choice.seat == 1
    assert [way.move.cards for way in said.choice.meanings] == [("5",), ("6",)]
    assert set(said.choice.changes) == set(two)


def test_two_open_cards_that_the_deck_cannot_both_hold_are_refused_and_not_asked(
    match: Begin,
) -> None:
    table = opening(match)
    two = Laid("15", SEATS[1], id="a"), Laid("15", SEATS[1], id="b")
    refusal = refused(table, *two)
    assert (refusal.rule, refusal.message.key) == ("CY-11", "coyote.refused.more_than_deck")
    assert (refusal.changes, refusal.seats) == (two, (1,))
    assert named(judge(table, *two)) == [("coyote.focus.open", 1, 0, 1)]
    equal = judge(table, Laid("5", SEATS[1], id="a"), Laid("5", SEATS[1], id="b"))
    assert equal.choice is None, "both are a 5: it does not matter which counts"
    assert [way.move.cards for way in equal.moves] == [("5",)]
    assert [one.rule for one in equal.refusals] == ["CY-68"]


def test_sl_6_cards_laid_one_by_one_are_not_complete_and_no_doubt(match: Begin) -> None:
    table = match("tomahawk", 3)
    table.round(8)
    assert named(judge(table)) == [("coyote.want.reveal", None, 0, 3)]
    assert named(judge(table, *before_seats("5"))) == [
        ("coyote.want.reveal", None, 1, 3),
        ("coyote.want.own", 1, 0, 1),
        ("coyote.want.own", 2, 0, 1),
    ]
    two = judge(table, *before_seats("5", "", "-5"))
    assert (two.moves, two.choice, two.refusals) == ((), None, ())
    assert named(two) == [("coyote.want.reveal", None, 2, 3), ("coyote.want.own", 1, 0, 1)]
    assert named(judge(table, *lay("5", "-5"))) == [("coyote.want.reveal", None, 2, 3)]
    all_ = (*before_seats("5", "", "-5"), *lay("7"))
    (whole,) = judge(table, *all_).moves
    assert (whole.move, whole.changes) == (CardsRead(("5", "-5", "7"), ("s0", "s2", "p0")), all_)
    assert judge(table, *all_).to_do == ()


def test_sl_6_who_holds_a_second_card_is_told_of_both(match: Begin) -> None:
    table = match("tomahawk", 3, actions=True)
    table.say(8)
    table.do("extra", seat=0, target=2)
    table.turn("challenge")
    assert named(judge(table, *before_seats("5", "6"))) == [
        ("coyote.want.reveal", None, 2, 4),
        ("coyote.want.own", 2, 0, 2),
    ]
    two = judge(table, *before_seats("5", "6"), *lay("7", "8", zone=SEATS[2]))
    assert [way.move.cards for way in two.moves] == [("5", "6", "7", "8")]


def test_sl_6_too_many_tells_which_place_has_one_too_many(match: Begin) -> None:
    table = match("tomahawk", 3)
    table.round(8)
    over = (*before_seats("5", "6", "7"), Laid("8", SEATS[1], id="x"))
    refusal = refused(table, *over)
    assert (refusal.rule, refusal.seats) == ("CY-11", (1,))
    assert refusal.changes == (over[1], over[3])
    assert refusal.message.params == {"given": 4, "count": 1, "zones": ("seat:1",)}
    refusal = refused(table, *lay("5", "6", "7", "8"))
    assert (refusal.message.key, refusal.seats) == ("coyote.refused.too_many", ())
    assert len(refusal.changes) == 4


def test_sl_6_the_draw_card_asks_for_one_more(match: Begin) -> None:
    table = match("tomahawk", 3)
    table.round(8)
    (read,) = judge(table, *lay("5", "?", "-5")).moves
    table.do("cards_read", cards=read.move.cards, proof=read.move.proof)
    assert lying(table) == [(card, ANYWHERE, CardStatus.STAYS) for card in ("5", "?", "-5")]
    cards = table.game.table.layout(table.state).cards
    assert [card.proof for card in cards] == ["p0", "p1", "p2"]
    assert named(judge(table)) == [("coyote.focus.draw", None, 3, 4)]
    (drawn,) = judge(table, Laid("7", SEATS[1], id="d")).moves
    assert drawn.move == CardsRead(("5", "?", "-5", "7"), ("p0", "p1", "p2", "d"))
    assert refused(table, *lay("7", "8")).rule == "CY-11"
    assert refused(table, *lay("5", "5")).message.key == "coyote.refused.more_than_deck"
    at_once = match("tomahawk", 3)
    at_once.round(8)
    assert len(judge(at_once, *lay("5", "?", "-5", "7")).moves) == 1


def test_sl_7_an_open_card_that_is_gone_is_missed_by_name_and_owner(match: Begin) -> None:
    table = opening(match)
    table.do("cards_read", cards=["5"])
    said = judge(table, Taken(Card("5", SEATS[1], seat=1)))
    (gone,) = said.missing
    assert (gone.cards, gone.zone, gone.seat) == (("5",), SEATS[1], 1)
    assert (said.moves, said.refusals) == ((), ())
    table.say(9)
    table.turn("challenge")
    others = before_seats("1", "2", "3", "4")
    (up,) = table.game.table.layout(table.state).cards
    at_count = judge(table, Taken(up), *others)
    assert (at_count.moves, at_count.refusals) == ((), ())
    assert [one.cards for one in at_count.missing] == [("5",)]
    assert [way.move.cards for way in judge(table, *others).moves] == [("5", "1", "2", "3", "4")]


def test_sl_8_an_open_card_stays_before_its_seat_and_at_the_count_lies_anywhere(
    match: Begin,
) -> None:
    table = opening(match)
    table.do("cards_read", cards=["5"])
    (up,) = table.game.table.layout(table.state).cards
    assert (up.zone, up.seat, up.status) == (SEATS[1], 1, CardStatus.STAYS)
    moved = refused(table, Moved(up, MIDDLE))
    assert (moved.rule, moved.allowed_zones, moved.seats) == ("SL-8", (SEATS[1],), (1,))
    table.say(9)
    table.turn("challenge")
    assert lying(table) == [("5", ANYWHERE, CardStatus.STAYS)]


def test_sl_9_another_card_in_the_place_of_one_that_was_read_is_not_drawn(match: Begin) -> None:
    table = match("tomahawk", 3)
    table.round(8, cards=["5", "?", "-5"])
    five = table.game.table.layout(table.state).cards[0]
    said = judge(table, Taken(five), *lay("7"))
    assert (said.moves, said.choice, said.refusals) == ((), None, ())
    assert [one.cards for one in said.missing] == [("5",)]


def test_sl_10_counted_cards_go_and_a_changed_one_does_nothing(match: Begin) -> None:
    table = match("tomahawk", 3)
    table.round(8, cards=["5", "6", "-5"])
    assert lying(table) == [(card, ANYWHERE, CardStatus.TO_CLEAR) for card in ("5", "6", "-5")]
    gone: Changes = [Taken(card) for card in table.game.table.layout(table.state).cards]
    changed: Changes
    for changed in (gone, gone[:1], lay("7"), (gone[0], *lay("7")), before_seats("", "8")):
        assert judge(table, *changed) == Judgement()


def test_sl_10_counted_cards_may_lie_while_the_next_round_is_talked_of(match: Begin) -> None:
    table = match("tomahawk", 3)
    table.round(8, cards=["5", "6", "-5"])
    table.say(3)
    assert lying(table) == [(card, ANYWHERE, CardStatus.TO_CLEAR) for card in ("5", "6", "-5")]
    gone = tuple(Taken(card) for card in table.game.table.layout(table.state).cards)
    assert judge(table, *gone) == Judgement()
    table.turn("challenge")
    assert lying(table) == []
    shuffled = match("tomahawk", 3)
    shuffled.round(8, cards=["5", "night", "-5"])
    shuffled.say(3)
    assert lying(shuffled) == [], "they are in the pile again"


def test_sl_11_what_is_due_is_asked_for_by_name_until_it_lies_there(match: Begin) -> None:
    table = opening(match)
    assert named(judge(table)) == [("coyote.focus.open", 1, 0, 1)]
    (pile,) = table.game.table.layout(table.state).piles
    (turn_up,) = draws_of(table.game.table.pending(table.state))
    assert (pile.zone, turn_up.seat, pile.count) == (MIDDLE, 1, 25)
    table.do("cards_read", cards=["5"])
    table.turn("announce", number=9)
    table.turn("swap")
    table.turn("announce", number=10)
    table.turn("challenge")
    assert named(judge(table)) == [("coyote.want.replaced", None, 1, 2)]
    assert named(judge(table, *lay("1", "2"))) == [("coyote.want.all_replaced", None, 3, 6)]
    (old,) = judge(table, *lay("1")).moves
    table.do("cards_read", cards=old.move.cards)
    assert named(judge(table)) == [("coyote.want.rest", None, 2, 6)]


def test_cy_78_of_all_cards_laid_at_once_people_say_which_was_swapped_out(match: Begin) -> None:
    table = match("oliphante", 3, actions=True)
    table.turn("swap")
    table.turn("announce", number=8)
    table.turn("challenge")
    every = lay("10", "2", "4", "6")
    said = judge(table, *every)
    assert said.choice is not None
    assert (said.moves, said.refusals, said.choice.seat) == ((), (), 0)
    assert [way.move.cards for way in said.choice.meanings] == [(one.card,) for one in every]
    without = judge(table, *lay("10", "4", "6"))  # it was put away unread
    assert (without.moves, without.choice, without.refusals) == ((), None, ())
    assert named(without) == [("coyote.want.all_replaced", None, 3, 4)]
    seats = (*lay("10", "2", zone=SEATS[0]), *lay("4", zone=SEATS[1]), *lay("6", zone=SEATS[2]))
    own = judge(table, *seats).choice
    assert own is not None
    assert [way.move.cards for way in own.meanings] == [("10",), ("2",)]
    assert [one.move.cards for one in judge(table, *lay("2", "2", zone=SEATS[0]), *seats[2:]).moves]
    beyond = refused(table, *lay("20", "20", "4", "6"))
    assert (beyond.rule, beyond.message.key) == ("CY-11", "coyote.refused.more_than_deck")
    assert refused(table, *every, *lay("7")).rule == "CY-78"
    table.do("cards_read", cards=["2"])
    (count,) = judge(table, *lay("10", "4", "6")).moves
    assert table.do("cards_read", cards=count.move.cards).phase.result.total == 20


def test_sl_12_a_card_face_down_at_the_reveal_is_to_be_turned_by_its_player(match: Begin) -> None:
    table = match("tomahawk", 3)
    table.round(8)
    down = Laid("", SEATS[1], down=True, id="d")
    said = judge(table, *before_seats("5", "", "7"), down)
    (refusal,) = said.refusals
    assert (refusal.rule, refusal.seats, refusal.changes) == ("CY-6", (1,), (down,))
    assert refusal.message.params == {"zone": "seat:1"}
    assert named(said)[1] == ("coyote.want.own", 1, 0, 1)
    in_middle = Laid("", MIDDLE, down=True, id="m")
    assert refused(table, *lay("5", "7"), in_middle).seats == ()
    hands = [Laid("", MIDDLE, down=True, id=str(at)) for at in range(2)]
    assert judge(table, *lay("5", "7"), *hands).refusals == ()  # more than are missing
    pile = judge(table, *before_seats("5", "", "7"), down, in_middle)
    assert [one.changes for one in pile.refusals] == [(down,)]
    table.do("cards_read", cards=["5", "?", "7"])
    assert refused(table, in_middle).rule == "CY-21"


def test_sl_12_one_who_looks_turns_the_own_card_up(match: Begin) -> None:
    table = match("oliphante", 4, actions=True)
    table.turn("know", card="5")
    down = Laid("", SEATS[0], down=True)
    refusal = refused(table, down)
    assert (refusal.rule, refusal.seats) == ("CY-64", (0,))
    assert judge(table, Laid("", SEATS[1], down=True)).refusals == ()
    assert refused(table, Laid("5", SEATS[1])).allowed_zones == (SEATS[0],)
    table.do("cards_read", cards=["6"])
    refusal = refused(table, Laid("", SEATS[1], down=True))
    assert (refusal.rule, refusal.seats) == ("CY-77", (1,))
    table = opening(match)
    refusal = refused(table, Laid("", SEATS[1], down=True))
    assert (refusal.rule, refusal.seats) == ("CY-60", (1,))
    hands = (Laid("", SEATS[seat], down=True, id=str(seat)) for seat in range(3))
    assert judge(table, *hands).refusals == ()  # laid down to be unseen by whose they are


def said(table: Any, number: int = 3) -> Any:
    table.say(number)
    return table


def refused_number(match: Begin) -> Any:
    table = said(match("kidult", 3, actions=True))
    table.do("again", seat=1)
    return table


@pytest.mark.parametrize(
    "begin",
    [
        lambda match: match(),
        lambda match: said(match()),
        lambda match: said(match("oliphante", 4, actions=True, tokens={"skip": 2})),
        refused_number,
    ],
)
def test_a_card_shown_in_the_middle_with_no_challenge_is_taken_back(
    match: Begin, begin: Callable[[Begin], Any]
) -> None:
    table = begin(match)
    shown = refused(table, Laid("5", MIDDLE, id="a"))
    assert (shown.rule, shown.seats) == ("CY-6", (table.state.turn,))
    assert shown.message.key == "coyote.refused.no_cards_wanted"
    top = refused(table, Laid("5", MIDDLE, id="a", turned=True))
    assert (top.rule, top.seats) == ("SL-12", ())
    assert top.message.key == "coyote.refused.turned_in_middle"


def test_sl_13_where_cards_lie_says_nothing_of_who_acts(match: Begin) -> None:
    table = match("tomahawk", 3)
    table.round(8)
    heaps = (*lay("5", "6", zone=SEATS[4]), Laid("7", ANYWHERE, id="x"))
    (read,) = judge(table, *heaps).moves
    assert read.move.cards == ("5", "6", "7")


def test_sl_16_a_card_too_many_dealt_is_told_when_it_is_laid(match: Begin) -> None:
    table = match("tomahawk", 3)
    table.round(8)
    refusal = refused(table, *before_seats("5", "6", "7"), Laid("8", SEATS[0], id="x"))
    assert (refusal.message.params["zones"], refusal.seats) == (("seat:0",), (0,))


def test_sl_17_the_open_card_of_one_who_leaves_is_named(match: Begin) -> None:
    table = opening(match)
    table.do("cards_read", cards=["5"])
    table.do("leave", seat=1)
    assert table.ruling("SL-17").message.params == {"seat": 1, "cards": ("5",)}
    table.do("leave", seat=0)
    assert "SL-17" not in [one.rule for one in table.rulings]


def test_sl_20_a_token_is_turned_before_its_card_is_laid(match: Begin) -> None:
    table = match("oliphante", 4, actions=True)
    table.say(8)
    for zone in (SEATS[1], MIDDLE):
        refusal = refused(table, Laid("5", zone, id="a"))
        assert (refusal.rule, refusal.seats) == ("CY-60", (1,))
        assert refusal.message.key == "coyote.refused.token_first"
        words = ("coyote.action.open", "coyote.action.know")
        assert refusal.message.params == {"seat": 1, "words": words}
    table.turn("swap")
    bound = refused(table, Laid("5", SEATS[1], id="a"))
    assert (bound.rule, bound.message.key) == ("CY-68", "coyote.refused.must_announce")
    spent = match("oliphante", 4, actions=True, tokens={"open": 1})
    spent.turn("open")
    spent.do("cards_read", cards=["5"])
    spent.say(8)
    refusal = refused(spent, Laid("6", SEATS[1], id="a"))
    assert (refusal.rule, refusal.message.key) == ("CY-65", "coyote.refused.action_spent")


def test_the_tokens_and_strikes_lie_where_they_are_drawn(match: Begin) -> None:
    table = match("oliphante", 4, actions=True)
    pieces = table.game.table.layout(table.state).pieces
    middle = {one.kind: (one.count, one.of) for one in pieces if one.zone == MIDDLE}
    assert middle == {"open": (2, 2), "reverse": (2, 2), "skip": (2, 2), "swap": (1, 1)} | {
        "know": (1, 1)
    }
    table.turn("skip")
    pieces = table.game.table.layout(table.state).pieces
    assert [one.count for one in pieces if one.kind == "skip"] == [1]
    kidult = match("kidult", 3, actions=True)
    kidult.say(3)
    kidult.do("double", seat=0)
    special = [
        (one.seat, one.count)
        for one in kidult.game.table.layout(kidult.state).pieces
        if one.kind == "special"
    ]
    assert special == [(0, 0), (1, 1), (2, 1)]
    large = match("oliphante", 8)
    strikes = [one.zone for one in large.game.table.layout(large.state).pieces]
    assert strikes == [zone_of(seat) for seat in range(8)]
    assert strikes[5:] == [SEATS[5], ANYWHERE, ANYWHERE]


def test_sl_20_a_card_without_a_token_is_told_what_forbids_it(match: Begin) -> None:
    out = match("oliphante", 3, actions=True)
    out.do("leave", seat=0)
    for seat in (0, 1):
        refusal = refused(out, Laid("1", SEATS[seat], id="a"))
        assert refusal.rule == ("CY-9" if seat == 0 else "CY-66")
    sitting = match("oliphante", 4, actions=True)
    sitting.turn("know", card="5")
    sitting.do("cards_read", cards=["5"])
    sitting.turn("sit_out")
    assert refused(sitting, Laid("6", SEATS[0], id="a")).rule == "CY-73"
    assert refused(sitting, Laid("6", SEATS[1], id="a")).rule == "CY-60"
    empty = match("oliphante", 3, actions=True, deck={"1": 3}, tokens={"open": 1})
    refusal = refused(empty, Laid("1", SEATS[0], id="a"))
    assert (refusal.rule, refusal.message.key) == ("CY-78", "coyote.refused.pile_empty")
    known = match("oliphante", 4, actions=True, tokens={"know": 2})
    known.turn("know", card="5")
    known.do("cards_read", cards=["5"])
    assert refused(known, Laid("6", SEATS[0], id="a")).message.key == "coyote.refused.must_announce"
