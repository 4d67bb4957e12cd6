"""A person who shows, lays and takes real cards as a bot asks, at any kind of table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from threading import Lock

from firmware.bots.real_hands import RealHands
from referee.match.desk import Desk, Snapshot
from referee.pending import PendingAction
from tests.bench.table.lain import Lain, Loose
from tests.matches import match_of
from vision.synthetic.scene import PlacedCard

BOT = 1
TERRITORY = f"territory:{BOT}"
ASIDE_MM = (-60.0, 40.0)  # beside every mat


class Person(ABC):
    """The cards in front of a person. A bot has seat `BOT`."""

    desk: Desk

    def __init__(self, lain: Lain) -> None:
        self.lain, self.lock = lain, Lock()

    @property
    def match(self) -> Snapshot:
        """The current match."""
        return match_of(self.desk)

    @property
    @abstractmethod
    def wanted(self) -> PendingAction | None:
        """What the bot asks for."""

    @property
    @abstractmethod
    def hands(self) -> RealHands:
        """What the bot knows of its cards."""

    def follow(self) -> None:
        """Lay all cards as the match has them."""
        with self.lock:
            self.lain.follow(self.match.layout)

    def show(self, card: str, zone: str | None = "drawn") -> None:
        """Lay a card where it is no move, or in another zone; None is beside the mats."""
        with self.lock:
            if zone is None:
                aside = PlacedCard(self.lain.deck, card, *ASIDE_MM, 0.0)
                self.lain.loose.append(Loose(aside, ""))
            else:
                self.lain.lay(card, zone)

    def take_up(self) -> None:
        """Take up all cards that were shown."""
        with self.lock:
            self.lain.loose.clear()

    def lay(self, card: str, row: int, column: int, zone: str = TERRITORY) -> None:
        """Lay a card in a cell, by the match's own columns."""
        with self.lock:
            at = row, column + self.lain.shifts[zone]
            self.lain.cells[zone][at] = self.lain.in_cell(card, zone, at)

    def take(self, row: int, column: int, zone: str = TERRITORY) -> None:
        """Take a card out of a cell."""
        with self.lock:
            del self.lain.cells[zone][row, column + self.lain.shifts[zone]]

    def lay_as_wanted(self) -> None:
        """Take up the cards that were shown, and lay them where the bot wants them."""
        wanted = self.wanted
        assert wanted is not None
        self.take_up()
        for card, (row, column) in zip(wanted.cards, wanted.at, strict=True):
            self.lay(card, row, column, str(wanted.zone))
