"""Hands that people showed: whether they are possible, and which cards remain after later moves.

The game's determinizations (`referee.determinization`) give the size of a hand and the effect of a
move on that hand.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import reduce
from random import Random
from typing import Any

from referee.bots.sample import sampler_of
from referee.contract import IllegalMove
from referee.determinization import Action, ImpossibleHand, KnownHands
from referee.match.desk import Snapshot
from referee.match.journal.bodies import MOVE

SAMPLES = 5  # This many samples must agree; they differ if a card was drawn unseen.
TRIES = 60  # Attempts to get the samples; in some, nobody has the card that was played.


def hand_size(match: Snapshot, hand: int) -> int:
    """Return how many hidden cards a hand has: 0 if the hand is open or does not exist."""
    return _hand_size(match, match.state, hand)


def is_possible_hand(match: Snapshot, seat: int, own: KnownHands) -> bool:
    """Whether the hands may hold these cards, given everything that is public."""
    bot = match.game.bot
    try:
        return bot is not None and bool(sampler_of(match.game)(match.state, seat, own, Random(0)))
    except ImpossibleHand:
        return False


def still_held(match: Snapshot, hand: int, was: Any, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return the cards that a hand still holds for certain, if it held `cards` in the state `was`.

    Return nothing if the hand drew cards that nobody saw, or if moves were undone since then.
    """
    moves = [entry.move for entry in match.log if entry.kind == MOVE and not entry.undone]
    states = [match.state, *match.earlier]
    since = states.index(was) if was in states else 0
    for number in range(since, 0, -1):
        cards = _cards_after(match, states[number], moves[-number], hand, cards)
        if len(cards) < _hand_size(match, states[number - 1], hand):
            return ()
    return cards if since else ()


def _cards_after(
    match: Snapshot, state: Any, move: Any, hand: int, cards: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the cards that a hand holds for certain after a move. A move that nobody makes changes
    nothing.
    """
    bot = match.game.bot
    if move.mover is None or bot is None:
        return cards
    held: list[Counter[str]] = []
    for number in range(TRIES):
        random = Random(number)
        with suppress(IllegalMove, LookupError):
            determinization = sampler_of(match.game)(state, hand, {hand: cards}, random)
            held.append(Counter(determinization.play(Action(move), random).hands[hand]))
        if len(held) == SAMPLES:
            return tuple(sorted(reduce(Counter.__and__, held).elements()))
    return ()


def _hand_size(match: Snapshot, state: Any, hand: int) -> int:
    bot = match.game.bot
    return 0 if bot is None else len(sampler_of(match.game)(state, hand, {}, Random(0)).hands[hand])
