"""The effect of a tap at the virtual table, derived from the pending actions and the layout."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from firmware.virtual import used_cards as used
from firmware.virtual.brief import Brief
from firmware.virtual.grids import Grids
from firmware.virtual.misdeals import misdealt
from firmware.virtual.placement import cards_in_zone
from firmware.virtual.state import TableState
from referee import pending
from referee.contract import IllegalMove, Message
from referee.reports import virtual_acts
from referee.reports.tabletop import PILE, Draw, Placed
from referee.reports.virtual_acts import VirtualAct
from referee.table import ANYWHERE, CardStatus, Zone
from vision.mat import WHOLE
from vision.spread import Spread

TALON = "talon"  # Zone of the cards that were dealt to nobody.
MIDDLE = "middle"


@dataclass(frozen=True)
class TapActions:
    """The effects of taps on a table. With several draw piles, `piles` are their zones."""

    brief: Brief
    state: TableState
    spread: Spread
    piles: Sequence[str] = ()

    def unfinished_chore(self) -> Message | None:
        """Return what people must do with cards before a player can go on, or None."""
        if self.brief.deal is not None and not self.state.has_dealt(self.brief.deal):
            return Message("table.virtual.deal_first")
        wrong = misdealt(self.brief.deal, self.state)
        return wrong or self._put_back_chore or self._lay_drawn_chore

    def urgent_chore(self) -> Message | None:
        """Return what a seat must do with cards that it holds, even out of turn, or None."""
        return self._top_chore or self._put_back_chore

    @property
    def _top_chore(self) -> Message | None:
        """Return the message that a seat must lay a card on a pile before any card is drawn."""
        for seat, card in self.state.held_cards():
            if (discard_pile := self.pile_to_top(card, seat)) is not None:
                name = self.state.pile.faces[card]
                return Message(
                    "table.virtual.lay_first",
                    {"seat": seat, "card": name, "zone": str(discard_pile)},
                )
        return None

    @property
    def _put_back_chore(self) -> Message | None:
        for seat, hand in enumerate(self.state.hands):
            if self.must_put_back(seat):
                count = len(hand) - self._hand_size(seat)
                return Message("table.virtual.put_back_first", {"seat": seat, "count": count})
        return None

    @property
    def _lay_drawn_chore(self) -> Message | None:
        """Return the message that a seat must lay the cards it has drawn if it holds no others."""
        drawn = self.state.drawn_after(self.brief.seq)
        for seat in range(len(self.state.hands)) if drawn else ():
            hand = self.brief.hand_of(seat)
            held = len(self.state.hands[hand])
            if self.brief.draw_of(seat) and held == drawn > self._hand_size(hand):
                return Message("table.virtual.lay_drawn_first", {"seat": seat, "count": drawn})
        return None

    # -- piles ------------------------------------------------------------------------------

    def draws(self) -> dict[str, Draw]:
        """Return the draw that a tap on each pile makes now, by pile id. Empty if nobody draws."""
        draw = self._next_draw()
        left = self.state.pile.any_left or used.used_up_cards(self.brief, self.state, self.spread)
        if draw is None or not left or self._top_chore is not None:
            return {}
        if not self.piles:
            return {PILE: draw}
        owing = {str(one.source) for one in self.brief.draws}
        high = dict(zip(self.piles, self.state.pile.heights, strict=False))
        return {
            pile: draw
            for pile in self.piles
            if pile in owing and (high[pile] or not any(high.values()))
        }

    def _next_draw(self) -> Draw | None:
        state, brief = self.state, self.brief
        if brief.deal is not None and not state.has_dealt(brief.deal):
            return None
        if state.owed:
            seat = state.owed[0]
            return Draw(seat, state.owed.count(seat), seat)
        if (count := brief.pending_anywhere) is not None:
            lacks = count.count - len(state.placed)
            return Draw(None, lacks, zone=MIDDLE) if lacks > 0 and not state.held_cards() else None
        one = next((one for one in brief.draws if _comes_from_pile(one)), None)
        return self._draw_for_seat() if one is None else self._draw_from_pile(one)

    def _draw_from_pile(self, one: pending.Draw | pending.TurnUp) -> Draw | None:
        """Return the draw of the cards that must still come from a pile, or None."""
        if isinstance(one, pending.TurnUp):
            lies = len(self._cards_in(one.zone)) - len(self.brief.layout.cards_in(one.zone))
            lacks = one.count - one.have - lies
            zone = MIDDLE if one.zone == ANYWHERE else str(one.zone)
            return Draw(one.seat, lacks, zone=zone) if lacks > 0 else None
        lacks = one.count - self.state.drawn_after(self.brief.seq)
        lying = self._cards_in(one.zone)  # A card shown on the pile must go back first.
        gives_back = any(self.state.shown.get(card.id) == one.seat for card in lying)
        hand = self.brief.hand_of(one.seat)
        return None if gives_back or lacks <= 0 else Draw(one.seat, lacks, hand)

    def _draw_for_seat(self) -> Draw | None:
        """Return the draw of a seat that must lay a card but holds none, or None."""
        for one in self._pending_lays():
            seat = one.seat
            if seat is None or one.zone != Zone("seat", seat) or self.state.hands[seat]:
                continue
            if any(back.seat == seat for back in self.brief.layout.backs):
                continue  # The seat has cards, but not in its virtual hand.
            if self.state.pile.draw and not self._cards_in(one.zone):
                return Draw(seat, 1, zone=str(one.zone))
        return None

    # -- cards ------------------------------------------------------------------------------

    def act_on_card(self, card_id: str) -> VirtualAct | None:
        """Return the act that a tap on a card performs, or None.

        Raise `IllegalMove` if the card is in a hand and another seat must lay a card.
        """
        lying = next((one for one in self.state.placed if one.id == card_id), None)
        if lying is not None:
            return self._act_on_lying(lying)
        holder = self.state.holder(card_id)
        if holder is not None and self.must_put_back(holder):
            return virtual_acts.PutBack(card_id)
        if holder is not None and (back := self._zone_to_refill(card_id, holder)) is not None:
            return virtual_acts.Show(card_id, str(back))
        zone = self._zone_for(self.state.pile.faces[card_id], holder)
        if zone is None and holder is not None:
            zone = self._only_cell(self.state.pile.faces[card_id], holder)
        if zone is not None:
            return virtual_acts.Show(card_id, zone)
        if holder is not None and (seat := self._other_seat_asked(holder)) is not None:
            raise IllegalMove("table", Message("table.virtual.others_card", {"seat": seat}))
        return None

    def _act_on_lying(self, lying: Placed) -> VirtualAct | None:
        zone = self.spread.zone_of(lying.x_mm, lying.y_mm)
        if zone is None:
            return self._return_to_hand(lying)
        where = Zone.parse(zone)
        pile = self.brief.layout.pile(where)
        if not lying.face_up and (turn_up := self._turn_up_in(where)) is not None:
            return self._turn_up(lying, turn_up)
        if pile is None and not lying.face_up and where.kind == TALON:
            return self._take_up(lying)
        if pile is not None and not lying.face_up:
            return None
        if pile is not None and pile.leaves and self._cards_in(where)[-1].id == lying.id:
            return self._take_top(lying)
        known = [
            one for one in self.brief.layout.cards if used.matches_card(one, lying.card, where)
        ]
        if not known and (elsewhere := self._missing_zone(lying.card)) is not None:
            return virtual_acts.Show(lying.id, str(elsewhere))
        if not known:
            return self._return_to_hand(lying)
        if any(one.status is CardStatus.TO_CLEAR for one in known):
            return self._take_away(lying, where)
        if any(one.status is CardStatus.FREE for one in known):
            return self._take(lying, where)
        return None

    def _take(self, lying: Placed, where: Zone) -> VirtualAct | None:
        """Return the act that takes a card into the hand of the seat that must take one there."""
        for one in self.brief.waits:
            if isinstance(one, pending.Take) and one.zone == where and one.seat is not None:
                return virtual_acts.Hold(lying.id, self.brief.hand_of(one.seat))
        return None

    def _turn_up_in(self, where: Zone) -> pending.TurnUp | None:
        """Return the action that turns up a card of this zone, or None."""
        turn_ups = (one for one in self.brief.draws if isinstance(one, pending.TurnUp))
        return next((one for one in turn_ups if one.source == where), None)

    def _turn_up(self, lying: Placed, action: pending.TurnUp) -> VirtualAct:
        """Return the act that turns a card up: in its place, or in the zone where it belongs."""
        if action.zone != action.source:
            return virtual_acts.Show(lying.id, str(action.zone))
        return virtual_acts.Place(lying.id, lying.x_mm, lying.y_mm, lying.turn_deg, face_up=True)

    def _take_top(self, lying: Placed) -> VirtualAct | None:
        """Return the act by which the seat that draws, or must lay this card, takes it."""
        takes = (
            one.seat
            for one in (*self.brief.draws, *self.brief.waits)
            if isinstance(one, pending.Draw) or lying.card in one.cards
        )
        taker = next((seat for seat in takes if seat is not None), None)
        return None if taker is None else virtual_acts.Hold(lying.id, taker)

    def _missing_zone(self, card: str) -> Zone | None:
        """Return a zone outside all grids that should hold this card but does not, or None."""
        alike = [one for one in self.brief.layout.cards if one.name == card and one.at is None]
        must = [one.zone for one in alike if one.status is CardStatus.STAYS]
        zones = [zone for zone in must if zone != ANYWHERE]
        return self._first_without(zones, card)

    def _take_up(self, lying: Placed) -> VirtualAct | None:
        """Return the act that gives the card dealt to nobody to the seat with the fewest cards."""
        held = [len(hand) for hand in self.state.hands]
        least = min(held, default=0)
        return virtual_acts.Hold(lying.id, held.index(least)) if held.count(least) == 1 else None

    def _return_to_hand(self, lying: Placed) -> VirtualAct | None:
        """Return the act that puts a meaningless card back into its hand, or away if it is used."""
        seat = self.state.came.get(lying.id)
        zone = self.spread.zone_of(lying.x_mm, lying.y_mm) or MIDDLE
        if seat is None or self.brief.pending_anywhere is not None:
            return None
        if lying.id in used.left_behind(self.brief, self.state, self.spread):
            return virtual_acts.Take(lying.id)
        meant = lying.face_up and self.brief.open_zones(lying.card, seat, (zone,))
        return None if meant else virtual_acts.Hold(lying.id, seat)

    def gather_acts(self, zone: str = WHOLE) -> Iterator[VirtualAct]:
        """Yield an act for each card to clear in a zone: into a hand, onto a discard pile, or away.

        If the match waits for a discard pile, its seat also lays the surplus cards of its hand
        there.
        """
        discard_pile = next(
            (one for one in self.brief.lays if self.brief.layout.pile(one.zone) is not None), None
        )
        left = used.left_behind(self.brief, self.state, self.spread)
        for card in used.cards_to_clear(self.brief, self.state, self.spread, zone):
            act = self.act_on_card(card)
            if isinstance(act, virtual_acts.Hold):
                yield act
            elif discard_pile is None or card in left:
                yield virtual_acts.Take(card)
            else:
                yield virtual_acts.Show(card, str(discard_pile.zone))
        if discard_pile is not None and discard_pile.seat is not None:
            for card in self.state.hands[discard_pile.seat][self._hand_size(discard_pile.seat) :]:
                yield virtual_acts.Show(card, str(discard_pile.zone))

    def _take_away(self, lying: Placed, where: Zone) -> VirtualAct:
        """Return the act that clears a card.

        A shown card goes back into the pile if its seat must draw another one from there. Otherwise
        it returns to the seat's hand if that is short of cards. Other cards go on top of the pile
        where the match has them, or away.
        """
        if (taker := self._taker_of(lying, where)) is not None:
            return virtual_acts.Hold(lying.id, taker)
        seat = self.state.shown.get(lying.id)
        draw = None if seat is None else self.brief.draw_of(seat)
        if draw is not None and draw.zone == where:
            return virtual_acts.PutBack(lying.id)
        if seat is not None and self._hand_size(seat) > len(self.state.hands[seat]):
            return virtual_acts.Hold(lying.id, seat)
        top = used.pile_without_top(self.brief, self.state, self.spread, lying.card)
        return virtual_acts.Show(lying.id, str(top)) if top else virtual_acts.Take(lying.id)

    def _taker_of(self, lying: Placed, where: Zone) -> int | None:
        """Return the seat that must take a card to clear into its hand, or None.

        The card goes back into that hand, or its seat must lay it elsewhere, as it does with
        spoils.
        """
        for one in self.brief.waits:
            if one.seat is None or lying.card not in one.cards:
                continue
            taker = self.brief.hand_of(one.seat)
            if isinstance(one, pending.Return) and one.into is None:
                return taker
            lays = self.brief.places or self.brief.open_zones(lying.card, taker, (str(one.zone),))
            if one.zone != where and lays:
                return taker
        return None

    def must_put_back(self, seat: int) -> bool:
        """Whether a seat has drawn and must now put back the cards that it does not keep."""
        draws = self.brief.draw_of(seat) is not None and not self.draws()
        lays = any(self.brief.hand_of(one.seat) == seat for one in self._pending_lays())
        return draws and not lays and 0 < self._hand_size(seat) < len(self.state.hands[seat])

    def lay_zones(self, card_id: str, holder: int) -> tuple[str, ...]:
        """Return the zone in which a tap lays a held card, in a tuple, or an empty tuple."""
        if self.must_put_back(holder):
            return (PILE,)
        back = self._zone_to_refill(card_id, holder)
        return () if back is None else (str(back),)

    def _zone_to_refill(self, card_id: str, holder: int) -> Zone | None:
        """Return the pile or zone that a held card must go back to, or None.

        Also return None if its holder must lay a card elsewhere, or if another seat may have taken
        the card.
        """
        if (discard_pile := self.pile_to_top(card_id, holder)) is not None:
            return discard_pile
        card, waits = self.state.pile.faces[card_id], self.brief.waits
        for one in self.brief.layout.cards:
            if one.name != card or one.at is not None or one.status is CardStatus.TO_CLEAR:
                continue
            if str(one.zone) not in self.spread.zones or one.status is CardStatus.USED:
                continue
            if any((wait.seat == holder) is not (wait.zone == one.zone) for wait in waits):
                continue
            wanted = sum(other.name == card for other in self.brief.layout.cards_in(one.zone))
            if wanted > sum(lying.card == card for lying in self._cards_in(one.zone)):
                return one.zone
        return None

    def pile_to_top(self, card_id: str, holder: int) -> Zone | None:
        """Return the pile on which a held card must be laid, or None."""
        if any(one.seat == holder for one in self.brief.waits):
            return None
        card = self.state.pile.faces[card_id]
        return used.pile_without_top(self.brief, self.state, self.spread, card)

    def _hand_size(self, seat: int) -> int:
        """Return how many cards the match counts in a hand, or 0."""
        return sum(one.count for one in self.brief.layout.backs if one.seat == seat)

    def _zone_for(self, card: str, holder: int | None) -> str | None:
        """Return the only zone for a card that is held or (holder None) set aside, or None."""
        own = f"seat:{holder}"
        if self.brief.pending_anywhere is not None:
            return MIDDLE if holder is None or own not in self.spread.zones else own
        open_to = self.brief.open_zones(card, holder, self.spread.zones)
        asked = [
            one
            for one in self._pending_lays()
            if holder is None or self.brief.hand_of(one.seat) in (None, holder)
        ]
        if asked and all(self._is_fulfilled(one) for one in asked):
            return None
        there = [str(one.zone) for one in asked if str(one.zone) in self.spread.zones]
        wanted = [zone for zone in there if zone in open_to]
        if wanted or len(open_to) == 1:
            return (*wanted, *open_to)[0]
        if own in open_to:
            return own
        return there[0] if there and not open_to and holder is not None else None

    def _only_cell(self, card: str, holder: int) -> str | None:
        """Return the grid with the only cell for a held card, or None if a zone can take it too."""
        due = {
            str(one.zone) for one in self._pending_lays() if self.brief.hand_of(one.seat) == holder
        }
        grids = Grids(self.spread, self.state.placed, self.brief.places, self.brief.layout)
        if len(grids.open_cells(card)) != 1 or self.brief.open_zones(
            card, holder, self.spread.zones
        ):
            return None
        return next((zone for zone in grids.open_grids(card) if zone in due), None)

    def _other_seat_asked(self, holder: int) -> int | None:
        """Return the seat that must lay a card, if it is not the holder."""
        seats = [
            one.seat
            for one in self._pending_lays()
            if self.brief.hand_of(one.seat) not in (None, holder)
        ]
        return seats[0] if seats and len(seats) == len(self._pending_lays()) else None

    # -- within -----------------------------------------------------------------------------

    def _pending_lays(self) -> list[pending.PendingAction]:
        """Return the pending cards that must be laid in one zone, from a hand."""
        return [one for one in self.brief.lays if one.zone != ANYWHERE]

    def _is_fulfilled(self, one: pending.PendingAction) -> bool:
        """Whether all cards pending in a zone already lie there and only need to be read."""
        known = Counter(card.name for card in self.brief.layout.cards_in(one.zone))
        new = Counter(lying.card for lying in self._cards_in(one.zone)) - known
        return new.total() >= one.count - one.have

    def _first_without(self, zones: Sequence[Zone], card: str) -> Zone | None:
        """Return the first of these zones that does not contain this card, or None."""
        return next((z for z in zones if all(one.card != card for one in self._cards_in(z))), None)

    def _cards_in(self, zone: Zone) -> list[Placed]:
        return cards_in_zone(self.state.placed, self.spread, zone)


def _comes_from_pile(one: pending.Draw | pending.TurnUp) -> bool:
    """Whether cards come from a draw pile, and not from a card that lies face down on its own."""
    return isinstance(one, pending.Draw) or (one.source != one.zone and one.source.kind != TALON)
