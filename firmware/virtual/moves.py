"""What hands do with single cards at the virtual table: deal, hold, lay and show them.

Nothing here asks for a duty. Only a card that nobody may touch, or that is unread, is refused.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from math import dist

from firmware.virtual.duties import short_of
from firmware.virtual.placement import MIDDLE, TALON, Spot, next_spot, snap
from firmware.virtual.reasons import due_instead
from firmware.virtual.situation import Situation
from firmware.virtual.state import is_pile
from referee.contract import IllegalMove, Message
from referee.pending import LayDown
from referee.reports import virtual_acts
from referee.table import Zone


class Moves:
    """Moves cards in a situation, by changing its state. Cards have the size `card_mm`."""

    def __init__(self, now: Situation, card_mm: tuple[float, float], chance: random.Random) -> None:
        self._situation, self.state = now, now.state
        self._card_mm, self.chance = card_mm, chance

    @property
    def now(self) -> Situation:
        """The situation after all that was done so far."""
        return replace(self._situation)  # A copy has none of the old cached properties.

    def hold(self, card: str, seat: int) -> None:
        """Put a card into a hand. A used-up pile is shuffled before somebody draws from it."""
        if is_pile(card):
            self._gather_used_up()
            if not short_of(self.now, seat):  # Else it is no draw: it fills the hand up.
                self.state.note_drawn(self.now.brief.seq, seat)
        self.state.give(card, seat, self.chance)
        self._show_cells(seat)

    def _gather_used_up(self) -> None:
        """If the pile has run out, put the used cards on the mat with the discards."""
        if not self.state.pile.draw:
            for lying in [*self.now.used_up()]:
                self.state.discard(lying.id)

    def put_away(self, card: str) -> None:
        """Lay a held card on the match's discard pile if it may go there, or put a card away."""
        holder, now = self.state.holder(card), self.now
        piles = [str(pile.zone) for pile in now.layout.piles if str(pile.zone) in now.spread.zones]
        drawn_from = {str(action.source) for action in now.brief.draws}
        there = [zone for zone in piles if holder is not None and zone not in drawn_from]
        opens = now.brief.open_zones(self.state.pile.faces[card], holder, there)
        if opens:
            self.show(card, opens[0])
        else:
            self.state.discard(card)

    def check_held(self, card: str, seat: int, lay: Spot) -> None:
        """Lay a dragged card back; raise `IllegalMove` if it may not go into a hand.

        A card that the match has counted may go there only if that is a duty.
        """
        lying = self.now.on_mat(card)
        if lying is None:
            return
        self.state.lift(card)
        self.state.put(card, lay, lying.face_up)
        now = self.now
        stays = card in now.standing.known or self.state.placed[-1] not in now.standing.extra
        does = [duty for duty in now.duties if card in duty.cards and duty.hand in (None, seat)]
        if stays and not does:
            raise IllegalMove("table", Message("table.virtual.no_hand"))

    def place(self, act: virtual_acts.Place) -> None:
        """Lay a card at a point, in the middle of the cell or the pile that is there."""
        point, face_up = (act.x_mm, act.y_mm), act.face_up
        if face_up is not False:
            grids = (zone for zone, _, _ in self.now.grids.cells_at(*point))
            for zone in (self.now.spread.zone_of(*point), *grids):
                self.check_read(act.id, zone)
        if face_up is None:
            face_up = self._reads(act)
        card_id = self.pick(act.id)
        width, height = self.now.spread.size_mm
        x_mm, y_mm = min(max(act.x_mm, 0.0), width), min(max(act.y_mm, 0.0), height)
        at = x_mm, y_mm, act.turn_deg % 360.0
        self._move(self.now.grids.cards_to_push(self.state.pile.faces[card_id], at))
        self.state.put(card_id, self._snapped(at), face_up)

    def pick(self, card: str) -> str:
        """Pick up a card, or the top card of a pile, and return its id."""
        if is_pile(card):
            self._gather_used_up()
        return self.state.pick(card, self.chance)

    def _reads(self, act: virtual_acts.Place) -> bool:
        """Whether a card of a hand has a meaning if it is dropped face up there."""
        state, where = self.state, self.now.spread.zone_of(act.x_mm, act.y_mm)
        holder, zone = state.holder(act.id), None if where is None else Zone.parse(where)
        here = [action for action in self.now.brief.waits if action.zone.covers(zone)]
        if here:
            return not any(isinstance(action, LayDown) for action in here)
        if where is None or holder is None:
            return False
        card = state.pile.faces[act.id]
        opens = self.now.brief.open_zones(card, holder, (where,))
        return bool(opens) or where in self.now.grids.open_grids(card)

    def show(
        self,
        card: str,
        zone: str,
        at: tuple[int, int] | None = None,
        face_up: bool | None = None,
    ) -> None:
        """Lay a card in a zone next to the others, or in a cell of a grid."""
        now = self.now
        if now.grids.has(zone):
            spot = self._make_room(card, zone, at)
        elif zone in now.spread.zones:
            spot = self.next_spot(zone)
        else:
            raise LookupError(zone)
        self._check_covered(zone, spot)
        up = not now.hides(Zone.parse(zone)) if face_up is None else face_up
        self.state.put(self.pick(card), spot, up)

    def _check_covered(self, zone: str, spot: Spot) -> None:
        """Refuse to cover a new card that the camera may not have seen yet."""
        now, near_mm = self.now, min(self._card_mm) / 2
        if now.is_read():
            return
        for lying in now.new_in(Zone.parse(zone)):
            if dist((lying.x_mm, lying.y_mm), spot[:2]) < near_mm:
                raise IllegalMove("table", now.why_unread(Zone.parse(zone)))

    def check_read(self, card: str, named: str | None) -> None:
        """Refuse a held card while another one of its hand lies unread where no more are due.

        That one may change what the next one means. Refuse a card, too, if others must lay one in
        this zone: the camera would take it for theirs. No old card may be laid before a deal.
        """
        hand, now = self.state.holder(card), self.now
        if hand is not None and now.must_deal:
            raise IllegalMove("table", due_instead(now))
        if hand is None or named is None or now.brief.pending_anywhere is not None:
            return
        here = [duty.hand for duty in now.laying if duty.action.zone == Zone.parse(named)]
        if here and not {None, hand} & {*here}:
            raise IllegalMove("table", due_instead(now))
        for zone in now.unread_of(hand):
            raise IllegalMove("table", now.why_unread(zone))

    def shift_grid(self, zone: str, columns: int) -> None:
        """Shift all cards of a grid; raise `LookupError` if it does not float."""
        grids = self.now.grids
        if zone not in grids.floating_grids():
            raise LookupError(zone)
        left, right = grids.free_columns(zone)
        if not -left <= columns <= right:
            raise IllegalMove("table", Message("table.virtual.mat_ends"))
        self._move({card.id: columns for card, _, _ in grids.cards_in(zone)})

    def deal(self, again: bool) -> None:
        """Deal as the match wants, and only once, but if somebody says `again`."""
        brief = self.now.brief
        if brief.deal is None or not (again or self.now.must_deal):
            raise IllegalMove("table", Message("table.virtual.dealt"))
        for card in self.state.deal(brief.deal, brief.layout.set_aside, self.chance):
            where = TALON if TALON in self.now.spread.zones else MIDDLE
            self.state.put(card, self.next_spot(where), face_up=False)

    # -- within -----------------------------------------------------------------------------

    def _show_cells(self, hand: int) -> None:
        """Shift all cards of a grid so that each cell for a card of a hand is on the mat."""
        grids = self.now.grids
        for zone in grids.floating_grids():
            for held in self.state.hands[hand]:
                by = grids.shift_for(zone, self.state.pile.faces[held])
                self._move({card.id: by for card, _, _ in grids.cards_in(zone) if by})

    def _move(self, cards: Mapping[str, int]) -> None:
        """Move each card along the row of its grid, by its number of columns."""
        for card, at in self.now.grids.shifted_spots(cards, self.chance).items():
            self.state.lift(card)
            self.state.put(card, at)

    def _make_room(self, card_id: str, zone: str, at: tuple[int, int] | None) -> Spot:
        """Move other cards so that a card fits into a grid; return its spot, or raise
        `IllegalMove`.
        """
        grids, card = self.now.grids, self.state.pile.faces[card_id]
        placement = grids.placement(zone, card, at)
        if placement is None:
            raise IllegalMove("table", Message("table.virtual.fits_nowhere"))
        self._move(placement.pushes)
        return grids.cell_spot(zone, placement.row, placement.column, self.chance)

    def _snapped(self, at: Spot) -> Spot:
        """Return a spot snapped to a grid cell or a face-up pile."""
        piles = {str(pile.zone) for pile in self.now.brief.layout.piles if pile.top}
        return snap(self.now.spread, at, piles, self.chance)

    def next_spot(self, zone: str) -> Spot:
        """Return where the next card of a zone goes."""
        now = self.now
        return next_spot(now.spread, self._card_mm, now.state.placed, zone, self.chance)
