"""Samples of the hidden cards for the bots of Coyote.

A bot looks ahead to the end of the round. It announces, challenges, and sits out if it guessed its
card. It uses no other optional action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from math import exp
from typing import NamedTuple

from referee import determinization
from referee.coyote.flow import apply
from referee.coyote.rules.actions import may_sit_out
from referee.coyote.rules.counting import group_cards
from referee.coyote.rules.reveal import next_round
from referee.coyote.rules.talk import may_challenge
from referee.coyote.state import phases
from referee.coyote.state.action_effects import TAKES, ActionEffects
from referee.coyote.state.cards import DRAW
from referee.coyote.state.moves import Announce, CardsRead, Challenge, SitOut
from referee.coyote.state.state import State, is_in, undiscarded

# A bot considers the announcements that exceed the least legal number by these amounts. With them,
# it won 57 % of 150 matches against commonly advised play. With 3 as a third value, it won only 44
# %, because 3 mostly led to a challenge.
ABOVE = (0, 1)
MEAN = 4.0  # Value in points that a bot assumes for an unseen card.
TRIES = 6  # Maximum number of deals, until one fits the announcements.
TRUST = 1.5  # Usual error of a hopeful announcer, in points.
MARGIN = 1.0  # Points added because the announcer sees a card that the doubter does not see.
DOUBT = 1.5  # Usual error, in points, of a player who adds up the visible cards.
ONE_MORE = 0.7  # Probability that a raise in a playout is by only one.
CLOSE = 4  # Sums are rounded to multiples of this many points, so that close ones are equal.


class Determinization(NamedTuple):
    """A state with the cards in front of each seat, oldest first, and the pile from the top.

    `counted` is true once this determinization has counted the round.
    """

    state: State
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    counted: bool = False

    @property
    def mover(self) -> int | None:
        """The seat that must speak; None after the count."""
        talks = not self.counted and isinstance(self.state.phase, phases.Talk | phases.Counted)
        return self.state.turn if talks else None

    def information_set_key(self) -> Hashable:
        """Return the approximate value of the other seats' cards."""
        return round(self._visible_total() / CLOSE)

    def _visible_total(self) -> float:
        return approximate_total(self.hands, self.state.turn)

    def legal_actions(self) -> Sequence[determinization.Action]:
        """Return announcements close to the least number, and the challenge if it is legal."""
        state, phase = self.state, self.state.phase
        least = 1 if phase.result else state.number + 1
        acts = [determinization.Action(Announce(state.turn, least + above)) for above in ABOVE]
        if (type(phase) is phases.Talking or type(phase) is phases.Answer) and may_challenge(state):
            acts.append(determinization.Action(Challenge(state.turn)))
        elif type(phase) is phases.Guessed and may_sit_out(state):
            acts.append(determinization.Action(SitOut(state.turn)))
        return acts

    def playout_action(self, chance: determinization.Chance) -> determinization.Action:
        """Return the action of a player who adds up the visible cards."""
        acts, about = self.legal_actions(), self._visible_total() + MEAN
        if not isinstance(acts[-1].move, Challenge):
            fits = [act for act in acts if getattr(act.move, "number", 0) <= about]
            return chance.choice(fits or acts[:1])
        over = max(-DOUBT * 9, min((self.state.number - about - MARGIN), DOUBT * 9))
        if chance.random() < 1 / (1 + exp(-over / DOUBT)):
            return acts[-1]
        return acts[0] if chance.random() < ONE_MORE else acts[1]

    def play(self, act: determinization.Action, chance: determinization.Chance) -> Determinization:
        """Return the determinization after an action. A challenge also counts the cards."""
        del chance
        state, _ = apply(self.state, act.move)
        pile, counted = self.pile, isinstance(state.phase, phases.Challenged)
        while isinstance(phase := state.phase, phases.Challenged):
            match phase:
                case phases.Replaced():
                    there = (*state.acts.open_cards(), *self._swapped_out(state.acts))
                case phases.Draw(cards=lying):
                    there, pile = (*lying, *pile[:1]), pile[1:]
                case _:
                    there = tuple(card for held in self.hands for card in held)
            state, _ = apply(state, CardsRead(there))
        return Determinization(state, self.hands, pile, counted)

    def _swapped_out(self, acts: ActionEffects) -> tuple[str, ...]:
        """Return the swapped-out cards that some players have not seen: the oldest ones."""
        swaps = Counter(use.seat for use in acts.used if use.action == "swap")
        out = Counter(card for seat, many in swaps.items() for card in self.hands[seat][:many])
        return tuple((out - Counter(acts.swapped_out())).elements())

    def evaluate(self) -> tuple[float, ...]:
        """Return 0 for the loser of the round and 1 for the others. Until it ends, all get 0.5."""
        result, seats = self.state.phase.result, range(len(self.hands))
        if result is None or not self.counted:
            return tuple(0.5 for _ in seats)
        return tuple(float(seat != result.loser) for seat in seats)


def approximate_total(hands: determinization.Hands, seat: int) -> float:
    """Return the approximate value of the cards that a seat sees. ×2 doubles all of it."""
    cards = [card for other, held in enumerate(hands) if other != seat for card in held]
    return group_cards(cards).total(totals=True) + MEAN * cards.count(DRAW)


def sample_hidden(
    state: State, seat: int, own: determinization.KnownHands, chance: determinization.Chance
) -> Determinization:
    """Return hidden cards that fit the visible cards and the deck. Raise `ImpossibleHand`.

    After a count, the cards are those of the next round.
    """
    del seat
    phase = state.phase
    now = next_round(state, phase) if type(phase) is phases.Counted else state
    seats = range(len(state.strikes))
    counts = [is_in(now, seat) + _cards_taken_by(now.acts, seat) for seat in seats]
    up = {number: now.acts.face_up_of(number) for number in seats}
    for one, cards in own.items():
        if Counter(up.get(one, ())) - Counter(cards):
            raise determinization.ImpossibleHand(one, cards)
    determinization.check_known_hands(own, counts)
    hidden = [*Counter(undiscarded(now)).elements()]
    for _ in range(TRIES):
        hands, pile = determinization.deal_hidden(hidden, {**up, **own}, counts, chance)
        if chance.random() < _announcement_likelihood(now, own, hands):
            break
    return Determinization(
        state, hands, (*pile, *determinization.shuffled(Counter(now.discards).elements(), chance))
    )


def _announcement_likelihood(
    state: State, own: determinization.KnownHands, hands: determinization.Hands
) -> float:
    """Return the likelihood of the announcements, given the cards that the announcers saw."""
    likely = 1.0
    last = {announcement.seat: announcement.number for announcement in state.said}
    for seat, number in last.items():
        if seat in own or not own:
            over = (number - approximate_total(hands, seat) - MEAN - MARGIN) / TRUST
            likely *= 1 / (1 + exp(max(-9.0, min(over, 9.0))))
    return likely


def _cards_taken_by(acts: ActionEffects, seat: int) -> int:
    """Return how many cards a seat took because of its own or another seat's actions."""
    takes = (use for use in acts.used if use.action in TAKES)
    return sum((use.seat if use.target is None else use.target) == seat for use in takes)
