"""How a round and a match end: who is out, who has won, who starts next, and the shuffle.

The rule sheets do not say what happens if a player leaves (CY-79).
"""

from __future__ import annotations

from referee.contract import Message, Outcome
from referee.coyote.state.cards import NIGHT
from referee.coyote.state.moves import Leave, refuse
from referee.coyote.state.phases import TALKING, Counted, Over, Shuffle, Talk
from referee.coyote.state.state import State, clockwise, is_in, player_count
from referee.kit import left_behind, replaced


def standing(state: State, seat: int) -> int:
    """Return how well a seat stands: fewer strikes are better."""
    return -state.strikes[seat]


def outcome(state: State) -> Outcome | None:
    """Return how the match ended, or None during the match (CY-9)."""
    if not isinstance(state.phase, Over):
        return None
    return Outcome(Message("coyote.outcome", {"seat": state.turn}), (state.turn,))


def shuffle_reason(state: State, cards: tuple[str, ...], playing: int, *, night: bool) -> Shuffle:
    """Return the reason to shuffle all cards before the next deal to `playing` seats.

    The `cards` of this round are discarded first.
    """
    if night or NIGHT in state.acts.swapped_out():
        return Shuffle.NIGHT
    size = state.setup.size
    laid_away = sum(state.discards.values()) + len(cards)
    if laid_away > size:  # the older discards were shuffled because a draw card needed a card
        laid_away = len(cards)
    return Shuffle.FEW if size - laid_away < playing else Shuffle.NO


def say_deal(state: State, shuffle: Shuffle) -> State:
    """Announce the shuffle or discard before the next deal, and the starting player."""
    state = state.say("CY-8", f"coyote.shuffle_{shuffle.value}" if shuffle else "coyote.discard")
    return state.say("CY-1", "coyote.starts", seat=state.turn)


def leave(state: State, _phase: Talk | Counted, move: Leave) -> State:
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
    )
    up = () if state.phase.cards else state.acts.face_up_of(seat)
    after = after.say("CY-79", "coyote.leaves", seat=seat).add(*left_behind(up, seat))
    return after.say("CY-9", "coyote.won", seat=turn) if over else say_deal(after, Shuffle.LEFT)
