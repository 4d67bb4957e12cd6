"""A match played twice, move by move: by a game, and by a model written from its rule file alone.

python -m tests.referee.comparison GAME MATCHES [SEED]

In each game, `comparison.py` says how a move of the model is a move of the code, and `compared` in
`summary.py` says which parts of a state are compared. Nothing else looks into a state. When the two
differ, draws of chance are left out as long as they still differ; the shortest match is printed.
"""

from __future__ import annotations

import json
import sys
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from importlib import import_module
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any, ClassVar

import pytest

from referee import library, notation
from referee.contract import (
    Ask,
    AskCards,
    AskChoice,
    AskNumber,
    AskSeat,
    IllegalMove,
    Offer,
    Offers,
    Ruling,
    View,
)

Plain = dict[str, Any]
Places = tuple[tuple[int, ...], ...]  # seats by rank, those who share one together
ANY: frozenset[str] = frozenset()  # a move is refused, the model does not say by which rule
MOST_MOVES = 20_000  # of a match: none is so long
OTHERS = 50  # matches that are tried for a shorter one
SHRINK_S = 20.0  # of the processor, for a shorter match
BEYOND = 6  # how far above the least number answers go where there is no end


class Differs(AssertionError):
    """The model and the game differ: in what, how each has it, and after how many moves."""

    moves = 0

    def __init__(self, what: str, model: object, game: object, *about: object) -> None:
        if isinstance(model, set | frozenset) and isinstance(game, set | frozenset):
            only, others = set(model - game), set(game - model)
            super().__init__(_lines(what, f"only there {only}", f"only there {others}", about))
        else:
            super().__init__(_lines(what, model, game, about))


def _lines(what: str, model: object, game: object, about: Iterable[object]) -> str:
    return "\n".join([what, f"model: {model}", f"game:  {game}", *map(str, about)])


class TooLong(Exception):
    """A match goes on for longer than is of use."""


def same(what: str, model: object, game: object, *about: object) -> None:
    """Raise `Differs` where the two do; `about` says where that was."""
    if model != game:
        raise Differs(what, model, game, *about)


class Comparison(ABC):
    """One match in both: a model's own moves, each made in the game too, and what must be refused.

    `met` counts what happened, `now` is what `compared` says of its state.
    """

    GAME: ClassVar[str]
    most = MOST_MOVES

    def __init__(self, options: Plain, seats: int, rng: Random) -> None:
        """Begin the match in the game; the model's is there already."""
        self.game = library.game(self.GAME)
        self.compared = import_module(f"tests.referee.{self.GAME}.summary").compared
        self._now: dict[str, Any] | None = None
        self.options, self.seats, self.rng = options, seats, rng
        self.met, self.moves = Counter[str](), list[Plain]()
        self.rulings: tuple[Ruling, ...] = ()
        self.become(self.game.rules.begin(library.options(self.game, options), seats))

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether nothing is left to be done."""

    @abstractmethod
    def step(self) -> None:
        """Do one thing in both."""

    @abstractmethod
    def sees(self) -> dict[str, object]:
        """Return what the model says of what is `compared`: all that the rules settle now."""

    def places(self) -> Places | None:
        """Return how the model's match ended, perhaps only who won; None while it goes on."""
        return None

    def about(self) -> Iterable[object]:
        """Return what is told of the model's match beside the moves."""
        return ()

    # -- the game -----------------------------------------------------------------------------

    def become(self, state: Any) -> None:
        """Go on at a state of the game."""
        self.state, self._now = state, None
        self.offers: Offers = self.game.rules.offers(state)

    @property
    def now(self) -> dict[str, Any]:
        """What is compared of the game's state."""
        self._now = self._now or self.compared(self.state)
        return self._now

    @property
    def view(self) -> View:
        """What a stranger may see."""
        view: View = self.game.shown.view(self.state, None)
        return view

    def tried(self, move: Plain) -> tuple[bool, Any]:
        """Return whether a move is offered, and what it comes to: played, or why it is refused."""
        try:
            made = library.move(self.game, move)
        except IllegalMove as refusal:
            return move in self.offers, refusal
        try:
            return made in self.offers, self.game.rules.apply(self.state, made)
        except IllegalMove as refusal:
            return made in self.offers, refusal

    def do(self, move: str, **fields: Any) -> tuple[Ruling, ...]:
        """Make a move that the game must offer and take; return its rulings."""
        plain = _plain(move, fields)
        if len(self.moves) >= self.most:
            raise TooLong
        self.moves.append(plain)
        offered, played = self.tried(plain)
        refused = str(played) if isinstance(played, IllegalMove) else ""
        self.same(f"{plain} is refused", "", refused)
        self.same(f"{plain} is offered", True, offered)
        state, self.rulings = played
        self.become(state)
        self.met[move] += 1
        return self.rulings

    def cannot(self, rules: str | Collection[str], move: str, **fields: Any) -> None:
        """Make a move that the game must not offer, and refuse by one of some rules."""
        plain = _plain(move, fields)
        offered, played = self.tried(plain)
        self.same(f"{plain} is offered", False, offered)
        self.same(f"{plain} is refused", True, isinstance(played, IllegalMove))
        rules = {rules} if isinstance(rules, str) else rules
        if rules and played.rule not in rules:
            self.same(f"{plain} is refused by", rules, played.rule)
        self.met[f"no {move}"] += 1
        self.met[f"no {played.rule}"] += 1

    def can(self, move: str, **fields: Any) -> bool:
        """Return whether a move is offered, which the game then takes, and does not otherwise."""
        plain = _plain(move, fields)
        offered, played = self.tried(plain)
        self.same(f"{plain} is taken, as offered", offered, not isinstance(played, IllegalMove))
        return offered

    def offered(self, *moves: str) -> list[Offer]:
        """Return the offers of some moves."""
        return [offer for offer in self.offers if offer.move in moves]

    # -- both ---------------------------------------------------------------------------------

    def same(self, what: str, model: object, game: object) -> None:
        """Hold the game to the model."""
        if model != game:
            begun = f"  {json.dumps({'seats': self.seats, **self.options})}"
            moves = [f"  {self._line(move)}" for move in self.moves]
            about = [*self.about(), f"{len(moves)} moves", begun, *moves]
            differs = Differs(what, model, game, *about)
            differs.moves = len(self.moves)
            raise differs

    def _line(self, move: Plain) -> str:
        """Return a move in one line; one that is malformed as JSON."""
        try:
            return notation.write(library.move(self.game, move))
        except IllegalMove:
            return json.dumps(move)

    def compare(self) -> None:
        """Compare all that the rules settle, and how the match ended."""
        for what, model in self.sees().items():
            self.same(what, model, self.now[what])
        self.compare_places()

    def compare_places(self) -> None:
        """Compare whether and how the match ended."""
        places, outcome = self.places(), self.game.rules.outcome(self.state)
        self.same("over", places is not None, outcome is not None)
        if places is not None and outcome is not None:
            self.same("winners", places[0], outcome.winners)
            if len(places) > 1:
                self.same("places", places, outcome.ranking)

    def chance(self, odds: float) -> bool:
        """Tell whether something happens that does so often, out of one."""
        return self.rng.random() < odds

    def shuffled(self, cards: Iterable[str]) -> list[str]:
        """Return cards as they come."""
        mixed = list(cards)
        self.rng.shuffle(mixed)
        return mixed


def _plain(move: str, fields: Plain) -> Plain:
    """Return a move as JSON has it; a field that is None is left out."""
    said = {name: value for name, value in fields.items() if value is not None}
    lists = {name: list(value) for name, value in said.items() if isinstance(value, tuple)}
    return {"move": move, **said, **lists}


def sums(ruling: Ruling) -> list[tuple[int, int]]:
    """Return the arithmetic of a ruling: of each step what is added, and the sum so far."""
    return [(sum(term.now for term in step.terms), step.total) for step in ruling.steps]


# -- what is offered ----------------------------------------------------------------------------


def answers(offer: Offer) -> Iterator[Plain]:
    """Yield every move that answers an offer, its cards in order; grids are left out."""
    asks = [ask for ask in offer.ask if not hasattr(ask, "places")]
    for values in product(*map(_values, asks)):
        yield offer.fill(**{ask.field: value for ask, value in zip(asks, values, strict=True)})


def _values(ask: Ask) -> Iterator[Any]:
    match ask:
        case AskNumber(least=least, most=most, step=step):
            yield from range(least, (least + BEYOND * step if most is None else most) + 1, step)
        case AskChoice(choices=choices):
            yield from (choice.value for choice in choices)
        case AskSeat(seats=seats):
            yield from seats
        case AskCards(known=known):
            rest = sorted(Counter(ask.possible) - Counter(known))
            for count in range(max(0, ask.least - len(known)), ask.most - len(known) + 1):
                for new in combinations_with_replacement(rest, count):
                    if ask.fits((*known, *new)):
                        yield sorted((*known, *new))


# -- chance that can be played again --------------------------------------------------------------


class Tape(Random):
    """Chance that keeps what it drew; what is `given` comes first."""

    def __init__(self, seed: object) -> None:
        super().__init__(seed if isinstance(seed, int) else str(seed))
        self.drawn: list[float] = []
        self.given: Sequence[float] = ()

    def random(self) -> float:
        drawn = self._next(super().random)
        return drawn if 0 <= drawn < 1 else drawn % 997 / 997

    def getrandbits(self, k: int, /) -> int:
        drawn = self._next(lambda: super(Tape, self).getrandbits(k))
        return int(drawn) % (1 << k) if drawn >= 1 else int(drawn * (1 << k))

    def _next(self, draw: Callable[[], float]) -> float:
        at = len(self.drawn)
        self.drawn.append(self.given[at] if at < len(self.given) else draw())
        return self.drawn[-1]


Begun = Callable[[Random], Comparison]  # a match with options and habits as a table might have them


def played(begun: Begun, *seeds: object) -> Counter[str]:
    """Play the matches of some seeds to their ends and return what was met in them.

    Fails with a short match where model and game differ.
    """
    met = Counter[str]()
    for seed in seeds:
        tape, differs = Tape(seed), None
        try:
            met += _whole(begun, tape).met
        except Differs as found:
            differs = found
        if differs is not None:
            pytest.fail(f"seed {seed}, shrunk: {shortest(begun, tape, differs)}", pytrace=False)
    return met


def _whole(begun: Begun, rng: Random, most: int = MOST_MOVES) -> Comparison:
    match = begun(rng)
    match.most = most
    while not match.over:
        match.step()
    return match


def shortest(begun: Begun, tape: Tape, found: Differs) -> Differs:
    """Return the difference after the fewest moves that is found in `SHRINK_S`.

    Other matches are tried, then of what was drawn halves are left out, quarters, and so on.
    """
    ends = time.process_time() + SHRINK_S

    def shorter(other: Tape) -> bool:
        nonlocal tape, found
        try:
            _whole(begun, other, found.moves)
        except TooLong:
            return False
        except Differs as differs:
            if (differs.moves, len(other.drawn)) < (found.moves, len(tape.drawn)):
                tape, found = other, differs
                return True
        return False

    for seed in range(OTHERS):
        if time.process_time() < ends:
            shorter(Tape(seed))
    size = len(tape.drawn) // 2
    while size and time.process_time() < ends:
        end = len(tape.drawn)
        while end > 0 and time.process_time() < ends:
            other = Tape(0)
            other.given = [*tape.drawn[: max(0, end - size)], *tape.drawn[end:]]
            end = min(end, len(tape.drawn)) if shorter(other) else end - size
        size //= 2
    return found


def main(game: str, matches: int, seed: int = 0, *more: int) -> None:
    """Play so many matches, begun with what a game may ask for more, and print what was met."""
    name = game if "." in game else f"{game}.comparison"  # or `coyote.comparison_actions`
    begun = import_module(f"tests.referee.{name}").begun
    start = time.process_time()
    met = played(lambda rng: begun(rng, *more), *range(seed, seed + matches))
    print(f"{matches} matches: {dict(sorted(met.items()))}, {time.process_time() - start:.0f} s")


if __name__ == "__main__":
    itself = import_module("tests.referee.comparison")  # games raise its `Differs`
    itself.main(sys.argv[1], *map(int, sys.argv[2:]))
