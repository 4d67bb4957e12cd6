"""What is known of a hand that people showed: whether it may be so, and what became of it since."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from random import Random
from typing import Any

from referee.match.desk import Snapshot
from referee.match.journal.bodies import MOVE
from referee.table import Layout
from referee.worlds import Act, Unlikely

WORLDS = 5  # in all of which a hand holds the same: an unseen card is another in one of them


def hidden_of(layout: Layout, seat: int) -> int | None:
    """Return how many cards a seat's hand has; None where the match counts none there."""
    counts = [one.count for one in layout.backs if one.seat == seat]
    return sum(counts) if counts else None


def fits(match: Snapshot, seat: int, cards: tuple[str, ...]) -> bool:
    """Tell whether a seat may hold cards, by all that lies open."""
    guess = match.game.guess
    try:
        return guess is not None and guess(match.state, seat, {seat: cards}, Random(0)) is not None
    except Unlikely:
        return False


def followed(
    match: Snapshot, seat: int, was: Any, cards: tuple[str, ...]
) -> tuple[str, ...] | None:
    """Return what a hand is now that held `cards` in the state `was`; None: that cannot be known.

    It cannot where the seat drew unseen, or something was taken back since.
    """
    moves = [one.move for one in match.log if one.kind == MOVE and not one.undone]
    states = [match.state, *match.earlier]
    if was not in states:
        return None
    since = states.index(was)
    for number in range(since, 0, -1):
        state, move = states[number], moves[-number]
        found = _after(match, state, seat, cards, move)
        if found is None:
            return None
        cards = found
    count = hidden_of(match.layout, seat)
    return cards if count is not None and len(cards) == count and fits(match, seat, cards) else None


def _after(
    match: Snapshot, state: Any, seat: int, cards: tuple[str, ...], move: Any
) -> tuple[str, ...] | None:
    """Return what is sure to be in a hand after a move."""
    guess = match.game.guess
    held: list[Counter[str]] = []
    try:
        for number in range(WORLDS):
            random = Random(number)
            world = guess(state, seat, {seat: cards}, random).after(Act(move), random)  # type: ignore[misc]
            held.append(Counter(world.hands[seat]))
    except (LookupError, ValueError):
        return None
    return tuple(sorted(reduce(Counter.__and__, held).elements()))
