"""What the virtual table knows about cards that people laid: when, and whether they count already.

A camera cannot see that a card covers an equal one. And if it has few frames, it cannot tell in
whose turn a card was laid. So people would have to be asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.match.back.readings import cards_since
from referee.match.desk import Snapshot
from referee.reports.tabletop import Placed
from referee.table import Pile

# The zone of each card on the mat, and whether it lies face up, by the card's id.
PlaceById = Mapping[str, tuple[str | None, bool]]


class LaidCards:
    """Remembers the match's last step at the time when each card came to lie as it does."""

    def __init__(self) -> None:
        self._seqs: dict[str, int] = {}  # By the card's id.
        self._came: dict[str, int] = {}  # The same, when it came onto the mat.

    def note(self, before: PlaceById, after: PlaceById, seq: int) -> None:
        """Note the cards that an act has laid, turned over, or moved to another zone."""
        came = [id_ for id_, place in after.items() if id_ not in before or before[id_] != place]
        self._seqs = {id_: was for id_, was in self._seqs.items() if id_ in after}
        self._seqs |= dict.fromkeys(came, seq)
        self._came = {id_: was for id_, was in self._came.items() if id_ in after}
        self._came |= dict.fromkeys(after.keys() - before.keys(), seq)

    def seq_of(self, card: str) -> int | None:
        """Return the match's last step when a card came to where it lies, or None."""
        return self._seqs.get(card)

    def came_since(self, card: str, seq: int) -> bool:
        """Whether a card came onto the mat after the match's step `seq`."""
        return self._came.get(card) == seq

    def is_new(self, match: Snapshot, pile: Pile, there: Sequence[Placed]) -> bool | None:
        """Whether the match must still count the top card of a pile, or None if nobody can tell.

        `there` are the cards on the pile, in the order in which they were laid.
        """
        if pile.count is None or not there:
            return None
        top = there[-1]
        seq = self._seqs.get(top.id)
        if len(there) < pile.count:  # Somebody took the top card, and this one lay beneath.
            old = top.card in pile.under and top.card != pile.top
            return False if old and (seq is None or seq < match.steps_seq) else None
        if len(there) == pile.count:
            return False
        if seq is None:
            return None
        return None if any(top.card in cards for cards in cards_since(match.log, seq)) else True
