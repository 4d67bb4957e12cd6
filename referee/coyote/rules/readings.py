"""The effect of a reading of cards in each phase, and the correction of a reading."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
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
from referee.coyote.state.phases import (
    LOOK,
    Cards,
    Count,
    Counted,
    Draw,
    Guess,
    Guessed,
    Look,
    Open,
    Over,
    Replaced,
    Reveal,
    Uncounted,
)
from referee.coyote.state.state import State
from referee.kit import Played
from referee.kit import replaced as with_item

Reading = Callable[[State, Cards, Cards], Played[State]]


def cards_read(state: State, move: CardsRead) -> Played[State]:
    """Handle the cards that were read, according to the phase."""
    phase = state.phase
    if not phase.turns:
        refuse("CY-6", "no_cards_wanted")
    cards, proof = named(move.cards), move.proof
    match phase:
        case Reveal(challenger):
            return revealed(state, challenger, cards, proof)
        case Draw():
            return turned_up(state, phase, cards, proof)
        case Open():
            return opened(state, cards, proof)
        case Look():
            return looked(state, cards, proof)
        case Replaced(challenger):
            return swapped_out(state, challenger, cards, proof)
        case Uncounted(guess):
            return laid_down(state, guess, cards, proof)
    raise AssertionError(phase)


def cards_corrected(state: State, move: CardsCorrected) -> Played[State]:
    """Correct the last reading and redo all that followed from it."""
    last = last_reading(state)
    if last is None:
        refuse("CY-11", "nothing_to_correct")
    cards, proof = named(move.cards), move.proof or state.phase.proof
    after, rulings = last.again(state, cards, proof)
    key = "coyote.corrected" if last.of_count else "coyote.set_right"
    said = Message(key, {"was_cards": last.cards, "cards": cards})
    return after, (Ruling("CY-11", said, proof=proof), *rulings)


class Last(NamedTuple):
    """The last reading of a round.

    `cards` were read in `zone`; `known` are those of them that had been read before. `again`
    handles the corrected cards. `elsewhere` are the face-up cards outside the zone. `of_count` is
    true if the reading was the count of a round.
    """

    cards: Cards
    known: Cards
    again: Reading
    elsewhere: Cards = ()
    zone: str = MAT
    of_count: bool = False


def last_reading(state: State) -> Last | None:
    """Return the last reading of this round that can be corrected."""
    acts, phase = state.acts, state.phase
    match phase:
        case Draw():
            return Last(phase.cards, acts.out(), partial(_recounted, last=phase), of_count=True)
        case Counted(Count() as count) | Over(Count() as count):
            return Last(phase.cards, acts.out(), partial(_recounted, last=count), of_count=True)
        case Counted(Guess() as guess):
            return Last(phase.cards, (), partial(_uncounted_again, guess=guess))
    if acts is NO_ACTS:
        return None
    if isinstance(phase, Reveal) and acts.replaced:
        anew = partial(_swapped_out_again, challenger=phase.challenger)
        return Last(acts.open_cards(), acts.open_cards()[: len(acts.up)], anew)
    if not acts.up:
        return None
    seat, cards = acts.up[-1].seat, acts.before(acts.up[-1].seat)
    looked = isinstance(phase, Guessed | Uncounted)
    elsewhere = must_lie_there(cards, acts.open_cards())
    again = _looked_again if looked else _set_right
    return Last(cards, cards[:-1], again, tuple(elsewhere), place(seat))


def _recounted(state: State, cards: Cards, proof: Cards, last: Draw | Count) -> Played[State]:
    return recounted(state, last, cards, proof)


def _uncounted_again(state: State, cards: Cards, proof: Cards, guess: Guess) -> Played[State]:
    return uncounted(replace(state, phase=Uncounted(guess)), guess, cards, proof)


def _swapped_out_again(state: State, cards: Cards, proof: Cards, challenger: int) -> Played[State]:
    acts = replace(state.acts, replaced=())
    before = replace(state, phase=Replaced(challenger), acts=acts)
    return swapped_out(before, challenger, cards, proof)


def _looked_again(state: State, cards: Cards, proof: Cards) -> Played[State]:
    """Judge a guess again, from the state before the seat looked at its card."""
    seat, strikes, acts = state.acts.used[-1].seat, state.strikes, state.acts
    if isinstance(state.phase, Uncounted):
        strikes = with_item(strikes, seat, strikes[seat] - 1)
    acts = replace(acts, up=acts.up[:-1])
    before = replace(state, phase=LOOK, turn=seat, strikes=strikes, acts=acts)
    return looked(before, cards, proof)


def _set_right(state: State, cards: Cards, proof: Cards) -> Played[State]:
    """Rename the card that was laid face up last. No ruling depends on it."""
    del proof
    acts, last = state.acts, state.acts.up[-1]
    before = replace(state, acts=replace(acts, up=acts.up[:-1]))
    card = new_card(before, last.seat, cards)
    up = (*acts.up[:-1], replace(last, card=card))
    return replace(state, acts=replace(acts, up=up)), ()
