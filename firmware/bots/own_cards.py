"""The cards that the bots' hand laid on the virtual table. It knows them, so nobody is asked."""

from __future__ import annotations

from itertools import takewhile
from math import dist
from typing import NamedTuple, Protocol

from firmware.reading.judged_pass import OwnCard
from referee.match.correcting import cards_of
from referee.match.desk import Snapshot
from referee.match.journal.entries import MOVE
from referee.reports.tabletop import Placed, Tabletop
from referee.reports.virtual_acts import VirtualAct
from vision.observation import SettledCard
from vision.reading import Verdict
from vision.spread import Spread

# A card is seen this near to where it was laid. Readings are right to 1 mm; cards lie 44 mm apart.
NEAR_MM = 8.0


class Virtual(Protocol):
    """The virtual table, as hands use it."""

    spread: Spread

    def scene(self) -> Tabletop: ...
    def do(self, act: VirtualAct) -> None: ...


class _LaidCard(NamedTuple):
    """A card as the hand laid it, and the number of the match's last move at that time."""

    placed: Placed
    seq: int


class OwnCards:
    """Moves cards on the virtual table, and remembers those that it laid.

    One thread moves cards; any thread may ask about them.
    """

    def __init__(self, virtual: Virtual) -> None:
        self._virtual = virtual
        self._laid: dict[str, _LaidCard] = {}  # By the card's id on the virtual table.
        self._seq = 0

    def follow(self, match: Snapshot) -> None:
        """Note the match as the hand knows it at its next act."""
        self._seq = match.seq

    def do(self, act: VirtualAct) -> None:
        """Do an act. Raise `IllegalMove` or `LookupError`."""
        before = {one.id for one in self._virtual.scene().placed}
        self._virtual.do(act)
        there = {one.id: one for one in self._virtual.scene().placed}
        kept = {id_: one for id_, one in self._laid.items() if there.get(id_) == one.placed}
        new = {id_: _LaidCard(one, self._seq) for id_, one in there.items() if id_ not in before}
        self._laid = kept | new

    def of(self, match: Snapshot, card: SettledCard) -> OwnCard | None:
        """Return what the hand knows about a card that the camera sees, or None if it is not its
        own.

        The card is new until a later move names it.
        """
        laid, reading = self._laid_at(card), card.reading
        if laid is None or reading.face_down:
            return None
        name = laid.placed.card
        if reading.verdict is Verdict.CERTAIN and reading.card != name:
            return None
        later = takewhile(lambda entry: entry.seq > laid.seq, reversed(match.log))
        moves = (entry.move for entry in later if entry.kind == MOVE and not entry.undone)
        named = sum(cards_of(move).count(name) for move in moves)
        alike = sum(one.placed.card == name for one in self._laid.values())
        if named and named < alike:
            return None  # Some of these equal cards have counted, and nobody can tell which.
        return OwnCard(name, is_new=not named)

    def _laid_at(self, card: SettledCard) -> _LaidCard | None:
        """Return the card that the hand laid where the camera sees a card, or None."""
        reading = card.reading
        if not self._laid or reading.place_mm is None:
            return None
        at_mm = self._virtual.spread.on_table_mm(reading.mat, *reading.place_mm)
        near = [one for one in self._virtual.scene().placed if one.face_up]
        if at_mm is None:
            return None
        away = {one.id: dist((one.x_mm, one.y_mm), at_mm) for one in near}
        found = min(near, key=lambda one: away[one.id], default=None)
        laid = None if found is None else self._laid.get(found.id)
        if laid is None or laid.placed != found or away[found.id] > NEAR_MM:
            return None
        return laid
