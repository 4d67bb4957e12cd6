"""The decks that are printed and read are those that the games are played with."""

from __future__ import annotations

import pytest

from referee import library
from referee.ogallala.state import cards
from vision.art import ART_NAMES, ogallala
from vision.art.crew import CHARACTERS
from vision.deck import load_deck


@pytest.mark.parametrize(
    "name", [name for name in ART_NAMES if name.partition("-")[0] in library.names()]
)
def test_a_deck_has_the_cards_that_its_game_is_played_with(name: str) -> None:
    game, _, edition = name.partition("-")
    played = library.game(game)
    options = library.options(played, {"edition": edition} if edition else {})
    assert load_deck(name, pictures=False).counts == played.cards.counts(options)


def test_the_warriors_of_ogallala_show_the_strengths_that_count() -> None:
    assert {f"warrior_{a}": number for a, number in ogallala.STRENGTHS.items()} == {
        figure: number for figure, number in cards.STRENGTHS.items() if "warrior" in figure
    }
    assert {who: pair for pair, who in cards.SETS.items()} == {
        who: pair for who, (pair, _) in CHARACTERS.items()
    }
