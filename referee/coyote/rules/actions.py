"""The optional actions: who may use which one now, and what each one changes.

The actions that lay a card face up are in `card_actions`.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from referee.contract import IllegalMove, Message, Ruling, Value
from referee.coyote.rules.talk import must_announce, not_your_turn
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
from referee.kit import Played, Rulings

# The announcer may use these actions before the next seat speaks.
AFTER_ANNOUNCING = frozenset({"double", "extra", "next_is"})
ON_ANNOUNCEMENT = frozenset({"approve", "hand_back", "again"})  # They answer an announcement.


# -- who may use which action ---------------------------------------------------------------


def may_use(state: State, seat: int, action: str) -> bool:
    """Whether a seat may use an action now. Its target or card need not be chosen yet."""
    return why_unusable(state, seat, action) is None


def why_unusable(state: State, seat: int, action: str) -> IllegalMove | None:
    """Return why a seat may not use an action while people talk, or None if it may."""
    try:
        must_be_usable(state, seat, action)
    except IllegalMove as error:
        return error
    return None


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
        if not isinstance(phase, Talking) or seat != state.announcer:
            refuse(rule, "not_announcer", seat=seat)
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
    if limit.one_a_seat and any(use.seat == seat for use in used):
        refuse(limit.rule, "token_spent", seat=seat)
    times = sum(use.action == action for use in used)
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


def note_use(state: State, seat: int, action: str, target: int | None = None, **acts: Any) -> State:
    """Return the state with one more use of an action. `acts` are the fields of its effects."""
    used = (*state.acts.used, Use(seat, action, target))
    return replace(state, acts=replace(state.acts, used=used, **acts))


def action_ruling(
    state: State, action: str, key: str, seats: tuple[int, ...], **params: Value
) -> Rulings:
    """Return a ruling that cites the action's rule. Its parameter ``seat`` is the first seat."""
    rule = state.setup.rules.actions[action]
    return (Ruling(rule, Message(key, {"seat": seats[0], **params}), (), seats),)


# -- on the standing announcement --------------------------------------------------------------


def approve(state: State, _phase: Talking, move: moves.Approve) -> Played[State]:
    """Make the seat to move the announcer (CY-40, CY-50, CY-70)."""
    seat = move.seat
    must_be_usable(state, seat, "approve")
    stands = state.said[-1]
    number, was = stands.number, stands.seat
    after = note_use(state, seat, "approve", doubled=False, taken_over=True, beats=number)
    after = replace(
        after, turn=next_seat(after, seat), said=(*state.said, Announcement(seat, number))
    )
    return after, action_ruling(
        state, "approve", "coyote.approved", (seat, was), number=number, was_seat=was
    )


def again(state: State, _phase: Talking, move: moves.Again) -> Played[State]:
    """Refuse the announcement: its announcer must give another number (CY-44, CY-54, CY-74)."""
    seat = move.seat
    must_be_usable(state, seat, "again")
    author, acts = state.said[-1].seat, state.acts
    after = replace(
        note_use(state, seat, "again", doubled=False), phase=phases.Again(seat), turn=author
    )
    rulings = action_ruling(
        state,
        "again",
        "coyote.refuses",
        (seat, author),
        announcer_seat=author,
        number=state.number,
        standing=acts.beats,
    )
    if acts.doubled:
        said = Message("coyote.double_lapses", {"seat": author})
        rulings += (Ruling("CY-74", said, (), (author,)),)
    return after, rulings


def hand_back(state: State, _phase: Talking, move: moves.HandBack) -> Played[State]:
    """Reverse the direction and make the announcer announce a greater number (CY-51)."""
    seat = move.seat
    must_be_usable(state, seat, "hand_back")
    author = state.said[-1].seat
    about = not state.acts.reversed
    after = replace(
        note_use(state, seat, "hand_back", reversed=about, doubled=False),
        phase=DECLARE,
        turn=author,
    )
    return after, action_ruling(
        state,
        "hand_back",
        "coyote.handed_back",
        (seat, author),
        announcer_seat=author,
        number=state.number,
    )


# -- after announcing -----------------------------------------------------------------------------


def double(state: State, _phase: Talking, move: moves.Double) -> Played[State]:
    """Make a challenge by the next seat cost two strikes (CY-41, CY-53)."""
    seat = move.seat
    must_be_usable(state, seat, "double")
    after = note_use(state, seat, "double", doubled=True)
    return after, action_ruling(
        state, "double", "coyote.doubled", (seat, state.turn), turn_seat=state.turn
    )


def extra(state: State, _phase: Talking, move: moves.Extra) -> Played[State]:
    """Give another seat a second card, which it must not see (CY-43, CY-52)."""
    seat, target = move.seat, move.target
    must_be_usable(state, seat, "extra")
    _must_be_another(state, seat, target, "extra")
    after = note_use(state, seat, "extra", target)
    return after, action_ruling(
        state,
        "extra",
        "coyote.extra",
        (seat, target),
        target_seat=target,
        number=cards_to_count(after),
    )


def next_is(state: State, _phase: Talking, move: moves.NextIs) -> Played[State]:
    """Let the announcer name the next seat (CY-45, CY-55)."""
    seat, target = move.seat, move.target
    must_be_usable(state, seat, "next_is")
    _must_be_another(state, seat, target, "next_is")
    after = replace(note_use(state, seat, "next_is", target), turn=target)
    return after, action_ruling(
        state, "next_is", "coyote.next_is", (seat, target), target_seat=target, number=state.number
    )


def _must_be_another(state: State, seat: int, target: int, action: str) -> None:
    if target == seat or not 0 <= target < len(state.strikes) or not is_in(state, target):
        rule = state.setup.rules.actions[action]
        refuse(rule, "not_another", given=target, word=f"coyote.action.{action}")


# -- before announcing ----------------------------------------------------------------------------


def reverse(state: State, _phase: Talking, move: moves.Reverse) -> Played[State]:
    """Reverse the direction of play for the rest of the round (CY-42, CY-61)."""
    seat = move.seat
    must_be_usable(state, seat, "reverse")
    after = replace(
        note_use(state, seat, "reverse", reversed=not state.acts.reversed), phase=DECLARE
    )
    key = "coyote.reversed" if after.acts.reversed else "coyote.reversed_back"
    return after, action_ruling(state, "reverse", key, (seat,))


def skip(state: State, _phase: Talking, move: moves.Skip) -> Played[State]:
    """Let the seat to move pass. The next seat must answer or open (CY-62, CY-71, CY-76)."""
    seat = move.seat
    must_be_usable(state, seat, "skip")
    after = note_use(state, seat, "skip")
    after = replace(after, turn=next_seat(after, seat))
    return after, action_ruling(
        state,
        "skip",
        "coyote.skipped_first" if state.announcer is None else "coyote.skipped",
        (seat, after.turn),
        turn_seat=after.turn,
    )


def swap(state: State, _phase: Talking, move: moves.Swap) -> Played[State]:
    """Replace the seat's card.

    If the old card is face up, everybody knows it, but it no longer counts (CY-63).
    """
    seat = move.seat
    must_be_usable(state, seat, "swap")
    up = tuple(replace(face, out=True) if face.is_own_of(seat) else face for face in state.acts.up)
    after = note_use(state, seat, "swap", up=up)
    after = replace(after, phase=DECLARE)
    return after, action_ruling(state, "swap", "coyote.swapped", (seat,))
