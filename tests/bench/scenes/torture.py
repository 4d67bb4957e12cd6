"""The torture set: rendered tables that are ever harder to read, and the truth about them.

    for trial in trials(per_cell=1, severities=(0, 3)):
        reading = reader_of(trial.deck, trial.mat).read(trial.frame.image)
        for truth in trial.frame.truth:
            trial.expected(truth)   # the card's name, or None where no card may be certain

Every trial is fixed by the seed, its kind, severity, deck and number alone: any one can be made
again by itself.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

import cv2
import numpy as np

from tests.bench.scenes.torture_kinds import KINDS, THINGS, Setting, deal
from vision.art import art_names, deck_art
from vision.art.templates import template
from vision.decks.deck import Deck, load_deck
from vision.mat import Mat
from vision.reading import Image
from vision.synthetic.camera import PinholeCamera
from vision.synthetic.render import Renderer
from vision.synthetic.render_print import PX_PER_MM, Press, Source, art_source
from vision.synthetic.scene import MAT, CardTruth, Frame, Lens, Light, Scene

SEVERITIES = (0, 1, 2, 3, 4, 5)
# Decks drawn to try readers on, which are in a clone of the project only.
ROOT = Path(__file__).parents[3]
TRIAL_DECKS = {
    "emblems": ROOT / "tests/vision/decks/emblems",
    "suits": ROOT / "referee/examples/high_card/decks/high_card",
}
DECKS = (*art_names(), *TRIAL_DECKS)
CARDS = 6  # on a table, where the kind does not say otherwise


@dataclass(frozen=True)
class Trial:
    """One hard table: read `frame.image` with `deck`, and with `mat` where one lies there."""

    kind: str
    severity: int
    number: int
    deck: str
    mat: Mat | None
    frame: Frame

    def expected(self, truth: CardTruth) -> str | None:
        """Return the name a card should be read as; None: nothing may be certain there."""
        return truth.card if truth.face_up and truth.deck == self.deck else None


@cache
def trial_deck(name: str) -> Deck:
    """Return a deck of the set with its templates, as an owner would have enrolled it."""
    if name not in TRIAL_DECKS:
        return load_deck(name)
    return replace(drawn_deck(TRIAL_DECKS[name]), name=name)


@lru_cache(maxsize=1)
def press(seed: int) -> Press:
    """Return what prints the cards of trial decks, and the things that lie beside them."""
    things = {name: (_thing(name), THINGS[name]) for name in THINGS}
    drawn = {
        name: (art_source(folder), deck_art(folder).size_mm) for name, folder in TRIAL_DECKS.items()
    }
    return Press({**things, **drawn}, seed)


def trials(
    mat: Mat,
    kinds: Sequence[str] = tuple(KINDS),
    severities: Sequence[int] = SEVERITIES,
    decks: Sequence[str] = DECKS,
    per_cell: int = 1,
    size: tuple[int, int] = (1920, 1080),
    seed: int = 0,
) -> Iterator[Trial]:
    """Render `per_cell` tables for each deck, kind and severity, one after the other.

    Raises `LookupError` for a kind or deck that is not known.
    """
    for deck in decks:
        for kind in kinds:
            for severity in severities:
                for number in range(per_cell):
                    yield _trial(mat, kind, severity, deck, number, size, seed)


def _trial(
    mat: Mat,
    kind: str,
    severity: int,
    deck: str,
    number: int,
    size: tuple[int, int],
    seed: int,
) -> Trial:
    name = f"{kind} {severity} {deck} {number}"
    chance = np.random.default_rng([seed, zlib.crc32(name.encode())])
    setting = KINDS[kind](_fair(mat, deck, chance), severity / max(SEVERITIES), chance)
    camera = PinholeCamera.above(
        mat.size_mm,
        *size,
        tilt_deg=setting.tilt_deg,
        from_deg=setting.from_deg,
        roll_deg=float(chance.normal(0, 2)),
        room=setting.room,
        k1=setting.k1,
        k2=setting.k2,
    )
    slipped = {
        marker: (x + float(dx), y + float(dy))
        for (marker, (x, y)), (dx, dy) in zip(
            mat.markers.items(),
            chance.normal(0, setting.marker_slip_mm / 2, (len(mat.markers), 2)),
            strict=True,
        )
    }
    grain = int(chance.integers(2**31))
    renderer = Renderer(camera, replace(mat, markers=slipped), press(seed), grain)
    scene = Scene(setting.cards, setting.table, setting.hands)
    frame = renderer.render(scene, setting.light, setting.lens, number)
    return Trial(kind, severity, number, deck, mat if setting.table == MAT else None, frame)


def _fair(mat: Mat, deck: str, chance: np.random.Generator) -> Setting:
    """Return a fair table: six cards, no two touching, in ordinary light."""
    mine = trial_deck(deck)
    light = Light(
        exposure=float(chance.uniform(0.85, 1.1)),
        gradient=float(chance.uniform(0.05, 0.25)),
        gradient_deg=float(chance.uniform(0, 360)),
        cast=(float(chance.uniform(0.9, 1.0)), 1.0, float(chance.uniform(0.97, 1.05))),
    )
    return Setting(
        deck=mine,
        others=tuple(trial_deck(name) for name in DECKS if name != deck),
        mat=mat,
        cards=deal(mine, mat, CARDS, chance),
        light=light,
        lens=Lens(),
        tilt_deg=float(chance.uniform(0, 12)),
        from_deg=float(chance.uniform(0, 360)),
    )


def _thing(name: str) -> Source:
    """Return what lies about on tables: paper, a phone, a coaster, a slip as large as a card."""
    width, height = (round(side * PX_PER_MM) for side in THINGS[name])

    def picture(_card: str | None) -> Image:
        chance = np.random.default_rng(zlib.crc32(name.encode()))
        if name == "thing-phone":
            image = np.full((height, width, 3), 18, np.uint8)
            cv2.rectangle(image, (40, 60), (width - 40, height - 60), (70, 52, 44), cv2.FILLED)
            return image
        if name == "thing-coaster":
            grain = chance.normal(0, 22, (height // 6, width // 6, 1))
            cork = np.clip(np.array((96, 140, 178)) + grain, 0, 255).astype(np.uint8)
            return np.asarray(cv2.resize(cork, (width, height)), np.uint8)
        image = np.full((height, width, 3), 252, np.uint8)
        for row in range(120, height - 100, 90):  # a few lines of writing
            end = int(chance.uniform(0.4, 0.9) * width)
            xs = np.arange(70, end, 7)
            ys = row + chance.normal(0, 9, len(xs))
            line = np.column_stack([xs, ys]).astype(np.int32)
            cv2.polylines(image, [line], False, (120, 60, 40), 5, cv2.LINE_AA)
        return image

    return picture


def drawn_deck(where: str | Path) -> Deck:
    """Return a deck with templates drawn now, instead of its stored pictures."""
    deck = load_deck(where, pictures=False)
    templates = {card: template(where, card) for card in deck.names}
    return Deck(
        name=deck.name,
        size_mm=deck.size_mm,
        cards=deck.cards,
        templates=templates,
        backs=(template(where, None),),
        whole=deck.whole,
    )
