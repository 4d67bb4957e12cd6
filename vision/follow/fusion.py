"""Combine the observations of several cameras above one table.

Each camera finds a mat by at least three of its markers, so its readings are in that mat's
millimetres. A long mat, or two sheets next to each other, is one mat file with more markers. The
views may overlap. If they overlap by less than a card's length, no camera sees all of a card on the
border, and the card becomes a question. A card that two cameras read differently is doubtful.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from vision.geometry import area, overlap
from vision.mat import Mat, zone_grid_mm
from vision.observation import UNSEEN, Observation, SettledCard
from vision.plane import BORDER_PX
from vision.reading import CardReading, Corners, Quality, Verdict

# Two cameras see the same card if their places overlap by more than this share of the smaller one.
SAME_CARD_OVERLAP = 0.3
APART_MM = 15.0  # Cameras disagree about a card if its places are farther apart.

UPRIGHT_MM = ((-30, -44), (30, -44), (30, 44), (-30, 44))  # Used if only the middle is known.

DISAGREE = "eyes"  # Two cameras read this card differently.


@dataclass(frozen=True, eq=False)
class _Sighting:
    """One card or place as seen by one camera; `card` is None until the card has settled."""

    observation: Observation
    reading: CardReading
    card: SettledCard | None
    place: Corners | None  # Corners (4 x 2) on its mat in mm, or None if unknown.

    @property
    def rank(self) -> tuple[bool, float]:
        """Return a sort key that is greater for better sightings."""
        return self.reading.certain, area(self.reading.corners)


class CameraFusion:
    """Combines the observations of several cameras into one, with one lasting id for each card."""

    def __init__(self, *mats: Mat) -> None:
        self._zones = {
            zone: (mat.name, zone_grid_mm(rect)) for mat in mats for zone, rect in mat.zones.items()
        }
        self._ids: dict[str, str] = {}  # Maps a camera's id of a card to the table's id.
        self._laid: dict[str, int] = {}  # The table's ids, in the order of laying.

    def merge(self, seen: Sequence[Observation | None]) -> Observation | None:
        """Return the combined observation, or None if no camera sees anything.

        None in `seen` stands for a camera that is lost or has seen nothing yet. A zone is `unseen`
        if the other cameras do not see all of it.
        """
        observations = [observation for observation in seen if observation is not None]
        if not observations:
            return None
        good = [observation for observation in observations if _is_good(observation)]
        groups = _group(list(_sightings(observations, good)))
        settled, pending = [], []
        used: set[str] = set()
        for group in groups:
            views = [view for view in group if view.card is not None]
            if not views:
                pending.append(max(group, key=lambda view: view.rank).reading)
                continue
            id_ = self._id(views, used)
            in_sight = len(views) == len(group) and any(
                view.card.in_sight for view in views if view.card is not None
            )
            settled.append(SettledCard(id_, _merge_readings(views), in_sight))
        present = {card.id for observation in observations for card in observation.settled}
        self._ids = {own: id_ for own, id_ in self._ids.items() if own in present}
        self._laid = {id_: at for id_, at in self._laid.items() if id_ in used}
        unseen = frozenset(
            zone for zone, where in self._zones.items() if not _is_covered(*where, good)
        )
        return Observation(
            picture=observations[0].picture,
            settled=tuple(sorted(settled, key=lambda card: self._laid[card.id])),
            pending=tuple(pending),
            cards=observations[0].cards,
            quality=_quality(good or observations, bool(unseen)),
            mat=any(observation.mat for observation in observations),
            moving=frozenset().union(*(observation.moving for observation in observations)),
            hands=frozenset().union(*(observation.hands for observation in observations)),
            unseen=unseen,
            idle=all(observation.idle for observation in observations),
        )

    def _id(self, views: Sequence[_Sighting], used: set[str]) -> str:
        """Return the table's id of a card: its previous one, or the first camera's."""
        own = [view.card.id for view in views if view.card is not None]
        known = [self._ids[id_] for id_ in own if id_ in self._ids and self._ids[id_] not in used]
        known.sort(key=lambda id_: self._laid.get(id_, len(self._laid)))
        chosen = next((id_ for id_ in (*known, *own) if id_ not in used), own[0])
        self._ids.update(dict.fromkeys(own, chosen))
        self._laid.setdefault(chosen, 1 + max(self._laid.values(), default=0))
        used.add(chosen)
        return chosen


def _is_good(observation: Observation) -> bool:
    """Whether this camera sees well enough that a card missing from its view is really gone."""
    return bool(observation.planes) and UNSEEN.isdisjoint(observation.quality.reasons)


def _in_view(
    observation: Observation, mat: str, points: Corners
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return which points of a mat (n x 2, mm) are in a camera's picture."""
    if mat not in observation.planes:
        return np.zeros(len(points), np.bool_)
    return observation.planes[mat].in_picture(points, BORDER_PX)


def _is_covered(mat: str, grid: Corners, good: Sequence[Observation]) -> bool:
    if not good:
        return False
    return bool(
        np.logical_or.reduce([_in_view(observation, mat, grid) for observation in good]).all()
    )


def _sightings(
    observations: Sequence[Observation], good: Sequence[Observation]
) -> Iterator[_Sighting]:
    """Yield all sightings, except those of places that only another camera sees completely."""
    for observation in observations:
        cards: list[tuple[CardReading, SettledCard | None]] = [
            *((card.reading, card) for card in observation.settled),
            *((reading, None) for reading in observation.pending),
        ]
        for reading, card in cards:
            place = _place(observation, reading)
            whole = (
                []
                if place is None
                else [
                    observation
                    for observation in good
                    if _in_view(observation, reading.mat, place).all()
                ]
            )
            if not whole or any(item is observation for item in whole):
                yield _Sighting(observation, reading, card, place)


def _place(observation: Observation, reading: CardReading) -> Corners | None:
    """Return a card's corners (4 x 2) on its mat in mm, centred on its measured middle."""
    middle, plane = reading.place_mm, observation.planes.get(reading.mat)
    if plane is not None:
        place = plane.to_mat_mm(reading.corners)
        return place if middle is None else place - place.mean(0) + np.array(middle, np.float32)
    if middle is None:
        return None
    return np.array(middle, np.float32) + np.array(UPRIGHT_MM, np.float32)


def _group(views: Sequence[_Sighting]) -> list[list[_Sighting]]:
    """Group the sightings of the same card, at most one from each camera."""
    pairs = [
        (shared, one, other)
        for one, other in combinations(views, 2)
        if one.observation is not other.observation and one.reading.mat == other.reading.mat
        if one.place is not None and other.place is not None
        if (shared := overlap(one.place, other.place)) > SAME_CARD_OVERLAP
    ]
    group_of = {view: [view] for view in views}
    for _, one, other in sorted(pairs, key=lambda pair: -pair[0]):
        first, second = group_of[one], group_of[other]
        sources = [id(view.observation) for view in (*first, *second)]
        if first is not second and len(set(sources)) == len(sources):
            first += second
            for view in second:
                group_of[view] = first
    return list({id(group): group for group in group_of.values()}.values())


def _merge_readings(views: Sequence[_Sighting]) -> CardReading:
    """Return the best sighting's reading, or a doubtful one if certain sightings differ."""
    best = max(views, key=lambda view: view.rank).reading
    sure = [view.reading for view in views if view.reading.certain]
    middles = [view.place.mean(0) for view in views if view.place is not None]
    apart = max((float(np.linalg.norm(a - b)) for a, b in combinations(middles, 2)), default=0.0)
    cards = {(reading.card, reading.face_down) for reading in sure}
    if len(cards) <= 1 and apart <= APART_MM:
        return best
    faces = [r for r in sorted(sure, key=lambda r: -r.score) if not r.face_down]
    if not faces:
        return replace(best, verdict=Verdict.DOUBTFUL, reason=DISAGREE)
    first = faces[0]
    known = {first.card} | {name for name, _ in first.runners_up}
    others = tuple((r.card, r.score) for r in faces[1:] if r.card and r.card not in known)
    return replace(
        first,
        verdict=Verdict.DOUBTFUL,
        reason=DISAGREE,
        runners_up=(*others, *first.runners_up),
    )


def _quality(observations: Sequence[Observation], unseen: bool) -> Quality:
    """Return the quality problems of the pictures that were combined."""
    reasons = dict.fromkeys(
        reason for observation in observations for reason in observation.quality.reasons
    )
    return Quality((*reasons, *(("unseen",) if unseen else ())), observations[0].quality.measures)
