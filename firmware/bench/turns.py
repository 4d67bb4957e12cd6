"""Turns of Ogallala by camera: territories on rendered mats, read frame by frame.

A match goes on by its offers alone, unseen up to some moment; from there on each move is made by
cards that are laid, pushed, taken or swept up on the mats, and read from the frames alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

import msgspec

from firmware.bench.board import GAME, PILE, Board
from firmware.bench.spread import spread
from firmware.mats import load_mats
from firmware.reading.asking import Asker, Submission
from referee import library
from referee.actor import TABLE
from referee.contract import Cell
from referee.match.entries import BEGIN, MOVE, Line
from referee.match.running import Running, Snapshot
from referee.randomplay import choose
from referee.reports.status import Question
from vision.deck import load_deck
from vision.observation import Observation
from vision.reader import Reader
from vision.spread import Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press
from vision.synthetic.scene import Hand, Lying, Scene
from vision.tracker import Tracker

SIZE = (1600, 900)  # pixels: a card of two territories is 95 of them high
TILTS_DEG = (0.0, 5.0, 10.0)
SEATS = 2
UNSEEN = 60  # moves at most before the camera looks
TURNS_A_MATCH = 10
FRAMES = 14  # enough for every card to be read or given up
FRAME_S, PATIENCE_S = 0.1, 10.0
AT_ONCE = 0.4  # how often the first move that comes to mind is made
ALIKE_MM = 1.2
TRIES = 8  # else so many come to mind, and the most eventful is made
TOGETHER = 0.7  # how often one more of the spoils is laid before anybody looks
BY_HAND = ("lay_back", "spare", "end", "play_on", "leave")  # at a button, or on a page
NEW = "new:"


class TurnRow(msgspec.Struct, frozen=True):
    """What came of so many turns.

    `wrong` moves were others than the cards made, `lost` cards made none; but for those `alike`,
    which were laid upon an equal card to the millimetre: nothing tells them. `asked` is how many
    questions came up, `alarms` how many of them although all lay as it had to.
    """

    turns: int
    moves: int
    wrong: int
    lost: int
    alike: int
    asked: int
    alarms: int
    frames: int
    faults: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        """Tell whether anything came about that never should."""
        return bool(self.wrong or self.lost or self.alarms)


def turns(count: int, seed: int, processes: int) -> TurnRow:
    """Play so many turns by camera; return what came of all."""
    starts = range(0, count, TURNS_A_MATCH)
    plans = [(seed, one, min(TURNS_A_MATCH, count - one)) for one in starts]
    found = list(spread(play, plans, processes, "turns"))
    counts = ("turns", "moves", "wrong", "lost", "alike", "asked", "alarms", "frames")
    sums = {name: sum(getattr(one, name) for one in found) for name in counts}
    return TurnRow(**sums, faults=tuple(fault for one in found for fault in one.faults))


def play(plan: tuple[int, int, int]) -> TurnRow:
    """Play some turns of one match, by its seed, its number and how many they are."""
    seed, number, count = plan
    random = Random(f"turns {seed} {number}")
    match = Match(SEATS, random, TILTS_DEG[number // TURNS_A_MATCH % len(TILTS_DEG)])
    match.unseen(random.randrange(UNSEEN))
    while match.turns < count and not match.over:
        match.step()
    return match.row(f"match {number}, seed {seed}")


class Rendered(Board[Lying]):
    """The cards on rendered mats, and the camera above that knows nothing of them."""

    def __init__(self, seats: int, random: Random, tilt_deg: float = 5.0) -> None:
        super().__init__(seats)
        self.random = random
        self.spread, self.renderer = _over(seats, tilt_deg)
        self.tracker = Tracker(_reader(seats))
        self.frames = 0

    def card(self, name: str, seat: int, row: int, column: int) -> Lying:
        """Return a new card, not quite straight in its cell."""
        return self._askew(name, self.spread.cell_mm(f"territory:{seat}", row, column), 1.5, 2.0)

    def moved(self, piece: Lying, seat: int, row: int, column: int) -> Lying:
        """Return the same card in a cell."""
        there = self.card(piece.card, seat, row, column)
        return replace(there, copy=piece.copy)

    def upon(self, name: str) -> Lying:
        """Return a new card on the pile, askew as hands discard."""
        left, top, right, bottom = self.spread.zones[PILE]
        return self._askew(name, ((left + right) / 2, (top + bottom) / 2, 0.0), 5.0, 6.0)

    @property
    def top_is_alike(self) -> bool:
        """Tell whether the top of the pile hides one of the same card, to the millimetre."""
        if len(self.pile) < 2:
            return False
        below, top = self.pile[-2:]
        away = math.hypot(top.x_mm - below.x_mm, top.y_mm - below.y_mm)
        return top.card == below.card and away < ALIKE_MM

    def name(self, piece: Lying) -> str:
        """Return a card's name."""
        return piece.card

    def look(self, hand: Hand | None = None) -> Observation:
        """Take one frame and return what the tracker knows then."""
        cards = (*(card for lay in self.cards for card in lay.values()), *self.pile)
        scene = Scene(cards, hands=() if hand is None else (hand,))
        self.frames += 1
        return self.tracker.update(self.renderer.render(scene, seed=self.frames).image)

    def looks(self) -> Iterator[Observation]:
        """Yield what is known after each frame until no more is to come."""
        for _ in range(FRAMES):
            seen = self.look()
            yield seen
            if seen.steady and seen.idle:
                return

    def slid(self, piece: Lying, by_mm: float) -> Lying:
        """Return another of the same card, which lies so far right of one."""
        return replace(piece, x_mm=piece.x_mm + by_mm, copy=piece.copy + 1)

    def hand_at(self, zone: str) -> Hand:
        """Return a hand over a zone."""
        left, top, right, bottom = self.spread.zones[zone]
        return Hand(self.random.uniform(left, right), (top + bottom) / 2)

    def _askew(
        self, name: str, at: tuple[float, float, float], by_mm: float, by_deg: float
    ) -> Lying:
        x, y, turn = at
        off = self.random.uniform
        x, y = x + off(-by_mm, by_mm), y + off(-by_mm, by_mm)
        wear, copy = off(0.0, 0.25), self.random.randrange(6)
        return Lying(GAME, name, x, y, turn + off(-by_deg, by_deg), wear=wear, copy=copy)


class Match:
    """A match, the table that it lies on, and what a camera makes of that."""

    def __init__(
        self, seats: int, random: Random, tilt_deg: float = 5.0, options: Any = None
    ) -> None:
        head = {"game": GAME, "options": {"analysis": False, **(options or {})}, "seats": seats}
        self.random = random
        self.running = Running(Line(1, 1, BEGIN, head, TABLE, 0.0))
        self.table = Rendered(seats, random, tilt_deg)
        self.asker, self.now_s = Asker(), 0.0
        self.turns = self.moves = 0
        self.over = False  # ended, or gone astray
        self._counts = {"wrong": 0, "lost": 0, "alike": 0, "asked": 0, "alarms": 0}
        self._faults: list[str] = []

    @property
    def snapshot(self) -> Snapshot:
        """The match as it stands."""
        return self.running.snapshot()

    def make(self, *moves: dict[str, Any]) -> None:
        """Make moves that nobody reads."""
        for move in moves:
            seq = self.running.seq + 1
            self.running.add(Line(seq, 1, MOVE, move, TABLE, 0.0))

    def unseen(self, moves: int) -> None:
        """Play some moves at random, and lay the table as the match stands then."""
        for _ in range(moves):
            if self.snapshot.outcome is None:
                self.make(self.chosen())
        self.over = self.snapshot.outcome is not None
        self.rest()

    def rest(self, top: str = "") -> Question | Submission | None:
        """Lay the table as the match stands; return what is made of that although all is well."""
        self.table.follow(self.snapshot.state, top)
        return self.look()

    def look(self) -> Question | Submission | None:
        """Look until cards make a move, or until people had time to be asked."""
        for seen in self.table.looks():
            if (told := self.consider(seen, FRAME_S)) is not None:
                return told
        for _ in range(3):
            if (told := self.consider(seen, PATIENCE_S)) is not None:
                return told
        return self.asker.question

    def consider(self, seen: Observation, later_s: float) -> Submission | None:
        """Judge what is seen, so much later than what was seen before."""
        self.now_s += later_s
        return self.asker.consider(self.snapshot, seen, self.now_s, self.table.grids)

    # -- at random ------------------------------------------------------------------------------

    def chosen(self) -> dict[str, Any]:
        """Return a random move, often one after which more is to be done."""
        shot = self.snapshot
        moves = [choose(shot.offers, self.random) for _ in range(TRIES)]
        moves = [one for one in moves if one["move"] != "leave"] or moves
        if shot.state.phase == "top" and self.table.pile:
            return {"move": "top_read", "cards": [self.table.pile[-1].card], "proof": []}
        return moves[0] if self.random.random() < AT_ONCE else min(moves, key=self._rank)

    def _rank(self, move: dict[str, Any]) -> int:
        after = self.after(move)
        if after.phase not in ("draw", "end", "over"):
            return 0
        return 1 + (move["move"] in ("discard", *BY_HAND))

    def after(self, *moves: dict[str, Any]) -> Any:
        """Return the state after some more moves."""
        game, state = self.snapshot.game, self.snapshot.state
        for move in moves:
            state, _ = game.apply(state, library.move(game, move))
        return state

    def step(self) -> None:
        """Make one random move by camera, or at a button; of spoils often several."""
        move, turn = self.chosen(), self.snapshot.state.turn
        moves = self._at_once(move)
        self.moves += len(moves)
        if move["move"] in BY_HAND:
            self.make(move)
        else:
            self.by_camera(moves)
        self.turns += self.snapshot.state.turn != turn
        if self.snapshot.state.phase == "top":  # which card shows, is read first
            self.table.follow(self.snapshot.state)
            return
        self.over = self.over or self.snapshot.outcome is not None
        if not self.over and (told := self.rest()) is not None:
            self._note("alarms", f"{told}, after {move}")

    def by_camera(self, moves: list[dict[str, Any]]) -> None:
        """Do with the cards what moves are; take what is read for them, answer what is asked."""
        move, told = moves[0], list[dict[str, Any]]()
        tag = move["move"]
        if self.random.random() < 0.5:
            zone = PILE if tag == "discard" else f"territory:{move.get('target', 0)}"
            self.table.look(self.table.hand_at(zone))
        if tag == "discard":
            self.table.discard(move["cards"][0])  # what it does comes next
        else:
            self.table.follow_territories(self.after(*moves))
        if move.get("source") == "grounds":
            self.table.pile.pop()
        meant = self._end(*moves)
        asked: Question | None = None
        while len(told) < len(moves):
            seen = self.look()
            if isinstance(seen, Submission):
                told.append(seen.move)
                self.make(seen.move)
                continue
            asked = seen
            if asked is None or not self._answered(asked, move):
                break
        if len(told) < len(moves):  # the rest is made on a page
            unseen = "alike" if tag == "discard" and self.table.top_is_alike else "lost"
            self._note("asked" if asked else unseen, f"{asked and asked.message}, made {moves}")
            self.make(*(one for one in moves if _of(one) not in map(_of, told)))
        if self._end() != meant:
            self._note("wrong", f"{told}, made {moves}")
            self.over = True

    def _at_once(self, move: dict[str, Any]) -> list[dict[str, Any]]:
        """Return what is done before anybody looks: a move, or several spoils that are laid."""
        moves = [move]
        while move.get("source") == "spoils" and self.random.random() < TOGETHER:
            after = self.after(*moves)
            if after.phase != "spoils":
                break
            moves.append(choose(self.snapshot.game.offers(after), self.random))
        return moves

    def _answered(self, asked: Question, move: dict[str, Any]) -> bool:
        """Answer a question truly where a tap can; tell whether one could."""
        card = move["laid"]["card"] if "laid" in move else move.get("cards", [""])[0]
        for item in asked.items:
            new = item.id.startswith(NEW)
            may = [one.card for one in item.candidates]
            if item.certain or (not new and card not in may):
                continue
            self._note("asked", f"{asked.message}, made {move}")
            is_new = move["move"] == "discard"
            self.asker.answer(asked.id, item.id, card if not new or is_new else None, TABLE)
            return True
        return False

    def _end(self, *moves: dict[str, Any]) -> tuple[Any, ...]:
        """Return what moves come to, wherever columns count from."""
        state = self.after(*moves)
        seats = self.snapshot.game.view(state, None).seats
        laid = [_from_leftmost(seat.layout) for seat in seats]
        return laid, state.phase, state.turn, state.stock, state.grounds, state.held

    def _note(self, what: str, told: str) -> None:
        self._counts[what] += 1
        self._faults.append(f"{what.upper()}: {told}")

    def row(self, where: str) -> TurnRow:
        """Return what came of the turns."""
        faults = tuple(f"{where}, {fault}" for fault in self._faults)
        return TurnRow(
            self.turns, self.moves, **self._counts, frames=self.table.frames, faults=faults
        )


def _from_leftmost(cells: Sequence[Cell]) -> set[tuple[str, int, int]]:
    """Return the cards of a territory, their columns counted from the leftmost."""
    left = min((cell.column for cell in cells), default=0)
    return {(cell.card, cell.row, cell.column - left) for cell in cells}


def _of(move: dict[str, Any]) -> tuple[Any, ...]:
    """Return what tells a move from others that are made together with it."""
    laid = move.get("laid", {})
    return move["move"], laid.get("card"), laid.get("row"), laid.get("column")


@lru_cache(maxsize=1)
def _reader(seats: int) -> Reader:
    return Reader(load_deck(GAME), *load_mats(GAME, seats))


@lru_cache(maxsize=len(TILTS_DEG))
def _over(seats: int, tilt_deg: float) -> tuple[Spread, Renderer]:
    table = Spread.set_out(load_mats(GAME, seats))
    camera = PinholeCamera.over(table.size_mm, *SIZE, tilt_deg=tilt_deg)
    return table, Renderer(camera, table, Press(seed=3))
