"""Plenty Coups: breed, raid where it pays, mark every coup, and defend with the least weapon."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from referee.contract import Game
from referee.determinization import Action, KnownHands
from referee.plenty_coups.state import moves
from referee.plenty_coups.state.cards import HORSE, STICK, clan_of, value
from referee.plenty_coups.state.state import LAST_ROUND, MARKERS, State, herd_prestige

NEVER = -50.0
LATE = 9  # the round from which horses that count nothing are given away
GIVEN = 2  # horses


def liking(
    _game: Game[Any, Any, Any], state: State, seat: int, own: KnownHands, _random: Random
) -> Callable[[Action], float]:
    """Return how much each act is liked."""
    tribe = state.acting
    mine, hand = state.tribes[tribe], own.get(tribe, ())

    def keep(cards: Sequence[str]) -> float:
        """Return how good it is to hold some cards."""
        return sum(worth(state, tribe, card) for card in cards if tribe == seat or card != HORSE)

    def like(act: Action) -> float:
        match act.move:
            case moves.Take(cards=cards):
                return keep(cards)
            case moves.Hunted(cards=cards):
                return -keep(cards)
            case moves.Hunt(cards=cards):
                return 10 - keep(cards)
            case moves.Breed():
                return 70 if tribe == seat else -1
            case moves.Coup():
                return 90 if mine.prestige < MARKERS else -5
            case moves.Defend(cards=cards) | moves.Support(cards=cards):
                return 80 - value(cards[0]) if repels(cards) else -10
            case moves.Raid(camp=camp, cards=cards):
                return raid(camp, cards)
            case moves.Accept():
                return 85
            case moves.Propose(cards=cards):
                return 62 - value(cards[0])
            case moves.Befriend(cards=cards):
                same = [one for one in hand if clan_of(one) == clan_of(cards[0])]
                return 20 if len(same) > 1 and mine.bond is None else -5
            case moves.GiveHorses(camp=camp):
                return give(camp)
            case moves.Disdain(camp=camp):
                return disdain(camp)
            case moves.Prove(cards=cards):
                return 10 - keep(cards) if mine.prestige else -5
            case moves.TakeBack():
                return NEVER
            case moves.Reinforce() | moves.Gift() | moves.Exchange():
                return -3
        return 0

    def repels(cards: Sequence[str]) -> bool:
        """Tell whether one weapon is enough, and not against the own raid of another tribe."""
        one = mine.raid
        if one is None or (tribe != seat and one.tribe == seat):
            return False
        return value(cards[0]) >= state.strength(one.tribe, one.cards)

    def raid(camp: int, cards: tuple[str, ...]) -> float:
        if camp == seat or state.round >= LAST_ROUND:
            return NEVER
        there = state.tribes[camp]
        player = camp < state.setup.seats
        return 30 + 3 * state.strength(tribe, cards) + 9 * (there.horses > 0) + 2 * player

    def give(camp: int) -> float:
        if tribe != seat:
            return 60 if camp == seat else NEVER
        after = mine.horses - GIVEN
        if mine.prestige == MARKERS or state.round < LATE or after < 1:
            return -5
        rival = camp < state.setup.seats
        return 65 - rival if herd_prestige(mine.horses) == herd_prestige(after) else -5

    def disdain(camp: int) -> float:
        if camp in (seat, state.ally(tribe)) or not state.tribes[camp].prestige:
            return NEVER
        kept = bool(state.raids(tribe)) and hand.count(STICK) == 1 and mine.prestige < MARKERS
        return state.tribes[camp].prestige + (5 if kept else 35)

    return like


def worth(state: State, tribe: int, card: str) -> float:
    """Return how good a card is to hold."""
    if card == HORSE:
        return 6.0 if state.plain else 1.0
    if card == STICK:
        return 5.0 if state.tribes[tribe].prestige < MARKERS else 3.0
    if clan_of(card) < 0:
        return value(card) - 0.5
    return float(state.strength(tribe, (card,)))
