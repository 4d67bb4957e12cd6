"""A game's flow on one page: a table with one row for each phase.

A row says which moves its phase takes and which function makes each of them, who must act and who
may answer, which moves are offered, how the lamps are lit, what the focus is, and why another move
comes too early. The game's `apply`, offers, cues and focus all read that row, in the game's
``flow.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar, get_args

from referee.contract import Cue, Focus, IllegalMove, Offer
from referee.kit import Played, newest
from referee.pending import PendingAction, offers_of


class HasPhase(Protocol):
    """A state that says which phase it is in."""

    @property
    def phase(self) -> Any:
        """The phase."""


S = TypeVar("S", bound=HasPhase)

# A function that makes one type of move. It gets the state, the phase of the state, and the move.
Handler = Callable[[S, Any, Any], Played[S]]


def nobody(_state: object, _phase: object) -> tuple[int, ...]:
    """Return no seat."""
    return ()


def no_offers(_state: object, _phase: object) -> tuple[Offer, ...]:
    """Return no offer."""
    return ()


def nothing_pending(_state: object, _phase: object) -> tuple[PendingAction, ...]:
    """Return no pending action."""
    return ()


@dataclass(frozen=True)
class Lamps:
    """The cues of a phase: of the seats that must act, that may answer, and of all others."""

    actor: Cue = Cue.TURN
    answer: Cue = Cue.MAY_ANSWER
    idle: Cue = Cue.IDLE


@dataclass(frozen=True)
class Row(Generic[S]):
    """One phase of a game. Each function gets the state and its phase.

    - `moves`: the moves that the phase takes, each with its handler.
    - `early` returns the reason for refusing any other move, if it depends on the phase alone.
    - `actors` returns the seats that must act, and `answers` the seats that may answer or object.
    - `pending` returns what people must do by hand, in the order of doing it. Each such action that
      becomes a move is also an offer.
    - `offers` returns the other offers, the best first.
    - `focus` is by default the first pending action.
    """

    moves: Mapping[type, Handler[S]] = field(default_factory=dict)
    early: Callable[[S, Any], IllegalMove] | None = None
    actors: Callable[[S, Any], tuple[int, ...]] = nobody
    answers: Callable[[S, Any], tuple[int, ...]] = nobody
    pending: Callable[[S, Any], tuple[PendingAction, ...]] = nothing_pending
    offers: Callable[[S, Any], Iterable[Offer]] = no_offers
    focus: Callable[[S, Any], Focus] | None = None
    lamps: Lamps = Lamps()


@dataclass(frozen=True)
class Flow(Generic[S]):
    """A row for each phase of a game, and the parts that all phases share.

    - `moves` is the union of the game's moves, and `phases` are the keys of `rows`. Raise
      `TypeError` if the rows do not have exactly these moves and phases.
    - `always`: the moves that every phase takes, such as the host's corrections.
    - `check` raises `IllegalMove` before the phase is asked: no such seat, or a player who is out.
    - `early` returns the reason for refusing a move if its row has none: a reason that depends on
      the move, or that is the same in every phase.
    - `key` returns the key of a phase. If the phases are members of an enum, it is the phase.
    """

    moves: Any
    phases: Collection[Any]
    rows: Mapping[Any, Row[S]]
    always: Mapping[type, Handler[S]] = field(default_factory=dict)
    check: Callable[[S, Any], None] | None = None
    early: Callable[[S, Any], IllegalMove] | None = None
    key: Callable[[Any], Any] = type

    def __post_init__(self) -> None:
        taken = {move for row in self.rows.values() for move in row.moves} | {*self.always}
        if taken != {*get_args(self.moves)}:
            raise TypeError(f"the rows take {taken}, the moves are {get_args(self.moves)}")
        if {*self.rows} != {*self.phases}:
            raise TypeError(f"the rows are for {[*self.rows]}, the phases are {[*self.phases]}")
        if self.early is None and any(row.early is None for row in self.rows.values()):
            raise TypeError("a row has no reason for refusing other moves")

    def row(self, state: S) -> Row[S]:
        """Return the row of the state's phase."""
        return self.rows[self.key(state.phase)]

    def apply(self, state: S, move: Any) -> Played[S]:
        """Return the next state and the rulings. Raise `IllegalMove` and change nothing."""
        if self.check is not None:
            self.check(state, move)
        row, kind = self.rows[self.key(state.phase)], type(move)
        handler = row.moves.get(kind) or self.always.get(kind)
        if handler is None:
            raise self._too_early(row, state, move)
        return handler(state, state.phase, move)

    def _too_early(self, row: Row[S], state: S, move: Any) -> IllegalMove:
        if row.early is not None:
            return row.early(state, state.phase)
        assert self.early is not None
        return self.early(state, move)

    def actors(self, state: S) -> tuple[int, ...]:
        """Return the seats that must act."""
        return self.row(state).actors(state, state.phase)

    @cached_property
    def pending(self) -> Callable[[S], tuple[PendingAction, ...]]:
        """Return what people must do by hand now. The newest answer is kept."""
        return newest(lambda state: self.row(state).pending(state, state.phase))

    def offers(self, state: S) -> tuple[Offer, ...]:
        """Return the offers of the phase: those of the pending actions, and then the others."""
        return (*offers_of(self.pending(state)), *self.row(state).offers(state, state.phase))

    def focus(self, state: S) -> Focus:
        """Return the most important information of the phase."""
        row, phase = self.row(state), state.phase
        if row.focus is not None:
            return row.focus(state, phase)
        first, *_ = self.pending(state)
        return Focus(first.message, seat=first.seat)

    def cues(self, state: S, seats: int, out: Collection[int] = ()) -> tuple[Cue, ...]:
        """Return the cue of each seat. Those who are `out` have no part in the phase."""
        row, phase = self.row(state), state.phase
        lamps = row.lamps
        found = [lamps.idle] * seats
        for seat in out:
            found[seat] = Cue.OUT
        for seat in row.actors(state, phase):
            found[seat] = lamps.actor
        for seat in row.answers(state, phase):
            found[seat] = lamps.answer
        return tuple(found)
