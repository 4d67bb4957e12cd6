"""Estimates of the value of a position, a card or a move, in prestige."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp
from typing import Any

from referee.plenty_coups.rules.ending import (
    ALLY_PRESTIGE,
    adding_ally,
    ranked_result,
    tribe_result,
)
from referee.plenty_coups.state import moves, phases
from referee.plenty_coups.state.cards import HORSE, PROOF_CARDS, STICK, WEAPONS, value
from referee.plenty_coups.state.state import (
    HAND_SIZE,
    HORSES_WITHOUT_PRESTIGE,
    LAST_ROUND,
    LAST_SUMMER_ROUND,
    MARKERS,
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
STICK_VALUES = (0.6, 0.4, 0.1)  # Indexed by the number of other sticks in the hand.
IDLE_STICK_VALUE = 0.02  # The tribe can mark no coup.
HORSE_CARD_SHARE = 0.7  # Value of a horse card, as a share of the horse that it breeds.
WARRIOR_VALUES = (0.0, 0.2, 0.27, 0.37, 0.5, 0.65)  # Indexed by the strength of the warrior.
WEAPON_VALUES = (0.0, 0.0, 0.1, 0.25, 0.35)  # Indexed by the value of the weapon.
SECOND_WEAPON_SHARE = 0.4  # Share of its value that any weapon but the best keeps.
RAIDED_WEAPON_SHARE = 0.5  # Share of its value that a weapon keeps which a raid will soon cost.
CARDS_PLAYED, LATER_CARD_SHARE = 4, 0.3  # A hand's best cards, and what the others are worth.
# Share of the market's value that goes to the next tribe to take cards, and to a later one.
NEXT_SHARE, LATER_SHARE = 0.5, 0.3
DRAWN_CARD_VALUE = 0.2  # Value of each card that a disdained tribe will draw.
ALLIANCE_VALUE, NEUTRAL_ALLIANCE_VALUE = 0.3, 0.075
SUM_HOPE = 0.6  # Share of an ally's prestige for each point that the two still lack.
# Value of a proposal that will be accepted, and the probability of that: if the other hand has a
# card for it, and otherwise.
PROPOSAL_VALUE, ACCEPTS_IF_ABLE, ACCEPTS_BY_LUCK = 1.5, 0.6, 0.15
CARD_COST_SHARE = 0.6  # Share of a card's value that playing it costs; new cards replace it.
# The gain of an action of which the state says too little. An exchange of gifts only costs.
GAIN: Mapping[type, float] = {
    moves.Reinforce: 0.2,
    moves.Hunt: 0.15,
    moves.Accept: 1.0,
    moves.Propose: 0.5,
    moves.Befriend: 0.1,
    moves.Gift: -0.3,
    moves.Exchange: -0.3,
}
NEUTRAL_HORSE_GAIN = 0.05  # Breeding for a tribe without a player.
COUP_GAIN, NO_COUP_GAIN = 1.0, -0.2  # NO_COUP: for another tribe, or with all markers turned.
RAID_ENDED_GAIN, HELPING_GAIN = 0.5, -1.0  # Repelling a seat's raid, or repelling your own.
PRESTIGE_GIVEN = 1.0  # Prestige for a gift of horses.
DISDAIN_GAIN, PROVED_DISDAIN_GAIN, IDLE_DISDAIN_GAIN = 0.45, 0.1, -0.3
PROOF_GAIN, IDLE_PROOF_GAIN, STICK_PROOF_COST = 0.8, -1.0, 0.1
WEAPON_TAKEN_GAIN, STICK_TAKEN_GAIN = 1.0, 0.5  # It repels a raid, or marks a raid's coup.
IDLE_RAID_GAIN = -0.5  # The raid cannot come home, or is on a tribe of the same player.
CHASE_GAIN, OWN_CAMP_COST = 0.4, 1.0


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
            found[seat] += NEUTRAL_ALLIANCE_VALUE if one.bond.partner is None else ALLIANCE_VALUE
            found[seat] += _hope_of_sum(state, seat)
    for proposal in state.proposals:
        may = any(state.camp_of(card) == proposal.tribe for card in hands[proposal.target])
        found[proposal.tribe] += PROPOSAL_VALUE * (ACCEPTS_IF_ABLE if may else ACCEPTS_BY_LUCK)
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
        strength = state.strength(by, raid.cards)
        repelled = _defence_probability(state, camp, state.player_of(by), strength, hands[camp])
        home = NOT_DRIVEN_OFF * (1 - repelled)
        if camp < state.setup.seats:
            found[camp] -= home * horse_value(state, camp) * (state.tribes[camp].horses > 0)
        if by < state.setup.seats:
            gain = horse_value(state, by, 1) * (state.tribes[camp].horses > 0)
            if not raid.turned:
                gain += _coup_value(state, by, sticks[by] > 0)
                sticks[by] -= 1
            found[by] += home * gain
    return found


def _hope_of_sum(state: State, tribe: int) -> float:
    """Return the share of an ally's prestige that a tribe may hope for if it does not count yet.

    It counts once both have two prestige on markers (PC-36).
    """
    other = state.ally(tribe)
    if other is None or adding_ally(state, tribe) is not None:
        return 0.0
    lacks = sum(max(0, ALLY_PRESTIGE - state.tribes[one].prestige) for one in (tribe, other))
    hope = float(SUM_HOPE**lacks) if lacks <= _turns_left(state, tribe) else 0.0
    return hope * tribe_result(state, other).total()


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


def _defence_probability(
    state: State, camp: int, raider: int, by: int, hand: tuple[str, ...]
) -> float:
    """Return the probability that a camp repels a raid of strength `by` on its next turn."""
    if camp in state.neutral and _next_player_of(state, camp) == raider:
        return 0.0
    weapons = sorted(value(card) for card in hand if card in WEAPONS)
    if weapons and weapons[-1] >= by:
        return DEFENDS_ARMED
    if sum(weapons[-2:]) >= by and len(weapons) > 1 and state.round <= LAST_SUMMER_ROUND:
        return DEFENDS_WITH_TWO
    if state.round > LAST_SUMMER_ROUND + 1 or by > max(map(value, WEAPONS)):
        return 0.0
    there = any(card in WEAPONS and value(card) >= by for card in state.market)
    return DEFENDS_FROM_MARKET if there else DEFENDS_BY_LUCK


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
    return sum(worths[: min(may, CARDS_PLAYED)]) + LATER_CARD_SHARE * sum(worths[CARDS_PLAYED:])


def card_value(state: State, tribe: int, one: str, sticks: int = 0) -> float:
    """Return the value of one card in a hand that also holds `sticks` other sticks."""
    turns = _turns_left(state, tribe) + (state.turn == tribe)
    if one == STICK:
        raids = sum(not raid.turned for _, raid in state.raids(tribe))
        may = state.tribes[tribe].prestige < MARKERS and turns > (not raids)
        return STICK_VALUES[min(sticks, 2)] if may else IDLE_STICK_VALUE
    if one == HORSE:
        return HORSE_CARD_SHARE * horse_value(state, tribe, 1) if state.plain else 0.0
    if one in WEAPONS:
        raided = state.tribes[tribe].raid is not None and state.turn != tribe
        return (
            WEAPON_VALUES[value(one)] * (RAIDED_WEAPON_SHARE if raided else 1.0) if turns else 0.0
        )
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
                    found += WEAPON_TAKEN_GAIN * arms * (mine or raid.tribe != me)
            if mine and STICK not in hand and STICK in move.cards:
                found += STICK_TAKEN_GAIN * any(not raid.turned for _, raid in state.raids(tribe))
            return found
        case moves.Hunted():
            return -sum(card_value(state, tribe, one) for one in move.cards)
        case moves.Prove():
            gain = PROOF_GAIN if state.tribes[tribe].prestige else IDLE_PROOF_GAIN
            return gain - STICK_PROOF_COST * (STICK in move.cards)
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
            return horse_value(state, tribe, 1) if mine else NEUTRAL_HORSE_GAIN
        case moves.Coup():
            return COUP_GAIN if mine and one.prestige < MARKERS else NO_COUP_GAIN
        case moves.Raid():
            return _raid_value(state, hand, move, me, mine)
        case moves.Defend() | moves.Support():
            if one.raid is None or one.raid.tribe == me:
                return HELPING_GAIN
            saved = horse_value(state, tribe) if mine else 0.0
            return saved + RAID_ENDED_GAIN * (one.raid.tribe < state.setup.seats)
        case moves.GiveHorses():
            given = sum(horse_value(state, move.camp, more) for more in (1, 2))
            if not mine:
                return given if move.camp == me else -given
            lost = sum(horse_value(state, tribe, -less) for less in range(2))
            lost += given / (state.setup.seats - 1) * _hurts_another(state, move, me)
            return PRESTIGE_GIVEN * (one.prestige < MARKERS) - lost
        case moves.Disdain():
            target = state.tribes[move.camp]
            if not target.prestige or not _hurts_another(state, move, me):
                return IDLE_DISDAIN_GAIN
            known = any(card in PROOF_CARDS for card in target.known)
            return PROVED_DISDAIN_GAIN if known else DISDAIN_GAIN / (state.setup.seats - 1)
    return GAIN[type(move)]


def _hurts_another(state: State, move: Any, me: int) -> bool:
    return bool(move.camp < state.setup.seats and move.camp != me)


def _raid_value(
    state: State, hand: tuple[str, ...], move: moves.Raid, me: int, mine: bool
) -> float:
    """Return the value of a raid: the horse, the coup, and what the other tribe loses."""
    tribe, camp = state.turn, move.camp
    if not _turns_left(state, tribe) or (camp == me and not mine):
        return IDLE_RAID_GAIN
    by, known = state.strength(tribe, move.cards), state.tribes[camp].known
    home = 1 - _defence_probability(state, camp, me, by, known)
    robbed, found = state.tribes[camp].horses > 0, 0.0
    if mine:
        found += robbed * horse_value(state, tribe, 1)
        if state.raid_markers_at_camp(tribe):
            found += _coup_value(state, tribe, STICK in hand)
    if _hurts_another(state, move, me):
        found += robbed * horse_value(state, camp) / (state.setup.seats - 1)
    raid = state.tribes[camp].raid
    chases = raid is not None and raid.tribe not in (me, *state.neutral)
    return home * found + CHASE_GAIN * chases - OWN_CAMP_COST * (camp == me)
