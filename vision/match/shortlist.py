"""List the templates that a card may match: one matrix product correlates the whole deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.decks.deck import ROUND, Deck
from vision.geometry import Floats, apply, homography, rectangle
from vision.match.cache import Array, Part, PartLoader, TemplateCache, not_cached
from vision.match.patch import Patch, card_size
from vision.match.register import Registrar
from vision.match.turns import all_turned, without_outside
from vision.reading import Corners, Image

COARSE_HEIGHT_PX = 60  # Height of a card for the matrix product.
SLOW_LIGHT_PX = (37, 37)  # Two box filters, like a Gaussian of sigma 15; slower changes are light.
# If the correlations of a card's two ways up differ by less, both are tried.
EITHER_WAY_UP = 0.1
SHORTLIST = 3  # How many templates are registered finely.

Ints = NDArray[np.int64]

COARSE = "coarse"  # Name of this step's templates in the cache.


@dataclass(frozen=True, eq=False)
class Template:
    """A face or back of a deck, at the size of a rectified card (height x width x 3, BGR)."""

    card: str | None  # None for a back
    image: Image
    known: PartLoader = not_cached

    @cached_property
    def registrar(self) -> Registrar:
        """Return the registrar for this template, made at first use."""
        return Registrar(self.image, self.known())


@dataclass(frozen=True)
class Hypothesis:
    """A template's number, a way up, and the coarse correlation as `score`.

    The way is 0 for upright and 1 for upside down, or the number of a round card's turn.
    """

    number: int
    way: int
    score: float


@dataclass(frozen=True, eq=False)
class DeckPrints:
    """A deck's pictures at the `size` (width, height, pixels) of its rectified cards.

    Each picture has the name of its card, or None for a back. The `taught` faces and backs come
    first, then the adapted ones. `stands_for` gives for each picture the number of the taught
    picture of its card; a taught picture stands for itself.
    """

    size: tuple[int, int]
    prints: tuple[tuple[str | None, Image], ...]
    taught: int
    stands_for: Ints
    is_round: bool = False

    @classmethod
    def of_deck(cls, deck: Deck) -> DeckPrints:
        """Return the prints of a deck's faces and backs."""
        size = card_size(deck.size_mm[1] / deck.size_mm[0])
        faces = [(name, deck.templates[name]) for name in deck.names if name in deck.templates]
        pictures: list[tuple[str | None, Image]] = [*faces, *((None, back) for back in deck.backs)]
        taught = len(pictures)
        stands_for = list(range(taught))
        for number, (card, _) in enumerate(faces):
            adapted = deck.adapted.get(card, ())
            pictures += [(card, image) for image in adapted]
            stands_for += [number] * len(adapted)
        prints = tuple((card, _resized(image, size)) for card, image in pictures)
        is_round = deck.outline == ROUND
        if is_round:
            prints = tuple((card, without_outside(image, size[1] / 2)) for card, image in prints)
        return cls(size, prints, taught, np.array(stands_for, np.int64), is_round)

    @property
    def arrays(self) -> list[Array]:
        """Return all that the prints consist of, for the name of the cache file."""
        return [*(image for _, image in self.prints), self.stands_for]


class Shortlist:
    """A deck's templates, ranked by their correlation with a patch."""

    def __init__(self, deck: DeckPrints, cache: TemplateCache) -> None:
        self.size, self.stands_for = deck.size, deck.stands_for
        self._taught = deck.taught
        self.is_round = deck.is_round
        self.templates = tuple(
            Template(card, image, cache.loader(levels_part_name(number)))
            for number, (card, image) in enumerate(deck.prints)
        )
        known = cache.part(COARSE)
        rows = [] if known else [coarse_vector(template.image) for template in self.templates]
        self._deck = known[0] if known else np.stack(rows) if rows else np.zeros((0, 0), np.float32)

    @property
    def arrays(self) -> Part:
        """Return the data computed from all templates, for the cache part `COARSE`."""
        return (self._deck,)

    def scores(self, patch: Patch) -> Floats:
        """Return a patch's correlation with each template (n x 2), upright and turned.

        For round cards there are more turns (n x turns).
        """
        if not self.templates:
            return np.zeros((0, 2), np.float32)
        vector = coarse_vector(patch.card)
        if self.is_round:
            return cast(Floats, self._deck @ all_turned(vector))
        return np.stack([self._deck @ vector, self._deck @ _turned(vector)], 1)

    def likeness(self, picture: Image, quad: Corners, above: Floats | None = None) -> float:
        """Return the best correlation of a card in a picture with any template, either way up.

        Parts under the quads `above` (n, 4, 2) do not count.
        """
        size = (round(self.size[0] * COARSE_HEIGHT_PX / self.size[1]), COARSE_HEIGHT_PX)
        patch = Patch.cut(picture, quad, size)
        if above is None or not self.templates:
            return float(self.scores(patch).max(initial=-1.0))
        mask = np.ones(size[::-1], np.uint8)
        for other in above:
            covered = apply(homography(quad, rectangle(*size)), other)
            cv2.fillConvexPoly(mask, covered.round().astype(np.int32), 0)
        vector, shown = coarse_vector(patch.card), mask.ravel() > 0
        best = -1.0
        for way, part in ((vector, shown), (_turned(vector), shown[::-1])):
            print_shown = part.repeat(3)
            deck, card = self._deck[:, print_shown], way[print_shown]
            lengths = np.linalg.norm(deck, axis=1) * np.linalg.norm(card)
            best = max(best, float((deck @ card / (lengths + 1e-6)).max(initial=-1.0)))
        return best

    @property
    def similarities(self) -> Floats:
        """Return the correlations between the taught templates, the same way up (n x n)."""
        taught = self._deck[: self._taught]
        return cast(Floats, taught @ taught.T)

    def best(
        self, scores: Floats, excluded: frozenset[int] = frozenset(), count: int = SHORTLIST
    ) -> list[list[Hypothesis]]:
        """Return the `count` best templates by `scores`, each with its possible ways up.

        Each card appears once, with its best template. Templates in `excluded` are left out.
        """
        left = [int(i) for i in np.argsort(-scores.max(1, initial=-1.0)) if int(i) not in excluded]
        by_card: dict[int, int] = {}
        for index in left:
            by_card.setdefault(int(self.stands_for[index]), index)
        return [self._orientations(scores, index) for index in list(by_card.values())[:count]]

    def with_same_cards(
        self, scores: Floats, short: Sequence[Sequence[Hypothesis]]
    ) -> list[list[Hypothesis]]:
        """Return the `short` list, extended by all other templates of the same cards."""
        ranked: list[list[Hypothesis]] = []
        for hypotheses in short:
            best = hypotheses[0].number
            same = np.flatnonzero(self.stands_for == self.stands_for[best])
            others = (self._orientations(scores, int(n)) for n in same if n != best)
            ranked.append([*hypotheses, *chain.from_iterable(others)])
        return ranked

    def _orientations(self, scores: Floats, index: int) -> list[Hypothesis]:
        best = float(scores[index].max())
        slack = 0.0 if self.is_round else EITHER_WAY_UP
        ways = np.flatnonzero(scores[index] >= best - slack).tolist()
        return [Hypothesis(index, way, float(scores[index, way])) for way in ways]


def levels_part_name(number: int) -> str:
    """Return the cache name of a template's registration data."""
    return f"levels {number}"


def _resized(image: Image, size: tuple[int, int]) -> Image:
    way = cv2.INTER_AREA if image.shape[0] > size[1] else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, size, interpolation=way), np.uint8)


def _turned(vector: Floats) -> Floats:
    return cast(Floats, vector.reshape(-1, 3)[::-1].ravel())


def coarse_vector(card: Image) -> Floats:
    """Return a card's picture as a unit vector; dot products of these are correlations.

    `card` is height x width x 3, BGR, of any size. The vector is high-pass filtered to remove slow
    changes of light. It has 60 * (width at a height of 60) * 3 floats.
    """
    width = round(card.shape[1] * COARSE_HEIGHT_PX / card.shape[0])
    small = cv2.resize(card, (width, COARSE_HEIGHT_PX), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 1.0)
    slow = cv2.blur(cv2.blur(small, SLOW_LIGHT_PX), SLOW_LIGHT_PX)
    rest: Floats = (small - slow).reshape(-1, 3)
    rest = rest - np.array(cv2.mean(small - slow)[:3], np.float32)
    return cast(Floats, rest.ravel() / (np.linalg.norm(rest) + 1e-6))
