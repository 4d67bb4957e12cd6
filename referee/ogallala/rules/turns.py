"""A turn: draw a card and lay or discard it; the hunting grounds (OG-1 … 4)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from referee.kit import replaced
from referee.ogallala.rules.early import must_be_turn, not_now
from referee.ogallala.rules.ending import settle
from referee.ogallala.rules.laying import lay_card, territory_cell_name
from referee.ogallala.rules.taking import play_axe, start_archer, start_lasso
from referee.ogallala.state import moves, phases
from referee.ogallala.state.cards import ARCHER, COUNTS, LASSO, MAD_AXE, figure
from referee.ogallala.state.moves import raise_if, refuse
from referee.ogallala.state.phases import Phase
from referee.ogallala.state.rows import is_complete_at
from referee.ogallala.state.state import (
    GROUNDS,
    TERRITORIES,
    Event,
    EventKind,
    State,
    discard_layers,
    draw_objection,
    own_territory,
    top_card,
)
from referee.ogallala.state.territory import canoe_at, cells

# -- cards laid ---------------------------------------------------------------------------------


def place_drawn(state: State, _phase: Phase, move: moves.Place) -> State:
    """Lay a card of a pile, or the top of the hunting grounds (OG-1, OG-2)."""
    match move.source:
        case "pile":
            stock = _take_from_stock(state, move.laid.card)
            return _apply_effect(state, _lay(state, move, "OG-2", stock=stock), move)
        case "grounds":
            return _from_grounds(state, move)
    raise not_now(state)


def place_held(state: State, phase: phases.Lassoed | phases.Spoils, move: moves.Place) -> State:
    """Lay the card that the lasso took (OG-20), or a captured card (OG-31)."""
    if move.source != phase.source:
        raise not_now(state)
    card, held = move.laid.card, list(phase.held)
    if card not in held:
        refuse(phase.rule, "not_in_hand", card=card)
    held.remove(card)
    return settle(_lay(state, move, phase.rule, phase=replace(phase, held=tuple(held))))


def _from_grounds(state: State, move: moves.Place) -> State:
    raise_if(draw_objection(state))
    if move.laid.card != top_card(state):
        refuse("OG-1", "not_on_top", card=move.laid.card, top_card=top_card(state))
    after = _lay(state, move, "OG-1", grounds=grounds_below_top(state))
    return _apply_effect(state, after, move)


def _take_from_stock(state: State, card: str) -> dict[str, int]:
    """Return the piles without a drawn card; raise `IllegalMove` if they have no copy of it."""
    if card not in COUNTS:
        refuse("OG-1", "no_such_card", given=card)
    if card not in state.stock:
        refuse("OG-60", "none_left", card=card, count=COUNTS[card], spots=card_places(state, card))
    stock = dict(state.stock)
    stock[card] -= 1
    if not stock[card]:
        del stock[card]
    return stock


def card_places(state: State, card: str) -> tuple[str, ...]:
    """Return the places of all drawn copies of a card, in the format of a `Message` (OG-60)."""
    laid = [
        f"{TERRITORIES[seat]} {territory_cell_name(territory, cell.row, cell.column)}"
        for seat, territory in enumerate(state.territories)
        for cell in cells(territory)
        if cell.card == card
    ]
    discarded = sum(layer.count(card) for layer in state.grounds)
    return (*laid, *(str(GROUNDS),) * discarded)


def grounds_below_top(state: State) -> tuple[tuple[str, ...], ...]:
    """Return the hunting grounds without their known top card."""
    below = state.grounds[:-1]
    return (*below[:-1], *discard_layers(below[-1])) if below else ()


def _lay(state: State, move: moves.Place, rule: str, **without: Any) -> State:
    """Lay a card, and add a ruling if it completes a canoe (OG-17).

    `without` has the changed fields of the source of the card. For a card of a pile, for instance,
    it has the `stock` that is left.
    """
    cell, seat = move.laid, state.turn
    territory = lay_card(own_territory(state), cell, move.side, state.options.tribes)
    key = "ogallala.pushed" if move.side else f"ogallala.laid.{move.source}"
    rule = "OG-16" if move.side else rule
    after = state.say(rule, key, (seat,), move.proof, seat=seat, card=cell.card)
    done, finisher, sweep = state.done, state.finisher, state.sweep
    if is_complete_at(territory.rows[cell.row], cell.column):
        canoe = canoe_at(territory, cell.row, cell.column)
        assert canoe is not None
        done, finisher = (*done, (cell.row, canoe.left)), seat
        cards, strength = canoe.cards, canoe.crew.strength
        known = {"count": len(cards), "strength": strength, "cards": cards}
        after = after.say("OG-17", "ogallala.completed", seat=seat, **known)
    return replace(
        after,
        territories=replaced(state.territories, seat, territory),
        done=done,
        finisher=finisher,
        last=Event(EventKind.PLACED, seat, (cell.card,), cell=cell),
        sweep=None if sweep is None or sweep.seat == seat else sweep.minus(cell.card),
        **without,
    )


def _apply_effect(before: State, state: State, move: moves.Place) -> State:
    """Carry out the effect of a laid card that was drawn. It may end the turn (OG-3, OG-4)."""
    card, seat = move.laid.card, state.turn
    shown, why = figure(card), ""
    if shown in (LASSO, ARCHER):
        why = "ogallala.ends.special"
    elif state.finished:
        why = "ogallala.ends.canoe"
    elif own_territory(before).has_figure_of(card):
        why = "ogallala.ends.alike"
    if why:
        state = state.say("OG-3", why, seat=seat, card=card)
    state = replace(state, drawn=card, ending=bool(why))
    if shown == LASSO:
        return start_lasso(state)
    if shown == ARCHER:
        return start_archer(state)
    return settle(state)


# -- cards discarded ----------------------------------------------------------------------------


def discard(state: State, _phase: Phase, move: moves.Discard) -> State:
    """Discard a card from a pile, which ends the turn (OG-3)."""
    must_be_turn(state, move.player)
    if len(move.cards) != 1:
        refuse("OG-2", "one_card", count=len(move.cards))
    (card,) = move.cards
    stock = _take_from_stock(state, card)
    if card == MAD_AXE:
        return play_axe(replace(state, stock=stock), move.proof)
    grounds = (*state.grounds, (card,))
    return _discard_card(replace(state, stock=stock, grounds=grounds), card, move.proof)


def lay_back(state: State, _phase: Phase, move: moves.LayBack) -> State:
    """Draw the top of the hunting grounds and discard it again, which ends the turn (OG-3)."""
    must_be_turn(state, move.seat)
    raise_if(draw_objection(state))
    card, below = top_card(state), state.grounds[:-1]
    if card == MAD_AXE:
        return play_axe(replace(state, grounds=below), ())
    return _discard_card(state, card, ())


def _discard_card(state: State, card: str, proof: tuple[str, ...]) -> State:
    """End a turn in which a card came to the hunting grounds, or back to them.

    If it is a lasso thrower or an archer, it has no effect (OG-24).
    """
    seat = state.turn
    lapses = figure(card) in (LASSO, ARCHER)
    key, rule = ("ogallala.unused", "OG-24") if lapses else ("ogallala.discarded", "OG-3")
    last = Event(EventKind.DISCARDED, seat, (card,))
    state = replace(state, ending=True, last=last, drawn=card)
    return settle(state.say(rule, key, (seat,), proof, seat=seat, card=card))


def top_read(state: State, _phase: Phase, move: moves.TopRead) -> State:
    """Note which card lies on top of the hunting grounds."""
    layer = list(state.grounds[-1])
    if len(move.cards) != 1 or move.cards[0] not in layer:
        refuse("OG-31", "not_among", cards=tuple(dict.fromkeys(layer)))
    (card,) = move.cards
    layer.remove(card)
    grounds = (*state.grounds[:-1], *discard_layers(layer), (card,))
    state = replace(state, grounds=grounds, sweep=None)
    return settle(state.say("OG-31", "ogallala.top", (), move.proof, card=card))
