"""The rules of Coup d'État, gathered: what each move changes, and how a match ends."""

from __future__ import annotations

from typing import Any

from referee.coup_detat.rules import ending, laying, opening, paying, revokes, tricks
from referee.coup_detat.rules.early import refuse_now
from referee.coup_detat.rules.ending import outcome as outcome
from referee.coup_detat.rules.flow import FLOW
from referee.coup_detat.state import moves
from referee.coup_detat.state.state import State
from referee.kit import Played, Rule, dispatch


def _then_paid(rule: Rule[State]) -> Rule[State]:
    """Return a rule after which what is due is paid, and what was interrupted goes on."""

    def settling(state: State, move: Any) -> Played[State]:
        after, rulings = rule(state, move)
        return ending.goes_on(after, rulings)

    return settling


_RULES: dict[type, Rule[State]] = {
    moves.CardDrawn: opening.card_drawn,
    moves.CoupShown: opening.coup_shown,
    moves.Mine: opening.mine,
    moves.Attempt: opening.attempt,
    moves.Decline: opening.decline,
    moves.OnTable: opening.on_table,
    moves.NameContract: opening.name_contract,
    moves.ContractRead: opening.contract_read,
    moves.Answer: opening.answer,
    moves.DeclareOnly: tricks.declare_only,
    moves.CardPlayed: tricks.card_played,
    moves.NameSuit: tricks.name_suit,
    moves.NameColour: tricks.name_colour,
    moves.TableCardTurned: tricks.table_card_turned,
    moves.Cleared: ending.cleared,
    moves.TakeBack: _then_paid(revokes.take_back),
    moves.Correct: _then_paid(revokes.correct),
    moves.LetStand: _then_paid(revokes.let_stand),
    moves.CardLaid: laying.card_laid,
    moves.Pass: laying.pass_,
    moves.Done: laying.done,
    moves.CardLeft: laying.card_left,
    moves.NothingLeft: laying.nothing_left,
    moves.Borrow: paying.borrow,
    moves.Lend: _then_paid(paying.lend),
    moves.Refuse: _then_paid(paying.refuse_loan),
    moves.CardsCorrected: tricks.cards_corrected,
}

dispatch(moves.Move, _RULES)  # each move has its rule
_NOW = {phase: {move: _RULES[move] for move in ways} for phase, ways in FLOW.items()}


def apply(state: State, move: Any) -> Played[State]:
    """Return the state after `move` and what the referee says; raises `IllegalMove`."""
    rule = _NOW[state.phase].get(type(move))
    if rule is None:
        refuse_now(state)
    return rule(state, move)
