"""Random matches by the offers alone: what holds after each move, and every page made of some."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import cycle
from random import Random
from typing import Any
from unittest.mock import Mock

from firmware.mats import load_mats
from firmware.plans import plan_of
from referee import library, words
from referee.actor import TABLE
from referee.contract import BadOptions, Game, RefereeError
from referee.match.beginning import begun_body
from referee.match.journal.bodies import Moved, to_json
from referee.match.journal.entries import Line
from referee.match.running import PlayedMatch, Snapshot
from referee.options import AsksChoice, AsksEach, AsksSeat, AsksSome, AsksYes, option_questions
from referee.reports.status import Status
from referee.reports.tabletop import Plan
from tests.bench import Figure, at_least, at_most
from tests.bench.rules import speeds as rules
from tests.bench.rules.promises import (
    BrokenPromise,
    check_move,
    check_secret,
    check_state,
    check_table,
)
from tests.bench.rules.randomplay import Transition, choose
from webui.access.holders import Holders
from webui.access.seats.approvals import Approvals
from webui.page.moment import Viewer
from webui.page.state import PageStates
from webui.serving.stream import LiveUpdates

STATES_EVERY = 50  # moves; halved, a run takes a quarter longer
PAGES_EVERY = 1000  # moves; halved, a run takes half as long again
MOST_SEATS = 6  # of a table with buttons
MOST_TRIES = 1000  # to find options that go together


def speeds(name: str, matches: int = rules.MATCHES) -> list[Figure]:
    """Return how many moves of a game a CPU second takes, checked, read from JSON and shown."""
    result, goal = rules.speeds(name, matches=matches), rules.goal(name)
    checked = f"{name}: checked moves a CPU second"
    return [
        at_least(f"{checked}, rulings included", result.checked, goal.checked, "moves"),
        at_least(f"{checked}, from JSON", result.read, goal.read, "moves"),
        at_least(f"{checked}, with offers, layout and view", result.shown, goal.shown, "moves"),
    ]


@dataclass
class Tally:
    """What became of one game's random moves; `broken` tells of each promise not kept."""

    game: str
    moves: int = 0
    matches: int = 0
    states: int = 0
    pages: int = 0
    seconds: float = 0.0
    broken: list[str] = field(default_factory=list)

    def figures(self, goal: int | None) -> list[Figure]:
        """Return what was counted; `goal` is how many moves were asked for, if any number was."""
        least = self.moves if goal is None else goal
        return [
            at_least(f"{self.game}: random legal moves", self.moves, least, "moves"),
            Figure(f"{self.game}: matches", self.matches, "matches"),
            Figure(f"{self.game}: states taken to JSON and back", self.states, "states"),
            Figure(f"{self.game}: pages made", self.pages, "pages"),
            Figure(f"{self.game}: moves a second, checks included", self._rate(), "moves"),
            at_most(f"{self.game}: promises broken", len(self.broken), 0, "promises"),
        ]

    def _rate(self) -> int:
        return round(self.moves / self.seconds) if self.seconds else 0


def play(
    name: str,
    moves: int,
    seconds: float,
    random: Random,
    matches: int | None = None,
    fixed: Mapping[str, Any] | None = None,
) -> Tally:
    """Play a game until `moves` are made, `seconds` are over or a promise is broken.

    At most so many `matches`; the options that are `fixed` are not chosen at random. Raises
    `BadOptions` where no match has them.
    """
    game, tally, started_s = library.game(name), Tally(name), time.monotonic()
    pages = _Pages()
    ends_s = started_s + seconds
    while tally.moves < moves and time.monotonic() < ends_s and not tally.broken:
        if tally.matches == matches:
            break
        _match(game, moves, random, pages, tally, fixed)
    pages.close()
    tally.broken += pages.unsaid
    tally.seconds = time.monotonic() - started_s
    return tally


def _match(
    game: Game[Any, Any, Any],
    moves: int,
    random: Random,
    pages: _Pages,
    tally: Tally,
    fixed: Mapping[str, Any] | None,
) -> None:
    options, seats = chosen(game, random, fixed)
    body = begun_body(game, options, seats)
    running = PlayedMatch(Line(1, 1, body, TABLE, time.time()))
    counts = game.table.cards.counts(options)
    tally.matches += 1
    try:
        offers = game.rules.offers(running.state)
        while tally.moves < moves and game.rules.outcome(running.state) is None:
            before, offered = running.state, offers
            plain = choose(offered, random)
            move = library.move(game, plain)
            tried = running.try_move(move)
            running.add(Line(running.seq + 1, 1, Moved(plain), TABLE, time.time()), tried)
            step = Transition(before, move, *tried)
            tally.moves += 1
            offers = game.rules.offers(step.after)
            check_move(game, counts, step, offered, offers)
            check_secret(game, step, offered, random)
            check_table(game, counts, step, offered)
            if tally.moves % STATES_EVERY == 0:
                check_state(game, step, random)
                tally.states += 1
            if tally.moves % PAGES_EVERY == 0:
                tally.pages += pages.make(running.snapshot())
    except (BrokenPromise, RefereeError, ValueError, LookupError, TypeError) as error:
        lines = [to_json(body), *(json.dumps(library.to_plain(move)) for move in running.moves)]
        text = str(error) if isinstance(error, BrokenPromise) else repr(error)
        tally.broken.append("\n".join([f"{game.name}: {text}", *lines]))


def chosen(
    game: Game[Any, Any, Any], random: Random, fixed: Mapping[str, Any] | None = None
) -> tuple[Any, int]:
    """Return options and a number of seats that a table of this game might choose.

    Raises `BadOptions` where none can be found that go with those that are `fixed`.
    """
    refused: BadOptions | None = None
    for _ in range(MOST_TRIES):
        plain, seats = at_random(game, random)
        try:
            options = library.options(game, {**plain, **(fixed or {})})
            game.rules.begin(options, seats)
        except BadOptions as error:
            refused = error
            continue
        return options, seats
    assert refused is not None
    raise refused


def at_random(game: Game[Any, Any, Any], random: Random) -> tuple[dict[str, Any], int]:
    """Return options by their types, which need not go together, and a number of seats.

    Numbers are left as they are by default.
    """
    seats = random.choice([seats for seats in game.seats if seats <= MOST_SEATS])
    plain: dict[str, Any] = {}
    for asks in option_questions(game, library.editions(game)):
        match asks:
            case AsksYes():
                plain[asks.name] = random.random() < 0.5
            case AsksChoice():
                plain[asks.name] = random.choice(asks.values)
            case AsksSeat():
                plain[asks.name] = random.randrange(seats)
            case AsksEach():
                plain[asks.name] = random.sample(asks.values, len(asks.values))
            case AsksSome():
                known = getattr(library.options(game, dict(plain)), asks.of)
                some = random.sample(sorted(known), random.randint(0, len(known)))
                plain[asks.name] = random.choice((True, False, some))
    return plain, seats


class _Pages(logging.Handler):
    """A table that only shows each viewer's page. Hears what cannot be said."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.unsaid: list[str] = []
        self._shown: Snapshot | None = None
        self._languages = cycle(words.LOCALES)
        table = Mock(desk=self, seats=MOST_SEATS, status=lambda: Status((), ()), plan=self._plan)
        table.due_ms = lambda offer: round(offer.shown.after_s * 1000)
        table.no_bots.return_value = None
        table.face_svg.side_effect = table.usual_face_svg.side_effect = LookupError
        holders = Holders(Mock(**{"get.return_value": None}))
        self._board = PageStates(table, None, holders, Approvals(holders), LiveUpdates())
        self._loggers = [logging.getLogger(name) for name in ("referee", "webui")]
        for logger in self._loggers:
            logger.addHandler(self)

    untried = False

    def snapshot(self) -> Snapshot | None:
        """Return the match that is shown."""
        return self._shown

    def _plan(self) -> Plan:
        """Return how the mats lie of the match that is shown."""
        match = self._shown
        return _plan("", 0) if match is None else _plan(match.game.name, match.seats)

    def emit(self, record: logging.LogRecord) -> None:
        self.unsaid.append(record.getMessage())

    def close(self) -> None:
        for logger in self._loggers:
            logger.removeHandler(self)
        super().close()

    def make(self, snapshot: Snapshot) -> int:
        """Make the page of everybody who may look; return how many that were."""
        self._shown = snapshot
        viewers = _viewers(snapshot.seats, self._languages)
        return sum(bool(self._board.page(viewer)) for viewer in viewers)


@cache
def _plan(game: str, seats: int) -> Plan:
    return plan_of(load_mats(game, seats or None), None)


def _viewers(seats: int, languages: Iterator[str]) -> Iterator[Viewer]:
    """Yield everybody who may look, in the languages by turns."""
    for seat in (None, *range(seats)):
        yield Viewer(next(languages), seat)
        yield Viewer(next(languages), seat, host=True, is_host_phone=True)
