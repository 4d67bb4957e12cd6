"""How well cards are read: our own decks on rendered tables, and an owner's in photographs."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import msgspec

from hardware import MAT
from tests.bench import Figure
from tests.bench.games import read_decks
from tests.bench.spread import spread
from tests.bench.vision.contest import METHODS, Contest, Tallies
from tests.bench.vision.moderate import Plan, plans
from tests.bench.vision.photo_trials import HOW, WHAT, PhotoTallies, read_photo, read_photo_without
from tests.bench.vision.photos import ENROL, Photo, groups, load_photos
from tests.bench.vision.tally import Error, Outcome, Tally
from tests.bench.vision.trials import Trials
from vision.decks.deck import Deck, load_deck
from vision.enrol.enrol import enrol
from vision.mat_file import read_mat

LOCATED_GOAL = 97.0  # in 100


class Row(msgspec.Struct, frozen=True):
    """One way of reading, and what became of the cards of one part of a run.

    Where nothing may be certain, `refused` counts what was not; else a card was read right,
    asked about (`doubtful`, `unknown`, `unclear`), missed or, worst of all, read wrong.
    """

    part: str
    way: str
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


def row(part: str, way: str, tally: Tally) -> Row:
    """Return a tally as a row."""
    counts = {outcome.value: tally.counts[outcome] for outcome in Outcome}
    ms = round(tally.ms_a_card, 2)
    return Row(part, way, tally.cards, **counts, ms_a_card=ms, errors=tuple(tally.errors))


def own_decks(cards: int, seed: int, processes: int) -> list[Row]:
    """Read so many cards of all three decks on tables of moderate severity."""
    mat = read_mat(MAT)
    tables = list(plans(read_decks(), mat, cards, seed))
    total, by_deck = Tallies(), {deck: Tallies() for deck in read_decks()}
    done = spread(_read_table, tables, processes, "tables")
    for table, tallies in zip(tables, done, strict=True):
        by_deck[table.deck].add(tallies)
        total.add(tallies)
    parts = {f"{deck}, moderate severity": tallies for deck, tallies in by_deck.items()}
    return rows({**parts, f"all decks, seed {seed}": total})


def rows(parts: Mapping[str, Tallies]) -> list[Row]:
    """Return the rows of some parts, ours first in each."""
    return [
        row(part, way, tallies[way])
        for part, tallies in parts.items()
        for way in METHODS
        if way in tallies
    ]


def photographs(folder: Path, processes: int) -> tuple[list[Row], Figure]:
    """Read a folder of photos by the decks taught from it; return rows and the share located.

    Raises `PhotoError` or `DeckError` where the folder is not as it should be.
    """
    photos = load_photos(folder)
    done = PhotoTallies()
    with tempfile.TemporaryDirectory() as kept:
        names = tuple(dict.fromkeys(photo.deck for photo in photos))
        teaching = [(folder / ENROL / name, Path(kept) / name) for name in names]
        decks = list(spread(_taught, teaching, processes, "decks taught"))
        work: list[_Reading] = []
        for name, deck in zip(names, decks, strict=True):
            taught = Path(kept) / name
            shown = tuple(photo for photo in photos if photo.deck == name)
            work += [_Reading(taught, (photo,)) for photo in shown]
            visible = [card for photo in shown for card in photo.visible]
            for taken, gone in groups(deck, visible):
                concerned = tuple(photo for photo in shown if gone.intersection(photo.visible))
                work.append(_Reading(taught, concerned, taken, gone))
        for part in spread(_read_photos, work, processes, "photos"):
            done.add(part)
    located = 100 * done.located / done.visible
    figure = Figure(
        f"located end to end, {done.located} of {done.visible} fully visible cards",
        round(located, 1),
        "%",
        f"at least {LOCATED_GOAL:g}",
        located >= LOCATED_GOAL,
    )
    order = [(how, what) for how in HOW for what in WHAT if (how, what) in done.of]
    return rows({f"{how}, {what}": done.of[how, what] for how, what in order}), figure


@dataclass(frozen=True)
class _Reading:
    """Photos to be read by a taught deck, or by what is left of it when `gone` is taken away."""

    deck: Path
    photos: tuple[Photo, ...]
    taken: str = ""
    gone: frozenset[str] = frozenset()


def _taught(folders: tuple[Path, Path]) -> Deck:
    pictures, out = folders
    return enrol(pictures, out, out.name).deck


@cache
def _trials() -> Trials:
    return Trials(read_mat(MAT))


def _read_table(plan: Plan) -> Tallies:
    return _trials().moderate(plan)


@lru_cache(maxsize=1)
def _whole(deck: Path) -> Contest:
    return Contest(load_deck(deck))


def _read_photos(work: _Reading) -> PhotoTallies:
    done = PhotoTallies()
    if not work.gone:
        for photo in work.photos:
            done.add(read_photo(_whole(work.deck), photo))
        return done
    contest = Contest(load_deck(work.deck).without_pictures(work.gone))
    for photo in work.photos:
        done.add(read_photo_without(contest, photo, work.taken, work.gone))
    return done
