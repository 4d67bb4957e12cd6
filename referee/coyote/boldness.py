"""How bold it was: the chance of each challenged announcement, and what each seat dared.

Nobody tells the referee whose card is whose. An announcer's own card is one of those that nobody
is known to have held, so that a chance is known between two limits, each exact. Where one number is
needed, it is the mean over the cards that may have been theirs.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import comb, fsum
from typing import NamedTuple, cast

from referee.coyote.acts import Acts
from referee.coyote.chances import chance, hands
from referee.coyote.editions import EDITIONS
from referee.coyote.state import Setup, State
from referee.coyote.story import Told

Cards = tuple[str, ...]


# -- what is kept -------------------------------------------------------------------------


def told(state: State, base: Cards, total: int, *, sure: bool) -> Told:
    """Return what is kept of a round whose `base` was counted, and what it turned up, to `total`.

    Not `sure` is which of the cards the draw cards turned up.
    """
    acts, seat = state.acts, cast(int, state.announcer)
    seen = tuple(face.card for face in acts.up if not face.out)
    known_out = [face.seat for face in acts.up if face.out]
    swapped = [use.seat for use in acts.used if use.action == "swap"]
    hidden = swapped.count(seat) - known_out.count(seat)
    mine_only = len(acts.replaced) == hidden
    if not sure or (hidden and not mine_only):
        return Told(state.said, cast(int, state.challenger), total, own=None)
    return Told(
        state.said,
        cast(int, state.challenger),
        total,
        seen,
        tuple((Counter(base) - Counter(seen)).elements()),
        tuple(face.card for face in acts.up if face.out) + (() if hidden else acts.replaced),
        tuple(state.discards.items()),
        _own(acts, seat),
        hidden,
    )


def _own(acts: Acts, seat: int) -> int:
    """Return how many cards that count a seat held unseen: its own, unless it looked, and more."""
    looked = any(face.own and not face.out and face.seat == seat for face in acts.up)
    more = sum(use.action == "extra" and use.target == seat for use in acts.used)
    return more if looked else more + 1


# -- what it says -------------------------------------------------------------------------


class Chance(NamedTuple):
    """The chance of an announcement, by which cards were its player's own; and the mean."""

    least: float
    most: float
    mean: float


def chance_of(setup: Setup, told: Told) -> Chance | None:
    """Return the chance that the total reached the challenged announcement; None: not known."""
    return _chance_of(setup.edition, tuple(setup.deck.items()), told)


@lru_cache(maxsize=256)  # each seat's view asks for the same ones
def _chance_of(edition: str, deck: tuple[tuple[str, int], ...], told: Told) -> Chance | None:
    own = told.own
    if own is None:
        return None
    discards, among = dict(told.discards), Counter(told.among)
    left = Counter(dict(deck)) - Counter(discards) - Counter((*told.seen, *told.apart))
    chances: list[tuple[float, int]] = []
    for _mine, ways, others in hands(among, own):
        seen = (*told.seen, *Counter(others).elements())
        unseen = Counter(left) - Counter(others)
        pile = unseen.total() - own - told.hidden
        rules, number = EDITIONS[edition], told.standing.number
        chances.append((chance(rules, number, seen, unseen, own, pile, discards), ways))
    mean = fsum(one * ways for one, ways in chances) / comb(among.total(), own)
    every = [one for one, _ in chances]
    return Chance(min(every), max(every), mean)


class Dared(NamedTuple):
    """What a seat dared in a match.

    `risk` is the mean chance that its challenged announcements had to miss, `weighed` of them. Of
    the `announced` so many were `bluffs`: above the total of their round; of these `caught` were
    challenged. Of its `doubts` so many were `right`.
    """

    risk: float
    weighed: int
    announced: int
    bluffs: int
    caught: int
    doubts: int
    right: int


def dared(state: State, seat: int) -> Dared:
    """Return what a seat dared in the rounds that were counted."""
    rounds = state.story
    mine = [one for one in rounds if one.standing.seat == seat]
    risks = [1 - found.mean for one in mine if (found := chance_of(state.setup, one))]
    doubted = [one for one in rounds if one.challenger == seat]
    announced = [
        (said.number, one.total) for one in rounds for said in one.said if said.seat == seat
    ]
    return Dared(
        fsum(risks) / len(risks) if risks else 0.0,
        len(risks),
        len(announced),
        sum(number > total for number, total in announced),
        sum(one.standing.number > one.total for one in mine),
        len(doubted),
        sum(one.standing.number > one.total for one in doubted),
    )
