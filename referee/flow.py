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

from msgspec.structs import force_setattr

from referee.contract import Cue, Focus, IllegalMove, Offer, Offers
from referee.kit import Played, newest
from referee.pending import CardAction, PendingAction, offers_of


class HasPhase(Protocol):
    """A state that says which phase it is in. It also carries rulings (`kit.Speaking`)."""

    @property
    def phase(self) -> Any:
        """The phase."""


S = TypeVar("S", bound=HasPhase)

# A function that makes one type of move. It gets the state, the phase of the state, and the move.
# It returns the next state, which carries the rulings.
Handler = Callable[[S, Any, Any], S]


def nothing(_state: object, _phase: object) -> tuple[Any, ...]:
    """Return no seat, no pending action and no offer."""
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
    - `actors` returns the seats that must act. By default, they are those of the pending actions
      that become moves. `answers` returns the seats that may answer or object.
    - `pending` returns what people must do by hand, in the order of doing it. Each such action that
      becomes a move is also an offer.
    - `offers` returns the other offers, the best first.
    - `focus` is by default the first pending action.
    """

    moves: Mapping[type, Handler[S]] = field(default_factory=dict)
    early: Callable[[S, Any], IllegalMove] | None = None
    actors: Callable[[S, Any], tuple[int, ...]] | None = None
    answers: Callable[[S, Any], tuple[int, ...]] = nothing
    pending: Callable[[S, Any], tuple[PendingAction, ...]] = nothing
    offers: Callable[[S, Any], Iterable[Offer]] = nothing
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
    - `seats` returns the number of seats, and `out` the seats that are out of the match.
    - `others` returns further offers, such as the host's corrections. Bots do not consider them.
    - `window` counts the moments to which a press may refer (`Offers.window`).
    - `focus_of` returns the focus of a phase whose row has none.
    - `key` returns the key of a phase. If the phases are members of an enum, it is the phase.
    """

    moves: Any
    phases: Collection[Any]
    rows: Mapping[Any, Row[S]]
    seats: Callable[[S], int]
    out: Callable[[S], Collection[int]] = lambda _state: ()
    others: Callable[[S], Iterable[Offer]] = lambda _state: ()
    window: Callable[[S], int] = lambda _state: 0
    always: Mapping[type, Handler[S]] = field(default_factory=dict)
    check: Callable[[S, Any], None] | None = None
    early: Callable[[S, Any], IllegalMove] | None = None
    focus_of: Callable[[S, Any], Focus] | None = None
    key: Callable[[Any], Any] = type

    def __post_init__(self) -> None:
        taken = {move for row in self.rows.values() for move in row.moves} | {*self.always}
        if taken != {*get_args(self.moves)}:
            raise TypeError(f"the rows take {taken}, the moves are {get_args(self.moves)}")
        if {*self.rows} != {*self.phases}:
            raise TypeError(f"the rows are for {[*self.rows]}, the phases are {[*self.phases]}")
        if self.early is None and any(row.early is None for row in self.rows.values()):
            raise TypeError("a row has no reason for refusing other moves")

    @cached_property
    def _handlers(self) -> Mapping[Any, Mapping[type, Handler[S]]]:
        """The handlers of all moves that each phase takes."""
        return {phase: {**self.always, **row.moves} for phase, row in self.rows.items()}

    def row(self, state: S) -> Row[S]:
        """Return the row of the state's phase."""
        return self.rows[self.key(state.phase)]

    def apply(self, state: S, move: Any) -> Played[S]:
        """Return the next state and the rulings. Raise `IllegalMove` and change nothing."""
        if self.check is not None:
            self.check(state, move)
        phase = state.phase
        handler = self._handlers[self.key(phase)].get(type(move))
        if handler is None:
            if (early := self.row(state).early) is not None:
                raise early(state, phase)
            assert self.early is not None
            raise self.early(state, move)
        after: Any = handler(state, phase, move)
        rulings = after.rulings
        force_setattr(after, "rulings", ())  # Nobody else has this new state yet; a copy is slow.
        return after, rulings

    def actors(self, state: S) -> tuple[int, ...]:
        """Return the seats that must act."""
        row = self.row(state)
        if row.actors is not None:
            return row.actors(state, state.phase)
        actions = self.pending(state)
        seats = {action.seat: None for action in actions if isinstance(action, CardAction)}
        return tuple([seat for seat in seats if seat is not None])

    @cached_property
    def pending(self) -> Callable[[S], tuple[PendingAction, ...]]:
        """Return what people must do by hand now. The newest answer is kept."""
        return newest(lambda state: self.row(state).pending(state, state.phase))

    def choices(self, state: S) -> tuple[Offer, ...]:
        """Return the offers of the phase: first those of the pending actions."""
        return (*offers_of(self.pending(state)), *self.row(state).offers(state, state.phase))

    @cached_property
    def offers(self) -> Callable[[S], Offers]:
        """Return the legal moves and each seat's cue. The newest answer is kept."""
        return newest(
            lambda state: Offers(
                (*self.choices(state), *self.others(state)), self.cues(state), self.window(state)
            )
        )

    def focus(self, state: S) -> Focus:
        """Return the most important information of the phase."""
        focus_of = self.row(state).focus or self.focus_of
        if focus_of is not None:
            return focus_of(state, state.phase)
        first, *_ = self.pending(state)
        return Focus(first.message, seat=first.seat)

    @cached_property
    def cues(self) -> Callable[[S], tuple[Cue, ...]]:
        """Return the cue of each seat. The newest answer is kept."""
        return newest(self._cues)

    def _cues(self, state: S) -> tuple[Cue, ...]:
        row, phase = self.row(state), state.phase
        lamps = row.lamps
        results = [lamps.idle] * self.seats(state)
        for seat in self.out(state):
            results[seat] = Cue.OUT
        for seat in self.actors(state):
            results[seat] = lamps.actor
        for seat in row.answers(state, phase):
            results[seat] = lamps.answer
        return tuple(results)
