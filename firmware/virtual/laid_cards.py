"""Remembers about cards that hands laid: when, by whom, and whether they count.

A camera cannot see that a card covers an equal one. And if it has few frames, it cannot tell the
turn in which a card was laid. So people would have to be asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from firmware.reading.seen_cards import KnownCard
from referee.match.back.readings import cards_of, cards_since
from referee.match.desk import Snapshot
from referee.match.journal.bodies import BEGIN, LESSON, MOVE
from referee.match.log import Entry
from referee.reports.tabletop import Placed
from referee.table import Pile

# The name and zone of each card on the mat, and whether it lies face up, by the card's id.
PlaceById = Mapping[str, tuple[str, str | None, bool]]

NEVER = -1  # The step of a card that nobody has laid since the program started.


class _Lay(NamedTuple):
    """The match's last step when a card was last laid or turned, and when it came onto the mat.

    `turn` is whose turn it was then. If the table's own hand laid the card there or turned it up,
    `own` is its name.
    """

    seq: int
    came: int
    turn: int | None = None
    own: str | None = None


class LaidCards:
    """Remembers the match's last step when each card was last laid, turned or moved."""

    def __init__(self) -> None:
        self._lays: dict[str, _Lay] = {}  # By the card's id.

    def note(
        self,
        before: PlaceById,
        after: PlaceById,
        seq: int,
        turn: int | None = None,
        *,
        own: bool = False,
    ) -> None:
        """Note the cards that an act has laid, turned over, or moved to another zone.

        It is the act of the table's `own` hand, or of a person.
        """
        lays = {id_: lay for id_, lay in self._lays.items() if after.get(id_) == before.get(id_)}
        for id_, place in after.items():
            if before.get(id_) == place:
                continue
            name, _, face_up = place
            was, came = self._lays.get(id_), id_ not in before
            laid = own and face_up and (came or not before[id_][2])
            came_seq = seq if came else was.came if was else NEVER
            lays[id_] = _Lay(seq, came_seq, turn, name if laid else None)
        self._lays = lays

    def seq_of(self, card: str) -> int | None:
        """Return the match's last step when a card was last laid, turned or moved, or None."""
        lay = self._lays.get(card)
        return None if lay is None else lay.seq

    def is_fresh(self, lying: Placed, seq: int, turn: int | None, log: Sequence[Entry]) -> bool:
        """Whether a card came onto the mat in this turn, and has made no move there yet.

        Other cards may have counted since then, because people lay cards faster than they are read.
        """
        lay = self._lays.get(lying.id)
        if lay is None or lay.came == NEVER:
            return False
        in_turn = lay.turn is not None and lay.turn == turn
        return lay.came == seq or (in_turn and not self.has_counted(lying, log))

    def has_counted(self, lying: Placed, log: Sequence[Entry]) -> bool:
        """Whether a move has named such a card since it came. The move may have been undone.

        A card that came before the oldest entry of the log has counted long ago.
        """
        came = self._lays[lying.id].came if lying.id in self._lays else NEVER
        if _begins_after(log, came):
            return True
        since = takewhile(lambda entry: entry.seq > came, reversed(log))
        return any(entry.kind == MOVE and lying.card in cards_of(entry.move) for entry in since)

    def known_card(
        self, match: Snapshot, lying: Placed, pile: Pile | None, there: Sequence[Placed]
    ) -> KnownCard:
        """Return the known facts about a card. `there` are the cards in its zone, in the order in
        which they were laid.
        """
        lay, seq = self._lays.get(lying.id, _Lay(NEVER, NEVER)), match.steps_seq
        turn = match.game.table.turn(match.state)
        is_new = None if pile is None or not pile.top else self._is_new(match, lay, pile, there)
        if is_new is None and lay.own is not None:
            is_new = self._is_unnamed(match, lay.own, lay.seq)
        in_turn = lay.seq == seq or (lay.turn is not None and lay.turn == turn)
        return KnownCard(is_new, in_turn, self.is_fresh(lying, seq, turn, match.log), lay.own)

    def _is_unnamed(self, match: Snapshot, name: str, seq: int) -> bool | None:
        """Whether no move has named an own card of this name since the step `seq`.

        If only some of several equal cards have counted, nobody can tell which.
        """
        if _begins_after(match.log, seq):
            return None
        named = sum(cards.count(name) for cards in cards_since(match.log, seq))
        alike = sum(lay.own == name and lay.seq >= seq for lay in self._lays.values())
        return None if 0 < named < alike else not named

    def _is_new(
        self, match: Snapshot, lay: _Lay, pile: Pile, there: Sequence[Placed]
    ) -> bool | None:
        """Whether the match must still count the top card of a pile, or None if nobody can tell."""
        name = there[-1].card
        if pile.count is None or len(there) == pile.count:
            return None if pile.count is None else False
        if len(there) < pile.count:  # Somebody took the top card, and this one lay beneath.
            was_below = name in pile.under and name != pile.top
            return False if was_below and lay.seq < match.steps_seq else None
        if lay.seq == NEVER or _begins_after(match.log, lay.seq):
            return None
        return None if any(name in cards for cards in cards_since(match.log, lay.seq)) else True


def _begins_after(log: Sequence[Entry], seq: int) -> bool:
    """Whether a log, which has only the newest entries of a match, may lack some after a step."""
    return bool(log) and log[0].kind not in (BEGIN, LESSON) and log[0].seq > seq + 1
