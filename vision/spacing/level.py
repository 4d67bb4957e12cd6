"""Estimate the table's plane in a picture without a mat, from the cards on it.

All cards have the same size. On a tilted plane, a card's area shrinks with the third power of its
distance. That distance is a linear function of the place in the picture. The sides of the cards
give scale, shear and aspect (Liebowitz and Zisserman, Metric rectification for perspective images,
1998).
"""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from vision.geometry import Floats, Matrix, apply, area, box_corners

# The plane is fitted to the cards, and the cards to the plane, this many times.
REFITS = 4
# Fewer cards do not show the tilt of the table if their corners have errors of 1 %.
MIN_CARDS_FOR_TILT = 3


def level(quads: Floats, card_mm: tuple[float, float]) -> Matrix:
    """Return the homography (3 x 3) from a picture to the table in mm, with any origin.

    `quads` (n x 4 x 2, pixels) are the corners TL, TR, BR, BL of one or more upright cards of
    `card_mm`, width and height. The y axis points down the first card.
    """
    card = box_corners(-1, -1, 1, 1) * np.divide(card_mm, 2)
    if len(quads) < MIN_CARDS_FOR_TILT:
        largest = quads[int(np.argmax([area(quad) for quad in quads]))]
        return _fit_homography(largest, card)
    middle = quads.reshape(-1, 2).mean(0)
    scale = float(np.abs(quads - middle).max())
    unit = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, scale]]) / scale
    plane = _metric(quads, unit, card_mm) @ unit
    for _ in range(REFITS):
        laid = [_fit_card(apply(plane, quad), card) for quad in quads]
        plane = _fit_homography(quads.reshape(-1, 2), np.concatenate(laid))
    return plane


def _metric(quads: Floats, unit: Matrix, card_mm: tuple[float, float]) -> Matrix:
    """Return a first homography from `unit` coordinates, by least squares over areas and sides."""
    small = np.array([apply(unit, quad) for quad in quads], np.float64)
    middles = small.mean(1)
    terms = np.column_stack([middles, np.ones(len(middles))])
    lean = np.linalg.lstsq(terms, np.array([area(quad) for quad in small]) ** (1 / 3), rcond=None)
    away = np.array([[1.0, 0, 0], [0, 1, 0], lean[0] / lean[0][2]])
    flat = np.array([apply(away, quad) for quad in small], np.float64)
    across = (flat[:, 1] - flat[:, 0] + flat[:, 2] - flat[:, 3]) / 2
    down = (flat[:, 3] - flat[:, 0] + flat[:, 2] - flat[:, 1]) / 2
    wide, high = card_mm
    rows = [
        *(_product(side, side) / wide**2 for side in across),
        *(_product(side, side) / high**2 for side in down),
        *(_product(a, b) / (wide * high) for a, b in zip(across, down, strict=True)),
    ]
    ones = np.concatenate([np.ones(2 * len(quads)), np.zeros(len(quads))])
    (a, b, c), *_ = np.linalg.lstsq(np.array(rows), ones, rcond=None)
    shape = np.array([[a, b], [b, c]])
    values, vectors = np.linalg.eigh(shape)
    root = vectors @ np.diag(np.sqrt(np.maximum(values, 1e-9))) @ vectors.T
    straight = np.eye(3)
    straight[:2, :2] = root
    return cast(Matrix, straight @ away)


def _product(u: Floats, v: Floats) -> Floats:
    """Return the factors of a, b, c in the product of two vectors with the matrix [a b; b c]."""
    return np.array([u[0] * v[0], u[0] * v[1] + u[1] * v[0], u[1] * v[1]])


def _fit_card(quad: Floats, card: Floats) -> Floats:
    """Return a card's corners fitted to a quad (both 4 x 2)."""
    middle = quad.mean(0)
    here = np.asarray(card).copy().view(np.complex128)[:, 0]
    there = np.asarray(quad - middle, np.float64).copy().view(np.complex128)[:, 0]
    turn = np.vdot(here, there)
    turned = here * turn / max(abs(turn), 1e-9)
    return cast(Floats, np.column_stack([turned.real, turned.imag]) + middle)


def _fit_homography(source: Floats, target: Floats) -> Matrix:
    """Return the homography that maps points (n x 2) best to their targets, by least squares."""
    result, _ = cv2.findHomography(np.asarray(source, np.float64), np.asarray(target, np.float64))
    return cast(Matrix, np.asarray(result, np.float64))
