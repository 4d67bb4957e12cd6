"""What the camera read: by the phase, what it means; and a reading set right."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from referee.contract import Message, Ruling
from referee.coyote.rules.feathers import (
    laid_down,
    looked,
    new_card,
    opened,
    swapped_out,
    uncounted,
)
from referee.coyote.rules.reveal import must_lie_there, recounted, revealed, turned_up
from referee.coyote.state.acts import MAT, NO_ACTS, place
from referee.coyote.state.cards import named
from referee.coyote.state.moves import CardsCorrected, CardsRead, refuse
from referee.coyote.state.state import (
    DRAWING,
    GUESSED,
    LOOK,
    OPEN,
    REPLACED,
    REVEAL,
    TALK,
    UNCOUNTED,
    Phase,
    State,
)
from referee.kit import Played
from referee.kit import replaced as with_item

Cards = tuple[str, ...]
Reading = Callable[[State, Cards, Cards], Played[State]]

_READINGS: dict[Phase, Reading] = {
    OPEN: opened,
    LOOK: looked,
    REPLACED: swapped_out,
    UNCOUNTED: laid_down,
}
_LYING = TALK | {OPEN, LOOK, REPLACED, REVEAL, UNCOUNTED}


def cards_read(state: State, move: CardsRead) -> Played[State]:
    """Cards lie face up where they were asked for."""
    phase = state.phase
    if phase is REVEAL:
        return revealed(state, named(move.cards), move.proof)
    if phase is DRAWING:
        return turned_up(state, named(move.cards), move.proof)
    reading = _READINGS.get(phase)
    if reading is None:
        refuse("CY-6", "no_cards_wanted")
    return reading(state, named(move.cards), move.proof)


def cards_corrected(state: State, move: CardsCorrected) -> Played[State]:
    """The table sets the last reading right; all that followed from it is worked out anew."""
    last = last_reading(state)
    if last is None:
        refuse("CY-11", "nothing_to_correct")
    cards, proof = named(move.cards), move.proof or state.proof
    after, rulings = last.again(state, cards, proof)
    key = "coyote.corrected" if last.again is recounted else "coyote.set_right"
    said = Message(key, {"was_cards": last.cards, "cards": cards})
    return after, (Ruling("CY-11", said, proof=proof), *rulings)


class Last(NamedTuple):
    """The last reading of a round: its `cards`, those `known` before, how it is done `again`.

    Those `elsewhere` lie face up too, and it was read in `zone`.
    """

    cards: Cards
    known: Cards
    again: Reading
    elsewhere: Cards = ()
    zone: str = MAT


def last_reading(state: State) -> Last | None:
    """Return the last reading of this round that can be set right."""
    acts, phase = state.acts, state.phase
    if state.cards:
        if state.result is not None and state.result.total is None:
            return Last(state.cards, (), _uncounted_again)
        return Last(state.cards, acts.out(), recounted)
    if phase not in _LYING or acts is NO_ACTS:
        return None
    if phase is REVEAL and acts.replaced:
        return Last(acts.lying(), acts.lying()[: len(acts.up)], _swapped_out_again)
    if not acts.up:
        return None
    seat, cards = acts.up[-1].seat, acts.before(acts.up[-1].seat)
    again = _looked_again if phase in (GUESSED, UNCOUNTED) else _set_right
    elsewhere = must_lie_there(cards, acts.lying())
    return Last(cards, cards[:-1], again, tuple(elsewhere), place(seat))


def _uncounted_again(state: State, cards: Cards, proof: Cards) -> Played[State]:
    return uncounted(replace(state, phase=UNCOUNTED, cards=()), cards, proof)


def _swapped_out_again(state: State, cards: Cards, proof: Cards) -> Played[State]:
    acts = replace(state.acts, replaced=())
    return swapped_out(replace(state, phase=REPLACED, acts=acts), cards, proof)


def _looked_again(state: State, cards: Cards, proof: Cards) -> Played[State]:
    """Judge a guess anew, from the state before the card was looked at."""
    seat, strikes, acts = state.acts.used[-1].seat, state.strikes, state.acts
    if state.result is not None:
        strikes = with_item(strikes, seat, strikes[seat] - 1)
    before = replace(
        state,
        phase=LOOK,
        turn=seat,
        strikes=strikes,
        result=None,
        acts=replace(acts, up=acts.up[:-1]),
    )
    return looked(before, cards, proof)


def _set_right(state: State, cards: Cards, proof: Cards) -> Played[State]:
    """Call the card that was laid face up last by another name; no verdict rests on it."""
    del proof
    acts, last = state.acts, state.acts.up[-1]
    before = replace(state, acts=replace(acts, up=acts.up[:-1]))
    card = new_card(before, last.seat, cards)
    up = (*acts.up[:-1], replace(last, card=card))
    return replace(state, acts=replace(acts, up=up)), ()
