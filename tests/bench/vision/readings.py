"""How well cards are read: our own decks on rendered tables, and an owner's in photographs."""

from __future__ import annotations

import gc
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np

from hardware import MAT
from tests.bench import Figure
from tests.bench.games import read_decks
from tests.bench.spread import spread
from tests.bench.vision.moderate import Plan, plans, rendered
from tests.bench.vision.photo_trials import PARTS, read_photo
from tests.bench.vision.photos import ENROL, Photo, groups, load_photos
from tests.bench.vision.tally import Error, Outcome, Tallies, Tally, answer_of, assign, timed
from tests.smaller_decks import without_pictures
from vision.decks.deck import Deck, load_deck
from vision.enrol.enrol import enrol
from vision.mat_file import read_mat
from vision.reader import Reader

LOCATED_GOAL = 97.0  # in 100
NOTHING = "no card"


class Row(msgspec.Struct, frozen=True):
    """What became of the cards of one part of a run.

    `refused` counts the cards of which nothing may be certain, and nothing was. Each other card was
    read right, asked about (`doubtful`, `unknown`, `unclear`), missed or, worst of all, read wrong.
    """

    part: str
    cards: int
    right: int
    doubtful: int
    unknown: int
    unclear: int
    missed: int
    refused: int
    wrong: int
    beside: int
    ms_a_card: float
    errors: tuple[Error, ...] = ()

    @property
    def asked(self) -> int:
        """Return how many cards were asked about."""
        return self.doubtful + self.unknown + self.unclear

    @property
    def mistaken(self) -> int:
        """Return how many readings were certain and wrong, wherever they were."""
        return self.wrong + self.beside


def row(part: str, tally: Tally) -> Row:
    """Return a tally as a row."""
    counts = {outcome.value: tally.counts[outcome] for outcome in Outcome}
    ms = round(tally.ms_a_card, 2)
    return Row(part, tally.cards, **counts, ms_a_card=ms, errors=tuple(tally.errors))


def own_decks(cards: int, seed: int, processes: int) -> list[Row]:
    """Read `cards` cards of all three decks on tables of moderate severity."""
    tables = list(plans(read_decks(), read_mat(MAT), cards, seed))
    total = f"all decks, seed {seed}"
    tallies = Tallies()
    done = spread(read_table, tables, processes, "tables")
    for table, tally in zip(tables, done, strict=True):
        tallies.add({f"{table.deck}, moderate severity": tally, total: tally})
    return [row(part, tallies[part]) for part in sorted(tallies, key=lambda part: part == total)]


@lru_cache(maxsize=2)
def _reader(deck: str) -> Reader:
    return Reader(load_deck(deck), read_mat(MAT))


def read_table(plan: Plan) -> Tally:
    """Render a table of moderate severity and read it."""
    reader, tally = _reader(plan.deck), Tally()
    picture, truths = rendered(plan, read_mat(MAT))
    gc.collect()  # a renderer's caches hold it in a ring, and its pictures are large
    reader.planes(np.zeros_like(picture))  # The reader knows no markers of the last picture.
    reader.planes(picture)
    with timed(tally, len(truths)):
        cards = reader.read(picture).cards
    answers = [answer_of(card) for card in cards]
    got, strays = assign([card.corners for card in cards], answers, truths)
    for truth, answer in zip(truths, got, strict=True):
        tally.note(truth, answer, plan.where)
    for card, _ in (answers[place] for place in strays):
        if card is not None:
            tally.beside(plan.where, NOTHING, card)
    return tally


def photographs(folder: Path, processes: int) -> tuple[list[Row], Figure]:
    """Read a folder of photos by the decks taught from it; return rows and the share located.

    Raises `PhotoError` or `DeckError` if the folder is not as it should be.
    """
    photos = load_photos(folder)
    tallies, located = Tallies(), 0
    with tempfile.TemporaryDirectory() as kept:
        names = tuple(dict.fromkeys(photo.deck for photo in photos))
        teaching = [(folder / ENROL / name, Path(kept) / name) for name in names]
        decks = list(spread(_taught, teaching, processes, "decks taught"))
        work: list[_Reading] = []
        for (_, taught), deck in zip(teaching, decks, strict=True):
            shown = [photo for photo in photos if photo.deck == taught.name]
            work += [_Reading(taught, photo) for photo in shown]
            visible = [card for photo in shown for card in photo.visible]
            work += [
                _Reading(taught, photo, taken, gone)
                for taken, gone in groups(deck, visible)
                for photo in shown
                if gone.intersection(photo.visible)
            ]
        for job, (part, many) in zip(work, spread(_read, work, processes, "photos"), strict=True):
            tallies.add(part)
            located += 0 if job.gone else many
    return _rows(tallies), _located(located, photos)


def _rows(tallies: Tallies) -> list[Row]:
    return [row(part, tallies[part]) for part in PARTS if part in tallies]


def _located(located: int, photos: Iterable[Photo]) -> Figure:
    visible = sum(len(photo.visible) for photo in photos)
    share = 100 * located / visible
    name = f"located end to end, {located} of {visible} fully visible cards"
    goal = f"at least {LOCATED_GOAL:g}"
    return Figure(name, round(share, 1), "%", goal, share >= LOCATED_GOAL)


@dataclass(frozen=True)
class _Reading:
    """A photo to be read by a taught deck without the cards that are `gone`."""

    deck: Path
    photo: Photo
    taken: str = ""
    gone: frozenset[str] = frozenset()


def _taught(folders: tuple[Path, Path]) -> Deck:
    pictures, out = folders
    return enrol(pictures, out, out.name).deck


@lru_cache(maxsize=2)
def _reader_without(deck: Path, gone: frozenset[str]) -> Reader:
    return Reader(without_pictures(load_deck(deck), gone))


def _read(work: _Reading) -> tuple[Tallies, int]:
    reader = _reader_without(work.deck, work.gone)
    return read_photo(reader, work.photo, work.taken, work.gone)
