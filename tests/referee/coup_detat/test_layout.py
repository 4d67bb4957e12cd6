"""The layout and its words: tricks, drawn cards, rows."""

from __future__ import annotations

from typing import Any

from referee.table import CardStatus
from tests.referee.coup_detat.playing import CoupDetat


def told(match: CoupDetat) -> tuple[str, dict[str, Any]]:
    *_, (_, label) = match.game.table.layout(match.state).words
    return label.key.removeprefix("coup_detat.trick."), dict(label.params)


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


def test_a_full_trick_has_its_winner_s_edge_and_is_to_be_cleared() -> None:
    match = begun("victory")
    play(match, "7C", "QC", "8C", "9C", gather=False)
    cards = match.game.table.layout(match.state).cards
    assert {(card.edge, card.status) for card in cards} == {(1, CardStatus.TO_CLEAR)}
