"""Decks that are drawn to try readers on; they are only in a clone of the project."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

from vision.art import deck_art
from vision.art.templates import template
from vision.decks.deck import Deck, load_deck
from vision.synthetic.render_print import Press, art_source

ROOT = Path(__file__).parents[2]
TRIAL_DECKS = {
    "emblems": ROOT / "tests/vision/decks/emblems",
    "suits": ROOT / "referee/examples/high_card/decks/high_card",
}


@cache
def trial_deck(name: str) -> Deck:
    """Return a trial deck, or one of the project's, with a template of each card."""
    if name not in TRIAL_DECKS:
        return load_deck(name)
    folder = TRIAL_DECKS[name]
    deck = load_deck(folder, pictures=False)
    templates = {card: template(folder, card) for card in deck.names}
    return replace(deck, name=name, templates=templates, backs=(template(folder, None),))


@lru_cache(maxsize=1)
def press(seed: int) -> Press:
    """Return what prints the cards of the trial decks."""
    drawn = {
        name: (art_source(folder), deck_art(folder).size_mm) for name, folder in TRIAL_DECKS.items()
    }
    return Press(drawn, seed)
