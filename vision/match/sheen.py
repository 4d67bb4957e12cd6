"""Sheen: a lamp's soft reflection, which pales print without burning it out.

Glossy paper throws back a veil of light. Where it falls, paper is hardly brighter but print is
much paler: of the contrast that the template has, the picture has a part. That part changes
slowly over a card, so it is measured over wide windows and divided out. What noise has taken is
not brought back. Print that the template lacks regains its weight too: a strange card becomes no
likelier by it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np

from vision.geometry import Floats

# Measured on 138 cards of photographs under synthetic veils, their templates taken away too: see
# the README.

WINDOW_PX = 12  # sigma of the windows, pixels of a card 120 high
STIFFNESS = 60.0  # squared grey levels: windows with less print than that are left alone
ORDINARY = 0.75  # of the contrast of the template: print alone makes so much difference

PALED = 0.7  # of ordinary contrast: where no window has less, there is no sheen
MOST = 5.0  # times that contrast is raised: beyond that there is but noise
ALIKE = 0.6  # correlation of a window from which what is paler is the same print


@dataclass(frozen=True, eq=False)
class Sheen:
    """Sheen on a card: how much contrast is `left` (height x width, float, a quarter of the
    card's size), and where print of the template is to be seen paled (bool, the same)."""

    contrast_left: Floats
    paled: Floats

    @classmethod
    def detect(cls, seen: Floats, own: Floats) -> Sheen | None:
        """Find the sheen on a registered card, None where there is none.

        `seen` and `own` are the card and its template (height x width, float, grey, 120 high).
        """
        small, mine = _halved(seen), _halved(own)
        rest, level = small - _wide(small), mine - _wide(mine)
        shared, power = _wide(rest * level), _wide(level * level)
        gain = (shared + STIFFNESS) / (power + STIFFNESS) / ORDINARY
        left = np.clip(gain, 1 / MOST, 1.0)
        if float(left.min()) > PALED:
            return None
        alike = shared > ALIKE * np.sqrt(power * _wide(rest * rest) + 1.0)
        paled = alike & (left < PALED) & (_wide(small - mine) > 0)
        return cls(left, paled.astype(np.float32))

    def restore(self, seen: Floats) -> Floats:
        """Return a card's picture (height x width x 3, float) with its contrast as elsewhere."""
        height, width = self.contrast_left.shape
        small = cv2.resize(seen, (width, height), interpolation=cv2.INTER_AREA)
        slow = self.resized(_wide(cast(Floats, small)), seen)
        return cast(
            Floats, slow + (seen - slow) / self.resized(self.contrast_left, seen)[..., None]
        )

    @staticmethod
    def resized(small: Floats, like: Floats) -> Floats:
        """Return a map of this sheen at the size of a picture."""
        return cast(Floats, cv2.resize(small, (like.shape[1], like.shape[0])))


def _halved(image: Floats) -> Floats:
    return cast(Floats, cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))


def _wide(image: Floats) -> Floats:
    return cast(Floats, cv2.GaussianBlur(image, (0, 0), WINDOW_PX / 2))
