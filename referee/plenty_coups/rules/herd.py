"""Breeding horses and hunting (PC-10, PC-21)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.kit import Refused, raise_if
from referee.plenty_coups.rules import changes
from referee.plenty_coups.rules.checks import laid_card, must_be_player, must_hold, single_card
from referee.plenty_coups.rules.turns import count_action
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import HORSE
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Acting, Hunting
from referee.plenty_coups.state.state import State
from referee.plenty_coups.state.zones import BREED, DISCARD, HUNT

HUNTED_CARDS = 2  # Number of cards that a hunt draws and then discards (PC-21).


def breeding_objection(state: State) -> Refused:
    """Return why a tribe cannot breed, or None: the plain may have no horses left (PC-10)."""
    return None if state.plain else refuse.refusal("PC-10", "plain_empty")


def breed(state: State, _phase: Acting, move: moves.Breed) -> State:
    """Discard a horse card and move a horse from the plain to the herd (PC-10)."""
    tribe = state.turn
    raise_if(breeding_objection(state))
    card, horses = single_card(move.cards), state.own_tribe.horses + 1
    if card != HORSE:
        refuse("PC-10", "no_horse_card", card=card)
    must_hold(state, tribe, move.cards)
    state = changes.play_cards(state, tribe, card, away=DISCARD if move.zone == DISCARD else BREED)
    state = replace(changes.change_tribe(state, tribe, horses=horses), plain=state.plain - 1)
    return count_action(state.tell("PC-10", "plenty_coups.breeds", proof=move.proof, horses=horses))


def hunt(state: State, phase: Acting, move: moves.Hunt) -> State:
    """Discard a card and draw two cards from the pile (PC-21)."""
    tribe, deck = state.turn, state.deck
    card = laid_card(state, move.cards)
    place = DISCARD if move.zone == DISCARD else HUNT
    used = (*deck.before, *deck.away)
    beside = tuple(item for item in used if (item.name, item.zone) == (card, place))
    state = changes.add_used(changes.play_cards(state, tribe, card), card)
    many = min(HUNTED_CARDS, state.deck.drawable_count)
    shuffles = changes.must_shuffle(state, many)
    state = state.tell("PC-21", "plenty_coups.hunts", proof=move.proof, card=card, count=many)
    state = changes.draw(state, many)
    if shuffles:  # do not mistake an old card in this zone for a new one
        state = changes.change_deck(state, before=beside)
    state = changes.mark_to_clear(state, tribe, place, card)
    state = changes.change_tribe(state, tribe, hand=state.own_tribe.hand + many)
    return changes.enter_phase(state, Hunting(phase.actions, many))


def hunted(state: State, phase: Hunting, move: moves.Hunted) -> State:
    """Discard as many cards as the hunt drew (PC-21)."""
    must_be_player(state, move.seat)
    if len(move.cards) != phase.drawn:
        refuse("PC-21", "hunted_count", count=phase.drawn)
    must_hold(state, state.turn, move.cards)
    away = HUNT if move.zone == HUNT else DISCARD
    state = changes.play_cards(state, state.turn, *move.cards, away=away)
    key = "plenty_coups.hunted"
    return count_action(state.tell("PC-21", key, proof=move.proof, cards=move.cards))
