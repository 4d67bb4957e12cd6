"""Why an act is refused at the virtual table, and what people must do with cards first."""

from __future__ import annotations

from collections import Counter

from firmware.virtual.duty import PutBack
from firmware.virtual.situation import Situation
from referee.contract import Message, Value


def due_instead(now: Situation) -> Message:
    """Return what people must do now, for somebody who does something else."""
    for duty in now.duties:
        if duty.is_unread(now):
            return now.why_unread(duty.action.zone)
    if (first := unfinished_chore(now)) is not None:
        return first
    open_ = [duty.action.message for duty in now.duties if duty.is_open]
    waits = [action.message for action in now.brief.waits]
    focus = now.brief.focus or Message("table.virtual.nobody_draws")
    return next(iter((*open_, *waits, focus)))


def unfinished_chore(now: Situation) -> Message | None:
    """Return what people must do with cards before a player can go on, or None."""
    if now.must_deal:
        return Message("table.virtual.deal_first")
    return _misdealt(now) or _surplus(now)


def _misdealt(now: Situation) -> Message | None:
    """Return which hand was dealt wrongly, or None (SL-16).

    Cards that it has laid count for it, and cards that it has drawn since do not.
    """
    due, state = now.brief.deal, now.state
    if due is None:
        return None
    laid = Counter(state.came.get(lying.id) for lying in state.placed)
    drawing = {now.brief.hand_of(action.seat) for action in now.brief.draws}
    for seat, (count, hand) in enumerate(zip(due.cards, state.hands, strict=False)):
        drawn = state.drawn_after(now.brief.seq, seat) if seat in drawing else 0
        given = len(hand) + laid[seat] - drawn
        if given != count:
            params: dict[str, Value] = {"seat": seat, "given": given, "number": count}
            return Message("table.virtual.misdealt", params)
    return None


def _surplus(now: Situation) -> Message | None:
    """Return which cards a hand must put back, or lay after it has drawn them, or None."""
    for duty in now.duties:
        if isinstance(duty.action, PutBack):
            return duty.action.message
    for action in now.brief.draws:
        hand = now.brief.hand_of(action.seat)
        drawn = now.state.drawn_after(now.brief.seq, hand)
        size = None if hand is None else now.hand_size(hand)
        if hand is not None and len(now.state.hands[hand]) == drawn > (size or 0):
            params: dict[str, Value] = {"seat": action.seat or 0, "count": drawn}
            return Message("table.virtual.lay_drawn_first", params)
    return None
