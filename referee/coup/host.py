"""What the host sets right: coins that were miscounted at the table (CP-2)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling
from referee.coup.moves import CoinsSet
from referee.coup.refusals import refuse
from referee.coup.state import State, treasury
from referee.coup.turn import Played, must_play


def coins_set(state: State, move: CoinsSet) -> Played:
    """Set a purse; the Treasury gives or takes the difference, so that the sum stays."""
    seat, coins = move.seat, move.coins
    must_play(state, seat)
    was, most = state.coins[seat], state.coins[seat] + treasury(state)
    if not 0 <= coins <= most:
        refuse("CP-2", "no_such_purse", seat=seat, given=coins, most=most)
    purses = (*state.coins[:seat], coins, *state.coins[seat + 1 :])
    said = Message("coup.coins_set", {"seat": seat, "was": was, "coins": coins})
    return replace(state, coins=purses), (Ruling("CP-2", said, (), (seat,)),)
