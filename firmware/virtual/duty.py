"""A duty at the virtual table: the cards that can do an action now, and how many must move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.pending import Lay, PendingAction
from referee.reports.tabletop import PILE

if TYPE_CHECKING:
    from firmware.virtual.situation import Situation


class PutBack(PendingAction):
    """Cards that a hand holds above the number that the match counts go back into the pile."""


class TakeBack(PendingAction):
    """Cards that counted for nothing go back into the hand that laid them."""


@dataclass(frozen=True)
class Duty:
    """A task of hands now: `count` of the `cards` must move, as the `action` says.

    An id of `cards` may be that of a pile, for its top card. `hand` is the hand that the cards
    leave or join, if it is one. If `chosen`, people choose even if there is one card: a cell, or
    whose card it is.
    Nobody can do a duty without cards now: it is done and unread, or other cards come first.
    """

    id: str
    action: PendingAction
    cards: tuple[str, ...]
    count: int
    hand: int | None = None
    chosen: bool = False

    @property
    def is_open(self) -> bool:
        """Whether somebody can do it now."""
        return self.count > 0 and len(self.cards) > 0

    def is_unread(self, now: Situation) -> bool:
        """Whether it is done, but the camera has not read all its cards yet."""
        return not self.is_open and len(now.new_in(self.action.zone)) > 0

    @property
    def sweeps(self) -> bool:
        """Whether all its cards move together, and the chosen one is on top."""
        return isinstance(self.action, Lay) and self.action.sweeps

    @property
    def chooses(self) -> bool:
        """Whether people choose which cards move, or where they go."""
        piled = self.cards == (PILE,)
        return self.chosen or (len(self.cards) > self.count and not piled)
