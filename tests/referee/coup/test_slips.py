"""What people do wrong at a table of Coup, by the rules of slips (SL-1 to SL-21)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.contract import IllegalMove
from referee.coup.state.moves import Block, CardReturned, CardShown, CardTurned, Concede, Pass
from referee.judging import Judgement, Refusal
from referee.pending import draws_of
from referee.table import Card, CardStatus, Laid, Moved, Taken, Zone
from tests.referee.coup.playing import Coup

MIDDLE = Zone("middle")
SEATS = tuple(Zone("seat", seat) for seat in range(6))


def judge(match: Coup, *changes: Any) -> Judgement:
    said: Judgement = match.game.table.judge(match.state, changes)
    return said


def refused(match: Coup, *changes: Any) -> Refusal:
    """Return the one refusal that changes meet, and hold that nothing is booked."""
    said = judge(match, *changes)
    assert (said.moves, said.choice) == ((), None)
    (refusal,) = said.refusals
    return refusal


def book(match: Coup, *changes: Any) -> list[Any]:
    """Make the moves that changes come to, with nothing left over; return them."""
    said = judge(match, *changes)
    assert (said.choice, said.refusals) == (None, ())
    for way in said.moves:
        match.state, match.rulings = match.game.rules.apply(match.state, way.move)
    return [way.move for way in said.moves]


def up(card: str, zone: Zone = MIDDLE, id_: str = "") -> Laid:
    return Laid(card, zone, id=id_ or f"{card} {zone}")


def lying(match: Coup) -> list[tuple[str, Zone, CardStatus]]:
    return [
        (card.name, card.zone, card.status) for card in match.game.table.layout(match.state).cards
    ]


def challenged(seats: int = 3) -> Coup:
    """Return a match in which the third doubts the first's Duke."""
    match = Coup(seats)
    match.declare("tax")
    match.do("challenge", seat=2)
    return match


def losing() -> Coup:
    """Return a match in which the second is to turn up a card, by a coup."""
    match = Coup()
    match.purse(0, 7)
    match.declare("coup", 1)
    return match


def assassin(seats: int = 3) -> Coup:
    """Return a match in which the first's assassin goes for the second, who may block."""
    match = Coup(seats)
    match.purse(0, 3)
    match.declare("assassinate", 1)
    match.passes()
    assert match.seen.phase == "block"
    return match


def test_sl_1_a_fourth_of_a_kind_is_named_with_how_many_and_where_they_lie() -> None:
    match = Coup(5)
    for seat in (1, 2, 3):
        match.coup(seat, "duke")
    while match.state.turn != 4:
        match.declare("income")
    match.declare("tax")
    match.do("challenge", seat=0)
    refusal = refused(match, up("duke"))
    assert (refusal.rule, refusal.seats) == ("CP-40", (4,))
    zones = ("seat:1", "seat:2", "seat:3")
    assert refusal.message.params == {"card": "duke", "most": 3, "zones": zones}
    beside = judge(match, up("duke"), up("captain"))
    assert (beside.moves, beside.choice) == ((), None)
    assert [(one.rule, one.message.key) for one in beside.refusals] == [
        ("CP-40", "coup.refused.all_face_up"),
        ("CP-24", "coup.refused.not_one_card"),
    ]
    match.do("concede", seat=4)
    assert refused(match, up("duke", SEATS[4])).rule == "CP-40"


def test_sl_1_a_card_that_lies_shown_is_not_also_turned_up() -> None:
    match = Coup(4)
    for seat in (1, 2):
        match.coup(seat, "duke")
    while match.state.turn != 0:
        match.declare("income")
    match.declare("tax")
    match.challenge(3, "duke")
    refusal = refused(match, up("duke", SEATS[3]))
    assert (refusal.rule, refusal.message.key) == ("CP-26", "coup.refused.cannot_turn")


def test_sl_2_a_card_of_another_deck_is_none_and_the_due_one_stays_due() -> None:
    match = challenged()
    said = judge(match, up("20"))
    assert [(one.rule, one.message.key) for one in said.refusals] == [
        ("CP-40", "coup.refused.no_such_card")
    ]
    assert [one.message.key for one in said.pending] == ["coup.want.show"]
    assert refused(losing(), up("20", SEATS[1])).rule == "CP-40"


def test_sl_3_a_card_when_none_is_due_is_told_to_its_player() -> None:
    match = Coup()
    match.declare("income")
    refusal = refused(match, up("duke", SEATS[2]))
    assert (refusal.rule, refusal.seats, refusal.allowed_zones) == ("CP-26", (2,), ())
    assert refusal.message.key == "coup.refused.no_influence_lost"
    match.purse(1, 7)
    match.declare("coup", 0)
    both = judge(match, up("duke", SEATS[2]), up("captain", SEATS[0]))
    assert [way.move for way in both.moves] == [CardTurned(("captain",), ("captain seat:0",))]
    assert [one.changes for one in both.refusals] == [(up("duke", SEATS[2]),)]


def test_sl_4_a_card_in_the_wrong_place_is_told_the_right_one() -> None:
    match = losing()
    for zone, seats in ((MIDDLE, (1,)), (SEATS[2], (1, 2))):
        refusal = refused(match, up("duke", zone))
        assert (refusal.rule, refusal.seats, refusal.allowed_zones) == ("CP-26", seats, (SEATS[1],))
        assert refusal.message.params == {"seat": 1, "to_zone": "seat:1"}, "no hidden card is named"
    refusal = refused(challenged(), up("duke", SEATS[1]))
    assert (refusal.rule, refusal.seats, refusal.allowed_zones) == ("CP-24", (0, 1), (MIDDLE,))


def test_sl_5_of_two_cards_for_one_its_player_is_asked_which() -> None:
    match = losing()
    two = up("duke", SEATS[1]), up("captain", SEATS[1])
    said = judge(match, *two)
    assert said.moves == ()
    assert said.choice is not None
    assert (said.choice.seat, set(said.choice.changes)) == (1, set(two))
    assert [way.move.cards for way in said.choice.meanings] == [("duke",), ("captain",)]
    bluff = judge(challenged(), up("captain"), up("contessa")).choice
    assert bluff is not None
    assert bluff.seat == 0
    assert [way.move.cards for way in bluff.meanings] == [("captain",), ("contessa",)]


def test_sl_5_right_changes_are_booked_beside_wrong_ones() -> None:
    match = challenged()
    moves = book(match, up("duke"), up("captain", SEATS[2]))
    assert moves == [
        CardShown(("duke",), ("duke middle",)),
        CardTurned(("captain",), ("captain seat:2",)),
    ]
    assert match.seen.phase == "return"
    said = judge(challenged(), up("duke"), up("captain", SEATS[1]))
    assert [type(way.move) for way in said.moves] == [CardShown]
    assert [(one.rule, one.seats) for one in said.refusals] == [("CP-26", (2, 1))]


def test_who_loses_both_turns_both_up_in_either_order() -> None:
    match = Coup()
    match.declare("income")
    match.do("leave", seat=0)
    assert [len(move.cards) for move in book(match, up("duke", SEATS[0]), up("captain", SEATS[0]))]
    assert match.state.faces[0] == ("duke", "captain")
    caught = assassin()
    caught.do("block", seat=1)
    caught.challenge(0, None)
    moves = book(caught, up("duke", SEATS[1]), up("captain", SEATS[1]))
    assert [move.cards for move in moves] == [("duke",), ("duke", "captain")]
    assert caught.state.faces[1] == ("duke", "captain")


def test_sl_7_influence_that_is_gone_is_missed_by_card_place_and_owner() -> None:
    match = losing()
    match.loses("duke")
    (face,) = match.game.table.layout(match.state).cards
    assert face == Card("duke", SEATS[1], seat=1)
    said = judge(match, Taken(face))
    assert (said.moves, said.choice, said.refusals) == ((), None, ())
    (gone,) = said.missing
    assert (gone.cards, gone.zone, gone.seat) == (("duke",), SEATS[1], 1)


def test_sl_8_influence_that_was_moved_goes_back_before_its_player() -> None:
    match = losing()
    match.loses("duke")
    (face,) = match.game.table.layout(match.state).cards
    refusal = refused(match, Moved(face, SEATS[2]))
    assert (refusal.rule, refusal.allowed_zones) == ("CP-41", (SEATS[1],))
    assert 1 in refusal.seats


def test_sl_9_another_card_in_the_place_of_influence_that_was_turned_up() -> None:
    match = losing()
    match.loses("duke")
    (face,) = match.game.table.layout(match.state).cards
    said = judge(match, Taken(face), up("captain", SEATS[1]))
    assert (said.moves, said.choice) == ((), None)
    assert [one.rule for one in said.refusals] == ["CP-26"]
    assert [one.cards for one in said.missing] == [("duke",)]


def test_sl_10_a_shown_card_goes_and_may_go_early() -> None:
    match = challenged()
    book(match, up("duke"))
    assert lying(match) == [("duke", MIDDLE, CardStatus.TO_CLEAR)]
    shown = match.game.table.layout(match.state).cards[-1]
    early = judge(match, Taken(shown))
    assert (early.moves, early.refusals) == ((), ())
    assert [one.seat for one in early.pending] == [2]
    moves = book(match, Taken(shown), up("captain", SEATS[2]))
    assert moves == [CardTurned(("captain",), ("captain seat:2",)), CardReturned()]
    assert match.state.turn == 1


def test_sl_11_a_shown_card_is_asked_back_by_name_until_it_is_gone() -> None:
    match = challenged()
    book(match, up("duke"), up("captain", SEATS[2]))
    (asked,) = judge(match).pending
    assert (asked.message.key, asked.zone, asked.seat) == ("coup.focus.return", MIDDLE, 0)
    assert asked.cards == ("duke",)
    (court,) = match.game.table.layout(match.state).piles
    (due,) = draws_of(match.game.table.pending(match.state))
    assert (court.zone, court.count, due.seat) == (MIDDLE, 9, 0), "a replacement is due"
    early = refused(match, up("contessa", SEATS[1]))
    assert (early.rule, early.message.params) == ("CP-42", {"seat": 0})
    other = refused(match, up("contessa"))
    assert (other.rule, other.message.key) == ("CP-42", "coup.refused.still_there")
    shown = match.game.table.layout(match.state).cards[-1]
    swapped = judge(match, Taken(shown), up("contessa"))
    assert swapped.moves == ()
    assert [one.rule for one in swapped.refusals] == ["CP-42"]
    assert book(match, Taken(shown)) == [CardReturned()]


def test_sl_12_a_shown_card_lies_face_up() -> None:
    match = challenged()
    down = Laid("", MIDDLE, id="d", down=True)
    refusal = refused(match, down)
    assert (refusal.rule, refusal.seats, refusal.changes) == ("CP-24", (0,), (down,))
    court = Laid("", MIDDLE, id="c", down=True)
    assert judge(match, down, court).refusals == ()  # one of them is the Court
    assert judge(match, down, up("duke")).refusals == ()
    hand = Laid("", SEATS[1], id="h", down=True)
    assert judge(match, hand).refusals == ()
    assert judge(losing(), hand).refusals == ()


def test_sl_12_a_card_that_should_be_hidden_is_to_be_turned_down() -> None:
    match = Coup()
    match.declare("exchange")
    match.passes()
    assert match.seen.phase == "exchange"
    refusal = refused(match, up("duke", SEATS[0]))
    assert (refusal.rule, refusal.seats) == ("SL-12", (0,))
    assert "card" not in refusal.message.params
    (court,) = match.game.table.layout(match.state).piles
    (due,) = draws_of(match.game.table.pending(match.state))
    assert (court.count, due.seat) == (7, 0)


def in_window(action: str, *moves: dict[str, Any], target: int | None = None) -> Coup:
    """Return a match in which the first has declared an action, then `moves` were made."""
    match = Coup()
    match.purse(0, 3)
    match.declare(action, target)
    for move in moves:
        match.do(**move)
    return match


def exchanging() -> Coup:
    match = in_window("exchange")
    match.passes()
    return match


PASSES = [{"move": "pass", "seat": seat} for seat in (1, 2)]
BLOCKED = {"move": "block", "seat": 1, "card": "contessa"}


@pytest.mark.parametrize(
    ("begin", "seats"),
    [
        (Coup, (0,)),
        (lambda: in_window("tax"), (0,)),
        (lambda: in_window("tax", PASSES[0]), (0,)),
        (lambda: in_window("foreign_aid"), ()),
        (lambda: in_window("assassinate", *PASSES, target=1), (1,)),
        (lambda: in_window("assassinate", *PASSES, BLOCKED, target=1), (1,)),
        (lambda: in_window("income"), (1,)),
    ],
)
def test_a_card_shown_in_the_middle_with_no_challenge_is_taken_back(
    begin: Callable[[], Coup], seats: tuple[int, ...]
) -> None:
    match = begin()
    court = Laid("", MIDDLE, id="c", down=True)
    for changes in ((up("duke"),), (up("duke"), court), (up("duke"), up("captain"))):
        said = judge(match, *changes)
        assert (said.moves, said.choice) == ((), None)
        for refusal in said.refusals:
            assert (refusal.rule, refusal.seats) == ("CP-24", seats)
            assert refusal.message.key == "coup.refused.no_card_wanted"
    turned = refused(match, Laid("duke", MIDDLE, id="t", turned=True))
    assert (turned.rule, turned.seats) == ("CP-51", seats)
    assert turned.message.key == "coup.refused.turned_in_middle", "the top of the Court, perhaps"


def test_a_card_of_an_exchange_that_lies_open_in_the_middle_is_hidden_or_taken_back() -> None:
    refusal = refused(exchanging(), up("duke"))
    assert (refusal.rule, refusal.seats) == ("CP-16", (0,))
    assert refusal.message.key == "coup.refused.exchange_hidden"


def test_sl_16_what_lies_there_after_the_match_is_nobodys_mistake() -> None:
    match = Coup(2)
    match.lose_two(1, "duke", "captain")
    assert match.seen.phase == "over"
    assert judge(match, up("contessa", SEATS[0])) == Judgement()


def test_sl_16_a_misdeal_is_told_before_anybody_has_acted_and_no_longer() -> None:
    match = Coup()
    hand = tuple(Laid("", SEATS[1], down=True, id=f"{number}") for number in range(3))
    three = refused(match, *hand)
    assert (three.rule, three.seats, three.changes) == ("SL-16", (1,), hand[2:])
    assert three.message.params == {"seat": 1, "given": 3, "count": 2}
    assert judge(match, *hand[:2]) == Judgement()
    dealt = refused(match, up("duke", SEATS[2]))
    assert (dealt.rule, dealt.message.key) == ("CP-1", "coup.refused.dealt_open")
    assert dealt.seats == (2,)
    assert refused(match, up("duke", SEATS[0])).rule == "CP-26"  # whose turn it is meant something
    match.declare("income")
    assert judge(match, *hand) == Judgement()


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


def hands(*counts: int) -> tuple[Laid, ...]:
    """Return so many face-down cards before each seat."""
    return tuple(
        Laid("", SEATS[seat], id=f"{seat}.{number}", down=True)
        for seat, count in enumerate(counts)
        for number in range(count)
    )


def exchanged(loses: bool = False) -> Coup:
    """Return a match in which the second has exchanged, with one influence if it `loses` one."""
    match = Coup()
    if loses:
        match.coup(1, "duke")
    while match.state.turn != 1:
        match.declare("income")
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
        (replacing, (1, 2, 1), "CP-25", "too_few_held", (1, 2)),
    ],
)
def test_one_card_too_few_or_too_many_is_told_after_the_deal_and_after_a_draw(
    begin: Callable[[], Coup], counts: tuple[int, ...], rule: str, key: str, given: tuple[int, int]
) -> None:
    refusal = refused(begin(), *hands(*counts))
    assert (refusal.rule, refusal.message.key) == (rule, f"coup.refused.{key}")
    assert (refusal.message.params["given"], refusal.message.params["count"]) == given
    assert refusal.seats == (refusal.message.params["seat"],)


@pytest.mark.parametrize(
    ("begin", "counts"),
    [
        (Coup, (2, 1, 0)),  # the cards are just dealt, or held in the hand
        (Coup, (0, 1, 2)),
        (exchanging, (4, 2, 2)),
        (exchanging, (0, 2, 2)),
        (exchanged, (2, 2, 2)),
        (exchanged, (0, 1, 2)),
        (lambda: in_window("income"), (2, 1, 2)),  # somebody looks at a card
    ],
)
def test_cards_that_may_be_in_a_hand_are_not_missed(
    begin: Callable[[], Coup], counts: tuple[int, ...]
) -> None:
    assert judge(begin(), *hands(*counts)) == Judgement()


def test_of_two_equal_cards_for_one_it_does_not_matter_which() -> None:
    said = judge(losing(), up("duke", SEATS[1], "a"), up("duke", SEATS[1], "b"))
    assert said.choice is None
    assert [way.move for way in said.moves] == [CardTurned(("duke",), ("a",))]
    assert [one.changes for one in said.refusals] == [(up("duke", SEATS[1], "b"),)]


def test_cp_20_what_claims_nothing_is_not_challenged() -> None:
    match = Coup()
    match.declare("foreign_aid")
    with pytest.raises(IllegalMove) as error:
        match.do("challenge", seat=2)
    assert (error.value.rule, error.value.message.key) == ("CP-20", "coup.refused.claims_nothing")


def test_sl_21_of_several_cards_shown_the_claimed_one_counts() -> None:
    match = challenged()
    said = judge(match, up("captain"), up("duke"))
    assert [way.move for way in said.moves] == [CardShown(("duke",), ("duke middle",))]
    (beside,) = said.refusals
    assert (beside.changes, beside.allowed_zones) == ((up("captain"),), (SEATS[2],))
    assert beside.seats == (2, 0), "who is to turn one up now, and who has shown two"
    elsewhere = judge(match, up("duke"), up("captain", SEATS[0]))
    assert [way.move for way in elsewhere.moves] == [CardShown(("duke",), ("duke middle",))]
    twice = judge(match, up("duke", id_="a"), up("duke", id_="b"))
    assert (len(twice.moves), len(twice.refusals), twice.choice) == (1, 1, None)


def test_sl_21_one_turned_up_at_the_own_place_is_asked_proof_or_conceded() -> None:
    match = challenged()
    for card in ("duke", "captain"):
        own = up(card, SEATS[0])
        asked = judge(match, own).choice
        assert asked is not None
        assert (asked.seat, asked.changes) == (0, (own,))
        assert [way.move for way in asked.meanings] == [CardShown((card,), (own.id,)), Concede(0)]
        labels = [way.label.key for way in asked.meanings if way.label]
        assert labels == ["coup.way.proof", "coup.offer.concede"]
    match.do("concede", seat=0)
    assert book(match, up("captain", SEATS[0]))[0].cards == ("captain",)


def test_sl_21_a_card_turned_while_others_may_still_challenge_waits() -> None:
    match = Coup()
    match.purse(0, 3)
    match.declare("assassinate", 1)
    refusal = refused(match, up("duke", SEATS[1]))
    assert (refusal.rule, refusal.message.key) == ("CP-22", "coup.refused.answers_first")
    match.passes()
    match.do("block", seat=1)
    assert match.seen.phase == "counter"
    assert refused(match, up("contessa", SEATS[1])).rule == "CP-22"


def test_sl_21_a_card_turned_with_the_block_open_is_asked_no_contessa() -> None:
    match = Coup()
    match.purse(0, 3)
    match.declare("assassinate", 1)
    match.challenge(1, "assassin")
    match.loses("duke")
    match.do("card_returned")
    assert match.seen.phase == "block"
    second = up("captain", SEATS[1])
    asked = judge(match, second).choice
    assert asked is not None
    assert (asked.seat, asked.changes) == (1, (second,))
    assert [way.move for way in asked.meanings] == [Pass(1), Block(1, "contessa")]
    match.do("pass", seat=1)
    (turned,) = book(match, second)
    assert turned.cards == ("duke", "captain")
    assert refused(assassin(), up("duke", SEATS[2])).rule == "CP-26"
    aid = Coup()
    aid.declare("foreign_aid")
    assert refused(aid, up("duke", SEATS[1])).rule == "CP-26"


def test_purses_influence_and_the_court_lie_where_they_are_drawn() -> None:
    match = losing()
    match.loses("duke")
    layout = match.game.table.layout(match.state)
    assert [(one.zone, one.count, one.seat) for one in layout.backs] == [
        (SEATS[0], 2, 0),
        (SEATS[1], 1, 1),
        (SEATS[2], 2, 2),
    ]
    coins = [(one.kind, one.zone, one.count) for one in layout.pieces]
    purses = [("coin", SEATS[seat], count) for seat, count in enumerate((0, 2, 2))]
    assert coins == [*purses, ("coin", MIDDLE, 46)]
    assert [(one.zone, one.count) for one in layout.piles] == [(MIDDLE, 9)]
    sets = Coup(2, two_players="sets")
    assert [one.count for one in sets.game.table.layout(sets.state).piles] == [3]
