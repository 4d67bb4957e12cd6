"""Four well-known ways of reading a card, to measure the reader against.

Each is given a straightened card, as the reader is, and names it or abstains. Each rests on one
score, and only ECC registers the card finely: that is what sets them apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, cast

import cv2
import numpy as np

from vision.decks.deck import Deck
from vision.geometry import Floats
from vision.match.patch import card_size
from vision.reading import BACK, Image

Features = tuple[Floats, Image]  # where the key points are (n x 2), and what they look like


class Baseline(Protocol):
    """A way of reading straightened cards of one deck."""

    def read(self, card: Image) -> str | None:
        """Name a card, or ``BACK`` (height x width x 3, BGR, either way up); None abstains."""


class _Templates:
    """A deck's pictures at one size, and the rule that all of them decide by."""

    def __init__(self, deck: Deck) -> None:
        size = card_size(deck.size_mm[1] / deck.size_mm[0])
        faces = [(name, deck.templates[name]) for name in deck.names if name in deck.templates]
        pictures = [*faces, *((BACK, back) for back in deck.backs)]
        self.names = [name for name, _ in pictures]
        self.images = [
            np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
            for _, image in pictures
        ]

    def chosen(self, scores: Sequence[float] | Floats, least: float, ahead: float) -> str | None:
        """Return the best card's name if its score is at least `least` and `ahead` of the next."""
        by_card: dict[str, float] = {}
        for name, score in zip(self.names, scores, strict=True):
            by_card[name] = max(float(score), by_card.get(name, -np.inf))
        ranked = sorted(by_card, key=lambda name: -by_card[name])
        if not ranked or by_card[ranked[0]] < least:
            return None
        if len(ranked) > 1 and by_card[ranked[0]] - by_card[ranked[1]] < ahead:
            return None
        return ranked[0]


class Correlation:
    """Whole-card colour correlation at 60 x 90 pixels, certain from .6 and .05 ahead."""

    SIZE = (60, 90)
    MIN_SCORE, MIN_LEAD = 0.6, 0.05

    def __init__(self, deck: Deck) -> None:
        self._templates = _Templates(deck)
        size = 3 * self.SIZE[0] * self.SIZE[1]
        vectors = [self._vector(image) for image in self._templates.images]
        self._deck = np.array(vectors, np.float32).reshape(-1, size)

    def read(self, card: Image) -> str | None:
        """Name the card that both ways up correlate best with."""
        return self._templates.chosen(self.scores(card), self.MIN_SCORE, self.MIN_LEAD)

    def scores(self, card: Image) -> Floats:
        """Return each template's correlation (n,) with a card, the way up that is better."""
        both = np.stack([self._vector(card), self._vector(card[::-1, ::-1])], 1)
        return cast(Floats, (self._deck @ both).max(1))

    def _vector(self, image: Image) -> Floats:
        small = cv2.resize(image, self.SIZE, interpolation=cv2.INTER_AREA).astype(np.float32)
        rest = small - small.mean((0, 1))
        return cast(Floats, rest.ravel() / (np.linalg.norm(rest) + 1e-6))


class EnhancedCorrelation:
    """Registration by the enhanced correlation coefficient (ECC; Evangelidis and Psarakis, 2008).

    The three templates that correlate best are registered by OpenCV's own ECC, a homography each
    way up; certain from a coefficient of .85 and .05 ahead.
    """

    SIZE, BLUR = (86, 120), 5
    STOP = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 50, 1e-4)
    SHORTLIST = 3
    MIN_SCORE, MIN_LEAD = 0.85, 0.05

    def __init__(self, deck: Deck) -> None:
        self._coarse = Correlation(deck)
        self._templates = _Templates(deck)
        self._deck = [self._grey(image) for image in self._templates.images]

    def read(self, card: Image) -> str | None:
        """Name the card whose template, once registered, correlates best."""
        coarse = self._coarse.scores(card)
        ways = [self._grey(np.ascontiguousarray(way)) for way in (card, card[::-1, ::-1])]
        scores = np.full(len(self._deck), -1.0)
        for number in np.argsort(-coarse)[: self.SHORTLIST]:
            scores[number] = max(self._registered(self._deck[number], way) for way in ways)
        return self._templates.chosen(scores, self.MIN_SCORE, self.MIN_LEAD)

    def _grey(self, image: Image) -> Image:
        small = cv2.resize(image, self.SIZE, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)

    def _registered(self, template: Image, card: Image) -> float:
        """Return the coefficient at which it ends, -1 where it does not converge."""
        start, everywhere = np.eye(3, dtype=np.float32), np.full_like(template, 255)
        try:
            score, _ = cv2.findTransformECC(
                template, card, start, cv2.MOTION_HOMOGRAPHY, self.STOP, everywhere, self.BLUR
            )
        except cv2.error:
            return -1.0
        return float(score)


class OrbHomography:
    """ORB key points, matched by Lowe's ratio, that one homography takes over (RANSAC)."""

    POINTS, PATCH = 500, 21
    RATIO = 0.7
    RANSAC_PX = 4.0
    MIN_SCORE, MIN_LEAD = 12, 4  # points that agree

    def __init__(self, deck: Deck) -> None:
        self._templates = _Templates(deck)
        self._orb = cv2.ORB.create(
            self.POINTS, patchSize=self.PATCH, edgeThreshold=self.PATCH // 2, fastThreshold=10
        )
        self._matcher = cv2.BFMatcher(cv2.NORM_HAMMING)
        self._deck = [self._features(image) for image in self._templates.images]

    def read(self, card: Image) -> str | None:
        """Name the card that most key points agree on."""
        seen = self._features(card)
        scores = [self._agreeing(seen, features) for features in self._deck]
        return self._templates.chosen(scores, self.MIN_SCORE, self.MIN_LEAD)

    def _features(self, image: Image) -> Features:
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        points, looks = self._orb.detectAndCompute(grey, None)
        where = np.array([point.pt for point in points], np.float32).reshape(-1, 2)
        return where, np.zeros((0, 32), np.uint8) if looks is None else np.asarray(looks, np.uint8)

    def _agreeing(self, seen: Features, template: Features) -> float:
        if min(len(seen[0]), len(template[0])) < 4:
            return 0.0
        pairs = self._matcher.knnMatch(seen[1], template[1], k=2)
        good = [
            pair[0]
            for pair in pairs
            if len(pair) == 2 and pair[0].distance < self.RATIO * pair[1].distance
        ]
        if len(good) < self.MIN_SCORE:
            return 0.0
        source = seen[0][[match.queryIdx for match in good]]
        target = template[0][[match.trainIdx for match in good]]
        matrix, inside = cv2.findHomography(source, target, cv2.RANSAC, self.RANSAC_PX)
        return 0.0 if matrix is None else float(np.sum(inside))


class PerceptualHash:
    """The signs of the lowest cosine frequencies (pHash), certain from few bits apart."""

    SIZE, KEPT = 64, 16
    MAX_DISTANCE, MIN_LEAD = 0.3, 0.03  # share of the bits

    def __init__(self, deck: Deck) -> None:
        self._templates = _Templates(deck)
        bits = [self._bits(image) for image in self._templates.images]
        self._deck = np.array(bits, np.uint8).reshape(-1, self.KEPT**2 - 1)

    def read(self, card: Image) -> str | None:
        """Name the card whose hash is nearest, either way up."""
        apart = np.stack(
            [(self._deck != self._bits(way)).mean(1) for way in (card, card[::-1, ::-1])], 1
        ).min(1)
        return self._templates.chosen(1 - apart, 1 - self.MAX_DISTANCE, self.MIN_LEAD)

    def _bits(self, image: Image) -> Image:
        grey = cv2.cvtColor(np.ascontiguousarray(image), cv2.COLOR_BGR2GRAY)
        small = cv2.resize(grey, (self.SIZE, self.SIZE), interpolation=cv2.INTER_AREA)
        waves = cv2.dct(small.astype(np.float32))[: self.KEPT, : self.KEPT].ravel()[1:]
        return np.asarray(waves > np.median(waves), np.uint8)


BASELINES: dict[str, Callable[[Deck], Baseline]] = {
    "whole-card correlation": Correlation,
    "ECC registration": EnhancedCorrelation,
    "ORB and homography": OrbHomography,
    "perceptual hash": PerceptualHash,
}
