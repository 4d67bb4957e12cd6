"""What is known of hands that people showed: whether they may be so, and what became of them since.

How many cards a hand has, and what a move does to it, the game's own worlds say (`referee.determinization`).
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import reduce
from random import Random
from typing import Any

from firmware.bots.wishes import mover
from referee.contract import IllegalMove
from referee.determinization import Action, ImpossibleHand, KnownHands
from referee.match.desk import Snapshot
from referee.match.journal.bodies import MOVE

WORLDS = 5  # in all of which a hand holds the same: an unseen card is another in one of them
TRIES = 60  # worlds are guessed: in some nobody has the card that was played


def hand_size(match: Snapshot, hand: int) -> int:
    """Return how many cards a hand has that is hidden from others; 0 for none, or an open one."""
    return _hand_size(match, match.state, hand)


def is_possible_hand(match: Snapshot, seat: int, own: KnownHands) -> bool:
    """Tell whether hands may hold cards, by all that lies open."""
    guess = match.game.sample_hidden
    try:
        return guess is not None and guess(match.state, seat, own, Random(0)) is not None
    except ImpossibleHand:
        return False


def still_held(match: Snapshot, hand: int, was: Any, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Return what is sure to be in a hand now that held `cards` in the state `was`.

    It is less than the hand has where cards were drawn unseen, or something was taken back since.
    """
    moves = [one.move for one in match.log if one.kind == MOVE and not one.undone]
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
    """Return what is sure to be in a hand after a move; what is nobody's move changes none."""
    if mover(move) is None:
        return cards
    held: list[Counter[str]] = []
    for number in range(TRIES):
        random = Random(number)
        with suppress(IllegalMove, LookupError):
            world = match.game.sample_hidden(state, hand, {hand: cards}, random)  # type: ignore[misc]
            held.append(Counter(world.play(Action(move), random).hands[hand]))
        if len(held) == WORLDS:
            return tuple(sorted(reduce(Counter.__and__, held).elements()))
    return ()


def _hand_size(match: Snapshot, state: Any, hand: int) -> int:
    guess = match.game.sample_hidden
    return 0 if guess is None else len(guess(state, hand, {}, Random(0)).hands[hand])
