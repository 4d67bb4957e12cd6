"""Players named by the knob: kept names first, then letter by letter; and another player."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.match.commands import HandOver, NamePlayer
from tests.firmware.console.making import Hand, played, world


@pytest.fixture
def hand(tmp_path: Path) -> Hand:
    match = played(tmp_path, "coyote", seats=("Ada", "", ""))
    return Hand(world(match, known=("Elsa", "Ada", "Bo")))


def test_a_kept_name_is_four_pushes_away_and_those_that_are_borne_are_not_offered(
    hand: Hand,
) -> None:
    assert hand.take("Players", "Vermilion", "Name") is None
    assert hand.labels == ["Elsa", "Bo", "Another name", "No name"]
    assert hand.take("Bo") == NamePlayer(1, "Bo")
    assert hand.clicks == 4


def test_another_player_takes_over_by_the_same_pages(hand: Hand) -> None:
    assert hand.take("Players", "Ada", "Another player", "Elsa") is None
    assert hand.labels == ["Ada", "The new player", "Nobody"]
    assert hand.push() == HandOver(0, "Elsa", place="keeps")


def test_the_console_names_a_seat_by_letters_that_it_has(tmp_path: Path) -> None:
    match = played(tmp_path, "coyote", seats=("محمد", "דנה", "Zoë 🦊"))
    hand = Hand(world(match, known=("محمد", "Zoë 🦊", "子龍", "Bo")))
    hand.take("Players")
    said = [line.replace("\N{NO-BREAK SPACE}", " ") for line in hand.screen.text.splitlines()]
    assert [line.rstrip(" ›") for line in said[1:]] == ["> ● Blue", "▲ דנה", "■ Zoë"]
    hand.take("Blue", "Correct the name")
    assert hand.labels == ["Bo", "Another name", "No name"]
