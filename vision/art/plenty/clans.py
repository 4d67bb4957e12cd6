"""The emblems of the six clans, about the origin, in mm: each reaches 10, in ink on any ground.

They are told by outline alone: tall, round, four-legged, striped, broad and swept.
"""

from __future__ import annotations

from collections.abc import Callable

from vision.art.shapes import Disc, Fill, Point, Points, Shapes, Stroke, circle, regular, smooth

NAMES = ("heron", "lynx", "lizard", "bee", "moth", "swallow")  # in the order of the seats


def both(half: tuple[Point, ...]) -> Points:
    """Return an outline from its right half, from top to foot."""
    return (*half, *((-x, y) for x, y in reversed(half) if x))


def _pair(shape: Callable[[int], Shapes]) -> Shapes:
    return (*shape(1), *shape(-1))


def heron() -> Shapes:
    """Draw a heron that stands and looks to the right."""
    body = smooth(
        ((-8.4, 4.4), (-5.6, -0.6), (-0.6, -2.6), (3.2, -0.8), (2.6, 2.4), (-1.6, 4.2), (-8.4, 4.4))
    )
    neck = smooth(((1.6, -0.4), (4.2, -2.4), (0.6, -4.6), (1.0, -7.6), (3.2, -8.4)))
    bill = ((2.4, -9.6), (10.4, -6.6), (3.2, -6.8))
    crest = smooth(((3.0, -8.8), (-0.6, -9.4), (-3.8, -7.8)))
    return (
        Fill((body,), "ink"),
        Stroke(neck, 2.3, "ink"),
        Fill((bill,), "ink"),
        Disc((3.0, -8.1), 1.7, "ink"),
        Stroke(crest, 0.9, "ink"),
        Stroke(((0.6, 3.0), (1.4, 6.2), (0.6, 9.8), (3.6, 9.8)), 1.2, "ink"),
        Stroke(((-1.6, 3.4), (-3.6, 6.2), (-2.4, 9.8), (0.0, 9.8)), 1.2, "ink"),
        Stroke(smooth(((-6.4, 2.8), (-3.0, 1.4), (0.8, 1.6))), 0.8, "paper"),
        Disc((3.4, -8.4), 0.5, "paper"),
    )


def lynx() -> Shapes:
    """Draw a lynx's face: pointed ears and whiskers."""
    face = both(
        (
            (0.0, -4.6),
            (3.0, -5.2),
            (7.6, -10.2),
            (7.4, -3.0),
            (10.0, 3.0),
            (6.8, 4.4),
            (5.4, 8.4),
            (2.2, 7.2),
            (0.0, 9.6),
        )
    )
    muzzle = both(((0.0, 1.4), (2.0, 3.2), (2.4, 5.6), (0.0, 7.4)))

    def side(s: int) -> Shapes:
        return (
            Fill((((2.2 * s, -1.6), (5.8 * s, -3.2), (5.2 * s, -0.2), (3.0 * s, 0.4)),), "paper"),
            Fill((((4.6 * s, -5.4), (6.4 * s, -7.6), (6.2 * s, -4.8)),), "paper"),
            Stroke(((3.6 * s, 4.0), (6.6 * s, 2.6)), 0.7, "paper"),
        )

    nose = ((-1.4, 3.0), (1.4, 3.0), (0.0, 4.8))
    return (Fill((face,), "ink"), Fill((muzzle,), "paper"), *_pair(side), Fill((nose,), "ink"))


def lizard() -> Shapes:
    """Draw a lizard from above, bent, on its way up."""
    body = smooth(
        (
            (1.0, -10.2),
            (3.4, -7.8),
            (2.8, -4.8),
            (3.4, -1.6),
            (1.6, 2.4),
            (-1.6, 4.6),
            (-2.0, 7.2),
            (1.4, 8.8),
            (6.6, 7.0),
            (1.4, 10.4),
            (-3.8, 9.0),
            (-4.6, 5.4),
            (-3.0, 1.8),
            (-2.2, -1.6),
            (-0.6, -4.8),
            (-1.6, -7.8),
            (1.0, -10.2),
        )
    )
    legs = (
        ((1.6, -4.0), (6.0, -4.6), (7.4, -8.4)),
        ((0.0, -4.0), (-4.6, -2.8), (-6.4, -6.2)),
        ((1.0, 2.0), (5.6, 2.2), (7.6, 4.8)),
        ((-2.4, 2.8), (-6.4, 1.8), (-8.8, 4.6)),
    )
    feet = tuple(Disc(leg[-1], 1.3, "ink") for leg in legs)
    return (
        Fill((body,), "ink"),
        *(Stroke(smooth(leg, 5), 1.5, "ink") for leg in legs),
        *feet,
        Stroke(smooth(((1.0, -5.6), (1.2, -2.0), (-0.6, 1.6), (-2.6, 4.4))), 1.0, "paper"),
        Disc((-0.1, -8.0), 0.6, "paper"),
        Disc((2.1, -8.0), 0.6, "paper"),
    )


def bee() -> Shapes:
    """Draw a bee from above, its wings spread."""
    body = circle((0.0, 3.4), 3.9, 1.65)

    def side(s: int) -> Shapes:
        upper = ((1.0, -2.6), (4.4, -8.2), (9.0, -7.6), (9.8, -4.2), (6.2, -0.8), (1.4, -0.6))
        lower = ((1.8, -0.4), (6.8, 0.2), (8.8, 3.4), (5.8, 4.6), (2.4, 2.0))
        return tuple(
            shape
            for wing in (upper, lower)
            for points in (tuple((x * s, y) for x, y in wing),)
            for shape in (
                Fill((smooth((*points, points[0])),), "paper"),
                Stroke(smooth((*points, points[0])), 1.1, "ink", True),
            )
        )

    stripes = tuple(
        Stroke(((-reach, y), (reach, y)), 1.2, "paper")
        for y, reach in ((1.2, 2.8), (3.9, 3.0), (6.6, 2.1))
    )
    feelers = _pair(lambda s: (Stroke(((1.0 * s, -6.6), (2.8 * s, -10.0)), 0.9, "ink"),))
    return (
        *feelers,
        *_pair(side),
        Fill((body,), "ink"),
        Disc((0.0, -2.6), 2.7, "ink"),
        Disc((0.0, -5.8), 2.0, "ink"),
        *stripes,
    )


def moth() -> Shapes:
    """Draw a moth with an eye on each wing."""

    def side(s: int) -> Shapes:
        upper = ((0.6, -3.6), (4.0, -8.2), (10.2, -8.6), (9.6, -2.6), (6.6, 1.0), (0.8, 0.6))
        lower = ((0.8, 0.0), (6.4, 1.4), (8.2, 5.0), (5.4, 9.4), (2.6, 7.8), (0.6, 3.4))
        wings = (Fill((tuple((x * s, y) for x, y in wing),), "ink") for wing in (upper, lower))
        return (
            *wings,
            Stroke(((0.8 * s, 0.6), (7.2 * s, 0.9)), 0.8, "paper"),
            Disc((6.6 * s, -4.8), 2.0, "paper"),
            Disc((6.6 * s, -4.8), 0.9, "ink"),
            Fill((regular((4.6 * s, 4.6), 1.5, 4),), "paper"),
            Stroke(((0.8 * s, -6.2), (3.6 * s, -10.0)), 1.0, "ink"),
        )

    return (
        *_pair(side),
        Stroke(((0.0, -4.6), (0.0, 5.6)), 3.2, "paper"),
        Stroke(((0.0, -5.0), (0.0, 5.4)), 2.0, "ink"),
    )


def swallow() -> Shapes:
    """Draw a swallow in flight, its tail forked."""
    outline = both(
        (
            (0.0, -7.4),
            (1.5, -5.6),
            (1.8, -3.4),
            (5.4, -4.6),
            (9.0, -2.2),
            (10.6, 3.4),
            (6.8, 0.2),
            (2.2, 0.8),
            (1.6, 3.2),
            (4.4, 10.0),
            (0.0, 4.8),
        )
    )
    return (
        Fill((outline,), "ink"),
        Fill((((-1.3, -5.4), (0.0, -6.0), (1.3, -5.4), (0.0, -3.6)),), "paper"),
        Stroke(((0.0, -2.0), (0.0, 2.6)), 1.0, "paper"),
        Fill((((-0.6, -7.2), (0.6, -7.2), (0.0, -9.4)),), "ink"),
    )


EMBLEMS: dict[str, Callable[[], Shapes]] = dict(
    zip(NAMES, (heron, lynx, lizard, bee, moth, swallow), strict=True)
)
