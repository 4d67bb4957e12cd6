"""When each card on the virtual mat was laid, by whom, and whether it has counted since.

A camera cannot see that a card covers an equal one. And if it has few frames, it cannot tell the
turn in which a card was laid. So people would have to be asked.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

Place = tuple[str | None, bool]  # The zone of a card on the mat, and whether it lies face up.
PlaceById = Mapping[str, Place]

NEVER = -1  # Before every step of a match.


class LaidCard(msgspec.Struct, frozen=True, omit_defaults=True):
    """The match's last step when a card was last laid or turned, and when it came onto the mat.

    `turn` is whose turn it was then. The table's `own` hand may have laid the card there or turned
    it up. `counted` is the newest move that has named the card.
    """

    seq: int = NEVER
    came: int = NEVER
    turn: int | None = None
    own: bool = False
    counted: int = NEVER

    @property
    def has_counted(self) -> bool:
        """Whether a move has named the card since it came. The move may have been undone."""
        return self.counted > self.came

    @property
    def is_unnamed(self) -> bool:
        """Whether no move has named the card since it was laid, turned or moved."""
        return self.counted <= self.seq

    def is_in_turn(self, seq: int, turn: int | None) -> bool:
        """Whether it was laid after the step `seq`, or in the turn of the seat `turn`."""
        return self.seq == seq or (self.turn is not None and self.turn == turn)

    def is_fresh(self, seq: int, turn: int | None) -> bool:
        """Whether it came onto the mat in this turn, and has made no move there yet.

        Other cards may have counted since then, because people lay cards faster than they are read.
        """
        if self.came == NEVER:
            return False
        return self.came == seq or (self.is_in_turn(seq, turn) and not self.has_counted)


UNKNOWN = LaidCard()


def lays_after(
    lays: Mapping[str, LaidCard],
    before: PlaceById,
    after: PlaceById,
    seq: int,
    turn: int | None,
    *,
    own: bool = False,
) -> dict[str, LaidCard]:
    """Return when each card was last laid on the mat, after an act that has moved some of them.

    It is the act of the table's `own` hand, or of a person.
    """
    results = {**lays}
    for id_, place in after.items():
        came, was = id_ not in before, lays.get(id_, UNKNOWN)
        if before.get(id_) == place:
            continue
        if came:
            results[id_] = LaidCard(seq, seq, turn, own and place[1])
        else:
            turned_up = place[1] and not before[id_][1]
            results[id_] = LaidCard(seq, was.came, turn, own and turned_up, was.counted)
    return results
