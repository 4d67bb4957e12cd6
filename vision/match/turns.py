"""Match round cards, which can lie at any turn.

The coarse correlation is computed for many turns, and each template is registered at its best one.
The area outside the circle is not paper, so it gets the colour of the card's rim everywhere:
without an edge, it has no print.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.geometry import Floats
from vision.match.patch import Patch
from vision.reading import Corners, Image

TURNS = 72  # Number of turns to try; registration corrects half a step.
# The circle that counts as the card, as a share of its radius; the edge itself varies.
INNER = 0.96
RIM = (0.88, 0.94)  # The ring with the rim's colour, as shares of the radius.


def without_outside(image: Image, radius: float) -> Image:
    """Return a picture (height x width x 3, BGR) with one colour outside a circle in its middle."""
    height, width = image.shape[:2]
    y, x = np.ogrid[:height, :width]
    far = np.hypot(x - (width - 1) / 2, y - (height - 1) / 2) / radius
    ring = image[(far > RIM[0]) & (far < RIM[1])]
    share = np.clip((far - INNER) * radius + 0.5, 0, 1).astype(np.float32)[..., None]
    mixed = image * (1 - share) + np.median(ring, axis=0).astype(np.float32) * share
    return np.asarray(np.rint(mixed), np.uint8)


@dataclass(eq=False)
class RoundPatch(Patch):
    """A round card cut out of a picture, at any turn."""

    _ways: dict[int, Patch] = field(default_factory=dict)

    @classmethod
    def cut(cls, picture: Image, quad: Corners, size: tuple[int, int]) -> RoundPatch:
        """Cut out a round card, given the square around it (4 x 2 pixels) at any turn."""
        square = Patch.cut(picture, quad, size)
        return cls(without_outside(square.image, size[1] / 2), size, square.to_image)

    def way(self, number: int) -> Patch:
        """Return the patch turned by a number of steps."""
        if number not in self._ways:
            side = self.image.shape[0]
            turn = turn_matrix(number, side)
            image = cv2.warpAffine(
                self.image,
                turn[:2],
                (side, side),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )
            self._ways[number] = Patch(np.asarray(image, np.uint8), self.size, self.to_image @ turn)
        return self._ways[number]


def turn_matrix(number: int, side: int) -> Floats:
    """Return the map (3 x 3) from a turned square's pixels to those of the square."""
    angle = 2 * np.pi * number / TURNS
    cos, sin = np.cos(angle), np.sin(angle)
    middle = (side - 1) / 2
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    shift = np.array([[1, 0, middle], [0, 1, middle], [0, 0, 1]])
    return np.asarray(shift @ turn @ np.linalg.inv(shift))


def all_turned(vector: Floats) -> Floats:
    """Return a square's coarse vector at all turns, as unit vectors (length x turns)."""
    side = round((len(vector) / 3) ** 0.5)
    image = vector.reshape(side, side, 3)
    turned = np.stack(
        [
            cv2.warpAffine(
                image,
                turn_matrix(number, side)[:2],
                (side, side),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            ).ravel()
            for number in range(TURNS)
        ],
        1,
    )
    return np.asarray(turned / (np.linalg.norm(turned, axis=0) + 1e-6), np.float32)
