"""Tricks: rank, leads, following suit, the Coup card, revokes (CE-20 … CE-27)."""

from __future__ import annotations

from typing import Any

from referee.contract import By, Cue, Press
from referee.coup_detat.state.cards import COUP, PACK, strength
from referee.coup_detat.state.trick import Trick
from tests.referee.asks import reads
from tests.referee.coup_detat import summary
from tests.referee.coup_detat.playing import CoupDetat


def under(contract: str, seats: int = 4, attempt: int | None = None, **options: Any) -> CoupDetat:
    match = CoupDetat(seats, **options)
    match.named(contract, attempt)
    return match


def test_ce_20_ace_ten_king_queen_jack_nine_eight_seven_and_no_trumps() -> None:
    hearts = [card for card in PACK if card[-1] == "H"]
    assert sorted(hearts, key=strength, reverse=True) == [
        f"{rank}H" for rank in ("A", "10", "K", "Q", "J", "9", "8", "7")
    ]
    trick = Trick(2, 4).plus("7D").plus("AS").plus("9D").plus("AH")
    assert trick.winner == 0  # the nine of the suit led, no ace of another


def test_ce_21_the_president_leads_then_the_winner_and_play_goes_to_the_left() -> None:
    match = under("prison", president=2)
    for player in (2, 3, 0, 1):
        assert match.turn_seat == player
        match.lay(("7C", "8C", "AC", "9C")[(player - 2) % 4])
    assert match.game.rules.offers(match.state).cues[0] is Cue.TURN  # who took it
    assert match.refused("cleared", cards=["AC"]).rule == "CE-21"
    assert match.refused("card_played", player=0, cards=["7D"]).rule == "CE-21"
    offer, ask = reads(match.game.rules.offers(match.state))[0]
    assert (offer.move, ask.zone, ask.most) == ("cleared", "seat:2", 0)
    match.do("cleared")
    assert match.turn_seat == 0
    match = under("prison", attempt=1)
    assert match.turn_seat == 1


def test_ce_22_the_opening_lead_is_none_of_the_barred_suits_whoever_makes_it() -> None:
    for attempt in (None, 2):
        for contract, barred in {"barbu": "H", "siege": "S", "guillotine": "HS"}.items():
            match = under(contract, attempt=attempt)
            for suit in barred:
                move = {"player": match.turn_seat, "cards": [f"8{suit}"]}
                assert match.refused("card_played", **move).rule == "CE-22"
            match.lay("8C", "8H")  # to follow, anything goes
        match = under("siege", 3, attempt)
        refusal = match.refused("declare_only", seat=match.turn_seat)
        assert refusal.message.key.endswith("cannot_be"), "with three no hand is all of one suit"


def test_ce_22_free_if_the_hand_holds_nothing_else_and_a_false_declaration_shows() -> None:
    match = under("guillotine")
    assert match.refused("declare_only", seat=1).rule == "CE-22"
    offer = next(
        offer for offer in match.game.rules.offers(match.state) if offer.move == "declare_only"
    )
    assert offer.shown.press is Press.LONG
    assert {card[-1] for card in offer.shown.unless_held} == {"C", "D", COUP[-1]}
    match.do("declare_only", seat=0)
    match.trick("AH 7H 8H 9H")
    match.trick("AS 7S 8S 9S")
    match.lay("7D")  # neither a heart nor a spade
    assert match.said() == ["played", "declared_falsely"]
    assert match.by("CE-22")
    match.do("correct", seat=2, at=0)
    assert not match.tricks.all_tricks
    assert match.refused("card_played", player=0, cards=["AH"]).rule == "CE-22"
    match.lay("7D")


def test_ce_23_follow_suit_if_able_the_highest_of_the_suit_led_wins() -> None:
    match = under("victory")
    match.trick("9C AS 10C KC")
    assert match.turn_seat == 2  # the ten; the ace is of another suit
    assert match.taking_back == [1]


def test_ce_24_the_coup_card_beats_an_ace_at_any_time_and_only_in_an_attempt() -> None:
    match = under("prison", attempt=1)
    match.lay("7C", "AC", "10C")
    match.do("card_played", player=0, cards=["KC"])
    match.do("table_card_turned", cards=["AC", "7H"])
    match.do("cleared")
    match.lay("AD", "7D", "8D", COUP)
    assert match.tricks.trick.winner == 1
    assert not summary.fails(match.state), "it need not follow"
    match = under("prison")
    assert match.refused("card_played", player=0, cards=[COUP]).rule == "CE-11"


def test_ce_24_the_suit_is_named_with_two_presses_black_or_red_and_then_which() -> None:
    def presses() -> dict[Press | None, str]:
        offers = match.game.rules.offers(match.state).for_seat(0)
        return {
            offer.shown.press: offer.shown.label.key.rpartition(".")[2]
            for offer in offers
            if offer.shown.press
        }

    match = under("victory", attempt=0)
    match.lay(COUP)
    assert presses() == {Press.SHORT: "black", Press.LONG: "red"}
    assert match.refused("name_colour", seat=1, colour="red").rule == "CE-24"
    match.do("name_colour", seat=0, colour="red")
    assert match.at("suit")
    assert presses() == {Press.SHORT: "diamonds", Press.LONG: "hearts"}
    assert match.refused("name_colour", seat=0, colour="red").rule == "CE-24"
    match.do("name_suit", seat=0, suit="H")
    assert match.tricks.trick.suit == "H"
    for contract, named in (
        ("barbu", {Press.SHORT: "black", Press.LONG: "diamonds"}),
        ("siege", {Press.SHORT: "clubs", Press.LONG: "red"}),
        ("guillotine", {Press.SHORT: "clubs", Press.LONG: "diamonds"}),
    ):
        match = under(contract, attempt=0)
        match.lay(COUP)
        assert presses() == named, contract
    match = under("victory", attempt=0)
    match.lay(COUP)
    match.do("name_colour", seat=0, colour="black")
    match.do("cards_corrected", cards=["7C"])
    assert match.at("play")


def test_ce_25_in_an_attempt_the_table_card_goes_to_the_winner_of_the_first_trick() -> None:
    match = under("siege", attempt=1)
    match.lay("7C", "8C", "AC", "9C")
    offer, ask = reads(match.game.rules.offers(match.state))[0]
    assert (ask.zone, ask.known, ask.least) == ("seat:3", ("AC",), 2)  # beside their own card
    assert match.refused("table_card_turned", cards=["8C", "7S"]).rule == "CE-25"
    assert match.refused("table_card_turned", cards=["AC", "8C"]).rule == "CE-27"
    match.do("table_card_turned", cards=["7S", "AC"])
    match.do("cleared")
    assert match.refused("card_played", player=3, cards=["7S"]).rule == "CE-27"
    notes = match.game.shown.view(match.state, None).seats[3].notes
    assert ("7S",) in [note.params.get("cards") for note in notes]
    assert offer.by is By.CAMERA


# -- revokes -------------------------------------------------------------------------------------


def test_ce_26_a_revoke_shows_when_the_suit_is_played_later_and_is_corrected_or_stands() -> None:
    match = under("prison", revoke_price=300)
    match.lay("AC")
    match.do("card_played", player=1, cards=["10C"], proof=["p0"])
    match.lay("7D", "KC")  # seat 2 does not follow clubs
    match.do("cleared")
    match.trick("AD 8D 9D 10D")
    match.lay("QC", "JC")
    match.do("card_played", player=2, cards=["9C"], proof=["p1"])
    (revoked,) = (ruling for ruling in match.rulings if ruling.message.key.endswith("revoked"))
    assert (revoked.message.params["number"], revoked.message.params["card"]) == (1, "7D")
    assert revoked.proof == ("p0", "p1"), "the pictures of both tricks"
    assert match.at("revoke")
    kept = match.state
    presses = {
        offer.move: offer.shown.press for offer in match.game.rules.offers(match.state).for_seat(3)
    }
    assert presses == {"correct": Press.SHORT, "let_stand": Press.LONG}
    assert match.refused("let_stand", seat=2).rule == "CE-26"
    assert match.refused("correct", seat=1, at=1).rule == "CE-26"
    match.do("let_stand", seat=3)
    assert (match.cash[2], match.bank) == (9700, 300)
    match.lay("8C")
    match.do("cleared")
    assert match.turn_seat == 0
    match.state = kept
    match.do("correct", seat=1, at=0)
    assert [trick.cards for trick in match.tricks.all_tricks] == [("AC", "10C")]
    assert match.turn_seat == 2
    match.lay("9C", "KC")


def test_ce_27_cards_seen_cards_not_in_play_and_cards_out_of_turn_are_questioned() -> None:
    match = under("prison", 3)
    match.lay("9C")
    assert match.refused("card_played", player=1, cards=["9C"]).message.key.endswith("seen")
    for low in ("7H", "8S"):
        refused = match.refused("card_played", player=1, cards=[low])
        assert refused.message.key.endswith("taken_out_low")
    assert match.refused("card_played", player=2, cards=["AC"]).rule == "CE-27"
    assert match.refused("card_played", player=1, cards=["barbu"]).rule == "CE-27"
    assert match.refused("card_played", player=1, cards=["AC", "KC"]).rule == "CE-27"
    assert match.refused("card_played", player=1, cards=[]).rule == "CE-27"
