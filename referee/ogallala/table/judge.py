"""The judging of changes in a match of Ogallala (OG-60)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from referee.contract import IllegalMove
from referee.judge import Judge
from referee.judging import Judgement
from referee.ogallala.flow import FLOW, apply
from referee.ogallala.state import phases
from referee.ogallala.state.state import GROUNDS, State
from referee.ogallala.table.cards_on_table import CardsOnTable
from referee.ogallala.table.change_reader import ChangeReader
from referee.ogallala.table.layout import grounds_pile, may_draw_top
from referee.ogallala.table.misplaced import (
    allowed_zones,
    misplaced,
    missing_territory_card,
    seats_concerned,
)
from referee.ogallala.table.pending import top_to_lay, top_to_show_after
from referee.pending import PendingAction, awaited
from referee.table import Change, Changes, Taken


def judge(state: State, changes: Changes) -> Judgement:
    """Return the judgement on the changes: first cards laid and taken, then cards discarded."""
    on_table = CardsOnTable.from_changes(state, changes)
    reader = ChangeReader(state, on_table, changes)
    drawn = on_table.uncovered if grounds_pile(state).leaves else None
    changed = [change for change in on_table.misplaced(state, changes) if change != drawn]

    def pending(now: State, _left: Changes) -> Iterable[PendingAction]:
        if drawn is not None and may_draw_top(now):
            return (top_to_lay(now),)
        if isinstance(now.phase, phases.Top):
            return (top_to_show_after(now, tuple(card.card for card in on_table.to_sweep(now))),)
        return awaited(FLOW.pending(now))

    judged = Judge(
        apply,
        reader.meanings,
        partial(misplaced, on_table),
        seats_concerned,
        pending,
        allowed_zones=allowed_zones,
        missing_card=missing_territory_card,
        cited_rule=cited_rule,
        turn=turn,
        late_card=reader.late_discard,
    )
    return judged(state, sorted(changed, key=_is_on_grounds))


def turn(state: State) -> int:
    """Return the player on turn. A card on the hunting grounds is theirs."""
    return state.turn


def cited_rule(_state: State, error: IllegalMove) -> str:
    """Return the rule to cite for a refused card. It is SL-3 if the card was laid out of turn."""
    return "SL-3" if error.rule == "OG-5" else error.rule


def _is_on_grounds(change: Change) -> bool:
    return not isinstance(change, Taken) and change.zone == GROUNDS
