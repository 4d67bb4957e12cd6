"""A player leaves during a match (CY-79). The rule sheets do not cover this."""

from __future__ import annotations

from referee.contract import Message, Ruling
from referee.coyote.rules.ending import deal_rulings, won_ruling
from referee.coyote.state.moves import Leave, refuse
from referee.coyote.state.phases import TALKING, Counted, Over, Shuffle, Talk
from referee.coyote.state.state import State, clockwise, is_in, player_count
from referee.kit import Played, left_behind, replaced


def leave(state: State, _phase: Talk | Counted, move: Leave) -> Played[State]:
    """Eliminate a player at once. The current round ends without a count.

    As the cards of this round were never read, all cards are shuffled before the next deal.
    """
    seat = move.seat
    if not is_in(state, seat):
        refuse("CY-9", "out", seat=seat)
    over = player_count(state) == 2
    next_one = clockwise(state, seat)[0]
    turn = next_one if over or state.turn == seat else state.turn
    after = State(
        state.setup,
        Over() if over else TALKING,
        state.round if over else state.round + 1,
        turn,
        replaced(state.strikes, seat, state.setup.limit),
        {},
        story=state.story,
    )
    leaves = Ruling("CY-79", Message("coyote.leaves", {"seat": seat}), (), (seat,))
    up = () if state.phase.cards else state.acts.face_up_of(seat)
    said = (leaves, *left_behind(up, seat))
    if over:
        return after, (*said, won_ruling(turn))
    return after, (*said, *deal_rulings(Shuffle.LEFT, turn))
