"""Model the other players: their thoughts about their own card, and when they challenge.

An announcement shows that its announcer believed in it, so the listeners' own cards are probably
high. Some players hear this and some do not, and some doubt earlier than others (`MINDS`). Their
actions so far show their minds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from referee.coyote.bots.sight import Array, Sight

BASE = 0.12  # How likely an announcement is, beside the chance that its announcer sees.
TRUST = 0.7  # How much an announcement tells about cards that only its announcer sees. 1: all.
OPENING, JUMP = 2.0, 3.0  # The same as `BASE`, for the first number, and a raise by more than 1.
LEAST, MOST = 0.005, 0.995  # No challenge is less or more likely.


class Mind(NamedTuple):
    """How a player decides to challenge: half of the time if the chance is at `doubt`.

    The smaller the `spread`, the more regular the decision. A player who `hears` learns from
    announcements.
    """

    hears: bool
    doubt: float
    spread: float


MINDS = (
    Mind(False, 0.5, 0.1),
    Mind(False, 0.3, 0.1),
    Mind(True, 0.5, 0.06),
    Mind(True, 0.3, 0.06),
    Mind(False, 0.4, 0.6),  # Somebody who hardly thinks about it.
)
_HEARS = np.array([mind.hears for mind in MINDS])[:, None]
_DOUBT = np.array([item.doubt for item in MINDS])[:, None]
_SPREAD = np.array([mind.spread for mind in MINDS])[:, None]


class Listeners:
    """The beliefs at one moment of a round, for each card that the seat may have.

    `cards` has the probabilities of the seat's own cards. `minds` has those of each other player's
    mind, with [other, mind, mine].
    """

    def __init__(self, sight: Sight, attention: float) -> None:
        """Begin a round. `attention` is the weight of what others say, from 0 to 1."""
        self._sight = sight
        self._attention = attention
        self.cards: Array = sight.copies / sight.copies.sum()
        shape = (len(sight.others), len(MINDS), len(sight.faces))
        self.minds: Array = np.full(shape, 1 / len(MINDS))
        self._heard: Array = sight.their_copies  # Weights of each other's cards.

    def copy(self) -> Listeners:
        """Return a copy that can go on from here."""
        other = object.__new__(Listeners)
        other.__dict__ |= self.__dict__
        return other

    def challenge_by_mind(self, other: int, number: int) -> Array:
        """Return the probability that a player challenges a number, with [mind, mine]."""
        number = min(number, self._sight.top)
        heard = self._heard[other]
        answer = (heard * self._sight.chances[other, :, :, number]).sum(axis=1)
        seen = self._sight.as_seen[other, :, number]
        reached = np.where(_HEARS, answer / heard.sum(axis=1), seen)
        likely: Array = 1 / (1 + np.exp((reached - _DOUBT) / _SPREAD))
        return likely.clip(LEAST, MOST)

    def challenge(self, other: int, number: int) -> Array:
        """Return the probability that a player challenges a number, with [mine]."""
        mean: Array = (self.minds[other] * self.challenge_by_mind(other, number)).sum(axis=0)
        return mean

    def go_on(self, other: int, number: int) -> Array:
        """Note that a player did not challenge. Return how likely this was, with [mine]."""
        minds = self.minds[other] * (1 - self.challenge_by_mind(other, number))
        likely: Array = minds.sum(axis=0)
        self.minds = self.minds.copy()
        self.minds[other] = minds / likely
        return likely

    def hear(self, announcer: int | None, number: int) -> None:
        """Note what all others learn from an announcement. None announces for the seat itself."""
        sight, number = self._sight, min(number, self._sight.top)
        if announcer is None:
            likely = sight.own_view[:, None, :, number]
        else:
            shifted = np.clip(number - sight.adds, 0, sight.top)  # With [other, theirs].
            likely = sight.as_seen[announcer][:, shifted].swapaxes(0, 1)
        factor = BASE + likely**TRUST
        if announcer is not None:
            factor = factor.copy()
            factor[announcer] = 1.0
        self._heard = self._heard * factor

    def listen(self, announcer: int | None, number: int, standing: int) -> None:
        """Note an announcement that was made, and what it tells of the seat's own card.

        Several announcers follow each other, so each of them tells less.
        """
        if announcer is not None:
            told = np.ones_like(self.cards)
            if standing:
                told = self.go_on(announcer, standing) ** (len(self._sight.others) ** -0.5)
            if number > standing + 1:  # A free choice.
                seen = self._sight.as_seen[announcer, :, min(number, self._sight.top)]
                told = told * ((JUMP if standing else OPENING) + seen**TRUST)
            self.cards = self.cards * told**self._attention
            self.cards /= self.cards.sum()
        self.hear(announcer, number)
