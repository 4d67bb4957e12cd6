"""What may be done now in a match of Coyote, and what the camera should look for."""

from __future__ import annotations

from referee.contract import (
    Ask,
    AskCards,
    AskNumber,
    By,
    Cue,
    Message,
    Offer,
    Offers,
    Press,
    Want,
    Watch,
)
from referee.coyote.cards import DRAW
from referee.coyote.state import Phase, Result, State, due, held, left, may_return

MAT = "mat"

_CHALLENGE = Message("coyote.offer.challenge")
_READ = Message("coyote.offer.cards_read")
_CORRECT = Message("coyote.offer.cards_corrected")
_REVEAL = Message("coyote.want.reveal")
_CLEAR = (Want(MAT, Watch.CLEAR, Message("coyote.want.clear")),)


def offers(state: State) -> Offers:
    """Return all that may be done now, and each seat's cue."""
    phase = state.phase
    if phase is Phase.TALKING:
        return Offers(_talk(state), _cues(state))
    if phase is Phase.REVEAL:
        read = Offer("cards_read", _READ, ask=(_ask(state),), by=By.CAMERA)
        return Offers((read,), _cues(state))
    correct = Offer("cards_corrected", _CORRECT, ask=(_ask(state),), by=By.HOST)
    if phase is Phase.DRAW:
        read = Offer("cards_read", _READ, ask=(_ask(state, state.cards),), by=By.CAMERA)
        return Offers((read, correct), _cues(state))
    if phase is Phase.COUNTED:
        return Offers((*_talk(state), correct), _cues(state))
    return Offers((correct,), _cues(state))


def wanted(state: State) -> tuple[Want, ...]:
    """Return what the camera watches: no card lies on the mat while people talk."""
    return _CLEAR if state.phase is Phase.TALKING or state.phase is Phase.COUNTED else ()


def _talk(state: State) -> tuple[Offer, ...]:
    """The seat on turn announces or, once there is something to challenge, challenges."""
    standing = state.number if state.phase is Phase.TALKING else 0
    label = Message("coyote.offer.raise" if standing else "coyote.offer.announce")
    ask: tuple[Ask, ...] = (AskNumber("number", standing + 1),)
    announce = Offer("announce", label, state.turn, ask=ask)
    if not standing:
        return (announce,)
    return (announce, Offer("challenge", _CHALLENGE, state.turn, press=Press.SHORT))


def _ask(state: State, known: tuple[str, ...] = ()) -> AskCards:
    """One card a player and, with each draw card, the one that it turned up, if it did.

    Once cards are `known`, at least one more.
    """
    cards = held(state)
    prompt = Message("coyote.want.draw", {"count": due(state)}) if known else _REVEAL
    least = len(known) + 1 if known else cards
    possible, again = left(state), may_return(state)
    return AskCards("cards", MAT, least, cards, possible, known, {DRAW: 1}, again, prompt)


def _cues(state: State) -> tuple[Cue, ...]:
    """Each seat's cue. The loser of a round sees so, unless it is on them to start the next."""
    phase, limit = state.phase, state.setup.limit
    idle = Cue.WAIT if phase is Phase.REVEAL or phase is Phase.DRAW else Cue.IDLE
    cues = [idle if strikes < limit else Cue.OUT for strikes in state.strikes]
    if phase is Phase.TALKING:
        cues[state.turn] = Cue.MAY_CHALLENGE if state.number else Cue.TURN
    elif isinstance(state.result, Result):
        cues[state.result.loser] = Cue.LOST
        cues[state.turn] = Cue.WON if phase is Phase.OVER else Cue.TURN
    return tuple(cues)
