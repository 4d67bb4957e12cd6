"""Finding the mats' planes by their ArUco markers, and checking that they stay where they were."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

import cv2
import numpy as np

from vision.find.crowd import MAX_SQUARES
from vision.geometry import Floats, Matrix, apply
from vision.lens import Lens
from vision.mat import Mat, Plane, Planes
from vision.reading import Image

# Below each number: what halving and doubling it changed as the README has it measured; where
# nothing is said, they changed nothing.

# Searching a whole picture.
SEARCH_WIDTH = 1600  # pixels; a whole frame is searched no larger than this first
SMALLER = (0.5, 0.3)  # of the picture searched first: what is out of focus is sharp enough there
SHARPENED_PX = 4  # round a corner, looked at to find it in the picture itself, but
CELL_SHARE = 0.08  # of a marker's width at most: half a cell. A whole one is taken for the corner
# Counting what may be markers, before they are compared, with the detector's own numbers.
SQUARES_PX = 27  # of the neighbourhood of its middle threshold
SQUARES_LIFT = 7  # grey levels below the neighbourhood's mean
SQUARE_ROUND = 0.03  # of the picture's long side: less round is no marker
BEND = 0.03  # of its way round, that a square's sides may bend
# The plane.
MIN_CORNERS = 12  # markers 3 of 4, so that a hand on one of them does not lose the mat
#   doubled: no mat is found
WHOLE = 4  # markers of a mat: with fewer a picture is searched again, in other sizes
MAX_BEND = 0.015  # of the picture's width that a strong lens may bend all markers off one plane
RANSAC_TOLERANCE = 0.0016  # of the picture's width: the same where one marker is left out
SEARCH_EVERY = (
    6  # frames that are read, after which mats are sought again that lie in no picture yet,
)
SEARCH_EVERY_HURRIED = 30  # and where somebody waits for what is read
#   not measured
# Checking that the mat still lies there.
WINDOW_MARGIN = 0.35  # of a marker's width, looked at all round it
#   not measured
WINDOW_PX = 160  # its sides at most
MAX_MOVE = 0.04  # of a marker's width: a corner further off means that mat or camera moved
#   not measured


def _detector(dictionary: cv2.aruco.Dictionary) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.adaptiveThreshWinSizeMin = 7
    parameters.adaptiveThreshWinSizeMax = 47
    parameters.adaptiveThreshWinSizeStep = 20
    return cv2.aruco.ArucoDetector(dictionary, parameters)


class MarkerSearch:
    """Finds the markers of mats that share a dictionary in whole pictures."""

    def __init__(self, *mats: Mat) -> None:
        self._detector = _detector(mats[0].aruco_dictionary)
        self._of_mats = [mat.markers.keys() for mat in mats]
        self.foreign: frozenset[int] = frozenset()  # markers of no such mat, seen in the last one

    def markers(self, picture: Image, *, deep: bool = True) -> dict[int, Floats]:
        """Return the corners (4 x 2 float, pixels) of the mats' markers in a picture, by id.

        `picture` is height x width x 3, BGR, or height x width, grey. It is searched again, larger
        and smaller, where too little of a mat is seen; if `deep`, where none is seen, too.
        """
        _, width = picture.shape[:2]
        scale = min(1.0, SEARCH_WIDTH / width)
        small = _grey(picture)
        if scale < 1:
            small = np.asarray(
                cv2.resize(small, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
            )
        seen = _at_scale(self.detect(small), scale)
        if scale < 1 and self._is_short(seen, deep):
            seen |= _at_scale(self.detect(_grey(picture)), 1.0)
        for less in SMALLER:  # what is out of focus is sharp enough in a smaller picture
            if self._is_short(seen, deep):
                size = (round(small.shape[1] * less), round(small.shape[0] * less))
                tiny = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
                seen = _at_scale(self.detect(tiny), scale * less) | seen
        mine = frozenset().union(*self._of_mats)
        self.foreign = frozenset(seen) - mine
        seen = {n: corners for n, corners in seen.items() if n in mine}
        if scale < 1:
            seen = {n: _refine(picture, c) for n, c in seen.items()}
        return seen

    def _is_short(self, seen: Mapping[int, Floats], deep: bool) -> bool:
        """Tell whether too little is seen of a mat that is seen, or, if `deep`, whole of none."""
        counts = [len(numbers & seen.keys()) for numbers in self._of_mats]
        none = deep and max(counts) < WHOLE
        return any(count < WHOLE and (none or count > 0) for count in counts)

    def detect(self, grey: Image) -> dict[int, Floats]:
        """Return the corners (4 x 2) of all markers in a picture (height x width) as it is.

        None where far more squares lie than markers: each is compared with all others.
        """
        if min(grey.shape) > WINDOW_PX and _count_squares(grey) > MAX_SQUARES:
            return {}
        corners, ids, _ = self._detector.detectMarkers(grey)
        numbers = [] if ids is None else [int(n) for n in np.asarray(ids).ravel()]
        found: dict[int, Floats] = {}
        for number, quad in zip(numbers, corners, strict=True):
            found.setdefault(number, np.asarray(quad, np.float32).reshape(4, 2))
        return found


class MatsFinder:
    """Finds mats in frames of a camera that mostly stands still, each by its own markers.

    A frame is searched whole for all that do not stand where they were; where only such are
    missing that lay in no picture yet, every `SEEK` frames or `SEEK_HURRIED`.
    """

    def __init__(self, mats: Iterable[Mat]) -> None:
        self._finders = {mat.name: MatFinder(mat) for mat in mats}
        groups: dict[str, list[MatFinder]] = {}
        for finder in self._finders.values():
            groups.setdefault(finder.mat.dictionary, []).append(finder)
        self._groups = [(MarkerSearch(*(f.mat for f in group)), group) for group in groups.values()]
        self._since = SEARCH_EVERY  # frames since one was searched whole
        self.searches = 0  # whole frames searched so far

    @property
    def foreign_markers(self) -> frozenset[int]:
        """Return the markers seen in the last frame that was searched which are of none of them."""
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
        """Take the camera's lens into account in pictures of its size, from the next one on."""
        for finder in self._finders.values():
            finder.use_lens(lens)

    def find(self, picture: Image, *, hurried: bool = False) -> Planes:
        """Return the planes of the mats that are seen in a picture, by their names.

        `picture` is height x width x 3, BGR, or height x width, grey. Where that is `hurried`, mats
        that lay in no picture yet are sought less often.
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
        return {n: f.plane for n, f in self._finders.items() if f.plane is not None}


class MatFinder:
    """Finds one mat in frames of a camera that mostly stands still.

    The first frame is searched whole. While the markers stand where they were, only a
    small window round each is looked at, one after another, a marker a frame.
    """

    def __init__(self, mat: Mat) -> None:
        self.mat = mat
        self.plane: Plane | None = None  # where the mat lay in the last picture
        self._search = MarkerSearch(mat)
        self._corners_mm = {n: mat.marker_corners_mm(n) for n in mat.markers}
        self._seen: dict[int, Floats] = {}
        self._turn = 0
        self._lens: Lens | None = None

    def use_lens(self, lens: Lens | None) -> None:
        """Take the camera's lens into account in pictures of its size, from the next one on."""
        self._lens, self.plane = lens, None

    def find(self, picture: Image) -> Plane | None:
        """Return the mat's plane in a picture, or None where too few markers are seen.

        `picture` is height x width x 3, BGR, or height x width, grey.
        """
        if not self.is_unmoved(picture):
            self.update(self.markers(picture), picture)
        return self.plane

    def update(self, seen: Mapping[int, Floats], picture: Image) -> None:
        """Have the mat's plane by the corners of all markers that are seen in a picture, by id."""
        self._seen = {n: corners for n, corners in seen.items() if n in self._corners_mm}
        self.plane = self.plane_of(self._seen, picture)

    def markers(self, picture: Image) -> dict[int, Floats]:
        """Return the corners (4 x 2 float, pixels) of the mat's markers in a picture, by id."""
        return self._search.markers(picture)

    def plane_of(self, seen: Mapping[int, Floats], picture: Image) -> Plane | None:
        """Return where the mat lies by the corners of its markers, or None where they are too few.

        One homography over all corners; by RANSAC where one of the markers does not fit it.
        """
        height, width = picture.shape[:2]
        if len(seen) * 4 < MIN_CORNERS:
            return None
        numbers = sorted(seen)
        source = np.concatenate([self._corners_mm[n] for n in numbers])
        target = np.concatenate([seen[n] for n in numbers])
        lens = self._lens
        if lens is not None and (lens.width, lens.height) == (width, height):
            target = lens.undistort(target)
        else:
            lens = None
        matrix: Any = cv2.findHomography(source, target, 0)[0]
        if matrix is None or np.abs(apply(matrix, source) - target).max() > MAX_BEND * width:
            near = max(3.0, RANSAC_TOLERANCE * width)  # one of the markers is none: leave it out
            fitted: Any = cv2.findHomography(source, target, cv2.RANSAC, near)
            matrix, inside = fitted
            if matrix is None or int(np.sum(inside)) < MIN_CORNERS:
                return None
        return Plane(cast(Matrix, matrix.astype(np.float64)), width, height, lens)

    def is_unmoved(self, picture: Image) -> bool:
        """Tell whether the mat lies in a picture where it lay in the last one.

        One marker is looked at, another each time; a hidden one is let pass while others stand.
        """
        height, width = picture.shape[:2]
        if self.plane is None or (self.plane.width, self.plane.height) != (width, height):
            return False
        numbers = sorted(self._corners_mm)
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
        window = _grey(np.ascontiguousarray(picture[y0:y1, x0:x1]))
        scale = min(1.0, WINDOW_PX / (x1 - x0))
        if scale < 1:
            window = np.asarray(
                cv2.resize(window, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
            )
        seen = self._search.detect(window).get(number)
        if seen is None:
            return None
        return cast(Floats, (seen + 0.5) / scale - 0.5 + np.array([x0, y0], np.float32))


def _count_squares(grey: Image) -> int:
    """Return how many contours of a picture (height x width) a search for markers looks at."""
    mask = cv2.adaptiveThreshold(
        grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, SQUARES_PX, SQUARES_LIFT
    )
    found, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    least = SQUARE_ROUND * max(grey.shape)
    large = [contour for contour in found if len(contour) >= least]
    if len(large) <= MAX_SQUARES:
        return len(large)
    near = (cv2.approxPolyDP(contour, BEND * len(contour), closed=True) for contour in large)
    return sum(len(one) == 4 and cv2.isContourConvex(one) for one in near)


def _at_scale(found: dict[int, Floats], scale: float) -> dict[int, Floats]:
    return {n: (c + 0.5) / scale - 0.5 for n, c in found.items()}


def _grey(picture: Image) -> Image:
    if picture.ndim == 2:
        return picture
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def _refine(picture: Image, corners: Floats) -> Floats:
    """Refine marker corners, found in a smaller picture, in the picture itself."""
    margin = 12
    low = np.maximum(np.floor(corners.min(0)) - margin, 0).astype(int)
    high = np.ceil(corners.max(0)).astype(int) + margin
    part = _grey(np.ascontiguousarray(picture[low[1] : high[1], low[0] : high[0]]))
    local = np.ascontiguousarray((corners - low).astype(np.float32).reshape(-1, 1, 2))
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.02)
    side = float(np.linalg.norm(corners[1] - corners[0]))
    reach = int(np.clip(CELL_SHARE * side, 2, SHARPENED_PX))
    refined = cv2.cornerSubPix(part, local, (reach, reach), (-1, -1), criteria)
    return cast(Floats, (refined.reshape(4, 2) + low).astype(np.float32))
