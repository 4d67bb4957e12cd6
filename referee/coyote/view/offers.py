"""The offers of each phase, and those to the host.

A short press doubts (challenge); a long press accepts (approve, skip, sit out). See
``referee/README.md``.
"""

from __future__ import annotations

from referee import contract as c
from referee.coyote.rules.actions import AFTER_ANNOUNCING, may_sit_out, may_use
from referee.coyote.rules.readings import last_reading
from referee.coyote.rules.reveal import next_round
from referee.coyote.rules.talk import may_challenge
from referee.coyote.state import phases
from referee.coyote.state.editions import EDITIONS
from referee.coyote.state.moves import offer
from referee.coyote.state.state import (
    State,
    clockwise,
    is_in,
)
from referee.coyote.table.pending import ask_count, ask_exactly

_TARGETED = frozenset({"extra", "next_is"})  # These actions need another seat as their target.
_PRESSES = {"approve": c.Press.LONG, "skip": c.Press.LONG}
_ACTIONS = {
    action: c.Presentation(
        c.Message(f"coyote.action.{action}"),
        effect=c.Message(f"coyote.effect.{action}"),
        press=_PRESSES.get(action),
    )
    for edition in EDITIONS.values()
    for action in edition.actions
}


# -- the talk -----------------------------------------------------------------------------


def talk_offers(state: State, _phase: phases.Talking) -> tuple[c.Offer, ...]:
    """Return the moves of the seat to move: announce, or challenge a standing announcement."""
    now = answer_offers(state) if may_challenge(state) else (_raise(state),)
    return (*now, *_actions(state)) if state.setup.tokens else now


def opening_offers(state: State, phase: phases.Counted) -> tuple[c.Offer, ...]:
    """Return the moves that open the next round."""
    announce = _announce("announce", state.turn, 0)
    return (announce, *_actions(next_round(state, phase))) if state.setup.tokens else (announce,)


def announce_offers(state: State, _phase: phases.Declare) -> tuple[c.Offer, ...]:
    """Return the offer to a seat that can only announce."""
    return (_raise(state),)


def again_offers(state: State, _phase: phases.Again) -> tuple[c.Offer, ...]:
    """Return the offers of a number above or below the refused one."""
    seat, number, beats = state.turn, state.number, state.acts.beats
    lower = (_announce("lower", seat, beats, number - 1),) if beats < number - 1 else ()
    return (_announce("higher", seat, number), *lower)


def answer_offers(state: State, _phase: phases.Phase | None = None) -> tuple[c.Offer, ...]:
    """Return the offers to a seat that may challenge the standing number, or raise it."""
    return (_raise(state), offer("challenge", state.turn, press=c.Press.SHORT))


def guessed_offers(state: State, _phase: phases.Guessed) -> tuple[c.Offer, ...]:
    """Return the offers to a seat that has guessed its card."""
    sits = (offer("sit_out", state.turn, press=c.Press.LONG),) if may_sit_out(state) else ()
    return (_raise(state), *sits)


def _raise(state: State) -> c.Offer:
    """Return the offer to announce more than the standing number, or the first number."""
    return _announce("raise" if state.number else "announce", state.turn, state.number)


def _announce(key: str, seat: int, beats: int, most: int | None = None) -> c.Offer:
    return offer("announce", seat, c.AskNumber("number", beats + 1, most), key=key)


def _actions(state: State) -> tuple[c.Offer, ...]:
    """Return the optional actions of the seat to move and, after announcing, of the announcer."""
    offered = []
    for action in state.setup.tokens:
        seat = state.announcer if action in AFTER_ANNOUNCING else state.turn
        if seat is None or not may_use(state, seat, action):
            continue
        ask: tuple[c.Ask, ...] = ()
        if action in _TARGETED:
            ask = (c.AskSeat("target", clockwise(state, seat)),)
        elif action == "know":
            faces = {
                card: c.Message("coyote.offer.face", {"card": card}) for card in state.setup.deck
            }
            ask = (c.AskChoice("card", tuple(map(c.Choice, faces, faces.values()))),)
        offered.append(c.Offer(action, _ACTIONS[action], seat, ask=ask))
    return tuple(offered)


# -- the host -------------------------------------------------------------------------------


def corrections(state: State) -> tuple[c.Offer, ...]:
    """Return the host's offer to correct the last reading, if there is one."""
    if state.phase.cards and not isinstance(state.phase.result, phases.Guess):
        ask = ask_count(state, state.acts.swapped_out())
    elif (last := last_reading(state)) is None:
        return ()
    else:
        ask = ask_exactly(state, len(last.cards), last.known, last.zone, last.elsewhere)
    return (offer("cards_corrected", None, ask, by=c.By.HOST, typed=c.Typed.CORRECTION),)


def leave_offers(state: State) -> tuple[c.Offer, ...]:
    """Return the offers to leave, for each player who is still in (CY-79)."""
    seats = range(len(state.strikes))
    return tuple([offer.leave(seat) for seat in seats if is_in(state, seat)])
