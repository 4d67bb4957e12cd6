"""Cards that a tribe laid after its last action. They must not become the next tribe's actions."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Value
from referee.judging import Ambiguity, Refusal
from referee.plenty_coups.rules.turns import SUMMER_ACTIONS
from referee.plenty_coups.state import phases, zones
from referee.plenty_coups.state.state import State, turn_order
from referee.plenty_coups.table.meanings import meanings
from referee.table import Laid, is_face_up

NO_ACTION_ZONES = (None, zones.MARKET, zones.PILE, zones.LAID_AWAY)


def turn(state: State) -> int | None:
    """Return the tribe to which a card in a place without an owner belongs.

    Until the market is full, this is the tribe whose turn has just ended. Return None if no tribe
    has had a turn.
    """
    if not isinstance(state.phase, phases.Turning | phases.Sweeping):
        return state.turn
    around = turn_order(state.setup.seats, state.setup.elder)
    at = around.index(state.turn)
    return around[at - 1] if at or state.round > 1 else None


def late_card_refusal(state: State, laid: Laid, turn: int) -> Refusal | None:
    """Return the refusal of a card that a tribe laid after its turn, or None (PC-5, PC-50).

    None also if the card lies at the own camp of another tribe. It is that tribe's, but too early.
    """
    own = (place[state.turn] for place in (zones.SHIELDS, zones.HERDS, zones.ALLIANCES))
    if turn == state.turn or isinstance(state.phase, phases.Over) or not is_face_up(laid):
        return None
    if laid.zone in (*NO_ACTION_ZONES, *own):
        return None
    around = turn_order(state.setup.seats, state.setup.elder)
    earlier = around.index(turn) > around.index(state.turn)
    then = replace(state, round=state.round - earlier)  # That of the tribe's last turn.
    by, result = then.player_of(turn), meanings(state, laid, (laid,))
    movers = () if isinstance(result, Ambiguity) else [way.move.seat for way in result]
    if not {state.seat, by}.issuperset(movers):
        return None
    params: dict[str, Value] = {"card": laid.card, "tribe_seat": turn, "next_seat": state.turn}
    params["count"] = SUMMER_ACTIONS if then.summer else 1
    message = Message("plenty_coups.refused.turn_over", params)
    seats = tuple(dict.fromkeys((by, state.seat)))
    return Refusal(then.turn_rule, message, (laid,), seats)
