"""Reading a picture: where cards lie, which they are, and how far that can be trusted."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.deck import Deck
from vision.find.free import find_free
from vision.find.markers import MatFinder
from vision.find.on_mat import find_on_mat
from vision.find.select import select, unexplained
from vision.geometry import clockwise, turn_deg
from vision.lens import Lens
from vision.mat import Mat, Plane
from vision.match.matcher import Match, Matcher
from vision.quality import judge_quality
from vision.reading import CardReading, Found, Image, Quality, Reading

MOST_BOW = 0.005  # of a card's height, that a lens may bend its sides before it is straightened


class Reader:
    """Reads cards of one deck, on a mat where there is one.

    What the game expects is none of its business: the same picture always reads alike.
    """

    def __init__(self, deck: Deck, mat: Mat | None = None) -> None:
        self.deck = deck
        self.mat = mat
        self.matcher = Matcher(deck)
        self._mat_finder = MatFinder(mat) if mat is not None else None

    def look_through(self, lens: Lens | None) -> None:
        """Take the camera's lens into account on the mat, from the next picture on."""
        if self._mat_finder is not None:
            self._mat_finder.look_through(lens)

    def read(self, picture: Image) -> Reading:
        """Read a whole picture (height x width x 3, BGR)."""
        start = time.perf_counter()
        plane = self.plane(picture)
        found = self.find(picture, plane)
        cards = self.read_found(picture, found, plane)
        quality = self.quality(picture, plane, found)
        height, width = picture.shape[:2]
        ms = (time.perf_counter() - start) * 1e3
        return Reading(width, height, cards, quality, plane is not None, ms)

    def precompute(self) -> bool:
        """Precompute one template, in idle time; return False where none was left."""
        return self.matcher.precompute()

    def plane(self, picture: Image) -> Plane | None:
        """Return where the mat lies in a picture (height x width x 3, BGR), or None."""
        return None if self._mat_finder is None else self._mat_finder.find(picture)

    @property
    def mat_searches(self) -> int:
        """Return how often a whole frame was searched for the mat."""
        return 0 if self._mat_finder is None else self._mat_finder.searches

    def find(self, picture: Image, plane: Plane | None) -> tuple[Found, ...]:
        """Find the cards' places in a picture (height x width x 3, BGR), corners in its pixels.

        On a mat that was not found (`plane` is None) there are none.
        """
        if self.mat is None:
            return find_free(picture, self.deck.size_mm)
        if plane is None:
            return ()
        return find_on_mat(picture, self.mat, plane, self.deck.size_mm)

    def quality(self, picture: Image, plane: Plane | None, found: Sequence[Found] = ()) -> Quality:
        """Judge whether a picture (height x width x 3, BGR) is fit for reading."""
        return judge_quality(picture, plane, self.mat, found)

    def read_places(
        self, picture: Image, found: Sequence[Found], plane: Plane | None = None
    ) -> tuple[CardReading, ...]:
        """Read the cards at known places, each by itself."""
        return tuple(self._read_place(picture, place, plane) for place in found)

    def read_found(
        self, picture: Image, found: Sequence[Found], plane: Plane | None
    ) -> tuple[CardReading, ...]:
        """Read the places found in a picture (height x width x 3, BGR).

        Return the readings that can be true together, and the heaps that they do not account
        for. A place that comes with what is `known` of it is not read again.
        """

        def read(place: Found) -> CardReading:
            if place.known is not None:
                return replace(place.known, remembered=True)
            return self._read_place(picture, place, plane)

        cards = select([place for place in found if not place.reason], read)
        heaps = unexplained([place for place in found if place.reason == "overlap"], cards)
        return cards + self.read_places(picture, heaps, plane)

    def _read_place(self, picture: Image, place: Found, plane: Plane | None) -> CardReading:
        lens = None if plane is None else plane.lens
        bent = lens is not None and lens.bow(place.corners) > MOST_BOW
        part, corners, origin = (
            lens.straightened(picture, place.corners)
            if lens is not None and bent
            else (picture, place.corners, (0, 0))
        )
        patch = self.matcher.cut(part, corners)
        match = Match.unclear(place.reason) if place.reason else self.matcher.match(patch)
        named, decision = match.named, match.decision
        corners = (corners if named is None else named.corners) + np.array(origin, np.float32)
        if lens is not None and bent:
            corners = lens.bent(corners)
        crop = patch.card if named is None else named.straight
        middle = None
        if plane is not None:
            x, y = plane.places(clockwise(corners)).mean(0)
            middle = (round(float(x), 1), round(float(y), 1))
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
            zone=self.mat.zone_of(*middle) if middle is not None and self.mat else None,
            face_down=decision.face_down,
            reason=decision.reason,
        )
