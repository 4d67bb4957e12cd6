"""Each screen of the console in each language, pixel by pixel, as people have looked at it.

``COYOTE_GOLDEN=write`` draws them again: look at them before they are committed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from firmware.console.console import CHANGED
from firmware.console.drawing import SIZE, draw, png
from firmware.console.menus.screen import COLUMNS, ROWS, Screen, choice
from referee import words
from referee.contract import Message
from tests.breadth import breadth
from tests.firmware.console.making import (
    ILL,
    Hand,
    doubt,
    played,
    resting,
    world,
)

GOLDEN = Path(__file__).parent / "golden"
DRAW = os.environ.get("COYOTE_GOLDEN") == "write"

Plain = dict[str, Any]

ANNOUNCED: tuple[Plain, ...] = ({"move": "announce", "seat": 0, "number": 12},)
CALLED: tuple[Plain, ...] = (*ANNOUNCED, {"move": "challenge", "seat": 1})
COUNTED: tuple[Plain, ...] = (*CALLED, {"move": "cards_read", "cards": ["10", "-5", "20"]})
TAXED = ({"move": "declare", "seat": 0, "action": "tax"},)
NAMES = ("Ada", "Zoé", "Björn")

Screens = Callable[[Path, str], Hand]


def _coyote(folder: Path, locale: str, *moves: Plain, **more: Any) -> Hand:
    return Hand(world(played(folder, "coyote", *moves, seats=NAMES), locale, **more))


def _coup(folder: Path, locale: str, *moves: Plain) -> Hand:
    return Hand(world(played(folder, "coup", *moves), locale))


def _pushed(hand: Hand, *turns: int) -> Hand:
    """Turn by so many entries and push, again and again."""
    for steps in turns:
        assert hand.turn(steps).push() is None
    return hand


def _new(folder: Path, locale: str, *turns: int) -> Hand:
    """Return a hand at a new match, where it turned and pushed."""
    hand = _coyote(folder, locale, *ANNOUNCED)
    return _pushed(hand.to(words.say(Message("console.new"), locale)), 0, *turns)


def _more(locale: str) -> Hand:
    hand = Hand(world(None, locale))
    return _pushed(hand.to(words.say(Message("console.more"), locale)), 0)


SCREENS: dict[str, Screens] = {
    "before-the-first-match": lambda _, locale: Hand(world(None, locale, untried=True)),
    "new-match": lambda folder, locale: _new(folder, locale),
    "bots": lambda folder, locale: _new(folder, locale, 0, 0).turn(1),
    "begin": lambda folder, locale: _new(folder, locale, 0, 0, 1),
    "deal": lambda folder, locale: _coyote(folder, locale),
    "announce": lambda folder, locale: _pushed(_coyote(folder, locale), 0),
    "raise-or-challenge": lambda folder, locale: _coyote(folder, locale, *ANNOUNCED).turn(1),
    "reveal": lambda folder, locale: _coyote(folder, locale, *CALLED),
    "counted": lambda folder, locale: _coyote(folder, locale, *COUNTED),
    "action": lambda folder, locale: _coup(folder, locale).turn(3),
    "target": lambda folder, locale: _pushed(_coup(folder, locale), 3),
    "window": lambda folder, locale: _coup(folder, locale, *TAXED).turn(1),
    "question": lambda folder, locale: _coyote(folder, locale, *CALLED, question=doubt()),
    "question-card": lambda folder, locale: _pushed(
        _coyote(folder, locale, *CALLED, question=doubt()), 0
    ),
    "paused": lambda folder, locale: Hand(world(resting(folder), locale)),
    "language": lambda _, locale: _pushed(Hand(world(None, locale)), 1),
    "fault": lambda _, locale: _pushed(Hand(world(None, locale, parts=ILL)), 2),
    "more": lambda _, locale: _more(locale),
    "refused": lambda folder, locale: Hand(
        world(played(folder, "coyote"), locale), Message("table.virtual.deal_first")
    ),
    "changed": lambda folder, locale: Hand(world(played(folder, "coyote"), locale), CHANGED),
}


@pytest.mark.parametrize("locale", breadth(words.LOCALES, "de", "en"))
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_as_it_was_looked_at(name: str, locale: str, tmp_path: Path) -> None:
    shown = SCREENS[name](tmp_path, locale).screen
    fits(shown)
    image, file = draw(shown), GOLDEN / locale / f"{name}.png"
    if DRAW:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(png(image))
    with Image.open(file) as golden:
        assert golden.size == image.size == SIZE
        assert golden.convert("1").tobytes() == image.tobytes(), shown.text


def test_no_golden_screen_is_left_over() -> None:
    drawn = {(file.parent.name, file.stem) for file in GOLDEN.rglob("*.png")}
    assert drawn == {(locale, name) for locale in words.LOCALES for name in SCREENS}


def fits(shown: Screen) -> None:
    """Hold that a screen fits its display."""
    lines = [*shown.title, *(line.text for line in shown.lines)]
    assert len(lines) <= ROWS
    assert all(len(line) <= COLUMNS for line in lines), lines


def test_the_chosen_entry_is_shown_in_full_whatever_the_title() -> None:
    entry = "Do not answer: there is no prestige to lose"
    whole = choice("Vermilion disdains Yellow, who answers with a warrior", [(entry, False)], 0)
    assert " ".join(line.text for line in whole.lines) == entry
