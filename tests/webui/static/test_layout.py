"""Random play of every game, on pages of every size: all is seen whole, and all that may be done
has a button with a word."""

from __future__ import annotations

import json
import random
from itertools import product

import pytest
from flask import Flask
from playwright.sync_api import Page, ViewportSize, expect

from referee import library
from referee.actor import CAMERA
from referee.contract import By, Offer
from referee.match.commands import Begin, Move
from tests.bench.rules.randomplay import choose
from tests.breadth import breadth
from tests.matches import match_of
from tests.webui.fake import FakeTable, doubt
from tests.webui.pages import LOST, Open, sit, unseen
from tests.webui.tapping import shows

SMALL: ViewportSize = {"width": 320, "height": 640}
TABLET: ViewportSize = {"width": 820, "height": 1180}
NAMES = ("Maximilienne", "Ben", "Wilhelmina", "Dan", "Bartholomew", "Bo")
MOMENTS = 5  # of each game
FEW = 2  # of these in the gate
MOVES = 9  # between them, at most

# The offers that no button does or opens, at least once a ruling that came up is put away.
BUTTONS = """(page, keys) => keys.filter(([move, key]) => {
  const names = [`[data-key="${CSS.escape(key)}"]`, `[data-key="${CSS.escape(`typed.${key}`)}"]`,
    `[type=submit][data-move="${move}"]`, "#sheet[data-kind=ruling] [data-key=done]"];
  const sees = (one) => one.checkVisibility({ visibilityProperty: true });
  const found = [...page.querySelectorAll(names.join())].filter(sees);
  return !found.some((one) => one.textContent.trim());
})"""


def key(offer: Offer) -> list[str]:
    """Return an offer's move and its button's key."""
    given = [name if isinstance(name, str) else json.dumps(name) for name in offer.given.values()]
    return [offer.move, ".".join([offer.move, *given])]


def faults(page: Page, offers: list[Offer]) -> list[str]:
    """Return what is cut off, covered or wider than a page, and what has no button there."""
    apart = [offer for offer in offers if not offer.shown.aside and offer.shown.among is None]
    without = page.locator("body").evaluate(BUTTONS, [key(offer) for offer in apart])
    return [*page.evaluate(LOST), *(f"no button: {entry}" for entry in without)]


@pytest.mark.verify
@pytest.mark.parametrize("moments", breadth([FEW, MOMENTS]))
def test_all_is_whole_and_all_that_may_be_done_has_a_button_with_a_word(
    open_page: Open, app: Flask, table: FakeTable, moments: int
) -> None:
    pages = {
        "small": open_page("/", SMALL, locale="fr"),
        "tablet": open_page("/", TABLET),
        "host": open_page("/table", TABLET, locale="fr"),
    }
    sit(pages["small"], 0)
    results: dict[str, list[str]] = {}
    for game, moment in product(library.names(), range(moments)):
        with unseen(app):
            if moment == 0:
                chance = random.Random(f"the layout of {game}")
                seats = library.game(game).seats[: len(NAMES) - 1][-1]
                table.ask(None)
                table.do(Begin(game, {}, seats, NAMES[:seats]))
            for _ in range(chance.randint(1, MOVES)):
                if match_of(table.desk).outcome is None:
                    table.desk.do(Move(choose(match_of(table.desk).offers, chance)), CAMERA)
        asked = moment == moments - 1
        if asked:
            table.ask(doubt(table))
        offers = [] if asked else list(match_of(table.desk).offers)
        theirs = {
            "small": [offer for offer in offers if offer.by is By.SEAT and offer.seat == 0],
            "tablet": [],
            "host": [
                offer
                for offer in offers
                if offer.by is By.SEAT or (offer.by is By.CAMERA and offer.ask)
            ],
        }
        for name, page in pages.items():
            shows(page, table)
            if asked and name != "tablet":
                expect(page.locator("#sheet button.card").first).to_be_visible()
            if texts := faults(page, theirs[name]):
                results[f"{game}, {moment}, {name}"] = texts
    assert results == {}
