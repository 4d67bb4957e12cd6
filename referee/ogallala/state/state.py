"""What the table knows of a match of Ogallala: all that lies open, and what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from referee.contract import Cell, Frozen
from referee.ogallala.state.moves import Against
from referee.ogallala.state.rows import Canoe
from referee.ogallala.state.territory import Territory, canoe_at, complete

GROUNDS = "grounds"  # where the discards lie face up: the hunting grounds
MOST_CANOES = 5  # complete ones, which end the match (OG-40)
MAY_END = 3


class Phase(StrEnum):
    """Where a match stands."""

    DRAW = "draw"  # a card is drawn, and laid or discarded
    LASSO = "lasso"  # a card of an opponent is taken
    ARCHER = "archer"  # an Indian of an opponent is driven out
    AXE = "axe"  # an own complete canoe is given up
    SET = "set"  # the card of the lasso is laid
    ATTACK = "attack"  # a canoe was completed
    SPOILS = "spoils"  # what was captured is laid
    TOP = "top"  # which card lies on top of the hunting grounds?
    END = "end"  # who completed a third canoe ends the match or not
    OVER = "over"


class What(StrEnum):
    """What the last move came to."""

    NOTHING = ""
    PLACED = "placed"
    DISCARDED = "discarded"
    LASSOED = "lassoed"
    SHOT = "shot"
    WRECKED = "wrecked"
    CAPTURED = "captured"
    SPARED = "spared"
    LEFT = "left"


class Setup(Frozen):
    """What was agreed on, and at how many seats."""

    seats: int
    starter: int = 0
    tribes: bool = False
    amigo: bool = False
    analysis: bool = True


class Event(Frozen):
    """The last move: whose, about which cards; `target` is the opponent whose they were.

    `shuffled` is the card that lies on top of the hunting grounds, where these are to be shuffled
    into new piles now.
    """

    what: What = What.NOTHING
    seat: int = 0
    cards: tuple[str, ...] = ()
    target: int | None = None
    cell: Cell | None = None
    shuffled: str = ""


class Sweep(Frozen):
    """Cards of a seat's canoe that was captured or given up, by where they may lie still."""

    seat: int
    cells: tuple[Cell, ...]

    def without(self, card: str) -> Sweep | None:
        """Return what is left to sweep up once a card lies elsewhere."""
        left = tuple(cell for cell in self.cells if cell.card != card)
        return Sweep(self.seat, left) if left else None


class Drawn(Frozen):
    """A card that was drawn, and the territory of its player before it and right after."""

    card: str
    before: Territory
    after: Territory


class State(Frozen):
    """A match now.

    `stock` are the cards that nobody has seen yet. `grounds` are the discards from the bottom up,
    in layers: of one with several cards nobody knows the order. `held` are cards in the hand of
    whose `turn` it is, to be laid; `going` those to be discarded with what cannot be. `done` are
    the canoes that were completed and have not attacked yet, by row and first column. `ending`
    tells that the turn ends once all that follows is done, `finished` that a canoe was completed
    in it. `latest` are the cards that each seat drew in its last turn. `renewed` tells that the
    discards became new piles once, `left` which seats' players left the match. `sweep` are cards
    that belong elsewhere by now: they may lie where they did until their seat lays its next one.
    """

    setup: Setup
    phase: Phase
    turn: int
    territories: tuple[Territory, ...]
    stock: dict[str, int]
    grounds: tuple[tuple[str, ...], ...] = ()
    held: tuple[str, ...] = ()
    going: tuple[str, ...] = ()
    done: tuple[tuple[int, int], ...] = ()
    ending: bool = False
    finished: bool = False
    round: int = 1
    last: Event = Event()
    latest: tuple[tuple[Drawn, ...], ...] = ()
    renewed: bool = False
    left: tuple[int, ...] = ()
    ended_by: str = ""
    sweep: Sweep | None = None


def zone(seat: int) -> str:
    """Return the zone of a seat's territory."""
    return f"territory:{seat}"


def top(state: State) -> str:
    """Return the card on top of the hunting grounds; empty where none or no one card is known."""
    return state.grounds[-1][0] if state.grounds and len(state.grounds[-1]) == 1 else ""


def undrawn(state: State) -> Against | None:
    """Return what is against drawing from the hunting grounds (OG-1)."""
    if state.setup.amigo:
        return "OG-1", "ogallala.refused.piles_only"
    return None if top(state) else ("OG-1", "ogallala.refused.grounds_empty")


def own(state: State) -> Territory:
    """Return the territory of the seat whose turn it is."""
    return state.territories[state.turn]


def others(state: State) -> tuple[int, ...]:
    """Return the opponents of whose turn it is, clockwise."""
    seats = state.setup.seats
    return tuple((state.turn + step) % seats for step in range(1, seats))


def players(state: State) -> tuple[int, ...]:
    """Return the seats whose players have not left."""
    return tuple(seat for seat in range(state.setup.seats) if seat not in state.left)


def canoes_of(state: State, seat: int) -> int:
    """Return how many complete canoes a seat has now."""
    return len(complete(state.territories[seat]))


def swept(seat: int, row: int, canoe: Canoe, taken: Cell | None) -> Sweep | None:
    """Return the cards of a canoe that are to be swept up with the one that was taken."""
    cells = tuple(Cell(card, row, column) for column, card in canoe.cells())
    left = tuple(cell for cell in cells if cell != taken)
    return Sweep(seat, left) if left else None


def attacker(state: State) -> Canoe:
    """Return the canoe that was completed first and has not attacked yet."""
    row, column = state.done[0]
    canoe = canoe_at(own(state), row, column)
    assert canoe is not None
    return canoe


def piled(cards: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Return the layers that some cards make on the hunting grounds: one, where they differ."""
    layer = tuple(sorted(cards))
    return tuple((card,) for card in layer) if len(set(layer)) < 2 else (layer,)


def dealt(state: State) -> Counter[str]:
    """Return all cards of a match, wherever they are."""
    lying = (card for one in state.territories for row in one.rows for card in row.cards if card)
    grounds = (card for layer in state.grounds for card in layer)
    return Counter(state.stock) + Counter([*lying, *grounds, *state.held, *state.going])
