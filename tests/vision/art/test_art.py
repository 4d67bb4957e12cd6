"""The drawn decks: any two cards part by the whole and by the corner, in colour and without."""

from __future__ import annotations

import copy
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
from tests.vision.art.restyled import LETTER
from tests.vision.trial_decks import TRIAL_DECKS
from vision.art import art_names, deck_art
from vision.art.deckart import load_art, load_pieces
from vision.art.matart import SEAT_COLOURS
from vision.art.svg import SVG, inner_svg, render, to_greyscale
from vision.art.templates import template, write_templates
from vision.decks.deck import COLOURLESS, Deck, DeckError, deck_folder, load_deck
from vision.reading import Image

ART_NAMES = art_names()
DRAWN = [*ART_NAMES, *map(str, TRIAL_DECKS.values())]
CLANS = ("heron", "lynx", "lizard", "bee", "moth", "swallow")  # in the order of the seats
PAIRS = {  # what is on two cards, and who is worth more beside it
    "cannon": "soldier",
    "bear": "bear_hunter",
    "bison": "bison_hunter",
    "wood": "woodcutter",
    "gold": "gold_digger",
    "horse": "cowboy",
}
SINGLES = ("companion", "dynamite", "eagle", "fur", "tobacco", "tent", "firewater")
RAIL_MM = 38.0  # the upper edge of a canoe's hull
SMALL_MM = 44.0  # the width of a small card
PANEL_MM = (2.5, 41.5)  # left and right of its printed panel
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


@pytest.mark.parametrize("every", breadth([6, 1]))
@pytest.mark.parametrize("name", ART_NAMES)
def test_committed_templates_are_what_the_drawings_show(name: str, every: int) -> None:
    deck = load_deck(name)
    assert set(deck.names) == set(deck_art(name).faces)
    for card in (None, *deck.names)[::every]:
        kept = deck.backs[0] if card is None else deck.templates[card]
        drawn = template(name, card)
        assert kept.shape == drawn.shape
        assert np.abs(kept.astype(int) - drawn.astype(int)).mean() < DRAWN_ALIKE, card


@pytest.mark.parametrize("bw", [False, True])
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


def labelled(svg: str, label: str) -> Image:
    """Draw the uppermost group of letters so labelled in black, 20 px a mm about the origin."""
    root = ET.fromstring(svg)
    for one in root.iter():
        if "stroke" in one.attrib:
            one.set("stroke", "#000000")
    *_, found = (one for one in root.iter() if one.get(LETTER) == label)
    scale = re.findall(r"scale\(.*?\)", found.get("transform", ""))
    found = copy.deepcopy(found)
    found.set("transform", " ".join(scale))
    hidden = "".join(ET.tostring(one, "unicode") for one in root)  # of which it may have clones
    return render(
        f'<svg xmlns="{SVG}" viewBox="-25 -15 50 30" stroke-linecap="round" '
        f'stroke-linejoin="round"><defs>{hidden}</defs>{ET.tostring(found, "unicode")}</svg>',
        (1000, 600),
    )


def widths(letters: Image) -> list[int]:
    """Return how wide each letter is that no other touches, from left to right, in pixels."""
    inked = (cv2.cvtColor(letters, cv2.COLOR_BGR2GRAY) < 128).any(0).astype(np.int8)
    edges = np.flatnonzero(np.diff(inked, prepend=0, append=0))
    return [int(end - start) for start, end in zip(edges[::2], edges[1::2], strict=True)]


@pytest.mark.parametrize("name", [name for name in ART_NAMES if name.startswith("coyote")])
def test_the_minus_is_as_wide_as_its_numeral(name: str) -> None:
    for card in ("-5", "-10"):
        minus, *digits = widths(labelled(deck_art(name).faces[card], card.replace("-", "−")))
        gaps = 0.16 * 200 if len(digits) > 1 else 0
        assert minus == pytest.approx(sum(digits) + gaps, rel=0.2)


def test_a_six_turned_is_no_nine() -> None:
    art = deck_art("coyote-tomahawk")
    shown = (labelled(art.faces[card], card) for card in "69")
    six, nine = (contrast(grey(cut_out(image), (40, 60))) for image in shown)
    assert (six[::-1, ::-1] * nine).sum() < 0.8


def cut_out(image: Image) -> Image:
    x, y, width, height = cv2.boundingRect(255 - cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    return np.ascontiguousarray(image[y - 20 : y + height + 20, x - 20 : x + width + 20])


@pytest.mark.parametrize("where", DRAWN)
def test_drawings_are_sound_stand_alone_and_have_a_true_size(where: str) -> None:
    art = load_art(where)
    for card, text in [*art.faces.items(), *(("back", back) for back in art.backs)]:
        root = ET.fromstring(text)
        assert (root.get("width"), root.get("height")) == tuple(f"{s:g}mm" for s in art.size_mm)
        assert root.findtext(f"{{{SVG}}}title") == card
        names = [one.get("id") for one in root.iter() if one.get("id")]
        assert len(names) == len(set(names)), card
        links = [v for one in root.iter() for k, v in one.attrib.items() if k.endswith("href")]
        used = {f"#{name}" for name in re.findall(r"url\(#([^)]+)\)", text)}
        assert used | set(links) <= {f"#{name}" for name in names}, card
        # A font may be missing elsewhere, and a picture beside it: text is drawn as paths.
        assert not [one for one in root.iter() if one.tag in (f"{{{SVG}}}text", f"{{{SVG}}}image")]


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
    ("bad", "said"),
    [
        ("", "cannot be used"),
        ("<svg", "cannot be used"),
        (f'<svg xmlns="{SVG}"/>', "viewBox"),
        (f'<svg xmlns="{SVG}" viewBox="0 0 80 80"/>', "80 x 80 mm"),
        (None, "is missing"),
    ],
)
def test_a_bad_drawing_is_named_in_a_sentence(tmp_path: Path, bad: str | None, said: str) -> None:
    shutil.copytree(deck_folder("plenty_coups"), tmp_path / "mine")
    card, piece = tmp_path / "mine" / "bee_1.svg", tmp_path / "mine" / "pieces" / "horse.svg"
    assert load_art(tmp_path / "mine").faces["bee_1"] == card.read_text()
    assert len(load_pieces(tmp_path / "mine")) == 13
    for path in (card, piece):
        path.unlink() if bad is None else path.write_text(bad)
    with pytest.raises(DeckError, match=f"bee_1.*{said}"):
        load_art(tmp_path / "mine")
    if said != "80 x 80 mm":
        with pytest.raises(DeckError, match=f"horse.*{said}"):
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


def test_a_drawing_within_another_keeps_its_names_to_itself() -> None:
    sign = (
        f'<svg xmlns="{SVG}" viewBox="0 0 1 1"><title>a</title><clipPath id="c"/>'
        '<g id="seat"><g/></g>'
        '<g clip-path="url(#c)"><use href="#seat"/></g></svg>'
    )
    inner = inner_svg(sign, "x-", {"seat": '<circle r="1"/>'})
    assert inner == (
        '<clipPath id="x-c" /><g id="x-seat"><circle r="1" /></g>'
        '<g clip-path="url(#x-c)"><use href="#x-seat" /></g>'
    )


def test_editions_do_not_look_alike() -> None:
    for a, b in combinations(ART_NAMES, 2):
        for card in set(faces(a)) & set(faces(b)):
            one, other = (contrast(grey(faces(name)[card], (60, 90))) for name in (a, b))
            assert (one * other).sum() < 0.85, (a, b, card)


def test_the_coup_deck_names_its_characters_and_turns_its_backs_alike() -> None:
    name = "coup"
    assert load_deck("coup", pictures=False).counts == dict.fromkeys(faces(name), 3)
    behind = contrast(grey(back(name), (60, 90)))
    assert (behind * behind[::-1, ::-1]).sum() > 0.98  # neither end of a back tells it from another
    for card in faces(name):
        face = contrast(grey(faces(name)[card], (60, 90)))
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
    behind = contrast(grey(back("coup_detat"), (60, 90)))
    assert (behind * behind[::-1, ::-1]).sum() > 0.98


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
    prizes = dict.fromkeys((*SINGLES, "totem"), 2) | halves | dict.fromkeys(PAIRS.values(), 1)
    assert {card: counts[card] for card in prizes} == prizes
    assert sum(prizes.values()) == 34


def test_a_canoes_rail_and_waterline_run_on_from_card_to_card() -> None:
    name = "ogallala"
    seen = {"left": 0, "right": 0}
    for card in set(faces(name)) - {"mad_axe"}:
        face = grey(faces(name)[card], (440, 630))  # 10 px a mm
        left, right = (round(10 * x) for x in (PANEL_MM[0] + 0.8, PANEL_MM[1] - 0.8))
        for side, x in (("left", left), ("right", right)):
            end = {"left": "bow", "right": "stern"}[side]
            runs_on = end not in card
            rail = face[round(10 * RAIL_MM) + 4 : round(10 * RAIL_MM) + 14, x]
            assert (rail.max() < 60) == runs_on, (card, side)
            seen[side] += runs_on
    assert seen == {"left": 47, "right": 47}


def test_a_card_of_ogallala_is_known_upside_down_and_its_tribes_without_colour() -> None:
    name = "ogallala"
    behind = contrast(grey(back(name), (60, 90)))
    assert (behind * behind[::-1, ::-1]).sum() > 0.97
    for card in faces(name):
        face = contrast(grey(faces(name)[card], (60, 90)))
        assert (face * face[::-1, ::-1]).sum() < 0.75, card
    badge = slice(70, 124), slice(70, 124)  # within the number's: a full disc, an open diamond
    for card in (card for card in faces(name) if card.endswith("_red")):
        red, black = (
            grey(faces(name, bw=True)[c], (440, 630))[badge] - 128
            for c in (card, card.replace("_red", "_black"))
        )
        assert (red * black).mean() < -0.4 * 128**2, (
            card
        )  # what is dark in one is light in the other


def test_the_deck_of_plenty_coups_has_54_cards_of_24_warriors_12_weapons_10_horses_8_sticks() -> (
    None
):
    counts = load_deck("plenty_coups", pictures=False).counts
    warriors = {f"{clan}_{value}": 1 for clan in CLANS for value in (1, 2, 3, 4)}
    assert len(warriors) == 24
    weapons = {f"weapon_{value}": 4 for value in (2, 3, 4)}
    assert counts == warriors | weapons | {"horse": 10, "coup_stick": 8}
    assert sum(counts.values()) == 54


def enlarged(face: Image) -> Image:
    return np.asarray(cv2.resize(face, (440, 630)), np.uint8)


def test_a_clan_has_the_colour_of_its_seat_and_is_told_without() -> None:
    name = "plenty_coups"
    behind = contrast(grey(back(name), (60, 90)))
    assert (behind * behind[::-1, ::-1]).sum() > 0.97
    symbol = slice(36, 148), slice(294, 406)  # at 10 px a mm: the upper right corner's
    for value in (1, 2, 3, 4):
        cards = [f"{clan}_{value}" for clan in CLANS]
        for seat, card in enumerate(cards):
            assert SEAT_COLOURS[seat] in deck_art(name).faces[card]
            face = contrast(grey(faces(name)[card], (60, 90)))
            assert (face * face[::-1, ::-1]).sum() < 0.85, card  # it has a top
        forms = [
            contrast(grey(enlarged(faces(name, bw=True)[card])[symbol], (56, 56))) for card in cards
        ]
        for a, b in combinations(forms, 2):
            assert (a * b).sum() < 0.6
