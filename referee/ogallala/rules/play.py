"""The rules of Ogallala: a handler for each move, and the outcome."""

from __future__ import annotations

from referee.kit import Rule, dispatch
from referee.ogallala.rules import attacks, ending, leaving, specials, turns
from referee.ogallala.rules.ending import outcome as outcome
from referee.ogallala.state import moves
from referee.ogallala.state.state import State

_RULES: dict[type, Rule[State]] = {
    moves.Place: turns.place,
    moves.Discard: turns.discard,
    moves.LayBack: turns.lay_back,
    moves.TopRead: turns.top_read,
    moves.Lasso: specials.take_with_lasso,
    moves.Shoot: specials.shoot,
    moves.Wreck: specials.wreck,
    moves.Attack: attacks.attack,
    moves.Spare: attacks.spare,
    moves.End: ending.end,
    moves.PlayOn: ending.play_on,
    moves.Leave: leaving.leave,
}

apply = dispatch(moves.Move, _RULES)
