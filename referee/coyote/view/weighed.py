"""What announcements and challenges of Coyote were worth: exact, by the cards of the deck.

All cards are read at the count. So it is known by then what each player saw, but for whose card was
whose: what a figure is about is the mean over the cards that may have been the player's own, and
how far it may be another is the deviation from that. Where all of these come to the same it is
exact. What others said is no card that anybody saw, and is left out of account.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import comb, fsum, sqrt

from msgspec.structs import replace

from referee.contract import Message, Value
from referee.coyote.rules.play import apply
from referee.coyote.state import moves
from referee.coyote.state.phases import Count
from referee.coyote.state.state import Setup, State
from referee.coyote.state.story import Said, Told
from referee.coyote.view.boldness import seen, spread
from referee.coyote.view.chances import Odds, hands
from referee.coyote.view.offers import offers
from referee.worlds import Act, Weighed

SAME = 1e-9  # a deviation that is no more than rounding
EVEN = 0.5  # the highest number that is as likely is a fair one to open with


def weighed(states: Sequence[State], made: Sequence[moves.Move]) -> Iterator[Weighed]:
    """Yield what announcements and challenges were worth, and what there was instead.

    Worth is the chance to be right, had the round been counted then: that the total reached the
    number, or that it did not reach the one that was doubted.
    """
    counted = _counted(states[0], made)
    for at, move in enumerate(made):
        if not isinstance(move, moves.Announce | moves.Challenge):
            continue
        before, after = states[at], states[at + 1]
        told = counted.get(after.round)
        if told is not None and after.acts.taken() == told.acts.taken():
            acts = replace(after.acts, replaced=told.acts.replaced)
            sight = _Sight(before.setup, replace(told, acts=acts), move.seat)
            if sight.known is not None:
                yield from _compared(at, before, move, sight)


def _counted(begun: State, made: Sequence[moves.Move]) -> Mapping[int, Told]:
    """Return what lay there in each round that was counted, by its number: played once more."""
    state = replace(begun, setup=replace(begun.setup, boldness=True))
    found: dict[int, Told] = {}
    for move in made:
        state, _ = apply(state, move)
        if isinstance(state.phase.result, Count) and state.story:
            found[state.round] = state.story[-1]
    return found


class _Sight:
    """What a seat saw at a moment of a round that was counted: its chances."""

    def __init__(self, setup: Setup, told: Told, seat: int) -> None:
        self._setup = setup
        self.known = seen(replace(told, said=(Said(seat, 1),)))
        self._chances: dict[int, tuple[float, ...]] = {}
        if self.known is not None:
            own = list(hands(Counter(self.known.among), self.known.own))
            self._own = [(mine, others) for mine, _, others in own]
            self._weights = [
                ways / comb(len(self.known.among), self.known.own) for _, ways, _ in own
            ]

    def chances(self, number: int) -> tuple[float, ...]:
        """Return the chance that the total reaches a number, by what the own cards may be."""
        if number not in self._chances:
            self._chances[number] = tuple(self._each(number))
        return self._chances[number]

    def mean(self, number: int) -> float:
        """Return the chance on average."""
        return self.average(self.chances(number))

    def average(self, values: Sequence[float]) -> float:
        """Return the mean of values that go with the own cards."""
        return fsum(one * weight for one, weight in zip(values, self._weights, strict=True))

    def _each(self, number: int) -> Iterator[float]:
        known, setup = self.known, self._setup
        assert known is not None
        discards, unseen = dict(known.discards), dict(setup.deck)
        for card, many in known.discards:
            unseen[card] -= many
        for card in (*known.counting, *known.among, *known.apart):
            unseen[card] = unseen.get(card, 0) - 1
        odds = Odds(setup.rules, number, unseen, discards)
        pile = sum(many for many in unseen.values() if many > 0) - known.hidden
        for mine, others in self._own:
            yield odds.chance((*known.counting, *spread(others)), mine, known.own, pile)


def _compared(
    at: int, state: State, move: moves.Announce | moves.Challenge, sight: _Sight
) -> Iterator[Weighed]:
    """Yield a move with what there was instead, if anything was: the better of what may be."""
    seat, standing = move.seat, 0 if state.phase.result else state.number
    if isinstance(move, moves.Challenge):
        more = moves.Announce(seat, standing + 1)
        was, might = _against(sight.chances(standing)), sight.chances(standing + 1)
        one = _told(at, sight, more, was, might)
        now, then = in_percent(one.made), in_percent(one.best)
        said: dict[str, Value] = {"made": now, "number": more.number, "best": then}
        yield one._replace(why=Message("coyote.weighed.raise", said))
        return
    number, found = int(move.number), list[Weighed]()
    was, doubt = sight.chances(number), moves.Challenge(seat)
    if doubt in offers(state):
        one = _told(at, sight, doubt, was, _against(sight.chances(standing)))
        now, then = in_percent(one.made), in_percent(one.best)
        said = {"made": now, "number": number, "best": then}
        found.append(one._replace(why=Message("coyote.weighed.doubt", said)))
    less = moves.Announce(seat, standing + 1 if standing else _fair(sight, number))
    if less.number < number and less in offers(state):
        one = _told(at, sight, less, was, sight.chances(int(less.number)))
        now, then = in_percent(one.made), in_percent(one.best)
        said = {"made": now, "number": number, "best": then, "less": less.number}
        found.append(one._replace(why=Message("coyote.weighed.less", said)))
    yield from sorted(found, key=lambda one: -one.cost)[:1]


def _against(chances: Sequence[float]) -> tuple[float, ...]:
    return tuple(1 - one for one in chances)


def in_percent(chance: float) -> int:
    """Return a chance in whole percents, 0 and 100 only where it is certain.

    >>> in_percent(0.0), in_percent(0.001), in_percent(0.554), in_percent(0.999), in_percent(1.0)
    (0, 1, 55, 99, 100)
    """
    if chance in (0.0, 1.0):
        return round(100 * chance)
    return min(99, max(1, round(100 * chance)))


def _told(
    at: int,
    sight: _Sight,
    better: moves.Announce | moves.Challenge,
    was: Sequence[float],
    might: Sequence[float],
) -> Weighed:
    """Return what two moves were worth on average, and how far their difference strays."""
    made, best = sight.average(was), sight.average(might)
    off = [(one - other - (best - made)) ** 2 for one, other in zip(might, was, strict=True)]
    error = sqrt(max(0.0, sight.average(off)))
    return Weighed(at, better.seat, Act(better), made, best, error if error > SAME else 0.0)


def _fair(sight: _Sight, number: int) -> int:
    """Return the highest number below one that was as likely as not to be there; 1 at least."""
    low, high = 1, number
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if sight.mean(middle) >= EVEN else (low, middle)
    return low
