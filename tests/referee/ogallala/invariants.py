"""What holds after every move of Ogallala."""

from __future__ import annotations

from collections import Counter

from referee.ogallala.state.cards import COUNTS, MAD_AXE
from referee.ogallala.state.rows import broken_rule
from referee.ogallala.state.state import EventKind, all_cards
from referee.ogallala.state.territory import COLUMNS, EMPTY, cells, column_span, complete_canoes
from tests.bench.rules.randomplay import Transition


def check(step: Transition) -> None:
    """Check that all 112 cards are somewhere, and that every territory lies as it may."""
    state = step.after
    assert all_cards(state) == Counter(COUNTS)
    for old, laid in zip(step.before.territories, state.territories, strict=True):
        if laid in (old, EMPTY):
            continue
        left, right = column_span(laid)
        assert right - left < COLUMNS  # OG-10
        assert all(
            broken_rule(row, state.options.tribes) is None for row in laid.rows
        )  # OG-12, 13, 50
        assert MAD_AXE not in {cell.card for cell in cells(laid)}  # OG-4
        kept = {(row, one.left, one.cards) for row, one in complete_canoes(laid)}
        gone = {(row, one.left, one.cards) for row, one in complete_canoes(old)} - kept
        assert not gone or state.last.what in (EventKind.WRECKED, EventKind.CAPTURED)  # OG-17
