"""Made-up tables: what lies there, where a card is due, and what must be gathered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee.contract import Frozen, IllegalMove, Message
from referee.judge import Judge
from referee.judging import Judgement, Meaning, Refusal
from referee.kit import MoveBase
from referee.match.desk import Snapshot
from referee.pending import PendingAction
from referee.table import Card, CardStatus, Change, Changes, Laid, Layout, Position, Taken, Zone

DECK = {str(card): 4 for card in range(1, 11)}


class Play(MoveBase, tag="play"):
    """A card is laid in a zone."""

    cards: tuple[str, ...]
    zone: str
    at: Position | None = None
    proof: tuple[str, ...] = ()


class Gathered(MoveBase, tag="gathered"):
    """All that was to go has gone."""


class State(Frozen):
    """Which zone has its card already."""

    laid: tuple[Zone, ...] = ()


@dataclass(frozen=True)
class Table:
    """A game of one moment: `due` are the cards that may be laid in each zone, by `cells`."""

    lies: tuple[Card, ...] = ()
    due: Mapping[Zone, tuple[str, ...]] = field(default_factory=dict)
    cells: Mapping[str, Position] = field(default_factory=dict)
    gathers: bool = False
    name: str = "table"
    on_turn: int | None = None

    @property
    def table(self) -> Any:
        """The part of the game on the table: here, all of it."""
        return self

    @property
    def cards(self) -> Any:
        """The deck."""
        return self

    @staticmethod
    def counts(_options: Any) -> dict[str, int]:
        """Return how many there are of each card."""
        return DECK

    def turn(self, _state: State) -> int | None:
        """Return whose turn it is."""
        return self.on_turn

    def layout(self, _state: State) -> Layout:
        """Return what lies there."""
        return Layout(self.lies)

    def judge(self, state: State, changes: Changes) -> Judgement:
        """Judge changes."""
        return Judge(
            self.apply, self._meanings, _misplaced, self._seats_concerned, self._pending_actions
        )(state, changes)

    def apply(self, state: State, move: Any) -> tuple[State, tuple[()]]:
        """Lay a card where one is due; raises `IllegalMove`."""
        if isinstance(move, Gathered):
            return state, ()
        zone, (card,) = Zone.parse(move.zone), move.cards
        fits = card in self.due.get(zone, ()) and move.at == self.cells.get(card)
        if self.gathers or zone in state.laid or not fits:
            raise IllegalMove("X-1", Message("x.why"))
        return State((*state.laid, zone)), ()

    def _meanings(self, _state: State, change: Change, left: Changes) -> tuple[Meaning, ...]:
        if isinstance(change, Laid) and change.zone is not None and not self.gathers:
            proof = (change.id,)
            return (Meaning(Play((change.card,), str(change.zone), change.at, proof), (change,)),)
        goes = [card for card in self.lies if card.status is CardStatus.TO_CLEAR]
        gone = tuple(change for change in left if isinstance(change, Taken))
        if self.gathers and isinstance(change, Taken) and [taken.was for taken in gone] == goes:
            return (Meaning(Gathered(), gone),)
        return ()

    def _seats_concerned(self, _state: State, change: Change) -> tuple[int, ...]:
        """Return whose turn it is, and before whom a card was laid."""
        own = None if isinstance(change, Taken) or change.zone is None else change.zone.seat
        seats = (*(zone.seat for zone in self.due), own)
        return tuple(dict.fromkeys(seat for seat in seats if seat is not None)) or (0,)

    def _pending_actions(self, state: State, _left: Changes) -> tuple[PendingAction, ...]:
        zones = (zone for zone in self.due if zone not in state.laid and not self.gathers)
        return tuple(PendingAction(Message("x.due"), zone, zone.seat) for zone in zones)


def _misplaced(_state: State, _change: Change) -> Refusal | None:
    return None


def table(
    match: Snapshot,
    lies: tuple[Card, ...] = (),
    due: Mapping[Zone, tuple[str, ...]] | None = None,
    cells: Mapping[str, Position] | None = None,
    gathers: bool = False,
    on_turn: int | None = None,
) -> Snapshot:
    """Return a match of one moment at such a table."""
    game: Any = Table(lies, due or {}, cells or {}, gathers, on_turn=on_turn)
    return replace(match, game=game, state=State())
