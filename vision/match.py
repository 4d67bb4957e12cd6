"""Which templates a card may be: the whole deck by one matrix product, the best few registered."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import cv2
import numpy as np

from vision.deck import Deck
from vision.geometry import Floats, Matrix
from vision.reading import Corners, Image
from vision.register import Patch, Registrar, card_size

COARSE_HEIGHT = 60
EITHER_WAY = 0.1  # of correlation: closer than that, a card may be either way up
SHORTLIST = 3  # templates that are worth a fine look


@dataclass(frozen=True, eq=False)
class Template:
    """A face or a back of a deck, at the size of a straightened card."""

    card: str | None  # None is a back
    image: Image

    @cached_property
    def registrar(self) -> Registrar:
        """Return what registers pictures to this template, made when first needed."""
        return Registrar(self.image)


@dataclass(frozen=True, eq=False)
class Candidate:
    """A template laid onto a picture: how it was turned, where it lies, what is seen there."""

    template: Template
    patch: Patch
    matrix: Matrix
    coarse: float
    fit: float

    @property
    def corners(self) -> Corners:
        """Return the upright card's corners in pixels of the picture."""
        return self.patch.corners(self.matrix)

    @cached_property
    def straight(self) -> Image:
        """Return the card as registered."""
        return self.patch.straightened(self.matrix)


class Matcher:
    """Holds a deck's templates ready for matching."""

    def __init__(self, deck: Deck) -> None:
        self.size = card_size(deck.size_mm[1] / deck.size_mm[0])
        faces = [(name, deck.templates[name]) for name in deck.names if name in deck.templates]
        pictures: list[tuple[str | None, Image]] = [*faces, *((None, back) for back in deck.backs)]
        self.templates = tuple(Template(card, self._fitted(image)) for card, image in pictures)
        rows = [coarse_vector(t.image) for t in self.templates]
        self._deck = np.stack(rows) if rows else np.zeros((0, 1), np.float32)

    def _fitted(self, image: Image) -> Image:
        shrinks = image.shape[0] > self.size[1]
        way = cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
        return np.asarray(cv2.resize(image, self.size, interpolation=way), np.uint8)

    def shortlist(
        self, patch: Patch, count: int = SHORTLIST, without: Collection[str] = ()
    ) -> list[Candidate]:
        """Return the templates most like a patch, either way up, best fit first.

        `without` leaves cards out, as if the deck had no template of them.
        """
        if not self.templates:
            return []
        vector = coarse_vector(patch.card)
        flipped = vector.reshape(-1, 3)[::-1].ravel()
        scores = np.stack([self._deck @ vector, self._deck @ flipped], 1)
        for index, template in enumerate(self.templates):
            if template.card in without:
                scores[index] = -2
        turned: Patch | None = None
        candidates: list[Candidate] = []
        for index in np.argsort(-scores.max(1))[:count]:
            if scores[index].max() <= -2:
                continue
            template = self.templates[index]
            for way in (0, 1):
                if scores[index, way] < scores[index].max() - EITHER_WAY:
                    continue
                if way and turned is None:
                    turned = patch.turned()
                seen = turned if way and turned is not None else patch
                matrix, fit = template.registrar.register(seen)
                candidates.append(Candidate(template, seen, matrix, float(scores[index, way]), fit))
        return sorted(candidates, key=lambda c: -c.fit)


def coarse_vector(card: Image) -> Floats:
    """Return a card's picture as one normalised vector: small, colour, without slow light."""
    width = round(card.shape[1] * COARSE_HEIGHT / card.shape[0])
    small = cv2.resize(card, (width, COARSE_HEIGHT), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 1.0)
    rest = (small - cv2.GaussianBlur(small, (0, 0), COARSE_HEIGHT / 4)).reshape(-1, 3)
    rest = rest - rest.mean(0)
    return cast(Floats, rest.ravel() / (np.linalg.norm(rest) + 1e-6))
