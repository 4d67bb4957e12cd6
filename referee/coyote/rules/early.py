"""The reasons for refusing a move that comes in the wrong phase, or from nobody at the table."""

from __future__ import annotations

from referee.contract import IllegalMove
from referee.coyote.rules.actions import why_unusable
from referee.coyote.rules.card_actions import knows_nothing
from referee.coyote.rules.reveal import next_round
from referee.coyote.rules.talk import last_action_rule, must_announce, why_no_challenge
from referee.coyote.state.moves import CardsCorrected, CardsRead, Challenge, Move, SitOut, refuse
from referee.coyote.state.phases import Alone, Challenged, Counted, Over, Uncounted
from referee.coyote.state.state import State
from referee.kit import SeatMove


def must_sit_there(state: State, move: Move) -> None:
    """Raise `IllegalMove` if the seat of a move does not exist (CY-1)."""
    seats = len(state.strikes)
    if isinstance(move, SeatMove) and not 0 <= move.seat < seats:
        refuse("CY-1", "no_such_seat", given=move.seat + 1, most=seats)


def talk_is_over(_state: State, phase: Challenged) -> IllegalMove:
    """Return the refusal of words after a challenge."""
    return refuse.refusal("CY-6", "talking_is_over", seat=phase.challenger)


def card_first(state: State, _phase: Alone) -> IllegalMove:
    """Return the refusal of words while a card must be turned up."""
    return refuse.refusal(last_action_rule(state), "card_first", seat=state.turn)


def guess_ended(state: State, _phase: Uncounted) -> IllegalMove:
    """Return the refusal of words after a wrong guess."""
    return refuse.refusal("CY-64", "guess_ended", seat=state.acts.used[-1].seat)


def too_early(state: State, move: Move) -> IllegalMove:
    """Return the reason for refusing a move while people talk or after the match."""
    phase = state.phase
    assert not isinstance(move, CardsCorrected)  # It is legal in every phase.
    if isinstance(move, CardsRead):
        return refuse.refusal("CY-6", "no_cards_wanted")
    if isinstance(phase, Over):
        return refuse.refusal("CY-9", "over", seat=state.turn)
    if isinstance(phase, Counted):
        state = next_round(state, phase)
    match move:
        case Challenge(seat):
            return why_no_challenge(state, seat) or must_announce(
                state, seat, last_action_rule(state)
            )
        case SitOut(seat):
            return knows_nothing(state, seat)
    why = why_unusable(state, move.seat, str(move.__struct_config__.tag))
    assert why is not None
    return why
