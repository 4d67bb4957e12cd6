"""Refusals of misplaced cards in Ogallala: they say where each card belongs."""

from __future__ import annotations

from dataclasses import dataclass

from referee.contract import Cell, Message, Value
from referee.judging import Refusal, missing_card, refuse_face_up
from referee.ogallala.rules.early import unfinished_turn
from referee.ogallala.rules.laying import territory_cell_name
from referee.ogallala.rules.taking import archer_targets
from referee.ogallala.state import phases
from referee.ogallala.state.cards import ARCHER, INDIANS, LASSO, figure
from referee.ogallala.state.state import (
    DRAWN,
    GROUNDS,
    TERRITORIES,
    EventKind,
    State,
    may_not_attack_again,
)
from referee.ogallala.table.cards_on_table import CardsOnTable, seat_of
from referee.ogallala.table.laying_orders import MOST_TOGETHER
from referee.pending import MissingCard
from referee.table import Change, Laid, Moved, Position, Taken, Zone, card_of


def seats_concerned(state: State, change: Change) -> tuple[int, ...]:
    """Return the seats that a change concerns: the player to move and the territory's owner."""
    zone = change.was.zone if isinstance(change, Taken) else change.zone
    seat = seat_of(state, zone)
    if isinstance(change, Taken) or seat in (None, state.turn):
        return (state.turn,)
    if isinstance(change, Moved) and change.zone == change.was.zone:
        return (seat,)
    return (state.turn, seat)


def allowed_zones(state: State, change: Change) -> tuple[Zone, ...]:
    """Return the zones in which a refused card may lie."""
    if not isinstance(change, Laid):
        return (change.was.zone,)
    mine = TERRITORIES[state.turn]
    match state.phase:
        case phases.Draw():
            return (mine, GROUNDS)
        case phases.Lassoed() | phases.Spoils() if change.card in state.phase.held:
            return (mine,)
        case phases.Top():
            return (GROUNDS,)
    return ()


def missing_territory_card(state: State, change: Taken) -> MissingCard:
    """Return the pending action for a card that must come back to its cell (SL-7)."""
    was, seat = change.was, seat_of(state, change.was.zone)
    if was.at is None or seat is None:
        return missing_card(change)
    place = _cell_name(state, seat, was.at)
    message = Message("ogallala.amiss.gone", {"card": was.name, "place": place, "seat": seat})
    return MissingCard(message, was.zone, seat, cards=(was.name,))


@dataclass(frozen=True)
class Stray:
    """A card that was laid or moved, in a state, with all the cards on the table."""

    state: State
    change: Laid | Moved
    on_table: CardsOnTable

    @property
    def card(self) -> str:
        """The name of the card."""
        return card_of(self.change)

    @property
    def seat(self) -> int | None:
        """The seat of the territory in which the card lies, or None."""
        return seat_of(self.state, self.change.zone)

    def refusal(
        self, rule: str, message: Message, *allowed: Zone, seats: tuple[int, ...] = ()
    ) -> Refusal:
        """Return the refusal of this card. It concerns the given seats or those of its zone."""
        seats = seats or seats_concerned(self.state, self.change)
        return Refusal(rule, message, (self.change,), seats, allowed)


def misplaced(on_table: CardsOnTable, state: State, change: Change) -> Refusal | None:
    """Return the refusal of a change that is no move, or None if there is nothing to say."""
    if isinstance(state.phase, phases.Over) or isinstance(change, Taken):
        return None
    stray, zone = Stray(state, change, on_table), change.zone
    seat = stray.seat
    if isinstance(change, Laid) and change.down:
        if zone is None or (seat is None and zone != GROUNDS):
            return None
        down = Message("ogallala.amiss.face_down", {"zone": str(zone)})
        return stray.refusal("SL-12", down, zone)
    if seat is not None and is_kept(state, change, on_table):
        message = Message("ogallala.amiss.shot_kept", {"card": stray.card})
        return stray.refusal("OG-21", message, GROUNDS, seats=(seat,))
    if stray.card in on_table.removed(state).values():
        return _astray(stray)
    if zone == GROUNDS:
        return None
    if seat is not None:
        return _in_territory(stray, seat)
    return None if _may_be_shown(stray) else _nowhere(stray)


def _astray(stray: Stray) -> Refusal:
    """Refuse a card that left its cell: cards never move (OG-16, OG-32)."""
    state, card, into = stray.state, stray.card, stray.seat
    seat, at = next(place for place, name in stray.on_table.removed(state).items() if name == card)
    params: dict[str, Value] = {"card": card, "place": _cell_name(state, seat, at), "seat": seat}
    zone = TERRITORIES[seat]
    if rule := _no_effect_rule(state, card, seat, into):
        params["special_card"] = state.last.cards[0]
        message = Message("ogallala.amiss.no_effect", params)
        seats = tuple(dict.fromkeys((state.last.seat, seat)))
        return stray.refusal(rule, message, zone, seats=seats)
    if into not in (None, seat) and may_not_attack_again(state, into):
        message = Message("ogallala.refused.attacked", {"card": card, "seat": seat})
        return stray.refusal("OG-32", message, zone)
    rule = "OG-16" if into in (None, seat, state.turn) else "OG-3"
    return stray.refusal(rule, Message("ogallala.amiss.astray", params), zone)


def _in_territory(stray: Stray, seat: int) -> Refusal | None:
    """Refuse a card that moved in its territory, or one card too many there."""
    state, change = stray.state, stray.change
    seen = stray.on_table.difference_of(state, seat)
    for away in seen.away:
        if away.to is not None and change in away.to.by:
            place, home = (_cell_name(state, seat, at) for at in (away.to.at, away.at))
            params: dict[str, Value] = {"card": away.card, "place": place, "to": home, "seat": seat}
            message = Message("ogallala.amiss.moved", params)
            return Refusal("OG-16", message, away.to.by, (seat,), (TERRITORIES[seat],))
    if not any(change in new.by for new in seen.new):
        return None
    if stray.on_table.to_sweep(state, seat):
        return _sweep_first(stray)
    if len(seen.new) > MOST_TOGETHER:
        places = tuple(_cell_name(state, seat, new.at) for new in seen.new)
        params = {"count": len(seen.new), "places": places, "seat": seat}
        by = tuple(by for new in seen.new for by in new.by)
        message = Message("ogallala.amiss.several", params)
        return Refusal("OG-60", message, by, seats_concerned(state, change))
    return None


def _sweep_first(stray: Stray) -> Refusal:
    """Refuse a card while a canoe must still go to the discards."""
    state = stray.state
    assert state.sweep is not None
    seat, going = state.sweep.seat, stray.on_table.to_sweep(state)
    places = tuple(_cell_name(state, seat, card.at) for card in going)
    params: dict[str, Value] = {"cards": tuple(card.card for card in going), "places": places}
    params["seat"] = seat
    rule = "OG-22" if state.last.what is EventKind.WRECKED else "OG-31"
    return stray.refusal(rule, Message("ogallala.amiss.sweep", params), GROUNDS)


def _may_be_shown(stray: Stray) -> bool:
    """Whether a card lies in the zone of drawn cards: it is drawn, or on its way elsewhere."""
    phase = stray.state.phase
    shown = isinstance(phase, phases.Draw) or stray.card in (*phase.held, *phase.going)
    return stray.change.zone == DRAWN and shown


def _nowhere(stray: Stray) -> Refusal:
    """Refuse a card in a place where cards mean nothing."""
    state, card, change = stray.state, stray.card, stray.change
    held = card in state.phase.held
    on_pile = change.zone is not None and change.zone.kind == "pile"
    if on_pile and isinstance(change, Laid) and not held:
        return refuse_face_up(change, (state.turn,))
    params: dict[str, Value] = {"card": card, "zone": str(change.zone), "turn_seat": state.turn}
    if isinstance(state.phase, phases.Draw):
        rule, message = "OG-2", Message("ogallala.amiss.nowhere", params)
    elif held:
        rule, message = state.phase.rule, Message("ogallala.amiss.nowhere_held", params)
    else:
        rule, message = "OG-3", unfinished_turn(state, card)
    return stray.refusal(rule, message, *allowed_zones(state, change), seats=(state.turn,))


def is_kept(state: State, change: Change, on_table: CardsOnTable) -> bool:
    """Whether a shot card lies in the territory of the player who shoots or shot it."""
    card = card_of(change)
    if isinstance(state.phase, phases.Archer):
        mine = [new.card for new in on_table.difference_of(state, state.turn).new]
        return card in _removed_targets(state, on_table) and card in mine
    last = state.last
    seat = None if isinstance(change, Taken) else seat_of(state, change.zone)
    return last.what is EventKind.SHOT and seat == last.seat and card in last.cards


def _removed_targets(state: State, on_table: CardsOnTable) -> set[str]:
    """Return the cards removed from other territories that the archer may shoot."""
    removed = on_table.removed(state).items()
    return {
        card
        for (seat, at), card in removed
        if seat != state.turn and Cell(card, *at) in archer_targets(state.territories[seat])
    }


def _no_effect_rule(state: State, card: str, home: int, into: int | None) -> str:
    """Return why a player's special, just played, does not take a card, or an empty string.

    The card was removed from the territory `home` as if the special had an effect. It now lies in
    the territory `into`, or in none.
    """
    last, over = state.last, isinstance(state.phase, phases.Draw | phases.End)
    special = figure(last.cards[0]) if last.cards else ""
    if not over or home == last.seat or into not in (None, last.seat):
        return ""
    if special not in (LASSO, ARCHER) or (special == ARCHER and card not in INDIANS):
        return ""
    if last.what is EventKind.DISCARDED:
        return "OG-24"
    if last.what is not EventKind.PLACED:
        return ""
    lassoed = state.drawn not in ("", *last.cards)
    return "OG-21" if special == ARCHER and not lassoed else "OG-20"


def _cell_name(state: State, seat: int, at: Position) -> str:
    return territory_cell_name(state.territories[seat], *at)
