"""The flow of Coup: what each phase of a turn waits for, takes, offers and shows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import get_args

from referee.contract import Cue
from referee.coup.rules import host, open_cards, turn, windows
from referee.coup.rules.early import too_early
from referee.coup.state import moves, phases
from referee.coup.state.state import State, claimer, out_seats, unanswered_seats
from referee.coup.table import pending
from referee.coup.view import focus
from referee.coup.view import offers as offered
from referee.flow import Flow, Handler, Lamps, Row


def _active(state: State, _phase: phases.Phase) -> tuple[int, ...]:
    return (state.turn,)


_active_row = partial(Row, actors=_active)
_window = partial(_active_row, answers=lambda state, _phase: unanswered_seats(state))
_waiting = partial(Row, lamps=Lamps(idle=Cue.WAIT))  # The table waits for a card.
_CHALLENGED = Lamps(answer=Cue.MAY_CHALLENGE)

_CLOSE: Mapping[type, Handler[State]] = {
    moves.Pass: windows.pass_,
    moves.MoveOn: windows.move_on,
    moves.WindowClosed: windows.window_closed,
}

ROWS: Mapping[type[phases.Phase], Row[State]] = {
    # The active player declares an action (CP-4). A player may leave (CP-52).
    phases.Turn: _active_row(
        moves={moves.Declare: turn.declare, moves.Leave: host.leave},
        offers=offered.action_offers,
        focus=focus.action_focus,
    ),
    # Others may challenge its claim (CP-20), and then block it (CP-21).
    phases.Challengeable: _window(
        moves={moves.Challenge: windows.challenge, **_CLOSE},
        offers=offered.challenge_offers,
        focus=focus.objection_focus,
        lamps=_CHALLENGED,
    ),
    phases.Blockable: _window(
        moves={moves.Block: windows.block, **_CLOSE},
        offers=offered.block_offers,
        focus=focus.objection_focus,
        lamps=Lamps(answer=Cue.MAY_BLOCK),
    ),
    # The blocker names the character, and others may challenge this claim, too (CP-21).
    phases.Naming: Row(
        moves={moves.NameCard: windows.name_card},
        actors=lambda state, _phase: (claimer(state),),
        offers=offered.name_offers,
        focus=focus.naming_focus,
    ),
    phases.Counter: _window(
        moves={moves.Challenge: windows.challenge, **_CLOSE},
        offers=offered.challenge_offers,
        focus=focus.counter_focus,
        lamps=_CHALLENGED,
    ),
    # The challenged player shows the card or concedes (CP-24).
    phases.Show: _waiting(
        moves={moves.CardShown: open_cards.card_shown, moves.Concede: open_cards.concede},
        pending=pending.card_to_show,
        offers=offered.concede_offers,
        focus=focus.show_focus,
    ),
    # The loser turns up a card (CP-26), and the shown card leaves the middle (CP-25, CP-42).
    phases.Lose: _waiting(
        moves={moves.CardTurned: open_cards.card_turned},
        pending=pending.card_to_turn_up,
        focus=focus.lose_focus,
    ),
    phases.Return: _waiting(
        moves={moves.CardReturned: open_cards.card_returned},
        pending=pending.card_to_take_back,
    ),
    # The active player draws two cards of the Court and returns two (CP-16).
    phases.Exchange: _active_row(
        moves={moves.Exchanged: turn.end_exchange},
        pending=pending.cards_to_draw,
        offers=offered.exchange_offers,
        focus=focus.turn_focus,
    ),
    phases.Over: Row(actors=_active, focus=focus.turn_focus, lamps=Lamps(actor=Cue.WON)),
}

FLOW: Flow[State] = Flow(
    moves=moves.Move,
    phases=get_args(phases.Phase),
    rows=ROWS,
    seats=lambda state: len(state.faces),
    out=out_seats,
    others=offered.host_offers,
    window=lambda state: state.window,
    always={moves.CoinsSet: host.coins_set, moves.CardsCorrected: open_cards.cards_corrected},
    check=turn.must_be_playing,
    early=too_early,
)

apply = FLOW.apply


def acting_seat(state: State) -> int:
    """Return the seat that must act. While others may object, it is the active player."""
    return FLOW.actors(state)[0]
