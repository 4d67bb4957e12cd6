"""Rounds of Plenty Coups by camera: where a card lies says what it does, on a rendered mat.

A match goes on by its offers alone, unseen up to some moment; from there on each action is a card
laid near its place and turned freely, a hand goes over the mat, and the frames alone tell what was
done. Cards that are to stay or go are followed as people are told, the used ones late.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from random import Random
from typing import Any

from firmware.mats import load_mats
from firmware.reading.asking import NO_GRIDS, Submission
from referee.actor import TABLE
from referee.contract import By, Offers
from referee.library import move as typed
from referee.match.running import Snapshot
from referee.reports.status import Question
from referee.table import Card, Change, Laid, Lies, Taken, Zone, between
from tests.bench.rules.randomplay import choose
from tests.bench.table.played import (
    FRAME_S,
    ByCamera,
    Filmed,
    PlayedRow,
    played,
    reader_of,
    summed,
)
from vision.mat import places_mm
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import Press
from vision.synthetic.scene import Hand, Lying

GAME = "plenty_coups"
SIZE = (1280, 720)  # pixels: a card of 63 mm is 80 of them high
TILTS_DEG = (0.0, 4.0, 8.0)
SEATS = (4, 2, 3, 6)
UNSEEN = 150  # moves at most before the camera looks
ROUNDS_A_MATCH = 2
MATCHES = 20  # at most for so many rounds
ASIDE_MM = 15.0  # from its place a card is laid at most, turned freely
APART_MM = hypot(44.0, 63.0) + 2.0  # of two cards, whichever way they are turned
LEFT_LYING = 0.6  # how often a used card still lies there after a move
HAND = 0.5  # how often a hand is seen over the mat
AT_ONCE = 0.5  # how often the next card is laid before anybody saw the used ones gone
ANSWERS = 3  # that people give at most about the cards of one move
UPON_DISCARDS = ("hunt", "breed", "gift", "give_horses")
MARKET = "market"
NEW = ("table.ask.new", "table.ask.pile.new")  # whether a card is one
NO_SYMBOL = 0.1  # how often a card goes to the discards, whatever its action's own place


class RoundRow(PlayedRow, frozen=True, kw_only=True):
    """What came of so many rounds; `most` is how many questions came up in one of them."""

    rounds: int
    most: int


def rounds(count: int, seed: int, processes: int) -> RoundRow:
    """Play so many rounds by camera; return what came of all."""
    return played(play, count, ROUNDS_A_MATCH, seed, processes, "rounds")


def play(plan: tuple[int, int, int]) -> RoundRow:
    """Play some rounds by camera, by a seed, a number and how many they are.

    Where a match ends or goes astray before, another one goes on.
    """
    seed, number, count = plan
    random, turn = Random(f"rounds {seed} {number}"), number // ROUNDS_A_MATCH
    found: list[RoundRow] = []
    while (left := count - sum(one.rounds for one in found)) > 0 and len(found) < MATCHES:
        match = Match(SEATS[turn % len(SEATS)], random, TILTS_DEG[turn % len(TILTS_DEG)])
        match.unseen(random.randrange(UNSEEN))
        while match.rounds < left and not match.over:
            match.step()
        found.append(match.row(f"match {number}, seed {seed}"))
    return summed(found)


@dataclass(eq=False)
class Piece:
    """A card on the mat, in a zone; a `used` one waits to be taken away."""

    lying: Lying
    zone: str
    used: bool = False

    def from_mm(self, x_mm: float, y_mm: float) -> float:
        """Return how far it lies from a point."""
        return hypot(self.lying.x_mm - x_mm, self.lying.y_mm - y_mm)


class Mat(Filmed):
    """The cards on a rendered mat."""

    grids = NO_GRIDS

    def __init__(self, seats: int, random: Random, tilt_deg: float) -> None:
        (self.mat,) = load_mats(GAME, seats)
        self.random, self.pieces = random, list[Piece]()
        super().__init__(_over(seats, tilt_deg), reader_of(GAME, seats))

    @property
    def lying(self) -> tuple[Lying, ...]:
        """The cards as they lie."""
        return tuple(piece.lying for piece in self.pieces)

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

    def has_room(self, zone: str, many: int) -> bool:
        """Tell whether a zone has free places for so many new cards."""
        taken = sum(piece.zone == zone and not piece.used for piece in self.pieces)
        return taken + many <= len(places_mm(self.mat.zones[zone]))

    def take(self, card: str, zone: str) -> None:
        """Take a card that lies in a zone."""
        there = [one for one in self.pieces if (one.lying.card, one.zone) == (card, zone)]
        self.pieces.remove(min(there, key=lambda one: one.used))

    def follow(self, match: Snapshot) -> tuple[bool, set[str]]:
        """Have all lie as it must: what stays where it stays, used cards perhaps still there.

        Return whether anything was laid, and from which zones anything was taken.
        """
        taken: set[str] = set()
        lies = match.layout.cards
        stays = Counter(_place(card) for card in lies if _is_kept(card))
        goes = {_place(card) for card in lies if not _is_kept(card)}
        left = stays.copy()
        for piece in [*self.pieces]:
            at = (piece.zone, piece.lying.card)
            if not piece.used and left[at] > 0:
                left[at] -= 1
            elif at in goes and self.random.random() < LEFT_LYING:
                piece.used = True
            else:
                self.pieces.remove(piece)
                taken.add(piece.zone)
        for zone, card in left.elements():
            self.lay(card, zone)
        return bool(left.total()), taken


def _place(card: Card) -> tuple[str, str]:
    return str(card.zone), card.name


def _is_kept(card: Card) -> bool:
    """Tell whether a card lies where it does on purpose: it must stay, or is to be had."""
    return card.lies is Lies.STAYS or str(card.zone) == MARKET


class Match(ByCamera):
    """A match, the mat that it lies on, and what a camera makes of that."""

    def __init__(self, seats: int, random: Random, tilt_deg: float) -> None:
        self.table = Mat(seats, random, tilt_deg)
        super().__init__({"game": GAME, "options": {}, "seats": seats}, self.table, random)
        self.rounds = self.most = self._in_round = 0
        self._taken: set[str] = set()  # zones from which used cards were taken that nobody saw go

    def chosen(self) -> dict[str, Any]:
        """Return a random move of a player or of the table: first which kind, then which."""
        offers = [one for one in self.snapshot.offers if one.by is not By.HOST]
        kind = self.random.choice(sorted({one.move for one in offers}))
        alike = tuple(one for one in offers if one.move == kind)
        return choose(Offers(alike, ()), self.random)

    def unseen(self, moves: int) -> None:
        """Play some moves at random, on to a round's begin; lay the mat as all stands then."""
        self.play_on(moves)
        number = self.snapshot.state.round
        while not self.over and self.snapshot.state.round == number:
            self.play_on(1)
        self.rest()

    def rest(self) -> None:
        """Have all lie as it must; nothing may come of that but that a zone is to be emptied.

        Now and then play goes on at once, elsewhere on the mat than where used cards were taken.
        """
        self.over = self.over or self.snapshot.outcome is not None
        if self.over:
            return
        laid, taken = self.table.follow(self.snapshot)
        self._taken |= taken
        if laid or self.random.random() >= AT_ONCE:
            self.see_rest()

    def see_rest(self) -> None:
        """See that all lies as it must."""
        self._taken.clear()
        told = self.look()
        cards = self.snapshot.layout.cards
        swept = {str(card.zone) for card in cards if card.lies is Lies.GOES}
        if told is not None and not (isinstance(told, Question) and told.zone in swept):
            self.note("alarms", f"{told}")

    def look(self) -> Question | Submission | None:
        """Look until cards make a move, or until people had time to be asked."""
        if self.random.random() < HAND:
            left, top, right, bottom = self.random.choice([*self.table.mat.zones.values()])
            self.consider(self.table.look(Hand((left + right) / 2, (top + bottom) / 2)), FRAME_S)
        return super().look()

    def step(self) -> None:
        """Make one random move, with cards where it has some, else by hand."""
        move, number = self.chosen(), self.snapshot.state.round
        self.moves += 1
        acts = self._acts(move)
        many = Counter(str(one.zone) for one in acts if isinstance(one, Laid))
        room = all(self.table.has_room(zone, count) for zone, count in many.items())
        if acts and room:
            self.by_camera(move, acts)
        else:
            self.make(move)
        if self.snapshot.state.round != number:
            self.rounds, self.most = self.rounds + 1, max(self.most, self._in_round)
            self._in_round = 0
        self.rest()

    def _acts(self, move: dict[str, Any]) -> list[Change]:
        """Return what is done with the cards for a move; none where nobody does anything.

        Used cards go when somebody has time, and not with the move, but where that is the move.
        """
        shot = self.snapshot
        after, _ = shot.game.apply(shot.state, typed(shot.game, move))
        sweeps = move["move"] == "swept"
        found = [
            one
            for one in between(shot.layout, shot.game.layout(after))
            if not isinstance(one, Taken) or _is_kept(one.was) or sweeps
        ]
        names = Counter(move.get("cards", ()))
        moved = Counter(one.card if isinstance(one, Laid) else one.was.name for one in found)
        if moved - names and not sweeps:
            return []  # more goes with it than its own cards
        if move["move"] in UPON_DISCARDS and self.random.random() < NO_SYMBOL:
            return [_on_discards(one) if isinstance(one, Laid) else one for one in found]
        return found

    def by_camera(self, move: dict[str, Any], acts: list[Change]) -> None:
        """Do with the cards what a move is; take what is read for it, answer what is asked."""
        zones = {str(one.was.zone if isinstance(one, Taken) else one.zone) for one in acts}
        if zones & self._taken:
            self.see_rest()
        for one in acts:
            if isinstance(one, Taken):
                self.table.take(one.was.name, str(one.was.zone))
            elif isinstance(one, Laid):
                self.table.lay(one.card, str(one.zone))
        where = ", ".join(sorted(zones))
        told = self.look()
        for _ in range(ANSWERS):
            if not isinstance(told, Question):
                break
            self._in_round += 1
            ways = [one.label.key for one in told.ways]
            self.note("asked", f"{told.message} {ways}, made {move} in {where}")
            if not self._answered(told, move):
                break
            told = self.look()
        if not isinstance(told, Submission):
            self.note("lost", f"{told}, made {move} in {where}")
            self.make(move)
            return
        self.make(told.move)
        if _said(told.move) != _said(move):
            self.note("wrong", f"{told.move}, made {move} in {where}")
            self.over = True

    def _answered(self, asked: Question, move: dict[str, Any]) -> bool:
        """Say that a card is new, or which of several things it means, where that is asked."""
        if asked.message.key in NEW:
            self.asker.answer(asked.id, asked.items[0].id, asked.items[0].guess, TABLE)
            return True
        offers = (one for one in self.snapshot.offers if _is_of(one.fill(), move))
        labels = [one.label for one in offers]
        way = next((one.id for one in asked.ways if one.label in labels), None)
        if way is not None:
            self.asker.choose(asked.id, way, TABLE)
        return way is not None

    def row(self, where: str) -> RoundRow:
        """Return what came of the rounds."""
        most = max(self.most, self._in_round)
        return RoundRow(rounds=self.rounds, most=most, **self.came_of(where))


def _is_of(offered: dict[str, Any], move: dict[str, Any]) -> bool:
    """Tell whether a move takes up an offer, whose fields so far are these."""
    return all(move.get(name) == value for name, value in offered.items() if name != "cards")


def _on_discards(laid: Laid) -> Laid:
    return Laid(laid.card, Zone("discard"))


def _said(move: dict[str, Any]) -> dict[str, Any]:
    """Return what a move does, however it came about."""
    said = {name: value for name, value in move.items() if name not in ("proof", "zone")}
    return {**said, "cards": sorted(said.get("cards", []))}


@lru_cache(maxsize=2)
def _over(seats: int, tilt_deg: float) -> Renderer:
    (mat,) = load_mats(GAME, seats)
    camera = PinholeCamera.over(mat.size_mm, *SIZE, tilt_deg=tilt_deg)
    return Renderer(camera, mat, _press())


@lru_cache(maxsize=1)
def _press() -> Press:
    return Press(seed=3)
