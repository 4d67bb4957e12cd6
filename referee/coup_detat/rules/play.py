"""The table of phases: the moves that each phase accepts, and the function that applies each move.

A move that is not in the table is refused. ``tests/referee/coup_detat/flow.py`` lists which phase
each move leads to; random play checks the rules against it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.coup_detat.rules import early, ending, laying, opening, paying, revokes, tricks
from referee.coup_detat.rules.ending import outcome as outcome
from referee.coup_detat.rules.turns import refuse_early_move
from referee.coup_detat.state import moves, phases
from referee.coup_detat.state.state import State
from referee.kit import Played

Rule = Callable[[State, Any, Any], Played[State]]  # called with the state, its phase and the move


def _with_payments(rule: Rule) -> Rule:
    """Return a rule that also makes the payments due and resumes the interrupted phase."""

    def settling(state: State, phase: Any, move: Any) -> Played[State]:
        return ending.settle_and_resume(*rule(state, phase, move))

    return settling


_LOANS: dict[type, Rule] = {
    moves.Lend: _with_payments(paying.lend),
    moves.Refuse: _with_payments(paying.refuse_loan),
}
_TAKE_BACK: dict[type, Rule] = {moves.TakeBack: _with_payments(revokes.take_back)}
_CORRECTION: dict[type, Rule] = {moves.CardsCorrected: tricks.cards_corrected}
_EARLY: dict[type, Rule] = {  # The rest of the deal is not played (SL-25).
    moves.EndDeal: early.end_deal,
    moves.ClaimRest: early.claim_rest,
}

RULES: Mapping[type[phases.Phase], Mapping[type, Rule]] = {
    # Everybody draws a card; players with equal highest cards draw again (CE-3).
    phases.Drawing: {moves.CardDrawn: opening.card_drawn},
    phases.ClearingDraw: {moves.Cleared: opening.drawn_cleared},
    # The holder of the Coup card attempts or declines (CE-10, CE-11). Until then players may
    # borrow (CE-70).
    phases.Speaking: {
        moves.Attempt: opening.attempt,
        moves.Decline: opening.decline,
        moves.CoupShown: opening.coup_shown,
        moves.OnTable: opening.on_table,
        moves.Borrow: paying.borrow,
    },
    phases.Lending: _LOANS,
    phases.Claiming: {moves.Mine: opening.mine, moves.OnTable: opening.on_table},
    phases.PuttingBack: {moves.Cleared: opening.put_back},
    phases.Naming: {
        moves.NameContract: opening.name_contract,
        moves.ContractRead: opening.contract_read,
    },
    # The cards of a trick. In an attempt, the table card is turned up after the first trick
    # (CE-25).
    phases.Playing: {
        **_EARLY,
        moves.CardPlayed: tricks.card_played,
        moves.DeclareOnly: tricks.declare_only,
        moves.Answer: opening.answer,
        **_TAKE_BACK,
        **_CORRECTION,
    },
    phases.NamingSuit: {
        moves.NameSuit: tricks.name_suit,
        moves.NameColour: tricks.name_colour,
        **_CORRECTION,
    },
    phases.TurningUp: {moves.TableCardTurned: tricks.table_card_turned, **_CORRECTION},
    phases.Gathering: {
        moves.Cleared: ending.gather_trick,
        **_EARLY,
        **_TAKE_BACK,
        **_CORRECTION,
    },
    # Dominoes goes on until one player holds cards or, in an attempt, until one runs out (CE-35).
    phases.Laying: {
        moves.CardLaid: laying.card_laid,
        moves.Pass: laying.pass_,
        moves.Done: laying.done,
        moves.EndDeal: early.end_deal,
    },
    # After an attempt, a player turns up cards that may have fitted when they passed (CE-51).
    phases.TurningUpRest: {
        moves.CardLeft: laying.card_left,
        moves.NothingLeft: laying.nothing_left,
    },
    # A card has shown a revoke: the opponents go back to it or let it stand (CE-26).
    phases.DecidingRevokes: {
        moves.Correct: _with_payments(revokes.correct),
        moves.LetStand: _with_payments(revokes.let_stand),
        **_CORRECTION,
    },
    phases.WaitingForLoan: _LOANS,
    phases.Over: {},
}


def apply(state: State, move: Any) -> Played[State]:
    """Return the state after `move` and the rulings. Raise `IllegalMove` if it is not allowed."""
    phase = state.phase
    rule = RULES[type(phase)].get(type(move))
    if rule is None:
        refuse_early_move(state)
    return rule(state, phase, move)
