"""What a touch does at the virtual table, as the match has it due: draws, lays, takes up or away.

Nothing here knows a game: what is due is read off the layout, and off what the match waits for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from firmware.virtual.brief import Brief
from firmware.virtual.grids import Grids
from firmware.virtual.placement import lie_in
from firmware.virtual.state import Layout
from firmware.virtual.used_cards import goes, is_card, left_lying, spent
from referee.contract import IllegalMove, Message
from referee.judging import Missing
from referee.reports import hands
from referee.reports.hands import VirtualAct
from referee.reports.tabletop import PILE, Draw, Placed
from referee.table import ANYWHERE, Lies, Pile, Zone
from vision.mat import WHOLE
from vision.spread import Spread

TALON = "talon"  # the zone of cards dealt to nobody
MIDDLE = "middle"


@dataclass(frozen=True)
class Touch:
    """A table as it lies, and what its match says of it; `piles` are the zones of several."""

    brief: Brief
    lay: Layout
    spread: Spread
    piles: Sequence[str] = ()

    def not_yet(self) -> Message | None:
        """Return what hands are to do before a player goes on, if there is anything."""
        if self.brief.deal is not None and not self.lay.has_dealt(self.brief.deal):
            return Message("table.virtual.deal_first")
        return self._to_return or self._drawn

    def first(self) -> Message | None:
        """Return what hands are to do with held cards, whoever's turn it is: all are told so."""
        return self._shot or self._to_return

    @property
    def _shot(self) -> Message | None:
        """Return that a seat lays what must be a pile's top: before anybody draws, or it is not."""
        for seat, card in self.lay.held():
            if (heap := self.shows_on(card, seat)) is not None:
                name = self.lay.pile.faces[card]
                return Message(
                    "table.virtual.lay_first", {"seat": seat, "card": name, "zone": str(heap)}
                )
        return None

    @property
    def _to_return(self) -> Message | None:
        for seat, hand in enumerate(self.lay.hands):
            if self.returns(seat):
                count = len(hand) - self._counted(seat)
                return Message("table.virtual.put_back_first", {"seat": seat, "count": count})
        return None

    @property
    def _drawn(self) -> Message | None:
        """Return that a seat lays what it has drawn, where it holds nothing else."""
        drawn = self.lay.drawn_after(self.brief.seq)
        owing = (pile.seat for pile in self.brief.layout.piles if pile.seat is not None)
        for seat in owing if drawn else ():
            held = len(self.lay.hands[self.brief.hand_of(seat)])
            if held == drawn and held > self._counted(self.brief.hand_of(seat)):
                return Message("table.virtual.lay_drawn_first", {"seat": seat, "count": drawn})
        return None

    # -- piles ------------------------------------------------------------------------------

    def draws(self) -> dict[str, Draw]:
        """Return what a touch of each pile draws now, by the pile's id; none where nobody draws."""
        draw = self._draw()
        left = self.lay.pile.any_left or spent(self.brief, self.lay, self.spread)
        if draw is None or not left or self._shot is not None:
            return {}
        if not self.piles:
            return {PILE: draw}
        owing = {str(pile.zone) for pile in self.brief.layout.piles if _owes(pile)}
        high = dict(zip(self.piles, self.lay.pile.heights, strict=False))
        return {
            pile: draw
            for pile in self.piles
            if pile in owing and (high[pile] or not any(high.values()))
        }

    def _draw(self) -> Draw | None:
        lay, brief = self.lay, self.brief
        if brief.deal is not None and not lay.has_dealt(brief.deal):
            return None
        if lay.owed:
            seat = lay.owed[0]
            return Draw(seat, lay.owed.count(seat), seat)
        if (count := brief.anywhere) is not None:
            lacks = count.count - len(lay.placed)
            return Draw(None, lacks, zone=MIDDLE) if lacks > 0 and not lay.held() else None
        pile = next(
            (one for one in brief.layout.piles if _owes(one) and one.zone.kind != TALON), None
        )
        return self._from(pile) if pile is not None else self._for_a_place()

    def _from(self, pile: Pile) -> Draw | None:
        """Return what is owed from a pile, less what was drawn of it since."""
        if pile.into is not None:
            lacks = len(self.brief.layout.within(pile.into)) + pile.draws - len(self._in(pile.into))
            zone = MIDDLE if pile.into == ANYWHERE else str(pile.into)
            return Draw(pile.seat, lacks, zone=zone) if lacks > 0 else None
        many = pile.draws - self.lay.drawn_after(self.brief.seq)
        lying = self._in(pile.zone)  # a card that was shown there goes back first
        gives_back = any(self.lay.shown.get(one.id) == pile.seat for one in lying)
        hand = self.brief.hand_of(pile.seat)
        return None if gives_back or many <= 0 else Draw(pile.seat, many, hand)

    def _for_a_place(self) -> Draw | None:
        """Return what is drawn to lie before a seat that is to lay a card, and holds none."""
        for one in self._read():
            seat = one.seat
            if seat is None or one.zone != Zone("seat", seat) or self.lay.hands[seat]:
                continue
            if any(back.seat == seat for back in self.brief.layout.backs):
                continue  # it has cards, wherever they are
            if self.lay.pile.draw and not self._in(one.zone):
                return Draw(seat, 1, zone=str(one.zone))
        return None

    # -- cards ------------------------------------------------------------------------------

    def of_card(self, card_id: str) -> VirtualAct | None:
        """Return what hands do with a card that is touched; None where nothing is due of it.

        Raises `IllegalMove` for a held card while somebody else is to lay one.
        """
        lying = next((one for one in self.lay.placed if one.id == card_id), None)
        if lying is not None:
            return self._lying(lying)
        holder = self.lay.holder(card_id)
        if holder is not None and self.returns(holder):
            return hands.PutBack(card_id)
        if holder is not None and (back := self._back_to(card_id, holder)) is not None:
            return hands.Show(card_id, str(back))
        zone = self._place_for(self.lay.pile.faces[card_id], holder)
        if zone is None and holder is not None:
            zone = self._only_cell(self.lay.pile.faces[card_id], holder)
        if zone is not None:
            return hands.Show(card_id, zone)
        if holder is not None and (seat := self._asked_of(holder)) is not None:
            raise IllegalMove("table", Message("table.virtual.others_card", {"seat": seat}))
        return None

    def _lying(self, lying: Placed) -> VirtualAct | None:
        zone = self.spread.zone_of(lying.x_mm, lying.y_mm)
        if zone is None:
            return self._back(lying)
        where = Zone.parse(zone)
        pile = self.brief.layout.pile(where)
        if pile is None and not lying.face_up and where.kind == TALON:
            return self._taken_up(lying)
        if pile is not None and not lying.face_up:
            return hands.Show(lying.id, str(pile.into)) if pile.into and _owes(pile) else None
        if pile is not None and pile.leaves and self._in(where)[-1].id == lying.id:
            taker = next(
                (one.seat for one in self.brief.layout.piles if one.seat is not None), None
            )
            return None if taker is None else hands.Hold(lying.id, taker)
        known = [one for one in self.brief.layout.cards if is_card(one, lying.card, where)]
        if not known and (elsewhere := self._lacking(lying.card)) is not None:
            return hands.Show(lying.id, str(elsewhere))
        if not known:
            return self._back(lying)
        if any(one.lies is Lies.GOES for one in known):
            return self._gone(lying, where)
        waits = (one.seat for one in self.brief.waits if one.zone == where and not one.gone)
        taker = next((seat for seat in waits if seat is not None), None)
        if taker is None or not any(one.lies is Lies.FREE for one in known):
            return None
        return hands.Hold(lying.id, self.brief.hand_of(taker))

    def _lacking(self, card: str) -> Zone | None:
        """Return where a card must lie and does not, outside of grids: an accepted proposal."""
        must = [one for one in self.brief.layout.cards if one.lies is Lies.STAYS and one.at is None]
        zones = [one.zone for one in must if one.name == card and one.zone != ANYWHERE]
        return self._without(zones, card)

    def _taken_up(self, lying: Placed) -> VirtualAct | None:
        """Return that a card dealt to nobody goes to who holds fewer than all others."""
        held = [len(hand) for hand in self.lay.hands]
        least = min(held, default=0)
        return hands.Hold(lying.id, held.index(least)) if held.count(least) == 1 else None

    def _back(self, lying: Placed) -> VirtualAct | None:
        """Return a card by which nothing is meant to the hand it came from; away if used up."""
        seat = self.lay.came.get(lying.id)
        zone = self.spread.zone_of(lying.x_mm, lying.y_mm) or MIDDLE
        if seat is None or self.brief.anywhere is not None:
            return None
        if lying.id in left_lying(self.brief, self.lay, self.spread):
            return hands.Take(lying.id)
        meant = lying.face_up and self.brief.zones_for(lying.card, seat, (zone,))
        return None if meant else hands.Hold(lying.id, seat)

    def gathered(self, zone: str = WHOLE) -> Iterator[VirtualAct]:
        """Yield where all goes that is to be taken away in a zone: in hand, upon a heap, or away.

        Upon the heap that is due goes with it what its seat took and cannot lay.
        """
        heap = next((one for one in self.brief.waits if self._is_heap(one.zone)), None)
        left = left_lying(self.brief, self.lay, self.spread)
        for card in goes(self.brief, self.lay, self.spread, zone):
            act = self.of_card(card)
            if isinstance(act, hands.Hold):
                yield act
            elif heap is None or card in left:
                yield hands.Take(card)
            else:
                yield hands.Show(card, str(heap.zone))
        if heap is not None and heap.seat is not None:
            for card in self.lay.hands[heap.seat][self._counted(heap.seat) :]:
                yield hands.Show(card, str(heap.zone))

    def _is_heap(self, zone: Zone) -> bool:
        """Tell whether cards are laid upon each other there, and nobody draws."""
        pile = self.brief.layout.pile(zone)
        return pile is not None and not _owes(pile)

    def _gone(self, lying: Placed, where: Zone) -> VirtualAct:
        """Return where a card goes that is to be taken away.

        One that a seat has shown goes into the pile where it lies, if that owes the seat another
        one, and else into its hand, if the match counts more cards there than it holds.
        """
        if (taker := self._taker_of(lying, where)) is not None:
            return hands.Hold(lying.id, taker)
        seat, pile = self.lay.shown.get(lying.id), self.brief.layout.pile(where)
        if seat is None:
            return hands.Take(lying.id)
        if pile is not None and pile.seat == seat:
            return hands.PutBack(lying.id)
        lacks = self._counted(seat) > len(self.lay.hands[seat])
        return hands.Hold(lying.id, seat) if lacks else hands.Take(lying.id)

    def _taker_of(self, lying: Placed, where: Zone) -> int | None:
        """Return who is to have a card in hand that is to be taken away; None: nobody.

        It is to be laid elsewhere, such as spoils, or it alone goes back to who has shown it.
        """
        for one in self.brief.waits:
            if one.seat is None or lying.card not in one.cards:
                continue
            taker = self.brief.hand_of(one.seat)
            if one.zone == where and one.count == 1 and self.lay.shown.get(lying.id) == taker:
                return taker
            lays = self.brief.places or self.brief.zones_for(lying.card, taker, (str(one.zone),))
            if one.zone != where and lays:
                return taker
        return None

    def returns(self, seat: int) -> bool:
        """Tell whether a seat has drawn from the pile, and is to put back what it does not keep."""
        draws = any(pile.seat == seat for pile in self.brief.layout.piles) and not self.draws()
        replaced = [one for one in self._read() if self.brief.hand_of(one.seat) == seat]
        return draws and not replaced and 0 < self._counted(seat) < len(self.lay.hands[seat])

    def lays(self, card_id: str, holder: int) -> tuple[str, ...]:
        """Return where a tap lays a held card back: into a pile, upon one, or where it lacks."""
        if self.returns(holder):
            return (PILE,)
        back = self._back_to(card_id, holder)
        return () if back is None else (str(back),)

    def _back_to(self, card_id: str, holder: int) -> Zone | None:
        """Return upon which pile, or in which zone, a held card lacks, as it was taken up there.

        None where its holder is to lay one elsewhere, or another may have taken one there.
        """
        if (heap := self.shows_on(card_id, holder)) is not None:
            return heap
        card, waits = self.lay.pile.faces[card_id], self.brief.waits
        for one in self.brief.layout.cards:
            if one.name != card or one.at is not None or one.lies is Lies.GOES:
                continue
            if str(one.zone) not in self.spread.zones or one.lies is Lies.USED:
                continue
            if any((wait.seat == holder) is not (wait.zone == one.zone) for wait in waits):
                continue
            wanted = sum(other.name == card for other in self.brief.layout.within(one.zone))
            if wanted > sum(lying.card == card for lying in self._in(one.zone)):
                return one.zone
        return None

    def shows_on(self, card_id: str, holder: int) -> Zone | None:
        """Return on which pile a held card must be the top, and is not: one that was shot.

        None for who is to lay another: theirs is a card of the same name.
        """
        if any(one.seat == holder for one in self.brief.waits):
            return None
        card = self.lay.pile.faces[card_id]
        tops = [pile.zone for pile in self.brief.layout.piles if pile.top == card]
        return self._without(tops, card)

    def _counted(self, seat: int) -> int:
        """Return how many cards the match counts in a hand; 0 where it does not."""
        return sum(one.count for one in self.brief.layout.backs if one.seat == seat)

    def _place_for(self, card: str, holder: int | None) -> str | None:
        """Return where a held card, or one at hand, is to be laid; None where not in one place."""
        own = f"seat:{holder}"
        if self.brief.anywhere is not None:
            return MIDDLE if holder is None or own not in self.spread.zones else own
        open_to = self.brief.zones_for(card, holder, self.spread.zones)
        asked = [
            one
            for one in self._read()
            if holder is None or self.brief.hand_of(one.seat) in (None, holder)
        ]
        if asked and all(self._lies_there(one) for one in asked):
            return None
        there = [str(one.zone) for one in asked if str(one.zone) in self.spread.zones]
        wanted = [zone for zone in there if zone in open_to]
        if wanted or len(open_to) == 1:
            return (*wanted, *open_to)[0]
        if own in open_to:
            return own
        return there[0] if there and not open_to and holder is not None else None

    def _only_cell(self, card: str, holder: int) -> str | None:
        """Return the grid where a held card is due, if it may lie in one cell and nowhere else."""
        due = {str(one.zone) for one in self._read() if self.brief.hand_of(one.seat) == holder}
        grids = Grids(self.spread, self.lay.placed, self.brief.places, self.brief.layout)
        if len(grids.open_to(card)) != 1 or self.brief.zones_for(card, holder, self.spread.zones):
            return None
        return next((zone for zone in grids.zones_of(card) if zone in due), None)

    def _asked_of(self, holder: int) -> int | None:
        """Return the seat that is to lay a card, where that is not who holds the one touched."""
        seats = [
            one.seat for one in self._read() if self.brief.hand_of(one.seat) not in (None, holder)
        ]
        return seats[0] if seats and len(seats) == len(self._read()) else None

    # -- within -----------------------------------------------------------------------------

    def _read(self) -> list[Missing]:
        """Return what is to be laid in one place, and not turned up there from a pile."""
        turned = [pile.into for pile in self.brief.layout.piles if _owes(pile)]
        there = [one for one in self.brief.waits if one.zone not in (ANYWHERE, *turned)]
        return [one for one in there if not self._leaves(one)]

    def _leaves(self, one: Missing) -> bool:
        return any(
            card.zone == one.zone and card.lies is Lies.FREE for card in self.brief.layout.cards
        )

    def _lies_there(self, one: Missing) -> bool:
        """Tell whether as many cards lie in a zone as it waits for, and are still to be read."""
        known = Counter(card.name for card in self.brief.layout.within(one.zone))
        new = Counter(lying.card for lying in self._in(one.zone)) - known
        return new.total() >= one.count - one.have

    def _without(self, zones: Sequence[Zone], card: str) -> Zone | None:
        """Return the first of some zones in which no such card lies."""
        return next((z for z in zones if all(one.card != card for one in self._in(z))), None)

    def _in(self, zone: Zone) -> list[Placed]:
        return lie_in(self.lay.placed, self.spread, zone)


def _owes(pile: Pile) -> bool:
    return pile.seat is not None or pile.into is not None
