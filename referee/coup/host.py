"""What the host sets right: coins that were miscounted at the table (CP-2)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling
from referee.coup.moves import CoinsSet, refuse
from referee.coup.state import State, owed, treasury
from referee.coup.turn import must_play
from referee.kit import Played, replaced


def most_coins(state: State, seat: int) -> int:
    """Return what a purse can hold: the Treasury keeps what a challenge may give back."""
    return state.coins[seat] + treasury(state) - owed(state)


def coins_set(state: State, move: CoinsSet) -> Played[State]:
    """Set a purse; the Treasury gives or takes the difference, so that the sum stays."""
    seat, coins = move.seat, move.coins
    must_play(state, seat)
    was, most = state.coins[seat], most_coins(state, seat)
    if not 0 <= coins <= most:
        refuse("CP-2", "no_such_purse", seat=seat, given=coins, most=most)
    purses = replaced(state.coins, seat, coins)
    said = Message("coup.coins_set", {"seat": seat, "was": was, "coins": coins})
    return replace(state, coins=purses), (Ruling("CP-2", said, (), (seat,)),)
