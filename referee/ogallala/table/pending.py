"""The actions pending in each phase: draw, lay, take or discard cards, or show the top card.

A card is unknown until it is read in its place. So an action to lay a card has all the legal cells
of all cards that may come. They are computed once for each territory and cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from referee.contract import AskPlace, Cell, Message, Places
from referee.ogallala.rules.ending import attackable_canoes
from referee.ogallala.rules.placing import legal_cells_by_card
from referee.ogallala.rules.taking import archer_targets, lasso_targets
from referee.ogallala.state import phases
from referee.ogallala.state.cards import COUNTS
from referee.ogallala.state.moves import offer
from referee.ogallala.state.phases import Phase
from referee.ogallala.state.rows import Canoe
from referee.ogallala.state.state import (
    GROUNDS,
    PILES,
    TERRITORIES,
    EventKind,
    State,
    attacking_canoe,
    drawable_card,
    opponents,
    own_territory,
    top_card,
)
from referee.ogallala.state.territory import Territory, cells, complete_canoes
from referee.pending import Draw, Lay, PendingAction, Take, draw
from referee.table import Position, Zone

_LAID = {  # The key of the offer, and the rule, for each source of a card.
    "pile": ("pile", "OG-2"),
    "grounds": ("grounds", "OG-1"),
    "lasso": ("lasso_card", "OG-20"),
    "spoils": ("spoils", "OG-31"),
}


@lru_cache
def _of_seat(key: str, seat: int) -> Message:
    return Message(key, {"seat": seat})


# -- cards laid ----------------------------------------------------------------------------------


def card_to_draw(state: State, _phase: Phase) -> tuple[PendingAction, ...]:
    """Return the draw, and the ways to lay or discard the card of a pile (OG-1, OG-2).

    The top of the hunting grounds may be taken instead.
    """
    seat, there = state.turn, drawable_card(state)
    if not state.stock:
        says = Message("ogallala.want.grounds", {"seat": seat, "cards": (there,)})
        return (_card_to_lay(state, says, (there,), "grounds", (there,)),)
    says = _of_seat("ogallala.focus.draw", seat)
    if there:
        says = Message("ogallala.want.draw", {"seat": seat, "cards": (there,)})
    lays = _card_to_lay(state, says, tuple(state.stock), "pile")
    takes = _lay(state, says, (there,), "grounds", instead=True) if there else None
    fixed: dict[str, Any] = {"given": {"player": seat}, "says": {"effect": "turn_ends"}}
    upon = (says, GROUNDS, seat, state.stock)
    discards = offer.by_hand(Lay, "discard", "OG-3", *upon, instead=True, **fixed)
    return (*_draws(seat), lays, *((takes,) if takes else ()), discards)


@lru_cache
def _draws(seat: int) -> tuple[Draw, ...]:
    """Return the draw of a seat, from any of the piles."""
    return tuple(draw(pile, seat) for pile in PILES)


def held_cards(state: State, phase: phases.Lassoed | phases.Spoils) -> tuple[PendingAction, ...]:
    """Return the cards that were captured or taken by the lasso, to be laid (OG-20, OG-31)."""
    held = phase.held
    says = Message("ogallala.want.held", {"seat": state.turn, "cards": held})
    return (_card_to_lay(state, says, tuple(dict.fromkeys(held)), phase.source, held),)


def _card_to_lay(
    state: State, says: Message, possible: tuple[str, ...], source: str, named: tuple[str, ...] = ()
) -> PendingAction:
    """Return one of the `possible` cards, to be laid by the player to move.

    If each of them fits only where others move aside (OG-16), it has no cells.
    """
    lay = _lay(state, says, possible, source, named)
    if lay is not None:
        return lay
    zone, count = TERRITORIES[state.turn], len(named) or 1
    return PendingAction(says, zone, state.turn, count=count, cards=named, rule=_LAID[source][1])


def _lay(
    state: State,
    says: Message,
    possible: tuple[str, ...],
    source: str,
    named: tuple[str, ...] = (),
    instead: bool = False,
) -> Lay | None:
    """Return the action that lays one of the `possible` cards, or None if none of them fits."""
    seat, (key, rule) = state.turn, _LAID[source]
    ask = _cells_to_lay(seat, own_territory(state), possible, state.options.tribes)
    if not ask.places:
        return None
    given, count = {"player": seat, "source": source}, len(named) or 1
    fixed: dict[str, Any] = {"key": key, "count": count, "cards": named, "instead": instead}
    at = (says, TERRITORIES[seat], seat, ask)
    return offer.by_hand(Lay, "place", rule, *at, given=given, **fixed)


@lru_cache(maxsize=256)
def _cells_to_lay(seat: int, mine: Territory, cards: tuple[str, ...], tribes: bool) -> AskPlace:
    where: Places = legal_cells_by_card(mine, cards, tribes)
    return AskPlace("laid", str(TERRITORIES[seat]), cells(mine), where)


# -- cards taken ---------------------------------------------------------------------------------


def card_to_lasso(state: State, _phase: Phase) -> tuple[Take, ...]:
    """Return the cards that the lasso may take, for each opponent (OG-20)."""
    mine, tribes, prompt = own_territory(state), state.options.tribes, "ogallala.focus.lasso"
    aimed = [(seat, lasso_targets(mine, theirs, tribes)) for seat, theirs in _others(state)]
    return _takes(state, "lasso", "OG-20", prompt, aimed)


def card_to_shoot(state: State, _phase: Phase) -> tuple[Take, ...]:
    """Return the Indians that the archer may shoot, for each opponent (OG-21)."""
    aimed = [(seat, archer_targets(theirs)) for seat, theirs in _others(state)]
    return _takes(state, "shoot", "OG-21", "ogallala.focus.archer", aimed, into=GROUNDS)


def canoe_to_give_up(state: State, _phase: Phase) -> tuple[Take, ...]:
    """Return the action that gives one of the player's complete canoes to Mad Axe (OG-22)."""
    mine = _cells_of(complete_canoes(own_territory(state)))
    return _takes(state, "wreck", "OG-22", "ogallala.want.wreck", [(state.turn, mine)])


def canoe_to_attack(state: State, _phase: Phase) -> tuple[Take, ...]:
    """Return the weaker canoes, for each opponent (OG-30)."""
    aimed = [(seat, _cells_of(attackable_canoes(state, seat))) for seat in opponents(state)]
    effect = Message("ogallala.effect.attack", {"strength": attacking_canoe(state).crew.strength})
    takes = _takes(state, "attack", "OG-30", "ogallala.want.attack", aimed)
    return tuple(replace(take, shown=replace(take.shown, effect=effect)) for take in takes)


def _others(state: State) -> Iterator[tuple[int, Territory]]:
    return ((seat, state.territories[seat]) for seat in opponents(state))


def _cells_of(canoes: Iterable[tuple[int, Canoe]]) -> tuple[Cell, ...]:
    return tuple(Cell(card, row, at) for row, canoe in canoes for at, card in canoe.cells())


def _takes(
    state: State,
    move: str,
    rule: str,
    prompt: str,
    aimed: Iterable[tuple[int, tuple[Cell, ...]]],
    into: Zone | None = None,
) -> tuple[Take, ...]:
    """Return a card to be taken out of a territory, for each seat with the cards aimed at."""
    results, player = list[Take](), state.turn
    for seat, takable in aimed:
        zone, where = TERRITORIES[seat], dict[str, tuple[Position, ...]]()
        for cell in takable:
            where[cell.card] = (*where.get(cell.card, ()), (cell.row, cell.column))
        ask = AskPlace("taken", str(zone), cells(state.territories[seat]), where, leaves=True)
        target, says = ({}, {}) if seat == player else ({"target": seat}, {"target_seat": seat})
        fixed: dict[str, Any] = {"given": {"player": player, **target}, "into": into}
        fixed["says"] = {"effect": move, **says}
        at = (_of_seat(prompt, player), zone, player, ask)
        results += [offer.by_hand(Take, move, rule, *at, **fixed)] if takable else []
    return tuple(results)


# -- the hunting grounds -------------------------------------------------------------------------


def top_to_show(state: State, _phase: Phase) -> tuple[PendingAction, ...]:
    """Return the action that shows the top card of several cards discarded together (OG-31)."""
    swept = () if state.sweep is None else state.sweep.cells
    return (top_to_show_after(state, tuple(cell.card for cell in swept)),)


def top_to_show_after(state: State, left: tuple[str, ...]) -> Lay:
    """Return the action that shows the top card. The cards `left` must leave their cells first."""
    says = _of_seat("ogallala.focus.top", state.turn)
    if left:
        says = Message("ogallala.want.sweep", {"seat": state.turn, "cards": left})
    layer = state.grounds[-1]
    possible = {card: layer.count(card) for card in COUNTS if card in layer}
    at = (says, GROUNDS, state.turn, possible)
    return offer.by_hand(Lay, "top_read", "OG-31", *at, sweeps=True)


def top_to_lay(state: State) -> PendingAction:
    """Return the top of the hunting grounds, which somebody took: to be laid, or put back."""
    card, seat = top_card(state), _forgetful_seat(state)
    if seat is not None:
        says = Message("ogallala.want.discarded", {"seat": seat, "card": card})
        return PendingAction(says, GROUNDS, seat, cards=(card,))
    seat = state.turn
    says = Message("ogallala.want.top_taken", {"seat": seat, "cards": (card,)})
    return PendingAction(says, TERRITORIES[seat], seat, cards=(card,))


def _forgetful_seat(state: State) -> int | None:
    """Return the seat that still has to put the top card on the hunting grounds (SL-11).

    This is the seat that made the last move, if its move took that card out of a canoe. Otherwise
    the result is None.
    """
    last, there = state.last, top_card(state)
    swept = state.sweep is not None and any(cell.card == there for cell in state.sweep.cells)
    took = last.what in (EventKind.SHOT, EventKind.CAPTURED) and there in last.cards
    return last.seat if swept or took else None
