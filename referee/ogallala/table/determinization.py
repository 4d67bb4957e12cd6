"""Sampled piles for the bots of Ogallala.

All other cards are face up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from referee.contract import By, Cell, by_tag
from referee.determinization import Action, Chance, ImpossibleHand, KnownHands
from referee.disk.networks import at_the_end, network_beside, shares
from referee.kit import moves_of
from referee.ogallala.bots import sight
from referee.ogallala.bots.sight import seen
from referee.ogallala.flow import FLOW, apply
from referee.ogallala.rules.placing import legal_cells
from referee.ogallala.rules.scoring import total
from referee.ogallala.rules.sliding import slides
from referee.ogallala.state import moves, phases
from referee.ogallala.state.state import State, drawable_card, own_territory

DRAW = Action(None, ("pile",))  # A draw makes no move yet: laying the card is the move.
KINDS = by_tag(moves.Move)


class Determinization(NamedTuple):
    """A state with the `drawn` card and the cards of the piles in no particular order.

    While the piles have cards, nobody takes a card only to lay it back. Otherwise two players who
    wait for each other would never finish.
    """

    state: State
    pile: tuple[str, ...]
    drawn: str = ""

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """The drawn card, as the hand of the player to move."""
        drawn = (self.drawn,) if self.drawn else ()
        return tuple(
            drawn if seat == self.state.turn else () for seat in range(len(self.state.territories))
        )

    @property
    def mover(self) -> int | None:
        """The player to move. None if the match is over or the top card must be read."""
        return None if isinstance(self.state.phase, phases.Over | phases.Top) else self.state.turn

    def information_set_key(self) -> Hashable:
        """Return the drawn card, which everyone sees."""
        return self.drawn

    def legal_actions(self) -> Sequence[Action]:
        """Return the cells for the drawn card, the other moves of the step, or the ways to draw."""
        state = self.state
        if self.drawn:
            discards = Action(moves.Discard(state.turn, (self.drawn,)))
            return [*self._placings(self.drawn, "pile"), discards]
        if not isinstance(state.phase, phases.Draw):
            now = [choice for choice in FLOW.choices(state) if choice.by is not By.HOST]
            return [Action(move) for offer in now for move in moves_of(KINDS, offer)]
        card = drawable_card(state)
        taken = [*self._placings(card, "grounds")] if card else []
        if card and not self.pile:
            taken.append(Action(moves.LayBack(state.turn)))
        return [DRAW, *taken] if self.pile else taken

    def _placings(self, card: str, source: moves.Source) -> Iterator[Action]:
        """Yield the cells for a card, and its slides."""
        state, seat = self.state, self.state.turn
        mine, tribes = own_territory(state), state.options.tribes
        for row, column in legal_cells(mine, card, tribes):
            yield Action(moves.Place(seat, source, Cell(card, row, column)))
        for cell, side, _ in slides(mine, card, tribes):
            yield Action(moves.Place(seat, source, cell, side))

    def playout_action(self, chance: Chance) -> Action:
        """Return any legal action."""
        return chance.choice(self.legal_actions())

    def play(self, act: Action, chance: Chance) -> Determinization:
        """Return the determinization after an action. A draw takes a random card of the piles."""
        if act.move is None:
            at = int(chance.random() * len(self.pile))
            return self._replace(drawn=self.pile[at], pile=self.pile[:at] + self.pile[at + 1 :])
        state, _ = apply(self.state, act.move)
        while isinstance(state.phase, phases.Top):
            beneath = chance.choice(state.grounds[-1])
            state, _ = apply(state, moves.TopRead((beneath,)))
        renewed = sum(state.stock.values()) > sum(self.state.stock.values())
        pile = tuple(Counter(state.stock).elements()) if renewed else self.pile
        return self._replace(state=state, pile=pile, drawn="")

    def evaluate(self) -> tuple[float, ...]:
        """Return each seat's share of a win, as the network rates the position."""
        result = shares(network_beside(sight.__file__), seen(self.state))
        if not isinstance(self.state.phase, phases.Over):
            return result
        points = [total(territory) for territory in self.state.territories]
        return at_the_end([point == max(points) for point in points], result)


def sample_hidden(state: State, seat: int, own: KnownHands, chance: Chance) -> Determinization:
    """Return a determinization. Only the order of the piles is hidden.

    A known hand consists of the drawn card. Raise `ImpossibleHand` if it does not fit the state.
    """
    del seat, chance
    hand, stock = Counter(own.get(state.turn, ())), Counter(state.stock)
    drawn = hand if isinstance(state.phase, phases.Draw) else Counter[str]()
    if drawn.total() > 1 or not drawn <= stock or hand not in (drawn, Counter(state.phase.held)):
        raise ImpossibleHand(state.turn, own[state.turn])
    return Determinization(state, tuple((stock - drawn).elements()), "".join(drawn))
