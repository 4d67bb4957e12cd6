"""Cards that were laid before their turn. Each one counts once its player confirms it (SL-3)."""

from __future__ import annotations

from collections.abc import Iterable

from firmware.reading.judged_pass import JudgedPass
from firmware.reading.questions import zone_of
from firmware.reading.waiting import ChangeKey, change_key
from referee.table import Change, Laid


class EarlyCards:
    """Remembers the cards that were laid too early, until they are gone."""

    def __init__(self) -> None:
        self._zones: dict[ChangeKey, str] = {}
        self._confirmed: set[ChangeKey] = set()

    def note(self, changes: Iterable[Change]) -> None:
        """Note cards that were laid too early."""
        self._zones |= {change_key(one): zone_of(one) for one in changes}

    def follow(self, current: JudgedPass) -> None:
        """Note the cards of an earlier turn, and forget those that are no longer on the table."""
        self.note(one for one in current.changes if isinstance(one, Laid) and one.turn is not None)
        lie = {change_key(change): zone_of(change) for change in current.changes}
        self._zones = {
            key: zone
            for key, zone in self._zones.items()
            if lie.get(key, zone) == zone and (key in lie or not current.is_still(zone))
        }
        self._confirmed &= self._zones.keys()

    def confirm(self, change: Change) -> None:
        """Note that its player confirms a card."""
        self._confirmed.add(change_key(change))

    def awaits(self, change: Change) -> bool:
        """Whether a card was laid too early and is not confirmed yet."""
        key = change_key(change)
        return key in self._zones and key not in self._confirmed
