"""Used cards that an equal card may have replaced: where each lay, and whether it was touched."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from firmware.reading.seen_cards import SeenCard, TablePass
from referee.table import ANYWHERE, Card, CardStatus, Zone
from vision.observation import SettledCard

MOVED_MM = 6.0  # Farther away it may be another card with this name; a sleeve moves it less.
MOVED_DEG = 8.0
NUDGED_MM = 1.0  # The same, if a hand was there: few people replace a card so exactly.
NUDGED_DEG = 1.5
# The same for a card that should be gone: if it has not shifted this much, nobody has touched it.
# Halved, a bump of the table would be a question; doubled, a card laid in its very place is missed.
# As a comparison, 16 readings of a card at rest agreed within 0.1 mm and 0.1 degrees.
SHIFTED_MM = 0.5
SHIFTED_DEG = 0.7


@dataclass(frozen=True)
class LastPosition:
    """The last position of a card.

    `touched` means that something has moved in its zone since then, and `away` that the card itself
    has been out of sight: under a hand, or gone. A card that was `lifted` was gone from its place.
    """

    card: SettledCard
    touched: bool = False
    away: bool = False
    lifted: bool = False

    @property
    def zone(self) -> Zone:
        """The zone in which the card lay."""
        zone = self.card.reading.zone
        return ANYWHERE if zone is None else Zone.parse(zone)

    def has_moved(self, card: SettledCard) -> bool:
        """Whether a card is so far from this position that it may be a different card.

        A card in the place of a lifted one may always be.
        """
        by_mm, by_deg = (NUDGED_MM, NUDGED_DEG) if self.touched else (MOVED_MM, MOVED_DEG)
        return self.lifted or bool(self._differs(card, by_mm, by_deg))

    def may_be_replaced(self, card: SettledCard) -> bool:
        """Whether a card that should be gone may be an equal card in its place.

        A card that has not shifted, and was in sight all the time, is the same card. Without
        positions, nobody can tell.
        """
        return self.away or self._differs(card, SHIFTED_MM, SHIFTED_DEG) is not False

    def _differs(self, card: SettledCard, by_mm: float, by_deg: float) -> bool | None:
        """Whether a card lies farther away or is turned more, or None if a position is unknown."""
        a, b = self.card.reading, card.reading
        if a.place_mm is None or b.place_mm is None:
            return None
        turned = abs((a.turn_deg - b.turn_deg + 180.0) % 360.0 - 180.0)
        away = float(np.hypot(a.place_mm[0] - b.place_mm[0], a.place_mm[1] - b.place_mm[1]))
        return away > by_mm or turned > by_deg


class UsedCards:
    """Follows the last position of each used card, by the card's id.

    In a single picture (`still`), any card may be a used one or a new one.
    """

    def __init__(self, still: bool) -> None:
        self._still = still
        self._positions: dict[str, LastPosition] = {}
        self._known: frozenset[str] = frozenset()  # Ids of the cards in the last pass.
        self.may_be_old: set[str] = set()  # Ids of cards that came as an equal used one vanished.
        self._stayed: dict[str, SettledCard] = {}  # Cards of the layout as they were last seen.

    def __contains__(self, id_: str) -> bool:
        return id_ in self._positions

    def forget(self, id_: str) -> None:
        """Forget the position of a card, because somebody has said whether it is new."""
        self._positions.pop(id_, None)
        self._stayed.pop(id_, None)

    def follow(
        self, table_pass: TablePass, lies: Mapping[str, Card], before: Mapping[str, SettledCard]
    ) -> None:
        """Follow the positions in one pass.

        `lies` maps ids to cards of the layout. `before` maps the id of such a card to the card as
        it was last seen. It may have had another id, or have been another card.
        """
        used: dict[str, LastPosition] = {}
        for seen_card in table_pass.seen:
            card = lies.get(seen_card.id)
            if card is None and not table_pass.has_made_its_move(seen_card):
                continue
            if card is not None and card.status is CardStatus.STAYS:
                continue
            used[seen_card.id] = self._position(
                seen_card, card, table_pass, before.get(seen_card.id)
            )
        there = frozenset(seen.id for seen in table_pass.seen)
        lost = {id_: left for id_, left in self._positions.items() if id_ not in there}
        names = {left.card.reading.card for left in lost.values()}
        came = (seen for seen in table_pass.seen if seen.id not in self._known)
        self.may_be_old &= there
        if table_pass.zones.everywhere:
            self.may_be_old |= {seen.id for seen in came if seen.name in names}
        self._known = there
        hidden = {
            id_: left for id_, left in lost.items() if not table_pass.zones.is_seen_whole(left.zone)
        }
        self._positions = hidden | used
        self._stayed = {
            seen.id: seen.card if seen.id in lies else self._stayed[seen.id]
            for seen in table_pass.seen
            if seen.id in lies or seen.id in self._stayed
        }

    def _position(
        self, seen: SeenCard, card: Card | None, table_pass: TablePass, before: SettledCard | None
    ) -> LastPosition:
        known = self._positions.get(seen.id)
        if known is None and before is not None and before.id != seen.id:
            last = self._positions.get(before.id, LastPosition(before, lifted=True))
            known = replace(last, touched=True, away=True)
        elif known is None and self._still and seen.id not in table_pass.proven:
            known = LastPosition(seen.card, lifted=True)
        if known is None:
            known = LastPosition(self._stayed.get(seen.id, seen.card))
        whole = table_pass.zones.is_seen_whole(seen.zone or ANYWHERE)
        if not seen.card.in_sight:
            return replace(known, touched=True, away=True)
        if not whole:
            return replace(known, touched=True)
        if card is not None and not known.has_moved(seen.card):
            return replace(known, away=False)  # It was the same card all the time.
        return known

    def replaced(
        self, table_pass: TablePass, lies: Mapping[str, Card], answered: Collection[str]
    ) -> Iterator[SeenCard]:
        """Yield the used cards that a new card may have replaced, without the `answered` ones.

        They have moved, or they should no longer be there and were touched. If somebody quickly
        swaps a card for an equal one in the same spot, no picture shows the swap.
        """
        for seen in table_pass.seen:
            left = self._positions.get(seen.id)
            if left is None or seen.name is None or seen.id in answered:
                continue
            is_other = left.has_moved if seen.id in lies else left.may_be_replaced
            if table_pass.zones.is_still(seen.zone) and is_other(seen.card):
                yield seen
