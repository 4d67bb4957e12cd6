"""The pieces of Plenty Coups to print and cut, for those who have none of wood.

A marker has a raid or a horse on one side and prestige, a star, on the other. What a clan owns has
its emblem, and the colour and symbol of its seat.
"""

from __future__ import annotations

from vision.art.deckart import Piece
from vision.art.plenty import things
from vision.art.plenty.clans import EMBLEMS, NAMES
from vision.art.plenty.deck import palette_of, seat_sign
from vision.art.plenty.grounds import GROUNDS, ground
from vision.art.shapes import Clip, Disc, Drawing, Fill, Shapes, Stroke, circle, placed, rect, star

MARKER_MM = 22.0
CAMP_MM = 44.0
RAIDS = 4  # markers of a clan
HORSES = 36


def _marker(middle: Shapes) -> Drawing:
    whole = (rect(0, 0, MARKER_MM, MARKER_MM),)
    inner = placed(middle, MARKER_MM / 2, MARKER_MM / 2)
    return Drawing((MARKER_MM, MARKER_MM), (Fill(whole, "deep"), Clip(whole, inner)))


def _plain(sign: Shapes) -> Drawing:
    """Draw a sign on a disc: a marker that is still to be turned."""
    rim = Stroke(circle((0, 0), 9.2), 0.8, "ink", True)
    return _marker((Disc((0.0, 0.0), 9.6, "paper"), rim, *sign))


def _prestige(sign: Shapes) -> Drawing:
    """Draw a sign on a star."""
    points = star((0.0, 0.7), 10.0, 5, 0.58)
    rim = (Stroke(points, 1.6, "ink", True), Fill((points,), "paper"))
    return _marker((*rim, *placed(sign, 0.0, 0.8)))


def _camp(clan: str) -> Drawing:
    """Draw a camp: a clan's emblem on its ground, its seat's symbol in each corner."""
    size, middle = (CAMP_MM, CAMP_MM), CAMP_MM / 2
    corner = placed(seat_sign(NAMES.index(clan)), 7.0, 7.0, 0.9)
    corners = tuple(
        shape for turn in (0.0, 90.0, 180.0, 270.0) for shape in _round(corner, middle, turn)
    )
    emblem = placed(things.clear(EMBLEMS[clan](), 1.1), middle, middle, 1.4)
    whole = (rect(0, 0, *size),)
    behind = placed(ground(GROUNDS[clan], "camp"), 0.0, -9.5)
    return Drawing(size, (Fill(whole, "mid"), Clip(whole, (*behind, *corners, *emblem))))


def _round(shapes: Shapes, middle: float, turn_deg: float) -> Shapes:
    """Return shapes turned about the middle of a square."""
    return placed(placed(shapes, -middle, -middle), middle, middle, 1.0, turn_deg)


def pieces() -> tuple[Piece, ...]:
    """Draw the markers and camps: equal sizes one after the other."""
    horse = things.horse()
    markers = [
        Piece(
            f"raid {clan}",
            _plain(placed(EMBLEMS[clan](), scale=0.66)),
            _prestige(placed(EMBLEMS[clan](), scale=0.46)),
            palette_of(clan),
            RAIDS,
        )
        for clan in NAMES
    ]
    herd = Piece(
        "horse",
        _plain(placed(horse, 0.0, 0.6, 0.44)),
        _prestige(placed(horse, 0.0, 0.4, 0.34)),
        palette_of("horse"),
        HORSES,
    )
    camps = [Piece(f"camp {clan}", _camp(clan), _camp(clan), palette_of(clan), 1) for clan in NAMES]
    return (*markers, herd, *camps)
