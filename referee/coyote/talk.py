"""The talking of a round: announcements and the challenge (CY-2 to CY-6)."""

from __future__ import annotations

from referee.contract import Message, Ruling, Value
from referee.coyote.moves import Announce, Challenge, refuse
from referee.coyote.reveal import next_round
from referee.coyote.state import Phase, State, is_in, next_seat
from referee.kit import Played


def announce(state: State, move: Announce) -> Played[State]:
    """A seat declares a number; the first one of a round also closes the round before."""
    seat = move.seat
    _must_talk(state, seat)
    if not is_in(state, seat):
        refuse("CY-9", "out", seat=seat)
    if seat != state.turn:
        refuse("CY-3", "not_your_turn", seat=seat, turn_seat=state.turn)
    number = _whole(move.number)
    if state.phase is Phase.COUNTED:
        state = next_round(state)
    standing = state.number
    if number <= standing:
        refuse("CY-3", "not_greater", number=number, standing=standing)
    after = State(
        state.setup,
        Phase.TALKING,
        state.round,
        next_seat(state, seat),
        state.strikes,
        state.discards,
        number,
        seat,
    )
    params: dict[str, Value] = {"seat": seat, "number": number}
    if not standing:
        return after, (Ruling("CY-2", Message("coyote.announced", params), (), (seat,)),)
    params["standing"] = standing
    return after, (Ruling("CY-3", Message("coyote.raised", params), (), (seat,)),)


def challenge(state: State, move: Challenge) -> Played[State]:
    """The seat on turn calls "Coyote!" on the standing announcement."""
    seat = move.seat
    _must_talk(state, seat)
    if not is_in(state, seat):
        refuse("CY-4", "challenge_when_out", seat=seat)
    announcer = state.announcer
    if state.phase is not Phase.TALKING or announcer is None:
        refuse("CY-5", "nothing_to_challenge", seat=seat)
    if seat == announcer:
        refuse("CY-4", "own_announcement", seat=seat)
    if seat != state.turn:
        refuse("CY-4", "challenge_out_of_turn", seat=seat, turn_seat=state.turn)
    after = State(
        state.setup,
        Phase.REVEAL,
        state.round,
        seat,
        state.strikes,
        state.discards,
        state.number,
        announcer,
        seat,
    )
    params: dict[str, Value] = {"seat": seat, "announcer_seat": announcer, "number": state.number}
    return after, (Ruling("CY-6", Message("coyote.challenged", params), (), (seat, announcer)),)


def _whole(number: float) -> int:
    """Return a number that may be announced at all: whole, as it is written, and above 0."""
    if isinstance(number, float):
        if number > 0 or not number.is_integer():
            refuse("CY-2", "fraction", number=number)
        number = int(number)
    if number <= 0:
        refuse("CY-2", "not_positive", number=number)
    return number


def _must_talk(state: State, seat: int) -> None:
    """Refuse a seat that does not exist, and any talk once it must rest."""
    if not 0 <= seat < len(state.strikes):
        refuse("CY-1", "no_such_seat", given=seat, most=len(state.strikes) - 1)
    if state.phase is Phase.OVER:
        refuse("CY-9", "over", seat=state.turn)
    if state.challenger is not None and state.result is None:
        refuse("CY-6", "talking_is_over", seat=state.challenger)
