"""What another cell for the cards of each player's last turn would have meant, by exact search.

Every cell where a drawn card might have lain is tried, and so is the hunting grounds; the points
that the territory had right afterwards are compared. Attacks and what came later are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.contract import Cell, Frozen, Message
from referee.ogallala.rules.placing import places
from referee.ogallala.rules.scoring import total
from referee.ogallala.rules.sliding import slides
from referee.ogallala.state.state import Drawn, Phase, State
from referee.ogallala.state.territory import Territory


class Judged(Frozen):
    """What a seat's last turn gave away: so many `points`, by so many ways `tried`."""

    points: int
    tried: int


def judged(state: State, seat: int) -> Judged:
    """Return what the places of a seat's last cards gave away."""
    points = tried = 0
    for drawn in state.latest[seat]:
        ways = [total(way) for way in _ways(drawn, state.setup.tribes)]
        points += max(ways) - total(drawn.after)
        tried += len(ways)
    return Judged(points, tried)


def _ways(drawn: Drawn, tribes: bool) -> Iterator[Territory]:
    """Yield the territory as it would be after each thing that could be done with a card."""
    before, card = drawn.before, drawn.card
    yield before
    for row, column in places(before, card, tribes):
        yield before.plus(Cell(card, row, column))
    for slide in slides(before, card, tribes):
        yield slide.after


def of_match(state: State) -> tuple[Message, ...]:
    """Return what each player's last turn gave away, where the table asked for it."""
    if not state.setup.analysis or state.phase is not Phase.OVER:
        return ()
    found = [(seat, judged(state, seat)) for seat in range(state.setup.seats)]
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
