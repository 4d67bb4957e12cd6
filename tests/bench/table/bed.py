"""A table on which mistakes are made, and a match that follows it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import hypot
from random import Random
from typing import Any

from firmware.reading.asker import Asker
from firmware.reading.judged_pass import Judges
from firmware.reading.submission import Submission
from referee import library, notation
from referee.actor import TABLE
from referee.contract import Cue, IllegalMove
from referee.match.journal.bodies import Body, Paused, Resumed, Undone
from referee.match.journal.entries import Line
from referee.reports.questions import Question
from referee.table import ANYWHERE, Layout, Position
from tests.bench.games import deck_of
from tests.bench.table.filmed import Filmed
from tests.bench.table.mistakes import Act, Slip
from tests.bench.table.seen import ANY_ZONE, FRAME_S, MIDDLE, Seen, lies_wide, places
from tests.bench.table.sighted import Sighted
from tests.bench.table.watched import Watched
from vision.decks.deck import load_deck
from vision.synthetic.scene import PlacedCard

SIZE, TILT_DEG = (1600, 900), 4.0
LIT = frozenset(Cue) - {Cue.IDLE, Cue.WAIT, Cue.OUT, Cue.LOST, Cue.WON}  # asked by their lamps
WITHIN_S = 3.0  # until a slip must have been told


@cache
def size_mm(deck: str) -> tuple[float, float]:
    """Return the size of a deck's cards."""
    return load_deck(deck, pictures=False).size_mm


class Bed(Watched, Seen):
    """A match, and its cards on the mats: where a slip is made.

    How the cards are seen, rendered or known at once, is what kinds of beds differ in.
    """

    def __init__(self, game: str, slip: Slip, judges: Callable[[], Judges] = Judges) -> None:
        Watched.__init__(self, game, slip.options, slip.seats)
        self.asker = Asker(judges=judges)
        self.set_out(game, deck_of(game, self.snapshot.options), slip.seats)
        self.card_mm = size_mm(self.deck)
        self.random = Random(slip.id)
        self.pieces: list[tuple[PlacedCard, str]] = []  # each with the zone that it was laid in
        self.booked: list[str] = []
        self.denied: list[Question] = []
        for line in slip.moves:
            self.make(self._move_in(line))

    @abstractmethod
    def set_out(self, game: str, deck: str, seats: int) -> None:
        """Lay out the mats."""

    @property
    def lying(self) -> tuple[PlacedCard, ...]:
        """The cards as they lie."""
        return tuple(piece for piece, _ in self.pieces)

    def rest(self) -> None:
        """Lay the table as the match has it, and let the camera look."""
        self._lay_out(self.snapshot.layout)
        self._watch()
        self.booked.clear()

    def do(self, act: Act) -> None:
        """Do what somebody does."""
        match act.do:
            case "lay":
                self.lay(act.card, act.zone, act.at, down=act.down, deck=act.of)
            case "take":
                self.take(act.card, act.zone)
            case "move":
                self._move(act)
            case "turn":
                self._turn(act.card, act.zone)
            case "look":
                self._watch()
            case "make":
                self._press(self._move_in(act.move))
            case "undo":
                self._add(Undone())
            case "pause":
                self._add(Paused())
            case "resume":
                self._add(Resumed())
            case _:
                raise ValueError(f"nobody does {act.do!r}")

    def lay(
        self,
        card: str,
        zone: str,
        at: Position | None = None,
        *,
        down: bool = False,
        deck: str = "",
    ) -> None:
        """Lay a card on a free place of a zone, or in a cell of its grid; one of a `deck`."""
        if at is not None:
            x, y, turn = self.spread.cell_mm(zone, *at)
        else:
            x, y, turn = self._free(zone)
        off = self.random.uniform
        lying = PlacedCard(
            deck or self.deck, card, x + off(-1, 1), y + off(-1, 1), turn + off(-2, 2), not down
        )
        self.pieces.append((replace(lying, copy=self.random.randrange(6)), zone))

    def take(self, card: str, zone: str) -> None:
        """Take a card off a zone, the one laid last; raises `LookupError` where there is none."""
        alike = [piece for piece in self.pieces if piece[0].card == card]
        there = [piece for piece in alike if not zone or piece[1] == zone]
        if not there:
            raise LookupError(f"{card} does not lie in {zone}")
        self.pieces.remove(there[-1])

    def _move(self, act: Act) -> None:
        """Move a card to a place that is free beside it."""
        piece = self._one(act.card, act.zone)
        lying = piece[0]
        self.lay(act.card, act.to or act.zone, act.at, down=not lying.face_up, deck=lying.deck)
        self.pieces.remove(piece)

    def _turn(self, card: str, zone: str) -> None:
        """Turn a card over where it lies."""
        at = next(n for n, piece in enumerate(self.pieces) if piece == self._one(card, zone))
        lying, where = self.pieces[at]
        self.pieces[at] = (replace(lying, face_up=not lying.face_up), where)

    def _one(self, card: str, zone: str) -> tuple[PlacedCard, str]:
        return [piece for piece in self.pieces if piece[0].card == card and piece[1] == zone][-1]

    def questions(self) -> list[Question]:
        """Return what is asked or told within three seconds; what is sure is booked.

        A press that was refused has been told to its seat.
        """
        self._watch()
        denied, self.denied = self.denied, []
        return [*denied, *self.asker.questions]

    def asks(self, slip: Slip) -> bool:
        """Whether the match itself asks, by a rule that is expected, those who are to answer.

        What was booked on the way is what is expected, too.
        """
        answer = any(ruling.rule in slip.rule for ruling in self.snapshot.rulings)
        may_answer = all(self.snapshot.offers.for_seat(seat) for seat in slip.to or ())
        return answer and may_answer and tuple(self.booked) == slip.booked

    def _watch(self) -> None:
        """Look until nothing changes, then on until three seconds are over."""
        begun_s = self.now_s
        seen = None
        while self.now_s - begun_s < WITHIN_S:
            if seen is None or not (seen.steady and seen.idle):
                seen = self.look()
                self.now_s += FRAME_S
            else:
                self.now_s += 5 * FRAME_S
            made = self.asker.consider(self.snapshot, seen, self.now_s, self.grids)
            if isinstance(made, Submission):
                self.booked.append(made.move["move"])
                self.make(made.move)

    def _move_in(self, line: str) -> dict[str, Any]:
        """Return the move in a line as plain data."""
        return dict(library.to_plain(notation.read_move(self.running.game, line)))

    def _press(self, move: dict[str, Any]) -> None:
        """Make somebody's move, or tell them why not."""
        try:
            self.running.try_move(library.move(self.running.game, move))
        except IllegalMove as error:
            cues = enumerate(self.snapshot.offers.cues)
            lit = {seat for seat, cue in cues if cue in LIT} - {move["seat"]}
            for seats in ((move["seat"],), (move["seat"], *lit)):
                question = Question("denied", "", error.message, rule=error.rule, seats=seats)
                self.denied.append(question)
        else:
            self.make(move)

    def _add(self, body: Body) -> None:
        self.running.add(Line(self.running.seq + 1, 1, body, TABLE, 0.0))

    def _lay_out(self, layout: Layout) -> None:
        """Lay all cards as the match has them; columns of a grid begin amid the mat."""
        for card in layout.cards:
            zone = ANY_ZONE if card.zone == ANYWHERE else str(card.zone)
            at = card.at
            if at is not None and card.zone in layout.floats:
                at = (at[0], at[1] + MIDDLE)
            self.lay(card.name, zone, at, down=card.down)
        for pile in layout.piles:
            if pile.top:
                self.lay(pile.top, str(pile.zone))

    def _free(self, zone: str) -> tuple[float, float, float]:
        """Return a free place in a zone, and how a card is turned there."""
        box, apart = self.spread.zones[zone], self.card_mm[0]
        turn = 0.0 if lies_wide(box) else 90.0
        free = (
            (x, y)
            for x, y in places(box, self.card_mm)
            if all(hypot(p.x_mm - x, p.y_mm - y) > apart for p, _ in self.pieces)
        )
        x, y = next(free, None) or self._squeezed(zone)
        return x, y, turn

    def _squeezed(self, zone: str) -> tuple[float, float]:
        """Push the cards of a zone together and return where there is room now, or half upon one.

        They hang over its ends by less than a tenth.
        """
        left, top, right, bottom = self.spread.zones[zone]
        wide, amid = lies_wide(self.spread.zones[zone]), ((left + right) / 2, (top + bottom) / 2)
        there = [n for n, (_, where) in enumerate(self.pieces) if where == zone]
        long_mm, step = max(right - left, bottom - top), self.card_mm[0] + 1.0
        if (len(there) + 1) * step > 1.1 * long_mm:
            return amid[0] + self.card_mm[0] / 2, amid[1]
        offs = [(n - len(there) / 2) * step for n in range(len(there) + 1)]
        places = [(amid[0] + off, amid[1]) if wide else (amid[0], amid[1] + off) for off in offs]
        there.sort(key=lambda n: self.pieces[n][0].x_mm if wide else self.pieces[n][0].y_mm)
        for n, (x, y) in zip(there, places, strict=False):
            lying, where = self.pieces[n]
            self.pieces[n] = (replace(lying, x_mm=x, y_mm=y), where)
        return places[-1]


class FilmedBed(Bed, Filmed):
    """Cards on rendered mats, under a camera that knows nothing of them."""

    def set_out(self, game: str, deck: str, seats: int) -> None:
        """Lay out the mats under the camera."""
        Filmed.__init__(self, game, deck, seats, SIZE, TILT_DEG)


class SightedBed(Bed, Sighted):
    """Cards that are known at once, without a picture."""

    def set_out(self, game: str, deck: str, seats: int) -> None:
        """Lay out the mats."""
        Sighted.__init__(self, game, deck, seats)
