"""An owner's deck keeps its own names on disk, and gets the names of the game in a match."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from firmware.decks import MatchDeck
from vision.decks.deck import load_deck
from vision.decks.shelves import DECK_FILE, deck_folders

NAMES = {"night": "0", "?": "Tipi", "-5": "−5"}


@pytest.mark.parametrize(("edition", "night"), [("tomahawk", "night"), ("kidult", "0")])
def test_cy_25_an_owners_0_is_read_as_the_card_that_the_edition_means(
    tmp_path: Path, edition: str, night: str
) -> None:
    folder = tmp_path / "ours"
    shutil.copytree(deck_folders()["coyote-tomahawk"], folder)
    toml = (folder / DECK_FILE).read_text("utf-8")
    for name, ours in NAMES.items():
        toml = toml.replace(f'card = "{name}"', f'card = "{ours}"')
    pair = '[limits]\n[[limits.pairs]]\ncards = ["0", "1"]\ntrust = 0.5\n'
    (folder / DECK_FILE).write_text(toml + pair, "utf-8")
    taught, deck = load_deck(folder), MatchDeck(str(folder), "coyote", edition)
    loaded = deck.load()
    assert {night, "?", "-5"} <= set(loaded.names) == set(loaded.templates)
    assert loaded.templates[night] is not None
    assert (loaded.templates[night] == taught.templates["0"]).all()
    assert [pair["cards"] for pair in loaded.limits["pairs"]] == [[night, "1"]]
    assert (deck.taught_name(night), deck.taught_name("?")) == ("0", "Tipi")


def test_of_two_cards_with_one_name_each_keeps_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "ours"
    shutil.copytree(deck_folders()["coyote-kidult"], folder)
    names = MatchDeck(str(folder), "coyote", "tomahawk").load().names
    assert names == load_deck(folder, pictures=False).names
