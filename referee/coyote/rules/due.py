"""Which cards are to lie face up now: where, how many, and whose."""

from __future__ import annotations

from typing import NamedTuple

from referee.contract import Message
from referee.coyote.state.acts import place
from referee.coyote.state.state import (
    DRAWING,
    LOOK,
    OPEN,
    REPLACED,
    REVEAL,
    UNCOUNTED,
    State,
    due,
    held,
    is_in,
)
from referee.table import ANYWHERE, Zone

TO_REVEAL = Message("coyote.want.reveal")
_REST = Message("coyote.want.rest")


class Due(NamedTuple):
    """In a zone a `number` of cards is to lie face up in all, those `known` among them."""

    zone: Zone
    known: tuple[str, ...]
    number: int
    prompt: Message


def cards_due(state: State) -> Due | None:
    """Return which cards the table waits for; None where it waits for words."""
    phase, acts = state.phase, state.acts
    if phase is OPEN or phase is LOOK:
        seat, known = state.turn, acts.before(state.turn)
        key = "coyote.want.open" if phase is OPEN else "coyote.want.look"
        return Due(Zone.parse(place(seat)), known, len(known) + 1, Message(key, {"seat": seat}))
    if phase is REVEAL:
        return Due(ANYWHERE, acts.lying(), held(state), _REST if acts.replaced else TO_REVEAL)
    if phase is UNCOUNTED:
        return Due(ANYWHERE, acts.lying(), held(state), TO_REVEAL)
    if phase is REPLACED:
        known, more = acts.lying(), acts.unread()
        prompt = Message("coyote.want.replaced", {"count": more})
        return Due(ANYWHERE, known, len(known) + more, prompt)
    if phase is DRAWING:
        more = due(state)
        prompt = Message("coyote.want.draw", {"count": more})
        return Due(ANYWHERE, state.cards, len(state.cards) + more, prompt)
    return None


def owed(state: State, seat: int) -> int:
    """Return how many cards of a seat are still to be laid face up at the reveal."""
    loser = None if state.result is None else state.result.loser
    if not is_in(state, seat) and seat != loser:
        return 0
    acts = state.acts
    up = sum(face.own and not face.out and face.seat == seat for face in acts.up)
    more = sum(use.action == "extra" and use.target == seat for use in acts.used)
    return 1 - up + more
