"""Cards drawn in one style are read by templates made from another, and none is read wrong.

The suite has no photographs of its own; at least it does not judge by one rendering of its art. Of
19 cards of a Coyote deck and 5 of Coup, every other one in each style and read by the other's
templates, certain are 15 in felt pen and italics, all 24 in newsprint, and all as Chromium draws
them with rough edges and turned hues. The rest are asked about.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter
from collections.abc import Mapping
from functools import cache

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser

from tests.breadth import breadth
from tests.vision.art.restyled import PX_PER_MM, STYLES, plain
from vision.art import deck_art
from vision.art.deckart import DeckArt
from vision.decks.deck import Card, Deck
from vision.enrol.selftest import MILD, worn
from vision.match.matcher import Matcher
from vision.reading import Image, Verdict

NAMES = ("coyote-tomahawk", "coup")
ROUGH = """
<svg width="0" height="0"><filter id="rough" x="0" y="0" width="1" height="1">
<feTurbulence type="fractalNoise" baseFrequency="0.05" numOctaves="3" seed="4"/>
<feDisplacementMap in="SourceGraphic" scale="5"/><feColorMatrix type="hueRotate" values="25"/>
</filter></svg>
"""


@cache
def own(name: str) -> Deck:
    """Return one of our decks as it is drawn."""
    art = deck_art(name)
    return deck_of(art, {card: plain(art, card) for card in art.faces})


def deck_of(art: DeckArt, faces: Mapping[str, Image]) -> Deck:
    cards = tuple(Card(name, 1, name) for name in faces)
    return Deck(art.name, art.size_mm, cards, faces, whole=True, drawn=True)


def read_by_turns(one: Deck, other: Deck) -> Counter[str]:
    """Count what becomes of the cards, each shown in one style and read by the other's templates.

    The same are read by a deck that has no picture of them.
    """
    matchers, counts = (Matcher(one), Matcher(other)), Counter[str]()
    for number, name in enumerate(one.names):
        face = (other, one)[number % 2].templates[name]
        matcher = matchers[number % 2]
        picture, corners = worn(face, MILD, np.random.default_rng(3))
        whole, lacking = matcher.match_excluding(matcher.cut(picture, corners), [(), (name,)])
        certain = whole.decision.verdict is Verdict.CERTAIN
        counts["certain"] += certain and whole.card == name
        counts["wrong"] += certain and whole.card != name
        counts["wrong"] += lacking.decision.verdict is Verdict.CERTAIN
    return counts


@pytest.mark.parametrize(
    ("style", "names", "least"),
    breadth([("newspaper", ("coup",), 5), ("newspaper", NAMES, 22), ("felt pen", NAMES, 9)]),
)
def test_art_in_another_style_is_read_both_ways_and_never_wrong(
    style: str, names: tuple[str, ...], least: int
) -> None:
    counts = Counter[str]()
    for name in names:
        art = deck_art(name)
        there = deck_of(art, {card: STYLES[style](art, card) for card in art.faces})
        counts += read_by_turns(own(name), there)
    assert counts["wrong"] == 0
    assert counts["certain"] >= least, counts


@pytest.mark.verify
def test_art_that_a_browser_draws_is_read_both_ways_and_never_wrong(browser: Browser) -> None:
    counts = Counter[str]()
    for name in NAMES:
        art = deck_art(name)
        there = deck_of(art, photographed(browser, art))
        counts += read_by_turns(own(name), there)
    assert counts["wrong"] == 0
    assert counts["certain"] >= 21, counts


def photographed(browser: Browser, art: DeckArt) -> dict[str, Image]:
    """Return a deck's faces as a browser draws them."""
    width, height = (round(side * PX_PER_MM) for side in art.size_mm)
    style = (
        "body { margin: 0 } body > img { display: block; filter: url(#rough); "
        f"width: {width}px; height: {height}px }}"
    )
    cards = "".join(
        f'<img src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'
        for svg in art.faces.values()
    )
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        page = context.new_page()
        page.set_content(f"<style>{style}</style><body>{cards}{ROUGH}</body>")
        shot = np.frombuffer(page.screenshot(full_page=True), np.uint8)
    whole = np.asarray(cv2.imdecode(shot, cv2.IMREAD_COLOR), np.uint8)
    return {
        card: np.ascontiguousarray(whole[n * height : (n + 1) * height, :width])
        for n, card in enumerate(art.faces)
    }
