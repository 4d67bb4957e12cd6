"""The reasons for refusing a move before its effects: wrong phase, wrong player, a card to keep."""

from __future__ import annotations

from referee.contract import IllegalMove, Message, Value
from referee.ogallala.rules.laying import legal_cell_names
from referee.ogallala.state import moves, phases
from referee.ogallala.state.moves import refuse
from referee.ogallala.state.state import MAY_END, State, may_not_attack_again, own_territory


def must_come_first(state: State, move: moves.Move) -> None:
    """Raise `IllegalMove` for a reason that counts in every phase (OG-3, OG-5, OG-20, OG-31)."""
    if isinstance(state.phase, phases.Over):
        return
    if isinstance(move, moves.Discard):
        for card in move.cards:
            if card in state.phase.held:  # It must be laid (OG-20, OG-31).
                known = legal_cell_names(own_territory(state), card, state.options.tribes)
                rule, turn = state.phase.rule, state.turn
                refuse(rule, "must_be_laid", card=card, turn_seat=turn, places=known)
        return
    mover = None if isinstance(move, moves.Leave) else move.mover
    player = state.turn if mover is None else mover
    if isinstance(move, moves.Place) and player != state.turn:
        raise _laid_out_of_turn(state, player, move.laid.card)
    must_be_turn(state, player)


def must_be_turn(state: State, player: int) -> None:
    """Raise `IllegalMove` if it is not the player's turn (OG-5)."""
    if player != state.turn:
        refuse("OG-5", "not_your_turn", seat=player, turn_seat=state.turn)


def _laid_out_of_turn(state: State, player: int, card: str) -> IllegalMove:
    """Return the reason against a card that a player laid in their own territory (OG-3, OG-5)."""
    if not isinstance(state.phase, phases.Draw):
        return IllegalMove("OG-3", unfinished_turn(state, card))
    return refuse.refusal("OG-5", "lays_out_of_turn", card=card, seat=player, turn_seat=state.turn)


def unfinished_turn(state: State, card: str) -> Message:
    """Return the message that the player to move must first finish a step of their turn (OG-3)."""
    params: dict[str, Value] = {"card": card, "turn_seat": state.turn, "word": next_step(state)}
    return Message("ogallala.refused.duty", params)


def too_early(state: State, move: moves.Move) -> IllegalMove:
    """Return the reason for refusing a move that the phase does not take (OG-2, OG-32, OG-40)."""
    if isinstance(move, moves.End | moves.PlayOn) and isinstance(state.phase, phases.Draw):
        return refuse.refusal("OG-40", "no_third", least=MAY_END)
    if isinstance(move, moves.Attack) and may_not_attack_again(state, state.turn):
        return refuse.refusal("OG-32", "attacked", card=move.taken.card, seat=move.target)
    return not_now(state)


def not_now(state: State) -> IllegalMove:
    """Return a refusal that names the pending step and its player (OG-2)."""
    if isinstance(state.phase, phases.Over):
        return refuse.refusal("OG-40", "over")
    return refuse.refusal("OG-2", "not_now", turn_seat=state.turn, word=next_step(state))


def next_step(state: State) -> str:
    """Return the key of the words for the step that the player to move must do now."""
    if isinstance(state.phase, phases.Top) and state.sweep is not None:
        return "ogallala.does.sweep"
    return f"ogallala.does.{state.phase}"
