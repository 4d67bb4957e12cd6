"""The situation at the virtual table: how the cards lie, and what the match asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from firmware.virtual.brief import Brief
from firmware.virtual.grids import Grids
from firmware.virtual.placement import cards_in_zone
from firmware.virtual.state import TableState
from referee.contract import Message
from referee.pending import Lay, LayDown, PendingAction
from referee.reports.tabletop import Placed
from referee.table import Card, Layout, Zone
from vision.mat import covers
from vision.spread import Spread


@dataclass(frozen=True)
class Situation:
    """The cards on the table, and the brief of the match. Of several draw piles, `piles` are the
    zones. `stale` are the cards that were laid before the match's last step, and `fresh` those that
    came onto the mat since. `obstacle(zone)` says why a card in a zone does not count yet, and
    returns None if it is being read.
    """

    brief: Brief
    state: TableState
    spread: Spread
    piles: Sequence[str] = ()
    stale: Collection[str] = ()
    fresh: Collection[str] = ()
    obstacle: Callable[[Zone], Message | None] = lambda _: None

    @property
    def layout(self) -> Layout:
        """The layout that the match expects."""
        return self.brief.layout

    @property
    def must_deal(self) -> bool:
        """Whether the cards must be dealt before anything else."""
        due = self.brief.deal
        return due is not None and not self.state.has_dealt(due)

    @property
    def grids(self) -> Grids:
        """The grids of the table, with the places that the match offers."""
        return Grids(self.spread, self.state.placed, self.brief.places, self.layout)

    def zone_of(self, lying: Placed) -> Zone | None:
        """Return the zone in which a card lies, or None if it lies outside all zones."""
        zone = self.spread.zone_of(lying.x_mm, lying.y_mm)
        return None if zone is None else Zone.parse(zone)

    def cards_in(self, zone: Zone) -> list[Placed]:
        """Return the cards that lie in a zone, in the order in which they were laid."""
        return cards_in_zone(self.state.placed, self.spread, zone)

    def lying_in(self, zone: str) -> Iterator[tuple[Placed, Zone]]:
        """Yield each card that lies in `zone`, with the exact zone of that card."""
        for lying in self.state.placed:
            where = self.zone_of(lying)
            if where is not None and covers(zone, str(where)):
                yield lying, where

    def hides(self, zone: Zone) -> bool:
        """Whether the next card of a hand must lie face down in a zone."""
        hidden = (card for card in self.layout.cards_in(zone) if card.down)
        lacks = any(self.lacks(card) for card in hidden)
        return lacks or any(
            isinstance(one, LayDown) and one.zone == zone for one in self.brief.waits
        )

    def reads(self, card_id: str, zone: str | None) -> bool:
        """Whether a card from a hand has a meaning if it is laid face up in `zone`."""
        holder = self.state.holder(card_id)
        here = [one for one in self.brief.waits if covers(str(one.zone), zone)]
        if here:
            return not any(isinstance(one, LayDown) for one in here)
        if zone is None or holder is None:
            return False
        card = self.state.pile.faces[card_id]
        return bool(self.brief.open_zones(card, holder, (zone,))) or zone in self.grids.open_grids(
            card
        )

    def lacks(self, card: Card) -> bool:
        """Whether fewer such cards lie in a zone than the match has there."""
        wanted = sum(one.name == card.name for one in self.layout.cards_in(card.zone))
        return wanted > sum(one.face == card.name for one in self.cards_in(card.zone))

    def is_fulfilled(self, one: PendingAction) -> bool:
        """Whether all cards pending in a zone already lie there and only need to be read."""
        known = Counter(card.name for card in self.layout.cards_in(one.zone))
        new = Counter(lying.face for lying in self.cards_in(one.zone)) - known
        return new.total() >= one.count - one.have

    def must_wait(self, hand: int, zone: str) -> bool:
        """Whether all cards that the match takes from a hand in a zone lie there, still unread."""
        where, brief = Zone.parse(zone), self.brief
        if brief.pending_anywhere is not None or self.layout.pile(where) is not None:
            return False
        here = (one for one in brief.lays if isinstance(one, Lay) and one.zone == where)
        mine = (one for one in here if brief.hand_of(one.seat) in (None, hand))
        unread = sum(1 for _ in self._unread(hand, where))
        return unread >= max(1, sum(one.count - one.have for one in mine))

    def _unread(self, hand: int, where: Zone) -> Iterator[Placed]:
        """Yield the unread cards from a hand that may lie in a zone, and do."""
        known = Counter(card.name for card in self.layout.cards_in(where))
        in_grid = self.grids.has(str(where))
        for one in self.state.placed if in_grid else self.cards_in(where):
            known[one.face] -= 1
            if not one.face_up or known[one.face] >= 0 or one.id in self.stale:
                continue
            if self.state.came.get(one.id) != hand:
                continue
            if self.grids.may_lie(one) or (
                not in_grid and self.brief.open_zones(one.card, hand, (str(where),))
            ):
                yield one

    def why_unread(self, zone: Zone) -> Message:
        """Return what the table waits for before a card that lies in a zone counts."""
        return self.obstacle(zone) or Message("page.now.reads")

    def hand_size(self, seat: int) -> int:
        """Return how many cards the match counts in a hand, or 0."""
        return sum(one.count for one in self.layout.backs if one.seat == seat)
