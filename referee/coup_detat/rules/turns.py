"""Which players the table waits for, and how a move that comes too early is refused."""

from __future__ import annotations

from typing import NoReturn

from referee.coup_detat.rules.paying import current_loan
from referee.coup_detat.state import phases
from referee.coup_detat.state.moves import refuse
from referee.coup_detat.state.state import State


def seats_to_act(state: State) -> tuple[int, ...]:
    """Return the seats that must act."""
    match state.phase:
        case phases.Playing(deal=deal):
            return () if deal.waits_for_answers else (deal.trick.next_player,)
        case phases.TurningUp(deal=deal) | phases.Gathering(deal=deal):
            return (deal.trick.winner,)
        case phases.NamingSuit(deal=deal):
            return (deal.trick.leader,)
        case (
            phases.Laying(deal=rows) | phases.TurningUpRest(deal=rows)
        ):  # the player who laid the last card answers for the suspect's hand
            return (rows.turn,)
        case phases.Naming(seat=seat):
            return (seat,)
        case phases.Drawing() as drawing:
            return drawing.seats_to_draw
        case phases.Lending() | phases.WaitingForLoan() if loan := current_loan(state):
            return (loan.lender,)
    return ()


def refuse_early_move(state: State) -> NoReturn:
    """Raise `IllegalMove` for a move that this phase does not accept."""
    due = seats_to_act(state)
    seat = due[0] if due else state.president
    match state.phase:
        case phases.Drawing():
            refuse("CE-3", "draw_first", seats=due)
        case phases.ClearingDraw():
            refuse("CE-3", "drawn_first")
        case phases.Speaking():
            refuse("CE-11", "coup_first")
        case phases.Claiming():
            refuse("CE-10", "claim_first")
        case phases.PuttingBack(attempter=None):
            refuse("CE-10", "deal_first", seat=state.president)
        case phases.PuttingBack(attempter=int(attempter)):
            refuse("CE-11", "coup_back_first", seat=attempter)
        case phases.Naming():
            refuse("CE-12", "name_first", seat=seat)
        case phases.Playing(deal=deal) if not due:
            refuse("CE-61", "answers_first", seats=deal.unanswered_seats)
        case phases.Playing():
            refuse("CE-21", "card_first", seat=seat)
        case phases.NamingSuit():
            refuse("CE-24", "suit_first", seat=seat)
        case phases.TurningUp():
            refuse("CE-25", "table_first", seat=seat)
        case phases.Gathering():
            refuse("CE-21", "gather_first", seat=seat)
        case phases.Laying():
            refuse("CE-51", "lay_first", seat=seat)
        case phases.TurningUpRest():
            refuse("CE-51", "left_first", seat=seat)
        case phases.DecidingRevokes(seat=seat):
            refuse("CE-26", "revoke_first", seat=seat)
        case phases.Lending() | phases.WaitingForLoan():
            refuse("CE-70", "loan_first", seat=seat)
    refuse("CE-72", "over")
