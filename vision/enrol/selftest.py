"""A deck tested against itself, and the limits that follow from what was measured.

Every card is read in synthetic wear, once with the whole deck and once as if the deck lacked
it: a card that is then still read with certainty is read wrong, and the limits rise above it.
Where a deck really lacks cards, groups that are alike (a rank, a suit) are taken away too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from vision.deck import Deck
from vision.enrol.groups import rank_and_suit_groups
from vision.enrol.wear import HARD, MILD, Wear, worn
from vision.reader import Reader
from vision.reading import CardReading, Found, Verdict

ABOVE = 0.03  # of trust: how far the limit is put above the surest error
LACKING = 0.01  # of trust: how far a deck that lacks cards is limited above a whole one
WEARS = (MILD, HARD)
OF_GROUP = 3  # cards of a group that are read: its likenesses are much the same


@dataclass(frozen=True)
class SelfTest:
    """What a deck's test against itself showed.

    `right` of `reads` were certain and right; `pairs` cannot be parted safely, the first
    being read as the second or asked about beside it; `limits` go into the deck.
    """

    reads: int
    right: int
    wrong: int
    pairs: tuple[tuple[str, str], ...]
    limits: dict[str, Any]


def self_test(deck: Deck, progress: Callable[[int, int], None] | None = None) -> SelfTest:
    """Test a deck's own pictures; `progress` is called with (done, all)."""
    names = [name for name in deck.names if name in deck.templates]
    groups = list(_groups(deck, names))
    steps = len(names) + len(groups)
    whole, surest, doubts = Reader(deck), [0.0], Counter[tuple[str, str]]()
    reads = right = wrong = 0
    for number, name in enumerate(names):
        for reading in _readings(whole, deck, [name]):
            reads += 1
            if reading.verdict is Verdict.CERTAIN:
                right += reading.card == name
                wrong += reading.card != name
            other = _rival(reading, name)
            if other is not None and (reading.verdict, reading.card) != (Verdict.CERTAIN, name):
                doubts[name, other] += 1
        if progress is not None:
            progress(number + 1, steps)
    for number, group in enumerate(groups, len(names)):
        lacking = Reader(deck.without(group))
        for reading in _readings(lacking, deck, group[:OF_GROUP]):
            if reading.verdict is Verdict.CERTAIN and reading.card is not None:
                surest.append(reading.score)
                if len(group) == 1:
                    doubts[group[0], reading.card] += len(WEARS)
        if progress is not None:
            progress(number + 1, steps)
    pairs = tuple(sorted(pair for pair, times in doubts.items() if times >= len(WEARS)))
    return SelfTest(reads, right, wrong, pairs, _limits(deck, whole, max(surest)))


def _limits(deck: Deck, reader: Reader, surest_error: float) -> dict[str, Any]:
    trust = reader.matcher.limits.trust
    if surest_error:
        trust = max(trust, surest_error + ABOVE)
    if deck.missing:
        trust += LACKING
    return {**deck.limits, "trust": round(float(min(trust, 0.98)), 3)}


def _groups(deck: Deck, names: list[str]) -> Iterator[list[str]]:
    """Yield what is taken away: each card alone, and where cards are lacking, ranks and suits."""
    for name in names:
        yield [name]
    if not deck.missing:
        return
    for _, group in rank_and_suit_groups(names):
        if 1 < len(group) < len(names):
            yield group


def _readings(reader: Reader, deck: Deck, names: Iterable[str]) -> Iterator[CardReading]:
    for name in names:
        for number, wear in enumerate(WEARS):
            yield _read(reader, deck, name, wear, number)


def _read(reader: Reader, deck: Deck, name: str, wear: Wear, number: int) -> CardReading:
    seed = [number, *name.encode()]
    picture, corners = worn(deck.templates[name], wear, np.random.default_rng(seed))
    return reader.read_places(picture, [Found(corners, 1.0)])[0]


def _rival(reading: CardReading, name: str) -> str | None:
    """Return the card that stands in the way of another, if any."""
    if reading.card not in (None, name):
        return reading.card
    return next((card for card, _ in reading.runners_up if card != name), None)
