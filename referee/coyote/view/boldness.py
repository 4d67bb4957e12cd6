"""Boldness: the chance of each challenged announcement, and the risks that each seat took.

The referee does not know who held which card. The announcer's own card may be any card that no
other seat is known to have held. A chance therefore has a minimum and a maximum, which are both
exact. If one number is needed, it is the mean over all cards that may have been the
announcer's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb, fsum
from typing import NamedTuple

from referee.contract import Figure
from referee.coyote.state.action_effects import ActionEffects
from referee.coyote.state.editions import EDITIONS, Edition
from referee.coyote.state.state import CountedRound, Setup
from referee.coyote.view.chances import Counts, Odds, possible_hands
from referee.kit import compare_cards

Cards = tuple[str, ...]


# -- visible cards -------------------------------------------------------------------


class AnnouncerView(NamedTuple):
    """The cards that an announcer saw when they spoke.

    `counting` are the face-up cards that count, and `apart` the swapped-out ones. The announcer
    held `own` of the cards `among` without seeing them. `hidden` is the number of cards that the
    announcer swapped out without seeing them.
    """

    number: int
    counting: Cards
    among: Cards
    apart: Cards
    discards: tuple[tuple[str, int], ...]
    own: int
    hidden: int


def announcer_view(told: CountedRound) -> AnnouncerView | None:
    """Return the cards that the challenged announcer saw, or None if the record does not say."""
    acts, (seat, number) = told.acts, (told.current_number.seat, told.current_number.number)
    if not told.sure:
        return None
    up = tuple(face.card for face in acts.up if not face.out)
    known_out = [face.seat for face in acts.up if face.out]
    swapped = [use.seat for use in acts.used if use.action == "swap"]
    hidden = swapped.count(seat) - known_out.count(seat)
    mine_only = len(acts.replaced) == hidden
    if hidden and not mine_only:
        return None
    return AnnouncerView(
        number,
        up,
        tuple(compare_cards(told.base, up)[0]),
        tuple(face.card for face in acts.up if face.out) + (() if hidden else acts.replaced),
        tuple(told.discards.items()),
        _unseen_own_cards(acts, seat),
        hidden,
    )


def _unseen_own_cards(acts: ActionEffects, seat: int) -> int:
    """Return how many counting cards a seat held without seeing them.

    This is its own card, unless it looked at it, and any extra cards.
    """
    looked = any(face.own and not face.out and face.seat == seat for face in acts.up)
    more = sum(use.action == "extra" and use.target == seat for use in acts.used)
    return more if looked else more + 1


# -- chances -------------------------------------------------------------------------


class ChanceRange(NamedTuple):
    """The chance of an announcement: with the worst own card, with the best one, and on average."""

    least: float
    most: float
    mean: float


def chance_of(setup: Setup, told: CountedRound) -> ChanceRange | None:
    """Return the chance that the total reached the challenged announcement, if it is known."""
    known = announcer_view(told)
    if known is None:
        return None
    return _chance_of(setup.edition, tuple(setup.deck.items()), known)


@lru_cache(maxsize=256)  # Each seat's view needs the same chance.
def _chance_of(
    edition: str, deck: tuple[tuple[str, int], ...], known: AnnouncerView
) -> ChanceRange:
    chances = hand_chances(EDITIONS[edition], dict(deck), known, known.number)
    mean = fsum(one * ways for one, ways in chances) / comb(len(known.among), known.own)
    every = [one for one, _ in chances]
    return ChanceRange(min(every), max(every), mean)


def hand_chances(
    edition: Edition, deck: Counts, known: AnnouncerView, number: int
) -> list[tuple[float, int]]:
    """Return the chance that the total reaches a number with each possible own hand.

    Each chance comes with the number of ways to have that hand.
    """
    discards, unseen = dict(known.discards), dict(deck)
    for card, count in known.discards:
        unseen[card] -= count
    for card in (*known.counting, *known.among, *known.apart):
        unseen[card] = unseen.get(card, 0) - 1
    odds = Odds(edition, number, unseen, discards)
    pile = sum([count for count in unseen.values() if count > 0]) - known.hidden
    return [
        (odds.chance((*known.counting, *_cards_of(others)), mine, known.own, pile), ways)
        for mine, ways, others in possible_hands(Counter(known.among), known.own)
    ]


def _cards_of(counts: Mapping[str, int]) -> Cards:
    """Return the cards one by one: each as many times as `counts` says."""
    return tuple([card for card, number in counts.items() for _ in range(number)])


def in_parts(chance: float, parts: int) -> int:
    """Return a chance in tenths, or in other `parts`. Only a certain result gives 0 or all.

    >>> [in_parts(chance, 10) for chance in (0.0, 0.02, 0.82, 0.97, 1.0)]
    [0, 1, 8, 9, 10]
    """
    if chance in (0.0, 1.0):
        return round(parts * chance)
    return min(parts - 1, max(1, round(parts * chance)))


def in_tenths(chance: float) -> int:
    """Return a chance in tenths."""
    return in_parts(chance, 10)


def round_figures(
    setup: Setup,
    told: CountedRound,
    said_at: Sequence[int | None] = (),
    challenged_at: int | None = None,
) -> Iterator[Figure]:
    """Yield the risks in a counted round: which numbers were bluffs, and which were challenged.

    `said_at` and `challenged_at` are the states after the announcements and after the challenge.
    """
    for at, one in zip(said_at or [None] * len(told.said), told.said, strict=True):
        bluff, challenged = one.number > told.total, one is told.said[-1]
        yield Figure("bluffs", one.seat, int(bluff), 1, state=at)
        if bluff:
            yield Figure("caught", one.seat, int(challenged), 1, state=at)
    chance, last, at = chance_of(setup, told), told.said[-1], said_at[-1] if said_at else None
    risk = 0.0 if chance is None else 1 - chance.mean
    yield Figure("boldness", last.seat, int(chance is not None), 1, risk, at)
    yield Figure("right", told.challenger, int(last.number > told.total), 1, state=challenged_at)
