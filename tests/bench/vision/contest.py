"""The reader and the baselines on the same pictures and the same places."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np

from tests.bench.vision.baselines import BASELINES, Baseline
from tests.bench.vision.tally import Answer, Outcome, Tally, answer_of
from vision.decks.deck import Deck
from vision.mat import Mat
from vision.reader import Reader
from vision.reading import Found, Image, Verdict

OURS = "Coyote Table"
METHODS = (OURS, *BASELINES)


class Tallies(dict[str, Tally]):
    """A tally for each way of reading, made when first asked for."""

    def __missing__(self, method: str) -> Tally:
        """Make an empty tally."""
        self[method] = Tally()
        return self[method]

    def add(self, other: Mapping[str, Tally]) -> None:
        """Add another's tallies to these."""
        for method, tally in other.items():
            mine = self[method]
            mine += tally


class Contest:
    """Reads pictures of a deck in every way; the deck's templates may be fewer than its cards."""

    def __init__(
        self, deck: Deck, mat: Mat | None = None, against: Sequence[str] = tuple(BASELINES)
    ) -> None:
        self.reader = Reader(deck) if mat is None else Reader(deck, mat)
        self._others: Mapping[str, Baseline] = {name: BASELINES[name](deck) for name in against}

    def read(self, picture: Image, tallies: Tallies) -> tuple[list[Found], dict[str, list[Answer]]]:
        """Return where cards are found in a picture, and what each way says of each place.

        The places are the reader's, for all: what can be named there decides where cards lie,
        so that its time holds finding too. Markers are known by then, but of this picture only.
        """
        self.reader.planes(np.zeros_like(picture))
        self.reader.planes(picture)
        with timed() as ms:
            cards = self.reader.read(picture).cards
        tallies[OURS].timed(ms(), len(cards))
        found = [
            Found(card.corners, 1.0, card.reason if card.verdict is Verdict.UNCLEAR else "")
            for card in cards
        ]
        ours = {OURS: [answer_of(card) for card in cards]}
        return found, ours | self._others_name(picture, found, tallies)

    def name(
        self, picture: Image, found: Sequence[Found], tallies: Tallies
    ) -> dict[str, list[Answer]]:
        """Return what each way of reading says of each place."""
        with timed() as ms:
            readings = self.reader.read_places(picture, found)
        tallies[OURS].timed(ms(), len(found))
        ours = {OURS: [answer_of(reading) for reading in readings]}
        return ours | self._others_name(picture, found, tallies)

    def _others_name(
        self, picture: Image, found: Sequence[Found], tallies: Tallies
    ) -> dict[str, list[Answer]]:
        answers: dict[str, list[Answer]] = {}
        for name, baseline in self._others.items():
            with timed() as ms:
                answers[name] = [self._answer(baseline, picture, place) for place in found]
            tallies[name].timed(ms(), len(found))
        return answers

    def _answer(self, baseline: Baseline, picture: Image, place: Found) -> Answer:
        if place.reason:
            return None, Outcome.UNCLEAR
        card = self.reader.matcher.cut(picture, place.corners).card
        return baseline.read(card), Outcome.DOUBTFUL


@contextmanager
def timed() -> Iterator[Callable[[], float]]:
    """Measure this thread's own work; what is yielded returns the milliseconds afterwards."""
    started_s = time.thread_time()
    took_ms = 0.0
    yield lambda: took_ms
    took_ms = (time.thread_time() - started_s) * 1e3
