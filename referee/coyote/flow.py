"""The flow of Coyote: what each phase of a round takes, offers and shows."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, get_args

from referee.contract import Cue, Offer
from referee.coyote.rules import actions, card_actions, early, ending, readings, reveal, talk
from referee.coyote.state import moves, phases
from referee.coyote.state.phases import TALKING
from referee.coyote.state.state import State, is_in
from referee.coyote.table import pending
from referee.coyote.view import focus
from referee.coyote.view import offers as offered
from referee.flow import Flow, Handler, Lamps, Row

# -- who must act ----------------------------------------------------------------------------


def _active(state: State, _phase: phases.Phase) -> tuple[int, ...]:
    return (state.turn,)


def _loser(state: State, phase: phases.Counted | phases.Over) -> tuple[int, ...]:
    """Return the loser of a round, unless they start the next one."""
    result = phase.result
    return () if result is None or result.loser == state.turn else (result.loser,)


def _out(state: State) -> tuple[int, ...]:
    return tuple([seat for seat in range(len(state.strikes)) if not is_in(state, seat)])


def _others(state: State) -> tuple[Offer, ...]:
    leaves = offered.leave_offers(state) if moves.Leave in FLOW.row(state).moves else ()
    return (*offered.corrections(state), *leaves)


def _doubter(state: State, _phase: phases.Phase) -> tuple[int, ...]:
    """Return the seat to move if it may challenge, and not only announce."""
    return (state.turn,) if talk.may_challenge(state) else ()


_active_row = partial(Row, actors=_active)
_waiting = partial(Row, lamps=Lamps(idle=Cue.WAIT))  # The table waits for cards.
_RAISING = Lamps(answer=Cue.MAY_CHALLENGE)
_WON = Lamps(actor=Cue.WON, answer=Cue.LOST)

# -- the moves -------------------------------------------------------------------------------


def _in_next_round(handler: Handler[State]) -> Handler[State]:
    """Return the handler of a move that opens the next round (CY-8)."""

    def opens(state: State, phase: phases.Counted, move: Any) -> State:
        after: State = handler(reveal.next_round(state, phase), TALKING, move)
        return after

    return opens


_LEAVE: Mapping[type, Handler[State]] = {moves.Leave: ending.leave}  # While people talk (CY-79).

# A turn may begin with an action (CY-42, CY-60 to CY-64). It may open the round, too.
_FIRST: Mapping[type, Handler[State]] = {
    moves.Announce: talk.announce,
    moves.Reverse: actions.reverse,
    moves.Swap: actions.swap,
    moves.Open: card_actions.open_card,
    moves.Know: card_actions.know,
    moves.Skip: actions.skip,
}

# -- the phases ------------------------------------------------------------------------------

ROWS: Mapping[type[phases.Phase], Row[State]] = {
    # The active player opens the round, raises or challenges (CY-2 to CY-6). Others may use an
    # action on the announcement, and its announcer one after it.
    phases.Talking: _active_row(
        moves={
            **_FIRST,
            **_LEAVE,
            moves.Challenge: talk.challenge,
            moves.Approve: actions.approve,
            moves.HandBack: actions.hand_back,
            moves.Again: actions.again,
            moves.Double: actions.double,
            moves.Extra: actions.extra,
            moves.NextIs: actions.next_is,
        },
        answers=_doubter,
        offers=offered.talk_offers,
        focus=focus.announcement_focus,
        lamps=_RAISING,
    ),
    # After an action the active player can only announce.
    phases.Declare: _active_row(
        moves={moves.Announce: talk.announce, **_LEAVE},
        offers=offered.announce_offers,
        focus=focus.limited_focus,
    ),
    # A refused number is replaced, and the new one is answered (CY-44, CY-54, CY-74).
    phases.Again: _active_row(
        moves={moves.Announce: talk.announce_again, **_LEAVE},
        offers=offered.again_offers,
        focus=focus.limited_focus,
    ),
    phases.Answer: _active_row(
        moves={moves.Announce: talk.announce, moves.Challenge: talk.challenge, **_LEAVE},
        answers=_doubter,
        offers=offered.answer_offers,
        focus=focus.announcement_focus,
        lamps=_RAISING,
    ),
    # A player turns up an open card (CY-60), or looks at their own card, which they have named.
    # After a right guess they may sit out (CY-64).
    phases.Open: _waiting(
        moves={moves.CardsRead: readings.reading(card_actions.read_open_card)},
        early=early.card_first,
        pending=pending.card_to_open,
    ),
    phases.Look: _waiting(
        moves={moves.CardsRead: readings.reading(card_actions.read_own_card)},
        early=early.card_first,
        pending=pending.card_to_look_at,
        focus=focus.guess_focus,
    ),
    phases.Guessed: _active_row(
        moves={moves.Announce: talk.announce, moves.SitOut: card_actions.sit_out, **_LEAVE},
        offers=offered.guessed_offers,
        focus=focus.limited_focus,
    ),
    # After a challenge, all lay their cards face up: first the swapped-out cards (CY-78), then all
    # that count (CY-6), and last the cards that draw cards turn up (CY-21).
    phases.Replaced: _waiting(
        moves={moves.CardsRead: readings.reading(card_actions.read_swapped_out)},
        early=early.talk_is_over,
        pending=pending.swapped_cards,
        focus=focus.challenge_focus,
    ),
    phases.Reveal: _waiting(
        moves={moves.CardsRead: readings.reading(reveal.read_reveal)},
        early=early.talk_is_over,
        pending=pending.cards_to_count,
        focus=focus.challenge_focus,
    ),
    phases.Draw: _waiting(
        moves={moves.CardsRead: readings.reading(reveal.read_drawn)},
        early=early.talk_is_over,
        pending=pending.cards_to_draw,
        focus=focus.draw_focus,
    ),
    # After a wrong guess, all cards are laid face up but not counted (CY-77).
    phases.Uncounted: Row(
        answers=lambda _state, phase: (phase.result.loser,),
        moves={moves.CardsRead: readings.reading(card_actions.read_uncounted)},
        early=early.guess_ended,
        pending=pending.cards_not_counted,
        focus=focus.ended_focus,
        lamps=Lamps(answer=Cue.LOST, idle=Cue.WAIT),
    ),
    # Between two rounds, the first word opens the next one.
    phases.Counted: _active_row(
        moves={**{move: _in_next_round(handler) for move, handler in _FIRST.items()}, **_LEAVE},
        answers=_loser,
        offers=offered.opening_offers,
        focus=focus.ended_focus,
        lamps=Lamps(answer=Cue.LOST),
    ),
    phases.Over: _active_row(answers=_loser, focus=focus.won_focus, lamps=_WON),
}

FLOW: Flow[State] = Flow(
    moves=moves.Move,
    phases=get_args(phases.Phase),
    rows=ROWS,
    seats=lambda state: len(state.strikes),
    out=_out,
    others=_others,
    always={moves.CardsCorrected: readings.cards_corrected},
    check=early.must_sit_there,
    early=early.too_early,
)

apply = FLOW.apply
