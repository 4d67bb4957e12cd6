"""The flow of Ogallala: what each step of a turn takes, offers and shows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import get_args

from referee.contract import Cue, Focus, Message
from referee.flow import Flow, Lamps, Row
from referee.ogallala.rules import ending, taking, turns
from referee.ogallala.rules.early import must_come_first, too_early
from referee.ogallala.state import moves, phases
from referee.ogallala.state.phases import Phase
from referee.ogallala.state.state import State, attacking_canoe
from referee.ogallala.table import pending
from referee.ogallala.view import offers as offered


def _active(state: State, _phase: Phase) -> tuple[int, ...]:
    return (state.turn,)


def _winners(state: State, _phase: Phase) -> tuple[int, ...]:
    over = ending.outcome(state)
    assert over is not None
    return over.winners


def _step_focus(state: State, phase: Phase) -> Focus:
    """Return the focus on the step of the player to move. The end of the match concerns nobody."""
    seat = None if isinstance(phase, phases.Over) else state.turn
    return Focus(Message(f"ogallala.focus.{phase}", {"seat": state.turn}), seat=seat)


def _attack_focus(state: State, _phase: Phase) -> Focus:
    """Return the focus on an attack, with the strength of the canoe."""
    strength = attacking_canoe(state).crew.strength
    label = Message("ogallala.focus.attack", {"seat": state.turn, "strength": strength})
    return Focus(label, seat=state.turn)


# A step of the player to move, for which the others wait.
_step = partial(Row, actors=_active, focus=_step_focus, lamps=Lamps(idle=Cue.WAIT))
_HELD = _step(
    {moves.Place: turns.place_held}, pending=pending.held_cards, offers=offered.held_offers
)

ROWS: Mapping[type[Phase], Row[State]] = {
    # Draw a card, and lay or discard it (OG-1 … 4). A player may leave.
    phases.Draw: _step(
        {
            moves.Place: turns.place_drawn,
            moves.Discard: turns.discard,
            moves.LayBack: turns.lay_back,
            moves.Leave: ending.leave,
        },
        pending=pending.card_to_draw,
        offers=offered.draw_offers,
    ),
    # The lasso takes a card (OG-20), which is laid at once.
    phases.Lasso: _step({moves.Lasso: taking.take_with_lasso}, pending=pending.card_to_lasso),
    phases.Lassoed: _HELD,
    # The archer shoots an opponent's Indian (OG-21).
    phases.Archer: _step({moves.Shoot: taking.shoot}, pending=pending.card_to_shoot),
    # Mad Axe takes one of several complete canoes (OG-22).
    phases.Axe: _step({moves.Wreck: taking.wreck}, pending=pending.canoe_to_give_up),
    # A completed canoe attacks a weaker one, or nobody (OG-30). Its prizes are laid (OG-31).
    phases.Attack: _step(
        {moves.Attack: taking.attack, moves.Spare: taking.spare},
        pending=pending.canoe_to_attack,
        offers=offered.spare_offers,
        focus=_attack_focus,
    ),
    phases.Spoils: _HELD,
    # Of several discards at once, one is on top (OG-31).
    phases.Top: _step({moves.TopRead: turns.top_read}, pending=pending.top_to_show),
    # After a third canoe, the player may end the match (OG-40).
    phases.End: _step(
        {moves.End: ending.end, moves.PlayOn: ending.play_on}, offers=offered.end_offers
    ),
    phases.Over: Row(actors=_winners, focus=_step_focus, lamps=Lamps(actor=Cue.WON)),
}

FLOW: Flow[State] = Flow(
    moves=moves.Move,
    phases=get_args(Phase),
    rows=ROWS,
    seats=lambda state: len(state.territories),
    out=lambda state: () if isinstance(state.phase, phases.Over) else state.left,
    check=must_come_first,
    early=too_early,
)

apply = FLOW.apply
