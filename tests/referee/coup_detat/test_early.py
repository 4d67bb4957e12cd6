"""A deal that ends early (SL-25): what is offered, what it comes to, and what then lies about."""

from __future__ import annotations

from typing import Any

import pytest

from referee import library
from referee.contract import By, IllegalMove, Offer
from tests.referee.coup_detat.playing import HALVES, CoupDetat

START = 10_000
GAME = library.game("coup_detat")


def changes(match: CoupDetat) -> tuple[int, ...]:
    return tuple(cash - START for cash in match.cash)


def offered(match: CoupDetat, move: str) -> list[Offer]:
    return [offer for offer in GAME.rules.offers(match.state) if offer.move == move]


def refused(match: CoupDetat, move: str, **fields: Any) -> str:
    with pytest.raises(IllegalMove) as refusal:
        match.do(move, **fields)
    assert refusal.value.rule == "SL-25"
    return refusal.value.message.key.removeprefix("coup_detat.refused.")


def after(contract: str, suits: str, winners: str, attempt: int | None = None) -> CoupDetat:
    """A deal of which some tricks are gathered, each of one suit. The table card is 7S."""
    match = CoupDetat()
    match.named(contract, attempt)
    for at, (suit, winner) in enumerate(zip(suits, winners, strict=True)):
        best, *rest = (half + suit for half in HALVES[4][suits[:at].count(suit)])
        for _ in range(4):
            match.lay(best if match.turn_seat == int(winner) else rest.pop())
        if match.at("table"):
            own = match.tricks.trick.card_of(match.tricks.trick.winner)
            match.do("table_card_turned", cards=[own, "7S"])
        match.do("cleared")
    return match


def test_sl_25_a_decided_deal_ends_at_once_and_pays_what_it_would_have_paid() -> None:
    match = after("barbu", "CHD", "112")
    assert match.phase == "play"
    offers = offered(match, "end_deal")
    assert [(offer.seat, offer.by, offer.needs_all) for offer in offers] == [
        *((seat, By.SEAT, True) for seat in range(4)),
        (None, By.HOST, False),
    ]
    match.do("end_deal")
    assert changes(match) == (800, -800, 0, 0)
    (count,) = match.by("CE-2")
    assert count.steps[0].total == 800
    assert match.phase == "coup"


def test_sl_25_a_deal_that_can_still_cost_something_goes_on() -> None:
    match = after("barbu", "CC", "11")
    assert not offered(match, "end_deal")
    assert refused(match, "end_deal") == "not_decided"
    assert refused(after("victory", "", ""), "claim_rest", seat=0) == "trick_first"


def test_sl_25_a_claim_takes_the_rest_with_its_arithmetic() -> None:
    match = after("siege", "CC", "11")
    (claim,) = [offer for offer in offered(match, "claim_rest") if offer.seat == 1]
    assert claim.needs_all
    assert claim.shown.label.params == {"seat": 1, "count": 6}
    assert claim.shown.effect is not None
    assert claim.shown.effect.params["amount"] == 800
    match.do("claim_rest", seat=1)
    assert changes(match) == (800, -800, 0, 0)
    assert len(match.by("CE-2")[0].steps[0].terms) == 8


def test_sl_25_bots_agree_to_a_claim_only_if_they_can_take_no_trick() -> None:
    match = after("siege", "CC", "11")
    claim = library.move(GAME, {"move": "claim_rest", "seat": 1})
    low, high = ("7D", "8D", "7H", "8H", "7S", "8S"), ("7D", "8D", "7H", "8H", "7S", "KS")
    assert GAME.require_bot().agrees(match.state, claim, 2, low)
    assert not GAME.require_bot().agrees(match.state, claim, 2, high)
    assert not GAME.require_bot().agrees(match.state, claim, 2, ())
    end = library.move(GAME, {"move": "end_deal", "seat": 1})
    assert GAME.require_bot().agrees(match.state, end, 2, high)
