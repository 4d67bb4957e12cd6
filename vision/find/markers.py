"""Find the mats' planes by their ArUco markers, and check that the mats have not moved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

import cv2
import numpy as np

from vision.find.crowd import MAX_SQUARES, has_too_many_squares
from vision.geometry import Floats, Matrix, apply, rescaled
from vision.lens import Lens
from vision.mat import Mat
from vision.pixels import darker_parts, to_grey
from vision.plane import Plane, Planes
from vision.reading import Image

# Searching a whole picture

SEARCH_WIDTH = 1600  # The first search uses a picture of this width in pixels.
# The picture is then searched at these fractions of that width, because blurred markers are sharp
# enough there.
SMALLER = (0.5, 0.3)
# Corners are refined in the full picture, in a window of this many pixels. The window is at most
# this share of a marker's width, which is half a cell: in a whole cell, another corner would be
# found.
SHARPENED_PX = 4
CELL_SHARE = 0.08

# Counting possible markers before they are compared, with the detector's own parameters

SQUARES_PX = 27  # Neighbourhood of the detector's middle threshold.
SQUARE_ROUND = 0.03  # Minimum contour of a marker, as a share of the picture's long side.

# The plane

# The corners of 3 of 4 markers are enough, so that a hand on one of them does not lose the mat.
MIN_CORNERS = 12
ENOUGH_MARKERS = 4  # With fewer markers of a mat, the picture is searched again at other sizes.
MAX_BEND = 0.015  # Deviation from one plane that a strong lens causes, in picture widths.
RANSAC_TOLERANCE = 0.0016  # Maximum deviation if a bad marker is left out, in picture widths.
# Mats that were never seen are searched for after this many frames, or after more frames if
# somebody is waiting for a result. Other numbers were not measured.
SEARCH_EVERY = 6
SEARCH_EVERY_HURRIED = 30

# Checking that the mat has not moved. `WINDOW_MARGIN` and `MAX_MOVE` were not measured.

WINDOW_MARGIN = 0.35  # Margin to examine around a marker, in marker widths.
WINDOW_PX = 160  # Maximum side of the window to examine.
MAX_MOVE = 0.04  # If a corner moved this many marker widths, the mat or camera moved.


def _detector(dictionary: cv2.aruco.Dictionary) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.adaptiveThreshWinSizeMin = 7
    parameters.adaptiveThreshWinSizeMax = 47
    parameters.adaptiveThreshWinSizeStep = 20
    return cv2.aruco.ArucoDetector(dictionary, parameters)


class MarkerSearch:
    """Finds the markers of mats that share a dictionary, in whole pictures."""

    def __init__(self, *mats: Mat) -> None:
        self._detector = _detector(mats[0].aruco_dictionary)
        self._of_mats = [mat.markers.keys() for mat in mats]
        # Markers in the last picture that no mat has.
        self.foreign: frozenset[int] = frozenset()

    def markers(self, picture: Image, *, deep: bool = True) -> dict[int, Floats]:
        """Return the corners (4 x 2 float, pixels) of the mats' markers in a picture, by id.

        `picture` is height x width x 3, BGR, or height x width, grey. It is searched again, larger
        and smaller, if not enough of a mat is visible or, with `deep`, if no mat is visible.
        """
        _, width = picture.shape[:2]
        scale = min(1.0, SEARCH_WIDTH / width)
        small = _reduced(picture, scale)
        seen = _at_scale(self.detect(small), scale)
        if scale < 1 and self._is_short(seen, deep):
            seen |= _at_scale(self.detect(to_grey(picture)), 1.0)
        for less in SMALLER:  # A smaller picture makes blurred markers sharp enough.
            if self._is_short(seen, deep):
                seen = _at_scale(self.detect(_reduced(small, less)), scale * less) | seen
        mine = frozenset().union(*self._of_mats)
        self.foreign = frozenset(seen) - mine
        seen = {n: corners for n, corners in seen.items() if n in mine}
        if scale < 1:
            seen = {n: _refine(picture, c) for n, c in seen.items()}
        return seen

    def _is_short(self, seen: Mapping[int, Floats], deep: bool) -> bool:
        """Whether a visible mat lacks markers or, if `deep`, no mat is complete."""
        counts = [len(numbers & seen.keys()) for numbers in self._of_mats]
        none = deep and max(counts) < ENOUGH_MARKERS
        return any(count < ENOUGH_MARKERS and (none or count > 0) for count in counts)

    def is_mirrored(self, picture: Image) -> bool:
        """Whether a picture shows a mat only if it is mirrored."""
        small = _reduced(picture, min(1.0, SEARCH_WIDTH / picture.shape[1]))
        seen = self.detect(np.ascontiguousarray(small[:, ::-1])).keys()
        return any(4 * len(numbers & seen) >= MIN_CORNERS for numbers in self._of_mats)

    def detect(self, grey: Image) -> dict[int, Floats]:
        """Return the corners (4 x 2) of all markers in a picture, without rescaling it.

        The picture is height x width. Return none if there are far more squares or specks than
        on any table, since each square is compared with all others.
        """
        if min(grey.shape) > WINDOW_PX and _is_crowded(grey):
            return {}
        corners, ids, _ = self._detector.detectMarkers(grey)
        numbers = [] if ids is None else [int(n) for n in np.asarray(ids).ravel()]
        results: dict[int, Floats] = {}
        for number, quad in zip(numbers, corners, strict=True):
            results.setdefault(number, np.asarray(quad, np.float32).reshape(4, 2))
        return results


class MatsFinder:
    """Finds mats by their markers in the frames of a camera that rarely moves.

    If a known mat has moved, the whole frame is searched. Mats that were never seen are searched
    for only every `SEARCH_EVERY` frames. If somebody waits for a result, the interval is
    `SEARCH_EVERY_HURRIED`.
    """

    def __init__(self, mats: Iterable[Mat]) -> None:
        self._finders = {mat.name: _MatFinder(mat) for mat in mats}
        groups: dict[str, list[_MatFinder]] = {}
        for finder in self._finders.values():
            groups.setdefault(finder.mat.dictionary, []).append(finder)
        self._groups = [(MarkerSearch(*(f.mat for f in group)), group) for group in groups.values()]
        self._since = SEARCH_EVERY  # Number of frames since the last full search.
        self.searches = 0  # Number of full searches.
        # Whether the last searched frame shows no mat, because the picture is mirrored.
        self.mirrored = False

    @property
    def foreign_markers(self) -> frozenset[int]:
        """Return the markers in the last searched frame that no mat has."""
        return frozenset().union(*(search.foreign for search, _ in self._groups))

    def markers(self, picture: Image) -> dict[str, dict[int, Floats]]:
        """Return the corners (4 x 2 float, pixels) of all markers in a picture, by mat and id."""
        return {
            finder.mat.name: {n: corners for n, corners in seen.items() if n in finder.mat.markers}
            for search, group in self._groups
            for seen in (search.markers(picture),)
            for finder in group
        }

    def use_lens(self, lens: Lens | None) -> None:
        """Correct for the camera's lens in pictures of its size, from the next picture on."""
        for finder in self._finders.values():
            finder.use_lens(lens)

    def find(self, picture: Image, *, hurried: bool = False) -> Planes:
        """Return the planes of the visible mats, by name.

        `picture` is height x width x 3, BGR, or height x width, grey. If `hurried`, mats that were
        never seen are searched for less often.
        """
        seek = SEARCH_EVERY_HURRIED if hurried else SEARCH_EVERY
        were = [f for f in self._finders.values() if f.plane is not None]
        stand = [f for f in were if f.is_unmoved(picture)]
        self._since += 1
        lost = len(stand) < len(were) or not stand
        if lost or (len(stand) < len(self._finders) and self._since > seek):
            deep = not stand or not self.searches
            self._since = 0
            self.searches += 1
            for search, group in self._groups:
                missing = [finder for finder in group if finder not in stand]
                if missing:
                    seen = search.markers(picture, deep=deep)
                    for finder in missing:
                        finder.update(seen, picture)
            none = all(finder.plane is None for finder in self._finders.values())
            searches = (search for search, _ in self._groups)
            self.mirrored = none and any(search.is_mirrored(picture) for search in searches)
        return {n: f.plane for n, f in self._finders.items() if f.plane is not None}


class _MatFinder:
    """Follows one mat in the frames of a camera that rarely moves.

    As long as the mat does not move, each frame is checked only in a small window around one
    marker, a different one each time.
    """

    def __init__(self, mat: Mat) -> None:
        self.mat = mat
        self.plane: Plane | None = None  # The mat's plane in the last picture.
        self._search = MarkerSearch(mat)
        self._seen: dict[int, Floats] = {}
        self._turn = 0
        self._lens: Lens | None = None

    def use_lens(self, lens: Lens | None) -> None:
        """Correct for the camera's lens in pictures of its size, from the next picture on."""
        self._lens, self.plane = lens, None

    def update(self, seen: Mapping[int, Floats], picture: Image) -> None:
        """Set the mat's plane from the corners of all markers in a picture, by id."""
        self._seen = {n: corners for n, corners in seen.items() if n in self.mat.markers}
        self.plane = plane_of(self.mat, self._seen, picture, self._lens)

    def is_unmoved(self, picture: Image) -> bool:
        """Whether the mat has not moved since the last picture.

        One marker is checked, a different one each time. A hidden marker is skipped if others are
        in place.
        """
        height, width = picture.shape[:2]
        if self.plane is None or (self.plane.width, self.plane.height) != (width, height):
            return False
        numbers = sorted(self.mat.markers)
        for step in range(len(numbers)):
            number = numbers[(self._turn + step) % len(numbers)]
            if number not in self._seen:
                continue
            expected = self._seen[number]
            seen = self._in_window(picture, expected, number)
            if seen is not None:
                self._turn = (self._turn + step + 1) % len(numbers)
                side = float(np.linalg.norm(expected[1] - expected[0]))
                return float(np.abs(seen - expected).max()) <= max(1.5, MAX_MOVE * side)
        return False

    def _in_window(self, picture: Image, expected: Floats, number: int) -> Floats | None:
        side = float(np.linalg.norm(expected[1] - expected[0]))
        height, width = picture.shape[:2]
        low = np.floor(expected.min(0) - WINDOW_MARGIN * side).astype(int)
        high = np.ceil(expected.max(0) + WINDOW_MARGIN * side).astype(int)
        x0, y0 = max(0, int(low[0])), max(0, int(low[1]))
        x1, y1 = min(width, int(high[0])), min(height, int(high[1]))
        if x1 - x0 < 12 or y1 - y0 < 12:
            return None
        scale = min(1.0, WINDOW_PX / (x1 - x0))
        window = _reduced(np.ascontiguousarray(picture[y0:y1, x0:x1]), scale)
        seen = self._search.detect(window).get(number)
        if seen is None:
            return None
        return rescaled(seen, 1 / scale) + np.array([x0, y0], np.float32)


def plane_of(
    mat: Mat, seen: Mapping[int, Floats], picture: Image, lens: Lens | None = None
) -> Plane | None:
    """Return a mat's plane from the corners of its markers, or None if there are too few.

    One homography is fitted to all corners. If one of the markers does not fit, RANSAC is used.
    """
    height, width = picture.shape[:2]
    if len(seen) * 4 < MIN_CORNERS:
        return None
    numbers = sorted(seen)
    source = np.concatenate([mat.marker_corners_mm(n) for n in numbers])
    target = np.concatenate([seen[n] for n in numbers])
    if lens is not None and (lens.width, lens.height) == (width, height):
        target = lens.undistort(target)
    else:
        lens = None
    matrix: Any = cv2.findHomography(source, target, 0)[0]
    if matrix is None or np.abs(apply(matrix, source) - target).max() > MAX_BEND * width:
        # One marker is a false detection, so leave it out.
        near = max(3.0, RANSAC_TOLERANCE * width)
        fitted: Any = cv2.findHomography(source, target, cv2.RANSAC, near)
        matrix, inside = fitted
        if matrix is None or int(np.sum(inside)) < MIN_CORNERS:
            return None
    return Plane(cast(Matrix, matrix.astype(np.float64)), width, height, lens)


def _is_crowded(grey: Image) -> bool:
    """Whether the marker search would examine far more squares or specks than any table has."""
    smallest = SQUARE_ROUND * max(grey.shape)
    return has_too_many_squares(darker_parts(grey, SQUARES_PX), smallest, MAX_SQUARES)


def _reduced(picture: Image, scale: float) -> Image:
    """Return a picture in grey, reduced to this scale."""
    grey = to_grey(picture)
    if scale == 1:
        return grey
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _at_scale(found: dict[int, Floats], scale: float) -> dict[int, Floats]:
    return {n: rescaled(c, 1 / scale) for n, c in found.items()}


def _refine(picture: Image, corners: Floats) -> Floats:
    """Refine marker corners in the full picture; they were found in a smaller one."""
    margin = 12
    low = np.maximum(np.floor(corners.min(0)) - margin, 0).astype(int)
    high = np.ceil(corners.max(0)).astype(int) + margin
    part = to_grey(np.ascontiguousarray(picture[low[1] : high[1], low[0] : high[0]]))
    local = np.ascontiguousarray((corners - low).astype(np.float32).reshape(-1, 1, 2))
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.02)
    side = float(np.linalg.norm(corners[1] - corners[0]))
    reach = int(np.clip(CELL_SHARE * side, 2, SHARPENED_PX))
    refined = cv2.cornerSubPix(part, local, (reach, reach), (-1, -1), criteria)
    return cast(Floats, (refined.reshape(4, 2) + low).astype(np.float32))
