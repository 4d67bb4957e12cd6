"""The function that applies each kind of move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.kit import Played
from referee.plenty_coups.rules import (
    alliances,
    coups,
    defence,
    disdain,
    gifts,
    herd,
    host,
    market,
    raids,
    turns,
)
from referee.plenty_coups.rules.draft import Draft
from referee.plenty_coups.rules.ending import outcome as outcome
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.state import State

_RULES: dict[type, Callable[[Draft, Any], None]] = {
    moves.MarketRead: market.market_read,
    moves.Swept: market.swept,
    moves.Take: market.take,
    moves.Breed: herd.breed,
    moves.Raid: raids.raid,
    moves.Reinforce: raids.reinforce,
    moves.Defend: defence.defend,
    moves.Support: defence.support,
    moves.TakeBack: raids.take_back,
    moves.Coup: coups.coup,
    moves.Gift: gifts.gift,
    moves.Exchange: gifts.exchange,
    moves.GiveHorses: gifts.give_horses,
    moves.Hunt: herd.hunt,
    moves.Hunted: herd.hunted,
    moves.Disdain: disdain.disdain,
    moves.Prove: disdain.prove,
    moves.Bear: disdain.bear,
    moves.Propose: alliances.propose,
    moves.Accept: alliances.accept,
    moves.Befriend: alliances.befriend,
    moves.Done: turns.done,
    moves.HorsesSet: host.horses_set,
    moves.PrestigeSet: host.prestige_set,
    moves.HandSet: host.hand_set,
    moves.Leave: host.leave,
}


def apply(state: State, move: moves.Move) -> Played[State]:
    """Return the state after `move`, and the rulings. Raise `IllegalMove` if it is illegal."""
    draft = Draft(state)
    _RULES[type(move)](draft, move)
    return draft.state, tuple(draft.rulings)
