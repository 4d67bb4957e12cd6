"""One picture of its own, by a phone: an observation of all that lies in it."""

from __future__ import annotations

import itertools
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from vision.deck import Deck
from vision.errors import TooMuch
from vision.follow.rows import read_rows
from vision.geometry import area
from vision.mat import Mat, Plane, zone_grid_mm
from vision.match.matcher import Matcher
from vision.observation import Observation, SettledCard
from vision.reader import Reader
from vision.reading import CROWD, CardReading, Image, Verdict
from vision.spacing.lattice import Cell

# Of the cards that are known in a picture without a mat: what is further from their sizes is none,
# but a book or a phone that lies on the table. Not measured.
SIZE = 2.5  # times as large in area as the largest, or as small as the smallest

# The last stop, where every limit on what is found has let a picture pass: seconds of a processor
# for what it shows. The slowest honest ones, two territories of 42 cards, take 2, and 8 on a Pi 4.
MAX_READING_S = 16.0


@dataclass(frozen=True)
class ObservedRows:
    """A picture without a mat whose cards lie in rows and columns of their own.

    `cells` are those of the settled cards of `observed` by their ids, from any origin; None where
    that is not sure. `plane` goes to the picture from cells: column and row, of which whole numbers
    are middles. `sure_up` is false where the cards do not tell which row is the uppermost.
    """

    observed: Observation
    cells: Mapping[str, Cell | None]
    plane: Plane
    sure_up: bool


class StillReader:
    """Reads pictures each by itself: on the mats that are in view, else on any table.

    The ids of its cards begin with `prefix`.
    """

    def __init__(self, deck: Deck, *mats: Mat, prefix: str = "") -> None:
        self.deck = deck
        self.mats = mats
        self._matcher = Matcher(deck)
        run = f"{prefix}{secrets.token_hex(4)}"
        self._ids = (f"{run}-{number}" for number in itertools.count(1))

    def precompute(self) -> bool:
        """Precompute one template, in idle time; return False where none was left."""
        return self._matcher.precompute()

    def observe_rows(self, picture: Image) -> tuple[Observation, ObservedRows | None]:
        """Read a picture as `observe` does, and where no mat is in view, its rows and columns.

        None where there is a mat, or cards lie in no rows. Raises `TooMuch`.
        """
        until_s = time.thread_time() + MAX_READING_S
        observed = self.observe(picture)
        if observed.planes:
            return observed, None
        left_s = until_s - time.thread_time()
        rows = read_rows(self.deck, self._matcher, picture, observed.cards, left_s)
        if rows is None:
            return observed, None
        settled = tuple(SettledCard(next(self._ids), card) for card in rows.cards)
        cells = {card.id: cell for card, cell in zip(settled, rows.cells, strict=True)}
        observed = replace(observed, settled=settled, cards=rows.cards)
        return observed, ObservedRows(observed, cells, rows.plane, rows.sure_up)

    def observe(self, picture: Image) -> Observation:
        """Read a picture (height x width x 3, BGR), of which all is taken to lie still.

        Its `planes` are empty where no mat is in view. A zone that is not wholly in the picture is
        as under a hand: what is not seen in it may lie there; one of a mat that is out of view is
        `unseen`. Each card has an id that no other picture's has. Raises `TooMuch` where far more
        lies there than cards.
        """
        reader = Reader(self.deck, *self.mats, matcher=self._matcher)
        planes = reader.planes(picture)
        if not planes:
            reader = Reader(self.deck, matcher=self._matcher)
        found = reader.find(picture, planes)
        if any(place.reason == CROWD for place in found):
            raise TooMuch
        cards = reader.read_found(picture, found, planes, MAX_READING_S)
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
            quality=reader.quality(picture, planes, found),
            mat=bool(planes),
            hands=frozenset(cut_off),
            unseen=frozenset(away),
            planes=planes,
        )


def _cut_off_zones(mat: Mat, plane: Plane) -> set[str]:
    """Return the zones of a mat that are not wholly in the picture."""
    zones = mat.zones.items()
    return {zone for zone, rect in zones if not plane.in_picture(zone_grid_mm(rect)).all()}


def _drop_odd_sizes(cards: Sequence[CardReading]) -> tuple[CardReading, ...]:
    """Return the cards but those of no name that are much larger or smaller than all others."""
    known = [area(card.corners) for card in cards if card.verdict is Verdict.CERTAIN]
    if not known:
        return tuple(cards)
    least, most = min(known) / SIZE, max(known) * SIZE
    return tuple(
        card for card in cards if card.card is not None or least <= area(card.corners) <= most
    )
