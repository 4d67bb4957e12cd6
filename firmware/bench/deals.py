"""Whole deals of a trick game by camera: from rendered frames to the referee's moves.

Hands lay a card a second before their seats, and gather each trick. What the camera made of it is
held against what was laid: the card, the seat, the order, and each trick that was gathered.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from firmware.bench import Judged
from firmware.bench.spread import spread
from firmware.mats import load_mats
from firmware.reading.asking import Asker, Submission
from referee import library
from referee.actor import TABLE
from referee.contract import AskCards
from referee.match.bodies import BEGIN
from referee.match.desk import Entry, Snapshot
from referee.match.players import Players
from referee.match.standing import Standing
from vision.deck import load_deck
from vision.follow.tracker import Tracker
from vision.observation import Observation
from vision.reader import Reader
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.deals import Trick, deal
from vision.synthetic.film import Film
from vision.synthetic.render_print import Press

GAME = "coup_detat"
SIZE = (960, 540)  # pixels: a card is 135 of them high
TILTS_DEG = (4.0, 9.0, 14.0)
SEATS = 4
CLEARED: dict[str, Any] = {"move": "cleared"}
ANSWER_S = 1.5  # until somebody answers what is asked


class DealRow(Judged, frozen=True):
    """What came of so many deals.

    `wrong` moves named another card or seat than laid, `lost` cards made none until the deal was
    over, `asked` is how many questions came up; `gathered` of `tricks` were seen to be gathered.
    """

    NEVER = ("wrong", "lost")

    deals: int
    cards: int
    wrong: int
    lost: int
    asked: int
    tricks: int
    gathered: int
    frames: int
    ms: float


@dataclass
class Deal:
    """A deal as it was played: the state before its first lead, and the moves from there on."""

    state: Any
    moves: list[dict[str, Any]] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)


def deals(count: int, seed: int, processes: int) -> DealRow:
    """Play so many deals by camera; return what came of all."""
    found = list(spread(play, [(seed, number) for number in range(count)], processes, "deals"))
    frames = sum(one.frames for one in found)
    spent_ms = sum(one.ms * one.frames for one in found)
    counts = ("cards", "wrong", "lost", "asked", "tricks", "gathered", "frames")
    return DealRow(
        deals=count,
        **{name: sum(getattr(one, name) for one in found) for name in counts},
        ms=round(spent_ms / max(1, frames), 2),
        faults=tuple(fault for one in found for fault in one.faults),
    )


def play(plan: tuple[int, int]) -> DealRow:
    """Play one deal, by its seed and number."""
    seed, number = plan
    played = dealt(Random(f"{seed} {number}"))
    table = _Table(played.state, played.moves, f"deal {number}, seed {seed}")
    tracker = Tracker(_reader())
    chance = np.random.default_rng([seed, number])
    script = deal(GAME, played.tricks, load_mats(GAME)[0], chance)
    spent_s = 0.0
    for instant, picture in _film(TILTS_DEG[number % len(TILTS_DEG)]).shoot(script):
        begun_s = time.thread_time()
        table.see(tracker.update(picture), instant.stamp_s)
        spent_s += time.thread_time() - begun_s
    return table.row(len(script.instants), spent_s)


# -- the deal that is played ------------------------------------------------------------------


def dealt(random: Random) -> Deal:
    """Return a deal played by the rules: any contract of tricks, each hand follows suit."""
    game = library.game(GAME)
    options = library.options(game, {"loans": False, "analysis": False})
    state = game.begin(options, SEATS)
    drawn = random.sample(["7C", "8C", "9C", "AC"], SEATS)
    contract = random.choice(["barbu", "victory", "siege", "prison", "guillotine"])
    for move in (
        *({"move": "card_drawn", "player": n, "cards": [card]} for n, card in enumerate(drawn)),
        CLEARED,
        {"move": "decline", "seat": random.randrange(SEATS)},
        {"move": "name_contract", "seat": drawn.index("AC"), "contract": contract},
    ):
        state = _made(state, move)
    pack = [card for card in game.cards.counts(options) if card[-1] in "CDHS"]
    random.shuffle(pack)
    hands = [pack[8 * seat : 8 * seat + 8] for seat in range(SEATS)]
    played = Deal(state)
    while state.phase in ("play", "clear"):
        move = CLEARED if state.phase == "clear" else _card(state, hands, random)
        before, state = state, _made(state, move)
        played.moves.append(move)
        if move is CLEARED:
            trick = before.play.trick
            laid = tuple((trick.player(n, SEATS), card) for n, card in enumerate(trick.cards))
            played.tricks.append(Trick(laid, trick.winner(SEATS)))
    return played


def _card(state: Any, hands: list[list[str]], random: Random) -> dict[str, Any]:
    """Let whoever is due play a card, of the suit to follow where the hand has one."""
    offer = library.game(GAME).offers(state).items[0]
    (ask,) = offer.ask
    assert isinstance(ask, AskCards)
    hand = hands[offer.given["player"]]
    trick = state.play.trick
    follows = [card for card in hand if trick.cards and card[-1] == trick.suit]
    may = [card for card in follows or hand if card in ask.possible]
    card = random.choice(may)
    hand.remove(card)
    return offer.fill(cards=[card])


def _made(state: Any, plain: dict[str, Any]) -> Any:
    game = library.game(GAME)
    return game.apply(state, library.move(game, plain))[0]


# -- the table that reads it --------------------------------------------------------------------


class _Table:
    """The referee and the asker of one deal; people answer what is asked, rightly."""

    def __init__(self, state: Any, moves: list[dict[str, Any]], where: str) -> None:
        self._state, self._due, self._where = state, list(moves), where
        self._asker = Asker()
        self._made = 0
        self._asked: set[str] = set()
        self._asked_s: float | None = None
        self._counts = {"wrong": 0, "gathered": 0}
        self._faults: list[str] = []
        self._cards = sum(move is not CLEARED for move in moves)
        self._tricks = len(moves) - self._cards

    def see(self, observed: Observation, now_s: float) -> None:
        """Take an observation, and make what moves follow from it."""
        while self._due:
            told = self._asker.consider(self._match(), observed, now_s, load_mats(GAME)[0].grids)
            if told is None:
                self._answer(now_s)
                return
            self._take(told)

    def row(self, frames: int, spent_s: float) -> DealRow:
        """Return what came of the deal."""
        lost = sum(move is not CLEARED for move in self._due)
        if self._due:
            question = self._asker.question
            self._faults.append(f"LOST {self._where}: {self._due[0]}, asked {question}")
        return DealRow(
            1,
            self._cards,
            self._counts["wrong"],
            lost,
            len(self._asked),
            self._tricks,
            self._counts["gathered"],
            frames,
            spent_s * 1e3 / max(1, frames),
            faults=tuple(self._faults),
        )

    def _take(self, told: Submission) -> None:
        due = self._due.pop(0)
        made = {name: value for name, value in told.move.items() if name != "proof"}
        if made != due:
            self._counts["wrong"] += 1
            self._faults.append(f"WRONG {self._where}: {made}, laid {due}")
        self._counts["gathered"] += due is CLEARED and made == due
        self._state = _made(self._state, due)  # go on as it really was
        self._made += 1
        self._asked_s = None

    def _answer(self, now_s: float) -> None:
        """Answer what has been asked for a while with what was really laid."""
        asked = self._asker.question
        if asked is None:
            self._asked_s = None
            return
        self._asked_s = self._asked_s or now_s
        if asked.id not in self._asked:
            self._asked.add(asked.id)
            self._faults.append(f"ASKED {self._where}: {asked.message}")
        if now_s - self._asked_s < ANSWER_S:
            return
        card = self._due[0].get("cards", [""])[0]
        for item in asked.items:
            if card in {one.card for one in item.candidates}:
                self._asker.answer(asked.id, item.id, card, TABLE)
                return

    def _match(self) -> Snapshot:
        game = library.game(GAME)
        return Snapshot(
            seq=self._made,
            match=1,
            game=game,
            options=None,
            seats=SEATS,
            players=Players.begun(SEATS, ()),
            state=self._state,
            standing=Standing.anew(game.offers(self._state), self._made),
            rulings=(),
            log=(Entry(self._made, BEGIN, TABLE, 0.0),),
            outcome=None,
            can_undo=False,
            can_redo=False,
        )


@lru_cache(maxsize=1)
def _reader() -> Reader:
    reader = Reader(load_deck(GAME), load_mats(GAME)[0])
    while reader.precompute():
        pass
    return reader


@lru_cache(maxsize=len(TILTS_DEG))
def _film(tilt_deg: float) -> Film:
    mat = load_mats(GAME)[0]
    return Film(PinholeCamera.over(mat.size_mm, *SIZE, tilt_deg=tilt_deg), mat, Press(seed=3))
