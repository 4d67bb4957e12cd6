"""What the sheets of Coyote differ in, and its count, written blind to the referee's code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

DRAW, MAX_ZERO, MAX_MINUS, TWICE, NIGHT = "?", "max0", "max-", "x2", "night"
SPECIALS = (DRAW, MAX_ZERO, MAX_MINUS, TWICE, NIGHT)


@dataclass(frozen=True)
class Edition:
    """What one rule sheet says otherwise than the other two."""

    players: range
    twice_doubles_total: bool  # CY-24
    loser_starts: bool  # otherwise the party that took no strike
    raised_strikes: Mapping[int, range] | None  # players: limits beyond 3; None: any (1 and up)

    def allows(self, players: int, strikes: int) -> bool:
        """Whether the sheet lets so many play to so many strikes."""
        if players not in self.players or strikes < 1:
            return False
        if self.raised_strikes is None:
            return True
        return strikes == 3 or strikes in self.raised_strikes.get(players, range(0))


EDITIONS = {
    "kidult": Edition(range(2, 7), False, True, {4: range(4, 5), 3: range(4, 6)}),
    "tomahawk": Edition(range(2, 7), True, True, None),
    "oliphante": Edition(range(3, 13), False, False, {3: range(4, 6), 4: range(4, 6)}),
}


@dataclass(frozen=True)
class Count:
    """One sum: the total, and what each card with a value counts in it.

    `worth` holds (printed value, counted value), before a doubling of the total.
    """

    total: int
    worth: Counter[tuple[int, int]]
    night: bool


def count(cards: Iterable[str], edition: Edition) -> Count:
    """Sum cards by CY-20 to CY-28; drawn cards are among them, ``?`` itself is worth nothing."""
    kinds = Counter(cards)
    values = sorted((int(c) for c in kinds.elements() if c not in SPECIALS), reverse=True)
    positive = [value for value in values if value > 0]
    negative = [value for value in values if value < 0]
    zeroed = positive[: kinds[MAX_ZERO]]
    turned = positive[len(zeroed) : len(zeroed) + kinds[MAX_MINUS]]
    kept = positive[len(zeroed) + len(turned) :]
    factor = 2 ** kinds[TWICE]
    each, all_ = (1, factor) if edition.twice_doubles_total else (factor, 1)
    worth = Counter(
        [(value, 0) for value in zeroed]
        + [(value, -value) for value in turned]
        + [(value, each * value) for value in kept]
        + [(value, value) for value in negative]
    )
    total = all_ * sum(counted for _, counted in worth.elements())
    return Count(total, worth, kinds[NIGHT] > 0)
