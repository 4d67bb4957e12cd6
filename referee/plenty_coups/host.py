"""What the host does: horses or markers that were miscounted are set right."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.kit import Played, replaced
from referee.plenty_coups import moves
from referee.plenty_coups.moves import refuse
from referee.plenty_coups.state import (
    MARKERS,
    Event,
    Phase,
    State,
    What,
    out,
    player,
    tribes,
)

BETWEEN = (Phase.MARKET, Phase.SWEEP, Phase.TAKE, Phase.ACT)  # when the host may


def most_horses(state: State, tribe: int) -> int:
    """Return how many horses a herd can have: the plain keeps none."""
    return state.horses[tribe] + state.plain


def markers(state: State, tribe: int) -> tuple[int, int]:
    """Return how much prestige a tribe can show, by the markers that lie on raids."""
    return out(state, tribe, True), MARKERS - out(state, tribe, False)


def horses_set(state: State, move: moves.HorsesSet) -> Played[State]:
    """Set a herd; the plain gives or takes the difference, so that the sum stays (PC-2)."""
    camp, horses = move.camp, move.horses
    must_be_between(state, "PC-2")
    _must_be_one(state, camp, "PC-2")
    was, most = state.horses[camp], most_horses(state, camp)
    if not 0 <= horses <= most:
        refuse("PC-2", "no_such_herd", given=horses, most=most)
    state = replace(
        state,
        plain=most - horses,
        horses=replaced(state.horses, camp, horses),
        last=Event(What.SET, camp),
    )
    params: dict[str, Value] = {"tribe_seat": camp, "was": was, "horses": horses}
    said = Message("plenty_coups.horses_set", params)
    return state, (Ruling("PC-2", said, (), (player(state, camp),)),)


def prestige_set(state: State, move: moves.PrestigeSet) -> Played[State]:
    """Set how many markers of a tribe show prestige (PC-7)."""
    camp, prestige = move.camp, move.prestige
    must_be_between(state, "PC-7")
    _must_be_one(state, camp, "PC-7")
    least, most = markers(state, camp)
    if not least <= prestige <= most:
        refuse("PC-7", "no_such_prestige", given=prestige, least=least, most=most)
    was = state.prestige[camp]
    state = replace(
        state,
        prestige=replaced(state.prestige, camp, prestige),
        last=Event(What.SET, camp),
    )
    params: dict[str, Value] = {"tribe_seat": camp, "was": was, "prestige": prestige}
    said = Message("plenty_coups.prestige_set", params)
    return state, (Ruling("PC-7", said, (), (player(state, camp),)),)


def must_be_between(state: State, rule: str) -> None:
    """Refuse what the host does amid a move."""
    if state.phase not in BETWEEN:
        refuse(rule, "not_now", word=f"plenty_coups.phase.{state.phase.value}")


def _must_be_one(state: State, camp: int, rule: str) -> None:
    if camp not in tribes(state):
        refuse(rule, "no_tribe", number=camp + 1)
