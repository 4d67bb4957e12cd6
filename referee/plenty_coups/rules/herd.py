"""Breeding and hunting (PC-10, PC-21)."""

from __future__ import annotations

from referee.kit import Refused, raise_if
from referee.plenty_coups.rules.draft import Draft
from referee.plenty_coups.rules.must import (
    laid,
    must_act,
    must_be,
    must_be_player,
    must_hold,
    one_card,
)
from referee.plenty_coups.rules.turns import acted
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import HORSE
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.phases import Hunting
from referee.plenty_coups.state.places import BREED, DISCARD, HUNT
from referee.plenty_coups.state.state import State

HUNTED = 2  # cards drawn on a hunt, then discarded (PC-21)


def bars_breeding(state: State) -> Refused:
    """Return why breeding is impossible: the plain is empty (PC-10)."""
    return None if state.plain else refuse.refusal("PC-10", "plain_empty")


def breed(now: Draft, move: moves.Breed) -> None:
    """Discard a horse card and move a horse from the plain to the herd (PC-10)."""
    state, tribe = now.state, now.state.turn
    must_act(state, move.seat)
    raise_if(bars_breeding(state))
    card, horses = one_card(move.cards), state.own.horses + 1
    if card != HORSE:
        refuse("PC-10", "no_horse_card", card=card)
    must_hold(state, tribe, move.cards)
    now.play(tribe, card, away=DISCARD if move.zone == DISCARD else BREED)
    now.tribe(tribe, horses=horses)
    now.set(plain=state.plain - 1)
    now.says("PC-10", "plenty_coups.breeds", proof=move.proof, horses=horses)
    acted(now)


def hunt(now: Draft, move: moves.Hunt) -> None:
    """Discard a card and draw two hidden ones (PC-21)."""
    state, tribe, deck = now.state, now.state.turn, now.state.deck
    must_act(state, move.seat)
    card = laid(state, move.cards)
    place = DISCARD if move.zone == DISCARD else HUNT
    beside = [one for one in (*deck.before, *deck.away) if (one.name, one.zone) == (card, place)]
    now.play(tribe, card)
    now.use(card)
    many = min(HUNTED, now.state.deck.left)
    now.says("PC-21", "plenty_coups.hunts", proof=move.proof, card=card, count=many)
    if now.draw(many):  # keep identical cards of this zone, or the new one would pass for them
        now.deck(before=tuple(beside))
    now.leave(tribe, place, card)
    now.tribe(tribe, hand=now.state.own.hand + many)
    now.goes(Hunting(state.actions, many))


def hunted(now: Draft, move: moves.Hunted) -> None:
    """Discard as many cards as were drawn (PC-21)."""
    state = now.state
    drawn = must_be(state, Hunting).drawn
    must_be_player(state, move.seat)
    if len(move.cards) != drawn:
        refuse("PC-21", "hunted_count", count=drawn)
    must_hold(state, state.turn, move.cards)
    now.play(state.turn, *move.cards, away=HUNT if move.zone == HUNT else DISCARD)
    now.says("PC-21", "plenty_coups.hunted", proof=move.proof, cards=move.cards)
    acted(now)
