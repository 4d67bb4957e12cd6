"""Kuhn's poker: three cards, two players, one bet. Its best play is known (Kuhn 1950).

Who begins bets the lowest card at most one time in three, and the highest three times as often.
Who is bet at calls with the highest card, never with the lowest, and one time in three with the
one between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.determinization import Action, Chance, KnownHands, shuffled

CARDS = ("jack", "queen", "king")
ENDS = {"pp": 1, "bp": 1, "bb": 2, "pbp": 1, "pbb": 2}  # what is won, by what was said
PASS, BET = Action("p"), Action("b")


class Kuhn(NamedTuple):
    """What was said, and who holds which card."""

    state: str
    hands: tuple[tuple[str, ...], ...]

    @property
    def mover(self) -> int | None:
        return None if self.state in ENDS else len(self.state) % 2

    def legal_actions(self) -> Sequence[Action]:
        return [PASS, BET]

    def information_set_key(self) -> str:
        return self.hands[len(self.state) % 2][0]

    def playout_action(self, chance: Chance) -> Action:
        return chance.choice(self.legal_actions())

    def play(self, act: Action, chance: Chance) -> Kuhn:
        del chance
        return Kuhn(self.state + act.move, self.hands)

    def evaluate(self) -> tuple[float, ...]:
        """Return what each has of the four chips that may be on the table, as a share."""
        if self.state.endswith("bp"):
            winner = self.state.index("b") % 2
        else:
            winner = max((0, 1), key=lambda seat: CARDS.index(self.hands[seat][0]))
        won = ENDS[self.state] / 4
        return tuple(0.5 + (won if seat == winner else -won) for seat in (0, 1))


def guess(said: str, own: KnownHands, chance: Chance) -> Kuhn:
    """Return the cards as they may be held."""
    others = shuffled([card for card in CARDS if (card,) not in own.values()], chance)
    hands = tuple(own.get(seat, others[seat : seat + 1]) for seat in (0, 1))
    return Kuhn(said, hands)
