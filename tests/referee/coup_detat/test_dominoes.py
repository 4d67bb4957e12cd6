"""Dominoes: rank order, fitting cards, passes, aces, the grid (CE-50 … CE-54)."""

from __future__ import annotations

from referee.contract import Cue, Press
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


def test_ce_51_the_sheets_example_ten_nine_jack_then_another_ten() -> None:
    match = dominoes()
    match.rows("10H 9H JH 10S")
    assert match.refused("card_laid", player=0, laid=laid("KH")).rule == "CE-51"
    assert match.refused("card_laid", player=0, laid=laid("9D")).rule == "CE-51"
    match.rows("QH")


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


def test_ce_51_a_pass_that_was_needed_shows_nothing_and_the_first_player_lays() -> None:
    match = dominoes()
    assert match.refused("pass", seat=0).rule == "CE-51"
    match.rows("10H - JH - - QH")  # the queen did not fit when seat 1 passed
    assert match.said() == ["laid"]
    match.rows("- - - -")
    assert match.said() == ["passes", "somebody_can"]


HANDS = (
    "9C 9D 9H 9S 10S JS QS KS",  # the attempt's player, who runs out first
    "10C JC QC KC AC 10D JD QD",  # passes while the ten of clubs would fit
    "10H JH QH KH AH KD AD AS",  # passes while the ten of hearts would fit
)


def attempt_over(**options: int) -> CoupDetat:
    """Return an attempt that seat 0 won while the others passed although able."""
    match = dominoes(3, attempt=0, **options)
    for card in HANDS[0].split():
        match.rows(f"{card} - -" if card != "KS" else card)
    return match


def test_ce_51_a_pass_while_able_shows_by_what_is_left_after_an_attempt() -> None:
    match = attempt_over(revoke_price=100)
    assert match.at("left")
    assert match.said() == ["laid", "out"]
    (card, nothing) = match.game.rules.offers(match.state)
    ((_, ask),) = places(match.game.rules.offers(match.state))
    assert card.given == {"player": 1}
    assert {"10C", "10D", "10H"} <= set(ask.places), "whose they are is not known"
    assert "JC" not in ask.places, "no card lies there beside which it would have fitted"
    assert (nothing.move, nothing.seat, nothing.shown.press) == ("nothing_left", 0, Press.LONG)
    assert match.game.shown.view(match.state, None).seats[0].cue is Cue.TURN
    assert match.refused("card_left", player=2, laid=laid("10H")).rule == "CE-51"
    assert match.refused("card_left", player=1, laid=laid("JC")).rule == "CE-51"
    assert match.refused("card_left", player=1, laid={**laid("10C"), "row": 3}).rule == "CE-54"
    assert match.refused("nothing_left", seat=1).rule == "CE-51"
    match.do("card_left", player=1, laid=laid("10C"))
    assert match.said() == ["left", "passed_able_often"]
    assert match.rulings[-1].message.params == {"seat": 1, "number": 2, "times": 7}
    lying = [(card.name, card.seat) for card in match.game.table.layout(match.state).cards]
    assert ("10C", 1) in lying
    match.do("let_stand", seat=2)
    ((offer, ask),) = places(match.game.rules.offers(match.state))
    assert offer.given == {"player": 2}
    assert {cell.card for cell in ask.known} >= {"10C", "KS"}
    assert "10C" not in ask.places
    match.do("nothing_left", seat=0)
    assert match.said()[1:3] == ["nothing_left", "succeeds"]
    assert (match.cash, match.bank) == ((11_900, 8_700, 9_400), 0)


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
