"""Whole deals of a trick game by camera: from rendered frames to the referee's moves.

Hands lay a card a second before their seats, and gather each trick. What the camera made of it is
held against what was laid: the card, the seat, the order, and each trick that was gathered.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

import msgspec
import numpy as np

from firmware.mats import load_mats
from firmware.reading.submission import Submission
from referee import library
from referee.contract import AskCards, AskChoice, Offer
from referee.match.running import PlayedMatch
from tests.bench.games import section
from tests.bench.rules.promises import same_move
from tests.bench.rules.randomplay import fill
from tests.bench.scenes.deals import Trick, deal
from tests.bench.scenes.film import Film
from tests.bench.table.acts import acts
from tests.bench.table.watched import ReadRow, Watched, played, unproven
from vision.decks.deck import load_deck
from vision.follow.tracker import Tracker
from vision.observation import Observation
from vision.reader import Reader
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render_print import Press

ANSWER_S = 1.5  # until somebody answers what is asked


class Dealing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How deals of a game are played, as its `bench.toml` has it.

    The moves of the `opening` are made until a card is played, of some `choices` these alone.
    `plays` is the move of a card played, `gathers` that of a trick taken up; the `suit` of a card,
    which hands follow, is found by a pattern in its name.
    """

    seats: int
    size: tuple[int, int]
    tilts_deg: tuple[float, ...]
    opening: tuple[str, ...]
    plays: str
    gathers: str
    suit: str
    options: dict[str, Any] = {}
    choices: dict[str, tuple[str, ...]] = {}

    def suit_of(self, card: str) -> str:
        """Return the suit of a card, or nothing of one that belongs to none."""
        found = re.search(self.suit, card)
        return found[0] if found else ""


class DealRow(ReadRow, frozen=True, kw_only=True):
    """What came of so many deals.

    `wrong` moves named another card or seat than laid, `lost` cards made none until the deal was
    over; `gathered` of `tricks` were seen to be gathered.
    """

    deals: int
    cards: int
    tricks: int
    gathered: int
    ms: float


@dataclass
class Deal:
    """A deal as it was played: the moves before its first lead, and those from there on."""

    opening: list[dict[str, Any]] = field(default_factory=list)
    moves: list[dict[str, Any]] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)


def deals(count: int, seed: int, processes: int) -> DealRow:
    """Play so many deals by camera; return what came of all."""
    row = played(play, [(seed, number) for number in range(count)], processes, "deals")
    return msgspec.structs.replace(row, ms=round(row.ms / max(1, row.frames), 2))


def play(plan: tuple[int, int]) -> DealRow:
    """Play one deal, by its seed and number; its `ms` are those of all frames."""
    seed, number = plan
    game, how = section("deals", Dealing)
    played = dealt(Random(f"{seed} {number}"))
    table = _Table(game, how, played)
    tracker = Tracker(_reader(game))
    chance = np.random.default_rng([seed, number])
    script = deal(game, played.tricks, load_mats(game)[0], chance)
    spent_s = 0.0
    film = _film(game, how.size, how.tilts_deg[number % len(how.tilts_deg)])
    for instant, picture in film.shoot(script):
        begun_s = time.thread_time()
        table.see(tracker.update(picture), instant.stamp_s)
        spent_s += time.thread_time() - begun_s
    return table.row(len(script.instants), spent_s, f"deal {number}, seed {seed}")


# -- the deal that is played ------------------------------------------------------------------


def dealt(random: Random) -> Deal:
    """Return a deal played by the offers: some contract of tricks, each hand follows suit."""
    game, how = section("deals", Dealing)
    match, deal = Watched(game, how.options, how.seats), Deal()
    while _offered(match.running, how.plays) is None:
        move = _opened(match.running, how, random)
        deal.opening.append(move)
        match.make(move)
    options = match.snapshot.options
    pack = [card for card in match.game.table.cards.counts(options) if how.suit_of(card)]
    random.shuffle(pack)
    many = len(pack) // how.seats
    hands = [pack[many * seat : many * (seat + 1)] for seat in range(how.seats)]
    laid: list[tuple[int, str]] = []
    for offer in _turns(match.running, how):
        if offer.move == how.gathers:
            lying = match.snapshot.layout.cards
            move, winner = offer.fill(), next(one.edge for one in lying if one.edge is not None)
            deal.tricks.append(Trick(tuple(laid), winner))
            laid.clear()
        else:
            seat = offer.given["player"] if offer.seat is None else offer.seat
            move = _followed(offer, hands[seat], [card for _, card in laid], how, random)
            laid.append((seat, *move["cards"]))
        deal.moves.append(move)
        match.make(move)
    return deal


def _offered(match: PlayedMatch, move: str) -> Offer | None:
    offers = match.snapshot().offers
    return next((offer for offer in offers if offer.move == move), None)


def _turns(match: PlayedMatch, how: Dealing) -> Iterator[Offer]:
    """Yield who is due to play a card, or that a trick is gathered, until the deal is over."""
    while offer := _offered(match, how.plays) or _offered(match, how.gathers):
        yield offer


def _opened(match: PlayedMatch, how: Dealing, random: Random) -> dict[str, Any]:
    """Return a move of the opening, chosen at random among those that the bench wants."""
    offers = [one for one in match.snapshot().offers if one.move in how.opening]
    offer = random.choice([one for one in offers if _is_wanted(one, how)])
    move = fill(offer, random)
    chosen = {
        ask.field: random.choice(wanted)
        for ask in offer.ask
        if isinstance(ask, AskChoice)
        and (wanted := [c.value for c in ask.choices if c.value in how.choices.get(ask.field, ())])
    }
    return {**move, **chosen}


def _is_wanted(offer: Offer, how: Dealing) -> bool:
    return all(offer.given.get(name, among[0]) in among for name, among in how.choices.items())


def _followed(
    offer: Offer, hand: list[str], trick: Sequence[str], how: Dealing, random: Random
) -> dict[str, Any]:
    """Let whoever is due play a card, of the suit to follow where the hand has one."""
    (ask,) = offer.ask
    assert isinstance(ask, AskCards)
    follows = [card for card in hand if trick and how.suit_of(card) == how.suit_of(trick[0])]
    card = random.choice([card for card in follows or hand if card in ask.possible])
    hand.remove(card)
    return offer.fill(cards=[card])


# -- the table that reads it --------------------------------------------------------------------


class _Table(Watched):
    """The referee and the asker of one deal; people answer what is asked, rightly."""

    COUNTS = ("wrong", "lost", "asked", "gathered")

    def __init__(self, game: str, how: Dealing, deal: Deal) -> None:
        super().__init__(game, how.options, how.seats)
        self.make(*deal.opening)
        self._due, self._gathers = list(deal.moves), how.gathers
        self._grids = load_mats(game)[0].grids
        self._asked: set[str] = set()
        self._asked_s: float | None = None
        self._cards = sum(move["move"] != how.gathers for move in deal.moves)
        self._tricks = len(deal.moves) - self._cards

    def see(self, observed: Observation, now_s: float) -> None:
        """Take an observation, and make what moves follow from it."""
        while self._due:
            told = self.asker.consider(self.snapshot, observed, now_s, self._grids)
            if told is None:
                self._answer(now_s)
                return
            self._take(told)

    def row(self, frames: int, spent_s: float, where: str) -> DealRow:
        """Return what came of the deal."""
        lost = sum(move["move"] != self._gathers for move in self._due)
        if self._due:
            self.note("lost", f"{self._due[0]}, asked {self.asker.question}")
        return DealRow(
            deals=1,
            cards=self._cards,
            tricks=self._tricks,
            frames=frames,
            ms=spent_s * 1e3,
            **{**self.came_of(where), "lost": lost},
        )

    def _take(self, told: Submission) -> None:
        due = self._due.pop(0)
        meant, made = (library.move(self.game, move) for move in (due, unproven(told)))
        same = same_move(made, meant)
        if not same:
            self.note("wrong", f"{unproven(told)}, laid {due}")
        self.counts["gathered"] += same and due["move"] == self._gathers
        self.make(due)  # go on as it really was
        self._asked_s = None

    def _answer(self, now_s: float) -> None:
        """Answer what has been asked for a while with what was really laid."""
        asked = self.asker.question
        if asked is None:
            self._asked_s = None
            return
        self._asked_s = self._asked_s or now_s
        if asked.id not in self._asked:
            self._asked.add(asked.id)
            self.note("asked", f"{asked.message}")
        if now_s - self._asked_s < ANSWER_S:
            return
        meant = library.move(self.game, self._due[0])
        done = acts(self.game, self.snapshot.state, meant)
        self.answered(asked, (meant,), done.changes if done is not None else ())


@lru_cache(maxsize=1)
def _reader(game: str) -> Reader:
    reader = Reader(load_deck(game), load_mats(game)[0])
    while reader.precompute():
        pass
    return reader


@lru_cache(maxsize=3)
def _film(game: str, size: tuple[int, int], tilt_deg: float) -> Film:
    mat = load_mats(game)[0]
    return Film(PinholeCamera.above(mat.size_mm, *size, tilt_deg=tilt_deg), mat, Press(seed=3))
