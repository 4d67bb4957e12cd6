"""Hands with a card too many or too few, told before the first act of a deal (SL-16)."""

from __future__ import annotations

from collections import Counter

from firmware.virtual.state import TableState
from referee.contract import Deal, Message


def misdealt(due: Deal | None, state: TableState) -> Message | None:
    """Return which hand was dealt wrongly, or None. Cards that a hand has laid count for it."""
    if due is None:
        return None
    laid = Counter(state.came.get(one.id) for one in state.placed)
    for seat, (count, hand) in enumerate(zip(due.cards, state.hands, strict=False)):
        given = len(hand) + laid[seat]
        if given != count:
            return Message(
                "table.virtual.misdealt", {"seat": seat, "given": given, "number": count}
            )
    return None
