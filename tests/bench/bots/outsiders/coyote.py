"""An outsider at Coyote, who knows the exact odds of the total.

Rules of thumb:

- Count the unseen cards: the deck without the discards and without the cards on other heads. My own
  card is any of them, and so is the card that a draw card turns up.
- The others see my card. Whoever announced a number believed in it, so my own card is more likely
  one with which that number made sense to them.
- Each player challenges when the number is more likely too high than not. For each card that I may
  have, I know what the next player sees, so I know how likely a challenge is.
- Compare a challenge now with each raise. A raise is worth what a challenge of it would bring, or
  what I can still get when the turn comes back. A strike for me costs 1. A strike for another
  player is worth 1, shared among all my opponents.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from referee.coyote.state import state as states
from referee.coyote.state.moves import Announce, Challenge
from referee.coyote.state.phases import Counted, Talking
from referee.determinization import Action, KnownHands
from tests.bench.bots.outsiders.coyote_odds import TOP, Sight, Weights, scaled

RAISES = (1, 2, 3, 4, 5, 7, 9)


class Odds:
    """What challenges and raises are worth."""

    def __init__(self, sight: Sight, order: Sequence[int]) -> None:
        self.sight, self.order = sight, order
        self.share = 1 / len(order)

    def reached(self, belief: Weights, number: int) -> float:
        """Return the chance that the total is at least a number."""
        chances = self.sight.chances
        return sum(much * chances[card][min(number, TOP)] for card, much in belief.items())

    def challenge(self, belief: Weights, number: int) -> float:
        """Return what it is worth to challenge a number."""
        reached = self.reached(belief, number)
        return (1 - reached) * self.share - reached

    def answer(self, belief: Weights, number: int, depth: int) -> float:
        """Return what it is worth to answer a number."""
        now = self.challenge(belief, number)
        if depth <= 0 or number >= TOP - 2:
            return now
        return max(now, self.announce(belief, number + 1, depth - 1))

    def announce(self, belief: Weights, number: int, depth: int = 6) -> float:
        """Return what it is worth to announce a number."""
        worth, left = 0.0, 1.0
        for place, other in enumerate(self.order):
            doubts = {card: self.sight.doubts(other, number, card) for card in belief}
            caught = scaled({card: much * doubts[card] for card, much in belief.items()})
            likely = sum(much * doubts[card] for card, much in belief.items())
            gain = self.share
            if not place:
                reached = self.reached(caught, number)
                gain = reached * self.share - (1 - reached)
            elif len(self.order) > 1:
                gain = self.share  # Two others settle it.
            worth += left * likely * gain
            left *= 1 - likely
            belief = scaled({card: much * (1 - doubts[card]) for card, much in belief.items()})
            number += 1
            if left < 0.02:
                return worth
        return worth + left * self.answer(belief, number, depth)


def choose(
    _game: Any, state: Any, seat: int, own: KnownHands, acts: Sequence[Action], random: Random
) -> Action:
    """Return the action that is worth the most. Raises may exceed those in `acts`."""
    raises = [act for act in acts if isinstance(act.move, Announce)]
    doubts = [act for act in acts if isinstance(act.move, Challenge)]
    if not raises or not isinstance(state.phase, Talking | Counted):
        return random.choice(raises or doubts or acts)
    sight = Sight(state, seat, own)
    order: list[int] = []
    other = states.next_seat(state, seat)
    while other != seat and other not in order:
        order.append(other)
        other = states.next_seat(state, other)
    odds, belief = Odds(sight, order), sight.belief()
    standing = 0 if isinstance(state.phase, Counted) else state.number
    steps = RAISES if standing else range(1, 26)
    likings = [
        (odds.announce(belief, standing + step) + random.uniform(0, 0.02), step) for step in steps
    ]
    worth, step = max(likings)
    if doubts and odds.challenge(belief, standing) >= worth:
        return doubts[0]
    return Action(Announce(seat, standing + step))
