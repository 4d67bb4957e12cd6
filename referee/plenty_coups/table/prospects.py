"""Estimates in prestige: the value of a position, of a card and of a move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import Any

from referee.plenty_coups.rules.ending import ranked_result
from referee.plenty_coups.state import moves, phases
from referee.plenty_coups.state.cards import HORSE, PROOF_CARDS, STICK, WEAPONS, value
from referee.plenty_coups.state.state import (
    HAND_SIZE,
    HORSES_WITHOUT_PRESTIGE,
    LAST_ROUND,
    LAST_SUMMER_ROUND,
    MARKERS,
    Raid,
    State,
    herd_prestige,
    turn_order,
)

# -- weights, as prestige or probability: tuned by whole matches, not measured one by one --------

# Herds: growth of a herd in a round, and the least value of one of the first five horses.
GROWS, GIVES = 0.6, 0.3
# Raids: how often a camp with the weapon defends; with two; with one in the market; with none.
ARMED, DOUBLY, OFFERED, LUCKY = 0.85, 0.4, 0.55, 0.12
CHASED = 0.95  # how often no stronger raid drives it off
MARKS = 0.85  # value of a coup with a stick in the hand; HOPES without one
HOPES = 0.25
# Cards: their value in a later turn.
STICKS = (0.4, 0.25, 0.05)  # the first, the second, and more
BRED = 0.7  # share of a horse's value
STRIKES = (0.0, 0.2, 0.27, 0.37, 0.5, 0.65)  # a warrior, by its strength
WARDS = (0.0, 0.0, 0.1, 0.25, 0.35)
MORE = 0.4  # share of its value that a second weapon keeps
LEAVES, LATER = 0.5, 0.3  # share of the market's value for the next tribe, or the one after
DRAWN = 0.2  # a card that a disdained tribe will draw
ALLIED = 0.3  # an alliance
PAYS = 0.6  # share of a card's value that is lost with it: others come


def prospects(state: State, hands: Sequence[tuple[str, ...]]) -> list[float]:
    """Return each seat's prestige with everything it may still gain."""
    found = [float(ranked_result(state, seat).total()) for seat in range(state.setup.seats)]
    for seat in range(state.setup.seats):
        one = state.tribes[seat]
        found[seat] += _herd(one.horses, _turns(state, seat)) - herd_prestige(one.horses)
        found[seat] += _hand(state, seat, hands[seat])
        if one.stick is not None:
            found[seat] += DRAWN * max(0, HAND_SIZE - len(hands[seat]))
        if one.bond is not None:
            found[seat] += ALLIED if one.bond.partner is not None else ALLIED / 4
    if state.take_count and state.market:
        seat, share = _next(state)
        worths = sorted(card(state, seat, one, hands[seat].count(STICK)) for one in state.market)
        found[seat] += share * sum(worths[-2:])
    sticks = [hand.count(STICK) for hand in hands]
    for camp, raid in state.raids():
        by = raid.tribe
        if not _turns(state, by):
            continue
        home = CHASED * (1 - defended(state, camp, raid, hands[camp]))
        if camp < state.setup.seats:
            found[camp] -= home * horse(state, camp) * (state.tribes[camp].horses > 0)
        if by < state.setup.seats:
            gain = horse(state, by, 1) * (state.tribes[camp].horses > 0)
            if not raid.turned:
                gain += _marks(state, by, sticks[by] > 0)
                sticks[by] -= 1
            found[by] += home * gain
    return found


def _marks(state: State, tribe: int, stick: bool) -> float:
    """Return the value of the coup that a raid may mark."""
    if state.tribes[tribe].prestige >= MARKERS:
        return 0.0
    return MARKS - STICKS[0] * PAYS if stick else HOPES


# -- turns and herds -----------------------------------------------------------------------------


def _turns(state: State, tribe: int) -> int:
    """Return how many turns a tribe has after the current one."""
    around = _places(state.setup.seats, state.setup.elder)
    return LAST_ROUND - state.round + (around[tribe] > around[state.turn])


def _next(state: State) -> tuple[int, float]:
    """Return the next tribe with a player that takes cards, and its share of the market's value."""
    around = turn_order(state.setup.seats, state.setup.elder)
    at = around.index(state.turn) + (not isinstance(state.phase, phases.Taking | phases.Turning))
    for late in range(len(around)):
        tribe = around[(at + late) % len(around)]
        if tribe not in state.neutral:
            return tribe, LATER if late else LEAVES
    return state.turn, 0.0


@lru_cache
def _places(seats: int, elder: int) -> dict[int, int]:
    return {tribe: at for at, tribe in enumerate(turn_order(seats, elder))}


@lru_cache(maxsize=1024)
def _herd(horses: int, turns: int) -> float:
    """Return the value of a herd with this many turns to come."""
    few = min(horses, HORSES_WITHOUT_PRESTIGE)
    hope = 1 / (1 + exp(HORSES_WITHOUT_PRESTIGE - 0.5 - few - GROWS * turns))
    each = min(1.0, turns / 2) * (GIVES + (1 - GIVES) * hope)
    return herd_prestige(horses) + few * each - (0.0 if horses else 1 / (1 + turns / 2))


def horse(state: State, tribe: int, more: int = 0) -> float:
    """Return the value of the last horse of a herd, after it has gained `more` horses."""
    horses, turns = state.tribes[tribe].horses + more, _turns(state, tribe)
    return _herd(horses, turns) - _herd(horses - 1, turns) if horses else 0.0


# -- raids ---------------------------------------------------------------------------------------


def defended(state: State, camp: int, raid: Raid, hand: tuple[str, ...]) -> float:
    """Return the probability that a camp repels a raid in its next turn."""
    by = state.strength(raid.tribe, raid.cards)
    return _defended(state, camp, state.player_of(raid.tribe), by, hand)


def _defended(state: State, camp: int, raider: int, by: int, hand: tuple[str, ...]) -> float:
    if camp in state.neutral and _plays(state, camp) == raider:
        return 0.0
    weapons = sorted(value(card) for card in hand if card in WEAPONS)
    if weapons and weapons[-1] >= by:
        return ARMED
    if sum(weapons[-2:]) >= by and len(weapons) > 1 and state.round <= LAST_SUMMER_ROUND:
        return DOUBLY
    if state.round > LAST_SUMMER_ROUND + 1 or by > max(map(value, WEAPONS)):
        return 0.0
    return OFFERED if any(c in WEAPONS and value(c) >= by for c in state.market) else LUCKY


def _plays(state: State, tribe: int) -> int:
    """Return who will play a tribe without a player in its next turn (PC-53)."""
    around = _places(state.setup.seats, state.setup.elder)
    if around[tribe] > around[state.turn]:
        return state.player_of(tribe)
    stay = [one for one in turn_order(state.setup.seats, state.setup.elder) if one in state.players]
    return stay[state.round % len(stay)]


# -- cards ---------------------------------------------------------------------------------------


def _hand(state: State, tribe: int, hand: tuple[str, ...]) -> float:
    """Return the value of the cards of a hand that can still be played."""
    sticks, worths, arms = 0, list[float](), list[float]()
    for one in hand:
        (arms if one in WEAPONS else worths).append(card(state, tribe, one, sticks))
        sticks += one == STICK
    if arms:
        arms.sort()
        worths += (*(MORE * one for one in arms[:-1]), arms[-1])
    worths.sort(reverse=True)
    turns = _turns(state, tribe)
    may = 2 * max(0, LAST_SUMMER_ROUND - LAST_ROUND + turns) + min(
        turns, LAST_ROUND - LAST_SUMMER_ROUND
    )
    return sum(worths[: min(may, 4)]) + 0.3 * sum(worths[4:])


def card(state: State, tribe: int, one: str, sticks: int = 0) -> float:
    """Return the value of one card in a hand with `sticks` other sticks."""
    turns = _turns(state, tribe) + (state.turn == tribe)
    if one == STICK:
        raids = sum(not raid.turned for _, raid in state.raids(tribe))
        may = state.tribes[tribe].prestige < MARKERS and turns > (not raids)
        return STICKS[min(sticks, 2)] if may else 0.02
    if one == HORSE:
        return BRED * horse(state, tribe, 1) if state.plain else 0.0
    if one in WEAPONS:
        raided = state.tribes[tribe].raid is not None and state.turn != tribe
        return (WARDS[value(one)] if turns else 0.0) * (0.5 if raided else 1.0)
    if turns < 2:
        return 0.0
    return STRIKES[state.strength(tribe, (one,))]


# -- moves ---------------------------------------------------------------------------------------


def merit(state: State, hand: tuple[str, ...], move: Any) -> float:
    """Return the rough value of a move for the player of the tribe to move."""
    tribe = state.acting
    me = state.player_of(tribe)
    mine = tribe == me
    match move:
        case moves.Take():
            sticks, found = hand.count(STICK), 0.0
            for one in move.cards:
                found += card(state, tribe, one, sticks) if mine else value(one) + (one == HORSE)
                sticks += one == STICK
            if (raid := state.own_tribe.raid) is not None:
                by = state.strength(raid.tribe, raid.cards)
                if not any(one in WEAPONS and value(one) >= by for one in hand):
                    arms = any(one in WEAPONS and value(one) >= by for one in move.cards)
                    found += arms * (mine or raid.tribe != me)
            if mine and STICK not in hand and STICK in move.cards:
                found += 0.5 * any(not raid.turned for _, raid in state.raids(tribe))
            return found
        case moves.Hunted():
            return -sum(card(state, tribe, one) for one in move.cards)
        case moves.Prove():
            return (0.8 if state.tribes[tribe].prestige else -1.0) - 0.1 * (STICK in move.cards)
        case moves.Done() | moves.Bear():
            return 0.0
    pays = PAYS * sum(card(state, tribe, one) for one in getattr(move, "cards", ())) * mine
    return _brings(state, hand, move, me, mine) - pays


def _brings(state: State, hand: tuple[str, ...], move: Any, me: int, mine: bool) -> float:
    tribe, one = state.turn, state.own_tribe
    match move:
        case moves.Breed():
            return horse(state, tribe, 1) if mine else 0.05
        case moves.Coup():
            return 1.0 if mine and one.prestige < MARKERS else -0.2
        case moves.Raid():
            return _raids(state, hand, move, me, mine)
        case moves.Reinforce():
            return 0.2
        case moves.Defend() | moves.Support():
            raid = one.raid
            if raid is None or raid.tribe == me:
                return -1.0
            return (horse(state, tribe) if mine else 0.0) + 0.5 * (raid.tribe < state.setup.seats)
        case moves.GiveHorses():
            lost = sum(horse(state, tribe, -less) for less in range(2))
            has = 1.0 if one.prestige < MARKERS else 0.0
            given = sum(horse(state, move.camp, more) for more in (1, 2))
            if not mine:
                return given if move.camp == me else -given
            return has - lost - (given / (state.setup.seats - 1) if _other(state, move, me) else 0)
        case moves.Disdain():
            target = state.tribes[move.camp]
            if not target.prestige or not _other(state, move, me):
                return -0.3
            known = any(one in PROOF_CARDS for one in target.known)
            return 0.1 if known else 0.45 / (state.setup.seats - 1)
        case moves.Hunt():
            return 0.15
        case moves.Accept():
            return 0.5
        case moves.Propose():
            return 0.35
        case moves.Befriend():
            return 0.1
    return -0.3  # gifts


def _other(state: State, move: Any, me: int) -> bool:
    return bool(move.camp < state.setup.seats and move.camp != me)


def _raids(state: State, hand: tuple[str, ...], move: moves.Raid, me: int, mine: bool) -> float:
    """Return the value of a raid: the horse, the coup, and the other tribe's loss."""
    tribe, camp = state.turn, move.camp
    if not _turns(state, tribe) or (camp == me and not mine):
        return -0.5
    home = 1 - _defended(
        state, camp, me, state.strength(tribe, move.cards), state.tribes[camp].known
    )
    robbed = state.tribes[camp].horses > 0
    found = 0.0
    if mine:
        found += robbed * horse(state, tribe, 1)
        found += _marks(state, tribe, STICK in hand) if state.raid_markers_at_camp(tribe) else 0.0
    if _other(state, move, me):
        found += robbed * horse(state, camp) / (state.setup.seats - 1)
    stands = state.tribes[camp].raid
    chases = 0.4 if stands is not None and stands.tribe not in (me, *state.neutral) else 0.0
    return home * found + chases - (camp == me)
