"""The piles as they may lie: what a player of Ogallala thinks with. All else lies open."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import exp
from typing import NamedTuple

from referee.contract import AskCards, AskPlace, By, Cell, Offer
from referee.kit import filling
from referee.ogallala.rules.placing import places
from referee.ogallala.rules.play import apply
from referee.ogallala.rules.scoring import PRIZE, prizes, total
from referee.ogallala.rules.sliding import slides
from referee.ogallala.state import moves
from referee.ogallala.state.cards import SET_OF
from referee.ogallala.state.state import Phase, State, top, undrawn
from referee.ogallala.state.state import own as own_territory
from referee.ogallala.state.territory import Territory, each_canoe
from referee.ogallala.view.offers import offers
from referee.worlds import Act, Chance, Own, Unlikely

DRAW = Act(None, ("pile",))  # no move yet: that is where the card is laid
filled = filling(moves.Move)
SURE = 25.0  # points ahead that are as good as won, about
ALONE, ENDED = 0.3, 0.25  # the share that a canoe promises without ends, and more with each
DONE = 6.0  # what a complete canoe is worth beside its points: the end is nearer
DRAWN = 6.0  # what the next card of a pile promises, about
AWAY = -1.0  # and one that is not laid
GLANCED = 24  # acts that somebody looks at without much thought
FICKLE = 0.5  # points that are overlooked without a thought


class World(NamedTuple):
    """A state with the cards of the piles, in no order, and the one that was `drawn`.

    In a `narrow` one nobody takes a card only to lay it back while there is one to draw: two who
    wait for each other so never come to an end.
    """

    state: State
    pile: tuple[str, ...]
    drawn: str = ""
    narrow: bool = False

    @property
    def hands(self) -> tuple[tuple[str, ...], ...]:
        """What was drawn, in the hand of whose turn it is."""
        drawn = (self.drawn,) if self.drawn else ()
        return tuple(
            drawn if seat == self.state.turn else () for seat in range(self.state.setup.seats)
        )

    @property
    def mover(self) -> int | None:
        """Whose turn it is; None where a camera tells what lies beneath."""
        return None if self.state.phase in (Phase.OVER, Phase.TOP) else self.state.turn

    def sight(self) -> Hashable:
        """Return the card that was drawn, which all see."""
        return self.drawn

    def acts(self) -> Sequence[Act]:
        """Return where the card that was drawn may lie, or what else is due; or to draw one."""
        state = self.state
        if self.drawn:
            return [*self._laid(self.drawn, "pile"), self._discarded()]
        if state.phase is not Phase.DRAW:
            now = [one for one in offers(state) if one.by is not By.HOST]
            return [Act(move) for one in now for move in _ways(one)]
        card = "" if undrawn(state) else top(state)
        taken = [*self._laid(card, "grounds")] if card else []
        if card and not (self.narrow and self.pile):
            taken.append(Act(moves.LayBack(state.turn)))
        return [DRAW, *taken] if self.pile else taken

    def narrowed(self) -> World:
        """Return the same world in which no card is laid back that need not be."""
        return self._replace(narrow=True)

    def _laid(self, card: str, source: moves.Source) -> Iterator[Act]:
        """Yield the places of one card, and where it pushes others aside."""
        state, seat = self.state, self.state.turn
        mine, tribes = own_territory(state), state.setup.tribes
        for row, column in places(mine, card, tribes):
            yield Act(moves.Place(seat, source, Cell(card, row, column)))
        for cell, side, _ in slides(mine, card, tribes):
            yield Act(moves.Place(seat, source, cell, side))

    def _discarded(self) -> Act:
        return Act(moves.Discard(self.state.turn, (self.drawn,)))

    def likely(self, chance: Chance) -> Act:
        """Return what somebody does who lays each card where it promises most.

        Of very many places they look at some, evenly: spoils may lie in a hundred and more.
        """
        acts = self.acts()
        step = -(-len(acts) // GLANCED)
        some = acts[int(step * chance.random()) :: step] if step > 1 else acts
        return max(some, key=lambda one: self._merit(one.move) + FICKLE * chance.random())

    def _merit(self, move: moves.Move | None) -> float:
        """Return by how many points a move is better than to do nothing, at a glance."""
        mine = own_territory(self.state)
        match move:
            case None:
                return DRAWN
            case moves.Place(laid=cell, side=""):
                return promise(mine.plus(cell)) - promise(mine)
            case moves.Place(laid=cell, side=side):
                ways = slides(mine, cell.card, self.state.setup.tribes)
                after = next(one for at, way, one in ways if (at, way) == (cell, side))
                return promise(after) - promise(mine)
            case moves.Discard() | moves.LayBack():
                return AWAY
        return 0.0

    def after(self, act: Act, chance: Chance) -> World:
        """Return the world after a move, or once a card was drawn: any of those in the piles."""
        if act.move is None:
            at = int(chance.random() * len(self.pile))
            return self._replace(drawn=self.pile[at], pile=self.pile[:at] + self.pile[at + 1 :])
        state, _ = apply(self.state, act.move)
        while state.phase is Phase.TOP:
            beneath = chance.choice(state.grounds[-1])
            state, _ = apply(state, moves.TopRead((beneath,)))
        renewed = sum(state.stock.values()) > sum(self.state.stock.values())
        return self._replace(
            state=state, pile=tuple(_unseen(state)) if renewed else self.pile, drawn=""
        )

    def worth(self) -> tuple[float, ...]:
        """Return each seat's share by what its canoes count, and promise."""
        territories = self.state.territories
        if self.state.phase is Phase.OVER:
            points = [float(total(one)) for one in territories]
            best = max(points)
            return tuple(float(one == best) for one in points)
        powers = [exp(promise(one) / SURE) for one in territories]
        whole = sum(powers)
        return tuple(power / whole for power in powers)


def guess(state: State, seat: int, own: Own, chance: Chance) -> World:
    """Return the world, of which nothing is hidden but the order of the piles.

    The own card is the one that was drawn.

    Raises `Unlikely`.
    """
    del seat, chance
    cards = own.get(state.turn, ())
    if state.phase is not Phase.DRAW:
        if cards and sorted(cards) != sorted(state.held):
            raise Unlikely(state.turn, cards)
        cards = ()
    if len(cards) > 1:
        raise Unlikely(state.turn, cards)
    pile = [*_unseen(state)]
    for card in cards:
        if card not in pile:
            raise Unlikely(state.turn, cards)
        pile.remove(card)
    return World(state, tuple(pile), "".join(cards))


def _ways(offer: Offer) -> Iterator[moves.Move]:
    """Yield the moves that an offer may become."""
    for ask in offer.ask:
        if isinstance(ask, AskPlace):
            for card, cells in ask.places.items():
                for row, column in cells:
                    yield filled(offer, **{ask.field: Cell(card, row, column)})
        elif isinstance(ask, AskCards):
            for card in ask.possible:
                yield filled(offer, cards=(card,))
    if not offer.ask:
        yield filled(offer)


def _unseen(state: State) -> Iterator[str]:
    """Yield the cards that may lie in the piles."""
    return (card for card, many in state.stock.items() for _ in range(many))


@lru_cache(maxsize=1024)
def promise(territory: Territory) -> float:
    """Return about what a territory is worth: complete canoes, and others in part."""
    found = float(total(territory))
    for _, canoe in each_canoe(territory):
        if canoe.complete:
            found += DONE
        else:
            holes = canoe.cards.count("")
            many = len(canoe.cards) - holes
            ends = canoe.crew.bow + canoe.crew.stern
            beside = sum(
                one in SET_OF and SET_OF[one] == SET_OF.get(two)
                for one, two in pairwise(canoe.cards)
            )
            full = many + PRIZE * (prizes(canoe) + 2 * beside)
            found += full * (ALONE + ENDED * ends) - holes
    return found
