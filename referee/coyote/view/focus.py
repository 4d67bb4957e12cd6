"""The request of a phase, in large words and, if one matters, with a number."""

from __future__ import annotations

from referee.contract import Focus, Message, Value
from referee.coyote.state import phases
from referee.coyote.state.state import State, draws_pending


def announcement_focus(state: State, _phase: phases.Talking | phases.Answer) -> Focus:
    """Return the focus on the standing announcement and the seat that must answer it."""
    turn, number, announcer = state.turn, str(state.number), state.announcer
    if announcer is None:
        return Focus(Message("coyote.focus.first", {"seat": turn}), seat=turn)
    if announcer == turn:
        return Focus(Message("coyote.focus.own", {"seat": turn}), number, turn, by=turn)
    key = "coyote.focus.doubled" if state.acts.doubled else "coyote.focus.standing"
    return Focus(
        Message(key, {"seat": announcer, "turn_seat": turn}), number, announcer, by=announcer
    )


def limited_focus(state: State, phase: phases.Talk) -> Focus:
    """Return the focus on a seat whose announcements an action has limited."""
    label = Message(f"coyote.focus.{phase}", {"seat": state.turn})
    return Focus(label, str(state.number or ""), state.turn, by=state.announcer)


def guess_focus(state: State, _phase: phases.Look) -> Focus:
    """Return the focus on the guess of a seat that looks at its own card."""
    params: dict[str, Value] = {"seat": state.turn, "card": state.acts.named}
    return Focus(Message("coyote.focus.look", params), seat=state.turn)


def challenge_focus(state: State, phase: phases.Challenged) -> Focus:
    """Return the focus on a challenge and the number that was challenged."""
    params: dict[str, Value] = {"seat": phase.challenger, "announcer_seat": state.said[-1].seat}
    label, by = Message("coyote.focus.challenged", params), state.said[-1].seat
    return Focus(label, str(state.number), phase.challenger, by=by)


def draw_focus(state: State, _phase: phases.Draw) -> Focus:
    """Return the focus on the cards that draw cards must still turn up."""
    return Focus(Message("coyote.focus.draw", {"count": draws_pending(state)}), "?")


def ended_focus(state: State, phase: phases.Uncounted | phases.Counted) -> Focus:
    """Return the focus on the loser of a round and, after a count, on the total."""
    turn, result = state.turn, phase.result
    label = Message(f"coyote.focus.{phase}", {"seat": result.loser, "turn_seat": turn})
    if isinstance(phase, phases.Counted) and result.loser == turn:
        label = Message("coyote.focus.counted_on", {"seat": turn})
    if isinstance(result, phases.Guess):
        return Focus(label, seat=result.loser)
    sign = "≥" if result.total >= state.number else "<"
    total = str(result.total).replace("-", "−")
    return Focus(label, f"{total} {sign} {state.number or ''}", result.loser)


def won_focus(state: State, _phase: phases.Over) -> Focus:
    """Return the focus on the winner."""
    return Focus(Message("coyote.focus.won", {"seat": state.turn}), seat=state.turn)
