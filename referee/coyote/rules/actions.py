"""The optional actions: who may use which one now, and what each one changes.

The actions that lay a card face up are in `card_actions`.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from referee.contract import IllegalMove, Value
from referee.coyote.rules.talk import last_action_rule, must_announce, not_your_turn
from referee.coyote.state import moves, phases
from referee.coyote.state.action_effects import TAKES, Use
from referee.coyote.state.moves import refuse
from referee.coyote.state.phases import DECLARE, Answer, Talking
from referee.coyote.state.state import (
    Announcement,
    State,
    active_count,
    cards_to_count,
    is_in,
    next_seat,
    pile_after_deal,
    player_count,
)
from referee.judging import why_illegal
from referee.kit import raise_if

# The announcer may use these actions before the next seat speaks.
AFTER_ANNOUNCING = frozenset({"double", "extra", "next_is"})
ON_ANNOUNCEMENT = frozenset({"approve", "hand_back", "again"})  # They answer an announcement.


# -- who may use which action ---------------------------------------------------------------


def may_use(state: State, seat: int, action: str) -> bool:
    """Whether a seat may use an action now. Its target or card need not be chosen yet."""
    return why_unusable(state, seat, action) is None


def why_unusable(state: State, seat: int, action: str) -> IllegalMove | None:
    """Return why a seat may not use an action while people talk, or None if it may."""
    return why_illegal(must_be_usable, state, seat, action)


def must_be_usable(state: State, seat: int, action: str) -> None:
    """Raise `IllegalMove` if a seat may not use an action now."""
    if not is_in(state, seat):
        refuse("CY-9", "out", seat=seat)
    phase = state.phase
    if isinstance(phase, phases.Again | Answer):
        _must_only_say(state, seat)
    _must_have_token(state, seat, action)
    rule = state.setup.rules.actions[action]
    if action in AFTER_ANNOUNCING:
        if seat != state.announcer:
            refuse(rule, "not_announcer", seat=seat)
        if not isinstance(phase, Talking):
            raise_if(must_announce(state, seat, rule) if seat == state.turn else None)
            refuse(rule, "next_has_acted")
    elif seat != state.turn:
        raise not_your_turn(state, seat, rule)
    elif isinstance(phase, Answer):
        refuse(rule, "must_answer", seat=seat)
    elif not isinstance(phase, Talking):
        raise must_announce(state, seat, rule)
    _must_make_sense(state, seat, action, rule)


def _must_only_say(state: State, seat: int) -> None:
    """Raise if a seat whose number was refused does anything but say another number (CY-74)."""
    if seat == state.announcer:
        refuse("CY-74", "only_a_number", seat=seat)


def _must_have_token(state: State, seat: int, action: str) -> None:
    """Raise if an action is switched off or used up in this round (CY-46, CY-56, CY-65, CY-66)."""
    tokens, limit = state.setup.tokens, state.setup.rules.limit
    word = f"coyote.action.{action}"
    if action not in tokens:
        refuse(limit.rule, "action_off", word=word)
    if player_count(state) == 2 and not limit.for_two:
        refuse("CY-66", "two_left")
    used = state.acts.used
    if limit.one_a_seat and seat in [use.seat for use in used]:
        refuse(limit.rule, "token_spent", seat=seat)
    times = state.acts.times_used(action)
    if times >= tokens[action] and (action == "extra" or not limit.one_a_seat):
        rule = state.setup.rules.actions[action] if limit.one_a_seat else limit.rule
        refuse(rule, "action_spent", word=word)


def _must_make_sense(state: State, seat: int, action: str, rule: str) -> None:
    """Raise if an action would have no effect."""
    if action in ON_ANNOUNCEMENT and state.announcer is None:
        refuse(rule, "nothing_announced")
    if action == "approve" and state.acts.taken_over:
        refuse(rule, "taken_over", seat=seat)
    if action in TAKES and pile_after_deal(state) < 1:
        refuse(rule if action == "extra" else "CY-78", "pile_empty")
    if action == "next_is" and player_count(state) == 2:
        refuse(rule, "only_one_other")
    if action == "skip" and _returns_to_announcer(state):
        refuse("CY-71", "comes_back", seat=seat)
    if action == "know":
        if active_count(state) == 2:
            refuse(rule, "two_active")
        if any(face.is_own_of(seat) for face in state.acts.up):
            refuse(rule, "known_already", seat=seat)


def _returns_to_announcer(state: State) -> bool:
    """Whether the turn would go back to the announcer (CY-71)."""
    return next_seat(state, state.turn) == state.announcer


def may_sit_out(state: State) -> bool:
    """Whether the seat to move may sit out after a right guess. The announcer may not (CY-73)."""
    return state.turn != state.announcer


def use_action(state: State, move: Any, **acts: Any) -> State:
    """Return the state with one more use of an action. `acts` are the fields of its effects.

    Raise `IllegalMove` if the seat may not use the action now, or on its target.
    """
    action, target = str(move.__struct_config__.tag), getattr(move, "target", None)
    must_be_usable(state, move.seat, action)
    if target is not None:
        _must_be_another(state, move.seat, target, action)
    used = (*state.acts.used, Use(move.seat, action, target))
    return replace(state, acts=replace(state.acts, used=used, **acts))


def _must_be_another(state: State, seat: int, target: int, action: str) -> None:
    if target == seat or not 0 <= target < len(state.strikes) or not is_in(state, target):
        rule = state.setup.rules.actions[action]
        refuse(rule, "not_another", given=target, word=f"coyote.action.{action}")


def say_action(after: State, key: str, *seats: int, **params: Value) -> State:
    """Cite the rule of the last action. The message's ``seat`` is the first of the `seats`.

    `after` is the state after the action.
    """
    return after.say(last_action_rule(after), key, seats, seat=seats[0], **params)


# -- on the standing announcement --------------------------------------------------------------


def approve(state: State, _phase: Talking, move: moves.Approve) -> State:
    """Make the seat to move the announcer (CY-40, CY-50, CY-70)."""
    seat, number = move.seat, state.number
    after = use_action(state, move, doubled=False, taken_over=True, beats=number)
    was, announcements = state.said[-1].seat, (*state.said, Announcement(seat, number))
    after = replace(after, turn=next_seat(after, seat), said=announcements)
    return say_action(after, "coyote.approved", seat, was, number=number, was_seat=was)


def again(state: State, _phase: Talking, move: moves.Again) -> State:
    """Refuse the announcement: its announcer must give another number (CY-44, CY-54, CY-74)."""
    seat, after = move.seat, use_action(state, move, doubled=False)
    author, acts = state.said[-1].seat, state.acts
    after = replace(after, phase=phases.Again(seat), turn=author)
    params: dict[str, Value] = {"number": state.number, "standing": acts.beats}
    after = say_action(after, "coyote.refuses", seat, author, announcer_seat=author, **params)
    return after.say("CY-74", "coyote.double_lapses", seat=author) if acts.doubled else after


def hand_back(state: State, _phase: Talking, move: moves.HandBack) -> State:
    """Reverse the direction and make the announcer announce a greater number (CY-51)."""
    after = use_action(state, move, reversed=not state.acts.reversed, doubled=False)
    author, number = state.said[-1].seat, state.number
    after = replace(after, phase=DECLARE, turn=author)
    key = "coyote.handed_back"
    return say_action(after, key, move.seat, author, announcer_seat=author, number=number)


# -- after announcing -----------------------------------------------------------------------------


def double(state: State, _phase: Talking, move: moves.Double) -> State:
    """Make a challenge by the next seat cost two strikes (CY-41, CY-53)."""
    after, turn = use_action(state, move, doubled=True), state.turn
    return say_action(after, "coyote.doubled", move.seat, turn, turn_seat=turn)


def extra(state: State, _phase: Talking, move: moves.Extra) -> State:
    """Give another seat a second card, which it must not see (CY-43, CY-52)."""
    after, target = use_action(state, move), move.target
    number, key = cards_to_count(after), "coyote.extra"
    return say_action(after, key, move.seat, target, target_seat=target, number=number)


def next_is(state: State, _phase: Talking, move: moves.NextIs) -> State:
    """Let the announcer name the next seat (CY-45, CY-55)."""
    target, number, key = move.target, state.number, "coyote.next_is"
    after = replace(use_action(state, move), turn=target)
    return say_action(after, key, move.seat, target, target_seat=target, number=number)


# -- before announcing ----------------------------------------------------------------------------


def reverse(state: State, _phase: Talking, move: moves.Reverse) -> State:
    """Reverse the direction of play for the rest of the round (CY-42, CY-61)."""
    after = use_action(state, move, reversed=not state.acts.reversed)
    after = replace(after, phase=DECLARE)
    key = "coyote.reversed" if after.acts.reversed else "coyote.reversed_back"
    return say_action(after, key, move.seat)


def skip(state: State, _phase: Talking, move: moves.Skip) -> State:
    """Let the seat to move pass. The next seat must answer or open (CY-62, CY-71, CY-76)."""
    after = use_action(state, move)
    turn = next_seat(after, move.seat)
    after = replace(after, turn=turn)
    key = "coyote.skipped_first" if state.announcer is None else "coyote.skipped"
    return say_action(after, key, move.seat, turn, turn_seat=turn)


def swap(state: State, _phase: Talking, move: moves.Swap) -> State:
    """Replace the seat's card.

    If the old card is face up, everybody knows it, but it no longer counts (CY-63).
    """
    seat, up = move.seat, state.acts.up
    out = tuple(replace(face, out=True) if face.is_own_of(seat) else face for face in up)
    after = replace(use_action(state, move, up=out), phase=DECLARE)
    return say_action(after, "coyote.swapped", seat)
