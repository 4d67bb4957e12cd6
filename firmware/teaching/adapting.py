"""Adapts an owner's deck as its cards wear, using the readings that people confirmed.

People can correct the name of a card as long as its match goes on. So a confirmation counts only
after the end of the match, and nothing is computed while people play.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from firmware.decks import Decks, MatchDeck
from firmware.reading.evidence import Confirmation
from firmware.reading.submission import Submission
from firmware.service.heap import trim_heap
from firmware.service.supervisor import Worker
from referee.match.desk import Desk, Snapshot
from vision.decks.deck import DeckError
from vision.decks.shelves import deck_names
from vision.enrol.adapting import adapt_folder
from vision.enrol.enrol import load_and_precompute

_log = logging.getLogger(__name__)

LOOK_S = 1.0

_Key = tuple[Path, int, str]  # The deck's folder, the match, and the name that the card got.


class Reads(Protocol):
    """A reader of the match's deck, as far as the adapter uses it."""

    accepted: Callable[[Submission], None]

    def renew(self) -> None:
        """Load the deck again as soon as that disturbs no reading."""


@dataclass(frozen=True, eq=False)
class _Word:
    """A person's confirmation of a card. `card` is its present name, or None after an undo."""

    deck: MatchDeck
    match: int
    confirmed: Confirmation
    card: str | None
    over: bool = False  # True after the match, when nobody can undo or correct the name.

    @property
    def folder(self) -> Path:
        return Path(self.deck.where)

    @property
    def key(self) -> _Key:
        return self.folder, self.match, self.confirmed.card

    def followed_by(self, match: Snapshot) -> _Word:
        """Return this confirmation, updated from a later state of its or another match."""
        if match.match != self.match:
            return self if self.over else replace(self, over=True)
        id_, over = self.confirmed.id, match.outcome is not None
        stands = (
            match.renamed.get(id_, self.confirmed.card) if id_ in match.cited_pictures else None
        )
        same = (stands, over) == (self.card, self.over)
        return self if same else replace(self, card=stands, over=over)


class DeckAdapter:
    """Adds pictures of confirmed cards to the decks under a folder, one picture at a time.

    The `readers` report the confirmed readings, and later use the adapted deck. `lent` returns
    whether a lesson uses their camera, because a lesson itself changes the deck. The adapter never
    writes to a deck outside the folder.
    """

    def __init__(
        self,
        desk: Desk,
        decks: Decks,
        folder: Path,
        readers: Sequence[Reads],
        lent: Callable[[], bool] = lambda: False,
    ) -> None:
        self._desk, self._decks, self._folder = desk, decks, folder
        self._readers, self._lent = readers, lent
        self._lock = threading.Lock()
        self._words: dict[_Key, _Word] = {}  # The newest name of each card in a match.
        for reader in readers:
            reader.accepted = self.take
        desk.listen(self._follow)

    def run(self, worker: Worker) -> None:
        """Adapt decks until told to stop."""
        while not worker.stop.wait(LOOK_S):
            worker.beat()
            self.step(worker)

    def take(self, submission: Submission) -> None:
        """Remember the confirmations in a submission that the referee accepted. Thread-safe."""
        match = self._desk.snapshot() if submission.confirmed else None
        deck = None if match is None else self._own_deck(match)
        if match is None or deck is None:
            return
        with self._lock:
            now = self._desk.snapshot() or match  # A newer state may have come first.
            for reading in submission.confirmed:
                word = _Word(deck, match.match, reading, reading.card).followed_by(now)
                self._words[word.key] = word

    def step(self, worker: Worker) -> None:
        """Unless somebody is playing, add the picture of one card whose match is over."""
        with self._lock:
            word = next((word_ for word_ in self._words.values() if word_.over), None)
        if word is None or self._busy():
            return
        try:
            self._grow(word, worker)
        except DeckError as error:
            _log.warning("The deck in %s got no picture of %s: %s", word.folder, word.card, error)
        except _EndedError:
            return
        finally:
            with self._lock:
                if self._words.get(word.key) is word:  # Each confirmation is tried only once.
                    del self._words[word.key]
            trim_heap()

    def _grow(self, word: _Word, worker: Worker) -> None:
        if word.card is None:
            return

        def wait() -> None:
            worker.beat()
            while self._busy() and not worker.stop.wait(LOOK_S):
                worker.beat()
            if worker.stop.is_set():
                raise _EndedError

        def wait_and_look() -> None:
            wait()
            if self._words.get(word.key) is not word:  # Somebody undid or corrected it.
                raise _EndedError

        card = word.deck.taught_name(word.card)
        deck = adapt_folder(word.folder, card, word.confirmed.reading, wait_and_look)
        _log.info(
            "The deck %s has %d pictures of %s now: one was added that a person named. "
            "`coyote enrol --ungrown --deck %s` takes away all that were.",
            deck.name,
            1 + len(deck.adapted[card]),
            card,
            word.folder,
        )
        with suppress(DeckError):  # If the deck is gone, its readers report that.
            load_and_precompute(word.folder, wait)
        for reader in self._readers:
            reader.renew()

    def _follow(self, match: Snapshot) -> None:
        with self._lock:
            self._words = {key: word.followed_by(match) for key, word in self._words.items()}

    def _busy(self) -> bool:
        """Whether people are playing or a lesson is running."""
        match = self._desk.snapshot()
        plays = match is not None and match.outcome is None and not match.paused
        return plays or self._lent()

    def _own_deck(self, match: Snapshot) -> MatchDeck | None:
        """Return a match's deck if it is an owner's deck, or None."""
        deck = self._decks.read_by(match)
        if deck.where in deck_names():
            return None
        own = Path(deck.where).resolve().is_relative_to(self._folder.resolve())
        return deck if own else None


class _EndedError(Exception):
    """Raised when the work must stop before it is done."""
