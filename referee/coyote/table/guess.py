"""The cards at all foreheads as they may be: what a player of Coyote thinks with.

It looks to the end of the round. It announces, challenges, and sits out where it knows its card;
the other optional actions are for people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from math import exp
from typing import NamedTuple

from referee.coyote.rules.play import apply
from referee.coyote.rules.reveal import next_round
from referee.coyote.state.acts import TAKES, Acts
from referee.coyote.state.cards import DOUBLE, DRAW, MAX_MINUS, MAX_ZERO, is_number
from referee.coyote.state.moves import Announce, CardsRead, Challenge, SitOut
from referee.coyote.state.phases import (
    Answer,
    Challenged,
    Counted,
    Draw,
    Guessed,
    Over,
    Replaced,
    Talking,
)
from referee.coyote.state.state import State, is_in, left
from referee.worlds import Act, Chance, Hands, Own, Unlikely, dealt, must_fit, shuffled

# How far over the least number is announced: of 150 matches against common advice 57 % were won
# with these, and 44 % with 3 beside them, which mostly led to a challenge.
ABOVE = (0, 1)
MEAN = 4.0  # what a card counts that is not seen, about
TRIES = 6  # deals, until one fits what was announced
TRUST = 1.5  # points by which they are out who announced what they hoped for
MARGIN = 1.0  # points that a number may be beyond that: who said it sees the own card
DOUBT = 1.5  # points by which people are out who add up what they see
ONE_MORE = 0.7  # how often no more than one is added
CLOSE = 4  # sums that lie so close are one to who looks at them


class World(NamedTuple):
    """A state with the cards before each seat, the oldest first, and the pile from its top.

    `counted` tells that the round ended in this world.
    """

    state: State
    hands: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    counted: bool = False

    @property
    def mover(self) -> int | None:
        """Whose turn it is to speak; None from the count on."""
        phase = self.state.phase
        rests = self.counted or type(phase) is Over or phase.turns
        return None if rests else self.state.turn

    def sight(self) -> Hashable:
        """Return about what the cards of the others count."""
        return round(self._seen() / CLOSE)

    def _seen(self) -> float:
        return glance(self.hands, self.state.turn)

    def acts(self) -> Sequence[Act]:
        """Return numbers not far above the least one, and a challenge where one may be."""
        state, phase = self.state, self.state.phase
        least = 1 if phase.result else state.number + 1
        acts = [Act(Announce(state.turn, least + above)) for above in ABOVE]
        doubts = type(phase) is Answer or (type(phase) is Talking and state.said)
        if doubts and state.turn != state.announcer:
            acts.append(Act(Challenge(state.turn)))
        elif type(phase) is Guessed and state.turn != state.announcer:
            acts.append(Act(SitOut(state.turn)))
        return acts

    def likely(self, chance: Chance) -> Act:
        """Return what somebody does who adds up what they see."""
        acts, about = self.acts(), self._seen() + MEAN
        if not isinstance(acts[-1].move, Challenge):
            fits = [one for one in acts if getattr(one.move, "number", 0) <= about]
            return chance.choice(fits or acts[:1])
        over = max(-DOUBT * 9, min((self.state.number - about - MARGIN), DOUBT * 9))
        if chance.random() < 1 / (1 + exp(-over / DOUBT)):
            return acts[-1]
        return acts[0] if chance.random() < ONE_MORE else acts[1]

    def after(self, act: Act, chance: Chance) -> World:
        """Return the world after it: once somebody challenges, the cards are read and counted."""
        del chance
        state, _ = apply(self.state, act.move)
        pile, counted = self.pile, isinstance(state.phase, Challenged)
        while isinstance(phase := state.phase, Challenged):
            match phase:
                case Replaced():
                    there = (*state.acts.lying(), *self._swapped_out(state.acts))
                case Draw(cards=lying):
                    there, pile = (*lying, *pile[:1]), pile[1:]
                case _:
                    there = tuple(card for held in self.hands for card in held)
            state, _ = apply(state, CardsRead(there))
        return World(state, self.hands, pile, counted)

    def _swapped_out(self, acts: Acts) -> tuple[str, ...]:
        """Return the cards that were swapped out and have not been seen by all: the oldest ones."""
        swaps = Counter(use.seat for use in acts.used if use.action == "swap")
        out = Counter(card for seat, many in swaps.items() for card in self.hands[seat][:many])
        return tuple((out - Counter(acts.out())).elements())

    def worth(self) -> tuple[float, ...]:
        """Return nothing for who lost the round and all for the others; half before its end."""
        result, seats = self.state.phase.result, range(len(self.hands))
        if result is None or not self.counted:
            return tuple(0.5 for _ in seats)
        return tuple(float(seat != result.loser) for seat in seats)


def glance(hands: Hands, seat: int) -> float:
    """Return what the cards count that a seat sees, at a glance."""
    cards = [card for other, held in enumerate(hands) if other != seat for card in held]
    values = sorted(int(card) for card in cards if is_number(card))
    top = max(values[-1:], default=0)
    less = top * (MAX_ZERO in cards) + 2 * top * (MAX_MINUS in cards)
    whole = sum(values) - min(less, 2 * top) * (top > 0)
    return whole * (1 + (DOUBLE in cards)) + MEAN * cards.count(DRAW)


def guess(state: State, seat: int, own: Own, chance: Chance) -> World:
    """Return a world that fits the cards that are seen, and what the deck has of each.

    After a count the cards are those of the round that it opens. Raises `Unlikely`.
    """
    del seat
    phase = state.phase
    now = next_round(state, phase) if type(phase) is Counted else state
    seats = range(len(state.strikes))
    counts = [is_in(now, one) + _taken(now.acts, one) for one in seats]
    up = {one: _up(now.acts, one) for one in seats}
    for one, cards in own.items():
        if Counter(up.get(one, ())) - Counter(cards):
            raise Unlikely(one, cards)
    must_fit(own, counts)
    hidden = [*Counter(left(now)).elements()]
    for _ in range(TRIES):
        hands, pile = dealt(hidden, {**up, **own}, counts, chance)
        if chance.random() < _told(now, own, hands):
            break
    return World(state, hands, (*pile, *shuffled(Counter(now.discards).elements(), chance)))


def _told(state: State, own: Own, hands: Hands) -> float:
    """Return how likely it is that what was announced was, by who saw such cards."""
    likely = 1.0
    last = {said.seat: said.number for said in state.said}
    for seat, number in last.items():
        if seat in own or not own:
            over = (number - glance(hands, seat) - MEAN - MARGIN) / TRUST
            likely *= 1 / (1 + exp(max(-9.0, min(over, 9.0))))
    return likely


def _up(acts: Acts, seat: int) -> tuple[str, ...]:
    return tuple(face.card for face in acts.up if face.seat == seat)


def _taken(acts: Acts, seat: int) -> int:
    """Return how many cards a seat took by actions, its own or another's."""
    takes = (use for use in acts.used if use.action in TAKES)
    return sum((use.seat if use.target is None else use.target) == seat for use in takes)
