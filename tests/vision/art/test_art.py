"""The drawn decks: any two cards part by the whole and by the corner, in colour and without."""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from functools import cache
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.breadth import breadth
from tests.vision.trial_decks import TRIAL_DECKS
from vision.art import art_names, deck_art
from vision.art.deckart import load_art, load_pieces
from vision.art.matart import SEAT_COLOURS
from vision.art.svg import SVG, render, to_greyscale
from vision.art.templates import template, write_templates
from vision.decks.deck import COLOURLESS, Deck, DeckError, deck_folder, load_deck
from vision.reading import Image

ART_NAMES = art_names()
DRAWN = [*ART_NAMES, *map(str, TRIAL_DECKS.values())]
CLANS = ("heron", "lynx", "lizard", "bee", "moth", "swallow")  # in the order of the seats
SMALL_MM = 44.0  # the width of a small card
WHOLE_APART = 0.66
INDEX_APART = 0.75
# Pixels a mm, and the rows and columns of a corner and its index, of a card and a small one.
INDEX = (3, slice(9, 66), slice(9, 75))
SMALL_INDEX = (4, slice(10, 64), slice(10, 100))
DRAWN_ALIKE = 0.6  # grey levels, on average: versions of the renderer round edges differently


def grey(image: Image, size: tuple[int, int]) -> NDArray[np.float32]:
    small = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def contrast(image: NDArray[np.float32]) -> NDArray[np.float32]:
    fine = image - cv2.GaussianBlur(image, (0, 0), 6)
    fine = fine - fine.mean()
    return np.asarray(fine / np.linalg.norm(fine), np.float32)


def faces(name: str, bw: bool = False) -> Mapping[str, Image]:
    """Return a deck's templates: what is drawn, at 6 px a mm."""
    return _deck(name + COLOURLESS if bw else name).templates


def back(name: str, bw: bool = False) -> Image:
    return _deck(name + COLOURLESS if bw else name).backs[0]


@cache
def _deck(name: str) -> Deck:
    return load_deck(name)


@pytest.mark.parametrize("every", breadth([12, 1]))
@pytest.mark.parametrize("name", ART_NAMES)
def test_committed_templates_are_what_the_drawings_show(name: str, every: int) -> None:
    deck = load_deck(name)
    assert set(deck.names) == set(deck_art(name).faces)
    for card in (None, *deck.names)[::every]:
        kept = deck.backs[0] if card is None else deck.templates[card]
        drawn = template(name, card)
        assert kept.shape == drawn.shape
        assert np.abs(kept.astype(int) - drawn.astype(int)).mean() < DRAWN_ALIKE, card


@pytest.mark.parametrize("bw", breadth([False, True]))
@pytest.mark.parametrize("name", ART_NAMES)
def test_any_two_cards_part_as_wholes_and_by_their_corners(name: str, bw: bool) -> None:
    art = deck_art(name)
    pictures = faces(name, bw)
    wholes = {card: contrast(grey(p, (60, 90))) for card, p in pictures.items()}
    wholes["back"] = contrast(grey(back(name, bw), (60, 90)))
    for a, b in combinations(wholes, 2):
        assert (wholes[a] * wholes[b]).sum() < WHOLE_APART, (a, b)
        assert (wholes[a] * wholes[b][::-1, ::-1]).sum() < WHOLE_APART, (a, b, "turned")
    px_mm, rows, columns = SMALL_INDEX if art.size_mm[0] == SMALL_MM else INDEX
    size = round(px_mm * art.size_mm[0]), round(px_mm * art.size_mm[1])
    corners = {card: grey(p, size)[rows, columns] for card, p in pictures.items()}
    for a, b in combinations(corners, 2):
        inner = np.ascontiguousarray(corners[b][px_mm:-px_mm, px_mm:-px_mm])  # 1 mm to either side
        alike = cv2.matchTemplate(np.ascontiguousarray(corners[a]), inner, cv2.TM_CCOEFF_NORMED)
        assert alike.max() < INDEX_APART, (a, b)


@pytest.mark.parametrize("name", ART_NAMES)
def test_both_ends_show_the_same_index_and_the_border_is_white(name: str) -> None:
    art = deck_art(name)
    small = art.size_mm[0] == SMALL_MM
    high = 120 if name.startswith("coyote") else 99
    index = (slice(40, 77), slice(40, 77)) if small else (slice(24, high), slice(24, 57))
    border = 13 if small else 15
    for card, face in faces(name).items():
        turned = face[::-1, ::-1]
        assert np.abs(face[index].astype(int) - turned[index]).mean() < 6
        for strip in (face[:border], face[-border:], face[:, :border], face[:, -border:]):
            assert strip.min() == 255, card


@pytest.mark.parametrize("where", DRAWN)
def test_drawings_are_sound_stand_alone_and_have_a_true_size(where: str) -> None:
    art = load_art(where)
    for card, text in [*art.faces.items(), *(("back", back) for back in art.backs)]:
        root = ET.fromstring(text)
        assert (root.get("width"), root.get("height")) == tuple(f"{s:g}mm" for s in art.size_mm)
        assert root.findtext(f"{{{SVG}}}title") == card
        names = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(names) == len(set(names)), card
        links = [v for item in root.iter() for k, v in item.attrib.items() if k.endswith("href")]
        used = {f"#{name}" for name in re.findall(r"url\(#([^)]+)\)", text)}
        assert used | set(links) <= {f"#{name}" for name in names}, card
        # A font may be missing elsewhere, and a picture beside it: text is drawn as paths.
        assert not [
            element
            for element in root.iter()
            if element.tag in (f"{{{SVG}}}text", f"{{{SVG}}}image")
        ]


def test_one_command_brings_a_changed_drawing_into_play(tmp_path: Path) -> None:
    folder = tmp_path / "coup"
    shutil.copytree(deck_folder("coup"), folder)
    before = load_deck(folder).templates
    assert write_templates(folder) == 0
    drawing = folder / "duke.svg"
    drawing.write_text(
        drawing.read_text().replace(
            "</svg>", "<circle cx='30' cy='40' r='9' fill='#0000ff'/></svg>"
        )
    )
    changed = tmp_path / "changed"  # what has been read is read once
    shutil.copytree(folder, changed)
    assert write_templates(changed) == 1
    assert "#0000ff" in deck_art(changed).faces["duke"]
    after = load_deck(changed).templates
    assert [card for card in before if (before[card] != after[card]).any()] == ["duke"]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("", "cannot be used"),
        ("<svg", "cannot be used"),
        (f'<svg xmlns="{SVG}"/>', "viewBox"),
        (f'<svg xmlns="{SVG}" viewBox="0 0 80 80"/>', "80 x 80 mm"),
        (None, "is missing"),
    ],
)
def test_a_bad_drawing_is_named_in_a_sentence(tmp_path: Path, bad: str | None, reason: str) -> None:
    shutil.copytree(deck_folder("plenty_coups"), tmp_path / "mine")
    card, piece = tmp_path / "mine" / "bee_1.svg", tmp_path / "mine" / "pieces" / "horse.svg"
    assert load_art(tmp_path / "mine").faces["bee_1"] == card.read_text()
    assert len(load_pieces(tmp_path / "mine")) == 13
    for path in (card, piece):
        path.unlink() if bad is None else path.write_text(bad)
    with pytest.raises(DeckError, match=f"bee_1.*{reason}"):
        load_art(tmp_path / "mine")
    if reason != "80 x 80 mm":
        with pytest.raises(DeckError, match=f"horse.*{reason}"):
            load_pieces(tmp_path / "mine")


def test_greys_are_those_that_a_camera_takes_colours_for() -> None:
    coloured = (
        f'<svg xmlns="{SVG}" viewBox="0 0 4 1"><style>.a {{ fill: #ff0000 }}</style>'
        '<g id="fff"/><rect class="a" width="1" height="1"/><use href="#fff"/>'
        '<rect x="1" width="1" height="1" fill="blue"/>'
        '<rect x="2" width="1" height="1" style="fill:#0f0;stroke:none"/>'
        '<path d="M3 0H4V1H3Z" fill="rgb(240, 250, 10)"/></svg>'
    )
    grey_svg = to_greyscale(coloured)
    levels = render(grey_svg, (40, 10))[5, 5::10]
    assert (levels == levels[:, :1]).all()
    assert levels[:, 0].tolist() == [76, 0, 150, 220]  # blue is nearly black
    assert 'href="#fff"' in grey_svg


@pytest.mark.parametrize(
    ("name", "most"),
    [("coup", 0.85), ("coup_detat", 1.0), ("ogallala", 0.75), ("plenty_coups", 0.85)],
)
def test_a_back_has_no_top_and_a_face_whose_way_up_counts_has_one(name: str, most: float) -> None:
    assert turned_alike(back(name)) > 0.97
    alike = ("horse", "coup_stick", "weapon")
    with_top = [face for card, face in faces(name).items() if not card.startswith(alike)]
    assert max(map(turned_alike, with_top)) < most


def turned_alike(picture: Image) -> float:
    """Return how much a picture is like itself upside down."""
    upright = contrast(grey(picture, (60, 90)))
    return float((upright * upright[::-1, ::-1]).sum())


def test_tribes_and_clans_are_told_without_colour_and_a_clan_has_its_seats() -> None:
    size, badge = (440, 630), slice(70, 124)  # 10 px a mm: a full disc, an open diamond
    deck = faces("ogallala", bw=True)
    for card in (card for card in deck if card.endswith("_red")):
        pair = (card, card.replace("_red", "_black"))
        red, black = (grey(deck[name], size)[badge, badge] - 128 for name in pair)
        assert (red * black).mean() < -0.4 * 128**2, card  # dark in one is light in the other
    deck, corner = faces("plenty_coups", bw=True), (slice(36, 148), slice(294, 406))
    for value in (1, 2, 3, 4):
        cards = [f"{clan}_{value}" for clan in CLANS]
        for seat, card in enumerate(cards):
            assert SEAT_COLOURS[seat] in deck_art("plenty_coups").faces[card]
        large = (cv2.resize(deck[card], size) for card in cards)
        forms = [contrast(grey(np.asarray(face[corner], np.uint8), (56, 56))) for face in large]
        for a, b in combinations(forms, 2):
            assert (a * b).sum() < 0.6
