"""The flow of Ogallala: what each step of a turn takes, offers and shows."""

from __future__ import annotations

from collections.abc import Mapping

from referee.contract import Cue, Offers
from referee.flow import Flow, Lamps, Row
from referee.ogallala.rules import attacks, ending, leaving, specials, turns
from referee.ogallala.rules.early import must_come_first, too_early
from referee.ogallala.state import moves
from referee.ogallala.state.state import Phase, State
from referee.ogallala.table import pending
from referee.ogallala.view import focus
from referee.ogallala.view import offers as offered


def _active(state: State, _phase: Phase) -> tuple[int, ...]:
    return (state.turn,)


def _winners(state: State, _phase: Phase) -> tuple[int, ...]:
    over = ending.outcome(state)
    assert over is not None
    return over.winners


_WAITING = Lamps(idle=Cue.WAIT)

ROWS: Mapping[Phase, Row[State]] = {
    # Draw a card, and lay or discard it (OG-1 … 4). A player may leave.
    Phase.DRAW: Row(
        moves={
            moves.Place: turns.place_drawn,
            moves.Discard: turns.discard,
            moves.LayBack: turns.lay_back,
            moves.Leave: leaving.leave,
        },
        actors=_active,
        pending=pending.card_to_draw,
        offers=offered.draw_offers,
        focus=focus.step_focus,
        lamps=_WAITING,
    ),
    # The lasso takes a card (OG-20), which is laid at once.
    Phase.LASSO: Row(
        moves={moves.Lasso: specials.take_with_lasso},
        actors=_active,
        pending=pending.card_to_lasso,
        focus=focus.step_focus,
        lamps=_WAITING,
    ),
    Phase.SET: Row(
        moves={moves.Place: turns.place_lassoed},
        actors=_active,
        pending=pending.held_cards,
        offers=offered.held_offers,
        focus=focus.step_focus,
        lamps=_WAITING,
    ),
    # The archer shoots an opponent's Indian (OG-21).
    Phase.ARCHER: Row(
        moves={moves.Shoot: specials.shoot},
        actors=_active,
        pending=pending.card_to_shoot,
        focus=focus.step_focus,
        lamps=_WAITING,
    ),
    # Mad Axe takes one of several complete canoes (OG-22).
    Phase.AXE: Row(
        moves={moves.Wreck: specials.wreck},
        actors=_active,
        pending=pending.canoe_to_give_up,
        focus=focus.step_focus,
        lamps=_WAITING,
    ),
    # A completed canoe attacks a weaker one, or nobody (OG-30). Its prizes are laid (OG-31).
    Phase.ATTACK: Row(
        moves={moves.Attack: attacks.attack, moves.Spare: attacks.spare},
        actors=_active,
        pending=pending.canoe_to_attack,
        offers=offered.spare_offers,
        focus=focus.attack_focus,
        lamps=_WAITING,
    ),
    Phase.SPOILS: Row(
        moves={moves.Place: turns.place_spoils},
        actors=_active,
        pending=pending.held_cards,
        offers=offered.held_offers,
        focus=focus.step_focus,
        lamps=_WAITING,
    ),
    # Of several discards at once, one is on top (OG-31).
    Phase.TOP: Row(
        moves={moves.TopRead: turns.top_read},
        actors=_active,
        pending=pending.top_to_show,
        focus=focus.step_focus,
        lamps=_WAITING,
    ),
    # After a third canoe, the player may end the match (OG-40).
    Phase.END: Row(
        moves={moves.End: ending.end, moves.PlayOn: ending.play_on},
        actors=_active,
        offers=offered.end_offers,
        focus=focus.step_focus,
        lamps=_WAITING,
    ),
    Phase.OVER: Row(actors=_winners, focus=focus.over_focus, lamps=Lamps(actor=Cue.WON)),
}

FLOW: Flow[State] = Flow(
    moves=moves.Move,
    phases=tuple(Phase),
    rows=ROWS,
    check=must_come_first,
    early=too_early,
    key=lambda phase: phase,
)

apply = FLOW.apply


def cues(state: State) -> tuple[Cue, ...]:
    """Return the cues: TURN for the player to move, WAIT for the others."""
    left = () if state.phase is Phase.OVER else state.left
    return FLOW.cues(state, len(state.territories), left)


def offers(state: State) -> Offers:
    """Return the legal moves and each seat's cue."""
    return Offers(FLOW.offers(state), cues(state))
