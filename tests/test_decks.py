"""The decks that are printed and read are those that the games are played with."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import cv2
import numpy as np
import pytest

from referee import library
from referee.ogallala.state import cards
from tests.vision.art.restyled import LETTER
from vision.art import art_names, deck_art
from vision.decks.deck import load_deck
from vision.reading import Image


@pytest.mark.parametrize(
    "name", [name for name in art_names() if name.partition("-")[0] in library.names()]
)
def test_a_deck_has_the_cards_that_its_game_is_played_with(name: str) -> None:
    game, _, edition = name.partition("-")
    played = library.game(game)
    options = library.options(played, {"edition": edition} if edition else {})
    assert load_deck(name, pictures=False).counts == played.table.cards.counts(options)


@pytest.mark.parametrize(
    ("name", "suit", "ranks"),
    [
        ("coup_detat", r"(?P<rank>\d+|[JQKA])(?P<suit>[CDHS])", ("7", "8", "9", "10", *"JQKA")),
        ("plenty_coups", r"(?P<suit>[a-z]+)_(?P<rank>\d)", tuple("1234")),
    ],
)
def test_a_deck_has_its_suits_one_after_the_other_each_in_the_order_of_its_ranks(
    name: str, suit: str, ranks: tuple[str, ...]
) -> None:
    """Hands lie in this order."""
    results = [re.fullmatch(suit, card) for card in deck_art(name).faces]
    suited = [(match["suit"], ranks.index(match["rank"])) for match in results if match is not None]
    suits = list(dict.fromkeys(suit for suit, _ in suited))
    assert suited == sorted(suited, key=lambda card: (suits.index(card[0]), card[1]))
    assert None not in results[: len(suited)]  # Cards without a suit come last.


def test_the_warriors_of_ogallala_show_the_strengths_that_count() -> None:
    for figure, strength in cards.STRENGTHS.items():
        for tribe in ("red", "black") if "warrior" in figure else ():
            root = ET.fromstring(deck_art("ogallala").faces[f"{figure}_{tribe}"])
            assert {element.get(LETTER) for element in root.iter()} == {str(strength), None}, figure


def test_who_is_worth_more_beside_a_pair_shows_its_sign() -> None:
    art = deck_art("ogallala")

    def sign(card: str, middle_mm: float, half_mm: float) -> Image:
        face = art.picture(card, 630, bw=True)  # 10 px a mm
        here = slice(round(10 * (middle_mm - half_mm)), round(10 * (middle_mm + half_mm)))
        return np.asarray(cv2.resize(face[here, here], (90, 90)), np.uint8)

    signs = {pair: sign(f"{pair}_left", 9.8, 4.2) for pair in cards.SETS}
    for pair, who in cards.SETS.items():
        shown = sign(who, 9.9, 4.2 * 0.86 / 1.05)
        alike = {
            p: cv2.matchTemplate(s, shown, cv2.TM_CCOEFF_NORMED)[0, 0] for p, s in signs.items()
        }
        assert max(alike, key=lambda p: abs(alike[p])) == pair, (who, alike)
