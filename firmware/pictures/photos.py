"""Pictures that phones send, judged like what the camera sees: moves and questions out.

Each is read once and by itself: it lies still and is complete at once, and what it shows answers
what the match asks for as it stands then. No rule of a game stands here: what is asked for is in
its `judge`.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from firmware.errors import BadData
from firmware.pictures.counting import HeldCount, grids_in_view
from firmware.pictures.lying import laid_in, zone_of_sender, zones_open
from firmware.pictures.showing import Look, sent
from firmware.pictures.turns import Turns
from firmware.pictures.used import Lay, UsedPictures, cards_in, doubted
from firmware.reading.asking import Asker
from firmware.service.supervisor import Worker
from referee.actor import CAMERA, Actor
from referee.contract import IllegalMove, Message, RefereeError
from referee.judging import Missing
from referee.match.desk import Desk, Snapshot, StaleMove
from referee.reports.picture import PICTURED, Came, Sent
from referee.reports.status import Part, Question
from referee.table import Lies, Zone
from vision.deck import DeckError, load_deck
from vision.errors import TooMuch
from vision.follow.still import StillReader
from vision.mat import Mat
from vision.observation import Observation, SettledCard
from vision.photo import BadPhoto, decoded
from vision.reading import Image
from webui.port import Counted

_log = logging.getLogger(__name__)

MOST_MOVES = 8  # that one picture can make: a trick has a card of each player


@dataclass(eq=False)
class _Held:
    """The newest picture as it was read, until the match moves on."""

    id: str
    seq: int
    sender: Actor
    look: Look
    observed: Observation
    asker: Asker
    cards: tuple[Lay, ...]  # as they lie in the picture
    zones: tuple[Zone, ...] = ()  # in which its cards may lie, where no mat tells
    used: bool = False  # no more than a picture that proved a move before


class Photos:
    """Reads pictures in a thread of its own, one after the other; all but `run` may be any's.

    `ahead` says that there is no other eye: the deck is made ready before the first picture.
    """

    def __init__(
        self,
        desk: Desk,
        mats_of: Callable[[Snapshot | None], tuple[Mat, ...]],
        deck_of: Callable[[Snapshot], str],
        changed: Callable[[], None],
        ahead: bool = False,
    ) -> None:
        self._desk = desk
        self._mats_of = mats_of
        self._deck_of = deck_of
        self._changed = changed
        self._ahead = ahead
        self._turns = Turns()
        self._used = UsedPictures(desk)
        self._lock = threading.RLock()  # of what is held: people answer in threads of their own
        self._held: _Held | None = None
        self._counts: dict[str, HeldCount] = {}  # the last one of each sender
        self._reader: StillReader | None = None
        self._reads: tuple[str, tuple[Mat, ...]] | None = None  # what the reader reads
        self._trouble: Message | None = None

    def run(self, worker: Worker) -> None:
        """Read what is sent until told to stop."""
        while not worker.stop.is_set():
            worker.beat()
            if self._turns.serve():
                self._changed()
            else:
                self._prepare()

    def take(self, data: bytes, seen: int, sender: Actor) -> Sent:
        """Read a JPEG that was taken on the match's state `seen`; what is sure is a move at once.

        Raises `BadData` for what is no picture to be read, `StaleMove` where the match has moved on
        since, `IllegalMove` where no cards are asked for.
        """
        return self._turns.wait(lambda: self._take(data, seen, sender))

    def count(self, data: bytes, sender: Actor) -> Counted:
        """Count what lies before a seat on a JPEG, outside the match.

        Raises `BadData` for what is no picture of a grid, `IllegalMove` where the game that
        is on counts none.
        """
        return self._turns.wait(lambda: self._count(data, sender))

    def count_again(self, photo: str, item: str, card: str | None, sender: Actor) -> Counted:
        """Take a person's word on one card of a sender's last count.

        Raises `LookupError` where that is asked no more, `ValueError` for what it cannot be.
        """
        with self._lock:
            held = self._counts.get(str(sender))
            if held is None or held.id != photo:
                raise LookupError(photo)
            held.answer(item, card)
            return held.counted()

    def lie(self, photo: str, zone: str, sender: Actor) -> Sent:
        """Take a person's word on where the cards of the newest picture lie.

        Raises `LookupError` where another is the newest, or the match has moved on.
        """
        with self._lock:
            standing = self._standing()
            if standing is None or standing[0].id != photo:
                raise LookupError(photo)
            held, match = standing
            where = next((one for one in held.zones if str(one) == zone), None)
            if where is None:
                raise LookupError(zone)
            held.observed, held.sender = laid_in(held.observed, match, where), sender
            told = self._judged(held, match)
        self._changed()
        return told

    def asked(self, photo: str) -> Sent:
        """Return the newest picture, which something is asked about; raises `LookupError`."""
        with self._lock:
            standing, asked = self._standing(), self.question
            if standing is None or asked is None or standing[0].id != photo:
                raise LookupError(photo)
            held = standing[0]
            message, question = asked.message, asked.id
            return sent(held.id, held.look, held.observed, Came.ASKED, message, question=question)

    def put_away(self, photo: str) -> None:
        """Ask no more about the newest picture; another one is let be."""
        with self._lock:
            if self._held is not None and self._held.id == photo:
                self._held = None
        self._changed()

    @property
    def question(self) -> Question | None:
        """Return what is asked about the newest picture, while the match stands as it did."""
        standing = self._standing()
        return None if standing is None else standing[0].asker.question

    def answer(self, question: str, item: str, card: str | None, by: Actor) -> None:
        """Take a person's word on one card; raises `LookupError` or `ValueError`."""
        with self._lock:
            standing = self._standing()
            if standing is None:
                raise LookupError(question)
            held, match = standing
            held.asker.answer(question, item, card, by)
            self._judge(held, match)
        self._changed()

    def choose(self, question: str, way: str | None, by: Actor) -> None:
        """Take a person's word on what cards mean; None marks the next of several ways.

        Raises `LookupError` where that is asked no more, `IllegalMove` where another seat is.
        """
        with self._lock:
            standing = self._standing()
            if standing is None:
                raise LookupError(question)
            held, match = standing
            command = held.asker.choose(question, way, by)
            if command is None:
                self._judge(held, match)
        if command is not None:
            self._desk.do(command, by)
        self._changed()

    def settled(self) -> tuple[SettledCard, ...]:
        """Return the cards of the newest picture, whose proofs are in no move yet."""
        held = self._held
        return () if held is None else held.observed.settled

    def part(self) -> Part | None:
        """Return how the reader of pictures is; None while all is well, or none was sent."""
        return None if self._trouble is None else Part("reader", False, self._trouble)

    def _standing(self) -> tuple[_Held, Snapshot] | None:
        """Return the newest picture and the match, while that asks for what it did then."""
        held, match = self._held, self._desk.snapshot()
        if held is None or match is None or not _stood(match, held.seq):
            return None
        return held, match

    # -- in the worker's thread --------------------------------------------------------------

    def _prepare(self) -> None:
        """Make the deck ready before the first picture, where pictures are the only eye."""
        match = self._desk.snapshot()
        if not self._ahead or match is None or match.paused:
            return
        try:
            self._reader_of(match).precompute()
        except BadData:
            return  # the page says so

    def _take(self, data: bytes, seen: int, sender: Actor) -> Sent:
        picture = _picture(data)
        match = self._due(seen)
        look, observed = _read(self._reader_of(match), picture)
        with self._lock:
            match = self._due(seen)  # it was a second or two
            id_, zones = _new_id(), tuple[Zone, ...]()
            if not observed.planes:
                zones = zones_open(match, self._mats_of(match), observed)
                observed = laid_in(observed, match, zone_of_sender(match, zones, sender.seat))
            cards = cards_in(observed)
            used = self._used.proved(cards, match)
            observed = doubted(observed) if used else observed
            asker = Asker(still=True, of=id_)
            held = _Held(id_, match.seq, sender, look, observed, asker, cards, zones, used)
            self._held = held
            return self._judged(held, match)

    def _count(self, data: bytes, sender: Actor) -> Counted:
        match = self._desk.snapshot()
        if match is None or match.game.appraise is None:
            raise IllegalMove("table", Message("table.photo.not_counted"))
        look, observed = _read(self._reader_of(match), _picture(data))
        grids = grids_in_view(self._mats_of(match), observed, sender.seat)
        if not grids:
            raise BadData("table.photo.needs_grid")
        held = HeldCount(_new_id(), match.game, match.options, look, observed, grids[0])
        with self._lock:
            self._counts[str(sender)] = held
        return held.counted()

    def _due(self, seen: int) -> Snapshot:
        """Return the match, where something may be done that could be done at `seen`, too."""
        match = self._desk.snapshot()
        if match is None or match.paused or match.outcome is not None:
            raise IllegalMove("table", Message("table.photo.not_due"))
        if not _stood(match, seen):
            raise StaleMove("table", Message("table.photo.stale"))
        return match

    def _reader_of(self, match: Snapshot) -> StillReader:
        """Return the reader of the match's deck and mat; raises `BadData`."""
        reads = (self._deck_of(match), self._mats_of(match))
        if self._reader is None or self._reads != reads:
            self._reader = None
            try:
                self._reader = StillReader(load_deck(reads[0]), *reads[1], prefix=PICTURED)
            except DeckError as error:
                self._trouble = Message("table.reader.bad_deck", {"reason": str(error)})
                raise BadData("table.reader.bad_deck", reason=str(error)) from error
            self._reads, self._trouble = reads, None
        return self._reader

    # -- with the lock -----------------------------------------------------------------------

    def _judged(self, held: _Held, match: Snapshot) -> Sent:
        """Judge a picture and return what came of it."""
        observed, zones = held.observed, tuple(map(str, held.zones))
        if not observed.planes and not observed.settled:
            return sent(held.id, held.look, observed, Came.NOTHING, Message("table.photo.no_card"))
        if not observed.planes and _needs_mat(match):
            return sent(
                held.id, held.look, observed, Came.NOTHING, Message("table.photo.needs_mat")
            )
        if not observed.planes and zones and None in _zones(observed):
            whose = Message("table.photo.whose")
            return sent(held.id, held.look, observed, Came.WHOSE, whose, zones=zones)
        if self._judge(held, match):
            return sent(held.id, held.look, observed, Came.MOVED, Message("table.photo.moved"))
        asked = self.question
        if asked is not None:
            again = (Message("table.photo.used"),) if held.used else ()
            said = (*again, asked.message)
            return sent(held.id, held.look, observed, Came.ASKED, *said, question=asked.id)
        partly = [missing for missing in held.asker.waits if 0 < missing.have < missing.count]
        messages = [_missing(one) for one in partly] or [_why_nothing(observed, match)]
        return sent(held.id, held.look, observed, Came.NOTHING, *messages)

    def _judge(self, held: _Held, match: Snapshot) -> bool:
        """Make the moves that a picture's cards make, or ask; tell whether any was made.

        A trick that lies there whole is several moves. What is asked for only after a move is not
        asked about: the picture was not taken for that.
        """
        moved = False
        for _ in range(MOST_MOVES):
            observed = held.observed
            mats = self._mats_of(match)
            grids = {zone: grid for mat in mats for zone, grid in mat.grids.items()}
            made = held.asker.consider(match, observed, time.monotonic(), grids)
            if made is None:
                break
            try:
                match = self._desk.submit(
                    made.move,
                    seen=made.seen,
                    by=held.sender if made.by == CAMERA else made.by,
                    proofs=dict(made.proofs),
                )
            except StaleMove:
                break  # somebody was quicker: what is held is out of date
            except RefereeError as error:
                _log.info("The referee refused a picture's reading: %s", error)
                held.asker.refused(made, error.message)
                continue
            moved = True
            self._used.keep(match.match, made.proofs, held.cards)
        return moved


def _new_id() -> str:
    return f"{PICTURED}{secrets.token_hex(4)}"


def _read(reader: StillReader, picture: Image) -> tuple[Look, Observation]:
    """Return what is shown of a picture, and what lies in it; its pixels are not kept.

    Raises `BadData` where far more lies there than cards.
    """
    try:
        observed = reader.observe(picture)
    except TooMuch:
        raise BadData("table.photo.too_much") from None
    return Look.of(observed), replace(observed, picture=np.zeros((1, 1, 3), np.uint8))


def _picture(data: bytes) -> Image:
    """Return a JPEG's picture; raises `BadData` with one sentence for what is none."""
    try:
        return decoded(data)
    except BadPhoto as error:
        raise BadData(f"table.photo.{error.reason}") from error


def _stood(match: Snapshot, seen: int) -> bool:
    """Tell whether something may be done that could be done at state `seen`, and since."""
    since = (match.standing.since(offer) for offer in match.offers)
    return any(one is not None and one <= seen <= match.seq for one in since)


def _needs_mat(match: Snapshot) -> bool:
    """Tell whether cards lie in cells, which a mat tells alone."""
    zones = {*match.layout.floats, *(card.zone for card in match.layout.cards if card.at)}
    return bool(zones)


def _zones(observed: Observation) -> list[str | None]:
    return [card.reading.zone for card in observed.settled]


def _missing(missing: Missing) -> Message:
    return Message("table.ask.missing", {"count": missing.count - missing.have})


def _why_nothing(observed: Observation, match: Snapshot) -> Message:
    """Return why no move and no question came of a picture."""
    goes = {card.zone for card in match.layout.cards if card.lies is Lies.GOES}
    missing = any(not observed.whole_in(str(zone)) for zone in goes)
    return Message("table.photo.whole_mat" if missing else "table.photo.nothing_new")
