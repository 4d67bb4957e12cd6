"""What the record proves after a match of Coup, and what it does not."""

from __future__ import annotations

from referee import library
from referee.coup.state.state import EventKind
from referee.coup.view.claims import Claim, claims
from tests.referee.coup.playing import Coup


def last_of(match: Coup, seat: int, number: int = -1) -> Claim:
    return [claim for claim in claims(match.state) if claim.seat == seat][number]


def taxes(match: Coup) -> None:
    """The seat on turn claims the Duke, and nobody minds."""
    match.declare("tax")
    match.passes()


def test_a_claim_is_proved_false_when_the_whole_hand_is_turned_up_later() -> None:
    match = Coup(3)
    taxes(match)
    match.coup(0, "captain")
    assert last_of(match, 0).true is None
    match.coup(0, "contessa")
    assert last_of(match, 0).true is False
    assert last_of(match, 0).fate is EventKind.CLAIMED


def test_and_true_when_the_card_is_among_them() -> None:
    match = Coup(3)
    taxes(match)
    match.coup(0, "captain")
    match.coup(0, "duke")
    assert last_of(match, 0).true is True


def test_the_record_is_worked_out_once_for_all_seats_that_look() -> None:
    match = Coup(3)
    taxes(match)
    match.coup(0, "captain")
    once = claims(match.state)
    assert claims(library.state(match.game, library.to_plain(match.state))) is once
    assert claims(match.state) is once
    match.declare("income")
    taxes(match)
    assert len(claims(match.state)) == len(once) + 1


def test_a_move_shares_the_history_before_it() -> None:
    match = Coup(3)
    before = match.state
    assert match.declare("tax").history.before is before.history
    before = match.state
    assert match.passes().history is before.history


def test_an_exchange_forgets_what_was_known() -> None:
    match = Coup(3)
    taxes(match)
    while match.state.turn != 0:
        match.declare("income")
    match.declare("exchange")
    match.passes()
    match.do("exchanged", seat=0)
    match.coup(0, "captain")
    match.coup(0, "contessa")
    assert last_of(match, 0, 0).true is None
    assert last_of(match, 0).true is None, "the Ambassador may have gone back to the Court"


def test_an_exchange_that_comes_before_proves_nothing_away() -> None:
    match = Coup(3)
    match.declare("exchange")
    match.passes()
    match.do("exchanged", seat=0)
    while match.state.turn != 0:
        match.declare("income")
    taxes(match)
    match.coup(0, "captain")
    match.coup(0, "contessa")
    assert last_of(match, 0).true is False


def test_a_shown_card_is_proved_and_its_replacement_is_not_known() -> None:
    match = Coup(4)
    match.declare("tax")
    match.challenge(1, "duke")
    match.loses("captain")
    match.do("card_returned")
    assert last_of(match, 0).true is True
    assert last_of(match, 0).fate is EventKind.SHOWN
    while match.state.turn != 0:
        match.declare("income")
    taxes(match)
    match.coup(0, "contessa")
    match.coup(0, "assassin")
    assert last_of(match, 0).true is False


def test_a_card_shown_later_was_one_of_two_before() -> None:
    """Shown Duke, drew a card, turned up two: one of them was beside the Duke before."""
    match = Coup(4)
    match.declare("exchange")
    match.passes()
    match.do("exchanged", seat=0)
    while match.state.turn != 0:
        match.declare("income")
    match.declare("extort", 1)
    match.passes()
    match.passes()
    while match.state.turn != 0:
        match.declare("income")
    match.declare("tax")
    match.challenge(2, "duke")
    match.loses("duke")
    match.do("card_returned")
    match.coup(0, "contessa")
    match.coup(0, "assassin")
    extorted = next(claim for claim in claims(match.state) if claim.cards == ("captain",))
    assert extorted.true is False, "the hand was the Duke and the Contessa or the Assassin"


def test_nobody_can_hold_a_fourth() -> None:
    match = Coup(5)
    for seat in (1, 2, 3):
        match.coup(seat, "duke")
    while match.state.turn != 4:
        match.declare("income")
    taxes(match)
    assert last_of(match, 4).true is False


def test_a_conceded_challenge_proves_nothing_but_counts_as_not_shown() -> None:
    match = Coup(3)
    match.declare("tax")
    match.challenge(1, None)
    match.loses("captain")
    claim = last_of(match, 0)
    assert (claim.fate, claim.true) == (EventKind.FAILED, None)


def test_another_card_shown_is_known_to_be_held() -> None:
    match = Coup(3)
    match.declare("tax")
    match.challenge(1, "contessa")
    match.do("card_returned")
    match.loses("captain")
    assert last_of(match, 0).true is False
    while match.state.turn != 0:
        match.declare("income")
    match.declare("extort", 1)
    match.passes()
    assert last_of(match, 0).true is False, "only the Contessa was left"


def test_a_record_that_contradicts_itself_proves_nothing() -> None:
    match = Coup(3)
    match.declare("tax")
    match.challenge(1, "contessa")
    match.do("card_returned")
    match.loses("captain")
    match.coup(0, "duke")
    assert last_of(match, 0).true is None


def test_after_the_match_each_seat_is_told_its_claims_and_challenges() -> None:
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
    said = [{note.key: note.params["count"] for note in seat.notes} for seat in view.seats]
    assert said[0] == {
        "coup.note.all_claims": 2,
        "coup.note.shown": 1,
        "coup.note.challenges_won": 1,
    }
    assert said[1] == {
        "coup.note.all_claims": 1,
        "coup.note.called": 1,
        "coup.note.challenges_lost": 1,
    }


def test_bluffs_that_passed_are_told_one_by_one() -> None:
    match = Coup(2)
    taxes(match)
    match.coup(0, "captain")
    match.coup(0, "contessa")
    (fact,) = match.game.shown.view(match.state, None).facts
    assert fact.key == "coup.fact.bluff"
    assert fact.params == {"seat": 0, "cards": ("duke",), "round": 1}
