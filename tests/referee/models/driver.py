"""A match played twice, move by move: by a game, and by a model written from its rule file alone.

In each game, `comparison.py` says how a move of the model is a move of the code, and `compared` in
`summary.py` says which parts of a state are compared. Nothing else looks into a state. After each
move the driver compares these parts and the outcome.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any, ClassVar

from referee import library, notation
from referee.contract import (
    Ask,
    AskCards,
    AskChoice,
    AskNumber,
    AskSeat,
    Offer,
    Offers,
    Ruling,
    View,
)
from tests.referee.asks import presses_differ

Plain = dict[str, Any]
Places = tuple[tuple[int, ...], ...]  # seats by rank, those who share one together
BEYOND = 6  # how far above the least number answers go where there is no end


def same(what: str, model: object, game: object, *about: object) -> None:
    """Fail where the model and the game differ; `about` says where that was."""
    if model == game:
        return
    if isinstance(model, set | frozenset) and isinstance(game, set | frozenset):
        model, game = set(model - game), set(game - model)
    raise AssertionError("\n".join([what, f"model: {model}", f"game:  {game}", *map(str, about)]))


class Comparison(ABC):
    """One match in both: a model's own moves, each made in the game too.

    `met` counts what happened, `now` is what `compared` says of the game's state.
    """

    GAME: ClassVar[str]

    def __init__(self, options: Plain, seats: int, rng: Random) -> None:
        """Begin the match in the game; the model's is there already."""
        self.game = library.game(self.GAME)
        self.compared = import_module(f"tests.referee.{self.GAME}.summary").compared
        self.options, self.seats, self.rng = options, seats, rng
        self.met, self.moves = Counter[str](), list[Plain]()
        self.rulings: tuple[Ruling, ...] = ()
        given = library.options(self.game, options)
        self.become(self.game.rules.begin(given, seats))

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

    @abstractmethod
    def places(self) -> Places | None:
        """Return how the model's match ended, perhaps only who won; None while it goes on."""

    # -- the game -----------------------------------------------------------------------------

    def become(self, state: Any) -> None:
        """Go on at a state of the game."""
        self.state, self.now = state, self.compared(state)
        self.offers: Offers = self.game.rules.offers(state)

    @property
    def view(self) -> View:
        """What a stranger may see."""
        view: View = self.game.shown.view(self.state, None)
        return view

    def do(self, move: str, **fields: Any) -> tuple[Ruling, ...]:
        """Make a move that the game must offer and take; return its rulings."""
        plain = _plain(move, fields)
        made = library.move(self.game, plain)
        self.moves.append(plain)
        self.same(f"{plain} is offered", True, made in self.offers)
        state, self.rulings = self.game.rules.apply(self.state, made)
        self.become(state)
        self.same("each press means one thing", True, presses_differ(self.offers))
        self.met[move] += 1
        return self.rulings

    def offered(self, *moves: str) -> list[Offer]:
        """Return the offers of some moves."""
        return [offer for offer in self.offers if offer.move in moves]

    # -- both ---------------------------------------------------------------------------------

    def same(self, what: str, model: object, game: object) -> None:
        """Hold the game to the model."""
        if model != game:
            begun = json.dumps({"seats": self.seats, **self.options})
            moves = [notation.write(library.move(self.game, move)) for move in self.moves]
            same(what, model, game, f"{len(moves)} moves", begun, *moves)

    def compare(self) -> None:
        """Compare all that the rules settle, and how the match ended."""
        for what, model in self.sees().items():
            self.same(what, model, self.now[what])
        places, outcome = self.places(), self.game.rules.outcome(self.state)
        self.same("over", places is not None, outcome is not None)
        if places is not None and outcome is not None:
            self.same("winners", places[0], outcome.winners)
            if len(places) > 1:
                self.same("places", places, outcome.ranking)

    def chance(self, odds: float) -> bool:
        """Whether something happens that does so often, out of one."""
        return self.rng.random() < odds


def _plain(move: str, fields: Plain) -> Plain:
    """Return a move as JSON has it; a field that is None is left out."""
    given = {name: value for name, value in fields.items() if value is not None}
    lists = {name: list(value) for name, value in given.items() if isinstance(value, tuple)}
    return {"move": move, **given, **lists}


def sums(ruling: Ruling) -> list[tuple[int, int]]:
    """Return the arithmetic of a ruling: of each step what is added, and the sum so far."""
    return [(sum(term.now for term in step.terms), step.total) for step in ruling.steps]


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


def played(game: str, seeds: Iterable[object]) -> Counter[str]:
    """Play matches of a game from seeds to their ends, and return what was met in them."""
    module, met = import_module(f"tests.referee.{game}.comparison"), Counter[str]()
    for seed in seeds:
        match: Comparison = module.Comparison(Random(str(seed)))
        match.compare()
        while not match.over:
            match.step()
        met += match.met
    return met
