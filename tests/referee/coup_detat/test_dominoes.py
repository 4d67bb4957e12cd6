"""Dominoes: rank order, fitting cards, passes, aces, the grid (CE-50 … CE-54)."""

from __future__ import annotations

from referee.contract import Press
from referee.coup_detat.state.cards import PACK, RANKS, SUITS
from referee.coup_detat.state.rows import fitting_cards, grid_cell
from referee.coup_detat.state.state import GRID
from tests.referee.asks import places
from tests.referee.coup_detat import summary
from tests.referee.coup_detat.playing import CoupDetat


def dominoes(seats: int = 4, attempt: int | None = None, **options: int) -> CoupDetat:
    match = CoupDetat(seats, **options)
    match.named("dominoes", attempt)
    return match


def test_ce_50_the_ten_stands_between_nine_and_jack_and_three_begin_at_the_nine() -> None:
    assert RANKS == ("7", "8", "9", "10", "J", "Q", "K", "A")
    assert set(fitting_cards(("10H",), 4)) == {"9H", "JH", "10C", "10D", "10S"}
    assert set(fitting_cards(("AH", "7C"), 4)) == {"KH", "8C", "AD", "AS"}
    assert set(fitting_cards(("9H",), 3)) == {"10H", "9C", "9D", "9S"}
    assert set(fitting_cards((), 3)) == {card for card in PACK if card[:-1] not in ("7", "8")}


def lying(match: CoupDetat) -> list[str]:
    """Return the cards of the rows in the order they were laid."""
    return [card.name for card in match.game.table.layout(match.state).cards if card.zone == GRID]


def laid(card: str) -> dict[str, object]:
    place = grid_cell(card)
    return {"card": card, "row": place.row, "column": place.column}


def test_ce_51_a_pass_while_able_shows_by_a_card_that_would_have_fitted() -> None:
    match = dominoes(revoke_price=200)
    match.rows("10H -")  # seat 1 passes
    match.rows("JH 9H")
    assert match.refused("pass", seat=2).rule == "CE-27"
    match.rows("8H 10S")  # seat 0; then seat 1 has had the ten
    assert match.said() == ["laid", "passed_able"]
    assert match.at("revoke")
    match.do("correct", seat=3, at=1)
    assert (lying(match), match.turn_seat) == (["10H"], 1)
    match.rows("- JH 9H 8H 10S")
    match.do("let_stand", seat=0)
    assert (match.bank, match.cash[1]) == (200, 9_800)
    assert match.turn_seat == 2
    match.rows("10D")
    assert match.at("rows")


def test_ce_52_an_ace_laid_on_a_king_lets_its_player_go_on_until_done() -> None:
    match = dominoes()
    match.rows("QH KH AH")
    assert match.goes_on
    assert match.refused("pass", seat=2).rule == "CE-52"
    assert match.refused("card_laid", player=3, laid=laid("JH")).rule == "CE-27"
    match.rows("JH QS")
    done = next(offer for offer in match.game.rules.offers(match.state) if offer.move == "done")
    assert (done.seat, done.shown.press) == (2, Press.LONG)
    match.rows(". QD")
    assert not summary.fails(match.state), "stopping is no revoke"
    assert match.refused("done", seat=0).rule == "CE-52"
    match = dominoes()
    match.rows("AH KH AS")
    assert not match.goes_on, "neither ace was laid on its king"


def test_ce_53_an_attempt_swaps_the_coup_card_for_the_table_card() -> None:
    match = CoupDetat()
    match.do("attempt", seat=2)
    match.do("name_contract", seat=2, contract="dominoes")
    assert match.said() == ["named_attempt", "swaps"]
    assert match.turn_seat == 2
    ((_, ask),) = places(match.game.rules.offers(match.state))
    assert set(ask.places) == set(PACK)  # no Coup card, and the table card is in a hand


def test_ce_54_the_rows_are_a_grid_of_suits_and_ranks_that_the_camera_reads() -> None:
    match = dominoes()
    match.rows("10H")
    ((offer, ask),) = places(match.game.rules.offers(match.state))
    assert (ask.zone, offer.given) == ("layout", {"player": 1})
    assert ask.known == (grid_cell("10H"),)
    row, column = SUITS.index("H"), RANKS.index("J")
    assert ask.places["JH"] == ((row, column),)
    wrong = {"card": "JH", "row": row, "column": column + 1}
    assert match.refused("card_laid", player=1, laid=wrong).rule == "CE-54"
    (lies,) = match.game.table.layout(match.state).cards
    assert (str(lies.zone), lies.name, lies.seat) == (ask.zone, "10H", 0)
    assert lies.at == (grid_cell("10H").row, grid_cell("10H").column)
    assert {(grid_cell(card).row, grid_cell(card).column) for card in PACK} == {
        (row, column) for row in range(4) for column in range(8)
    }
