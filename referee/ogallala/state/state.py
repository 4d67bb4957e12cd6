"""The state of a match of Ogallala: all open cards, and the cards left to draw."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from referee.contract import Cell, Frozen
from referee.kit import Speaking
from referee.ogallala.state.cards import COUNTS
from referee.ogallala.state.moves import Objection, refuse
from referee.ogallala.state.options import SEATS, Options
from referee.ogallala.state.phases import DRAW, Phase
from referee.ogallala.state.rows import Canoe
from referee.ogallala.state.territory import EMPTY, Territory, canoe_at, complete_canoes
from referee.table import Zone

GROUNDS = Zone("grounds")  # The hunting grounds: the face-up discards.
PILES = tuple(Zone("pile", index=index) for index in range(3))
DRAWN = Zone("drawn")  # A player may show a drawn card here.
TERRITORIES = tuple(Zone("territory", seat) for seat in range(5))

MOST_CANOES = 5  # The match ends at this many complete canoes (OG-40).
MAY_END = 3


class EventKind(StrEnum):
    """The kind of an event."""

    NOTHING = ""
    PLACED = "placed"
    DISCARDED = "discarded"
    LASSOED = "lassoed"
    SHOT = "shot"
    WRECKED = "wrecked"
    CAPTURED = "captured"
    SPARED = "spared"
    LEFT = "left"


class Event(Frozen):
    """The last move: what `seat` did with which `cards`.

    `target` is the opponent who owned the cards. `shuffled` is the card on top of the hunting
    grounds if somebody must now shuffle these into new piles.
    """

    what: EventKind = EventKind.NOTHING
    seat: int = 0
    cards: tuple[str, ...] = ()
    target: int | None = None
    cell: Cell | None = None
    shuffled: str = ""


class Sweep(Frozen):
    """The cards of a captured or given-up canoe that must leave their old cells."""

    seat: int
    cells: tuple[Cell, ...]

    def minus(self, card: str) -> Sweep | None:
        """Return the cards still to be swept after a player has laid one of them elsewhere."""
        left = tuple(cell for cell in self.cells if cell.card != card)
        return Sweep(self.seat, left) if left else None


class State(Speaking):
    """A match at one moment.

    `stock` has the cards that nobody has seen yet. `grounds` are the discards in layers, from the
    bottom up; the order within a layer is unknown. `done` are the completed canoes that have not
    attacked yet, by row and first column. `ending` means that the turn ends after all its effects,
    and `finisher` is the last seat that completed a canoe, until its next turn. `drawn` is the last
    card that was drawn. `renewed` means that the discards have become new piles. `left` are the
    seats whose players have left the match. `sweep` are cards that belong elsewhere but may stay in
    their old cells until the seat's next card.
    """

    options: Options
    phase: Phase
    turn: int
    territories: tuple[Territory, ...]
    stock: dict[str, int]
    grounds: tuple[tuple[str, ...], ...] = ()
    done: tuple[tuple[int, int], ...] = ()
    ending: bool = False
    finisher: int | None = None
    round: int = 1
    last: Event = Event()
    drawn: str = ""
    renewed: bool = False
    left: tuple[int, ...] = ()
    sweep: Sweep | None = None

    @property
    def finished(self) -> bool:
        """Whether a canoe was completed in this turn."""
        return self.finisher == self.turn


def begin(options: Options, seats: int) -> State:
    """Return the state before the first card is drawn; raise `BadOptions`."""
    if seats not in SEATS:
        refuse.bad_options("OG-5", "seats", given=seats, least=SEATS[0], most=SEATS[-1])
    if not 0 <= options.starter < seats:
        refuse.bad_options("OG-5", "starter", number=options.starter + 1, count=seats)
    return State(options, DRAW, options.starter, (EMPTY,) * seats, dict(COUNTS))


def top_card(state: State) -> str:
    """Return the card on top of the hunting grounds. It is empty if unknown or if there is none."""
    return state.grounds[-1][0] if state.grounds and len(state.grounds[-1]) == 1 else ""


def draw_objection(state: State) -> Objection | None:
    """Return the rule that forbids a draw from the hunting grounds, or None (OG-1)."""
    if state.options.amigo:
        return "OG-1", "ogallala.refused.piles_only"
    return None if top_card(state) else ("OG-1", "ogallala.refused.grounds_empty")


def drawable_card(state: State) -> str:
    """Return the card that may be drawn from the hunting grounds, or an empty string."""
    return "" if draw_objection(state) else top_card(state)


def own_territory(state: State) -> Territory:
    """Return the territory of the player to move."""
    return state.territories[state.turn]


def opponents(state: State) -> tuple[int, ...]:
    """Return the opponents of the player to move, clockwise."""
    seats = len(state.territories)
    return tuple([(state.turn + step) % seats for step in range(1, seats)])


def remaining_players(state: State) -> tuple[int, ...]:
    """Return the seats whose players have not left."""
    return tuple([seat for seat in range(len(state.territories)) if seat not in state.left])


def complete_canoe_count(state: State, seat: int) -> int:
    """Return the number of complete canoes that a seat has now."""
    return len(complete_canoes(state.territories[seat]))


def may_not_attack_again(state: State, seat: int) -> bool:
    """Whether a canoe that a seat completed in its latest turn has had its one attack (OG-32)."""
    return seat == state.finisher and not (seat == state.turn and state.done)


def sweep_of(seat: int, row: int, canoe: Canoe, taken: Cell | None) -> Sweep | None:
    """Return the other cards of a canoe. They must leave after the `taken` one."""
    cells = tuple(Cell(card, row, column) for column, card in canoe.cells())
    left = tuple(cell for cell in cells if cell != taken)
    return Sweep(seat, left) if left else None


def attacking_canoe(state: State) -> Canoe:
    """Return the canoe that must attack next: the first completed canoe that has not attacked."""
    row, column = state.done[0]
    canoe = canoe_at(own_territory(state), row, column)
    assert canoe is not None
    return canoe


def discard_layers(cards: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """Return layers for cards that were discarded together: one layer, unless all are equal."""
    layer = tuple(sorted(cards))
    return tuple((card,) for card in layer) if len(set(layer)) < 2 else (layer,)
