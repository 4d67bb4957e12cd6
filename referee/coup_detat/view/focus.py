"""The focus of each phase: the awaited seat and action."""

from __future__ import annotations

from functools import lru_cache

from referee.contract import Focus, Message, Value
from referee.coup_detat.rules.ending import winning
from referee.coup_detat.rules.paying import current_loan
from referee.coup_detat.state import phases
from referee.coup_detat.state.rows import Rows
from referee.coup_detat.state.state import State
from referee.coup_detat.table.pending import domino_prompt


@lru_cache
def on_seat(key: str, seat: int) -> Focus:
    """Return the focus on a seat that must act. `key` is that of its message."""
    return Focus(Message(key, {"seat": seat}), seat=seat)


def phase_focus(state: State, phase: phases.Phase) -> Focus | None:
    """Return the focus of a phase, or None if it is only on the seat that must act."""
    match phase:
        case phases.Drawing():
            return Focus(Message("coup_detat.focus.draw", {"seats": phase.seats_to_draw}))
        case phases.ClearingDraw(of=seats) if seats:
            return Focus(Message("coup_detat.draw_again", {"seats": seats}))
        case phases.ClearingDraw():
            return Focus(Message("coup_detat.president", {"seat": state.president}))
        case phases.PuttingBack():
            return Focus(Message("coup_detat.focus.pick_up"))
        case phases.Speaking() | phases.Claiming():  # Nobody knows the holder of the Coup card.
            return Focus(Message(f"coup_detat.focus.{phase}", {"seat": state.president}))
        case phases.Playing(deal=deal) if deal.waits_for_answers:
            return Focus(Message("coup_detat.focus.answers", {"seats": deal.answers.unanswered}))
        case phases.Laying(deal=rows):
            return Focus(domino_prompt(rows), seat=rows.turn)
        case phases.TurningUpRest(seat=seat, deal=rows):
            return Focus(Message("coup_detat.focus.left", {"seat": seat}), seat=rows.turn)
        case phases.DecidingRevokes():
            return _revoke_focus(state, phase)
        case phases.Lending() | phases.WaitingForLoan():
            return _loan_focus(state, phase)
        case phases.Over():
            ended = winning(state.accounts.cash)
            return Focus(ended.reason, seat=ended.winners[0])
    return None


def _revoke_focus(state: State, phase: phases.DecidingRevokes) -> Focus:
    """Return the focus on the revoke that the opponents decide about."""
    seat, number = phase.seat, phase.first_revokes[0].at + 1
    in_rows = isinstance(phase.deal, Rows)
    key = "coup_detat.focus.revoke_rows" if in_rows else "coup_detat.focus.revoke"
    return Focus(Message(key, {"seat": seat, "number": number, "seats": state.opponents(seat)}))


def _loan_focus(state: State, phase: phases.Lending | phases.WaitingForLoan) -> Focus:
    """Return the focus on the player who is asked for a loan."""
    loan = current_loan(state)
    assert loan is not None
    params: dict[str, Value] = {"seat": loan.lender, "borrower_seat": loan.borrower}
    params["amount"] = loan.amount
    return Focus(Message(f"coup_detat.focus.{phase}", params), seat=loan.lender)
