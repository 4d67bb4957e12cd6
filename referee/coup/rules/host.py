"""The moves of the host: to correct a purse (CP-2), and to let a player leave (CP-52)."""

from __future__ import annotations

from referee.coup.rules.turn import lose_influence
from referee.coup.state.moves import CoinsSet, Leave, refuse
from referee.coup.state.phases import Leaving, Phase, Turn
from referee.coup.state.state import State, is_in, refundable_coins, treasury
from referee.kit import left_behind


def spare_coins(state: State) -> int:
    """Return how many coins a purse may gain. Coins that a challenge may refund are left out."""
    return treasury(state) - refundable_coins(state)


def coins_set(state: State, _phase: Phase, move: CoinsSet) -> State:
    """Set a purse. The Treasury gives or takes the difference, so the total stays the same."""
    seat, coins = move.seat, move.coins
    was, most = state.coins[seat], state.coins[seat] + spare_coins(state)
    if not 0 <= coins <= most:
        refuse("CP-2", "no_such_purse", seat=seat, given=coins, most=most)
    state = state.pay(seat, coins - was)
    return state.say("CP-2", "coup.coins_set", seat=seat, was=was, coins=coins)


def may_leave(state: State) -> tuple[int, ...]:
    """Return the seats that may leave now: only between turns, after the first turn."""
    if not isinstance(state.phase, Turn) or not state.window:
        return ()
    return tuple(seat for seat in range(len(state.faces)) if is_in(state, seat))


def leave(state: State, _phase: Turn, move: Leave) -> State:
    """Let a player leave. They turn up their cards one by one; after the last one, they are out."""
    seat = move.seat
    if not state.window:
        refuse("CP-52", "not_begun", seat=seat)
    state = state.say("CP-52", "coup.leaves", seat=seat).add(*left_behind(state.faces[seat], seat))
    return lose_influence(state, seat, Leaving())
