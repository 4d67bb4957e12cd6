"""Check whether a camera above a mat is good enough for reading cards.

Everything is measured on the mat's own markers. They are black on white, have a known size, lie in
all four corners, and are there before the first card.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.calibration.field import MARGIN_MM, margin_mm, seen_area_mm
from vision.calibration.lens_fit import MIN_MARKERS, Fit, fit_lens
from vision.calibration.measures import SeenMarker, glare_cm2, scales
from vision.find.markers import MatsFinder, plane_of
from vision.geometry import Floats, apply, quantile, spread_points
from vision.lens import Lens
from vision.mat import Mat
from vision.pixels import to_grey
from vision.plane import Plane
from vision.reading import Image

# The limits. README.md in the folder above says what a good view has.

# Size and view
INDEX_PX = 120.0  # The smallest height of a card in pixels.
MIN_PX = 30.0  # Cards of a smaller height in pixels cannot be told apart.
MAX_SCALE_CHANGE = 0.20  # Maximum change of scale between the mat's nearest and farthest corner.
IN_VIEW = 0.999  # Minimum visible share of the mat's area.
LENS_MM = 0.6  # The largest error of nine tenths of the points on the mat.

# Focus
EDGE_MM = 1.6  # The largest width from black to white across a marker's edge in a sharp picture.
EDGE_PX = 2.0  # The minimum of that width in pixels; no picture is sharper than its pixels.

# Light
DARK, BURNT = 90.0, 250.0  # Grey level range of white paper.
MIN_EVENNESS = 0.55  # The share of the brightest corner's light that the darkest corner needs.
GLARE_CM2 = 3.0  # Maximum area of glare.
# Glare has at least this share of the brightness of white paper: on the mat only cards are so
# bright.
GLARE_SHARE = 0.9

RANK = {False: 0, None: 1, True: 2}  # The worst result counts.
NEED_MAT = ("view", "lens", "lean", "size", "glare")


@dataclass(frozen=True)
class Check:
    """One check, with its `measure` and `limit` in the unit that its message names.

    `passed` is None if nothing could be measured. `key` and `params` give the message with the
    result or the advice, and `details` are its further numbers. With several mats, `mat` is the
    checked one.
    """

    name: str
    passed: bool | None
    key: str
    measure: float | None = None
    limit: float | None = None
    details: Mapping[str, float] = field(default_factory=dict)
    mat: Mat | None = None

    @property
    def params(self) -> dict[str, float]:
        """Return the numbers of the message by name: the measure, the limit and the details."""
        numbers = {"measure": self.measure, "limit": self.limit, **self.details}
        return {name: number for name, number in numbers.items() if number is not None}


@dataclass(frozen=True)
class Calibration:
    """The checks of a view, and its lens if that could be measured."""

    checks: tuple[Check, ...]
    fit: Fit | None

    @property
    def lens(self) -> Lens | None:
        """Return the lens if it is known well enough to correct for."""
        return None if self.fit is None or self.fit.residual_mm > LENS_MM else self.fit.lens


def calibrate(
    picture: Image, mats: Sequence[Mat], card_mm: tuple[float, float], *, whole: bool = True
) -> Calibration:
    """Check a picture (height x width x 3, BGR) of mats, best with no cards on them.

    `card_mm` is a card's width and height. The result contains every check, measured or not. If
    other cameras see the rest of the mat, the `whole` mat need not be visible: ``view`` is left
    out, and three markers are enough. With several mats, all visible ones are checked, and a check
    fails if it fails on any of them.
    """
    finder = MatsFinder(mats)
    seen = finder.markers(picture)
    there = [mat for mat in mats if seen[mat.name]] or mats[:1]
    views = [_check_mat(picture, mat, seen[mat.name], card_mm, whole=whole) for mat in there]
    if not any(seen.values()):
        finder.find(picture)
        if finder.mirrored:
            mirrored = replace(views[0].checks[0], key="mat.mirrored")
            views = [replace(views[0], checks=(mirrored, *views[0].checks[1:]))]
    if len(there) > 1:
        views = [_tag_mat(mat, view) for mat, view in zip(there, views, strict=True)]
    checks = tuple(
        min(alike, key=lambda check: RANK[check.passed])
        for alike in zip(*(view.checks for view in views), strict=True)
    )
    fits = [view.fit for view in views if view.fit is not None]
    surest = min(fits, key=lambda fit: (fit.residual_mm > LENS_MM, -fit.points), default=None)
    return Calibration(checks, surest)


def _tag_mat(mat: Mat, view: Calibration) -> Calibration:
    """Return the checks with the mat they belong to."""
    return Calibration(tuple(replace(check, mat=mat) for check in view.checks), view.fit)


def _check_mat(
    picture: Image,
    mat: Mat,
    seen: Mapping[int, Floats],
    card_mm: tuple[float, float],
    *,
    whole: bool,
) -> Calibration:
    """Check a picture against one mat with these visible markers."""
    grey = to_grey(picture)
    fit = fit_lens(grey, mat, seen)
    plane = plane_of(mat, seen, picture) if fit is None else fit.plane
    markers = [SeenMarker.at(grey, mat, n, seen[n]) for n in sorted(seen)]
    whites = [marker.white() for marker in markers]
    near = (
        (_light(whites), _even(whites), _focus(markers))
        if markers
        else (_light_without_markers(grey), _no_result("even"), _no_result("focus"))
    )
    complete = _markers(seen, mat) if whole else _enough(seen, mat)
    if plane is None:
        needed = [name for name in NEED_MAT if whole or name != "view"]
        return Calibration((complete, *near, *map(_no_result, needed)), None)
    checks = (
        complete,
        *near,
        *((_view(mat, plane),) if whole else ()),
        _no_result("lens") if fit is None else _lens(fit),
        _lean(mat, plane),
        _size(mat, plane, card_mm),
        _glare(picture, mat, plane, card_mm, whites),
    )
    return Calibration(checks, fit)


def _check_result(
    name: str, passed: bool, measure: float, limit: float, why: str = "change"
) -> Check:
    return Check(name, passed, f"{name}.{'well' if passed else why}", measure, limit)


def _no_result(name: str) -> Check:
    return Check(name, None, f"{name}.unmeasured")


def _markers(seen: Mapping[int, Floats], mat: Mat) -> Check:
    missing = sorted(set(mat.markers) - set(seen))
    count, markers = len(seen), len(mat.markers)
    if len(missing) == 1:
        key = f"mat.missing.{_corner(mat, missing[0])}"
    else:
        key = "mat.change" if missing else "mat.well"
    return Check("mat", not missing, key, count, markers, {"markers": markers})


def _enough(seen: Mapping[int, Floats], mat: Mat) -> Check:
    passed = len(seen) >= MIN_MARKERS
    key = "mat.well" if passed else "mat.few"
    return Check("mat", passed, key, len(seen), MIN_MARKERS, {"markers": len(mat.markers)})


def _corner(mat: Mat, number: int) -> str:
    """Return the name of a marker's corner of the mat, as seat ● sees it."""
    x, y = mat.markers[number]
    far = "far" if y < mat.size_mm[1] / 2 else "near"
    return f"{far}_{'left' if x < mat.size_mm[0] / 2 else 'right'}"


def _light_without_markers(grey: Image) -> Check:
    """Check the light of a picture without markers, since bad light may hide them."""
    bright = quantile(grey[::8, ::8], 0.99)
    if bright < DARK:
        return _check_result("light", False, round(bright), DARK, "dark")
    return _no_result("light")


def _light(whites: list[float]) -> Check:
    darkest, brightest = min(whites), max(whites)
    if brightest >= BURNT:
        return _check_result("light", False, round(brightest), BURNT, "burnt")
    return _check_result("light", darkest >= DARK, round(darkest), DARK, "dark")


def _even(whites: list[float]) -> Check:
    share = min(whites) / max(1.0, *whites)
    return _check_result(
        "even", share >= MIN_EVENNESS, round(100 * share), round(100 * MIN_EVENNESS)
    )


def _view(mat: Mat, plane: Plane) -> Check:
    xy = plane.to_pixels(spread_points(mat.box_mm, 41, 41))
    inside = (xy > -0.5) & (xy < (plane.width - 0.5, plane.height - 0.5))
    share = float(inside.all(1).mean())
    if share < IN_VIEW:
        return _check_result("view", False, round(100 * share), 100)
    room = margin_mm(mat, plane)
    seen = sorted(seen_area_mm(plane))
    wanted = [side + 2 * MARGIN_MM for side in sorted(mat.size_mm)]
    higher = max(want / had for want, had in zip(wanted, seen, strict=True)) - 1
    key = "view.well"
    if room < MARGIN_MM:
        # The camera sees a large enough area from this height, but it is not centred.
        key = "view.aside" if higher <= 0 else "view.tight"
    details = {
        "room": math.floor(room),
        "margin": round(MARGIN_MM),
        "higher": math.ceil(100 * higher),
    }
    return Check("view", True, key, 100, 100, details)


def _lens(fit: Fit) -> Check:
    off = fit.residual_mm
    return _check_result("lens", off <= LENS_MM, round(off, 1), LENS_MM)


def _lean(mat: Mat, plane: Plane) -> Check:
    result = scales(mat, plane, lambda places: apply(plane.to_image, places))
    lean = 1 - float(result.min() / result.max())
    return _check_result(
        "lean", lean <= MAX_SCALE_CHANGE, round(100 * lean), round(100 * MAX_SCALE_CHANGE)
    )


def _size(mat: Mat, plane: Plane, card_mm: tuple[float, float]) -> Check:
    high = float(scales(mat, plane, plane.to_pixels).min()) * card_mm[1]
    why = "tiny" if high < MIN_PX else "change"
    return _check_result("size", high >= INDEX_PX, round(high), INDEX_PX, why)


def _focus(markers: list[SeenMarker]) -> Check:
    widest = max(marker.edge_mm() for marker in markers)
    limit = max(EDGE_MM, *(EDGE_PX / marker.px_per_mm for marker in markers))
    return _check_result("focus", widest <= limit, round(widest, 1), round(limit, 1))


def _glare(
    picture: Image, mat: Mat, plane: Plane, card_mm: tuple[float, float], whites: list[float]
) -> Check:
    level = GLARE_SHARE * min(BURNT, float(np.median(whites)))
    cm2 = glare_cm2(picture, mat, plane, card_mm, level)
    return _check_result("glare", cm2 <= GLARE_CM2, round(cm2, 1), GLARE_CM2)
