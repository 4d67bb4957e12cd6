"""The layout and its words: tricks, drawn cards, rows."""

from __future__ import annotations

from typing import Any

from referee.coup_detat.state.cards import COUP
from referee.table import Card, CardStatus
from tests.referee.coup_detat import summary
from tests.referee.coup_detat.playing import CoupDetat


def lying(match: CoupDetat) -> list[Card]:
    return list(match.game.table.layout(match.state).cards)


def edges(match: CoupDetat) -> set[int | None]:
    """Return the seats in whose colour the cards are edged."""
    return {card.edge for card in lying(match)}


def told(match: CoupDetat) -> tuple[str, dict[str, Any]]:
    *_, (_, label) = match.game.table.layout(match.state).words
    return label.key.removeprefix("coup_detat.trick."), dict(label.params)


def written(match: CoupDetat) -> dict[str, str]:
    """Return the key of the message in each zone."""
    return {str(zone): one.key for zone, one in match.game.table.layout(match.state).words}


def begun(contract: str, seats: int = 4, attempt: int | None = None) -> CoupDetat:
    match = CoupDetat(seats)
    match.named(contract, attempt)
    return match


def play(match: CoupDetat, *cards: str, gather: bool = True) -> None:
    for card in cards:
        seat = match.turn_seat
        match.do("card_played", player=seat, cards=[card], proof=[f"of {card}"])
    if gather:
        match.do("cleared")


def test_cards_drawn_lie_before_their_seats_and_the_president_s_is_the_highest() -> None:
    match = CoupDetat(3, president=None)
    match.do("card_drawn", player=1, cards=["9C"])
    assert [(one.seat, one.name) for one in lying(match)] == [(1, "9C")]
    match.do("card_drawn", player=0, cards=["AC"])
    assert edges(match) == {None}
    match.do("card_drawn", player=2, cards=["10C"])
    assert {one.edge for one in lying(match) if one.edge is not None} == {0}
    match.do("cleared")
    assert not [one for one in lying(match) if one.status is CardStatus.STAYS]


def test_a_trick_lies_there_with_its_pictures_until_it_is_taken() -> None:
    match = begun("victory")
    play(match, "7C", "QC", gather=False)
    assert [(one.seat, one.name, one.proof) for one in lying(match)] == [
        (0, "7C", "of 7C"),
        (1, "QC", "of QC"),
    ]
    assert (edges(match), written(match)) == ({None}, {"middle": "card.victory"})
    play(match, "8C", "9C", gather=False)
    assert (edges(match), told(match)) == ({1}, ("costs", {"seat": 1, "amount": 200}))
    match.do("cleared")
    assert lying(match) == []
    play(match, "7D", gather=False)
    assert [one.name for one in lying(match)] == ["7D"]


def test_what_a_trick_costs_is_said_of_each_contract() -> None:
    match = begun("prison")
    play(match, "7C", "8C", "9C", "JC", gather=False)
    assert told(match) == ("costs", {"seat": 3, "amount": 400})
    match.do("cleared")
    play(match, "AD", "7D", "8D", "9D", gather=False)
    assert told(match) == ("nothing", {"seat": 3})
    match = begun("guillotine")
    play(match, "7C", "QC", "KH", "QS", gather=False)
    assert told(match) == ("costs", {"seat": 1, "amount": 400 + 200 + 800 + 300})
    match = begun("barbu")
    play(match, "AC", "7C", "KH", "8C", gather=False)
    assert told(match) == ("free", {"seat": 0})


def test_in_an_attempt_a_trick_says_what_it_counts_the_table_card_included() -> None:
    match = begun("barbu", attempt=1)
    play(match, COUP, gather=False)
    match.do("name_suit", seat=1, suit="C")
    play(match, "7C", "8C", "9C", gather=False)
    assert told(match) == ("counts_not", {"seat": 1})
    match.do("table_card_turned", cards=[COUP, "KH"])
    assert told(match) == ("counts", {"seat": 1, "cards": ("KH",)})
    match = begun("prison", attempt=1)
    play(match, COUP, gather=False)
    match.do("name_suit", seat=1, suit="C")
    play(match, "7C", "8C", "9C", gather=False)
    assert told(match) == ("counts_itself", {"seat": 1})


def test_where_a_revoke_shows_it_is_said_of_its_trick() -> None:
    match = begun("victory")
    play(match, "7C", "7D", "8C", "9C")
    play(match, "7S", "8S", "9S", "10S")
    play(match, "JC", "QC", "KC", gather=False)
    play(match, "AC", gather=False)
    said = {"number": 1, "card": "7D", "word": "coup_detat.suit.clubs"}
    assert told(match) == ("revoke", said)


def test_the_contract_stands_in_its_place_until_the_deal_is_over() -> None:
    for contract in ("victory", "dominoes"):
        match = begun(contract, 3)
        assert written(match) == {"middle": f"card.{contract}"}
    match = begun("barbu", attempt=1)
    match.state = summary.with_cash(match.state, match.cash, 800)
    assert written(match) == {"middle": "coup_detat.place.contract"}  # after the bank's francs
    match = CoupDetat(3)
    match.do("decline", seat=0)
    match.do("contract_read", cards=["prison"])
    assert written(match) == {}  # the card says it
    match.play_out("01212210")
    assert match.at("coup")
    assert written(match) == {}


def test_the_suit_of_a_led_coup_card_is_told_until_its_trick_is_full() -> None:
    match = begun("barbu", attempt=1)
    play(match, COUP, gather=False)
    assert summary.fact(match.state, "suit") is None
    match.do("name_suit", seat=1, suit="C")
    told_suit = {"word": "coup_detat.suit.clubs"}
    assert told(match) == ("suit", told_suit)
    fact = summary.fact(match.state, "suit")
    assert fact is not None
    assert fact.params == told_suit
    play(match, "7C", "8C", "9C", gather=False)
    assert summary.fact(match.state, "suit") is None
    free = CoupDetat(4, coup_names_suit=False)
    free.named("barbu", 1)
    play(free, COUP, gather=False)
    assert summary.fact(free.state, "any_card") is not None


def test_a_card_of_the_rows_lies_in_its_cell() -> None:
    match = begun("dominoes", 3)
    match.do("card_laid", player=0, laid={"card": "JH", "row": 2, "column": 4})
    (lies,) = lying(match)
    assert (str(lies.zone), lies.name, lies.at, lies.seat) == ("layout", "JH", (2, 4), 0)


def test_what_a_seat_owes_is_said_once_a_lender() -> None:
    match = CoupDetat(4, loans=True)
    for lender, amount in ((1, 100), (2, 500), (1, 300)):
        match.do("borrow", seat=0, lender=lender, amount=amount)
        match.do("lend", seat=lender)
    notes = match.game.shown.view(match.state, None).seats[0].notes
    owed = [dict(note.params) for note in notes if note.key == "coup_detat.note.owes"]
    assert owed == [
        {"lender_seat": 1, "amount": 480},
        {"lender_seat": 2, "amount": 600},
    ]
