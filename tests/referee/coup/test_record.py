"""What the record proves after a match of Coup, and what it does not."""

from __future__ import annotations

import pytest

from referee.coup.state.state import EventKind
from referee.coup.view.claims import Claim, claims
from tests.referee.coup.playing import Coup


def last_of(match: Coup, seat: int) -> Claim:
    return [claim for claim in claims(match.state) if claim.seat == seat][-1]


def taxes(match: Coup) -> None:
    """The seat on turn claims the Duke, and nobody minds."""
    match.declare("tax")
    match.passes()


def exchanges(match: Coup) -> None:
    match.comes_to(0)
    match.declare("exchange")
    match.passes()
    match.do("exchanged", seat=0)


def shows(match: Coup, card: str, lost: str) -> None:
    """Let seat 0 claim the Duke, be challenged and show a card; whoever is wrong loses one."""
    match.comes_to(0)
    match.declare("tax")
    match.challenge(1, card)
    if card != "duke":
        match.do("card_returned")
    match.loses(lost)
    if card == "duke":
        match.do("card_returned")


@pytest.mark.parametrize(
    ("before", "after", "turned", "true"),
    [
        ("", "", ["captain"], None),
        ("", "", ["captain", "contessa"], False),
        ("", "", ["captain", "duke"], True),
        ("", "exchange", ["captain", "contessa"], None),  # the Duke may have gone to the Court
        ("exchange", "", ["captain", "contessa"], False),
        ("shown", "", ["contessa", "assassin"], False),  # what replaced the Duke is not known
        ("other", "", [], False),  # the Contessa was shown, and the other card turned up
        ("other", "", ["duke"], None),  # the record contradicts itself
    ],
)
def test_a_claim_is_proved_by_what_was_shown_and_by_the_whole_hand_turned_up(
    before: str, after: str, turned: list[str], true: bool | None
) -> None:
    match = Coup(4)
    if before == "exchange":
        exchanges(match)
    elif before == "shown":
        shows(match, "duke", "captain")
        assert (last_of(match, 0).true, last_of(match, 0).fate) == (True, EventKind.SHOWN)
    elif before == "other":
        shows(match, "contessa", "captain")
        assert last_of(match, 0).true is False
    if before != "other":
        match.comes_to(0)
        taxes(match)
    if after:
        exchanges(match)
    for card in turned:
        match.coup(0, card)
    proved = [claim for claim in claims(match.state) if claim.cards == ("duke",)][-1]
    assert proved.true is true


def test_nobody_can_hold_a_fourth() -> None:
    match = Coup(5)
    for seat in (1, 2, 3):
        match.coup(seat, "duke")
    match.comes_to(4)
    taxes(match)
    assert last_of(match, 4).true is False
