"""The acts of hands at the virtual table: they deal, move cards, and carry out duties."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import dist

from firmware.virtual.duties import short_of
from firmware.virtual.duty import Duty, PutBack, TakeBack
from firmware.virtual.placement import MIDDLE, TALON, Spot, next_spot, snap
from firmware.virtual.reasons import due_instead
from firmware.virtual.situation import Situation
from firmware.virtual.state import is_pile
from referee.asks import AskPlace
from referee.contract import IllegalMove, Message
from referee.pending import (
    Clear,
    ClearAway,
    Draw,
    Lay,
    LayDown,
    PendingAction,
    Return,
    Take,
    TurnUp,
)
from referee.reports import virtual_acts
from referee.reports.tabletop import PILE, Placed
from referee.reports.virtual_acts import VirtualAct
from referee.table import ANYWHERE, Zone


class Acts:
    """Does acts in a situation, by changing its state. Cards have the size `card_mm`."""

    def __init__(self, now: Situation, card_mm: tuple[float, float], chance: random.Random) -> None:
        self._situation, self._state = now, now.state
        self._card_mm, self._chance = card_mm, chance

    @property
    def _now(self) -> Situation:
        """The situation after all that was done so far."""
        return replace(self._situation)

    def do(self, act: VirtualAct, *, follows: bool = False) -> None:
        """Do an act. Raise `LookupError` or `IllegalMove` if it is not possible.

        One that `follows` from a move waits for no card that is still unread.
        """
        state, chance = self._state, self._chance
        match act:
            case virtual_acts.Place():
                self._place(act)
            case virtual_acts.Take(card):
                self._put_away(card)
            case virtual_acts.Hold(card, seat, lay):
                if not 0 <= seat < len(state.hands):
                    raise LookupError(seat)
                if lay is not None:
                    self._check_held(card, seat, lay)
                self._hold(card, seat)
            case virtual_acts.PutBack(card):
                state.put_back(card, chance)
            case virtual_acts.Show(card, zone, at, face_up):
                if face_up is not False and not follows:
                    self._check_read(card, zone)
                self._show(card, zone, at, face_up)
            case virtual_acts.Tap(card, sure):
                self._tap(card, sure)
            case virtual_acts.CarryOut(id_, cards):
                self._carry_out(self._duty(id_), cards)
            case virtual_acts.Recall():
                state.recall()
            case virtual_acts.Along(zone, columns):
                self._shift_grid(zone, columns)
            case virtual_acts.Deal(again):
                self._deal(again)
            case virtual_acts.Lay(name, face_up):
                state.put(state.pile.take_named(name), self._next_spot(MIDDLE), face_up)
            case virtual_acts.Clear():
                state.clear(chance)

    # -- duties -----------------------------------------------------------------------------

    def _duty(self, id_: str) -> Duty:
        for duty in self._now.duties:
            if duty.id == id_:
                return duty
        raise LookupError(id_)

    def _tap(self, card: str, sure: bool) -> None:
        """Carry out the only duty that a card or pile can do now."""
        duties = [duty for duty in self._now.duties if duty.is_open and card in duty.cards]
        lying = self._now.on_mat(card)
        if len(duties) == 1:
            if not sure:
                self._ask_about(duties[0].action, card)
            self._carry_out(duties[0], (card,))
        elif not duties and lying is not None:
            self._take_back(lying)
        elif not duties:
            raise IllegalMove("table", due_instead(self._now))

    def _ask_about(self, action: PendingAction, card: str) -> None:
        """Raise `Unsure` if the hand has a card that must be laid instead of this one."""
        state, hand = self._state, self._state.holder(card)
        if isinstance(action, Lay) and hand is not None:
            honest = action.honest_cards([state.pile.faces[held] for held in state.hands[hand]])
            if state.pile.faces[card] not in honest:
                first = tuple(dict.fromkeys(face for face in honest if face in action.first))
                message = Message("table.virtual.first", {"cards": first})
                raise virtual_acts.Unsure(action.rule, message)

    def _take_back(self, lying: Placed) -> None:
        """Take a card that means nothing in its place back into the hand that it came from."""
        now, hand = self._now, self._state.came.get(lying.id)
        zone = now.zone_of(lying) or Zone(MIDDLE)
        if hand is None or lying not in now.standing.extra or now.brief.pending_anywhere:
            return
        laying = [now.brief.hand_of(lay.seat) for lay in now.brief.lays if lay.zone == zone]
        others = laying and not {None, hand} & {*laying} and now.layout.pile(zone) is not None
        opens = now.brief.open_zones(lying.card, hand, (str(zone),)) or now.grids.may_lie(lying)
        if not others and not (lying.face_up and opens and not now.is_stale(lying)):
            self._hold(lying.id, hand)

    def _carry_out(self, duty: Duty, chosen: Sequence[str]) -> None:
        """Do a duty as hands would. Only if people choose, they must have `chosen` cards."""
        if not duty.is_open:
            raise IllegalMove("table", due_instead(self._now))
        if not {*chosen} <= {*duty.cards}:
            raise LookupError(chosen)
        if duty.chooses and not chosen:
            raise IllegalMove("table", Message("table.virtual.choose"))
        cards = [*(chosen if duty.chooses else duty.cards)]
        if cards == [PILE]:
            cards *= duty.count if not chosen or isinstance(duty.action, TurnUp) else 1
        for card in cards:
            self._do_duty(duty, card)

    def _do_duty(self, duty: Duty, card: str) -> None:
        action, state = duty.action, self._state
        match action:
            case Draw() | TakeBack() | Return(into=None) | Take(into=None) if duty.hand is not None:
                self._hold(card, duty.hand)
            case TurnUp(zone=zone, source=source) if zone == source:
                lying = self._now.on_mat(card)
                assert lying is not None
                state.lift(card)
                state.put(card, (lying.x_mm, lying.y_mm, lying.turn_deg))
            case Return(into=Zone() as into):
                self._onto(into, card)
            case Take(into=Zone() as into):
                self._show(card, str(into))
            case Clear() | ClearAway():
                self._clear(card)
            case PutBack():
                state.put_back(card, self._chance)
            case LayDown(zone=zone):
                self._show(card, str(zone), face_up=False)
            case _:
                self._lay(duty, card)

    def _lay(self, duty: Duty, card: str) -> None:
        """Lay a card as an action says. A card with several cells is taken up first."""
        action, hand, state, zone = duty.action, duty.hand, self._state, duty.action.zone
        if zone == ANYWHERE:
            holder = state.holder(card)
            spot = self._next_spot(MIDDLE if holder is None else f"seat:{holder}")
            state.put(self._pick(card), spot)
            return
        in_cell = isinstance(action, Lay) and isinstance(action.ask, AskPlace) and not action.at
        if in_cell and len(self._now.grids.open_cells(state.pile.faces[card])) != 1:
            if hand is None or state.holder(card) == hand:
                raise IllegalMove("table", Message("table.virtual.choose"))
            self._hold(card, hand)
            return
        if self._now.layout.pile(zone) is not None:
            self._sweep_onto(duty, card)
        self._show(card, str(zone), next(iter(action.at), None))

    def _sweep_onto(self, duty: Duty, last: str) -> None:
        """Lay all cards to clear onto a pile, except the `last` card, which will be the top."""
        to_clear = {lying.id: None for lying in self._now.to_clear}
        for card in to_clear | dict.fromkeys(duty.cards if duty.sweeps else ()):
            if card != last:
                self._show(card, str(duty.action.zone))

    def _clear(self, card: str) -> None:
        """Take a card away: back into the hand that lacks it, onto its pile, or off the table."""
        lying, state, now = self._now.on_mat(card), self._state, self._now
        if lying is None:
            raise LookupError(card)
        hand = state.came.get(card)
        draws = [action for action in now.brief.actions if isinstance(action, Draw)]
        if any(now.zone_of(lying) == draw.zone and draw.seat == hand for draw in draws):
            state.put_back(card, self._chance)
        elif hand is not None and now.is_lacking(lying):
            self._hold(card, hand)
        else:
            state.discard(card)

    def _onto(self, zone: Zone, card: str) -> None:
        """Put a card onto a pile: into the draw pile, or face up onto a pile on the mat."""
        pile = self._now.layout.pile(zone)
        if pile is not None and (pile.top or pile.under):
            self._show(card, str(zone))
        else:
            self._state.put_back(card, self._chance)

    # -- cards ------------------------------------------------------------------------------

    def _hold(self, card: str, seat: int) -> None:
        """Put a card into a hand. A used-up pile is shuffled before somebody draws from it."""
        if is_pile(card):
            self._gather_used_up()
            if not short_of(self._now, seat):  # Else it is no draw: it fills the hand up.
                self._state.note_drawn(self._now.brief.seq, seat)
        self._state.give(card, seat, self._chance)
        self._show_cells(seat)

    def _gather_used_up(self) -> None:
        """If the pile has run out, put the used cards on the mat with the discards."""
        if not self._state.pile.draw:
            for lying in [*self._now.used_up()]:
                self._state.discard(lying.id)

    def _put_away(self, card: str) -> None:
        """Lay a held card on the match's discard pile if it may go there, or put a card away."""
        holder, now = self._state.holder(card), self._now
        piles = [str(pile.zone) for pile in now.layout.piles if str(pile.zone) in now.spread.zones]
        drawn_from = {str(action.source) for action in now.brief.draws}
        there = [zone for zone in piles if holder is not None and zone not in drawn_from]
        opens = now.brief.open_zones(self._state.pile.faces[card], holder, there)
        if opens:
            self._show(card, opens[0])
        else:
            self._state.discard(card)

    def _check_held(self, card: str, seat: int, lay: Spot) -> None:
        """Lay a dragged card back; raise `IllegalMove` if it may not go into a hand.

        A card that the match has counted may go there only if that is a duty.
        """
        lying = self._now.on_mat(card)
        if lying is None:
            return
        self._state.lift(card)
        self._state.put(card, lay, lying.face_up)
        now = self._now
        stays = card in now.standing.known or self._state.placed[-1] not in now.standing.extra
        does = [duty for duty in now.duties if card in duty.cards and duty.hand in (None, seat)]
        if stays and not does:
            raise IllegalMove("table", Message("table.virtual.no_hand"))

    def _place(self, act: virtual_acts.Place) -> None:
        point, face_up = (act.x_mm, act.y_mm), act.face_up
        if face_up is not False:
            grids = (zone for zone, _, _ in self._now.grids.cells_at(*point))
            for zone in (self._now.spread.zone_of(*point), *grids):
                self._check_read(act.id, zone)
        if face_up is None:
            face_up = self._reads(act)
        card_id = self._pick(act.id)
        width, height = self._now.spread.size_mm
        x_mm, y_mm = min(max(act.x_mm, 0.0), width), min(max(act.y_mm, 0.0), height)
        at = x_mm, y_mm, act.turn_deg % 360.0
        self._move(self._now.grids.cards_to_push(self._state.pile.faces[card_id], at))
        self._state.put(card_id, self._snapped(at), face_up)

    def _pick(self, card: str) -> str:
        """Pick up a card, or the top card of a pile, and return its id."""
        if is_pile(card):
            self._gather_used_up()
        return self._state.pick(card, self._chance)

    def _reads(self, act: virtual_acts.Place) -> bool:
        """Whether a card of a hand has a meaning if it is dropped face up there."""
        state, where = self._state, self._now.spread.zone_of(act.x_mm, act.y_mm)
        holder, zone = state.holder(act.id), None if where is None else Zone.parse(where)
        here = [action for action in self._now.brief.waits if action.zone.covers(zone)]
        if here:
            return not any(isinstance(action, LayDown) for action in here)
        if where is None or holder is None:
            return False
        card = state.pile.faces[act.id]
        opens = self._now.brief.open_zones(card, holder, (where,))
        return bool(opens) or where in self._now.grids.open_grids(card)

    def _show(
        self,
        card: str,
        zone: str,
        at: tuple[int, int] | None = None,
        face_up: bool | None = None,
    ) -> None:
        """Lay a card in a zone next to the others, or in a cell of a grid."""
        now = self._now
        if now.grids.has(zone):
            spot = self._make_room(card, zone, at)
        elif zone in now.spread.zones:
            spot = self._next_spot(zone)
        else:
            raise LookupError(zone)
        self._check_covered(zone, spot)
        up = not now.hides(Zone.parse(zone)) if face_up is None else face_up
        self._state.put(self._pick(card), spot, up)

    def _check_covered(self, zone: str, spot: Spot) -> None:
        """Refuse to cover a new card that the camera may not have seen yet."""
        now, near_mm = self._now, min(self._card_mm) / 2
        if now.is_read():
            return
        for lying in now.new_in(Zone.parse(zone)):
            if dist((lying.x_mm, lying.y_mm), spot[:2]) < near_mm:
                raise IllegalMove("table", now.why_unread(Zone.parse(zone)))

    def _check_read(self, card: str, named: str | None) -> None:
        """Refuse a held card while another one of its hand lies unread where no more are due.

        That one may change what the next one means. Refuse a card, too, if others must lay one in
        this zone: the camera would take it for theirs. No old card may be laid before a deal.
        """
        hand, now = self._state.holder(card), self._now
        if hand is not None and now.must_deal:
            raise IllegalMove("table", due_instead(now))
        if hand is None or named is None or now.brief.pending_anywhere is not None:
            return
        here = [duty.hand for duty in now.laying if duty.action.zone == Zone.parse(named)]
        if here and not {None, hand} & {*here}:
            raise IllegalMove("table", due_instead(now))
        for zone in now.unread_of(hand):
            raise IllegalMove("table", now.why_unread(zone))

    def _shift_grid(self, zone: str, columns: int) -> None:
        grids = self._now.grids
        if zone not in grids.floating_grids():
            raise LookupError(zone)
        left, right = grids.free_columns(zone)
        if not -left <= columns <= right:
            raise IllegalMove("table", Message("table.virtual.mat_ends"))
        self._move({card.id: columns for card, _, _ in grids.cards_in(zone)})

    def _deal(self, again: bool) -> None:
        brief = self._now.brief
        if brief.deal is None or not (again or self._now.must_deal):
            raise IllegalMove("table", Message("table.virtual.dealt"))
        for card in self._state.deal(brief.deal, brief.layout.set_aside, self._chance):
            where = TALON if TALON in self._now.spread.zones else MIDDLE
            self._state.put(card, self._next_spot(where), face_up=False)

    # -- within -----------------------------------------------------------------------------

    def _show_cells(self, hand: int) -> None:
        """Shift all cards of a grid so that each cell for a card of a hand is on the mat."""
        grids = self._now.grids
        for zone in grids.floating_grids():
            for held in self._state.hands[hand]:
                by = grids.shift_for(zone, self._state.pile.faces[held])
                self._move({card.id: by for card, _, _ in grids.cards_in(zone) if by})

    def _move(self, cards: Mapping[str, int]) -> None:
        """Move each card along the row of its grid, by its number of columns."""
        for card, at in self._now.grids.shifted_spots(cards, self._chance).items():
            self._state.lift(card)
            self._state.put(card, at)

    def _make_room(self, card_id: str, zone: str, at: tuple[int, int] | None) -> Spot:
        """Move other cards so that a card fits into a grid; return its spot, or raise
        `IllegalMove`.
        """
        grids, card = self._now.grids, self._state.pile.faces[card_id]
        placement = grids.placement(zone, card, at)
        if placement is None:
            raise IllegalMove("table", Message("table.virtual.fits_nowhere"))
        self._move(placement.pushes)
        return grids.cell_spot(zone, placement.row, placement.column, self._chance)

    def _snapped(self, at: Spot) -> Spot:
        """Return a spot snapped to a grid cell or a face-up pile."""
        piles = {str(pile.zone) for pile in self._now.brief.layout.piles if pile.top}
        return snap(self._now.spread, at, piles, self._chance)

    def _next_spot(self, zone: str) -> Spot:
        now = self._now
        return next_spot(now.spread, self._card_mm, now.state.placed, zone, self._chance)
