"""The talk in a round: announcements and the challenge (CY-2 to CY-6)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import IllegalMove
from referee.coyote.state import phases
from referee.coyote.state.moves import Announce, Challenge, refuse
from referee.coyote.state.state import Announcement, State, is_in, next_seat
from referee.kit import Refused, raise_if


def announce(state: State, phase: phases.Talk, move: Announce) -> State:
    """Announce a number that is greater than the standing one (CY-2, CY-3)."""
    seat, number, standing = move.seat, _number_said(state, move), state.number
    if number <= standing:
        if may_challenge(state) and isinstance(phase, phases.Talking | phases.Answer):
            refuse("CY-3", "not_greater", number=number, standing=standing)
        refuse("CY-3", "too_low", number=number, standing=standing)
    acts = state.acts
    if state.setup.tokens:
        acts = replace(acts, beats=standing, doubled=False, taken_over=False)
    after = replace(
        state,
        phase=phases.TALKING,
        turn=next_seat(state, seat),
        acts=acts,
        said=(*state.said, Announcement(seat, number)),
    )
    if not standing:
        return after.say("CY-2", "coyote.announced", seat=seat, number=number)
    return after.say("CY-3", "coyote.raised", seat=seat, number=number, standing=standing)


def announce_again(state: State, phase: phases.Again, move: Announce) -> State:
    """Replace a refused announcement with another number (CY-44, CY-54, CY-74)."""
    number, refuser = _number_said(state, move), phase.refuser
    rule, acts = last_action_rule(state), state.acts
    if number <= acts.beats:
        if acts.taken_over:
            refuse("CY-74", "taken_over_beats", number=number, standing=acts.beats)
        refuse(rule, "too_low", number=number, standing=acts.beats)
    if number == state.number:
        refuse(rule, "same_number", number=number)
    after = replace(
        state,
        phase=phases.ANSWER,
        turn=refuser,
        said=(*state.said, Announcement(state.turn, number)),
        acts=replace(acts, taken_over=False),
    )
    seats, params = (state.turn, refuser), {"seat": state.turn, "number": number}
    params |= {"was": state.number, "refuser_seat": refuser}
    return after.say(rule, "coyote.announced_again", seats, **params)


def challenge(state: State, _phase: phases.Talking | phases.Answer, move: Challenge) -> State:
    """Challenge the standing announcement: the seat to move calls "Coyote!"."""
    seat = move.seat
    raise_if(why_no_challenge(state, seat))
    challenged = state.said[-1]
    reveals = phases.Replaced if state.acts.unread_swaps() else phases.Reveal
    after = replace(state, phase=reveals(seat), turn=seat, earlier=())
    params = {"seat": seat, "announcer_seat": challenged.seat, "number": challenged.number}
    return after.say("CY-6", "coyote.challenged", (seat, challenged.seat), **params)


def may_challenge(state: State) -> bool:
    """Whether the seat to move may challenge: there is an announcement, and it is not its own."""
    return bool(state.said) and state.turn != state.announcer


def why_no_challenge(state: State, seat: int) -> Refused:
    """Return why a seat may not challenge the standing announcement, or None if it may."""
    if not is_in(state, seat):
        return refuse.refusal("CY-4", "challenge_when_out", seat=seat)
    if not state.said:
        return refuse.refusal("CY-5", "nothing_to_challenge", seat=seat)
    if seat == state.announcer:
        return refuse.refusal("CY-4", "own_announcement", seat=seat)
    if seat == state.turn:
        return None
    if not may_challenge(state) or not isinstance(state.phase, phases.Talking | phases.Answer):
        return refuse.refusal("CY-4", "nobody_challenges", turn_seat=state.turn)
    return why_sitting_out(state, seat) or refuse.refusal(
        "CY-4", "challenge_out_of_turn", seat=seat, turn_seat=state.turn
    )


def not_your_turn(state: State, seat: int, rule: str) -> IllegalMove:
    """Return why a seat may not speak now: it sits out, or it is not its turn."""
    return why_sitting_out(state, seat) or refuse.refusal(
        rule, "not_your_turn", seat=seat, turn_seat=state.turn
    )


def why_sitting_out(state: State, seat: int) -> Refused:
    """Return the refusal of a seat that sits out this round, or None if it does not."""
    if seat not in state.acts.sitting:
        return None
    return refuse.refusal("CY-73", "sits_out", seat=seat)


def must_announce(state: State, seat: int, rule: str) -> IllegalMove:
    """Return the refusal of anything but a number, which an action has made necessary.

    After a right guess, the seat may also sit out.
    """
    if isinstance(state.phase, phases.Guessed) and state.turn != state.announcer:
        return refuse.refusal("CY-64", "sits_or_announces", seat=seat)
    limit = state.setup.rules.limit
    return refuse.refusal(limit.turn_rule or rule, "must_announce", seat=seat)


def last_action_rule(state: State) -> str:
    """Return the rule id of the last action used."""
    return state.setup.rules.actions[state.acts.used[-1].action]


def _number_said(state: State, move: Announce) -> int:
    """Return the number as an int. Raise `IllegalMove` unless it is whole and above 0 (CY-2).

    Raise also if the seat is out, or if it is not its turn.
    """
    seat, number = move.seat, move.number
    if not is_in(state, seat):
        refuse("CY-9", "out", seat=seat)
    if seat != state.turn:
        raise not_your_turn(state, seat, "CY-3")
    if number <= 0 and (isinstance(number, int) or number.is_integer()):
        refuse("CY-2", "not_positive", number=number)
    if isinstance(number, float):  # a form has already turned a whole float into an int
        refuse("CY-2", "fraction", number=number)
    return number
