"""The drawn decks: any two cards part by the whole and by the corner, in colour and without."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.art import ART_NAMES, deck_art
from vision.art.coyote import INDEX_HEIGHT, kind_of
from vision.art.deckart import DeckArt
from vision.art.glyphs import width_of, word
from vision.art.raster import raster
from vision.art.shapes import Drawing, Stroke, placed
from vision.art.svg import svg
from vision.art.templates import template
from vision.deck import load_deck
from vision.reading import Image

WHOLE_APART = 0.66
INDEX_APART = 0.75
DRAWN_ALIKE = 0.6  # grey levels, on average: OpenCV's versions round edges differently


def grey(image: Image, size: tuple[int, int]) -> NDArray[np.float32]:
    small = cv2.resize(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def contrast(image: NDArray[np.float32]) -> NDArray[np.float32]:
    fine = image - cv2.GaussianBlur(image, (0, 0), 6)
    fine = fine - fine.mean()
    return np.asarray(fine / np.linalg.norm(fine), np.float32)


@pytest.mark.parametrize("name", ART_NAMES)
def test_committed_templates_are_what_the_code_draws(name: str) -> None:
    deck = load_deck(name)
    assert set(deck.names) == set(deck_art(name).faces)
    for card in (*deck.names, None):
        kept = deck.backs[0] if card is None else deck.templates[card]
        drawn = template(name, card)
        assert kept.shape == drawn.shape
        assert np.abs(kept.astype(int) - drawn.astype(int)).mean() < DRAWN_ALIKE, card


@pytest.mark.parametrize("bw", [False, True])
@pytest.mark.parametrize("name", ART_NAMES)
def test_any_two_cards_part_as_wholes_and_by_their_corners(name: str, bw: bool) -> None:
    art = deck_art(name)
    pictures = {card: art.picture(card, 528, bw) for card in art.faces}
    wholes = {card: contrast(grey(p, (60, 90))) for card, p in pictures.items()}
    wholes["back"] = contrast(grey(art.picture(None, 528, bw), (60, 90)))
    for a, b in combinations(wholes, 2):
        assert (wholes[a] * wholes[b]).sum() < WHOLE_APART, (a, b)
        assert (wholes[a] * wholes[b][::-1, ::-1]).sum() < WHOLE_APART, (a, b, "turned")
    corners = {card: grey(p, (189, 264))[9:66, 9:75] for card, p in pictures.items()}
    for a, b in combinations(corners, 2):
        inner = np.ascontiguousarray(corners[b][3:-3, 3:-3])
        alike = cv2.matchTemplate(np.ascontiguousarray(corners[a]), inner, cv2.TM_CCOEFF_NORMED)
        assert alike.max() < INDEX_APART, (a, b)


@pytest.mark.parametrize("name", ART_NAMES)
def test_both_ends_show_the_same_index_and_the_border_is_white(name: str) -> None:
    art = deck_art(name)
    depth = 200 if name.startswith("coyote") else 165  # of the part that carries the index
    for card in art.faces:
        face = art.picture(card, 880)  # 10 px a mm
        turned = face[::-1, ::-1]
        assert np.abs(face[40:depth, 40:95].astype(int) - turned[40:depth, 40:95]).mean() < 6
        for strip in (face[:26], face[-26:], face[:, :26], face[:, -26:]):
            assert strip.min() == 255, card


def test_the_minus_is_as_wide_as_its_numeral() -> None:
    for text in ("5", "10"):
        minus, *digits = word(f"−{text}", INDEX_HEIGHT, "ink")
        assert isinstance(minus, Stroke)
        xs = [x for s in digits if isinstance(s, Stroke) for x, _ in s.points]
        assert minus.points[1][0] - minus.points[0][0] == pytest.approx(max(xs) - min(xs), rel=0.15)
    assert width_of("−5", 10, 0.2) > 2 * width_of("5", 10, 0.2)


def test_a_six_turned_is_no_nine() -> None:
    def glyph(text: str, turn: float) -> NDArray[np.float32]:
        drawing = Drawing((20, 20), placed(word(text, 16, "ink"), 10, 10, turn_deg=turn))
        return grey(raster(drawing, {"ink": "#000000"}, (80, 80)), (40, 40))

    six, nine = contrast(glyph("6", 180)), contrast(glyph("9", 0))
    assert (six * nine).sum() < 0.8
    assert kind_of("-5") == "negative"


@pytest.mark.parametrize("name", ART_NAMES)
def test_svg_is_sound_and_has_a_true_size(name: str) -> None:
    art = deck_art(name)
    for card in (*art.faces, None):
        text = svg(art.drawing(card), art.inks(card), title="a < b")
        root = ET.fromstring(text)
        assert root.get("width") == "63mm"
        assert root.get("height") == "88mm"
        assert root[0].text == "a < b"
        used = set(re.findall(r"url\(#([^)]+)\)", text))
        assert used <= {e.get("id") for e in root.iter() if e.get("id")}


def test_editions_do_not_look_alike() -> None:
    decks: list[DeckArt] = [deck_art(name) for name in ART_NAMES]
    for a, b in combinations(decks, 2):
        for card in set(a.faces) & set(b.faces):
            one, other = (contrast(grey(d.picture(card, 264), (60, 90))) for d in (a, b))
            assert (one * other).sum() < 0.85, (a.name, b.name, card)


def test_the_coup_deck_names_its_characters_and_turns_its_backs_alike() -> None:
    art = deck_art("coup")
    assert load_deck("coup", pictures=False).counts == dict.fromkeys(art.faces, 3)
    back = contrast(grey(art.picture(None, 528), (60, 90)))
    assert (back * back[::-1, ::-1]).sum() > 0.98  # neither end of a back tells it from another
    for card in art.faces:
        face = contrast(grey(art.picture(card, 528), (60, 90)))
        assert (face * face[::-1, ::-1]).sum() < 0.85, card  # the mark has a top


def test_the_deck_of_coup_detat_has_32_cards_the_coup_card_and_six_contracts() -> None:
    deck = load_deck("coup_detat", pictures=False)
    ranks, suits = ("7", "8", "9", "10", "J", "Q", "K", "A"), "CDHS"
    assert set(deck.counts.values()) == {1}
    kinds = {
        kind: {c.name for c in deck.cards if c.kind == kind} for kind in ("special", "contract", "")
    }
    assert kinds["special"] == {"coup"}
    assert kinds["contract"] == {"barbu", "victory", "siege", "prison", "guillotine", "dominoes"}
    assert kinds[""] == {rank + suit for suit in suits for rank in ranks}
    back = contrast(grey(deck_art("coup_detat").picture(None, 528), (60, 90)))
    assert (back * back[::-1, ::-1]).sum() > 0.98
