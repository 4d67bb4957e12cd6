"""Turns of Ogallala by camera: territories on rendered mats, read frame by frame.

A match goes on by its offers alone, unseen up to some moment; from there on each move is made by
cards that are laid, pushed, taken or swept up on the mats, and read from the frames alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Any

from firmware.mats import load_mats
from firmware.reading.asking import Submission
from referee import library
from referee.actor import TABLE
from referee.reports.status import Question
from referee.table import Card, Lies
from tests.bench.rules.randomplay import choose
from tests.bench.table.board import GAME, PILE, Board
from tests.bench.table.played import ByCamera, Filmed, PlayedRow, played, reader_of
from vision.spread import Spread
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press
from vision.synthetic.scene import Hand, Lying

SIZE = (1600, 900)  # pixels: a card of two territories is 95 of them high
TILTS_DEG = (0.0, 5.0, 10.0)
SEATS = 2
UNSEEN = 60  # moves at most before the camera looks
TURNS_A_MATCH = 10
AT_ONCE = 0.4  # how often the first move that comes to mind is made
ALIKE_MM = 1.2
TRIES = 8  # else so many come to mind, and the most eventful is made
TOGETHER = 0.7  # how often one more of the spoils is laid before anybody looks
BY_HAND = ("lay_back", "spare", "end", "play_on", "leave")  # at a button, or on a page
NEW = ("table.ask.new", "table.ask.pile.new")  # whether a card is one


class TurnRow(PlayedRow, frozen=True, kw_only=True):
    """What came of so many turns.

    Cards that are `alike` are not lost: they were laid upon an equal card to the millimetre, and
    nothing tells them.
    """

    turns: int
    alike: int


def turns(count: int, seed: int, processes: int) -> TurnRow:
    """Play so many turns by camera; return what came of all."""
    return played(play, count, TURNS_A_MATCH, seed, processes, "turns")


def play(plan: tuple[int, int, int]) -> TurnRow:
    """Play some turns of one match, by its seed, its number and how many they are."""
    seed, number, count = plan
    random = Random(f"turns {seed} {number}")
    match = Match(SEATS, random, TILTS_DEG[number // TURNS_A_MATCH % len(TILTS_DEG)])
    match.unseen(random.randrange(UNSEEN))
    while match.turns < count and not match.over:
        match.step()
    return match.row(f"match {number}, seed {seed}")


class Rendered(Board[Lying], Filmed):
    """The cards on rendered mats, laid not quite straight."""

    def __init__(self, seats: int, random: Random, tilt_deg: float = 5.0) -> None:
        Board.__init__(self, seats)
        self.random = random
        self.spread, renderer = _over(seats, tilt_deg)
        Filmed.__init__(self, renderer, reader_of(GAME, seats))

    @property
    def lying(self) -> tuple[Lying, ...]:
        """The cards of the territories, then those of the pile."""
        return (*(card for lay in self.cards for card in lay.values()), *self.pile)

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


class Match(ByCamera):
    """A match, the table that it lies on, and what a camera makes of that."""

    COUNTS = (*ByCamera.COUNTS, "alike")

    def __init__(
        self, seats: int, random: Random, tilt_deg: float = 5.0, options: Any = None
    ) -> None:
        head = {"game": GAME, "options": {"analysis": False, **(options or {})}, "seats": seats}
        self.table = Rendered(seats, random, tilt_deg)
        super().__init__(head, self.table, random)
        self.turns = 0

    def unseen(self, moves: int) -> None:
        """Play some moves at random, and lay the table as the match stands then."""
        self.play_on(moves)
        self.rest()

    def rest(self, top: str = "") -> Question | Submission | None:
        """Lay the table as the match stands; return what is made of that although all is well."""
        self.table.follow(self.snapshot.state, top)
        return self.look()

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
            self.note("alarms", f"{told}, after {move}")

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
            self.note("asked" if asked else unseen, f"{asked and asked.message}, made {moves}")
            self.make(*(one for one in moves if _of(one) not in map(_of, told)))
        if self._end() != meant:
            self.note("wrong", f"{told}, made {moves}")
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
            new = asked.message.key in NEW
            may = [one.card for one in item.candidates]
            if item.certain or (not new and card not in may):
                continue
            self.note("asked", f"{asked.message}, made {move}")
            is_new = move["move"] == "discard"
            self.asker.answer(asked.id, item.id, card if not new or is_new else None, TABLE)
            return True
        return False

    def _end(self, *moves: dict[str, Any]) -> tuple[Any, ...]:
        """Return what moves come to, wherever columns count from."""
        state = self.after(*moves)
        layout = self.snapshot.game.layout(state)
        laid = [_from_leftmost(layout.within(zone)) for zone in layout.floats]
        return laid, state.phase, state.turn, state.stock, state.grounds, state.held

    def row(self, where: str) -> TurnRow:
        """Return what came of the turns."""
        return TurnRow(turns=self.turns, **self.came_of(where))


def _from_leftmost(cards: Sequence[Card]) -> set[tuple[str, int, int]]:
    """Return the cards of a territory, their columns counted from the leftmost."""
    lying = [(card.name, card.at) for card in cards if card.at and card.lies is not Lies.GOES]
    left = min((at[1] for _, at in lying), default=0)
    return {(name, row, column - left) for name, (row, column) in lying}


def _of(move: dict[str, Any]) -> tuple[Any, ...]:
    """Return what tells a move from others that are made together with it."""
    laid = move.get("laid", {})
    return move["move"], laid.get("card"), laid.get("row"), laid.get("column")


@lru_cache(maxsize=len(TILTS_DEG))
def _over(seats: int, tilt_deg: float) -> tuple[Spread, Renderer]:
    table = Spread.set_out(load_mats(GAME, seats))
    camera = PinholeCamera.over(table.size_mm, *SIZE, tilt_deg=tilt_deg)
    return table, Renderer(camera, table, Press(seed=3))
