"""Watches the table through the cameras, has the changes judged, and submits the moves.

The watcher's own thread reads a single camera. Several cameras are read in one thread each.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from itertools import zip_longest

from msgspec.structs import replace

from firmware.cameras.base import Frame
from firmware.cameras.lenses import Lenses
from firmware.cameras.reconnecting import Reconnecting
from firmware.decks import MatchDeck
from firmware.reading import camera_report
from firmware.reading.asker import Asker
from firmware.reading.camera_report import OtherMat
from firmware.reading.eye import Eye
from firmware.reading.judged_pass import Judges
from firmware.reading.mat_search import MatSearch
from firmware.reading.seen_cards import grids_on
from firmware.reading.submission import Submission
from firmware.service.supervisor import Worker
from referee.actor import Actor
from referee.contract import Message, RefereeError
from referee.judging import Judgement
from referee.match.commands import Move
from referee.match.desk import Desk, Snapshot, StaleMove
from referee.reports.questions import Question, Refused
from referee.reports.status import Part
from referee.table import Zone
from vision.follow.fusion import CameraFusion
from vision.mat import Mat
from vision.observation import Observation, SettledCard

_log = logging.getLogger(__name__)

BUSY_S = 0.02  # Pause between frames while cards are pending or somebody watches a page.
REST_S = 0.5
TAUGHT_S = 0.1
LOOKS_S = 10.0  # A refusal returns after this time even if a frame cannot be read.
VIEWED_S = 10.0  # A page that asked for the view counts as watching for this long.


class Watcher:
    """Reads the table for the running match. Its thread is `run`; call the rest from any thread.

    Without `cameras`, `run` has nothing to do. `deck_of` returns a match's deck, and
    `mats_of` its mats. `other_mat` returns a message if the camera sees markers of another game's
    mat. `changed` is called when something that pages show has changed.
    """

    def __init__(
        self,
        desk: Desk,
        cameras: Sequence[Reconnecting],
        mats_of: Callable[[Snapshot | None], tuple[Mat, ...]],
        deck_of: Callable[[Snapshot], MatchDeck],
        changed: Callable[[], None],
        lenses: Lenses | None = None,
        other_mat: OtherMat = lambda _: None,
        judges: Callable[[], Judges] = Judges,
    ) -> None:
        lenses = lenses or Lenses()
        self.eyes = tuple(Eye(camera, lenses) for camera in cameras)
        self.asker = Asker(judges=judges)
        self.accepted: Callable[[Submission], None] = lambda _: None  # Called after a submission.
        self.mats = mats_of(desk.snapshot())
        self._merge = CameraFusion(*self.mats)
        self._desk = desk
        self._mats_of = mats_of
        self._other_mat = other_mat
        self._deck_of = deck_of
        self._changed = changed
        self._wake = threading.Event()
        self._lock = threading.Lock()  # Guards the asker; answers arrive from other threads.
        self._deck = MatchDeck()
        self._match: int | None = None
        self.search = MatSearch(mats_of(None))
        self._seen: tuple[Observation | None, ...] = ()  # By camera, at the last merge.
        self._observed: Observation | None = None
        self._viewed_s = self._touched_s = float("-inf")
        self._consumer: Callable[[Frame], None] | None = None

    def wake(self) -> None:
        """Read again at once, because the match, the table or a question has changed."""
        self._wake.set()
        for eye in self.eyes:
            eye.wake.set()

    def touched(self) -> None:
        """Note that something on a virtual table has just moved, so that frames are out of date."""
        self._touched_s = time.monotonic()

    def follow(self, match: Snapshot) -> None:
        """Drop all questions and pictures of an earlier match at once, if this one is new.

        The table's own thread may need seconds for the new match's deck.
        """
        if match.match == self._match:
            return
        self._match, self._observed, self._seen = match.match, None, ()
        for eye in self.eyes:
            eye.begin()
        with self._lock:
            self.asker.drop()

    def questions(self) -> tuple[Question, ...]:
        """Return the open questions about the current match, the most urgent first.

        A refusal whose card may just have been moved is not among them.
        """
        if not self.asker.asks_about(self._desk.snapshot()):
            return ()
        asked, looks = self.asker.questions, self._looks_again
        return tuple(
            question for question in asked if not (looks and isinstance(question, Refused))
        )

    @property
    def _looks_again(self) -> bool:
        """Whether cards were moved at a virtual table and are not all read again yet."""
        if time.monotonic() - self._touched_s > LOOKS_S:
            return False
        return any(eye.settled_s < self._touched_s for eye in self.eyes)

    def is_read(self) -> bool:
        """Whether the cameras have seen all that has moved at a virtual table."""
        return not self._looks_again

    def obstacle(self, zone: Zone) -> Message | None:
        """Return why a card that lies in a zone does not count, or None if it is being read."""
        lost = next((part.message for part in self.parts() if not part.well), None)
        if lost is not None or self._looks_again:
            return lost
        at = (question for question in self.questions() if Zone.parse(question.zone).covers(zone))
        poor = (message for message in self.watching() if message.key.startswith("table.quality."))
        return next((item.message for item in at), None) or next(poor, None)

    def is_unread(self, zone: Zone) -> bool:
        """Whether a new card may lie in a zone that the cameras have not read yet."""
        with self._lock:
            current = self.asker.last_pass
        if current is None or not self.sees:
            return False
        frames = [eye.frame for eye in self.eyes if eye.frame is not None]
        lags = any(frame.stamp_s < self._touched_s for frame in frames)
        return current.is_unread(zone, lags=lags)

    @property
    def alone(self) -> bool:
        """Whether the table has only one camera, so that no second thread is needed."""
        return len(self.eyes) == 1

    def run(self, worker: Worker) -> None:
        """Watch until told to stop."""
        try:
            while not worker.stop.is_set():
                worker.beat()
                self._wake.clear()
                self.step()
                self._wake.wait(self._pause_s())
        finally:
            if self.alone:
                self.eyes[0].camera.close()

    def run_eye(self, eye: Eye, worker: Worker) -> None:
        """Read one of several cameras until told to stop."""
        try:
            while not worker.stop.is_set():
                worker.beat()
                eye.wake.clear()
                before = eye.observed
                self.read_eye(eye)
                if eye.observed is not before:
                    self._wake.set()
                eye.wake.wait(self._pause_s())
        finally:
            eye.camera.close()

    def read_eye(self, eye: Eye) -> None:
        """Read a frame of a camera. During a lesson, the first camera's frames go to the lesson."""
        consumer = self._consumer if eye is self.eyes[0] else None
        eye.read_frame(self._deck, self.mats, consumer)

    def step(self) -> None:
        """Take the newest observation, and act on it if anything is new."""
        match = self._desk.snapshot()
        before = self._page_state()
        self._deck = MatchDeck() if match is None else self._deck_of(match)
        if match is not None:
            self.follow(match)
        mats = self._mats_of(match)
        if mats != self.mats:
            self.mats, self._merge, self._observed = mats, CameraFusion(*mats), None
        if self.alone:
            self.read_eye(self.eyes[0])
        if self._consumer is not None:
            return
        self._observed = self._merged()
        self._judge(match)
        if self._page_state() != before:
            self._changed()

    def _merged(self) -> Observation | None:
        """Return the observations of all cameras as one."""
        if self.alone:
            return self.eyes[0].observed
        seen = tuple(eye.observed for eye in self.eyes)
        if any(new is not old for new, old in zip_longest(seen, self._seen)):
            self._seen = seen
            return self._merge.merge(seen)
        return self._observed

    @property
    def frame(self) -> Frame | None:
        """The newest frame of the first camera. Reading it keeps new frames coming."""
        self.viewed()
        return self.eyes[0].frame if self.eyes else None

    def viewed(self) -> None:
        """Keep new frames coming for `VIEWED_S`, because somebody is watching."""
        self._viewed_s = time.monotonic()

    def meter(self) -> None:
        """Let the cameras measure the light again, and keep that exposure."""
        for eye in self.eyes:
            eye.meter()
        self.wake()

    def renew(self) -> None:
        """Load the deck again once the table is empty or the next match begins."""
        for eye in self.eyes:
            eye.renew()

    @property
    def is_lent(self) -> bool:
        """Whether a lesson or another consumer gets the frames."""
        return self._consumer is not None

    def lend(self, consumer: Callable[[Frame], None] | None) -> None:
        """Give all frames to a consumer and none to the match. None ends that."""
        if consumer is None and self._consumer is not None:
            for eye in self.eyes:
                eye.reload()
        self._consumer = consumer
        self.wake()
        self._changed()

    def answer(self, question: str, item: str, card: str | None, by: Actor) -> None:
        """Take an answer about one card. Raise `LookupError` or `ValueError`."""
        with self._lock:
            self.asker.answer(question, item, card, by)
        self.wake()

    def choose(self, question: str, way: str | None, by: Actor) -> None:
        """Take the choice of a meaning. Raise `LookupError` or `IllegalMove`."""
        with self._lock:
            command = self.asker.choose(question, way, by)
        if command is not None:
            self._desk.do(command, by)
        self.wake()
        self._changed()

    def mats_in_view(self, eye: Eye) -> tuple[str, tuple[Mat, ...]]:
        """Return the mats that a camera should see, and their name if they have one.

        During a match, these are its mats. Otherwise they are the mats found in the picture.
        """
        if self.reads or eye.frame is None:
            return "", self.mats
        name, there = self.search.find(eye.frame.image, eye.lens)
        return name, tuple(mat for mat, _ in there) or self.mats

    def settled(self) -> tuple[SettledCard, ...]:
        """Return the cards that lie still on the table."""
        observed = self._observed
        return () if observed is None else observed.settled

    @property
    def reads(self) -> bool:
        """Whether a match is read now, and so a deck."""
        return bool(self._deck.where)

    @property
    def sees(self) -> bool:
        """Whether a camera is working."""
        return any(eye.camera.well for eye in self.eyes)

    def parts(self) -> tuple[Part, ...]:
        """Return the state of the cameras and the reader."""
        return camera_report.parts_of(self.eyes, self._deck.where, self._other_mat)

    def watching(self) -> tuple[Message, ...]:
        """Return messages about what the camera is doing, the most urgent first."""
        if self.is_lent:
            return (Message("table.watch.taught"),)
        if len(self.questions()) < len(self.asker.questions) and self._looks_again:
            return (Message("table.watch.looks_again"),)
        match, observed = self._desk.snapshot(), self._observed
        if match is None or observed is None or not self.asker.asks_about(match):
            return ()
        return camera_report.watching(match, observed, self.asker, self.eyes, self._other_mat)

    def judgement(self) -> Judgement:
        """Return what people are told about the cards that the cameras saw."""
        match = self._desk.snapshot()
        judgement = Judgement() if match is None else self.asker.judgement(match)
        return replace(judgement, refusals=()) if self._looks_again else judgement

    def _page_state(self) -> tuple[object, ...]:
        lying = tuple(card.id for card in self.settled())
        return self.parts(), self.watching(), self.questions(), lying

    def _judge(self, match: Snapshot | None) -> None:
        with self._lock:
            submission = self.asker.consider(
                match, self._observed, time.monotonic(), grids_on(self.mats)
            )
        if submission is not None:
            self._submit(submission)

    def _submit(self, submission: Submission) -> None:
        try:
            move = Move(submission.move, submission.seen)
            self._desk.do(move, submission.by, dict(submission.proofs))
        except StaleMove:
            self.wake()  # Another move came first, so judge again.
        except RefereeError as error:
            line = submission.public_line(self._desk.snapshot())
            _log.info("The referee refused the reading %r: %s", line, error)
            with self._lock:
                self.asker.refused(submission, error.message)
        else:
            self.accepted(submission)

    @property
    def _restless(self) -> bool:
        """Whether the table is changing; frames then come faster, to notice taken cards soon."""
        return self._observed is not None and not self._observed.idle

    def _pause_s(self) -> float:
        if self._consumer is not None:
            return TAUGHT_S
        match = self._desk.snapshot()
        wanted = match is not None and bool(match.pending or self.asker.busy or self._restless)
        viewed = time.monotonic() - self._viewed_s < VIEWED_S
        return BUSY_S if wanted or viewed else REST_S
