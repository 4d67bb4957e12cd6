"""What lies on the table is shown to everybody as it lies: tricks, drawn cards, rows."""

from __future__ import annotations

from referee.contract import Cell, TrickView
from referee.coup_detat.cards import COUP
from tests.referee.coup_detat.playing import CoupDetat


def shown(match: CoupDetat) -> TrickView:
    """Return the one trick that a stranger sees."""
    (trick,) = match.game.view(match.state, None).tricks
    return trick


def told(trick: TrickView) -> tuple[str, dict[str, object]]:
    assert trick.label is not None
    return trick.label.key.removeprefix("coup_detat.trick."), dict(trick.label.params)


def begun(contract: str, seats: int = 4, attempt: int | None = None) -> CoupDetat:
    match = CoupDetat(seats)
    match.named(contract, attempt)
    return match


def play(match: CoupDetat, *cards: str, gather: bool = True) -> None:
    for card in cards:
        seat = match.tricks.trick.due(match.number)
        match.do("card_played", player=seat, cards=[card], proof=[f"of {card}"])
    if gather:
        match.do("cleared")


def test_cards_drawn_lie_before_their_seats_and_the_president_s_is_the_highest() -> None:
    match = CoupDetat(3, president=None)
    match.do("card_drawn", player=1, cards=["9C"])
    assert [(one.seat, one.card) for one in shown(match).laid] == [(1, "9C")]
    match.do("card_drawn", player=0, cards=["AC"])
    assert shown(match).seat is None
    match.do("card_drawn", player=2, cards=["10C"])
    assert shown(match).seat == 0
    match.do("cleared")
    assert match.game.view(match.state, None).tricks == ()


def test_a_trick_lies_there_with_its_pictures_until_the_next_is_led() -> None:
    match = begun("victory")
    play(match, "7C", "QC", gather=False)
    assert [(one.seat, one.card, one.proof) for one in shown(match).laid] == [
        (0, "7C", "of 7C"),
        (1, "QC", "of QC"),
    ]
    assert (shown(match).seat, shown(match).label) == (None, None)
    play(match, "8C", "9C", gather=False)
    whole = shown(match)
    assert (whole.seat, told(whole)) == (1, ("costs", {"seat": 1, "amount": 200}))
    match.do("cleared")
    assert shown(match) == whole
    play(match, "7D", gather=False)
    assert [one.card for one in shown(match).laid] == ["7D"]


def test_what_a_trick_costs_is_said_of_each_contract() -> None:
    match = begun("prison")
    play(match, "7C", "8C", "9C", "JC")
    assert told(shown(match)) == ("costs", {"seat": 3, "amount": 400})
    play(match, "AD", "7D", "8D", "9D")
    assert told(shown(match)) == ("nothing", {"seat": 3})
    match = begun("guillotine")
    play(match, "7C", "QC", "KH", "QS")
    assert told(shown(match)) == ("costs", {"seat": 1, "amount": 400 + 200 + 800 + 300})
    match = begun("barbu")
    play(match, "AC", "7C", "KH", "8C")
    assert told(shown(match)) == ("free", {"seat": 0})


def test_in_an_attempt_a_trick_says_what_it_counts_the_table_card_included() -> None:
    match = begun("barbu", attempt=1)
    play(match, COUP, gather=False)
    match.do("name_suit", seat=1, suit="C")
    play(match, "7C", "8C", "9C", gather=False)
    assert told(shown(match)) == ("counts_not", {"seat": 1})
    match.do("table_card_turned", cards=[COUP, "KH"])
    assert told(shown(match)) == ("counts", {"seat": 1, "cards": ("KH",)})
    match = begun("prison", attempt=1)
    play(match, COUP, gather=False)
    match.do("name_suit", seat=1, suit="C")
    play(match, "7C", "8C", "9C", gather=False)
    assert told(shown(match)) == ("counts_itself", {"seat": 1})


def test_where_a_revoke_shows_both_tricks_lie_there() -> None:
    match = begun("victory")
    play(match, "7C", "7D", "8C", "9C")
    play(match, "7S", "8S", "9S", "10S")
    play(match, "JC", "QC", "KC", gather=False)
    assert len(match.game.view(match.state, None).tricks) == 1
    play(match, "AC", gather=False)
    first, last = match.game.view(match.state, None).tricks
    assert told(first) == ("revoke", {"number": 1, "card": "7D", "word": "coup_detat.suit.clubs"})
    assert told(last)[0] == "shows"
    assert first.seat == last.seat == 1


def test_the_rows_are_shown_to_strangers_with_the_ranks_that_are_in_play() -> None:
    match = begun("dominoes", 3)
    match.do("card_laid", player=0, laid={"card": "JH", "row": 2, "column": 4})
    (grid,) = match.game.view(match.state, None).grids
    assert (grid.zone, grid.seat, grid.rows, grid.columns, grid.left) == ("layout", None, 4, 6, 2)
    assert match.game.view(match.state, None).seats[0].layout == (Cell("JH", 2, 4),)
    match = begun("dominoes")
    (grid,) = match.game.view(match.state, None).grids
    assert (grid.columns, grid.left) == (8, 0)


def test_what_a_seat_owes_is_said_once_a_lender() -> None:
    match = CoupDetat(4, loans=True)
    for lender, amount in ((1, 100), (2, 500), (1, 300)):
        match.do("borrow", seat=0, lender=lender, amount=amount)
        match.do("lend", seat=lender)
    notes = match.game.view(match.state, None).seats[0].notes
    owed = [dict(note.params) for note in notes if note.key == "coup_detat.note.owes"]
    assert owed == [
        {"lender_seat": 1, "amount": 480},
        {"lender_seat": 2, "amount": 600},
    ]
