"""What the host does: horses, markers or hands that were miscounted are set right."""

from __future__ import annotations

from msgspec.structs import replace

from referee.contract import Message, Ruling, Value
from referee.kit import Played, replaced
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.moves import refuse
from referee.plenty_coups.state.state import (
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
HANDS = (Phase.TAKE, Phase.ACT)  # and for a hand: no cards are due from the pile


def most_horses(state: State, tribe: int) -> int:
    """Return how many horses a herd can have: the plain keeps none."""
    return state.horses[tribe] + state.plain


def markers(state: State, tribe: int) -> tuple[int, int]:
    """Return how much prestige a tribe can show, by the markers that lie on raids."""
    return out(state, tribe, True), MARKERS - out(state, tribe, False)


def hand_bounds(state: State, tribe: int) -> tuple[int, int]:
    """Return how many cards a hand can have: those that were seen, and for what it owes, to all."""
    owes = state.left if state.phase is Phase.ACT and tribe == state.turn else 0
    return max(owes, len(state.known[tribe])), state.hands[tribe] + state.pile


def hand_set(state: State, move: moves.HandSet) -> Played[State]:
    """Set how many cards a hand has; the pile has the difference (PC-5)."""
    camp, cards = move.camp, move.cards
    if state.phase not in HANDS:
        refuse("PC-5", "not_now", word=f"plenty_coups.phase.{state.phase.value}")
    _must_be_one(state, camp, "PC-5")
    least, most = hand_bounds(state, camp)
    if not least <= cards <= most:
        refuse("PC-5", "no_such_hand", given=cards, least=least, most=most)
    was = state.hands[camp]
    state = replace(
        state,
        pile=most - cards,
        hands=replaced(state.hands, camp, cards),
        last=Event(What.SET, camp),
    )
    params: dict[str, Value] = {"tribe_seat": camp, "was": was, "number": cards}
    said = Message("plenty_coups.hand_set", params)
    return state, (Ruling("PC-5", said, (), (player(state, camp),)),)


def horses_set(state: State, move: moves.HorsesSet) -> Played[State]:
    """Set a herd; the plain gives or takes the difference, so that the sum stays (PC-2)."""
    camp, horses = move.camp, move.horses
    must_be_between(state)
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
    must_be_between(state)
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


def must_be_between(state: State) -> None:
    """Refuse what the host does amid a move (PC-5)."""
    if state.phase not in BETWEEN:
        refuse("PC-5", "not_now", word=f"plenty_coups.phase.{state.phase.value}")


def _must_be_one(state: State, camp: int, rule: str) -> None:
    if camp not in tribes(state):
        refuse(rule, "no_tribe", number=camp + 1)
