"""A player who leaves in the midst of a match: the sheet does not say, so the table does.

The tribe goes on as the neutral one of two players does (PC-53): whoever stays plays it by turns,
round by round, and its seat takes the last place. What it agreed on with players ends.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling
from referee.kit import Played, left_behind
from referee.plenty_coups.rules.alliances import parted
from referee.plenty_coups.rules.host import BETWEEN, must_be_between
from referee.plenty_coups.rules.turns import ended, over, rests
from referee.plenty_coups.state.moves import Leave, refuse
from referee.plenty_coups.state.state import Event, Phase, State, What, ally, player, players
from referee.plenty_coups.table.layout import layout


def may_leave(state: State) -> tuple[int, ...]:
    """Return who may leave now: any player between two moves, once the market was turned."""
    return players(state) if state.phase in BETWEEN and state.last.what else ()


def leave(state: State, move: Leave) -> Played[State]:
    """Let a player go; the one who stays alone has won."""
    must_be_between(state)
    seat, stay = move.seat, players(state)
    if seat not in stay:
        refuse("PC-53", "gone", number=seat + 1)
    if not may_leave(state):
        refuse("PC-53", "not_begun")
    said = Message("plenty_coups.leaves", {"seat": seat})
    rulings = (Ruling("PC-53", said, (), (seat,)), *left_behind(layout(state), seat))
    other = ally(state, seat)
    if other is not None:
        state = parted(state, seat)
        ends = Message("plenty_coups.leaves.alliance", {"tribe_seat": seat, "other_seat": other})
        rulings = (*rulings, Ruling("PC-53", ends, (), (player(state, other),)))
    its = tuple(one for one in state.proposals if seat in (one.tribe, one.target))
    state, rulings = ended(state, its, "plenty_coups.proposal.withdrawn", rulings)
    gone = tuple(sorted((*state.gone, seat)))
    state = replace(state, gone=gone, last=Event(What.LEFT, seat))
    if len(stay) == 2:
        return over(state, rulings)
    return rests(state, rulings) if state.phase is Phase.ACT else (state, rulings)
