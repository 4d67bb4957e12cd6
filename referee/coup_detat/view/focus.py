"""The focus of each phase: the awaited seat and action."""

from __future__ import annotations

from functools import lru_cache

from referee.contract import Focus, Message, Value
from referee.coup_detat.rules.ending import winning
from referee.coup_detat.rules.paying import current_loan
from referee.coup_detat.state.phases import (
    Claiming,
    ClearingDraw,
    DecidingRevokes,
    Drawing,
    Laying,
    Lending,
    Over,
    Playing,
    PuttingBack,
    Speaking,
    TurningUpRest,
    WaitingForLoan,
)
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.state import State
from referee.coup_detat.table.pending import domino_prompt

_CLEARING = Focus(Message("coup_detat.focus.pick_up"))


@lru_cache
def on_seat(key: str, seat: int) -> Focus:
    """Return the focus on a seat that must act. `key` is that of its message."""
    return Focus(Message(key, {"seat": seat}), seat=seat)


def drawing_focus(_state: State, phase: Drawing) -> Focus:
    """Return the focus on the seats that must still draw a card."""
    return Focus(Message("coup_detat.focus.draw", {"seats": phase.seats_to_draw}))


def clearing_focus(_state: State, _phase: PuttingBack) -> Focus:
    """Return the focus on the cards that must be taken away."""
    return _CLEARING


def drawn_focus(state: State, phase: ClearingDraw) -> Focus:
    """Return the focus on the result of the draw: the seats that draw again, or the President."""
    if phase.of:
        return Focus(Message("coup_detat.draw_again", {"seats": phase.of}))
    return Focus(Message("coup_detat.president", {"seat": state.president}))


def holder_focus(state: State, phase: Speaking | Claiming) -> Focus:
    """Return the focus on the holder of the Coup card, whom the table does not know."""
    return Focus(Message(f"coup_detat.focus.{phase.word}", {"seat": state.president}))


def playing_focus(_state: State, phase: Playing) -> Focus:
    """Return the focus on the player to move, or on the answers that must come first."""
    deal = phase.deal
    if deal.waits_for_answers:
        return Focus(Message("coup_detat.focus.answers", {"seats": deal.answers.unanswered}))
    return on_seat("coup_detat.focus.play", deal.trick.next_player)


def laying_focus(_state: State, phase: Laying) -> Focus:
    """Return the focus on the player who lays a domino."""
    return Focus(domino_prompt(phase.deal), seat=phase.deal.turn)


def left_focus(_state: State, phase: TurningUpRest) -> Focus:
    """Return the focus on the player who answers for the suspect's hand."""
    return Focus(Message("coup_detat.focus.left", {"seat": phase.seat}), seat=phase.deal.turn)


def revoke_focus(state: State, phase: DecidingRevokes) -> Focus:
    """Return the focus on the revoke that the opponents decide about."""
    seat, number = phase.seat, phase.first_revokes[0].at + 1
    key = "coup_detat.focus.revoke"
    if isinstance(phase.deal, Rows):
        key = "coup_detat.focus.revoke_rows"
    return Focus(Message(key, {"seat": seat, "number": number, "seats": state.opponents(seat)}))


def loan_focus(state: State, phase: Lending | WaitingForLoan) -> Focus:
    """Return the focus on the player who is asked for a loan."""
    loan = current_loan(state)
    assert loan is not None
    params: dict[str, Value] = {"seat": loan.lender, "borrower_seat": loan.borrower}
    params["amount"] = loan.amount
    return Focus(Message(f"coup_detat.focus.{phase.word}", params), seat=loan.lender)


def over_focus(state: State, _phase: Over) -> Focus:
    """Return the focus on the winner."""
    ended = winning(state.accounts.cash)
    return Focus(ended.reason, seat=ended.winners[0])
