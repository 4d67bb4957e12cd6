"""The layout and its words: tricks, drawn cards, rows."""

from __future__ import annotations

from typing import Any

from referee.coup_detat.state.cards import COUP
from referee.table import Card, CardStatus
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


def test_a_full_trick_has_its_winner_s_edge_and_is_to_be_cleared() -> None:
    match = begun("victory")
    play(match, "7C", "QC", "8C", "9C", gather=False)
    cards = match.game.table.layout(match.state).cards
    assert {(card.edge, card.status) for card in cards} == {(1, CardStatus.TO_CLEAR)}
