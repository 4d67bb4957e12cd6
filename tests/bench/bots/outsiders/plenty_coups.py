"""An outsider at Plenty Coups, who asks of each action how much likelier it makes a win.

Rules of thumb:

- A tribe's score is its prestige, and each horse beyond the fifth that it will probably have in the
  end. Herds still grow, so early horses count as well. A higher score wins more often.
- Allies share a win, and their scores add once both have two prestige. An ally is worth a lot.
- A raid is worth its horse and perhaps a coup, times the odds that it stands: they depend on its
  strength, the weapons that are unseen or in the market, and the stronger warriors of the others.
- Each card that I spend would have had some use later. Sticks and high cards are kept longest.
- The neutral tribe's cards are nobody's. It plays for whoever plays it now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import comb, exp, log1p
from random import Random
from typing import Any

from referee.determinization import Action, KnownHands
from referee.plenty_coups.state import moves, phases
from referee.plenty_coups.state.cards import (
    HORSE,
    PROOF_CARDS,
    STICK,
    WEAPONS,
    clan_of,
    total,
    value,
)
from referee.plenty_coups.state.state import LAST_ROUND, MARKERS, Raid, State

GROWTH = 0.35  # Horses that a herd gains in a round.
WILLING = 0.7  # How likely a tribe defends itself if it can.
CHASED = 0.04  # How likely one of the others chases a raid, for each point that it lacks to 6.
STICK_COMES = 0.3  # How likely I get a stick in time.
YES = 0.4  # How likely a proposal is accepted.
SECOND = 0.3  # Points that the second action of a turn brings.

Change = Mapping[int, tuple[int, int]]  # The prestige and the horses that each tribe gains.


class Council:
    """What a player thinks of the tribes."""

    def __init__(self, state: State, seat: int, own: KnownHands) -> None:
        self.state, self.seat, self.tribe = state, seat, state.acting
        self.hand = [*own.get(self.tribe, ())]
        self.mine = self.tribe == seat
        self.left = LAST_ROUND - state.round
        self.unseen = Counter(state.deck.unseen)
        for camp, cards in own.items():
            self.unseen -= Counter(cards) - Counter(state.tribes[camp].known)
        self.now = self.share({})
        self.point = self.share({seat: (1, 0)}) - self.now or 0.02

    # -- how well a player stands ------------------------------------------------------------

    def share(self, change: Change, bonds: Mapping[int, int] | None = None) -> float:
        """Return my share of a win after a change. `bonds` are new alliances."""
        state, heat = self.state, 0.8 + 0.2 * self.left
        scores: dict[int, tuple[float, int]] = {}
        for number in state.players:
            tribe = state.tribes[number]
            prestige, horses = change.get(number, (0, 0))
            honour = max(0, min(MARKERS, tribe.prestige + prestige))
            herd = max(0, tribe.horses + horses)
            beyond = herd + GROWTH * self.left - 5
            if self.left:
                beyond = log1p(exp(beyond / 1.5)) * 1.5
            scores[number] = (honour + max(0.0, beyond) + 0.01 * herd - (herd == 0) * 0.3, honour)
        powers: dict[int, float] = {}
        for number, (score, honour) in scores.items():
            ally = (bonds or {}).get(number, state.ally(number))
            powers[number] = exp(score / heat)
            if ally in scores:
                both, lacks = scores[ally], max(0, 2 - honour) + max(0, 2 - scores[ally][1])
                adds = max(0.0, 1 - 0.25 * lacks) if self.left > lacks / 2 or not lacks else 0.0
                powers[number] *= 1 - adds
                powers[number] += adds * exp((score + both[0]) / heat) / 2
        return powers[self.seat] / sum(powers.values())

    def gain(self, change: Change, bonds: Mapping[int, int] | None = None) -> float:
        """Return how many points of prestige a change is worth to me."""
        return (self.share(change, bonds) - self.now) / self.point

    # -- odds --------------------------------------------------------------------------------

    def holds(self, tribe: int, cards: Iterable[str], more: int = 0) -> float:
        """Return the odds that a hand has one of the cards. It may take `more` of the pile."""
        other, wanted = self.state.tribes[tribe], {*cards}
        if wanted & {*other.known}:
            return 1.0
        whole = sum(self.unseen.values())
        fit = sum(self.unseen[card] for card in wanted)
        many = min(whole, max(0, other.hand - len(other.known)) + more)
        return 1.0 - comb(whole - fit, many) / comb(whole, many) if whole else 0.0

    def stands(self, camp: int, strength: int) -> float:
        """Return the odds that a raid stands until it comes home."""
        state = self.state
        if self.left == 0:
            return 0.0
        enough = [card for card in WEAPONS if value(card) >= strength]
        defends = self.holds(camp, enough, more=1) if enough else 0.05
        if {*enough} & {*state.market}:
            defends = max(defends, 0.7)
        if state.take_count == 0 and camp not in state.neutral:
            defends = self.holds(camp, enough)
        others = len(state.camps) - 1
        return float((1 - WILLING * defends) * (1 - CHASED * max(0, 6 - strength)) ** others)

    # -- what actions are worth ----------------------------------------------------------------

    def home(self, raid: Raid, camp: int, stick: float) -> float:
        """Return what it is worth to me that a raid comes home."""
        horse = int(self.state.tribes[camp].horses > 0)
        plain: dict[int, tuple[int, int]] = {raid.tribe: (0, horse), camp: (0, -horse)}
        worth = self.gain(plain)
        if not raid.turned and self.state.tribes[raid.tribe].prestige < MARKERS:
            worth += stick * (self.gain({**plain, raid.tribe: (1, horse)}) - worth)
        return worth

    def raid(self, camp: int, cards: tuple[str, ...]) -> float:
        """Return what a raid is worth."""
        state, tribe = self.state, self.tribe
        strength, standing = state.strength(tribe, cards), state.tribes[camp].raid
        turned = state.raid_markers_at_camp(tribe) < 1
        sticks = self.hand.count(STICK) - len(state.raids(tribe))
        stick = 0.75 if sticks > 0 else STICK_COMES
        stands = self.stands(camp, strength)
        worth = stands * self.home(Raid(tribe, cards, turned), camp, stick if self.mine else 0.2)
        if standing is not None:
            worth -= 0.7 * self.home(standing, camp, 0.4)
        return worth

    def defence(self, cards: tuple[str, ...]) -> float:
        """Return what it is worth to repel the raid on this camp."""
        state, tribe = self.state, self.tribe
        raid = state.tribes[tribe].raid
        if raid is None:
            return 0.0
        worth = -self.home(raid, tribe, 0.4)
        printed = total(raid.cards)
        young = len(raid.cards) == 1 and printed == 1
        if len(cards) == 1 and value(cards[0]) > printed and not young and STICK in self.hand:
            worth += self.coup() * (0.8 if state.summer and not state.actions.done else 0)
        return worth

    def coup(self) -> float:
        """Return what a coup of this tribe is worth."""
        return self.gain({self.tribe: (1, 0)})

    def alliance(self, tribe: int, other: int, gains: int) -> float:
        """Return what an alliance is worth. `gains` is the tribe that gains prestige."""
        return self.gain({gains: (1, 0)}, {tribe: other, other: tribe})

    def use(self, card: str) -> float:
        """Return what a card may bring in a later turn."""
        if not self.mine or not self.left:
            return 0.0
        if card == STICK:
            raids = [raid for _, raid in self.state.raids(self.tribe) if not raid.turned]
            used = self.state.tribes[self.tribe].prestige >= MARKERS
            return 0.1 if used else 0.75 if raids else 0.45
        if card == HORSE:
            return 0.5 if self.state.plain else 0.0
        if card in WEAPONS:
            return 0.06 * value(card) + 0.8 * (self.state.tribes[self.tribe].raid is not None)
        clan = clan_of(card) == self.state.setup.clans[self.tribe]
        return 0.09 * (value(card) + clan)

    def worth(self, move: Any) -> float:
        """Return what a move is worth, in points of prestige, without the cards that it costs."""
        state, tribe = self.state, self.tribe
        match move:
            case moves.Breed():
                return self.gain({tribe: (0, 1)})
            case moves.Raid(camp=camp, cards=cards):
                return self.raid(camp, cards)
            case moves.Reinforce(camp=camp, cards=cards):
                return self.raid(camp, cards) - SECOND * (state.actions.done == 0)
            case moves.Defend(cards=cards) | moves.Support(cards=cards):
                return self.defence(cards) - SECOND * (len(cards) - 1)
            case moves.Coup():
                return self.coup() + 0.2
            case moves.GiveHorses(camp=camp):
                return self.gain({tribe: (1, -2), camp: (0, 2)})
            case moves.Disdain(camp=camp):
                loses = int(state.tribes[camp].prestige > 0)
                return (1 - self.holds(camp, PROOF_CARDS)) * self.gain({camp: (-loses, 0)})
            case moves.Propose(cards=(card,)):
                other = state.camp_of(card)
                worth = YES * self.alliance(tribe, other, tribe) if self.mine else 0.0
                raid = state.tribes[tribe].raid
                if raid is not None and raid.tribe == other:
                    worth += self.home(raid, tribe, 0) - self.home(raid, tribe, 0.4)
                return worth
            case moves.Accept(cards=(card,)):
                other = state.camp_of(card)
                return self.alliance(tribe, other, other)
            case moves.Befriend(cards=(card,)):
                alike = [name for name in self.hand if clan_of(name) == clan_of(card)]
                return 0.1 * (len(alike) - 1) if state.own_tribe.bond is None else 0.0
            case moves.Hunt():
                return 0.12
            case moves.Bear():
                return self.gain({tribe: (-1, 0)})
        return 0.0

    def draft(self, cards: Sequence[str]) -> float:
        """Return what a hand is worth with these cards of the market: its best three."""
        return sum(sorted(map(self.use, (*self.hand, *cards)))[-3:])


def choose(
    _game: Any, state: State, seat: int, own: KnownHands, acts: Sequence[Action], random: Random
) -> Action:
    """Return the action that makes a win most likely."""
    council = Council(state, seat, own)

    def like(act: Action) -> float:
        move, noise = act.move, random.uniform(0, 0.01)
        if isinstance(state.phase, phases.Taking):
            return noise + (council.draft(move.cards) if isinstance(move, moves.Take) else 0.0)
        return noise + council.worth(move) - sum(map(council.use, getattr(move, "cards", ())))

    return max(acts, key=like)
