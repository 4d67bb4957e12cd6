"""Teaches the table decks. Lessons are stored on disk; only one at a time uses the camera."""

from __future__ import annotations

import hashlib
import logging
import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from firmware.cameras.base import Frame
from firmware.decks import Decks, MatchDeck, known_decks
from firmware.errors import BadData
from firmware.reading.evidence import png
from firmware.reading.watcher import Watcher
from firmware.teaching.lesson import BACK, Lesson
from referee.contract import Message
from referee.reports.workshop import CardList, LessonState, Taught
from vision.decks.deck import Card, Deck, DeckError, load_deck
from vision.decks.saving import DeckFolder, save_deck
from vision.decks.shelves import deck_names
from vision.enrol.capture import CardCapture
from vision.enrol.enrol import PACK
from vision.enrol.selftest import self_test
from vision.files import composed
from vision.reading import Image

_log = logging.getLogger(__name__)

NAME = re.compile(r"[^\W_][\w \-]{0,39}")
MOST_CARDS = 200  # different cards
LONGEST = 20  # Maximum number of letters in a card's name.
LEFT_S = 20.0  # A lesson ends if no page shows it for this long.
SIZE_MM = (63.0, 88.0)


class Exam(NamedTuple):
    """A test of a deck on itself: once it is over, the confusable pairs, or why it failed."""

    deck: Deck
    alike: tuple[tuple[str, str], ...] | None = None
    fault: Message | None = None


class School:
    """Implements `webui.workshop.Teaching`. Each deck has its own folder in `folder`."""

    def __init__(self, folder: Path, watcher: Watcher, decks: Decks) -> None:
        self._folder = folder
        self._watcher = watcher
        self._decks = decks
        self._lock = threading.RLock()
        self._lesson: Lesson | None = None
        self._trouble: Message | None = None
        self._viewed_s = 0.0
        self._exam: Exam | None = None

    def lists(self) -> tuple[CardList, ...]:
        """Return the card lists to choose from: the project's decks, and a standard deck of 52."""
        lists = [
            CardList(d.name, tuple(c.name for c in d.cards for _ in range(c.count)), d.size_mm)
            for d in known_decks(pictures=False)
            if isinstance(d, Deck)
        ]
        return (*lists, CardList("52", PACK, SIZE_MM))

    def decks(self) -> tuple[str, ...]:
        """Return the names of the decks that were started or taught before."""
        return tuple(sorted(self._folders()))

    def lesson(self) -> LessonState | None:
        """Return the current lesson, or None. Asking for it keeps the lesson going."""
        with self._lock:
            self._viewed_s = time.monotonic()
            lesson = self._lesson
            if lesson is None:
                return None
            deck = lesson.deck
            plays = deck.extra.get("plays")
            done = lesson.asked is None
            exam = self._exam_of(deck) if done else Exam(deck)
            chosen = self._decks.folder(str(plays)) == deck.folder
            return LessonState(
                deck=deck.name,
                cards=tuple(_taught(lesson, name) for name in (*deck.names, BACK)),
                asked=lesson.asked,
                message=self._trouble or exam.fault or lesson.message,
                doubt=lesson.doubt is not None,
                alike=exam.alike,
                trying=done and exam == Exam(deck),
                plays=str(plays) if plays else None,
                chosen=chosen,
                short=lesson.short and not plays,
            )

    def begin(
        self, name: str, cards: tuple[str, ...], size_mm: tuple[float, float], plays: str | None
    ) -> None:
        """Start to teach a new deck. If a card is named twice, the deck has two of it.

        Raise `BadData` for an impossible name, list or size.
        """
        name = composed(" ".join(name.split()))
        if not NAME.fullmatch(name):
            raise BadData("table.teach.bad_name", name=name)
        if name in self.decks():
            raise BadData("table.teach.exists", name=name)
        called = MatchDeck.of(plays or "").called
        counts = Counter(called(composed(card.strip())) for card in cards if card.strip())
        if not 1 <= len(counts) <= MOST_CARDS:
            raise BadData("table.teach.bad_count", number=len(counts), most=MOST_CARDS)
        for card in counts:
            if len(card) > LONGEST or card.upper() == BACK or not card.isprintable():
                raise BadData("table.teach.bad_card", card=card[: 2 * LONGEST], most=LONGEST)
        width, height = size_mm
        if not 30 <= width < height <= 150:
            raise BadData("table.teach.bad_size")
        folder = self._folder / name
        shipped = load_deck(plays, pictures=False).names if plays in deck_names() else ()
        known = set(counts) <= set(shipped)
        deck = Deck(
            name,
            size_mm,
            tuple(Card(card, count) for card, count in counts.items()),
            {},
            extra={"plays": plays} if known else {},
            folder=folder,
            whole=True,  # a list of cards names all the cards of the deck
        )
        save_deck(deck, folder)
        self._open(deck, folder)

    def resume(self, name: str) -> None:
        """Continue a deck started before. Raise `BadData` if it is missing or damaged."""
        folder = self._folders().get(composed(name))
        if folder is None:
            raise BadData("table.teach.no_deck", name=name)
        try:
            self._open(load_deck(folder), folder)
        except DeckError as error:
            raise BadData("table.reader.bad_deck", reason=str(error)) from error

    def ask(self, card: str) -> None:
        """Ask for a card, even a stored one. Raise `LookupError` if the deck lacks it."""
        self._change_lesson(lambda lesson: lesson.ask(card))

    def skip(self) -> None:
        """Skip the current card. Raise `LookupError` if there is no lesson."""
        self._change_lesson(lambda lesson: lesson.skip())

    def keep(self) -> None:
        """Store the doubtful picture after all. Raise `LookupError` if there is none."""
        self._change_lesson(lambda lesson: lesson.keep())

    def whole(self) -> None:
        """Drop the cards without a picture. Raise `LookupError` if that is impossible now."""
        self._change_lesson(lambda lesson: lesson.whole())

    def choose(self, own: bool) -> None:
        """Read matches with this deck or, if not `own`, with the project's deck again.

        Raise `LookupError` if the deck is for no game, or has not been tested yet.
        """
        with self._lock:
            deck = None if self._lesson is None else self._lesson.deck
            plays = None if deck is None else deck.extra.get("plays")
            if deck is None or plays is None or self._exam_of(deck).alike is None:
                raise LookupError("lesson")  # the limits of the deck are not known yet
            self._decks.choose(str(plays), deck.folder if own else None)

    def close(self) -> None:
        """End the lesson. Stored pictures stay."""
        with self._lock:
            self._lesson = None
        self._watcher.lend(None)

    def picture(self, card: str) -> bytes | None:
        """Return the stored PNG picture of a card, or None."""
        with self._lock:
            image = None if self._lesson is None else self._lesson.picture(card)
        return None if image is None else png(image)

    # -- within -----------------------------------------------------------------------------

    def _folders(self) -> dict[str, Path]:
        """Return the folders of the decks that were started or taught before, by name."""
        return {
            composed(path.parent.name): path.parent for path in self._folder.glob("*/deck.toml")
        }

    def _open(self, deck: Deck, folder: Path) -> None:
        with self._lock:
            self._trouble = None
            self._exam = None
            taker = CardCapture(self._watcher.mats[0], deck.size_mm, self._watcher.eyes[0].lens)
            self._lesson = Lesson(deck, taker, DeckFolder(folder).save)
            self._viewed_s = time.monotonic()
            frame = self._watcher.frame
            self._lesson.begin(None if frame is None else frame.image)
            self._start_test()
        self._watcher.lend(self._see)

    def _change_lesson(self, what: Callable[[Lesson], None]) -> None:
        with self._lock:
            if self._lesson is None:
                raise LookupError("lesson")
            self._trouble = None
            what(self._lesson)
            self._start_test()

    def _see(self, frame: Frame) -> None:
        """Take the next picture. Runs in the camera's thread."""
        with self._lock:
            if time.monotonic() - self._viewed_s > LEFT_S:
                _log.info("Nobody asks after the lesson: it is over.")
                self.close()
                return
            if self._lesson is None:
                return
            try:
                self._lesson.see(frame.image)
            except DeckError as error:
                self._trouble = Message("table.teach.unsaved", {"reason": str(error)})
            else:
                self._trouble = None
            self._start_test()

    def _start_test(self) -> None:
        """Once all cards are taught, start a test of the deck on itself in another thread."""
        lesson = self._lesson
        if lesson is None or lesson.asked is not None or self._exam_of(lesson.deck) is self._exam:
            return
        self._exam = Exam(lesson.deck)
        threading.Thread(
            target=self._test_deck, args=(lesson.deck,), name="exam", daemon=True
        ).start()

    def _exam_of(self, deck: Deck) -> Exam:
        """Return the test of a deck, or one that has not begun."""
        return self._exam if self._exam is not None and self._exam.deck is deck else Exam(deck)

    def _test_deck(self, deck: Deck) -> None:
        """Test a deck and store the limits that it needs, unless the deck has changed meanwhile."""
        try:
            test = self_test(replace(deck, limits={}))
            pairs = {(min(pair), max(pair)) for pair in test.pairs}
            with self._lock:
                if self._lesson is None or self._lesson.deck is not deck:
                    return
                self._lesson.limit(test.limits)
                self._exam = Exam(self._lesson.deck, tuple(sorted(pairs)))
        except Exception as error:  # after any error, because the page must not wait for ever
            _log.exception("The deck %s could not be tried.", deck.name)
            fault = Message("table.teach.untested", {"reason": str(error)})
            with self._lock:
                if self._exam == Exam(deck):
                    self._exam = Exam(deck, fault=fault)


def _taught(lesson: Lesson, name: str) -> Taught:
    image = lesson.picture(name)
    grown = len(lesson.deck.adapted.get(name, ()))
    return Taught(name, None if image is None else _digest(image), grown)


def _digest(image: Image) -> str:
    """Return a key that differs for each picture, so that a page never shows an outdated one."""
    return hashlib.sha256(image.tobytes()).hexdigest()[:16]
