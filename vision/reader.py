"""Read a picture: find the cards, name each one and say how certain its name is."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.ma  # The first `np.median` would import it, which takes 33 ms of a reading.

from vision.decks.deck import ROUND, Deck
from vision.errors import TooMuch
from vision.find.free import find_free
from vision.find.ground import SeenGround
from vision.find.known import Known
from vision.find.markers import MatsFinder
from vision.find.on_mat import find_on_mats
from vision.find.round import find_round
from vision.find.select import select, unexplained_clusters
from vision.geometry import MIN_FORESHORTENING, clockwise, foreshortening, turn_deg
from vision.lens import Lens
from vision.mat import Mat
from vision.match.matcher import Match, Matcher
from vision.match.patch import Patch
from vision.plane import Plane, Planes
from vision.printed import match_around
from vision.quality import hides_a_card, judge_quality
from vision.reading import (
    HIDDEN,
    OUTSIDE,
    OVERLAP,
    STEEP,
    CardReading,
    Corners,
    Found,
    Image,
    Quality,
    Reading,
)
from vision.unread import explain_unknown, with_unread

NO_PLANES: Planes = {}
NOTHING_KNOWN: Mapping[str, Known] = {}
# If the lens bends a card's sides by more than this share of its height, the card is undistorted
# first.
MAX_BEND = 0.005
# A card without a mat is also read as if turned by 90 degrees, unless its outline is that of a card
# seen from above. This is the foreshortening of its outline.
FROM_ABOVE = 0.95


class Reader:
    """Reads the cards of one deck, on mats if there are any.

    A reader does not know what the game expects, so it always reads the same picture the same way.
    Readers of one deck in one thread can share a `matcher`, which holds the deck's templates.
    """

    def __init__(self, deck: Deck, *mats: Mat, matcher: Matcher | None = None) -> None:
        self.deck = deck
        self.mats = {mat.name: mat for mat in mats}
        self.matcher = matcher or Matcher(deck)
        self._mats_finder = MatsFinder(mats)
        self._seen: tuple[Image | None, dict[str, SeenGround]] = (None, {})

    def use_lens(self, lens: Lens | None) -> None:
        """Correct for the camera's lens on the mats, from the next picture on."""
        self._mats_finder.use_lens(lens)

    def read(self, picture: Image) -> Reading:
        """Read a whole picture (height x width x 3, BGR)."""
        start = time.perf_counter()
        planes = self.planes(picture)
        founds = self.find(picture, planes)
        cards = self.read_found(picture, founds, planes)
        quality = self.quality(picture, planes, founds, cards)
        height, width = picture.shape[:2]
        ms = (time.perf_counter() - start) * 1e3
        return Reading(width, height, cards, quality, bool(planes), ms)

    def precompute(self) -> bool:
        """Precompute one template in idle time; return False if none was left."""
        return self.matcher.precompute()

    def planes(self, picture: Image, *, hurried: bool = False) -> Planes:
        """Return the planes of the mats visible in a picture (height x width x 3, BGR).

        If `hurried`, the reader searches less often for mats that were never seen.
        """
        return self._mats_finder.find(picture, hurried=hurried) if self.mats else {}

    @property
    def foreign_markers(self) -> frozenset[int]:
        """Return the markers in the last searched picture that no mat has."""
        return self._mats_finder.foreign_markers

    @property
    def mirrored(self) -> bool:
        """Whether the last searched picture shows no mat, because it is mirrored."""
        return self._mats_finder.mirrored

    def find(
        self,
        picture: Image,
        planes: Planes,
        known: Mapping[str, Known] = NOTHING_KNOWN,
    ) -> tuple[Found, ...]:
        """Find the cards' places in a picture (height x width x 3, BGR), in pixels of the picture.

        Only the mats in `planes` are searched, and only the changed areas of mats that are `known`
        by name.
        """
        if self.deck.outline == ROUND:
            return self._find_round(picture, planes)
        if not self.mats:
            return find_free(picture, self.deck.size_mm, self.matcher.likeness)
        return find_on_mats(picture, self.mats, planes, self.deck.size_mm, known)

    def _find_round(self, picture: Image, planes: Planes) -> tuple[Found, ...]:
        """Find round cards. If there are mats, each lies on the mat that is under its middle."""
        result = find_round(picture)
        if not self.mats:
            return result
        placed = []
        for place in result:
            for name, plane in planes.items():
                x, y = plane.to_mat_mm(place.corners).mean(0)
                width, height = self.mats[name].size_mm
                if 0 <= x <= width and 0 <= y <= height:
                    placed.append(replace(place, mat=name))
                    break
        return tuple(placed)

    def quality(
        self,
        picture: Image,
        planes: Planes,
        found: Sequence[Found] = (),
        cards: Sequence[CardReading] = (),
    ) -> Quality:
        """Judge whether a picture (height x width x 3, BGR) is good enough for reading.

        Without a mat, the reasons for which `cards` were not read are problems of the picture.
        """
        no_mat = bool(self.mats) and not planes
        patch = ""
        if planes or not (found or self.mats):
            hidden = hides_a_card(picture, found, planes, self.mats, self.deck.size_mm)
            patch = ("glare" if planes else "burnt") if hidden else ""
        quality = judge_quality(picture, found, no_mat=no_mat, patch=patch)
        return quality if planes else with_unread(quality, cards)

    def is_bare(
        self, picture: Image, place: Found, planes: Planes, others: Sequence[Corners] = ()
    ) -> bool:
        """Whether a place shows only the bare mat, apart from the cards `others`.

        Without a known mat, every place counts as bare.
        """
        plane = planes.get(place.mat)
        if plane is None:
            return True
        of, seen = self._seen
        if of is not picture:  # Later places in the same picture reuse its background.
            self._seen = of, seen = picture, {}
        if place.mat not in seen or seen[place.mat].plane is not plane:
            seen[place.mat] = SeenGround.fit(picture, self.mats[place.mat], plane)
        return seen[place.mat].is_bare(place.corners, others)

    def read_places(
        self, picture: Image, found: Sequence[Found], planes: Planes = NO_PLANES
    ) -> tuple[CardReading, ...]:
        """Read the cards at these places, each one independently."""
        return tuple(self._read_place(picture, place, planes.get(place.mat)) for place in found)

    def read_found(
        self,
        picture: Image,
        found: Sequence[Found],
        planes: Planes,
        within_s: float = math.inf,
    ) -> tuple[CardReading, ...]:
        """Read the places found in a picture (height x width x 3, BGR).

        Return the readings that can all be true, and the clusters that they do not explain. A place
        with a `known` reading is not read again. Raise `TooMuch` if reading takes more than
        `within_s` seconds of this thread's processor time.
        """
        until_s = time.thread_time() + within_s

        def read(place: Found) -> CardReading:
            if place.known is not None:
                return replace(place.known, remembered=True)
            if time.thread_time() > until_s:
                raise TooMuch
            return self._read_place(picture, place, planes.get(place.mat))

        cards = select([place for place in found if not place.reason], read)
        cards = explain_unknown(picture, cards, self.deck.size_mm)
        # In a picture too steep to name a card, nobody can tell that one lies under another.
        steep = any(card.reason == STEEP for card in cards)
        unnamed = steep and not any(card.certain for card in cards)
        partly = (HIDDEN, OUTSIDE) if unnamed else (OVERLAP, HIDDEN, OUTSIDE)
        clusters = unexplained_clusters([place for place in found if place.reason in partly], cards)
        return cards + self.read_places(picture, clusters, planes)

    def _read_place(self, picture: Image, place: Found, plane: Plane | None) -> CardReading:
        cut = _Cut.around(picture, place.corners, None if plane is None else plane.lens)
        patch = self.matcher.cut(cut.picture, cut.corners)
        match = Match.unclear(place.reason) if place.reason else self.matcher.match(patch)
        off_mat = plane is None and self.deck.outline != ROUND
        decision = match.decision
        if off_mat and not (place.reason or decision.certain or decision.vetoed):
            cut, patch, match = self._read_turned(cut, patch, match)
        if off_mat and not (self.mats or place.reason or match.card):
            match = match_around(picture, place.corners, self.matcher) or match
        named, decision = match.named, match.decision
        crop = patch.card if named is None else named.straight
        corners = cut.to_picture(cut.corners if named is None else named.corners)
        middle = None if plane is None else _middle_mm(plane, corners)
        return CardReading(
            card=match.card,
            verdict=decision.verdict,
            score=decision.score,
            margin=decision.margin,
            runners_up=decision.runners_up,
            corners=corners,
            turn_deg=round(turn_deg(corners), 1),
            crop=np.ascontiguousarray(crop),
            place_mm=middle,
            zone=None if middle is None else self.mats[place.mat].zone_of(*middle),
            face_down=decision.face_down,
            reason=decision.reason,
            mat=place.mat,
            vetoed=decision.vetoed,
        )

    def _read_turned(self, cut: _Cut, patch: Patch, match: Match) -> tuple[_Cut, Patch, Match]:
        """Return the reading of a card whose short sides may be the longer ones in the picture.

        That happens if the picture was taken from the side.
        """
        width, height = self.deck.size_mm
        turned = replace(cut, corners=np.roll(cut.corners, 1, 0))
        if (
            foreshortening(cut.corners, height / width) > FROM_ABOVE
            or foreshortening(turned.corners, height / width) < MIN_FORESHORTENING
        ):
            return cut, patch, match
        other_patch = self.matcher.cut(turned.picture, turned.corners)
        other = self.matcher.match(other_patch)
        better = other.decision.certain or (match.card is None and other.card is not None)
        return (turned, other_patch, other) if better else (cut, patch, match)


@dataclass(frozen=True, eq=False)
class _Cut:
    """The surroundings of a card, undistorted if the `lens` bends the card's sides.

    `corners` are the card's in `picture`, whose top left corner is at `origin` in the whole picture
    without distortion.
    """

    picture: Image
    corners: Corners
    origin: tuple[int, int] = (0, 0)
    lens: Lens | None = None

    @classmethod
    def around(cls, picture: Image, corners: Corners, lens: Lens | None) -> _Cut:
        """Return the surroundings of a card in a picture."""
        if lens is None or lens.max_bend(corners) <= MAX_BEND:
            return cls(picture, corners)
        return cls(*lens.undistort_card(picture, corners), lens)

    def to_picture(self, corners: Corners) -> Corners:
        """Convert a card's corners to the whole picture."""
        if self.lens is None:
            return corners
        return self.lens.distort(corners + np.array(self.origin, np.float32))


def _middle_mm(plane: Plane, corners: Corners) -> tuple[float, float]:
    """Return the middle of a card on its mat, to a tenth of a millimetre."""
    x, y = plane.to_mat_mm(clockwise(corners)).mean(0)
    return round(float(x), 1), round(float(y), 1)
