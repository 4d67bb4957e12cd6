"""The start of a match and of a deal: players, money, draw, tours, Coup card (CE-1 … CE-13)."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.contract import BadOptions, Press
from referee.coup_detat.state.cards import CONTRACT_CARDS, COUP, DECK
from referee.coup_detat.state.notes import PURSE
from tests.referee.asks import reads
from tests.referee.coup_detat.playing import CoupDetat
from tests.referee.coup_detat.summary import fact


def test_ce_1_three_play_without_sevens_and_eights_each_with_eight_cards_and_one_on_the_table() -> (
    None
):
    for seats, dealt in ((3, 25), (4, 33)):
        match = CoupDetat(seats)
        due = match.game.shown.view(match.state, None).deal
        assert due is not None
        assert due.cards == (8,) * seats
        assert due.table == 1
        left_in = [
            card for card in DECK if card not in match.game.table.layout(match.state).set_aside
        ]
        assert len(left_in) == dealt == 8 * seats + 1
        assert COUP in left_in
        assert not set(CONTRACT_CARDS) & set(left_in)
        assert ("7H" in left_in) == (seats == 4)
    for seats in (2, 5):
        with pytest.raises(BadOptions):
            CoupDetat(seats, president=None)


def test_ce_2_each_starts_with_10_000_in_notes() -> None:
    match = CoupDetat(3)
    assert match.cash == (10_000,) * 3
    assert PURSE == 2 * 2000 + 3 * 1000 + 5 * 500 + 5 * 100 == 10_000
    assert match.state.accounts.notes == ((2, 3, 5, 5),) * 3 + ((0, 0, 0, 0),)


def test_ce_3_the_highest_card_drawn_is_the_first_president_equals_draw_again() -> None:
    match = CoupDetat(4, president=None)
    zones = [ask.zone for _, ask in reads(match.game.rules.offers(match.state))]
    assert zones == ["seat:0", "seat:1", "seat:2", "seat:3"]  # in whichever order
    for seat, card in ((2, "10H"), (0, "KH"), (3, "10S"), (1, "7C")):
        match.do("card_drawn", player=seat, cards=[card])
    assert match.said() == ["drew", "draw_again"]  # the ten is higher than the king (CE-20)
    match.do("cleared")
    assert match.refused("card_drawn", player=0, cards=["AS"]).rule == "CE-3"
    match.do("card_drawn", player=3, cards=["JC"])
    assert match.refused("card_drawn", player=2, cards=["JC"]).rule == "CE-3"
    assert match.refused("card_drawn", player=2, cards=[COUP]).rule == "CE-3"
    match.do("card_drawn", player=2, cards=["QC"])
    assert match.said() == ["drew", "president"]
    match.do("cleared")
    assert (match.president, match.phase) == (2, "coup")


def test_ce_4_a_tour_is_the_six_contracts_and_there_are_as_many_tours_as_players() -> None:
    match = CoupDetat(3)
    for tour in (1, 2, 3):
        played = []
        while match.phase != "over" and match.tour == tour:
            played.append(whole_deal(match))
        assert Counter(played) == Counter(CONTRACT_CARDS)
    assert match.at("over")
    assert match.game.shown.view(match.state, None).round == 18


SPADES = "9S 10S JS QS KS AS"
HANDS = ("9C 10C JC QC KC AC 9D 10D", "JD QD KD AD 9H 10H JH QH", f"KH AH {SPADES}")


def whole_deal(match: CoupDetat) -> str:
    """Play a deal of the first remaining contract in which the President pays nothing."""
    name = match.left[0]
    match.named(name)
    if name == "dominoes":
        first = match.president
        hands = [HANDS[(seat - first) % 3] for seat in range(3)]
        match.rows_out(*hands)
    else:
        match.play_out(str(match.president) * 8)
    return name


def test_ce_5_the_next_tour_starts_left_of_who_started_the_one_that_ended() -> None:
    match = CoupDetat(3, president=1, simpler=True)
    match.named("victory", 0)
    match.play_out("00000000", coup=0)
    assert match.president == 0  # by the coup
    for name in ("siege", "guillotine"):
        match.named(name)
        match.play_out("00000000")
    assert (match.tour, match.president) == (2, 2)  # left of seat 1
    assert match.by("CE-5")


def test_ce_6_simpler_takes_two_contracts_out_and_ends_a_tour_after_three() -> None:
    match = CoupDetat(3, simpler=True, first_out="siege", second_out="dominoes")
    message = fact(match.state, "short_tour")
    assert message is not None
    assert message.params == {"number": 1, "most": 3, "few": 3, "given": 4}
    match.do("decline", seat=0)
    assert match.refused("name_contract", seat=0, contract="siege").rule == "CE-6"
    match.do("name_contract", seat=0, contract="victory")
    match.play_out("00000000")
    for name in ("prison", "barbu"):
        match.named(name)
        match.play_out("00000000")
    assert match.tour == 2
    with pytest.raises(BadOptions) as refusal:
        CoupDetat(3, simpler=True, first_out="siege", second_out="siege")
    assert refusal.value.rule == "CE-6"
    assert len(CoupDetat(3, first_out="siege", second_out="siege").left) == 6


def test_ce_10_the_coup_card_on_the_table_has_the_president_deal_again() -> None:
    match = CoupDetat(4, president=2)
    deals, left = match.deals, match.left
    assert match.refused("on_table", seat=1).rule == "CE-10"
    match.do("on_table", seat=2)
    assert (match.deals, match.left, match.president) == (deals + 1, left, 2)
    match.do("coup_shown", cards=[COUP])  # turned up in the middle, and nobody's
    match.do("on_table", seat=2)
    match.do("cleared")
    assert (match.phase, match.deals) == ("coup", deals + 2)
    assert match.refused("coup_shown", cards=["AH"]).rule == "CE-10"


def test_ce_11_the_coup_card_shown_declares_the_attempt_without_a_phone() -> None:
    match = CoupDetat()
    presses = {
        (offer.move, offer.shown.press)
        for offer in match.game.rules.offers(match.state).for_seat(1)
    }
    assert {("attempt", Press.DOUBLE), ("decline", Press.LONG)} <= presses
    match.do("coup_shown", cards=[COUP])
    assert {offer.shown.press for offer in match.game.rules.offers(match.state).for_seat(1)} == {
        Press.SHORT
    }
    match.do("mine", seat=1)
    assert reads(match.game.rules.offers(match.state))[0][1].most == 0  # it is taken back first
    match.do("cleared")
    match.do("contract_read", cards=["siege"])
    assert (match.attempter, match.contract) == (1, "siege")
    match = CoupDetat()
    match.do("coup_shown", cards=[COUP], player=2)  # before its holder: whose it is is plain
    match.do("cleared")
    assert (match.attempter, match.phase) == (2, "name")


def test_ce_12_the_president_names_a_contract_an_attempt_uses_up_the_one_it_names() -> None:
    match = CoupDetat(3)
    match.named("prison", 1)
    match.play_out("10000000", coup=0)
    assert "prison" not in match.left
    assert len(match.left) == 5
    match.do("decline", seat=2)
    offer, ask = reads(match.game.rules.offers(match.state))[0]
    assert (offer.move, ask.zone) == ("contract_read", "middle")
    assert set(ask.possible) == set(CONTRACT_CARDS) - {"prison"}
    assert match.refused("name_contract", seat=2, contract="barbu").rule == "CE-12"
    assert match.refused("contract_read", cards=["AH"]).rule == "CE-12"


def test_ce_26_a_price_is_in_hundreds_up_to_2000() -> None:
    for price in (250, -100, 2100):
        with pytest.raises(BadOptions) as refusal:
            CoupDetat(3, president=None, revoke_price=price)
        assert refusal.value.rule == "CE-26"


def test_ce_13_a_contract_already_played_in_the_tour_is_refused() -> None:
    match = CoupDetat(3)
    match.named("prison")
    match.play_out("00000000")
    match.do("attempt", seat=1)
    assert match.refused("name_contract", seat=1, contract="prison").rule == "CE-13"
    assert match.refused("contract_read", cards=["prison"]).rule == "CE-13"
