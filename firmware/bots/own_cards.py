"""The cards that the bots' hand laid on the virtual table. It knows them, so nobody is asked."""

from __future__ import annotations

from itertools import takewhile
from typing import NamedTuple, Protocol

from firmware.reading.judged_pass import OwnCard
from firmware.virtual.duties import Duty
from referee.actor import Actor, bot
from referee.match.back.readings import cards_of, cards_since
from referee.match.desk import Snapshot
from referee.match.journal.bodies import MOVE
from referee.reports.tabletop import Placed, Tabletop
from referee.reports.virtual_acts import VirtualAct
from vision.observation import SettledCard
from vision.reading import CardReading, Verdict
from vision.spread import Spread


class Virtual(Protocol):
    """The virtual table, as hands use it."""

    spread: Spread

    def scene(self) -> Tabletop: ...
    def duties(self) -> tuple[Duty, ...]: ...
    def do(self, act: VirtualAct) -> None: ...
    def laid_down(self, hand: int) -> tuple[Placed, ...]: ...
    def cards_near(self, seen: CardReading) -> list[Placed]: ...


class _LaidCard(NamedTuple):
    """A face-up card as the hand laid it, and the number of the match's last move at that time.

    `seq` is None if the hand moved the card on, so that nobody can tell whether it counted before.
    """

    card: str
    zone: str | None
    seq: int | None


class OwnCards:
    """Moves cards on the virtual table, and remembers those that it or a bot's typed move laid, or
    turned up.

    One thread moves cards; any thread may ask about them.
    """

    def __init__(self, virtual: Virtual) -> None:
        self._virtual = virtual
        self._laid: dict[str, _LaidCard] = {}  # By the card's id on the virtual table.
        self._there: dict[str, str | None] = {}  # Zones of face-up cards at the last look, by id.
        self._seq = 0

    def follow(self, match: Snapshot) -> None:
        """Look at the table and the match, and note the cards that bots' typed moves laid."""
        since = takewhile(lambda entry: entry.seq > self._seq, reversed(match.log))
        typed = [one for one in since if one.kind == MOVE and _is_bots(one.by)]
        named = {card: one.seq - 1 for one in typed for card in cards_of(one.move)}
        for lying, zone in self._look():
            if lying.card in named:
                self._note(lying, zone, named[lying.card])
        self._seq = match.seq

    def do(self, act: VirtualAct) -> None:
        """Do an act. Raise `IllegalMove` or `LookupError`."""
        self._look()
        before = self._there
        self._virtual.do(act)
        for lying, zone in self._look():
            self._note(lying, zone, None if lying.id in before else self._seq)

    def _look(self) -> list[tuple[Placed, str | None]]:
        """Return the face-up cards that have come to where they lie since the last look, or were
        turned up, with their zones.

        Cards that have left the zone in which they were laid are no longer the hand's own.
        """
        up = [one for one in self._virtual.scene().placed if one.face_up]
        there = {one.id: self._virtual.spread.zone_of(one.x_mm, one.y_mm) for one in up}
        came = [
            (one, there[one.id])
            for one in up
            if one.id not in self._there or self._there[one.id] != there[one.id]
        ]
        self._laid = {
            id_: one for id_, one in self._laid.items() if id_ in there and there[id_] == one.zone
        }
        self._there = there
        return came

    def _note(self, lying: Placed, zone: str | None, seq: int | None) -> None:
        self._laid = {**self._laid, lying.id: _LaidCard(lying.card, zone, seq)}

    def of(self, match: Snapshot, card: SettledCard) -> OwnCard | None:
        """Return what the hand knows about a card that the camera sees, or None if it is not its
        own.

        The card is new until a later move names it. If only some of several equal cards have
        counted, nobody can tell which.
        """
        laid, reading = self._laid_at(card), card.reading
        if laid is None or reading.face_down:
            return None
        name = laid.card
        if reading.verdict is Verdict.CERTAIN and reading.card != name:
            return None
        if (seq := laid.seq) is None:
            return OwnCard(name, None)
        named = sum(cards.count(name) for cards in cards_since(match.log, seq))
        others = (one.seq for one in self._laid.values() if one.card == name)
        alike = sum(other is not None and other >= seq for other in others)
        return OwnCard(name, None if 0 < named < alike else not named)

    def _laid_at(self, card: SettledCard) -> _LaidCard | None:
        """Return the card that the hand laid where the camera sees a card, or None."""
        reading = card.reading
        if not self._laid:
            return None
        near = [one for one in self._virtual.cards_near(reading) if one.face_up]
        found = near[-1] if near else None  # Of the cards on a pile, the one on top.
        laid = None if found is None else self._laid.get(found.id)
        if found is None or laid is None:
            return None
        zone = self._virtual.spread.zone_of(found.x_mm, found.y_mm)
        return laid if laid.zone == zone else None  # Else a person has just moved it.


def _is_bots(by: Actor) -> bool:
    return by.seat is not None and by == bot(by.seat)
