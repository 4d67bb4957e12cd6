"""A review of each player's last turn: how many points better cells would have brought.

It tries every legal cell of each drawn card, and also a discard. It compares the points of the
territory right afterwards, and ignores attacks and later moves.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.contract import Cell, Frozen, Message
from referee.ogallala.rules.placing import legal_cells
from referee.ogallala.rules.scoring import total
from referee.ogallala.rules.sliding import slides
from referee.ogallala.state import phases
from referee.ogallala.state.state import Drawn, State
from referee.ogallala.state.territory import Territory


class TurnReview(Frozen):
    """The result of a review: the turn gave away `points`, and `tried` ways were compared."""

    points: int
    tried: int


def review_turn(state: State, seat: int) -> TurnReview:
    """Return the points that a seat gave away in its last turn."""
    points = tried = 0
    for drawn in state.latest[seat]:
        ways = [total(way) for way in _alternatives(drawn, state.options.tribes)]
        points += max(ways) - total(drawn.after)
        tried += len(ways)
    return TurnReview(points, tried)


def _alternatives(drawn: Drawn, tribes: bool) -> Iterator[Territory]:
    """Yield the territory after each possible use of a drawn card."""
    before, card = drawn.before, drawn.card
    yield before
    for row, column in legal_cells(before, card, tribes):
        yield before.plus(Cell(card, row, column))
    for slide in slides(before, card, tribes):
        yield slide.after


def last_turn_remarks(state: State) -> tuple[Message, ...]:
    """Return remarks on each player's last turn, if the table asked for them."""
    if not state.options.analysis or not isinstance(state.phase, phases.Over):
        return ()
    found = [(seat, review_turn(state, seat)) for seat in range(len(state.territories))]
    return tuple(
        Message(
            "ogallala.remark.gave_away" if one.points else "ogallala.remark.nothing_given",
            {"seat": seat, "points": one.points, "count": one.tried}
            if one.points
            else {"seat": seat, "count": one.tried},
        )
        for seat, one in found
        if one.tried
    )
