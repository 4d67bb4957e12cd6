"""The cards that must be laid face up now: how many, in which zone, and from which seat."""

from __future__ import annotations

from typing import NamedTuple

from referee.contract import Message
from referee.coyote.state.action_effects import zone_name
from referee.coyote.state.phases import Alone, Draw, Open, Replaced, Reveal
from referee.coyote.state.state import State, cards_held, draws_pending, is_in
from referee.table import ANYWHERE, Zone

TO_REVEAL = Message("coyote.want.reveal")
_REST = Message("coyote.want.rest")


class PendingCards(NamedTuple):
    """`number` cards must lie face up in a zone. Those that are already `known` are among them."""

    zone: Zone
    known: tuple[str, ...]
    number: int
    prompt: Message


def pending_cards(state: State) -> PendingCards | None:
    """Return the cards that the table waits for, or None if it waits for somebody to speak."""
    phase, acts = state.phase, state.acts
    if not phase.reading_rule:
        return None
    known, number, prompt = acts.open_cards(), cards_held(state), TO_REVEAL
    match phase:
        case Reveal() if acts.replaced:
            prompt = _REST
        case Draw(cards=known):
            more = draws_pending(state)
            number = len(known) + more
            prompt = Message("coyote.want.draw", {"count": more})
        case Alone():
            seat, known = state.turn, acts.face_up_at(state.turn)
            key = "coyote.want.open" if isinstance(phase, Open) else "coyote.want.look"
            zone = Zone.parse(zone_name(seat))
            return PendingCards(zone, known, len(known) + 1, Message(key, {"seat": seat}))
        case Replaced():
            number = len(known) + acts.unread_swaps()
            prompt = Message("coyote.want.replaced", {"count": acts.unread_swaps()})
    return PendingCards(ANYWHERE, known, number, prompt)


def cards_to_reveal(state: State, seat: int) -> int:
    """Return how many cards a seat must still lay face up at the reveal."""
    result = state.phase.result
    loser = None if result is None else result.loser
    if not is_in(state, seat) and seat != loser:
        return 0
    acts = state.acts
    up = sum(face.own and not face.out and face.seat == seat for face in acts.up)
    more = sum(use.action == "extra" and use.target == seat for use in acts.used)
    return 1 - up + more
