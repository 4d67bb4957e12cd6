"""The pending actions of Ogallala: what must be done now, and by whom."""

from __future__ import annotations

from collections.abc import Iterator

from referee.contract import Message, Value
from referee.judging import PendingAction
from referee.ogallala.rules.ending import attackable_canoes
from referee.ogallala.rules.specials import target_cards
from referee.ogallala.state.state import EventKind, Phase, State, opponents, top_card
from referee.ogallala.table.layout import GROUNDS, territory_zone
from referee.table import Zone


def pending_actions(
    state: State, uncovered: bool, left: tuple[str, ...]
) -> Iterator[PendingAction]:
    """Yield the pending actions.

    `uncovered` says that the top of the hunting grounds was taken. `left` are the cards of a
    captured or given-up canoe that still lie in their cells.
    """
    mine = territory_zone(state.turn)
    match state.phase:
        case Phase.DRAW if uncovered and (whose := _forgetful_seat(state)) is not None:
            params: dict[str, Value] = {"seat": whose, "card": top_card(state)}
            said = Message("ogallala.want.discarded", params)
            yield PendingAction(said, GROUNDS, whose, cards=(top_card(state),))
        case Phase.DRAW if uncovered:
            yield _pending_action(state, "ogallala.want.top_taken", mine, cards=(top_card(state),))
        case Phase.DRAW if state.stock:
            yield _pending_action(state, "ogallala.want.pile", mine)
        case Phase.DRAW:
            yield _pending_action(state, "ogallala.want.grounds", mine, cards=(top_card(state),))
        case Phase.LASSO | Phase.ARCHER:
            lasso = state.phase is Phase.LASSO
            for seat in opponents(state):
                if target_cards(state, seat, state.phase):
                    key = "ogallala.want.lasso" if lasso else "ogallala.want.shoot"
                    yield _pending_action(state, key, territory_zone(seat))
        case Phase.AXE:
            yield _pending_action(state, "ogallala.want.wreck", mine)
        case Phase.SET:
            yield _pending_action(state, "ogallala.want.lasso_card", mine, cards=state.held)
        case Phase.SPOILS:
            yield _pending_action(state, "ogallala.want.spoils", mine, cards=state.held)
        case Phase.ATTACK:
            for seat in opponents(state):
                if attackable_canoes(state, seat):
                    yield _pending_action(state, "ogallala.want.attack", territory_zone(seat))
        case Phase.TOP if left:
            sweeps = Message("ogallala.want.sweep", {"seat": state.turn, "cards": left})
            yield PendingAction(sweeps, GROUNDS, state.turn)
        case Phase.TOP:
            yield _pending_action(state, "ogallala.want.top", GROUNDS)


def _forgetful_seat(state: State) -> int | None:
    """Return the seat that still has to put the top card on the hunting grounds (SL-11).

    This is the seat that made the last move, if its move took that card out of a canoe. Otherwise
    the result is None.
    """
    last, there = state.last, top_card(state)
    swept = state.sweep is not None and any(one.card == there for one in state.sweep.cells)
    took = last.what in (EventKind.SHOT, EventKind.CAPTURED) and there in last.cards
    return last.seat if swept or took else None


def _pending_action(
    state: State, key: str, zone: Zone, cards: tuple[str, ...] = ()
) -> PendingAction:
    params: dict[str, Value] = {"seat": state.turn}
    said = Message(key, {**params, "cards": cards} if cards else params)
    return PendingAction(said, zone, state.turn, count=max(1, len(cards)), cards=cards)
