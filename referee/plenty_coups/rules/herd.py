"""Breeding and hunting (PC-10, PC-21)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.kit import Played, Refused, must, replaced
from referee.plenty_coups.rules.gifts import used_up
from referee.plenty_coups.rules.turns import acted, leaves, must_act, must_be, must_be_player, said
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import HORSE
from referee.plenty_coups.state.hands import (
    discarded,
    drawn,
    laid,
    must_hold,
    one_card,
    played,
    there_are,
)
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.places import BREED, DISCARD, HUNT
from referee.plenty_coups.state.state import Event, Phase, State, What

HUNTED = 2  # cards drawn on a hunt, and discarded (PC-21)


def bars_breeding(state: State) -> Refused:
    """Say why nothing is bred: the plain is empty (PC-10)."""
    return None if state.plain else refuse.because("PC-10", "plain_empty")


def breed(state: State, move: moves.Breed) -> Played[State]:
    """Take a horse of the plain for a horse card (PC-10)."""
    must_act(state, move.seat)
    must(bars_breeding(state))
    card, tribe = one_card(move.cards), state.turn
    if card != HORSE:
        refuse("PC-10", "no_horse_card", card=card)
    must_hold(state, tribe, (card,))
    state = used_up(state, card, move.zone, BREED)
    horses = replaced(state.horses, tribe, state.horses[tribe] + 1)
    state = replace(state, plain=state.plain - 1, horses=horses)
    breeds = said("plenty_coups.breeds", "PC-10", state, move.proof, horses=horses[tribe])
    return acted(state, (breeds,))


def hunt(state: State, move: moves.Hunt) -> Played[State]:
    """Discard a card and draw two, which are told by nobody (PC-21)."""
    must_act(state, move.seat)
    card, tribe = laid(state, move.cards), state.turn
    place = DISCARD if move.zone == DISCARD else HUNT
    beside = [one for one in (*state.before, *state.away) if (one.name, one.zone) == (card, place)]
    state = discarded(played(state, tribe, card), (card,))
    many = min(HUNTED, there_are(state))
    state, again = drawn(state, many)
    if again:  # shuffled with what it lay beside, or it were no more
        state = replace(state, before=tuple(beside))
    state = leaves(state, tribe, place, card)
    hands = replaced(state.hands, tribe, state.hands[tribe] + many)
    last = Event(What.OTHER, tribe)
    state = replace(state, phase=Phase.HUNT, hands=hands, drawn=many, last=last)
    hunts = said("plenty_coups.hunts", "PC-21", state, move.proof, card=card, count=many)
    return state, (hunts, *again)


def hunted(state: State, move: moves.Hunted) -> Played[State]:
    """Discard as many cards as were drawn (PC-21)."""
    must_be(state, Phase.HUNT)
    must_be_player(state, move.seat)
    if len(move.cards) != state.drawn:
        refuse("PC-21", "hunted_count", count=state.drawn)
    must_hold(state, state.turn, move.cards)
    state = discarded(played(state, state.turn, *move.cards), move.cards)
    state = replace(state, drawn=0)
    state = leaves(state, state.turn, HUNT if move.zone == HUNT else DISCARD, *move.cards)
    lays = said("plenty_coups.hunted", "PC-21", state, move.proof, cards=move.cards)
    return acted(state, (lays,))
