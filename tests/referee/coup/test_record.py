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


def test_nobody_can_hold_a_fourth_and_a_conceded_challenge_proves_nothing() -> None:
    match = Coup(5)
    for seat in (1, 2, 3):
        match.coup(seat, "duke")
    match.comes_to(4)
    taxes(match)
    assert last_of(match, 4).true is False
    match = Coup(3)
    match.declare("tax")
    match.challenge(1, None)
    match.loses("captain")
    assert (last_of(match, 0).fate, last_of(match, 0).true) == (EventKind.FAILED, None)


def test_after_the_match_each_seat_is_told_its_claims_challenges_and_bluffs() -> None:
    match = Coup(2)
    taxes(match)
    match.declare("tax")
    match.challenge(0, None)
    match.loses("captain")
    match.declare("tax")
    match.challenge(1, "duke")
    match.loses("contessa")
    view = match.game.shown.view(match.state, None)
    assert view.outcome is not None
    notes = [{note.key: note.params["count"] for note in seat.notes} for seat in view.seats]
    claimed, shown = "coup.note.all_claims", "coup.note.shown"
    assert notes[0] == {claimed: 2, shown: 1, "coup.note.challenges_won": 1}
    assert notes[1] == {claimed: 1, "coup.note.called": 1, "coup.note.challenges_lost": 1}
    match = Coup(2)
    taxes(match)
    match.lose_two(0, "captain", "contessa")
    (fact,) = match.game.shown.view(match.state, None).facts
    assert (fact.key, fact.params) == (
        "coup.fact.bluff",
        {"seat": 0, "cards": ("duke",), "round": 1},
    )
