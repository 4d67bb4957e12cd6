"""The post-match analysis: which moves cost most, and the better alternatives.

A move is judged by what its player could know: the cards that are known by now to have been in the
hand (`Game.reconstruct_hand`), and samples of all other cards. If a game can compute the value of
moves exactly (`Game.analyse_moves`), that is used instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from functools import wraps
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple, ParamSpec, TypeVar

import msgspec

from referee.bots.levels import unknown_share
from referee.bots.sample import sampler_of
from referee.bots.search import ActionStats, Sampler, Statistics, search
from referee.contract import Game, RefereeError
from referee.determinization import (
    Action,
    Chance,
    Determinization,
    KnownHands,
    MoveAnalysis,
    shuffled,
)

# The number of actions that one analysis tries. Each takes 0.013 to 0.031 ms on one core of a
# laptop, so a match of 300 decisions takes half a minute at most. With half as many actions, the
# error is 40 % larger.
EFFORT = 1_000_000
MOST_MOVES = 3  # The page shows each person this number of moves.
SECOND_LOOK = 6  # Each person's moves to examine closely. With only 3, chance decides which.
BATCHES = 8  # Number of searches of each of the two actions. Their spread gives the error.
SURE_ERRORS = (
    2.0  # Minimum ratio of cost to error. With 1, one in six shown moves would be no mistake.
)
LEAST_COST = 0.05  # Moves that cost less are not worth showing.
LEAST_ERROR = 0.01  # No search has a smaller error.
FIRST_STEPS, SECOND_STEPS = (
    (40, 2_000),
    (40, 1_000),
)  # Minimum and maximum steps of a search: for each move, and for each batch.
TRIES = 24  # Maximum number of attempts to deal cards with which the move is legal.
HANDS = 6  # Number of possible hands. An alternative must be legal with each of them.
PRIOR = 3  # The estimate adds this number of visits with the average value to each action.

AnyGame = Game[Any, Any, Any]
SampleHidden = Callable[[Any, int, KnownHands, Chance], Determinization]
T = TypeVar("T")
P = ParamSpec("P")


def _none_if_impossible(look: Callable[P, T | None]) -> Callable[P, T | None]:
    """Make a function return None if the reconstructed hand is impossible."""

    @wraps(look)
    def found(*args: P.args, **more: P.kwargs) -> T | None:
        try:
            return look(*args, **more)
        except (RefereeError, LookupError):
            return None

    return found


class _Decision(NamedTuple):
    """A move to which there were alternatives, and what its player knew before it."""

    at: int
    seat: int
    chosen: Action
    action_count: int  # Number of legal actions.
    known: Sampler
    unknown: Sampler


class _Candidate(NamedTuple):
    """A decision that may have been a mistake: the `better` action is worth `gain` more."""

    gain: float
    decision: _Decision
    better: Action


def costliest_moves(
    game: AnyGame,
    states: Sequence[Any],
    moves: Sequence[Any],
    people: Collection[int],
    random: Random,
    effort: int = EFFORT,
    left_out: Collection[int] = (),
) -> tuple[MoveAnalysis, ...]:
    """Return each person's costliest moves, worst first. Nobody gets more than `MOST_MOVES`.

    `states` starts before the first move, so it has one more element than `moves`. `people` are
    seats. `left_out` are the numbers of moves that somebody else made for a person. The same state
    of `random` gives the same result.
    """
    analyse_moves = game.require_bot().analyse_moves
    if analyse_moves is not None:
        found = analyse_moves(states, moves)
        analysed = [one for one in found if one.seat in people and one.at not in left_out]
    else:
        analysed = list(_analyse_by_search(game, states, moves, people, left_out, random, effort))
    return tuple(_costliest([one for one in analysed if _is_worth_telling(one)], MOST_MOVES))


def _is_worth_telling(one: MoveAnalysis) -> bool:
    return one.cost >= LEAST_COST and one.cost > SURE_ERRORS * one.error


def _costliest(found: Iterable[MoveAnalysis], most: int) -> Iterator[MoveAnalysis]:
    """Yield the costliest moves of each seat, worst first, but no more than `most` of each."""
    counts = dict[int, int]()
    for one in sorted(found, key=lambda one: (-one.cost, one.at)):
        counts[one.seat] = counts.get(one.seat, 0) + 1
        if counts[one.seat] <= most:
            yield one


# -- by search ----------------------------------------------------------------------------------


def _analyse_by_search(
    game: AnyGame,
    states: Sequence[Any],
    moves: Sequence[Any],
    people: Collection[int],
    left_out: Collection[int],
    random: Random,
    effort: int,
) -> Iterator[MoveAnalysis]:
    """Yield analyses of the moves that look costliest after a quick search of every move."""
    found = [
        one
        for at in range(len(moves))
        if people
        and at not in left_out
        and (one := _decision(game, states, moves, at, people, random))
    ]
    if not found:
        return
    steps = effort / fmean(one.action_count for one in found)
    first_steps = _clamp(steps / 2 / len(found), FIRST_STEPS)
    candidates = [_first_look(game, one, first_steps, random) for one in found]
    seem = [one for one in candidates if one is not None]
    seem.sort(key=lambda one: (-one.gain, one.decision.at))
    closer = [one for seat in people for one in _of_seat(seat, seem)[:SECOND_LOOK]]
    if closer:
        look = _clamp(steps / 2 / len(closer) / BATCHES / 2, SECOND_STEPS)
        for candidate in closer:
            analysis = _compare(game, candidate, look, random)
            if analysis is not None:
                yield analysis


def _of_seat(seat: int, found: Iterable[_Candidate]) -> list[_Candidate]:
    return [one for one in found if one.decision.seat == seat]


def _clamp(number: float, limits: tuple[int, int]) -> int:
    least, most = limits
    return round(max(least, min(number, most)))


@_none_if_impossible
def _decision(
    game: AnyGame,
    states: Sequence[Any],
    moves: Sequence[Any],
    at: int,
    people: Collection[int],
    random: Random,
) -> _Decision | None:
    """Return a move as a person's decision.

    Return None if the person had no alternative, or if no alternative is known.
    """
    state, move = states[at], moves[at]
    bot, sample_hidden = game.require_bot(), sampler_of(game)
    said: int | None = getattr(move, "seat", getattr(move, "player", None))
    seat = sample_hidden(state, min(people), {}, random).mover if said is None else said
    if seat is None or seat not in people:
        return None
    own = (
        {} if bot.reconstruct_hand is None else dict(bot.reconstruct_hand(states, moves, at, seat))
    )
    for _ in range(TRIES):
        sample = _sample(sample_hidden, state, seat, own, random)
        if sample.mover != seat:
            return None
        actions = sample.legal_actions()
        chosen = [action for action in actions if _is_same(action.move, move)]
        if len(chosen) == 1:
            break
        if len(actions) < 2 or len(chosen) > 1:
            return None
    else:
        return None
    if len(actions) < 2:
        return None
    open_ = game.table.visible_hands(state, None)
    seen = {hand: cards for hand, cards in own.items() if hand in open_}
    return _Decision(
        at,
        seat,
        chosen[0],
        len(actions),
        lambda chance: _sample_with_action(sample_hidden, state, seat, own, chosen[0], chance),
        lambda chance: sample_hidden(state, seat, seen, chance),
    )


def _sample_with_action(
    sample_hidden: SampleHidden,
    state: Any,
    seat: int,
    own: KnownHands,
    chosen: Action,
    chance: Chance,
) -> Determinization:
    """Return a sample in which the seat's action is legal."""
    for _ in range(TRIES):
        sample = _sample(sample_hidden, state, seat, own, chance)
        if chosen in sample.legal_actions():
            break
    return sample


def _sample(
    sample_hidden: SampleHidden, state: Any, seat: int, own: KnownHands, chance: Chance
) -> Determinization:
    """Return a sample in which the seat has the known cards of its hands.

    `sample_hidden` accepts only complete hands. So all hands are dealt at random first. Then the
    known cards replace some of the dealt ones.
    """
    if not own:
        return sample_hidden(state, seat, own, chance)
    dealt, whole = sample_hidden(state, seat, {}, chance), dict[int, tuple[str, ...]]()
    for hand, cards in own.items():
        held = Counter(dealt.hands[hand])
        others = shuffled((held - Counter(cards)).elements(), chance)
        whole[hand] = (*cards, *others[: max(0, len(dealt.hands[hand]) - len(cards))])
    return sample_hidden(state, seat, whole, chance)


def _is_same(move: Any, chosen: Any) -> bool:
    """Whether two moves are the same, even if their cards were read in different ways."""
    return move is not None and _plain(move) == _plain(chosen)


def _plain(move: Any) -> Any:
    if not isinstance(move, msgspec.Struct):
        return move
    fields = {name: getattr(move, name) for name in move.__struct_fields__}
    fields.pop("proof", None)
    fields.pop("behind", None)
    if isinstance(cards := fields.get("cards"), tuple):
        fields["cards"] = tuple(sorted(cards))
    return type(move), fields


def _sampler_with_hand(game: AnyGame, decision: _Decision, random: Random) -> Sampler:
    """Return a sampler that always gives the player the same possible hand."""
    sample_hidden = sampler_of(game)
    first = decision.known(random)
    hands = game.table.visible_hands(first.state, decision.seat)
    own = {hand: first.hands[hand] for hand in hands if hand < len(first.hands)}
    return lambda chance: sample_hidden(first.state, decision.seat, own, chance)


def _always_possible(one: _Decision, random: Random) -> set[Action]:
    """Return the actions that were legal with every hand tried."""
    possible = set(one.known(random).legal_actions())
    for _ in range(HANDS):
        possible.intersection_update(one.known(random).legal_actions())
    return possible - {one.chosen}


@_none_if_impossible
def _first_look(game: AnyGame, one: _Decision, steps: int, random: Random) -> _Candidate | None:
    """Return the decision with an action that seems better, or None if no action does."""
    known, bot = _sampler_with_hand(game, one, random), game.require_bot()
    share = unknown_share(bot)
    stats: Statistics = search(known, one.unknown, steps, bot.horizon, share, random)
    others = [
        action
        for action in _in_fixed_order(stats, _always_possible(one, random))
        if stats[action].visits
    ]
    if not others or one.chosen not in stats:
        return None
    mean = sum(tried.total for tried in stats.values()) / sum(one.visits for one in stats.values())

    def estimate(tried: ActionStats) -> float:
        return (tried.total + PRIOR * mean) / (tried.visits + PRIOR)

    better = max(others, key=lambda action: estimate(stats[action]))
    gain = estimate(stats[better]) - estimate(stats[one.chosen])
    return _Candidate(gain, one, better) if gain > 0 else None


def _in_fixed_order(stats: Statistics, actions: Collection[Action]) -> Iterator[Action]:
    """Yield the tried actions in the same order every time."""
    return (action for action in stats if action in actions)


@_none_if_impossible
def _compare(
    game: AnyGame, candidate: _Candidate, steps: int, random: Random
) -> MoveAnalysis | None:
    """Return the value of a move and that of a better action, each from several searches."""
    one, better = candidate.decision, candidate.better
    chosen, best = list[float](), list[float]()
    for _ in range(BATCHES):
        known, seed = _sampler_with_hand(game, one, random), random.random()
        tried = [
            _search_with(game, one, known, action, steps, Random(seed))
            for action in (one.chosen, better)
        ]
        if all(each.visits for each in tried):
            chosen.append(tried[0].mean)
            best.append(tried[1].mean)
    if len(chosen) < BATCHES / 2:
        return None
    differ = [high - low for low, high in zip(chosen, best, strict=True)]
    error = max(LEAST_ERROR, stdev(differ) / sqrt(len(differ)))
    return MoveAnalysis(one.at, one.seat, better, fmean(chosen), fmean(best), error)


def _search_with(
    game: AnyGame, one: _Decision, known: Sampler, action: Action, steps: int, random: Random
) -> ActionStats:
    """Return the statistics of an action after a search in which the mover must begin with it."""
    bot = game.require_bot()
    stats = search(
        lambda chance: _Forced(known(chance), action),
        lambda chance: _Forced(one.unknown(chance), action),
        steps,
        bot.horizon,
        unknown_share(bot),
        random,
    )
    return stats.get(action, ActionStats())


class _Forced(NamedTuple):
    """A sample in which the mover must take a given action, if it is legal."""

    sample: Determinization
    action: Action

    @property
    def state(self) -> Any:
        return self.sample.state

    @property
    def hands(self) -> Sequence[tuple[str, ...]]:
        return self.sample.hands

    @property
    def mover(self) -> int | None:
        return self.sample.mover

    def legal_actions(self) -> Sequence[Action]:
        """Return the forced action, or all legal actions if it is not legal."""
        actions = self.sample.legal_actions()
        return [self.action] if self.action in actions else actions

    def information_set_key(self) -> Hashable:
        return self.sample.information_set_key()

    def playout_action(self, chance: Chance) -> Action:
        return self.sample.playout_action(chance)

    def play(self, action: Action, chance: Chance) -> Any:
        """Return the sample after the action. In that sample, no action is forced any more."""
        return self.sample.play(action, chance)

    def evaluate(self) -> tuple[float, ...]:
        return self.sample.evaluate()
