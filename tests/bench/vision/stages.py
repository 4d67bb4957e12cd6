"""Draw each stage of reading on a photograph, for the page that explains how a card is read.

    python -m tests.bench.vision.stages PHOTO DECK OUT --card 8C --untaught 7S

`--card` names a certain card to look at closely. `--untaught` names a card of the deck that a
doubtful card was taken for.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import click
import cv2
import numpy as np

from tests.bench.vision.drawing import (
    GREEN,
    GREY,
    RED,
    YELLOW,
    Shown,
    boxed,
    heat,
    outline,
    row,
    write,
)
from vision.decks.deck import load_deck
from vision.errors import VisionError
from vision.find.free import SEARCH_SIDE, find_free
from vision.find.quads.shapes import large_contours, masks
from vision.geometry import Floats
from vision.match import contents, pairs, tiles
from vision.match.confusables import ConfusableVerifier
from vision.match.matcher import Registration
from vision.match.patch import Patch, agreement
from vision.match.shortlist import Template
from vision.match.tiles import Fit
from vision.photo import open_picture
from vision.reader import Reader
from vision.reading import BACK, CardReading, Corners, Image, Verdict

WIDTH_PX = 1080  # Width of a picture of the whole photograph.
COLOURS = {
    Verdict.CERTAIN: GREEN,
    Verdict.DOUBTFUL: YELLOW,
    Verdict.UNKNOWN: RED,
    Verdict.UNCLEAR: GREY,
}


class Stages:
    """The stages of reading one photograph (height x width x 3, BGR)."""

    def __init__(self, photo: Image, reader: Reader) -> None:
        self.photo, self.reader = photo, reader
        self.scale = WIDTH_PX / photo.shape[1]
        self.cards = reader.read(photo).cards
        self.steps = reader.matcher._steps

    def outlines(self) -> Image:
        """Draw two of the masks, and all outlines that may be of a card."""
        scale = SEARCH_SIDE / max(self.photo.shape[:2])
        small = np.asarray(cv2.resize(self.photo, None, fx=scale, fy=scale), np.uint8)
        found = list(masks(small))
        pale = np.asarray(cv2.addWeighted(small, 0.35, np.full_like(small, 255), 0.65, 0), np.uint8)
        cv2.drawContours(pale, large_contours(small), -1, RED, 1, cv2.LINE_AA)
        shown = [
            np.asarray(cv2.cvtColor(mask, cv2.COLOR_GRAY2BGR), np.uint8)
            for mask in (found[4], found[-2])
        ]
        return row([*shown, pale], ["one threshold", "edges", "all outlines"])

    def places(self) -> Image:
        """Draw the places that may be cards, and the places that only reading can decide on."""
        image = self._whole()
        found = find_free(self.photo, self.reader.deck.size_mm)
        for place in sorted(found, key=lambda place: place.single):
            outline(image, place.corners * self.scale, GREEN if place.single else YELLOW)
        return image

    def verdicts(self) -> Image:
        """Draw the names and verdicts."""
        image = self._whole()
        for card in self.cards:
            outline(image, card.corners * self.scale, COLOURS[card.verdict])
        lowest = [
            sorted(card.corners, key=lambda corner: float(corner[1]))[2:] for card in self.cards
        ]
        labels = [
            (label(card), np.mean(below, 0) * self.scale)
            for card, below in zip(self.cards, lowest, strict=True)
        ]
        return write(image, labels, [COLOURS[card.verdict] for card in self.cards])

    def shortlist(self, card: CardReading) -> Image:
        """Draw a card as it was cut out, and the deck's cards that are most like it."""
        patch = self._patch(card)
        best = self.steps.shortlist.best(self.steps.shortlist.scores(patch))
        shown = [(hypotheses[0].number, hypotheses[0].score) for hypotheses in best]
        templates = [self._template(number) for number, _ in shown]
        titles = [
            f"{t.card or 'back'}  {score:.2f}"
            for t, (_, score) in zip(templates, shown, strict=True)
        ]
        return row([patch.image, *(t.image for t in templates)], ["cut out", *titles])

    def registration(self, card: CardReading) -> Image:
        """Draw how a card differs from its template before and after registration."""
        patch, template = self._patch(card, 2.5), self._template(self._number(card.card))
        before = Registration(template, 0, patch, np.eye(3))
        after = Registration(template, 0, patch, template.registrar.register(patch))
        shown = [
            template.image,
            before.straight,
            difference(before),
            after.straight,
            difference(after),
        ]
        return row(
            [np.asarray(one, np.uint8) for one in shown],
            ["template", "as it was found", "difference", "registered", "difference"],
        )

    def tiles(self, card: CardReading, other: str) -> Image:
        """Draw how well each tile of a card agrees with its own template and with another."""
        shown, titles = [], []
        for name in (str(card.card), other):
            fit = self._fit(card, name)
            softened = self.steps.tiles[self._number(name)]._at_blur(max(fit.blur, 0.0))
            template = self._template(self._number(name)).image
            shown += [template, heat(fit.seen, *tile_scores(fit, softened), tiles.RIM_PX)]
            titles += [f"template {name}", f"worst tenth: {fit.worst:.2f}"]
        return row([shown_card(self._fit(card, str(card.card))), *shown], ["picture", *titles])

    def confusables(self, card: CardReading, other: str) -> Image:
        """Draw the places where two cards of the deck differ, on both and on the picture."""
        number, verifier = self._number(card.card), self.steps.confusables
        fit = self._fit(card, str(card.card))
        places = places_between(verifier, number, self._number(other))
        shown = [
            boxed(image, places)
            for image in (
                shown_card(fit),
                self._template(number).image,
                self._template(self._number(other)).image,
            )
        ]
        return row(shown, ["picture", f"template {card.card}", f"template {other}"])

    def pairs(self, known: CardReading, untaught: CardReading) -> Image:
        """Draw the agreement of each small place for a card and for one that was never taught."""
        shown, titles = [], []
        for card in (known, untaught):
            fit = self._fit(card, str(card.card))
            template = self.steps.tiles[self._number(card.card)].blurred(max(fit.blur, 0.0))
            seen, own = pairs._features(fit.seen), pairs._features(template)
            alike, strong = pairs._compare(seen, own)
            shown += [shown_card(fit), heat(fit.seen, alike, strong, 0)]
            titles += [label(card), f"worst place: {float(alike[strong].min()):.2f}"]
        shown.insert(0, self._template(self._number(known.card)).image)
        return row(shown, [f"template {known.card}", *titles])

    def _whole(self) -> Image:
        size = WIDTH_PX, round(self.photo.shape[0] * self.scale)
        return np.asarray(cv2.resize(self.photo, size, interpolation=cv2.INTER_AREA), np.uint8)

    def _number(self, name: str | None) -> int:
        return next(n for n, t in enumerate(self.steps.shortlist.templates) if t.card == name)

    def _template(self, number: int) -> Template:
        return self.steps.shortlist.templates[number]

    def _patch(self, card: CardReading, turn_deg: float = 0.0) -> Patch:
        """Cut a card out of the photograph, perhaps a little turned."""
        middle = card.corners.mean(0)
        angle = np.deg2rad(turn_deg)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        corners = cast(Corners, ((card.corners - middle) @ turn + middle).astype(np.float32))
        return self.reader.matcher.cut(self.photo, corners)

    def _fit(self, card: CardReading, name: str) -> Fit:
        number, patch = self._number(name), self._patch(card)
        template = self._template(number)
        registered = Registration(template, number, patch, template.registrar.register(patch))
        return self.steps.tiles[number].compare(registered.straight)


def difference(registered: Registration) -> Image:
    """Return where a registered picture and its template differ, dark on white."""
    both = [
        cv2.GaussianBlur(one, (0, 0), 1.2)
        for one in (registered.straight, registered.template.image)
    ]
    greys = [cv2.cvtColor(one, cv2.COLOR_BGR2GRAY).astype(np.float32) for one in both]
    first, second = (grey * 200 / np.quantile(grey, 0.9) for grey in greys)
    off = np.clip(255 - 1.6 * np.abs(first - second), 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(off, cv2.COLOR_GRAY2BGR), np.uint8)


def tile_scores(fit: Fit, softened: tiles._Softened) -> tuple[Floats, Shown]:
    """Return the agreement of each tile, and whether it has print: rows x columns."""
    seen, own = tiles._cut(fit.seen), softened._tiles
    power, strength = (np.einsum("np,np->n", one, one) for one in (seen, own))
    faint = tiles.TILE_FLOOR_GREY**2 * tiles.TILE_PX**2
    shared = np.einsum("np,np->n", seen, own)
    alike = agreement(shared, power, strength, faint, tiles.MAX_CONTRAST_RATIO)
    shows = np.maximum(power, strength) >= tiles.MIN_PRINT_GREY**2 * tiles.TILE_PX**2
    rows = (fit.seen.shape[0] - 2 * tiles.RIM_PX) // tiles.TILE_PX
    return alike.reshape(rows, -1), shows.reshape(rows, -1)


def places_between(
    verifier: ConfusableVerifier, number: int, other: int
) -> Sequence[tuple[int, int, int]]:
    """Return left, top and side of the places of one card where another one differs."""
    found = verifier._confusables_of(number)
    at = (found.owner == other).any(1)
    return [
        (2 * int(x), 2 * int(y), 2 * contents.PLACE_PX)
        for y, x in zip(found.ys[at], found.xs[at], strict=True)
    ]


def shown_card(fit: Fit) -> Image:
    """Return the compared picture of a card."""
    return np.asarray(np.clip(fit.seen * 1.2, 0, 255), np.uint8)


def label(card: CardReading) -> str:
    """Return what a reading says, in a few words."""
    if card.verdict is Verdict.UNKNOWN:
        return "not in the deck"
    name = "face down" if card.card == BACK else str(card.card)
    return f"{name}?" if card.verdict is Verdict.DOUBTFUL else name


@click.command()
@click.argument("photo", type=click.Path(path_type=Path))
@click.argument("deck")
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--card", required=True, help="A certain card to look at closely.")
@click.option("--untaught", required=True, help="What a card without a template was taken for.")
def main(photo: Path, deck: str, out: Path, card: str, untaught: str) -> None:
    """Draw the stages of reading PHOTO with DECK into the folder OUT."""
    try:
        image, _ = open_picture(photo)
        stages = Stages(image, Reader(load_deck(deck)))
    except (OSError, VisionError) as error:
        raise click.ClickException(str(error)) from error
    certain = next(c for c in stages.cards if c.certain and c.card == card)
    known = next(c for c in stages.cards if c.certain and c.card == untaught)
    asked = next(c for c in stages.cards if not c.certain and c.card == untaught)
    other = certain.runners_up[0][0]
    pictures = {
        "1-outlines": stages.outlines(),
        "2-places": stages.places(),
        "3-shortlist": stages.shortlist(certain),
        "4-registered": stages.registration(certain),
        "5-tiles": stages.tiles(certain, other),
        "6-confusables": stages.confusables(certain, other),
        "7-pairs": stages.pairs(known, asked),
        "8-verdicts": stages.verdicts(),
    }
    out.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        cv2.imwrite(str(out / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 80])


if __name__ == "__main__":
    main()
