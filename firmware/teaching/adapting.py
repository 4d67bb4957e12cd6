"""An owner's deck that grows old with its cards: by what people confirmed, once a match is over.

What a person said of a card may be set right for as long as its match goes on. So it waits for the
match's end, and counts as it stands then; and nothing is worked out while people play.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from firmware.decks import Decks
from firmware.reading.asker import Submission
from firmware.reading.confirmations import Confirmation
from firmware.service.heap import trim_heap
from firmware.service.supervisor import Worker
from referee.match.desk import Desk, Snapshot
from vision.deck import DeckError
from vision.enrol.enrol import load_and_precompute
from vision.enrol.growing import adapt_folder
from vision.shelves import deck_names

_log = logging.getLogger(__name__)

LOOK_S = 1.0

_Key = tuple[Path, int, str]  # folder, match and card as it was named


class Reads(Protocol):
    """What reads cards by the deck of the match."""

    accepted: Callable[[Submission], None]

    def renew(self) -> None:
        """Read by the deck as it is on disk, from when that disturbs no reading."""


@dataclass(frozen=True, eq=False)
class _Word:
    """What was said of a card in a match: it is `card` now, None where its move was taken back."""

    folder: Path
    match: int
    confirmed: Confirmation
    card: str | None
    over: bool = False  # nobody can take it back any more, or set it right

    @property
    def key(self) -> _Key:
        return self.folder, self.match, self.confirmed.card

    def followed_by(self, match: Snapshot) -> _Word:
        """Return it as it stands in a later state of its match, or of another."""
        if match.match != self.match:
            return self if self.over else replace(self, over=True)
        id_, over = self.confirmed.id, match.outcome is not None
        stands = match.renamed.get(id_, self.confirmed.card) if id_ in match.proven else None
        same = (stands, over) == (self.card, self.over)
        return self if same else replace(self, card=stands, over=over)


class DeckAdapter:
    """Adds the pictures of what people confirmed to the decks under a folder, one at a time.

    `readers` tell what counts, and read by the grown deck; `lent` says whether their camera is lent
    to a lesson, whose deck is in the teacher's hands. No other deck is ever written to.
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
        self._words: dict[_Key, _Word] = {}  # the newest of a card in a match
        for reader in readers:
            reader.accepted = self.take
        desk.listen(self._follow)

    def run(self, worker: Worker) -> None:
        """Let decks grow until told to stop."""
        while not worker.stop.wait(LOOK_S):
            worker.beat()
            self.step(worker)

    def take(self, submission: Submission) -> None:
        """Keep in mind what people confirmed of a move that counts; any thread may call."""
        match = self._desk.snapshot() if submission.confirmed else None
        folder = None if match is None else self._folder_of(match)
        if match is None or folder is None:
            return
        with self._lock:
            now = self._desk.snapshot() or match  # what came since was told to `_follow` before
            for one in submission.confirmed:
                word = _Word(folder, match.match, one, one.card).followed_by(now)
                self._words[word.key] = word

    def step(self, worker: Worker) -> None:
        """Add the picture of one card whose match is over, while nobody plays."""
        with self._lock:
            word = next((one for one in self._words.values() if one.over), None)
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
                if self._words.get(word.key) is word:  # what was tried once is not tried again
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
            if self._words.get(word.key) is not word:  # it was taken back, or set right
                raise _EndedError

        deck = adapt_folder(word.folder, word.card, word.confirmed.reading, wait_and_look)
        _log.info(
            "The deck %s has %d pictures of %s now: one was added that a person named. "
            "`coyote enrol --ungrown --deck %s` takes away all that were.",
            deck.name,
            1 + len(deck.adapted[word.card]),
            word.card,
            word.folder,
        )
        with suppress(DeckError):  # it is gone again: whoever reads by it says so
            load_and_precompute(word.folder, wait)
        for reader in self._readers:
            reader.renew()

    def _follow(self, match: Snapshot) -> None:
        with self._lock:
            self._words = {key: word.followed_by(match) for key, word in self._words.items()}

    def _busy(self) -> bool:
        """Tell whether people play, or teach a deck."""
        match = self._desk.snapshot()
        plays = match is not None and match.outcome is None and not match.paused
        return plays or self._lent()

    def _folder_of(self, match: Snapshot) -> Path | None:
        """Return the folder of the deck that a match is read by, where it is an owner's own."""
        name = self._decks.read_by(match)
        if name in deck_names():
            return None
        folder = Path(name)
        own = folder.resolve().is_relative_to(self._folder.resolve())
        return folder if own else None


class _EndedError(Exception):
    """Work is to end before it is done."""
