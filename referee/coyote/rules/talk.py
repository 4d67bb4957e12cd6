"""What players say in a round: announcements and the challenge (CY-2 to CY-6)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.coyote.rules.reveal import next_round
from referee.coyote.state.action_effects import NO_EFFECTS
from referee.coyote.state.moves import Announce, Challenge, refuse
from referee.coyote.state.phases import (
    ANSWER,
    TALKING,
    Again,
    Alone,
    Answer,
    Challenged,
    Counted,
    Over,
    Replaced,
    Reveal,
    Talk,
    Talking,
)
from referee.coyote.state.state import State, is_in, next_seat
from referee.coyote.state.story import Announcement
from referee.kit import Played


def announce(state: State, move: Announce) -> Played[State]:
    """Announce a number. The first announcement of a round also ends the round before."""
    seat = move.seat
    must_be_talking(state, seat)
    if not is_in(state, seat):
        refuse("CY-9", "out", seat=seat)
    if seat != state.turn:
        must_not_sit_out(state, seat)
        refuse("CY-3", "not_your_turn", seat=seat, turn_seat=state.turn)
    number, phase = _whole_number(move.number), state.phase
    if type(phase) is Again:
        return _announce_again(state, phase.refuser, number)
    if type(phase) is Counted:
        state = next_round(state, phase)
    standing = state.said[-1].number if state.said else 0
    if number <= standing:
        if isinstance(state.phase, Talking | Answer):
            refuse("CY-3", "not_greater", number=number, standing=standing)
        refuse("CY-3", "too_low", number=number, standing=standing)
    acts = state.acts
    if state.setup.tokens:
        acts = replace(acts, beats=standing, doubled=False, taken_over=False)
    after = replace(
        state,
        phase=TALKING,
        turn=next_seat(state, seat),
        acts=acts,
        said=(*state.said, Announcement(seat, number)),
    )
    params: dict[str, Value] = {"seat": seat, "number": number}
    if not standing:
        return after, (Ruling("CY-2", Message("coyote.announced", params), (), (seat,)),)
    params["standing"] = standing
    return after, (Ruling("CY-3", Message("coyote.raised", params), (), (seat,)),)


def _announce_again(state: State, refuser: int, number: int) -> Played[State]:
    """Replace a refused announcement with another number (CY-44, CY-54, CY-74)."""
    rule, acts = last_action_rule(state), state.acts
    if number <= acts.beats:
        if acts.taken_over:
            refuse("CY-74", "taken_over_beats", number=number, standing=acts.beats)
        refuse(rule, "too_low", number=number, standing=acts.beats)
    if number == state.number:
        refuse(rule, "same_number", number=number)
    after = replace(
        state,
        phase=ANSWER,
        turn=refuser,
        said=(*state.said, Announcement(state.turn, number)),
        acts=replace(acts, taken_over=False),
    )
    params: dict[str, Value] = {"seat": state.turn, "number": number, "was": state.number}
    params["refuser_seat"] = refuser
    said = Message("coyote.announced_again", params)
    return after, (Ruling(rule, said, (), (state.turn, refuser)),)


def challenge(state: State, move: Challenge) -> Played[State]:
    """Challenge the standing announcement: the seat to move calls "Coyote!"."""
    seat = move.seat
    must_be_talking(state, seat)
    if not is_in(state, seat):
        refuse("CY-4", "challenge_when_out", seat=seat)
    announcer = state.said[-1].seat if state.said else None
    phase = state.phase
    if type(phase) is Counted or announcer is None:
        refuse("CY-5", "nothing_to_challenge", seat=seat)
    if seat == announcer:
        refuse("CY-4", "own_announcement", seat=seat)
    if seat != state.turn:
        must_not_sit_out(state, seat)
        refuse("CY-4", "challenge_out_of_turn", seat=seat, turn_seat=state.turn)
    if type(phase) is not Talking and type(phase) is not Answer:
        rule = state.setup.rules.limit.turn_rule or last_action_rule(state)
        refuse(rule, "must_announce", seat=seat)
    acts = state.acts
    reveals = Reveal if acts is NO_EFFECTS or not acts.unread_swaps() else Replaced
    after = replace(state, phase=reveals(seat), turn=seat, earlier=())
    params: dict[str, Value] = {
        "seat": seat,
        "announcer_seat": announcer,
        "number": state.said[-1].number,
    }
    return after, (Ruling("CY-6", Message("coyote.challenged", params), (), (seat, announcer)),)


def must_be_talking(state: State, seat: int) -> None:
    """Raise if the seat does not exist, or if nobody may announce or challenge now."""
    if not 0 <= seat < len(state.strikes):
        refuse("CY-1", "no_such_seat", given=seat, most=len(state.strikes) - 1)
    phase = state.phase
    if type(phase) is Talking or type(phase) is Counted:
        return
    if isinstance(phase, Over):
        refuse("CY-9", "over", seat=state.turn)
    if isinstance(phase, Challenged):
        refuse("CY-6", "talking_is_over", seat=phase.challenger)
    if isinstance(phase, Alone):
        refuse(last_action_rule(state), "card_first", seat=state.turn)
    if not isinstance(phase, Talk):
        refuse("CY-64", "guess_ended", seat=state.acts.used[-1].seat)


def must_not_sit_out(state: State, seat: int) -> None:
    """Raise if the seat is sitting out this round."""
    if seat in state.acts.sitting and isinstance(state.phase, Talk):
        refuse("CY-73", "sits_out", seat=seat)


def last_action_rule(state: State) -> str:
    """Return the rule id of the last action used."""
    return state.setup.rules.actions[state.acts.used[-1].action]


def _whole_number(number: float) -> int:
    """Return the number as an int. Raise `IllegalMove` unless it is whole and above 0 (CY-2)."""
    if number <= 0 and (isinstance(number, int) or number.is_integer()):
        refuse("CY-2", "not_positive", number=number)
    if isinstance(number, float):  # a form has already turned a whole float into an int
        refuse("CY-2", "fraction", number=number)
    return number
