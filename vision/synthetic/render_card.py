"""Draw one card as a camera sees it: its pixels, its outline and the shadow at its edge."""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.scene import PlacedCard

Floats = NDArray[np.float32]

CORNER_MM = 1.2  # Radius of a card's corners.
SHADOW_MM = 2.2  # A card's shadow reaches this far.
FINE_ENOUGH = 5.0  # A picture with this many pixels per mm needs no supersampling.


class CardPatch(NamedTuple):
    """A card's part of a frame, starting at pixel (`left`, `top`).

    `colour` is h x w x 3, BGR; `alpha` (h x w) is the covered share of each pixel; `light_left` (h
    x w) is the share of light that reaches the surroundings.
    """

    left: int
    top: int
    colour: Floats
    alpha: Floats
    light_left: Floats


def card_corners_mm(
    card: PlacedCard, size_mm: tuple[float, float], grow: float = 0
) -> NDArray[np.float64]:
    """Return a card's corners TL, TR, BR, BL on the table (4 x 2, mm), enlarged by `grow` mm."""
    half_w, half_h = size_mm[0] / 2 + grow, size_mm[1] / 2 + grow
    turn = math.radians(card.turn_deg)
    cos, sin = math.cos(turn), math.sin(turn)
    local = np.array([(-half_w, -half_h), (half_w, -half_h), (half_w, half_h), (-half_w, half_h)])
    turned = local @ np.array([(cos, sin), (-sin, cos)])
    return np.asarray(turned + np.array((card.x_mm, card.y_mm)), np.float64)


def card_patch(
    card: PlacedCard, face: Image, size_mm: tuple[float, float], camera: PinholeCamera
) -> CardPatch | None:
    """Return a card's patch of the frame, or None if it is outside the picture.

    `face` is its picture as `seen_face` returns it, and `size_mm` its width and height.
    """
    around = card_corners_mm(card, size_mm, SHADOW_MM + abs(card.curl_mm))
    pixels = camera.project(around)
    left, top = np.floor(pixels.min(axis=0)).astype(int).clip(0).tolist()
    end = np.ceil(pixels.max(axis=0)).astype(int)
    right, bottom = np.minimum(end, (camera.width, camera.height)).tolist()
    if right - left < 2 or bottom - top < 2:
        return None
    finer = _finer(camera)
    ground = camera.ground_of(left, top, right, bottom, finer)
    u, v, slope = _on_card(card, size_mm, ground, camera)
    scale = camera.px_per_mm * finer
    colour = _sample(face, u, v, size_mm) * (1 - 0.9 * slope)[..., None]
    outside = _outside(u, v, size_mm, CORNER_MM)
    cover = np.clip(0.5 - outside * scale, 0, 1)
    light = 1 - 0.38 * np.exp(-np.clip(outside, 0, None) / (0.35 * SHADOW_MM))
    size = (right - left, bottom - top)
    small = [
        cv2.resize(a.astype(np.float32), size, interpolation=cv2.INTER_AREA)
        for a in (colour, cover, light)
    ]
    return CardPatch(left, top, np.asarray(small[0]), np.asarray(small[1]), np.asarray(small[2]))


def _on_card(
    card: PlacedCard, size_mm: tuple[float, float], ground: Floats, camera: PinholeCamera
) -> tuple[Floats, Floats, Floats]:
    """Return each pixel's place on the card, in mm from its middle, and the card's slope there."""
    turn = math.radians(card.turn_deg)
    cos, sin = np.float32(math.cos(turn)), np.float32(math.sin(turn))
    dx, dy = ground[..., 0] - np.float32(card.x_mm), ground[..., 1] - np.float32(card.y_mm)
    u, v = cos * dx + sin * dy, cos * dy - sin * dx
    if not card.curl_mm:
        return u, v, np.zeros_like(u)
    # A raised part of the card appears next to its true place.
    ex, ey = card.x_mm - camera.eye_mm[0], card.y_mm - camera.eye_mm[1]
    away_u, away_v = float(cos * ex + sin * ey), float(cos * ey - sin * ex)
    half = size_mm[1] / 2
    flat_v = v
    for _ in range(3):
        rise = card.curl_mm * np.clip(1 - (v / half) ** 2, 0, 1) / camera.eye_mm[2]
        v = (flat_v - away_v * rise) / (1 + rise)
    u = (u - away_u * rise) / (1 + rise)
    slope = np.clip(-2 * card.curl_mm * v / half**2, -0.5, 0.5) * np.float32(0.6)
    return u.astype(np.float32), v.astype(np.float32), slope.astype(np.float32)


def seen_face(face: Image, size_mm: tuple[float, float], camera: PinholeCamera) -> Image:
    """Return a printed face (height x width x 3, BGR), not much finer than the camera sees it."""
    px_per_mm = face.shape[0] / size_mm[1]
    shrink = min(1.0, 1.15 * camera.px_per_mm * _finer(camera) / px_per_mm)
    if shrink >= 0.9:
        return face
    size = (max(8, round(face.shape[1] * shrink)), max(8, round(face.shape[0] * shrink)))
    return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)


def _finer(camera: PinholeCamera) -> int:
    """Return how many points of a card are drawn for each pixel, in each direction."""
    return 1 if camera.px_per_mm > FINE_ENOUGH else 2


def _sample(face: Image, u: Floats, v: Floats, size_mm: tuple[float, float]) -> Floats:
    across, down = face.shape[1] / size_mm[0], face.shape[0] / size_mm[1]
    x = (u + np.float32(size_mm[0] / 2)) * np.float32(across) - np.float32(0.5)
    y = (v + np.float32(size_mm[1] / 2)) * np.float32(down) - np.float32(0.5)
    picture = cv2.remap(face, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(picture, np.float32)


def _outside(u: Floats, v: Floats, size_mm: tuple[float, float], radius: float) -> Floats:
    """Return the distance in mm from a rounded rectangle; it is negative inside."""
    a = np.abs(u) - np.float32(size_mm[0] / 2 - radius)
    b = np.abs(v) - np.float32(size_mm[1] / 2 - radius)
    corner = np.hypot(np.maximum(a, 0), np.maximum(b, 0))
    return np.asarray(corner + np.minimum(np.maximum(a, b), 0) - np.float32(radius), np.float32)
