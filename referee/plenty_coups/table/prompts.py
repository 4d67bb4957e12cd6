"""What people are asked for in Plenty Coups: cards that the table waits for."""

from __future__ import annotations

from referee.contract import Message, Value
from referee.plenty_coups.rules.turns import due
from referee.plenty_coups.state.state import State, player


def market(state: State) -> Message:
    """Ask for the cards that the market lacks (PC-6)."""
    return Message("plenty_coups.want.market", {"count": due(state) - len(state.market)})


def sweep() -> Message:
    """Ask for the market to be cleared (PC-4)."""
    return Message("plenty_coups.want.sweep")


def take(state: State) -> Message:
    """Ask for cards to be taken, by who plays a tribe that has no player of its own (PC-5, 53)."""
    key, seat = "plenty_coups.want.take", player(state, state.turn)
    params: dict[str, Value] = {"tribe_seat": state.turn, "count": state.left}
    if seat != state.turn:
        key, params = "plenty_coups.want.take_for", {**params, "seat": seat}
    return Message(key, params)


def reinforce(card: str, camp: int) -> Message:
    """Ask for a second warrior before a camp (PC-14)."""
    return Message("plenty_coups.want.reinforce", {"card": card, "camp_seat": camp})


def support(card: str) -> Message:
    """Ask for a second weapon (PC-16)."""
    return Message("plenty_coups.want.support", {"card": card})


def hunted(state: State) -> Message:
    """Ask for as many cards as were drawn (PC-21)."""
    return Message("plenty_coups.want.hunted", {"tribe_seat": state.turn, "count": state.drawn})


def prove(state: State) -> Message:
    """Ask a tribe that is disdained for its worth (PC-22)."""
    return Message("plenty_coups.want.prove", {"tribe_seat": state.asked})
