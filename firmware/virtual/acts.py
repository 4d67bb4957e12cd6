"""What hands do at the virtual table: they deal, lay, take, turn over and gather cards."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from firmware.virtual.chores import draws, due_instead
from firmware.virtual.missing_cards import bring_back
from firmware.virtual.placement import MIDDLE, TALON, Spot, free_spot, next_spot, snap
from firmware.virtual.situation import Situation
from firmware.virtual.state import is_pile
from firmware.virtual.tapping import act_on_card, check_hold, gather_acts
from firmware.virtual.used_cards import gather_used_up
from referee.contract import IllegalMove, Message
from referee.reports import virtual_acts
from referee.reports.tabletop import PILE, Placed
from referee.reports.virtual_acts import VirtualAct
from referee.table import Zone
from vision.mat import covers

DRAWN_FROM = (MIDDLE, TALON, PILE)  # Kinds of zones whose piles are not discard piles.


class Acts:
    """Does acts in a situation, by changing its state. Cards have the size `card_mm`."""

    def __init__(self, now: Situation, card_mm: tuple[float, float], chance: random.Random) -> None:
        self._now, self._state = now, now.state
        self._card_mm, self._chance = card_mm, chance

    def do(self, act: VirtualAct, *, follows: bool = False) -> None:
        """Do an act. Raise `LookupError` or `IllegalMove` if it is not possible.

        One that `follows` from a move waits for no card that is still unread.
        """
        state, chance = self._state, self._chance
        gather_used_up(act, self._now)
        match act:
            case virtual_acts.Place():
                self._place(act)
            case virtual_acts.Take(card):
                self._take_away(card)
            case virtual_acts.Hold(card, seat, lay):
                if not 0 <= seat < len(state.hands):
                    raise LookupError(seat)
                if lay is not None:
                    self._check_held(card, seat, lay)
                if is_pile(card):
                    state.note_drawn(self._now.brief.seq)
                state.give(card, seat, chance)
                self._show_cells(seat)
            case virtual_acts.PutBack(card):
                state.put_back(card, chance)
            case virtual_acts.Show(card, zone):
                if act.face_up is not False and not follows:
                    self._check_read(card, (zone,))
                self._show(act)
            case virtual_acts.Tap(card):
                self._tap(card)
            case virtual_acts.Recall():
                bring_back(self._now, self._card_mm, chance)
            case virtual_acts.Along(zone, columns):
                self._shift_grid(zone, columns)
            case virtual_acts.Gather(zone):
                self._gather(zone)
            case virtual_acts.Deal():
                self._deal()
            case virtual_acts.Reveal():
                self._reveal()
            case virtual_acts.Lay(name, face_up):
                self._lay_down(state.pile.take_named(name), MIDDLE, face_up)
            case virtual_acts.Clear():
                state.clear(chance)

    # -- cards ------------------------------------------------------------------------------

    def _take_away(self, card: str) -> None:
        """Lay a held card on the match's discard pile if it may go there, or put a card away."""
        holder, now = self._state.holder(card), self._now
        piles = [str(one.zone) for one in now.brief.layout.piles if one.zone.kind not in DRAWN_FROM]
        there = [] if holder is None else [zone for zone in piles if zone in now.spread.zones]
        opens = now.brief.open_zones(self._state.pile.faces[card], holder, there)
        if opens:
            self._show(virtual_acts.Show(card, opens[0]))
        else:
            self._state.discard(card)

    def _check_held(self, card: str, seat: int, lay: Spot) -> None:
        """Lay a dragged card where it lay; raise `IllegalMove` if it may not go into a hand."""
        lying = next((one for one in self._state.placed if one.id == card), None)
        if lying is not None:
            self._state.lift(card)
            self._state.put(card, lay, lying.face_up)
            check_hold(self._now, self._state.placed[-1], seat)

    def _place(self, act: virtual_acts.Place) -> None:
        self._check_read(act.id, self._zones_laid_in(act))
        face_up = act.face_up
        if face_up is None:
            face_up = self._now.reads(act.id, self._now.spread.zone_of(act.x_mm, act.y_mm))
        self._note_shown(act.id)
        card_id = self._state.pick(act.id, self._chance)
        width, height = self._now.spread.size_mm
        x_mm, y_mm = min(max(act.x_mm, 0.0), width), min(max(act.y_mm, 0.0), height)
        at = x_mm, y_mm, act.turn_deg % 360.0
        self._move(self._now.grids.cards_to_push(self._state.pile.faces[card_id], at))
        self._state.put(card_id, self._snapped(at), face_up)

    def _show(self, act: virtual_acts.Show) -> None:
        now, chance = self._now, self._chance
        if now.grids.has(act.zone):
            at = self._make_room(act.id, act.zone, act.at)
        elif act.zone in self._now.spread.zones:
            at = next_spot(self._now.spread, self._card_mm, now.state.placed, act.zone, chance)
        else:
            raise LookupError(act.zone)
        up = not now.hides(Zone.parse(act.zone)) if act.face_up is None else act.face_up
        self._note_shown(act.id)
        self._state.put(self._state.pick(act.id, chance), at, up)

    def _tap(self, one: str) -> None:
        now = self._now
        if not is_pile(one):
            act = act_on_card(now, one)
            if act is not None:
                self.do(act)
            elif not self._exchange(one):
                self._check_read(one, [str(lay.zone) for lay in now.brief.lays])
        elif (draw := draws(now).get(one)) is None:
            raise IllegalMove("table", due_instead(now))
        elif draw.hand is not None:
            self.do(virtual_acts.Hold(one, draw.hand))
        else:
            for _ in range(draw.count):
                self._show(virtual_acts.Show(one, draw.zone, face_up=True))

    def _exchange(self, card: str) -> bool:
        """Lay a held card instead of one that was laid too early. Return whether there was one."""
        now, state, hand = self._now, self._state, self._state.holder(card)
        zones = [lay.zone for lay in now.brief.lays]
        early = [
            one
            for one in state.placed
            if one.id in now.stale and state.came.get(one.id) == hand and now.zone_of(one) in zones
        ]
        back = [one.id for one in early if isinstance(act_on_card(now, one.id), virtual_acts.Hold)]
        if hand is None or not back:
            return False
        face = state.pile.faces[card]
        for one in back:
            state.give(one, hand, self._chance)
        self._tap(next(one for one in state.hands[hand] if state.pile.faces[one] == face))
        return True

    def _zones_laid_in(self, act: virtual_acts.Place) -> Sequence[str]:
        """Return the zones in which a card is laid face up: the grids with this cell, or a zone."""
        spread, grids, faces = self._now.spread, self._now.grids, self._state.pile.faces
        if act.face_up is False or act.id not in faces:
            return ()
        if grids.may_lie(Placed(act.id, faces[act.id], act.x_mm, act.y_mm)):
            return grids.open_grids(faces[act.id])
        zone = spread.zone_of(act.x_mm, act.y_mm)
        return () if zone is None else (zone,)

    def _check_read(self, card: str, zones: Iterable[str]) -> None:
        """Refuse a held card while another one of its hand lies unread in one of `zones`."""
        hand, now = self._state.holder(card), self._now
        if hand is not None and (at := next((z for z in zones if now.must_wait(hand, z)), None)):
            raise IllegalMove("table", now.why_unread(Zone.parse(at)))

    def _shift_grid(self, zone: str, columns: int) -> None:
        grids = self._now.grids
        if zone not in grids.floating_grids():
            raise LookupError(zone)
        left, right = grids.free_columns(zone)
        if not -left <= columns <= right:
            raise IllegalMove("table", Message("table.virtual.mat_ends"))
        self._move({card.id: columns for card, _, _ in grids.cards_in(zone)})

    def _gather(self, zone: str) -> None:
        if not any(covers(zone, one) for one in self._now.spread.zones):
            raise LookupError(zone)
        for act in [*gather_acts(self._now, zone)]:
            self.do(act)

    def _deal(self) -> None:
        brief = self._now.brief
        if brief.deal is None:
            raise IllegalMove("table", Message("table.virtual.dealt"))
        for card in self._state.deal(brief.deal, brief.layout.set_aside, self._chance):
            where = TALON if TALON in self._now.spread.zones else MIDDLE
            self._lay_down(card, where, face_up=False)

    def _reveal(self) -> None:
        brief = self._now.brief
        if not brief.waits:
            raise IllegalMove("table", Message("table.virtual.not_wanted"))
        count = brief.pending_anywhere
        if count is None:
            raise IllegalMove("table", Message("table.virtual.choose"))
        state = self._state
        held = state.held_cards()
        due = count.count - len(state.placed)
        if 0 < due < len(held):
            raise IllegalMove("table", Message("table.virtual.choose_some"))
        state.hands = [[] for _ in state.hands]
        for seat, card in held:
            self._lay_down(card, f"seat:{seat}")
        if not held and due > 0 and state.pile.any_left:
            self._lay_down(state.pile.take_top(self._chance), MIDDLE)

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
        placement = (
            grids.first_placement(zone, card) if at is None else grids.placement_at(zone, card, at)
        )
        if placement is None:
            raise IllegalMove("table", Message("table.virtual.fits_nowhere"))
        self._move(placement.pushes)
        return grids.cell_spot(zone, placement.row, placement.column, self._chance)

    def _snapped(self, at: Spot) -> Spot:
        """Return a spot snapped to a grid cell or a face-up pile."""
        piles = {str(pile.zone) for pile in self._now.brief.layout.piles if pile.top}
        return snap(self._now.spread, at, piles, self._chance)

    def _note_shown(self, card_id: str) -> None:
        """Note which seat lays a card down, if cards are pending one at a time."""
        seat = self._state.holder(card_id)
        brief = self._now.brief
        if seat is not None and brief.waits and brief.pending_anywhere is None:
            self._state.shown[card_id] = seat

    def _lay_down(self, card_id: str, zone: str, face_up: bool = True) -> None:
        """Lay a picked-up card in a free spot of a zone."""
        lying, chance = self._state.placed, self._chance
        self._state.put(
            card_id, free_spot(self._now.spread, self._card_mm, lying, zone, chance), face_up
        )
