"""Finds the cards on the table that belong to a deal that is not played now (SL-26)."""

from __future__ import annotations

from collections.abc import Iterable

from firmware.reading.seen_cards import SeenCard
from referee.match.desk import Snapshot

DealKey = tuple[int, int]  # As `Snapshot.deal_key`.


class OtherDeals:
    """Follows the match from deal to deal, and knows for which deals each card means nothing.

    A card means nothing for the deal that was ordered after it was laid. If an undo brings its own
    deal back, it counts again.
    """

    def __init__(self) -> None:
        self._deal: DealKey | None = None  # The deal in the last pass.
        self._seq = -1  # The match's newest entry in the last pass.
        self._there: frozenset[str] = frozenset()  # Ids of the cards in the last pass.
        self._not_for: dict[str, frozenset[DealKey]] = {}  # By id.

    def follow(self, match: Snapshot, seen: Iterable[SeenCard]) -> frozenset[str]:
        """Return the ids of the cards that mean nothing until they are gone."""
        left, now, there = self._deal, match.deal_key, frozenset(card.id for card in seen)
        self._not_for = {id_: deals for id_, deals in self._not_for.items() if id_ in there}
        if left is None or left[0] == now[0]:
            ordered = self._was_ordered(match)
            laid = {id_ for id_ in self._there if left not in self._not_for.get(id_, ())}
            for id_ in there if ordered else there & laid if left not in (None, now) else ():
                self._not_for[id_] = self._not_for.get(id_, frozenset()) | {now}
        self._deal, self._seq, self._there = now, match.seq, there
        return frozenset(id_ for id_, deals in self._not_for.items() if now in deals)

    def _was_ordered(self, match: Snapshot) -> bool:
        """Whether the deal was ordered since the last pass.

        After a restart, it was if nothing has happened since.
        """
        if self._deal is None:
            return match.last_step is not None and match.last_step.seq == match.dealt_seq
        return match.dealt_seq > self._seq
