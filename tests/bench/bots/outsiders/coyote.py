"""Outsiders at Coyote with habits: each opens, doubts and jumps in its own way.

They know the exact odds, but do not look ahead. An outsider opens with the highest number that the
total reaches with a chance of `opening`. It challenges a number with a lower chance than `doubt`.
Otherwise it raises by `jump` if the higher number is still as likely as an opening, or else by 1.

To look ahead, and to weigh what each raise would bring, wins no more matches than `USUAL` habits.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from referee.coyote.state.moves import Announce, Challenge
from referee.coyote.state.phases import Counted, Talking
from referee.determinization import Action, KnownHands
from tests.bench.bots.matches import Player, own_cards
from tests.bench.bots.outsiders.coyote_odds import TOP, Sight


class Habits(NamedTuple):
    """How an outsider plays."""

    opening: float
    doubt: float
    jump: int

    @classmethod
    def of(cls, seed: str) -> Habits:
        """Return habits that a person may have, the same for the same seed."""
        random = Random(seed)
        opening, doubt = random.uniform(0.5, 0.95), random.uniform(0.3, 0.6)
        return cls(round(opening, 2), round(doubt, 2), random.choice((1, 2, 3, 5)))

    def __str__(self) -> str:
        return f"opens at {self.opening}, doubts below {self.doubt}, jumps by {self.jump}"

    def choose(
        self, _: Any, state: Any, seat: int, own: KnownHands, acts: Sequence[Action], random: Random
    ) -> Action:
        """Return an announcement or a challenge. Raises may exceed those in `acts`."""
        doubts = [act for act in acts if isinstance(act.move, Challenge)]
        raises = any(isinstance(act.move, Announce) for act in acts)
        if not raises or not isinstance(state.phase, Talking | Counted):
            return random.choice(doubts or acts)
        sight = Sight(state, seat, own)
        belief = sight.belief()

        def chance(number: int) -> float:
            chances = (much * sight.chances[card][number] for card, much in belief.items())
            return sum(chances) if number <= TOP else 0.0

        standing = 0 if isinstance(state.phase, Counted) else state.number
        if not standing:
            likely = [number for number in range(1, TOP) if chance(number) >= self.opening]
            return Action(Announce(seat, max(likely, default=1)))
        if doubts and chance(standing) < self.doubt:
            return doubts[0]
        jumps = self.jump if chance(standing + self.jump) >= self.opening else 1
        return Action(Announce(seat, standing + jumps))

    def play(self, game: Any, world: Any, seat: int, random: Random) -> Action:
        """Play a seat of a match."""
        own, acts = own_cards(game, world, seat), world.legal_actions()
        return self.choose(game, world.state, seat, own, acts, random)


USUAL = Habits(opening=0.6, doubt=0.47, jump=1)


def strangers(seed: str) -> Player:
    """Return a player that has other habits at each seat, by the seed."""

    def plays(game: Any, world: Any, seat: int, random: Random) -> Action:
        return Habits.of(f"{seed} {seat}").play(game, world, seat, random)

    return plays
