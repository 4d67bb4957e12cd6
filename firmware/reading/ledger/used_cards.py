"""Used cards that an equal card may have replaced: where each lay, and whether it was touched."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from firmware.reading.ledger.last_position import LastPosition
from firmware.reading.seen_cards import SeenCard, TablePass
from referee.table import ANYWHERE, Card, CardStatus
from vision.observation import SettledCard


class UsedCards:
    """Follows the last position of each used card, by the card's id."""

    def __init__(self) -> None:
        self._positions: dict[str, LastPosition] = {}
        self._stayed: dict[str, SettledCard] = {}  # Cards of the layout as they were last seen.

    def __contains__(self, id_: str) -> bool:
        return id_ in self._positions

    def forget(self, id_: str) -> None:
        """Forget the position of a card, because somebody has said whether it is new."""
        self._positions.pop(id_, None)
        self._stayed.pop(id_, None)

    def follow(
        self, table_pass: TablePass, lies: Mapping[str, Card], before: Mapping[str, str]
    ) -> None:
        """Follow the positions in one pass.

        `lies` maps ids to cards of the layout. `before` maps the id of such a card to the id that
        it had when it was last seen.
        """
        used: dict[str, LastPosition] = {}
        for one in table_pass.seen:
            card = lies.get(one.id)
            if card is None and not table_pass.has_made_its_move(one):
                continue
            if card is not None and card.status is CardStatus.STAYS:
                continue
            used[one.id] = self._position(one, card, table_pass, before.get(one.id, ""))
        there = {seen.id for seen in table_pass.seen}
        hidden = {
            id_: left
            for id_, left in self._positions.items()
            if id_ not in there and not table_pass.zones.is_seen_whole(left.zone)
        }
        self._positions = hidden | used
        self._stayed = {
            seen.id: seen.card if seen.id in lies else self._stayed[seen.id]
            for seen in table_pass.seen
            if seen.id in lies or seen.id in self._stayed
        }

    def _position(
        self, seen: SeenCard, card: Card | None, table_pass: TablePass, before: str
    ) -> LastPosition:
        known = self._positions.get(seen.id)
        if known is None and before in self._positions:  # The same card, under another id.
            known = replace(self._positions[before], touched=True, away=True)
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
        self, table_pass: TablePass, lies: Mapping[str, Card], told: Collection[str]
    ) -> Iterator[SeenCard]:
        """Yield the used cards that a new card may have replaced, without those in `told`.

        They have moved, or they should no longer be there and were touched. If somebody quickly
        swaps a card for an equal one in the same spot, no picture shows the swap.
        """
        for seen in table_pass.seen:
            left = self._positions.get(seen.id)
            if left is None or seen.name is None or seen.id in told:
                continue
            is_other = left.has_moved if seen.id in lies else left.may_be_replaced
            if table_pass.zones.is_still(seen.zone) and is_other(seen.card):
                yield seen
