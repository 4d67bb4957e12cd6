"""Post-match analysis: the exact value of announcements and challenges in Coyote.

All cards are read at the count. So the analysis knows which cards were in play, but not which card
each player had. A value is the mean over the cards that may have been the player's own, and its
error is the deviation over these cards. If all of them give the same value, it is exact.
Announcements of other players are ignored, because they show no card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import comb, fsum, sqrt

from msgspec.structs import replace

from referee.contract import Message, Value
from referee.coyote.flow import apply, offers
from referee.coyote.state import moves
from referee.coyote.state.phases import Count
from referee.coyote.state.state import Announcement, CountedRound, Setup, State
from referee.coyote.view.boldness import announcer_view, hand_chances, in_parts
from referee.determinization import Action, MoveAnalysis

SAME = 1e-9  # A smaller deviation is a rounding error.
EVEN = 0.5  # A fair opening is the highest number with at least this probability.


def analyse_moves(states: Sequence[State], made: Sequence[moves.Move]) -> Iterator[MoveAnalysis]:
    """Yield the values of announcements and challenges, each with a better alternative.

    The value is the probability of being right if the round had been counted at that time. An
    announcement is right if the total reaches its number, and a challenge if it does not.
    """
    counted = _counted_rounds(states[0], made)
    for at, move in enumerate(made):
        if isinstance(move, moves.Announce | moves.Challenge):
            chances = _seat_chances(counted, states[at + 1], move.seat)
            if chances is not None:
                yield from _compare(at, states[at], move, chances)


def seat_chances(
    states: Sequence[State], made: Sequence[moves.Move], at: int, seat: int
) -> SeatChances | None:
    """Return what a seat could know at a move of a counted round, or None if that is unknown."""
    return _seat_chances(_counted_rounds(states[0], made), states[at + 1], seat)


def _seat_chances(
    counted: Mapping[int, CountedRound], after: State, seat: int
) -> SeatChances | None:
    told = counted.get(after.round)
    if told is None or after.acts.cards_taken() != told.acts.cards_taken():
        return None
    acts = replace(after.acts, replaced=told.acts.replaced)
    chances = SeatChances(after.setup, replace(told, acts=acts), seat)
    return chances if chances.known is not None else None


def _counted_rounds(begun: State, made: Sequence[moves.Move]) -> Mapping[int, CountedRound]:
    """Return each counted round's record by its number. The match is replayed to get them."""
    state = replace(begun, setup=replace(begun.setup, boldness=True))
    found: dict[int, CountedRound] = {}
    for move in made:
        state, _ = apply(state, move)
        if isinstance(state.phase.result, Count) and state.story:
            found[state.round] = state.story[-1]
    return found


class SeatChances:
    """What a seat could know, at one moment of a counted round, about the chances of numbers."""

    def __init__(self, setup: Setup, told: CountedRound, seat: int) -> None:
        self._setup = setup
        self.known = announcer_view(replace(told, said=(Announcement(seat, 1),)))
        self._chances: dict[int, tuple[float, ...]] = {}
        self._weights: list[float] = []

    def chances(self, number: int) -> tuple[float, ...]:
        """Return the chance that the total reaches a number, for each possible own card."""
        if number not in self._chances:
            assert self.known is not None
            deck, all_ways = self._setup.deck, comb(len(self.known.among), self.known.own)
            found = hand_chances(self._setup.rules, deck, self.known, number)
            self._chances[number] = tuple([one for one, _ in found])
            self._weights = [ways / all_ways for _, ways in found]  # The same for every number.
        return self._chances[number]

    def mean(self, number: int) -> float:
        """Return the mean chance that the total reaches a number."""
        return self.average(self.chances(number))

    def average(self, values: Sequence[float]) -> float:
        """Return the weighted mean of `values`: there is one value for each possible own card."""
        return fsum(one * weight for one, weight in zip(values, self._weights, strict=True))


def _compare(
    at: int, state: State, move: moves.Announce | moves.Challenge, chances: SeatChances
) -> Iterator[MoveAnalysis]:
    """Yield the move with the better of its alternatives. Yield nothing if it has none."""
    seat, standing = move.seat, 0 if state.phase.result else state.number
    if isinstance(move, moves.Challenge):
        more = moves.Announce(seat, standing + 1)
        was, might = _complement(chances.chances(standing)), chances.chances(standing + 1)
        key = "coyote.weighed.raise"
        yield _analysis_of(at, chances, more, was, might, key, number=more.number)
        return
    number, found = int(move.number), list[MoveAnalysis]()
    was, doubt = chances.chances(number), moves.Challenge(seat)
    if doubt in offers(state):
        might, key = _complement(chances.chances(standing)), "coyote.weighed.doubt"
        found.append(_analysis_of(at, chances, doubt, was, might, key, number=number))
    less = standing + 1 if standing else _fair_opening(chances, number)
    if less < number and (better := moves.Announce(seat, less)) in offers(state):
        might, key = chances.chances(less), "coyote.weighed.less"
        found.append(_analysis_of(at, chances, better, was, might, key, number=number, less=less))
    yield from sorted(found, key=lambda one: -one.cost)[:1]


def _complement(chances: Sequence[float]) -> tuple[float, ...]:
    return tuple(1 - one for one in chances)


def _analysis_of(
    at: int,
    chances: SeatChances,
    better: moves.Announce | moves.Challenge,
    was: Sequence[float],
    might: Sequence[float],
    key: str,
    **numbers: Value,
) -> MoveAnalysis:
    """Return the mean values of both moves, and the deviation of their difference as the error."""
    made, best = chances.average(was), chances.average(might)
    off = [(one - other - (best - made)) ** 2 for one, other in zip(might, was, strict=True)]
    error = sqrt(max(0.0, chances.average(off)))
    why = Message(key, {"made": in_parts(made, 100), "best": in_parts(best, 100), **numbers})
    return MoveAnalysis(
        at, better.seat, Action(better), made, best, error if error > SAME else 0.0, why
    )


def _fair_opening(chances: SeatChances, number: int) -> int:
    """Return the highest number below `number` with at least an even chance, or else 1."""
    low, high = 1, number
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if chances.mean(middle) >= EVEN else (low, middle)
    return low
