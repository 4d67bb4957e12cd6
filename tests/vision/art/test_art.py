"""The drawn decks: any two cards part by the whole and by the corner, in colour and without."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.art import ART_NAMES, deck_art, ogallala, river, smallcard
from vision.art.cargo import SINGLES
from vision.art.coyote import INDEX_HEIGHT, kind_of
from vision.art.crew import CHARACTERS
from vision.art.deckart import DeckArt
from vision.art.glyphs import width_of, word
from vision.art.matart import PALETTE
from vision.art.pairs import PAIRS
from vision.art.plenty import clans
from vision.art.plenty import deck as plenty_coups
from vision.art.raster import raster
from vision.art.shapes import Drawing, Stroke, placed
from vision.art.svg import svg
from vision.art.templates import template
from vision.deck import load_deck
from vision.reading import Image

WHOLE_APART = 0.66
INDEX_APART = 0.75
INDEX = {  # pixels a mm, and the rows and columns of a corner and its index
    "": (3, slice(9, 66), slice(9, 75)),
    ogallala.NAME: (4, slice(10, 64), slice(10, 100)),
    plenty_coups.NAME: (4, slice(10, 64), slice(10, 100)),
}
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
    height = round(6 * art.size_mm[1])
    pictures = {card: art.picture(card, height, bw) for card in art.faces}
    wholes = {card: contrast(grey(p, (60, 90))) for card, p in pictures.items()}
    wholes["back"] = contrast(grey(art.picture(None, height, bw), (60, 90)))
    for a, b in combinations(wholes, 2):
        assert (wholes[a] * wholes[b]).sum() < WHOLE_APART, (a, b)
        assert (wholes[a] * wholes[b][::-1, ::-1]).sum() < WHOLE_APART, (a, b, "turned")
    px_mm, rows, columns = INDEX.get(name, INDEX[""])
    size = round(px_mm * art.size_mm[0]), round(px_mm * art.size_mm[1])
    corners = {card: grey(p, size)[rows, columns] for card, p in pictures.items()}
    for a, b in combinations(corners, 2):
        inner = np.ascontiguousarray(corners[b][px_mm:-px_mm, px_mm:-px_mm])  # 1 mm to either side
        alike = cv2.matchTemplate(np.ascontiguousarray(corners[a]), inner, cv2.TM_CCOEFF_NORMED)
        assert alike.max() < INDEX_APART, (a, b)


@pytest.mark.parametrize("name", ART_NAMES)
def test_both_ends_show_the_same_index_and_the_border_is_white(name: str) -> None:
    art = deck_art(name)
    small = name in (ogallala.NAME, plenty_coups.NAME)
    high = 200 if name.startswith("coyote") else 165
    index = (slice(66, 128), slice(66, 128)) if small else (slice(40, high), slice(40, 95))
    border = 22 if small else 26
    for card in art.faces:
        face = art.picture(card, round(10 * art.size_mm[1]))  # 10 px a mm
        turned = face[::-1, ::-1]
        assert np.abs(face[index].astype(int) - turned[index]).mean() < 6
        for strip in (face[:border], face[-border:], face[:, :border], face[:, -border:]):
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
        assert (root.get("width"), root.get("height")) == tuple(f"{s:g}mm" for s in art.size_mm)
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


def test_the_deck_of_ogallala_has_112_cards_of_66_who_paddle_34_prizes_and_12_empty_ends() -> None:
    counts = load_deck("ogallala", pictures=False).counts
    assert sum(counts.values()) == 112
    assert counts["empty_bow"] == counts["empty_stern"] == 6
    tribes = {t: {c: n for c, n in counts.items() if c.endswith(f"_{t}")} for t in ("red", "black")}
    for tribe, cards in tribes.items():
        ends = {f"{part}_{tribe}": 3 for part in ("bow", "stern")}
        specials = {f"{who}_{tribe}": 2 for who in ("lasso", "archer")}
        assert cards == ends | specials | {f"warrior_{a}_{tribe}": 3 for a in "abcdefg"}
    assert sum(sum(cards.values()) for cards in tribes.values()) + counts["mad_axe"] == 66
    halves = {f"{pair}_{side}": 1 for pair in PAIRS for side in ("left", "right")}
    prizes = dict.fromkeys((*SINGLES, "totem"), 2) | halves | dict.fromkeys(CHARACTERS, 1)
    assert {card: counts[card] for card in prizes} == prizes
    assert sum(prizes.values()) == 34


def test_a_canoes_rail_and_waterline_run_on_from_card_to_card() -> None:
    art = deck_art("ogallala")
    seen = {"left": 0, "right": 0}
    for card in set(art.faces) - {"mad_axe"}:
        face = grey(art.picture(card, 630), (440, 630))  # 10 px a mm
        left, right = round(10 * smallcard.LEFT) + 8, round(10 * smallcard.RIGHT) - 8
        for side, x in (("left", left), ("right", right)):
            end = {"left": "bow", "right": "stern"}[side]
            runs_on = end not in card
            rail = face[round(10 * river.RAIL) + 4 : round(10 * river.RAIL) + 14, x]
            assert (rail.max() < 60) == runs_on, (card, side)
            seen[side] += runs_on
    assert seen == {"left": 47, "right": 47}


def test_a_card_of_ogallala_is_known_upside_down_and_its_tribes_without_colour() -> None:
    art = deck_art("ogallala")
    back = contrast(grey(art.picture(None, 378), (60, 90)))
    assert (back * back[::-1, ::-1]).sum() > 0.97
    for card in art.faces:
        face = contrast(grey(art.picture(card, 378), (60, 90)))
        assert (face * face[::-1, ::-1]).sum() < 0.75, card
    badge = slice(70, 124), slice(70, 124)  # within the number's: a full disc, an open diamond
    for card in (card for card in art.faces if card.endswith("_red")):
        red, black = (
            grey(art.picture(c, 630, bw=True), (440, 630))[badge] - 128
            for c in (card, card.replace("_red", "_black"))
        )
        assert (red * black).mean() < -0.4 * 128**2, (
            card
        )  # what is dark in one is light in the other


def test_the_deck_of_plenty_coups_has_54_cards_of_24_warriors_12_weapons_10_horses_8_sticks() -> (
    None
):
    counts = load_deck("plenty_coups", pictures=False).counts
    warriors = {f"{clan}_{value}": 1 for clan in clans.NAMES for value in (1, 2, 3, 4)}
    assert len(warriors) == 24
    weapons = {f"weapon_{value}": 4 for value in (2, 3, 4)}
    assert counts == warriors | weapons | {"horse": 10, "coup_stick": 8}
    assert sum(counts.values()) == 54


def test_a_clan_has_the_colour_of_its_seat_and_is_told_without() -> None:
    art = deck_art("plenty_coups")
    back = contrast(grey(art.picture(None, 378), (60, 90)))
    assert (back * back[::-1, ::-1]).sum() > 0.97
    symbol = slice(36, 148), slice(294, 406)  # at 10 px a mm: the upper right corner's
    for value in (1, 2, 3, 4):
        cards = [f"{clan}_{value}" for clan in clans.NAMES]
        for seat, card in enumerate(cards):
            assert art.inks(card)["seat"] == PALETTE[f"seat:{seat}"]
            face = contrast(grey(art.picture(card, 378), (60, 90)))
            assert (face * face[::-1, ::-1]).sum() < 0.85, card  # it has a top
        forms = [
            contrast(grey(art.picture(card, 630, bw=True)[symbol], (56, 56))) for card in cards
        ]
        for a, b in combinations(forms, 2):
            assert (a * b).sum() < 0.6
