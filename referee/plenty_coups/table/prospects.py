"""Estimates of the value of a position, a card or a move, in prestige."""

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

# -- weights, as prestige or probability: tuned together, in whole matches -----------------------

# Growth of a herd per round in horses, and the minimum value of each of its first five horses.
HERD_GROWTH, LEAST_HORSE_VALUE = 0.6, 0.3
# Probability that a camp defends: with a strong enough weapon in hand, with two weapons, with one
# in the market, and with none of these.
DEFENDS_ARMED, DEFENDS_WITH_TWO, DEFENDS_FROM_MARKET, DEFENDS_BY_LUCK = 0.85, 0.4, 0.55, 0.12
NOT_DRIVEN_OFF = 0.95  # Probability that no stronger raid drives a raid off.
COUP_VALUE = 0.85  # Value of a coup with a stick in hand.
COUP_VALUE_WITHOUT_STICK = 0.25
# The value of a card that is played in a later turn.
STICK_VALUES = (0.4, 0.25, 0.05)  # Indexed by the number of other sticks in the hand.
HORSE_CARD_SHARE = 0.7  # Value of a horse card, as a share of the horse that it breeds.
WARRIOR_VALUES = (0.0, 0.2, 0.27, 0.37, 0.5, 0.65)  # Indexed by the strength of the warrior.
WEAPON_VALUES = (0.0, 0.0, 0.1, 0.25, 0.35)  # Indexed by the value of the weapon.
SECOND_WEAPON_SHARE = 0.4  # Share of its value that any weapon but the best keeps.
# Share of the market's value that goes to the next tribe to take cards, and to a later one.
NEXT_SHARE, LATER_SHARE = 0.5, 0.3
DRAWN_CARD_VALUE = 0.2  # Value of each card that a disdained tribe will draw.
ALLIANCE_VALUE = 0.3
CARD_COST_SHARE = 0.6  # Share of a card's value that playing it costs; new cards replace it.


def prospects(state: State, hands: Sequence[tuple[str, ...]]) -> list[float]:
    """Return each seat's prestige, plus an estimate of what the seat may still gain."""
    found = [float(ranked_result(state, seat).total()) for seat in range(state.setup.seats)]
    for seat in range(state.setup.seats):
        one = state.tribes[seat]
        found[seat] += _herd_value(one.horses, _turns_left(state, seat)) - herd_prestige(one.horses)
        found[seat] += _hand_value(state, seat, hands[seat])
        if one.stick is not None:
            found[seat] += DRAWN_CARD_VALUE * max(0, HAND_SIZE - len(hands[seat]))
        if one.bond is not None:
            found[seat] += ALLIANCE_VALUE if one.bond.partner is not None else ALLIANCE_VALUE / 4
    if state.take_count and state.market:
        seat, share = _next_taker(state)
        worths = sorted(
            card_value(state, seat, one, hands[seat].count(STICK)) for one in state.market
        )
        found[seat] += share * sum(worths[-2:])
    sticks = [hand.count(STICK) for hand in hands]
    for camp, raid in state.raids():
        by = raid.tribe
        if not _turns_left(state, by):
            continue
        home = NOT_DRIVEN_OFF * (1 - defence_probability(state, camp, raid, hands[camp]))
        if camp < state.setup.seats:
            found[camp] -= home * horse_value(state, camp) * (state.tribes[camp].horses > 0)
        if by < state.setup.seats:
            gain = horse_value(state, by, 1) * (state.tribes[camp].horses > 0)
            if not raid.turned:
                gain += _coup_value(state, by, sticks[by] > 0)
                sticks[by] -= 1
            found[by] += home * gain
    return found


def _coup_value(state: State, tribe: int, stick: bool) -> float:
    """Return the value of the coup that a raid allows if it comes home."""
    if state.tribes[tribe].prestige >= MARKERS:
        return 0.0
    return COUP_VALUE - STICK_VALUES[0] * CARD_COST_SHARE if stick else COUP_VALUE_WITHOUT_STICK


# -- turns and herds -----------------------------------------------------------------------------


def _turns_left(state: State, tribe: int) -> int:
    """Return the number of turns that a tribe has after its current one."""
    around = _turn_positions(state.setup.seats, state.setup.elder)
    return LAST_ROUND - state.round + (around[tribe] > around[state.turn])


def _next_taker(state: State) -> tuple[int, float]:
    """Return the next tribe with a player to take cards, and its share of the market's value."""
    around = turn_order(state.setup.seats, state.setup.elder)
    at = around.index(state.turn) + (not isinstance(state.phase, phases.Taking | phases.Turning))
    for late in range(len(around)):
        tribe = around[(at + late) % len(around)]
        if tribe not in state.neutral:
            return tribe, LATER_SHARE if late else NEXT_SHARE
    return state.turn, 0.0


@lru_cache
def _turn_positions(seats: int, elder: int) -> dict[int, int]:
    return {tribe: at for at, tribe in enumerate(turn_order(seats, elder))}


@lru_cache(maxsize=1024)
def _herd_value(horses: int, turns: int) -> float:
    """Return the value of a herd when `turns` turns are left."""
    few = min(horses, HORSES_WITHOUT_PRESTIGE)
    hope = 1 / (1 + exp(HORSES_WITHOUT_PRESTIGE - 0.5 - few - HERD_GROWTH * turns))
    each = min(1.0, turns / 2) * (LEAST_HORSE_VALUE + (1 - LEAST_HORSE_VALUE) * hope)
    return herd_prestige(horses) + few * each - (0.0 if horses else 1 / (1 + turns / 2))


def horse_value(state: State, tribe: int, more: int = 0) -> float:
    """Return the value of a herd's last horse once the herd has gained `more` horses."""
    horses, turns = state.tribes[tribe].horses + more, _turns_left(state, tribe)
    return _herd_value(horses, turns) - _herd_value(horses - 1, turns) if horses else 0.0


# -- raids ---------------------------------------------------------------------------------------


def defence_probability(state: State, camp: int, raid: Raid, hand: tuple[str, ...]) -> float:
    """Return the probability that a camp repels a raid on its next turn."""
    by = state.strength(raid.tribe, raid.cards)
    return _defence_probability(state, camp, state.player_of(raid.tribe), by, hand)


def _defence_probability(
    state: State, camp: int, raider: int, by: int, hand: tuple[str, ...]
) -> float:
    if camp in state.neutral and _next_player_of(state, camp) == raider:
        return 0.0
    weapons = sorted(value(card) for card in hand if card in WEAPONS)
    if weapons and weapons[-1] >= by:
        return DEFENDS_ARMED
    if sum(weapons[-2:]) >= by and len(weapons) > 1 and state.round <= LAST_SUMMER_ROUND:
        return DEFENDS_WITH_TWO
    if state.round > LAST_SUMMER_ROUND + 1 or by > max(map(value, WEAPONS)):
        return 0.0
    return (
        DEFENDS_FROM_MARKET
        if any(c in WEAPONS and value(c) >= by for c in state.market)
        else DEFENDS_BY_LUCK
    )


def _next_player_of(state: State, tribe: int) -> int:
    """Return the seat that will play a tribe without a player on its next turn (PC-53)."""
    around = _turn_positions(state.setup.seats, state.setup.elder)
    if around[tribe] > around[state.turn]:
        return state.player_of(tribe)
    stay = [one for one in turn_order(state.setup.seats, state.setup.elder) if one in state.players]
    return stay[state.round % len(stay)]


# -- cards ---------------------------------------------------------------------------------------


def _hand_value(state: State, tribe: int, hand: tuple[str, ...]) -> float:
    """Return the value of those cards in a hand that a tribe can still play."""
    sticks, worths, arms = 0, list[float](), list[float]()
    for one in hand:
        (arms if one in WEAPONS else worths).append(card_value(state, tribe, one, sticks))
        sticks += one == STICK
    if arms:
        arms.sort()
        worths += (*(SECOND_WEAPON_SHARE * one for one in arms[:-1]), arms[-1])
    worths.sort(reverse=True)
    turns = _turns_left(state, tribe)
    may = 2 * max(0, LAST_SUMMER_ROUND - LAST_ROUND + turns) + min(
        turns, LAST_ROUND - LAST_SUMMER_ROUND
    )
    return sum(worths[: min(may, 4)]) + 0.3 * sum(worths[4:])


def card_value(state: State, tribe: int, one: str, sticks: int = 0) -> float:
    """Return the value of one card in a hand that also holds `sticks` other sticks."""
    turns = _turns_left(state, tribe) + (state.turn == tribe)
    if one == STICK:
        raids = sum(not raid.turned for _, raid in state.raids(tribe))
        may = state.tribes[tribe].prestige < MARKERS and turns > (not raids)
        return STICK_VALUES[min(sticks, 2)] if may else 0.02
    if one == HORSE:
        return HORSE_CARD_SHARE * horse_value(state, tribe, 1) if state.plain else 0.0
    if one in WEAPONS:
        raided = state.tribes[tribe].raid is not None and state.turn != tribe
        return (WEAPON_VALUES[value(one)] if turns else 0.0) * (0.5 if raided else 1.0)
    if turns < 2:
        return 0.0
    return WARRIOR_VALUES[state.strength(tribe, (one,))]


# -- moves ---------------------------------------------------------------------------------------


def merit(state: State, hand: tuple[str, ...], move: Any) -> float:
    """Return a rough value of a move for the player who acts for the tribe to move."""
    tribe = state.acting
    me = state.player_of(tribe)
    mine = tribe == me
    match move:
        case moves.Take():
            sticks, found = hand.count(STICK), 0.0
            for one in move.cards:
                found += (
                    card_value(state, tribe, one, sticks) if mine else value(one) + (one == HORSE)
                )
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
            return -sum(card_value(state, tribe, one) for one in move.cards)
        case moves.Prove():
            return (0.8 if state.tribes[tribe].prestige else -1.0) - 0.1 * (STICK in move.cards)
        case moves.Done() | moves.Bear():
            return 0.0
    pays = (
        CARD_COST_SHARE
        * sum(card_value(state, tribe, one) for one in getattr(move, "cards", ()))
        * mine
    )
    return _gain(state, hand, move, me, mine) - pays


def _gain(state: State, hand: tuple[str, ...], move: Any, me: int, mine: bool) -> float:
    tribe, one = state.turn, state.own_tribe
    match move:
        case moves.Breed():
            return horse_value(state, tribe, 1) if mine else 0.05
        case moves.Coup():
            return 1.0 if mine and one.prestige < MARKERS else -0.2
        case moves.Raid():
            return _raid_value(state, hand, move, me, mine)
        case moves.Reinforce():
            return 0.2
        case moves.Defend() | moves.Support():
            raid = one.raid
            if raid is None or raid.tribe == me:
                return -1.0
            return (horse_value(state, tribe) if mine else 0.0) + 0.5 * (
                raid.tribe < state.setup.seats
            )
        case moves.GiveHorses():
            lost = sum(horse_value(state, tribe, -less) for less in range(2))
            has = 1.0 if one.prestige < MARKERS else 0.0
            given = sum(horse_value(state, move.camp, more) for more in (1, 2))
            if not mine:
                return given if move.camp == me else -given
            return (
                has
                - lost
                - (given / (state.setup.seats - 1) if _hurts_another(state, move, me) else 0)
            )
        case moves.Disdain():
            target = state.tribes[move.camp]
            if not target.prestige or not _hurts_another(state, move, me):
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
    return -0.3  # an exchange of gifts


def _hurts_another(state: State, move: Any, me: int) -> bool:
    return bool(move.camp < state.setup.seats and move.camp != me)


def _raid_value(
    state: State, hand: tuple[str, ...], move: moves.Raid, me: int, mine: bool
) -> float:
    """Return the value of a raid: the horse, the coup, and what the other tribe loses."""
    tribe, camp = state.turn, move.camp
    if not _turns_left(state, tribe) or (camp == me and not mine):
        return -0.5
    home = 1 - _defence_probability(
        state, camp, me, state.strength(tribe, move.cards), state.tribes[camp].known
    )
    robbed = state.tribes[camp].horses > 0
    found = 0.0
    if mine:
        found += robbed * horse_value(state, tribe, 1)
        found += (
            _coup_value(state, tribe, STICK in hand) if state.raid_markers_at_camp(tribe) else 0.0
        )
    if _hurts_another(state, move, me):
        found += robbed * horse_value(state, camp) / (state.setup.seats - 1)
    stands = state.tribes[camp].raid
    chases = 0.4 if stands is not None and stands.tribe not in (me, *state.neutral) else 0.0
    return home * found + chases - (camp == me)
