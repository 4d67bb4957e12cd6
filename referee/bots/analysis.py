"""Looking back at a match: which moves cost most, and what else there was.

A move is judged by what its player could know: the cards that can be told to have been theirs
(`Game.recalled`), and for all others worlds as they might have lain. A game that can say what a
move was worth without a guess (`Game.weighed`) is asked instead.
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
from referee.bots.search import ActionStats, Sampler, View, search
from referee.contract import Game, RefereeError
from referee.determinization import (
    Action,
    Chance,
    Determinization,
    KnownHands,
    MoveAnalysis,
    shuffled,
)

# Acts that are looked at in all, 0.013 to 0.031 ms each on one core of a laptop's: a match of 300
# decisions takes half a minute at most. Halved, the error grows by two fifths.
EFFORT = 1_000_000
MOST = 3  # moves of each person that are told
SECOND = 6  # of each person that are looked at more closely: with 3, noise decides which
BATCHES = 8  # searches of each of the two acts, so that their spread says how sure it is
SURE = 2.0  # times its error a cost has to be: at 1, one in six that are told is none
LEAST = 0.05  # what costs less is not worth telling
FINEST = 0.01  # no search is surer than that
GLANCE, LOOK = (40, 2_000), (40, 1_000)  # steps at least and at most: of each move, of each batch
TRIES = 24  # hands, until one fits what was done
HANDS = 6  # that may have been theirs: what cannot be done with one of them is no choice
PRIOR = 3  # how many times an act was done that is thought as good as all others

Rules = Game[Any, Any, Any]
Guesses = Callable[[Any, int, KnownHands, Chance], Determinization]
T = TypeVar("T")
P = ParamSpec("P")


def _if_it_fits(look: Callable[P, T | None]) -> Callable[P, T | None]:
    """Make what is found None where what was put together of a hand is none that there was."""

    @wraps(look)
    def found(*args: P.args, **more: P.kwargs) -> T | None:
        try:
            return look(*args, **more)
        except (RefereeError, LookupError):
            return None

    return found


class _Decision(NamedTuple):
    """A move that was a choice, and what its player knew before it."""

    at: int
    seat: int
    made: Action
    many: int  # how many acts there were
    known: Sampler
    unknown: Sampler


class _Candidate(NamedTuple):
    """A decision that may have cost something, about so much, against another act."""

    seems: float
    decision: _Decision
    better: Action


def costliest_moves(
    game: Rules,
    states: Sequence[Any],
    moves: Sequence[Any],
    persons: Collection[int],
    random: Random,
    effort: int = EFFORT,
    left_out: Collection[int] = (),
) -> tuple[MoveAnalysis, ...]:
    """Return the moves of each person that cost most, the worst first, three at most.

    `states` has one more than `moves`, which it begins before; `persons` are seats, `left_out` the
    numbers of moves that somebody else made for them. The same numbers of `random` lead to the
    same.
    """
    if game.analyse_moves is not None:
        found = game.analyse_moves(states, moves)
        weighed = [one for one in found if one.seat in persons and one.at not in left_out]
    else:
        weighed = list(_searched(game, states, moves, persons, left_out, random, effort))
    return tuple(_worst([one for one in weighed if _is_told(one)], MOST))


def _is_told(one: MoveAnalysis) -> bool:
    return one.cost >= LEAST and one.cost > SURE * one.error


def _worst(found: Iterable[MoveAnalysis], most: int) -> Iterator[MoveAnalysis]:
    """Yield so many of each seat, the worst first."""
    told = dict[int, int]()
    for one in sorted(found, key=lambda one: (-one.cost, one.at)):
        told[one.seat] = told.get(one.seat, 0) + 1
        if told[one.seat] <= most:
            yield one


# -- by search ----------------------------------------------------------------------------------


def _searched(
    game: Rules,
    states: Sequence[Any],
    moves: Sequence[Any],
    persons: Collection[int],
    left_out: Collection[int],
    random: Random,
    effort: int,
) -> Iterator[MoveAnalysis]:
    """Yield what the moves cost that seem to have cost most; first all are glanced at."""
    found = [
        one
        for at in range(len(moves))
        if persons
        and at not in left_out
        and (one := _decision(game, states, moves, at, persons, random))
    ]
    if not found:
        return
    steps = effort / fmean(one.many for one in found)
    glance = _within(steps / 2 / len(found), GLANCE)
    glanced = [_glanced(game, one, glance, random) for one in found]
    seem = [one for one in glanced if one is not None]
    seem.sort(key=lambda one: (-one.seems, one.decision.at))
    closer = [one for seat in persons for one in _of(seat, seem)[:SECOND]]
    if closer:
        look = _within(steps / 2 / len(closer) / BATCHES / 2, LOOK)
        for candidate in closer:
            told = _weighed(game, candidate, look, random)
            if told is not None:
                yield told


def _of(seat: int, found: Iterable[_Candidate]) -> list[_Candidate]:
    return [one for one in found if one.decision.seat == seat]


def _within(number: float, limits: tuple[int, int]) -> int:
    least, most = limits
    return round(max(least, min(number, most)))


@_if_it_fits
def _decision(
    game: Rules,
    states: Sequence[Any],
    moves: Sequence[Any],
    at: int,
    persons: Collection[int],
    random: Random,
) -> _Decision | None:
    """Return a move as a choice of a person; None where it was none, or is not known to be one."""
    state, move, guess = states[at], moves[at], game.sample_hidden
    if guess is None:
        return None
    said: int | None = getattr(move, "seat", getattr(move, "player", None))
    seat = guess(state, min(persons), {}, random).mover if said is None else said
    if seat is None or seat not in persons:
        return None
    own = (
        {}
        if game.reconstruct_hand is None
        else dict(game.reconstruct_hand(states, moves, at, seat))
    )
    for _ in range(TRIES):
        world = _world(guess, state, seat, own, random)
        if world.mover != seat:
            return None
        acts = world.legal_actions()
        made = [act for act in acts if _is_same(act.move, move)]
        if len(made) == 1:
            break
        if len(acts) < 2 or len(made) > 1:
            return None
    else:
        return None
    if len(acts) < 2:
        return None
    open_ = game.visible_hands(state, None)
    seen = {hand: cards for hand, cards in own.items() if hand in open_}
    return _Decision(
        at,
        seat,
        made[0],
        len(acts),
        lambda chance: _holding(guess, state, seat, own, made[0], chance),
        lambda chance: guess(state, seat, seen, chance),
    )


def _holding(
    guess: Guesses,
    state: Any,
    seat: int,
    own: KnownHands,
    made: Action,
    chance: Chance,
) -> Determinization:
    """Return a world in which a seat could do what it did."""
    for _ in range(TRIES):
        world = _world(guess, state, seat, own, chance)
        if made in world.legal_actions():
            break
    return world


def _world(
    guess: Guesses, state: Any, seat: int, own: KnownHands, chance: Chance
) -> Determinization:
    """Return a world in which a seat holds what is known of its hands, and others beside it.

    A guess takes a hand only whole. So it first deals all of them as the others would, and cards
    that are known take the place of as many that are not.
    """
    if not own:
        return guess(state, seat, own, chance)
    dealt, whole = guess(state, seat, {}, chance), dict[int, tuple[str, ...]]()
    for hand, cards in own.items():
        held = Counter(dealt.hands[hand])
        others = shuffled((held - Counter(cards)).elements(), chance)
        whole[hand] = (*cards, *others[: max(0, len(dealt.hands[hand]) - len(cards))])
    return guess(state, seat, whole, chance)


def _is_same(move: Any, made: Any) -> bool:
    """Tell whether a move is the one that was made, however its cards came to be read."""
    return move is not None and _plain(move) == _plain(made)


def _plain(move: Any) -> Any:
    if not isinstance(move, msgspec.Struct):
        return move
    fields = {name: getattr(move, name) for name in move.__struct_fields__}
    fields.pop("proof", None)
    fields.pop("behind", None)
    if isinstance(cards := fields.get("cards"), tuple):
        fields["cards"] = tuple(sorted(cards))
    return type(move), fields


def _one_hand(game: Rules, decision: _Decision, random: Random) -> Sampler:
    """Return worlds in which the hand of who decides is one that it may have held."""
    guess = game.sample_hidden
    assert guess is not None
    first = decision.known(random)
    hands = game.visible_hands(first.state, decision.seat)
    own = {hand: first.hands[hand] for hand in hands if hand < len(first.hands)}
    return lambda chance: guess(first.state, decision.seat, own, chance)


def _sure(one: _Decision, random: Random) -> set[Action]:
    """Return the acts that there were whatever else was in the hand, so far as is known."""
    sure = set(one.known(random).legal_actions())
    for _ in range(HANDS):
        sure.intersection_update(one.known(random).legal_actions())
    return sure - {one.made}


@_if_it_fits
def _glanced(game: Rules, one: _Decision, steps: int, random: Random) -> _Candidate | None:
    """Return a decision with an act that seems better, if there is one."""
    known, share = _one_hand(game, one, random), unknown_share(game)
    view: View = search(known, one.unknown, steps, game.horizon, share, random)
    others = [act for act in _in_order(view, _sure(one, random)) if view[act].visits]
    if not others or one.made not in view:
        return None
    mean = sum(tried.total for tried in view.values()) / sum(one.visits for one in view.values())

    def seems(tried: ActionStats) -> float:
        return (tried.total + PRIOR * mean) / (tried.visits + PRIOR)

    better = max(others, key=lambda act: seems(view[act]))
    gain = seems(view[better]) - seems(view[one.made])
    return _Candidate(gain, one, better) if gain > 0 else None


def _in_order(view: View, acts: Collection[Action]) -> Iterator[Action]:
    """Yield those of the acts that were tried, in an order that is always the same."""
    return (act for act in view if act in acts)


@_if_it_fits
def _weighed(game: Rules, candidate: _Candidate, steps: int, random: Random) -> MoveAnalysis | None:
    """Return what a move and a better act are worth, by as many searches of each."""
    one, better = candidate.decision, candidate.better
    made, best = list[float](), list[float]()
    for _ in range(BATCHES):
        known, seed = _one_hand(game, one, random), random.random()
        tried = [_tried(game, one, known, act, steps, Random(seed)) for act in (one.made, better)]
        if all(each.visits for each in tried):
            made.append(tried[0].mean)
            best.append(tried[1].mean)
    if len(made) < BATCHES / 2:
        return None
    differ = [high - low for low, high in zip(made, best, strict=True)]
    error = max(FINEST, stdev(differ) / sqrt(len(differ)))
    return MoveAnalysis(one.at, one.seat, better, fmean(made), fmean(best), error)


def _tried(
    game: Rules, one: _Decision, known: Sampler, act: Action, steps: int, random: Random
) -> ActionStats:
    """Return what came of an act where its player did that and nothing else."""
    view = search(
        lambda chance: _Bound(known(chance), act),
        lambda chance: _Bound(one.unknown(chance), act),
        steps,
        game.horizon,
        unknown_share(game),
        random,
    )
    return view.get(act, ActionStats())


class _Bound(NamedTuple):
    """A world in which who is to decide does one thing, where it can."""

    world: Determinization
    act: Action

    @property
    def state(self) -> Any:
        """The game's state."""
        return self.world.state

    @property
    def hands(self) -> Sequence[tuple[str, ...]]:
        """The cards of each hand."""
        return self.world.hands

    @property
    def mover(self) -> int | None:
        """Who is to decide next."""
        return self.world.mover

    def legal_actions(self) -> Sequence[Action]:
        """Return the one act, or what else may be done where it may not."""
        acts = self.world.legal_actions()
        return [self.act] if self.act in acts else acts

    def information_set_key(self) -> Hashable:
        """Return what the mover knows."""
        return self.world.information_set_key()

    def playout_action(self, chance: Chance) -> Action:
        """Return what somebody might do."""
        return self.world.playout_action(chance)

    def play(self, act: Action, chance: Chance) -> Any:
        """Return the world once that is done: nobody is bound any more."""
        return self.world.play(act, chance)

    def evaluate(self) -> tuple[float, ...]:
        """Return what each seat's position promises."""
        return self.world.evaluate()
