"""Rounds of Plenty Coups by camera: where a card lies says what it does, on a rendered mat.

A match goes on by its offers alone, unseen up to some moment; from there on each action is a card
laid near its place and turned freely, a hand goes over the mat, and the frames alone tell what was
done. Cards that are to stay or go are followed as people are told, the used ones late.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from random import Random
from typing import Any

import msgspec

from firmware.bench.spread import spread
from firmware.mats import load_mats
from firmware.reading.asking import NEW, Asker, Submission
from referee.actor import TABLE
from referee.contract import AskCards, By, Offer, Offers, Watch
from referee.match.entries import BEGIN, MOVE, Line
from referee.match.running import Running, Snapshot
from referee.randomplay import choose
from referee.reports.status import Question
from vision.deck import load_deck
from vision.mat import places_mm
from vision.observation import Observation
from vision.reader import Reader
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press
from vision.synthetic.scene import Hand, Lying, Scene
from vision.tracker import Tracker

GAME = "plenty_coups"
SIZE = (1280, 720)  # pixels: a card of 63 mm is 80 of them high
TILTS_DEG = (0.0, 4.0, 8.0)
SEATS = (4, 2, 3)
UNSEEN = 150  # moves at most before the camera looks
ROUNDS_A_MATCH = 2
ASIDE_MM = 15.0  # from its place a card is laid at most, turned freely
APART_MM = hypot(44.0, 63.0) + 2.0  # of two cards, whichever way they are turned
FRAMES = 12  # enough for every card to be read or given up
FRAME_S, PATIENCE_S = 0.1, 10.0
LEFT_LYING = 0.6  # how often a used card still lies there after a move
HAND = 0.5  # how often a hand is seen over the mat
NO_SYMBOL = 0.1  # how often a card goes to the discards, whatever its action's own place


class RoundRow(msgspec.Struct, frozen=True):
    """What came of so many rounds.

    `wrong` moves were others than the cards made, `lost` cards made none; `asked` is how many
    questions came up, `alarms` how many of them although all lay as it had to. `most` is how many
    came up in one round.
    """

    rounds: int
    moves: int
    wrong: int
    lost: int
    asked: int
    alarms: int
    most: int
    frames: int
    faults: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        """Tell whether anything came about that never should."""
        return bool(self.wrong or self.lost or self.alarms)


def rounds(count: int, seed: int, processes: int) -> RoundRow:
    """Play so many rounds by camera; return what came of all."""
    starts = range(0, count, ROUNDS_A_MATCH)
    plans = [(seed, one, min(ROUNDS_A_MATCH, count - one)) for one in starts]
    found = list(spread(play, plans, processes, "rounds"))
    counts = ("rounds", "moves", "wrong", "lost", "asked", "alarms", "frames")
    sums = {name: sum(getattr(one, name) for one in found) for name in counts}
    most = max((one.most for one in found), default=0)
    return RoundRow(**sums, most=most, faults=tuple(one for row in found for one in row.faults))


def play(plan: tuple[int, int, int]) -> RoundRow:
    """Play some rounds of one match, by its seed, its number and how many they are."""
    seed, number, count = plan
    random, turn = Random(f"rounds {seed} {number}"), number // ROUNDS_A_MATCH
    match = Match(SEATS[turn % len(SEATS)], random, TILTS_DEG[turn % len(TILTS_DEG)])
    match.unseen(random.randrange(UNSEEN))
    while match.rounds < count and not match.over:
        match.step()
    return match.row(f"match {number}, seed {seed}")


@dataclass(eq=False)
class Piece:
    """A card on the mat, in a zone; a `used` one waits to be taken away."""

    lying: Lying
    zone: str
    used: bool = False

    def from_mm(self, x_mm: float, y_mm: float) -> float:
        """Return how far it lies from a point."""
        return hypot(self.lying.x_mm - x_mm, self.lying.y_mm - y_mm)


class Mat:
    """The cards on a rendered mat, and the camera above that knows nothing of them."""

    def __init__(self, seats: int, random: Random, tilt_deg: float) -> None:
        (self.mat,) = load_mats(GAME, seats)
        self.random, self.pieces, self.frames = random, list[Piece](), 0
        camera = PinholeCamera.over(self.mat.size_mm, *SIZE, tilt_deg=tilt_deg)
        self.renderer = Renderer(camera, self.mat, Press(seed=3))
        self.tracker = Tracker(_reader(seats))

    def lay(self, card: str, zone: str) -> None:
        """Lay a card near a free place of a zone; a used one makes room."""
        for _ in range(2000):
            x, y = self.random.choice(places_mm(self.mat.zones[zone]))
            off = [self.random.uniform(-ASIDE_MM, ASIDE_MM) for _ in range(2)]
            x, y = x + off[0], y + off[1]
            near = [one for one in self.pieces if one.from_mm(x, y) < APART_MM]
            if hypot(*off) <= ASIDE_MM and not any(not one.used for one in near):
                break
        self.pieces = [one for one in self.pieces if one not in near]
        turn, wear = self.random.uniform(0.0, 360.0), self.random.uniform(0.0, 0.25)
        lying = Lying(GAME, card, x, y, turn, wear=wear, copy=self.random.randrange(6))
        self.pieces.append(Piece(lying, zone))

    def has_room(self, _: Offer, ask: AskCards) -> bool:
        """Tell whether a zone has places for all the cards that are asked for there."""
        return ask.most <= len(places_mm(self.mat.zones[ask.zone]))

    def take(self, card: str, zone: str) -> None:
        """Take a card that lies in a zone."""
        there = [one for one in self.pieces if (one.lying.card, one.zone) == (card, zone)]
        self.pieces.remove(min(there, key=lambda one: one.used))

    def follow(self, match: Snapshot) -> None:
        """Have all lie as it must: what stays where it stays, used cards perhaps still there."""
        stays: Counter[tuple[str, str]] = Counter()
        for want in match.wanted:
            if want.watch is Watch.KEEP:
                stays.update((want.zone, card) for card in want.cards)
        if not any(want.zone == "market" for want in match.wanted):
            stays.update(("market", card) for card in match.state.market)
        goes = {(w.zone, card) for w in match.wanted if w.watch is Watch.CLEAR for card in w.cards}
        left = stays.copy()
        for piece in [*self.pieces]:
            at = (piece.zone, piece.lying.card)
            if not piece.used and left[at] > 0:
                left[at] -= 1
            elif at in goes and self.random.random() < LEFT_LYING:
                piece.used = True
            else:
                self.pieces.remove(piece)
        for zone, card in left.elements():
            self.lay(card, zone)

    def look(self, hand: Hand | None = None) -> Observation:
        """Take one frame and return what the tracker knows then."""
        cards = tuple(piece.lying for piece in self.pieces)
        self.frames += 1
        scene = Scene(cards, hands=() if hand is None else (hand,))
        return self.tracker.update(self.renderer.render(scene, seed=self.frames).image)

    def looks(self) -> Iterator[Observation]:
        """Yield what is known after each frame until no more is to come."""
        for _ in range(FRAMES):
            seen = self.look()
            yield seen
            if seen.steady and seen.idle:
                return


class Match:
    """A match, the mat that it lies on, and what a camera makes of that."""

    def __init__(self, seats: int, random: Random, tilt_deg: float) -> None:
        head = {"game": GAME, "options": {}, "seats": seats}
        self.random = random
        self.running = Running(Line(1, 1, BEGIN, head, TABLE, 0.0))
        self.table = Mat(seats, random, tilt_deg)
        self.asker, self.now_s = Asker(), 0.0
        self.rounds = self.moves = self.most = self._in_round = 0
        self.over = False
        self._counts = {"wrong": 0, "lost": 0, "asked": 0, "alarms": 0}
        self._faults: list[str] = []

    @property
    def snapshot(self) -> Snapshot:
        """The match as it stands."""
        return self.running.snapshot()

    def make(self, move: dict[str, Any]) -> None:
        """Make a move."""
        self.running.add(Line(self.running.seq + 1, 1, MOVE, move, TABLE, 0.0))

    def chosen(self) -> dict[str, Any]:
        """Return a random move of a player or of the table: first which kind, then which."""
        offers = [one for one in self.snapshot.offers if one.by is not By.HOST]
        kind = self.random.choice(sorted({one.move for one in offers}))
        alike = tuple(one for one in offers if one.move == kind)
        return choose(Offers(alike, ()), self.random)

    def unseen(self, moves: int) -> None:
        """Play some moves at random, and lay the mat as the match stands then."""
        for _ in range(moves):
            if self.snapshot.outcome is None:
                self.make(self.chosen())
        self.rest()

    def rest(self) -> None:
        """Have all lie as it must; nothing may come of that but that a zone is to be emptied."""
        self.over = self.over or self.snapshot.outcome is not None
        if self.over:
            return
        self.table.follow(self.snapshot)
        told = self.look()
        swept = {ask.zone for _, ask in self.snapshot.offers.reads() if not ask.most}
        if told is not None and not (isinstance(told, Question) and told.zone in swept):
            self._note("alarms", f"{told}")

    def look(self) -> Question | Submission | None:
        """Look until cards make a move, or until people had time to be asked."""
        if self.random.random() < HAND:
            left, top, right, bottom = self.random.choice([*self.table.mat.zones.values()])
            self.consider(self.table.look(Hand((left + right) / 2, (top + bottom) / 2)), FRAME_S)
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
        return self.asker.consider(self.snapshot, seen, self.now_s)

    def step(self) -> None:
        """Make one random move: by cards where the camera may read it, else at a button."""
        move, number = self.chosen(), self.snapshot.state.round
        reads = [one for one in self.snapshot.offers.reads() if reads_as(one, move)]
        reads = [one for one in reads if self.table.has_room(*one)]  # else they are named on a page
        self.moves += 1
        if reads:
            self.by_camera(move, *reads[self.random.random() < NO_SYMBOL and len(reads) - 1])
        else:
            self.make(move)
        if self.snapshot.state.round != number:
            self.rounds, self.most = self.rounds + 1, max(self.most, self._in_round)
            self._in_round = 0
        self.rest()

    def by_camera(self, move: dict[str, Any], offer: Offer, ask: AskCards) -> None:
        """Do with the cards what a move is; take what is read for it, answer what is asked."""
        if ask.leaves:
            for card in move["cards"]:
                self.table.take(card, ask.zone)
        elif not ask.most:
            self.table.pieces = [one for one in self.table.pieces if one.zone != ask.zone]
        for card in (
            (Counter(move["cards"]) - Counter(ask.known)).elements() if not ask.leaves else ()
        ):
            self.table.lay(card, ask.zone)
        told = self.look()
        if isinstance(told, Question):
            self._in_round += 1
            self._note(
                "asked", f"{told.message} {[one.label.key for one in told.ways]}, made {move}"
            )
            told = self._answered(told, offer)
        if not isinstance(told, Submission):
            self._note("lost", f"{told}, made {move} in {ask.zone}")
            self.make(move)
            return
        self.make(told.move)
        if _said(told.move) != _said(move):
            self._note("wrong", f"{told.move}, made {move} in {ask.zone}")
            self.over = True

    def _answered(self, asked: Question, offer: Offer) -> Question | Submission | None:
        """Say that a card is new, and which of several things it means; look again."""
        new = next((one for one in asked.items if one.id.startswith(NEW) and one.guess), None)
        if new is not None:
            self.asker.answer(asked.id, new.id, new.guess, TABLE)
            told = self.look()
            return self._answered(told, offer) if isinstance(told, Question) else told
        way = next((one.id for one in asked.ways if one.label == offer.label), None)
        if way is None:
            return asked
        self.asker.choose(asked.id, way, TABLE)
        return self.look()

    def _note(self, what: str, told: str) -> None:
        self._counts[what] += 1
        self._faults.append(f"{what.upper()}: {told}")

    def row(self, where: str) -> RoundRow:
        """Return what came of the rounds."""
        return RoundRow(
            self.rounds,
            self.moves,
            **self._counts,
            most=max(self.most, self._in_round),
            frames=self.table.frames,
            faults=tuple(f"{where}, {fault}" for fault in self._faults),
        )


def reads_as(read: tuple[Offer, AskCards], move: dict[str, Any]) -> bool:
    """Tell whether an offer of the camera is a move, with the cards that it names."""
    offer, ask = read
    same = all(move.get(name) == value for name, value in offer.given.items())
    return offer.move == move["move"] and same and ask.fits(move.get("cards", []))


def _said(move: dict[str, Any]) -> dict[str, Any]:
    """Return what a move does, however it came about."""
    said = {name: value for name, value in move.items() if name != "proof"}
    return {**said, "cards": sorted(said.get("cards", []))}


@lru_cache(maxsize=1)
def _reader(seats: int) -> Reader:
    reader = Reader(load_deck(GAME), *load_mats(GAME, seats))
    while reader.precompute():
        pass
    return reader
