"""Observe a single picture, such as a phone's."""

from __future__ import annotations

import itertools
import secrets
import time
from collections.abc import Sequence

from vision.decks.deck import Deck
from vision.errors import Mirrored, TooMuch
from vision.follow.rows import ObservedRows, read_rows
from vision.geometry import area
from vision.mat import Mat, zone_grid_mm
from vision.match.matcher import Matcher
from vision.observation import Observation, SettledCard
from vision.plane import Plane
from vision.reader import Reader
from vision.reading import CROWD, CardReading, Image

# In a picture without a mat, an unknown object much larger or smaller than the known cards is not a
# card but perhaps a book or a phone. The area may differ by this factor from the largest and the
# smallest known card. This was not measured.
MAX_SIZE_RATIO = 2.5

# The last limit, in seconds of processor time, for a picture that exceeded no other limit. The
# slowest genuine pictures, two territories with 42 cards, take 2 s, or 8 s on a Pi 4.
MAX_READING_S = 16.0


class StillReader:
    """Reads single pictures: on the visible mats, or on any table if there are none.

    The ids of its cards begin with `prefix`.
    """

    def __init__(self, deck: Deck, *mats: Mat, prefix: str = "") -> None:
        self.deck = deck.unpictured()
        self.mats = mats
        self._matcher = Matcher(deck)
        run = f"{prefix}{secrets.token_hex(4)}"
        self._ids = (f"{run}-{number}" for number in itertools.count(1))

    def precompute(self) -> bool:
        """Precompute one template in idle time; return False if none was left."""
        return self._matcher.precompute()

    def observe_rows(self, picture: Image) -> tuple[Observation, ObservedRows | None]:
        """Read a picture as `observe` does, with its rows and columns if no mat is visible.

        The rows are None if there is a mat or the cards are not in rows. Raise `TooMuch` if there
        is far too much in the picture.
        """
        until_s = time.thread_time() + MAX_READING_S
        observed = self.observe(picture)
        if observed.planes:
            return observed, None
        left_s = until_s - time.thread_time()
        rows = read_rows(self.deck, self._matcher, observed, self._ids, left_s)
        return (observed if rows is None else rows.observed), rows

    def observe(self, picture: Image) -> Observation:
        """Read a picture (height x width x 3, BGR) in which everything counts as still.

        `planes` is empty if no mat is visible. A zone that is partly outside the picture counts as
        covered by a hand, because it may contain unseen cards. The zones of a mat that is not
        visible are `unseen`. Each card gets an id that no other picture uses. Raise `Mirrored` if
        the picture is mirrored, and `TooMuch` if there is far too much in it.
        """
        reader = Reader(self.deck, *self.mats, matcher=self._matcher)
        planes = reader.planes(picture)
        if reader.mirrored:
            raise Mirrored
        if not planes:
            reader = Reader(self.deck, matcher=self._matcher)
        founds = reader.find(picture, planes)
        if any(place.reason == CROWD for place in founds):
            raise TooMuch
        cards = reader.read_found(picture, founds, planes, MAX_READING_S)
        if not planes:
            cards = _drop_odd_sizes(cards)
        there = [mat for mat in self.mats if mat.name in planes]
        known = {zone for mat in there for zone in mat.zones}
        cut_off = {zone for mat in there for zone in _cut_off_zones(mat, planes[mat.name])}
        away = {zone for mat in self.mats if planes for zone in mat.zones} - known
        return Observation(
            picture=picture,
            settled=tuple(SettledCard(next(self._ids), card) for card in cards),
            pending=(),
            cards=cards,
            quality=reader.quality(picture, planes, founds, cards),
            mat=bool(planes),
            hands=frozenset(cut_off),
            unseen=frozenset(away),
            planes=planes,
        )


def _cut_off_zones(mat: Mat, plane: Plane) -> set[str]:
    """Return the zones of a mat that are partly outside the picture."""
    zones = mat.zones.items()
    return {zone for zone, rect in zones if not plane.in_picture(zone_grid_mm(rect)).all()}


def _drop_odd_sizes(cards: Sequence[CardReading]) -> tuple[CardReading, ...]:
    """Drop unnamed cards that are much larger or smaller than the named ones."""
    known = [area(card.corners) for card in cards if card.certain]
    if not known:
        return tuple(cards)
    least, most = min(known) / MAX_SIZE_RATIO, max(known) * MAX_SIZE_RATIO
    return tuple(
        card for card in cards if card.card is not None or least <= area(card.corners) <= most
    )
