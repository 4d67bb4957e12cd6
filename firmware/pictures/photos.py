"""Pictures that phones send. They are judged like the camera's view, and make moves or questions.

Each picture is read once and by itself. It counts as still and complete, and as an answer to what
the match is waiting for. This code knows no rules: the game's `judge` decides.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import replace

from firmware.pictures.grid_rows import grids_of
from firmware.pictures.locating import locate_cards
from firmware.pictures.placement import AskWhere, Located, PlacedPicture, Unplaced
from firmware.pictures.preview import new_id, sent
from firmware.pictures.reader import PictureReader
from firmware.reading.asker import Asker
from firmware.reading.judged_pass import Judges
from firmware.reading.seen_cards import grids_on, sure_name
from firmware.reading.submission import Submission
from referee.actor import CAMERA, Actor
from referee.contract import IllegalMove, Message, RefereeError
from referee.match.commands import Move
from referee.match.desk import Desk, Snapshot, StaleMove
from referee.pending import PendingAction
from referee.reports.picture import PhotoOutcome, ReadPhoto
from referee.reports.questions import Question
from referee.table import CardStatus
from vision.observation import Observation, SettledCard

_log = logging.getLogger(__name__)

MOST_MOVES = 8  # Maximum number of moves from a picture; a trick has a card from each player.


class Photos:
    """The newest picture for the match, and the questions about it. Safe from any thread.

    `changed` is called when something that pages show has changed.
    """

    def __init__(
        self,
        desk: Desk,
        reader: PictureReader,
        changed: Callable[[], None],
        judges: Callable[[], Judges] = Judges,
    ) -> None:
        self._desk = desk
        self._reader = reader
        self._changed = changed
        self.accepted: Callable[[Submission], None] = lambda _: None  # Called after a submission.
        self._judges = judges
        self._lock = threading.RLock()  # Answers come from other threads.
        self._current: PlacedPicture | None = None

    def take(self, data: bytes, seen: int, sender: Actor) -> ReadPhoto:
        """Read a JPEG taken in state `seen` of the match. If the cards are certain, make their
        move.

        Raise `BadData` if the picture cannot be read, `StaleMove` if the match has moved on, and
        `IllegalMove` if no cards are pending.
        """
        return self._reader.do(lambda: self._take(data, seen, sender))

    def place(self, photo: str, zone: str, sender: Actor) -> ReadPhoto:
        """Take the place that a person gives the newest picture's cards: a zone or offered choice.

        Raise `LookupError` if there is a newer picture or the match has moved on.
        """
        with self._lock:
            picture, match = self._current_and_match(photo)
            if not isinstance(picture.placed, AskWhere):
                raise LookupError(zone)
            placed = replace(picture, placed=picture.placed.say(zone), sender=sender)
            reported = self._judge_and_report(placed, match)
        self._changed()
        return reported

    def open_picture(self, photo: str) -> ReadPhoto:
        """Return the newest picture if it has an open question. Otherwise raise `LookupError`."""
        with self._lock:
            picture, _ = self._current_and_match(photo)
            if (asked := picture.asker.question) is None:
                raise LookupError(photo)
            return picture.report(PhotoOutcome.ASKED, asked.message, question=asked.id)

    def put_away(self, photo: str) -> None:
        """Drop this picture and its questions, unless there is a newer picture."""
        with self._lock:
            if self._current is not None and self._current.id == photo:
                self._current = None
        self._changed()

    def renew(self) -> None:
        """Load the deck again before the next picture."""
        self._reader.renew()

    @property
    def question(self) -> Question | None:
        """The open question about the newest picture, or None."""
        picture = self._open_picture()
        return None if picture is None else picture.asker.question

    @property
    def questions(self) -> tuple[Question, ...]:
        """The open question about the newest picture, as a tuple."""
        asked = self.question
        return () if asked is None else (asked,)

    def asks(self, question: str) -> bool:
        """Whether this question is about the newest picture."""
        return any(asked.id == question for asked in self.questions)

    def answer(self, question: str, item: str, card: str | None, by: Actor) -> None:
        """Take an answer about one card. Raise `LookupError` or `ValueError`."""
        with self._lock:
            picture, match = self._current_and_match()
            picture.asker.answer(question, item, card, by)
            self._make_moves(picture, match)
        self._changed()

    def choose(self, question: str, way: str | None, by: Actor) -> None:
        """Take the choice of a meaning. None marks the next meaning instead.

        Raise `LookupError` if that is no longer asked, and `IllegalMove` if another seat is asked.
        """
        with self._lock:
            picture, match = self._current_and_match()
            command = picture.asker.choose(question, way, by)
            if command is None:
                self._make_moves(picture, match)
        if command is not None:
            self._desk.do(command, by)
        self._changed()

    def settled(self) -> tuple[SettledCard, ...]:
        """Return the cards of the newest picture that have not made a move yet."""
        picture = self._current
        return () if picture is None else picture.observed.settled

    def _current_and_match(self, photo: str | None = None) -> tuple[PlacedPicture, Snapshot]:
        """Return the newest picture and the match, if the match still waits for the same cards.

        Otherwise, or if the newest picture is not this `photo`, raise `LookupError`.
        """
        picture, match = self._current, self._desk.snapshot()
        if picture is None or match is None or not _is_still_offered(match, picture.seq):
            raise LookupError(photo)
        if photo not in (None, picture.id):
            raise LookupError(photo)
        return picture, match

    def _open_picture(self) -> PlacedPicture | None:
        """Return the newest picture if the match still waits for the same cards, or None."""
        try:
            return self._current_and_match()[0]
        except LookupError:
            return None

    # -- in the worker's thread --------------------------------------------------------------

    def _take(self, data: bytes, seen: int, sender: Actor) -> ReadPhoto:
        match = self._match_at(seen)
        mats = self._reader.mats_of(match)
        by_cells = bool(grids_of(match, mats))
        look, observed, rows = self._reader.read(match, data, by_cells)
        with self._lock:
            match = self._match_at(seen)  # Reading took one or two seconds.
            names = [sure_name(card, match.renamed) for card in observed.settled]
            plain = names and not observed.planes
            if plain and (messages := self._judges().take_pictured(match, names)):
                return sent(new_id(), look, observed, PhotoOutcome.MOVED, messages)
            earlier = self._open_picture()
            if earlier is not None and not earlier.partly:
                earlier = None
            before = None if earlier is None else earlier.observed
            served = self._judges().seat_served(match)
            seat = sender.seat if served is None else served
            placed = locate_cards(match, mats, observed, rows, before, seat)
            id_ = new_id()
            asker = Asker(still=True, prefix=id_, judges=self._judges)
            taken = PlacedPicture(id_, match.seq, sender, look, observed, asker, placed)
            return self._judge_and_report(taken, match)

    def _match_at(self, seen: int) -> Snapshot:
        """Return the match if an offer that was open at `seen` is still open."""
        match = self._desk.snapshot()
        if match is None or match.rests or match.outcome is not None:
            raise IllegalMove("table", Message("table.photo.not_due"))
        if not _is_still_offered(match, seen):
            raise StaleMove("table", Message("table.photo.stale"))
        return match

    # -- with the lock -----------------------------------------------------------------------

    def _judge_and_report(self, picture: PlacedPicture, match: Snapshot) -> ReadPhoto:
        """Judge the cards of a picture, which becomes the newest one. Return the result."""
        self._current = picture = replace(picture, partly=False)
        placed = picture.placed
        if isinstance(placed, Unplaced):
            return picture.report(PhotoOutcome.NOTHING, placed.why)
        if isinstance(placed, AskWhere):
            return picture.report(PhotoOutcome.WHOSE, placed.message, ways=placed.ways)
        moved = self._make_moves(picture, match)
        asked = self.question
        if moved and not (placed.whole and asked):
            return picture.report(PhotoOutcome.MOVED, Message("table.photo.moved"), *placed.said)
        if asked is not None:
            texts = (asked.message, *(placed.said if moved else ()))
            return picture.report(PhotoOutcome.ASKED, *texts, question=asked.id)
        partly = [missing for missing in picture.asker.waits if 0 < missing.have < missing.count]
        self._current = replace(picture, partly=bool(partly))
        messages = [_still_missing(placement) for placement in partly]
        messages = messages or [_no_move_reason(picture.observed, match)]
        return picture.report(PhotoOutcome.NOTHING, *messages, *placed.said)

    def _make_moves(self, picture: PlacedPicture, match: Snapshot) -> bool:
        """Make the moves of a picture's cards, or ask. Return whether a move was made.

        A whole trick makes several moves. Actions that become pending after a move are not asked
        about, because the picture was not taken for them.
        """
        moved = False
        for _ in range(MOST_MOVES):
            grids = grids_on(self._reader.mats_of(match))
            made = picture.asker.consider(match, picture.observed, time.monotonic(), grids)
            if made is None:
                break
            try:
                by = picture.sender if made.by == CAMERA else made.by
                match = self._desk.do(Move(made.move, made.seen), by, dict(made.proofs))
            except StaleMove:
                break  # Another move came first.
            except RefereeError as error:
                _log.info("The referee refused a picture's reading: %s", error)
                picture.asker.refused(made, error.message)
                continue
            moved = True
            self.accepted(made)
        if moved and isinstance(picture.placed, Located) and picture.placed.whole:
            self._current = replace(picture, seq=match.seq)
        return moved


def _is_still_offered(match: Snapshot, seen: int) -> bool:
    """Whether at least one offer has been open ever since `seen`."""
    since = (match.open_offers.open_since(offer) for offer in match.offers)
    return any(seq is not None and seq <= seen <= match.seq for seq in since)


def _still_missing(missing: PendingAction) -> Message:
    """Return a message that says how many pending cards are still missing."""
    return Message("table.ask.missing", {"count": missing.count - missing.have})


def _no_move_reason(observed: Observation, match: Snapshot) -> Message:
    """Return the message why a picture led to no move and no question."""
    goes = {card.zone for card in match.layout.cards if card.status is CardStatus.TO_CLEAR}
    missing = any(not observed.whole_in(str(zone)) for zone in goes)
    return Message("table.photo.whole_mat" if missing else "table.photo.nothing_new")
