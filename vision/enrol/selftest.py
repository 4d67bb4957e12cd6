"""Test a deck against itself and derive its limits.

Every card is read with synthetic wear, once with the whole deck and once as if the deck lacked it.
If a missing card is read with certainty, or would be without the pair verifier, that is a mistake,
and a limit is set above the mistake's trust. If a deck may lack cards, whole groups of similar
cards (a rank, a suit) are left out, too.

Synthetic wear shows a card's own picture as a camera might see it another day: on a table, with a
small error of its corners, blurred, noisy and lit from another side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.decks.deck import Deck
from vision.enrol.limits import limits_of, rank_and_suit_groups
from vision.geometry import homography, rectangle
from vision.match.matcher import Match, Matcher
from vision.reading import Corners, Image

# Two cards that were confused this many times cannot be told apart. Each kind of wear counts once
# at most.
MIN_CONFUSIONS = 2
CARDS_PER_GROUP = 3  # The test reads this many cards of each group; the others behave alike.

MARGIN = 0.13  # Width of the table around a card, in card heights.


@dataclass(frozen=True, kw_only=True)
class Wear:
    """The wear of a card, and how the camera sees it.

    `height_px` is the height of the card in the picture, `blur_px` the sigma of the blur, and
    `noise` is in grey levels. `gradient` is the share of light lost at the darker side. `askew` is
    the error of the corners, as a share of the height of the card, and `ink` is the gamma of the
    picture.
    """

    height_px: int
    blur_px: float
    noise: float
    gradient: float
    askew: float
    ink: float


# The card is as high as in a 1080p picture, or slightly higher.
MILD = Wear(height_px=300, blur_px=0.8, noise=3.0, gradient=0.15, askew=0.008, ink=1.1)
HARD = Wear(height_px=300, blur_px=1.6, noise=6.0, gradient=0.35, askew=0.02, ink=0.85)
# The card is as small as the smallest that can be read.
FAR = Wear(height_px=80, blur_px=0.5, noise=3.0, gradient=0.15, askew=0.01, ink=1.1)
WEARS = (MILD, HARD, FAR)


@dataclass(frozen=True, kw_only=True)
class SelfTest:
    """The result of a deck's self-test.

    `right` of `reads` readings were certain and right. The cards of `pairs` cannot be told apart
    safely: the first card was read as the second, or the two were both possible. `limits` are for
    the deck's file.
    """

    reads: int
    right: int
    wrong: int
    pairs: tuple[tuple[str, str], ...]
    limits: dict[str, Any]


def self_test(deck: Deck, progress: Callable[[int, int], None] | None = None) -> SelfTest:
    """Test a deck on its own pictures; `progress` is called with the cards done and the total."""
    names = [name for name in deck.names if name in deck.templates]
    groups = list(_groups(deck, names))
    matcher, doubts = Matcher(deck), Counter[tuple[str, str]]()
    taken_for: dict[tuple[str, str], float] = {}
    reads = right = wrong = 0
    for number, name in enumerate(names, 1):
        lacking = [group for group in groups if name in group[:CARDS_PER_GROUP]]
        for whole, *without in match_worn(matcher, deck.templates[name], name, lacking):
            certain = whole.decision.certain
            reads += 1
            right += certain and whole.card == name
            wrong += certain and whole.card != name
            other = _confused_card(whole, name)
            if other is not None and not (certain and whole.card == name):
                doubts[name, other] += 1
            for group, match in zip(lacking, without, strict=True):
                certain = match.decision.certain or match.decision.vetoed
                if certain and match.card is not None:
                    wrongly = name, match.card
                    taken_for[wrongly] = max(match.decision.score, taken_for.get(wrongly, 0.0))
                    if len(group) == 1:
                        doubts[wrongly] += MIN_CONFUSIONS
        if progress is not None:
            progress(number, len(names))
    pairs = tuple(sorted(pair for pair, times in doubts.items() if times >= MIN_CONFUSIONS))
    limits = limits_of(deck, matcher.limits.trust, taken_for)
    return SelfTest(reads=reads, right=right, wrong=wrong, pairs=pairs, limits=limits)


def match_worn(
    matcher: Matcher, picture: Image, name: str, excluded: Sequence[Sequence[str]]
) -> Iterator[list[Match]]:
    """Yield the matches of a worn card, one list for each kind of wear.

    The first match is with the whole deck, the others are without each set of `excluded` cards.
    """
    for number, wear in enumerate(WEARS):
        seed = [number, *name.encode()]
        chance = np.random.default_rng(seed)
        seen, corners = worn(picture, wear, chance, is_round=matcher.is_round)
        yield matcher.match_excluding(matcher.cut(seen, corners), [(), *excluded])


def _groups(deck: Deck, names: list[str]) -> Iterator[list[str]]:
    """Yield the sets of cards to leave out.

    Each card is left out alone. If the deck is incomplete, ranks and suits are left out, too.
    """
    for name in names:
        yield [name]
    if deck.complete:
        return
    for _, group in rank_and_suit_groups(names):
        if 1 < len(group) < len(names):
            yield group


def _confused_card(match: Match, name: str) -> str | None:
    """Return the card that competes with another in a match, if any."""
    if match.card not in (None, name):
        return match.card
    return next((card for card, _ in match.decision.runners_up if card != name), None)


def worn(
    card: Image, wear: Wear, chance: np.random.Generator, *, is_round: bool = False
) -> tuple[Image, Corners]:
    """Return a picture of a worn card on a table (BGR), and its corners (4 x 2) as found.

    `card` is a rectified face (height x width x 3, BGR), at any resolution.
    """
    height = wear.height_px
    width = round(height * card.shape[1] / card.shape[0])
    margin = round(MARGIN * height)
    size = (width + 2 * margin, height + 2 * margin)
    true = rectangle(width, height) + np.float32(margin)
    true = (true + chance.normal(0, 0.01 * height, (4, 2))).astype(np.float32)
    table = chance.uniform(40, 120, 3)
    picture = np.empty((size[1], size[0], 3), np.float32)
    picture[:] = table
    shrunk = cv2.resize(card, (width, height), interpolation=cv2.INTER_AREA)
    to_picture = homography(rectangle(width, height), true)
    lying = cv2.warpPerspective(shrunk, to_picture, size, flags=cv2.INTER_LINEAR)
    paper = np.zeros((height, width), np.float32)
    if is_round:
        cv2.circle(paper, (width // 2, height // 2), min(width, height) // 2, 1.0, -1, cv2.LINE_AA)
    else:
        paper[:] = 1
    mask = cv2.warpPerspective(paper, to_picture, size)[..., None]
    picture = picture * (1 - mask) + lying.astype(np.float32) * mask
    picture = 255 * (picture / 255) ** wear.ink
    turn = chance.uniform(0, 2 * np.pi)
    y, x = np.mgrid[-1 : 1 : size[1] * 1j, -1 : 1 : size[0] * 1j]
    light = 1 - wear.gradient * (1 + np.cos(turn) * x + np.sin(turn) * y) / 2
    picture = picture * light[..., None]
    picture = cv2.GaussianBlur(picture, (0, 0), wear.blur_px)
    picture = picture + chance.normal(0, wear.noise, picture.shape)
    seen = true + chance.normal(0, wear.askew * height, (4, 2))
    return np.asarray(np.clip(picture, 0, 255), np.uint8), seen.astype(np.float32)
