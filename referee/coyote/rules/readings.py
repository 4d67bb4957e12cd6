"""The meaning of a reading of cards in each phase, and the correction of a reading."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from referee.coyote.rules.card_actions import (
    discard_uncounted,
    new_card,
    read_own_card,
    read_swapped_out,
)
from referee.coyote.rules.reveal import new_cards, recount
from referee.coyote.state import phases
from referee.coyote.state.action_effects import MAT, zone_name
from referee.coyote.state.cards import canonical_names
from referee.coyote.state.moves import CardsCorrected, CardsRead, refuse
from referee.coyote.state.state import State
from referee.flow import Handler
from referee.kit import replaced as with_item

Reading = Callable[[State, phases.Cards, phases.Cards], State]


def reading(
    judge: Callable[[State, Any, phases.Cards, phases.Cards], State],
) -> Handler[State]:
    """Return the handler that judges the cards that were read in a phase."""

    def cards_read(state: State, phase: phases.Phase, move: CardsRead) -> State:
        return judge(state, phase, _names(state, move), move.proof)

    return cards_read


def cards_corrected(state: State, _phase: phases.Phase, move: CardsCorrected) -> State:
    """Correct the last reading, and judge everything that followed from it again."""
    last = last_reading(state)
    if last is None:
        refuse("CY-11", "nothing_to_correct")
    cards, proof = _names(state, move), move.proof or state.phase.proof
    key = "coyote.corrected" if last.of_count else "coyote.set_right"
    state = state.say("CY-11", key, (), proof, was_cards=last.cards, cards=cards)
    return last.redo(state, cards, proof)


def _names(state: State, move: CardsRead | CardsCorrected) -> phases.Cards:
    return canonical_names(move.cards, state.setup.rules.instead)


class LastReading(NamedTuple):
    """The last reading of a round.

    `cards` were read in `zone`. An earlier reading had already read those in `known`. `redo` judges
    the corrected cards. `elsewhere` are the face-up cards outside the zone. `of_count` says whether
    the reading was the count of a round.
    """

    cards: phases.Cards
    known: phases.Cards
    redo: Reading
    elsewhere: phases.Cards = ()
    zone: str = MAT
    of_count: bool = False


def last_reading(state: State) -> LastReading | None:
    """Return the last reading of this round, or None if nothing can be corrected."""
    acts, phase = state.acts, state.phase
    match phase:
        case phases.Draw():
            return _last_count(state, phase)
        case phases.Counted(phases.Count() as count) | phases.Over(phases.Count() as count):
            return _last_count(state, count)
        case phases.Counted(phases.Guess() as guess):
            return LastReading(phase.cards, (), partial(discard_uncounted, guess))
    if isinstance(phase, phases.Reveal) and acts.replaced:
        anew = partial(_redo_swapped_out, challenger=phase.challenger)
        return LastReading(acts.open_cards(), acts.open_cards()[: len(acts.up)], anew)
    if not acts.up:
        return None
    seat, cards = acts.up[-1].seat, acts.face_up_at(acts.up[-1].seat)
    looked = isinstance(phase, phases.Guessed | phases.Uncounted)
    elsewhere = new_cards(cards, acts.open_cards())
    again = _redo_own_card if looked else _rename_open_card
    return LastReading(cards, cards[:-1], again, tuple(elsewhere), zone_name(seat))


def _last_count(state: State, last: phases.Draw | phases.Count) -> LastReading:
    cards, out = state.phase.cards, state.acts.swapped_out()
    return LastReading(cards, out, partial(recount, last), of_count=True)


def _redo_swapped_out(
    state: State, cards: phases.Cards, proof: phases.Cards, challenger: int
) -> State:
    acts = replace(state.acts, replaced=())
    phase = phases.Replaced(challenger)
    return read_swapped_out(replace(state, phase=phase, acts=acts), phase, cards, proof)


def _redo_own_card(state: State, cards: phases.Cards, proof: phases.Cards) -> State:
    """Judge a guess again, from the state before the seat looked at its card."""
    seat, strikes, acts = state.acts.used[-1].seat, state.strikes, state.acts
    if isinstance(state.phase, phases.Uncounted):
        strikes = with_item(strikes, seat, strikes[seat] - 1)
    acts = replace(acts, up=acts.up[:-1])
    before = replace(state, phase=phases.LOOK, turn=seat, strikes=strikes, acts=acts)
    return read_own_card(before, phases.LOOK, cards, proof)


def _rename_open_card(state: State, cards: phases.Cards, proof: phases.Cards) -> State:
    """Change the name of the last card that was laid face up. No ruling depends on it."""
    del proof
    acts, last = state.acts, state.acts.up[-1]
    before = replace(state, acts=replace(acts, up=acts.up[:-1]))
    card = new_card(before, last.seat, cards)
    up = (*acts.up[:-1], replace(last, card=card))
    return replace(state, acts=replace(acts, up=up))
