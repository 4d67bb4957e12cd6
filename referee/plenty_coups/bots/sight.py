"""A seat's knowledge of each player of Plenty Coups, as numbers: the inputs of the network.

Each player has a row of numbers, and the network rates each row by itself. A seat knows its own
hand. In the other hands it expects the hidden cards by their shares among all hidden cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from referee.disk.networks import Numbers
from referee.plenty_coups.rules.ending import ALLY_PRESTIGE, adding_ally
from referee.plenty_coups.state import phases
from referee.plenty_coups.state.cards import HORSE, STICK, WEAPONS, clan_of, value
from referee.plenty_coups.state.state import (
    HORSES_WITHOUT_PRESTIGE,
    LAST_ROUND,
    LAST_SUMMER_ROUND,
    MARKERS,
    State,
    herd_prestige,
    turn_order,
)

# How strong a hidden warrior is: five clans without a bonus, and one's own with 1 more.
STRENGTHS = (0.0, 0.2, 0.25, 0.25, 0.25, 0.05)
TWO_WEAPONS = 0.5  # A defence with two weapons takes the whole turn.
TOO_STRONG = 0.05  # The chance to repel a raid that no single weapon repels.
ACTIONS, CARDS_TAKEN = 18.0, 18.0  # All of a match. All numbers are about 1.


def seen(state: State, seat: int, hand: Sequence[str]) -> Numbers:
    """Return the numbers of each player, as a seat sees them with its own hand."""
    look = _Look(state, seat, hand)
    return np.array([look.row(seat) for seat in range(state.setup.seats)], np.float32)


@lru_cache
def _positions(seats: int, elder: int) -> dict[int, int]:
    return {tribe: at for at, tribe in enumerate(turn_order(seats, elder))}


class _Look:
    """The knowledge of a seat, and the number of hidden cards of each kind."""

    def __init__(self, state: State, seat: int, hand: Sequence[str]) -> None:
        self.state, self.seat, self.hand = state, seat, hand
        self.at = _positions(state.setup.seats, state.setup.elder)
        self.here = self.at[state.turn]
        self.started = not isinstance(state.phase, phases.Turning | phases.Sweeping)
        hidden = Counter(state.deck.unseen)
        hidden.update(state.tribes[seat].known)
        hidden.subtract(hand)
        self.whole = max(1, sum(hidden.values()))
        self.sticks, self.horses = hidden[STICK] / self.whole, hidden[HORSE] / self.whole
        self.weapons = [hidden[weapon] for weapon in WEAPONS]
        self.warriors = max(0.0, 1 - self.sticks - self.horses - sum(self.weapons) / self.whole)
        self.arms = max((value(card) for card in state.market if card in WEAPONS), default=0)

    def row(self, seat: int) -> list[float]:
        """Return the numbers of a player."""
        state, tribe = self.state, self.state.tribes[seat]
        later = self.at[seat] > self.here
        turns = LAST_ROUND - state.round + later  # after the current one
        summer = max(0, LAST_SUMMER_ROUND - state.round + later)
        actions = (summer + turns) / ACTIONS
        moves = seat == state.turn and self.started
        wait = (self.at[seat] - self.here) % len(state.tribes) / len(state.tribes)
        two, season = float(state.setup.seats == 2), turns / LAST_ROUND
        prestige = tribe.prestige + herd_prestige(tribe.horses)
        return [
            *(1.0, seat == self.seat, season, turns == 0, actions),
            self._taken(seat, turns, summer),
            *(self._actions_now(moves) / 2, moves, wait, state.setup.seats / 4, seat in state.gone),
            *(tribe.prestige / MARKERS, tribe.prestige == 0, tribe.prestige >= ALLY_PRESTIGE),
            *(tribe.prestige == MARKERS, tribe.horses / 6, herd_prestige(tribe.horses) / 4),
            *(tribe.horses == 0, tribe.horses >= HORSES_WITHOUT_PRESTIGE),
            *(tribe.horses * season / 5, state.plain / 18, prestige / 4),
            *(prestige * (1 - season) / 2, two * prestige / 4, two * season),
            *self._cards_and_raids(seat, turns, actions, moves),
            *self._raided(seat),
            *self._allied(seat),
            tribe.stick is not None,
            *((1 - wait) * state.market.count(card) for card in (STICK, HORSE)),
            (1 - wait) * self.arms / 4 * (tribe.raid is not None),
        ]

    # -- turns -------------------------------------------------------------------------------------

    def _actions_now(self, moves: bool) -> int:
        if not moves:
            return 0
        if isinstance(self.state.phase, phases.Taking):
            return 1 + self.state.summer
        return self.state.actions.left

    def _taken(self, seat: int, turns: int, summer: int) -> float:
        """Return how many cards a player will still take, as a share of all."""
        phase, late = self.state.phase, LAST_SUMMER_ROUND + 1
        last = self.state.round + (self.at[seat] <= self.here) <= late and turns > 0
        now = phase.left if isinstance(phase, phases.Taking) and seat == self.state.turn else 0
        return ((turns > 0) * 2 * summer + last + now) / CARDS_TAKEN

    # -- cards and raids ---------------------------------------------------------------------------

    def _cards_and_raids(
        self, seat: int, turns: int, actions: float, moves: bool
    ) -> Iterable[float]:
        state, tribe = self.state, self.state.tribes[seat]
        known = self.hand if seat == self.seat else tribe.known
        held = len(known) if seat == self.seat else tribe.hand
        hidden = held - len(known)
        sticks = known.count(STICK) + hidden * self.sticks
        horses = known.count(HORSE) + hidden * self.horses
        weapons = [
            known.count(card) + hidden * many / self.whole
            for card, many in zip(WEAPONS, self.weapons, strict=True)
        ]
        strengths = [hidden * self.warriors * share for share in STRENGTHS]
        clans = [0, 0, 0]  # Warriors of the player's tribe, of another player, and of nobody.
        for card in known:
            if clan_of(card) >= 0:
                strengths[state.strength(seat, (card,))] += 1
                camp = state.camp_of(card)
                clans[0 if camp == seat else 1 if 0 <= camp < state.setup.seats else 2] += 1
        raids = [
            (raid, camp, turns and 1 - self._repelled(camp, state.strength(seat, raid.cards)))
            for camp, raid in state.raids(seat)
        ]
        fresh = sum(not raid.turned for raid, _, _ in raids)
        back, parried = len(state.actions.returned) * moves, state.actions.parried * moves
        return (
            *(sticks / 2, min(sticks, 1), horses / 2, *weapons),
            *(strengths[1] + strengths[2], *strengths[3:], *clans, held / 3),
            *(sticks * actions, horses * actions, len(raids) / 2, fresh / 2),
            sum(stands for _, _, stands in raids) / 2,
            sum(stands for raid, _, stands in raids if not raid.turned) / 2,
            sum(stands for _, camp, stands in raids if state.tribes[camp].horses) / 2,
            sum(state.strength(seat, raid.cards) for raid, _, _ in raids) / 8,
            *(min(fresh, sticks), back, min(back, sticks), parried, min(parried, sticks)),
        )

    def _raided(self, seat: int) -> Iterable[float]:
        raid = self.state.tribes[seat].raid
        if raid is None:
            return (0.0,) * 7
        strength = self.state.strength(raid.tribe, raid.cards)
        repelled = self._repelled(seat, strength)
        returns = LAST_ROUND - self.state.round + (self.at[raid.tribe] > self.here) > 0
        market = self.arms >= strength
        return 1.0, strength / 5, repelled, market, raid.turned, returns, returns * (1 - repelled)

    def _repelled(self, camp: int, strength: int) -> float:
        """Return how likely the cards in the hand of a camp can repel a raid."""
        known = self.hand if camp == self.seat else self.state.tribes[camp].known
        arms = sorted((value(card) for card in known if card in WEAPONS), reverse=True)
        if arms and arms[0] >= strength:
            return 1.0
        if camp == self.seat:
            return TWO_WEAPONS * (len(arms) > 1 and sum(arms[:2]) >= strength)
        if strength > value(WEAPONS[-1]):
            return TOO_STRONG
        fit, without = sum(self.weapons[max(0, strength - value(WEAPONS[0])) :]), 1.0
        for drawn in range(self.state.tribes[camp].hand - len(known)):
            without *= max(0, self.whole - fit - drawn) / max(1, self.whole - drawn)
        return 1 - without

    # -- alliances ---------------------------------------------------------------------------------

    def _allied(self, seat: int) -> Iterable[float]:
        state, tribe, ally = self.state, self.state.tribes[seat], self.state.ally(seat)
        results = [float(tribe.bond is not None and ally is None), float(ally is not None)]
        if ally is None:
            results += 0.0, 0.0, 0.0, 0.0
        else:
            other = state.tribes[ally]
            lacks = [max(0, ALLY_PRESTIGE - each.prestige) for each in (tribe, other)]
            results += other.prestige / MARKERS, herd_prestige(other.horses) / 4
            results += float(adding_ally(state, seat) is not None), sum(lacks) / 4
        proposes = proposed = 0.0
        for proposal in state.proposals:
            may = any(state.camp_of(card) == proposal.tribe for card in self.hand)
            if proposal.tribe == seat:
                proposes = 1.0 + (may and proposal.target == self.seat)
            if proposal.target == seat:
                proposed = 0.5 + 0.5 * (may and seat == self.seat)
        return (*results, proposes, proposed)
