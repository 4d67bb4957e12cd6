"""Remembers the turn in which each unexplained card was laid. The next player must not get it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass

from msgspec.structs import replace

from firmware.reading.seen_cards import SeenCard, TablePass
from referee.table import ANYWHERE, Change, Laid, Zone
from vision.mat import covers


@dataclass(frozen=True)
class _LaidCard:
    """An unexplained card, and the turn in which it was laid."""

    turn: int | None
    name: str | None
    zone: Zone | None


class LaidTurns:
    """Follows the turns in which cards were laid.

    A card was laid in the turn in which it was first seen. If its zone has not been still since the
    turn before, it was laid in that turn: its player needed no longer than a blink.
    """

    def __init__(self) -> None:
        self._laid: dict[str, _LaidCard] = {}  # By id.
        self._open: set[str] = set()  # Ids of cards that no move explains.
        self._hidden: dict[str, _LaidCard] = {}  # Those in zones that are not in full view.
        self._turn: int | None = None
        self._before: int | None = None
        self._stirred: frozenset[str] = frozenset()  # Zones not still in the last pass.
        self._restless: frozenset[str] = frozenset()  # Zones not still since the last turn.

    def date(
        self,
        table_pass: TablePass,
        free: Iterable[SeenCard],
        counted: Set[str],
        changes: Sequence[Change],
    ) -> Iterator[Change]:
        """Yield the changes of one pass. A card that was laid in another turn says in which.

        `free` are the cards that match no card of the layout, and those in `counted` counted before
        an undo. A card in front of a seat belongs to that seat whenever it was laid. The table's
        own hand lays its cards in turn.
        """
        if table_pass.turn != self._turn:
            self._turn, self._before = table_pass.turn, self._turn
            self._restless = self._stirred
        self._stirred = table_pass.zones.restless
        self._follow(
            table_pass, free, counted, {change.id for change in changes if isinstance(change, Laid)}
        )
        self._restless &= self._stirred
        for change in changes:
            of_seat = (
                isinstance(change, Laid) and change.zone is not None and change.zone.kind == "seat"
            )
            one = self._laid.get(change.id) if isinstance(change, Laid) and not of_seat else None
            over = one is not None and None not in (self._turn, one.turn) and one.turn != self._turn
            yield replace(change, turn=one.turn) if one is not None and over else change

    def forget(self, id_: str) -> None:
        """Forget the turn in which a card was laid, because people said that it is new."""
        self._laid.pop(id_, None)
        self._hidden.pop(id_, None)

    def _follow(
        self, table_pass: TablePass, free: Iterable[SeenCard], counted: Set[str], new: Set[str]
    ) -> None:
        """Note the cards of one pass. Those in `new` are changes."""
        zones, there = table_pass.zones, {seen.id for seen in table_pass.seen}
        laid, still_open = dict[str, _LaidCard](), set[str]()
        for seen in free:
            card = table_pass.known_card(seen.id)
            if table_pass.has_made_its_move(seen) or card.is_own:
                continue
            known = self._laid.get(seen.id) or self._seen_before(seen, there)
            if known is None or seen.id in counted or card.fresh:
                turn = self._turn if card.in_turn else self._first_turn(seen)
                known = _LaidCard(turn, seen.name, seen.zone)
            laid[seen.id] = known
            if seen.id in new or (seen.id in self._open and not zones.is_still(seen.zone)):
                still_open.add(seen.id)
        hidden = self._hidden | {id_: laid[id_] for id_ in still_open}
        self._hidden = {
            id_: one for id_, one in hidden.items() if not zones.is_seen_whole(one.zone or ANYWHERE)
        }
        self._laid, self._open = laid, still_open

    def _seen_before(self, seen: SeenCard, there: Set[str]) -> _LaidCard | None:
        """Return the card that lay here before a hand covered it, or None.

        After a hand was there, the same card may have another id.
        """
        alike = (
            card
            for id_, card in self._hidden.items()
            if id_ == seen.id
            or (id_ not in there and (card.name, card.zone) == (seen.name, seen.zone))
        )
        return next(alike, None)

    def _first_turn(self, seen: SeenCard) -> int | None:
        zone = str(seen.zone or ANYWHERE)
        restless = any(covers(zone, name) for name in self._restless)
        return self._turn if self._before is None or not restless else self._before
