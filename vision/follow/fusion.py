"""Several cameras over one table: what each observed, as one observation.

Each camera finds a mat by the markers that it sees, three at least, so what it reads comes in that
mat's millimetres. A long mat, or two sheets beside each other, is one mat file with more markers.
Views may overlap; where they do not by a card's length, a card on the border is seen whole by none,
and asked about. Where two cameras disagree, the card is doubtful: nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from vision.geometry import area, overlap
from vision.mat import RIM_PX, Mat, zone_grid_mm
from vision.observation import UNSEEN, Observation, SettledCard
from vision.reading import CardReading, Corners, Quality, Verdict

SHARED = 0.3  # of the smaller place, from which two cameras see one card
APART_MM = 15.0  # from which they disagree about where it lies

UPRIGHT_MM = ((-30, -44), (30, -44), (30, 44), (-30, 44))  # where only a card's middle is known

DISAGREE = "eyes"  # the reason of a card that two cameras read differently


@dataclass(frozen=True, eq=False)
class _Sighting:
    """One card or place, as one camera has it; `card` is None until it has settled."""

    eye: Observation
    reading: CardReading
    card: SettledCard | None
    place: Corners | None  # corners (4 x 2) on its mat in mm, None where that is out of sight

    @property
    def rank(self) -> tuple[bool, float]:
        """Return what a better view has more of."""
        return self.reading.verdict is Verdict.CERTAIN, area(self.reading.corners)


class CameraFusion:
    """Makes one observation of those of several cameras, with one lasting id a card."""

    def __init__(self, *mats: Mat) -> None:
        self._zones = {
            zone: (mat.name, zone_grid_mm(rect)) for mat in mats for zone, rect in mat.zones.items()
        }
        self._ids: dict[str, str] = {}  # a camera's id of a card: the table's
        self._laid: dict[str, int] = {}  # the table's ids in the order in which they were laid

    def merge(self, seen: Sequence[Observation | None]) -> Observation | None:
        """Return what all cameras observed; None stands for one that is lost, or has seen nothing.

        A zone that the others do not see whole is `unseen`. None where no camera sees anything.
        """
        eyes = [eye for eye in seen if eye is not None]
        if not eyes:
            return None
        good = [eye for eye in eyes if _is_good(eye)]
        groups = _group(list(_sightings(eyes, good)))
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
        present = {card.id for eye in eyes for card in eye.settled}
        self._ids = {own: id_ for own, id_ in self._ids.items() if own in present}
        self._laid = {id_: at for id_, at in self._laid.items() if id_ in used}
        unseen = frozenset(
            zone for zone, where in self._zones.items() if not _is_covered(*where, good)
        )
        return Observation(
            picture=eyes[0].picture,
            settled=tuple(sorted(settled, key=lambda card: self._laid[card.id])),
            pending=tuple(pending),
            cards=eyes[0].cards,
            quality=_quality(good or eyes, bool(unseen)),
            mat=any(eye.mat for eye in eyes),
            moving=frozenset().union(*(eye.moving for eye in eyes)),
            hands=frozenset().union(*(eye.hands for eye in eyes)),
            unseen=unseen,
            idle=all(eye.idle for eye in eyes),
        )

    def _id(self, views: Sequence[_Sighting], used: set[str]) -> str:
        """Return the table's id of a card: that which it had, else its first camera's."""
        own = [view.card.id for view in views if view.card is not None]
        known = [self._ids[id_] for id_ in own if id_ in self._ids and self._ids[id_] not in used]
        known.sort(key=lambda id_: self._laid.get(id_, len(self._laid)))
        chosen = next((id_ for id_ in (*known, *own) if id_ not in used), own[0])
        self._ids.update(dict.fromkeys(own, chosen))
        self._laid.setdefault(chosen, 1 + max(self._laid.values(), default=0))
        used.add(chosen)
        return chosen


def _is_good(eye: Observation) -> bool:
    """Tell whether what a camera does not see in its view is not there."""
    return bool(eye.planes) and UNSEEN.isdisjoint(eye.quality.reasons)


def _in_view(
    eye: Observation, mat: str, points: Corners
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Tell which points of a mat (n x 2, mm) lie in a camera's picture."""
    if mat not in eye.planes:
        return np.zeros(len(points), np.bool_)
    return eye.planes[mat].in_picture(points, RIM_PX)


def _is_covered(mat: str, grid: Corners, good: Sequence[Observation]) -> bool:
    if not good:
        return False
    return bool(np.logical_or.reduce([_in_view(eye, mat, grid) for eye in good]).all())


def _sightings(eyes: Sequence[Observation], good: Sequence[Observation]) -> Iterator[_Sighting]:
    """Yield all views of places, but those of which another camera alone sees the whole."""
    for eye in eyes:
        cards: list[tuple[CardReading, SettledCard | None]] = [
            *((card.reading, card) for card in eye.settled),
            *((reading, None) for reading in eye.pending),
        ]
        for reading, card in cards:
            place = _place(eye, reading)
            whole = (
                []
                if place is None
                else [one for one in good if _in_view(one, reading.mat, place).all()]
            )
            if not whole or any(one is eye for one in whole):
                yield _Sighting(eye, reading, card, place)


def _place(eye: Observation, reading: CardReading) -> Corners | None:
    """Return a card's corners (4 x 2) on its mat in mm, about the middle that was read."""
    middle, plane = reading.place_mm, eye.planes.get(reading.mat)
    if plane is not None:
        place = plane.to_mat_mm(reading.corners)
        return place if middle is None else place - place.mean(0) + np.array(middle, np.float32)
    if middle is None:
        return None
    return np.array(middle, np.float32) + np.array(UPRIGHT_MM, np.float32)


def _group(views: Sequence[_Sighting]) -> list[list[_Sighting]]:
    """Return the views put together that are of one card: one of a camera each."""
    pairs = [
        (shared, one, other)
        for one, other in combinations(views, 2)
        if one.eye is not other.eye and one.reading.mat == other.reading.mat
        if one.place is not None and other.place is not None
        if (shared := overlap(one.place, other.place)) > SHARED
    ]
    group_of = {view: [view] for view in views}
    for _, one, other in sorted(pairs, key=lambda pair: -pair[0]):
        first, second = group_of[one], group_of[other]
        eyes = [id(view.eye) for view in (*first, *second)]
        if first is not second and len(set(eyes)) == len(eyes):
            first += second
            for view in second:
                group_of[view] = first
    return list({id(group): group for group in group_of.values()}.values())


def _merge_readings(views: Sequence[_Sighting]) -> CardReading:
    """Return the best view's reading; a doubtful one where certain views differ."""
    best = max(views, key=lambda view: view.rank).reading
    sure = [view.reading for view in views if view.reading.verdict is Verdict.CERTAIN]
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


def _quality(eyes: Sequence[Observation], unseen: bool) -> Quality:
    """Return what speaks against the pictures that count."""
    reasons = dict.fromkeys(reason for eye in eyes for reason in eye.quality.reasons)
    return Quality((*reasons, *(("unseen",) if unseen else ())), eyes[0].quality.measures)
