"""Refusals of misplaced cards in Ogallala: they say where each card belongs."""

from __future__ import annotations

from dataclasses import dataclass

from referee.contract import Cell, Message, Value
from referee.judging import Refusal, missing_card, refuse_face_up
from referee.ogallala.rules.early import unfinished_turn
from referee.ogallala.rules.laying import territory_cell_name
from referee.ogallala.rules.specials import archer_targets
from referee.ogallala.state import phases
from referee.ogallala.state.cards import ARCHER, INDIANS, LASSO, figure
from referee.ogallala.state.state import EventKind, State
from referee.ogallala.state.zones import DRAWN, GROUNDS, TERRITORIES
from referee.ogallala.table.cards_on_table import CardsOnTable, seat_of
from referee.ogallala.table.laying_orders import MOST_TOGETHER
from referee.pending import MissingCard
from referee.table import Change, Laid, Moved, Position, Taken, Zone


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
    params: dict[str, Value] = {
        "card": was.name,
        "place": _cell_name(state, seat, was.at),
        "seat": seat,
    }
    said = Message("ogallala.amiss.gone", params)
    return MissingCard(said, was.zone, seat, cards=(was.name,))


@dataclass(frozen=True)
class Misplaced:
    """Explains why cards are misplaced, from all the cards on the table."""

    on_table: CardsOnTable

    def __call__(self, state: State, change: Change) -> Refusal | None:
        """Return the refusal of a change that is no move, or None if there is nothing to say."""
        if isinstance(state.phase, phases.Over) or isinstance(change, Taken):
            return None
        seat = seat_of(state, change.zone)
        if isinstance(change, Laid) and change.down:
            open_ = seat is not None or change.zone == GROUNDS
            return self._face_down(state, change) if open_ else None
        card = change.card if isinstance(change, Laid) else change.was.name
        if seat is not None and is_kept(state, change, self.on_table):
            said = Message("ogallala.amiss.shot_kept", {"card": card})
            return Refusal("OG-21", said, (change,), (seat,), (GROUNDS,))
        if card in self.on_table.removed(state).values():
            return self._astray(state, change, card)
        if change.zone == GROUNDS:
            return None
        if seat is not None:
            return self._in_territory(state, change, seat)
        if change.zone == DRAWN and _may_be_shown(state, card):
            return None
        return self._nowhere(state, change, card)

    def _astray(self, state: State, change: Laid | Moved, card: str) -> Refusal:
        """Return the refusal of a card that left its cell: cards never move (OG-16)."""
        home = next(place for place, name in self.on_table.removed(state).items() if name == card)
        seat, at = home
        params: dict[str, Value] = {
            "card": card,
            "place": _cell_name(state, seat, at),
            "seat": seat,
        }
        zone, into = TERRITORIES[seat], seat_of(state, change.zone)
        rule = _no_effect_rule(state, card, seat, into)
        if rule:
            params["special_card"] = state.last.cards[0]
            said = Message("ogallala.amiss.no_effect", params)
            seats = tuple(dict.fromkeys((state.last.seat, seat)))
            return Refusal(rule, said, (change,), seats, (zone,))
        said = Message("ogallala.amiss.astray", params)
        rule = "OG-16" if into in (None, seat, state.turn) else "OG-3"
        return Refusal(rule, said, (change,), seats_concerned(state, change), (zone,))

    def _in_territory(self, state: State, change: Laid | Moved, seat: int) -> Refusal | None:
        seen, going = self.on_table.difference_of(state, seat), self.on_table.to_sweep(state, seat)
        for away in seen.away:
            if away.to is not None and change in away.to.by:
                params: dict[str, Value] = {
                    "card": away.card,
                    "place": _cell_name(state, seat, away.to.at),
                    "to": _cell_name(state, seat, away.at),
                    "seat": seat,
                }
                said = Message("ogallala.amiss.moved", params)
                return Refusal("OG-16", said, away.to.by, (seat,), (TERRITORIES[seat],))
        if not any(change in one.by for one in seen.new):
            return None
        if going:
            return self._sweep_first(state, change, seats_concerned(state, change))
        if len(seen.new) > MOST_TOGETHER:
            params = {
                "count": len(seen.new),
                "places": tuple(_cell_name(state, seat, one.at) for one in seen.new),
                "seat": seat,
            }
            said = Message("ogallala.amiss.several", params)
            by = tuple(by for one in seen.new for by in one.by)
            return Refusal("OG-60", said, by, seats_concerned(state, change))
        return None

    def _sweep_first(
        self, state: State, change: Laid | Moved, seats: tuple[int, ...]
    ) -> Refusal | None:
        """Return the refusal of a card while a canoe must still go to the discards."""
        if state.sweep is None:
            return None
        seat, going = state.sweep.seat, self.on_table.to_sweep(state)
        params: dict[str, Value] = {
            "cards": tuple(one.card for one in going),
            "places": tuple(_cell_name(state, seat, one.at) for one in going),
            "seat": seat,
        }
        rule = "OG-22" if state.last.what is EventKind.WRECKED else "OG-31"
        return Refusal(rule, Message("ogallala.amiss.sweep", params), (change,), seats, (GROUNDS,))

    def _nowhere(self, state: State, change: Laid | Moved, card: str) -> Refusal:
        """Return the refusal of a card in a place where cards mean nothing."""
        on_pile = change.zone is not None and change.zone.kind == "pile"
        if on_pile and isinstance(change, Laid) and card not in state.phase.held:
            return refuse_face_up(change, (state.turn,))
        params: dict[str, Value] = {
            "card": card,
            "zone": str(change.zone),
            "turn_seat": state.turn,
        }
        if isinstance(state.phase, phases.Draw):
            rule, said = "OG-2", Message("ogallala.amiss.nowhere", params)
        elif card in state.phase.held:
            rule, said = "OG-31", Message("ogallala.amiss.nowhere_held", params)
        else:
            rule, said = "OG-3", unfinished_turn(state, card)
        return Refusal(rule, said, (change,), (state.turn,), allowed_zones(state, change))

    @staticmethod
    def _face_down(state: State, change: Laid) -> Refusal:
        said = Message("ogallala.amiss.face_down", {"zone": str(change.zone)})
        assert change.zone is not None
        return Refusal("SL-12", said, (change,), seats_concerned(state, change), (change.zone,))


def is_kept(state: State, change: Change, on_table: CardsOnTable) -> bool:
    """Whether a shot card lies in the territory of the player who shoots or shot it."""
    card = change.card if isinstance(change, Laid) else change.was.name
    if isinstance(state.phase, phases.Archer):
        mine = on_table.difference_of(state, state.turn).new
        return card in _removed_targets(state, on_table) and any(one.card == card for one in mine)
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
    drawn = state.latest[last.seat][-1:] if state.latest else ()
    lassoed = any(one.card not in last.cards for one in drawn)
    return "OG-21" if special == ARCHER and not lassoed else "OG-20"


def _cell_name(state: State, seat: int, at: Position) -> str:
    return territory_cell_name(state.territories[seat], *at)


def _may_be_shown(state: State, card: str) -> bool:
    """Whether a card may lie in the zone of drawn cards: it is drawn, or on its way elsewhere."""
    phase = state.phase
    return isinstance(phase, phases.Draw) or card in phase.held or card in phase.going
