"""A claim of the remaining tricks at the desk (SL-25): asked of all, written down, undone."""

from __future__ import annotations

import pytest

from referee.actor import HOST, at_seat
from referee.contract import IllegalMove
from referee.match.commands import Begin, Move, Undo
from referee.match.desk import Desk, StaleMove
from tests.matches import match_of

CLAIM = {"move": "claim_rest", "seat": 1}


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """Siege by seat 0, with one trick gathered: it went to seat 1."""
    desk.do(Begin("coup_detat", {}, 4, ("Ada", "Bo", "Cy", "Dee")))
    for seat, card in enumerate(("AC", "9D", "9H", "9S")):
        desk.do(Move({"move": "card_drawn", "player": seat, "cards": [card]}))
    desk.do(Move({"move": "cleared"}))
    desk.do(Move({"move": "decline", "seat": 2}))
    desk.do(Move({"move": "name_contract", "seat": 0, "contract": "siege"}))
    for seat, card in enumerate(("KC", "AC", "QC", "JC")):
        desk.do(Move({"move": "card_played", "player": seat, "cards": [card]}))
    desk.do(Move({"move": "cleared"}))
    return desk


def answer(desk: Desk, kind: str, *seats: int) -> None:
    for seat in seats:
        desk.do(Move({"move": f"{kind}_to_proposal", "seat": seat}), at_seat(seat))


def test_a_claim_counts_once_nobody_objects_and_says_what_is_paid(desk: Desk) -> None:
    before = match_of(desk)
    asked = desk.do(Move(CLAIM, before.seq), at_seat(1))
    assert asked.state == before.state
    view = asked.view(2)
    assert view.phase.key == "coup_detat.offer.claim_rest"
    assert view.phase.params == {"seat": 1, "count": 7}
    assert view.facts[0].params["amount"] == 800
    assert view.focus.label.params == {"seats": (0, 2, 3)}
    with pytest.raises(StaleMove):  # A card that somebody lays meanwhile is no play.
        desk.do(Move({"move": "card_played", "player": 1, "cards": ["9C"]}, before.seq))
    with pytest.raises(IllegalMove) as refusal:
        desk.do(Move({"move": "card_played", "player": 1, "cards": ["9C"]}))
    assert refusal.value.message.key == "desk.proposal.first"
    answer(desk, "agree", 0, 2)
    after = desk.do(Move({"move": "agree_to_proposal", "seat": 3}), HOST)
    (ruling,) = [ruling for ruling in after.rulings if ruling.steps]
    assert ruling.steps[0].total == 800
    keys = [item.message.key for item in after.rulings[:2]]
    assert keys == ["coup_detat.settled_four", "coup_detat.claimed"]
    assert after.state.accounts.cash == (10_800, 9_200, 10_000, 10_000)
    assert [entry.kind for entry in after.log][-4:] == ["propose", "agree", "agree", "move"]
    # It is in the journal as one move, and one undo brings the deal back.
    assert match_of(Desk(desk.journal)).state == after.state
    back = desk.do(Undo(), HOST)
    assert (back.state, back.proposal) == (before.state, None)
