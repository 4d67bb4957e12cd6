"""Breeding horses and hunting (PC-10, PC-21)."""

from __future__ import annotations

from referee.kit import Refused, raise_if
from referee.plenty_coups.rules.checks import (
    laid_card,
    must_act,
    must_be_phase,
    must_be_player,
    must_hold,
    single_card,
)
from referee.plenty_coups.rules.draft import Draft
from referee.plenty_coups.rules.turns import count_action
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import HORSE
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Hunting
from referee.plenty_coups.state.state import State
from referee.plenty_coups.state.zones import BREED, DISCARD, HUNT

HUNTED_CARDS = 2  # Number of cards that a hunt draws and then discards (PC-21).


def breeding_objection(state: State) -> Refused:
    """Return why a tribe cannot breed, or None: the plain may have no horses left (PC-10)."""
    return None if state.plain else refuse.refusal("PC-10", "plain_empty")


def breed(draft: Draft, move: moves.Breed) -> None:
    """Discard a horse card and move a horse from the plain to the herd (PC-10)."""
    state, tribe = draft.state, draft.state.turn
    must_act(state, move.seat)
    raise_if(breeding_objection(state))
    card, horses = single_card(move.cards), state.own_tribe.horses + 1
    if card != HORSE:
        refuse("PC-10", "no_horse_card", card=card)
    must_hold(state, tribe, move.cards)
    draft.play_cards(tribe, card, away=DISCARD if move.zone == DISCARD else BREED)
    draft.set_tribe(tribe, horses=horses)
    draft.set_state(plain=state.plain - 1)
    draft.add_tribe_ruling("PC-10", "plenty_coups.breeds", proof=move.proof, horses=horses)
    count_action(draft)


def hunt(draft: Draft, move: moves.Hunt) -> None:
    """Discard a card and draw two cards from the pile (PC-21)."""
    state, tribe, deck = draft.state, draft.state.turn, draft.state.deck
    must_act(state, move.seat)
    card = laid_card(state, move.cards)
    place = DISCARD if move.zone == DISCARD else HUNT
    beside = [one for one in (*deck.before, *deck.away) if (one.name, one.zone) == (card, place)]
    draft.play_cards(tribe, card)
    draft.add_used(card)
    many = min(HUNTED_CARDS, draft.state.deck.drawable_count)
    draft.add_tribe_ruling("PC-21", "plenty_coups.hunts", proof=move.proof, card=card, count=many)
    if draft.draw(many):  # do not mistake an old card in this zone for a new one
        draft.set_deck(before=tuple(beside))
    draft.mark_to_clear(tribe, place, card)
    draft.set_tribe(tribe, hand=draft.state.own_tribe.hand + many)
    draft.enter_phase(Hunting(state.actions, many))


def hunted(draft: Draft, move: moves.Hunted) -> None:
    """Discard as many cards as the hunt drew (PC-21)."""
    state = draft.state
    drawn = must_be_phase(state, Hunting).drawn
    must_be_player(state, move.seat)
    if len(move.cards) != drawn:
        refuse("PC-21", "hunted_count", count=drawn)
    must_hold(state, state.turn, move.cards)
    draft.play_cards(state.turn, *move.cards, away=HUNT if move.zone == HUNT else DISCARD)
    draft.add_tribe_ruling("PC-21", "plenty_coups.hunted", proof=move.proof, cards=move.cards)
    count_action(draft)
