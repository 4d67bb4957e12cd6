"""Detect and correct sheen, a lamp's soft reflection that makes print pale without overexposing it.

Glossy paper reflects a veil of light. Under the veil the paper is hardly brighter, but the print is
much paler: the picture has only part of the template's contrast. That part changes slowly over a
card, so it is measured over wide windows and divided out. Detail that was lost in noise does not
come back. Print that the template lacks gets stronger, too, so the correction does not make a wrong
card more likely.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from vision.geometry import Floats
from vision.pixels import halved, resized_like

WINDOW_PX = 12  # Sigma of the windows, in pixels of a card 120 high.
STIFFNESS = 60.0  # Windows with less print, in squared grey levels, hardly change.
NORMAL_CONTRAST = 0.75  # Contrast of normal print, as a share of the template's contrast.

PALED = 0.7  # There is sheen only if some window has less than this share of normal contrast.
MOST = 5.0  # Maximum factor for contrast; beyond it there is only noise.
SAME_PRINT = 0.6  # A paler window shows the template's print from this correlation on.


@dataclass(frozen=True, eq=False)
class Sheen:
    """Sheen on a card.

    `contrast_left` is the share of contrast that is left (height x width, float, a quarter of the
    card's size). `paled` (same size) marks the template's print that is visible but pale.
    """

    contrast_left: Floats
    paled: Floats

    @classmethod
    def detect(cls, seen: Floats, own: Floats) -> Sheen | None:
        """Return the sheen on a registered card, or None.

        `seen` and `own` are the card and its template (height x width, float, grey, 120 high).
        """
        small, mine = halved(seen), halved(own)
        rest, level = small - _wide(small), mine - _wide(mine)
        shared, power = _wide(rest * level), _wide(level * level)
        gain = (shared + STIFFNESS) / (power + STIFFNESS) / NORMAL_CONTRAST
        left = np.clip(gain, 1 / MOST, 1.0)
        if float(left.min()) > PALED:
            return None
        alike = shared > SAME_PRINT * np.sqrt(power * _wide(rest * rest) + 1.0)
        paled = alike & (left < PALED) & (_wide(small - mine) > 0)
        return cls(left, paled.astype(np.float32))

    def restore(self, seen: Floats) -> Floats:
        """Return a card's picture (height x width x 3, float) with normal contrast everywhere."""
        height, width = self.contrast_left.shape
        small = cv2.resize(seen, (width, height), interpolation=cv2.INTER_AREA)
        slow = resized_like(_wide(cast(Floats, small)), seen)
        left = resized_like(self.contrast_left, seen)[..., None]
        return cast(Floats, slow + (seen - slow) / left)


def _wide(image: Floats) -> Floats:
    return cast(Floats, cv2.GaussianBlur(image, (0, 0), WINDOW_PX / 2))
