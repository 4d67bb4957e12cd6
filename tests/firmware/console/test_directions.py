"""The console in languages that are written from right to left."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.console.console import LOCALE_KEY
from firmware.console.drawing import visual
from tests.firmware.console.test_console import Rig
from tests.pseudo import pseudo, spoken


@pytest.mark.parametrize(
    ("line", "leftward", "drawn"),
    [
        ("said 5", False, "said 5"),
        ("● דניאל: 5", False, "● לאינד: 5"),
        ("אבג −12, 3.5", True, "3.5 ,−12 גבא"),
        ("● Ada (אבג)", True, "(גבא) Ada ●"),
        ("אבג Ada Bo דה", True, "הד Ada Bo גבא"),
        ("›", True, "‹"),
    ],
)
def test_a_line_stands_as_its_language_is_written(line: str, leftward: bool, drawn: str) -> None:
    assert visual(line, leftward) == drawn


@pytest.mark.parametrize("language", ["he", "ar"])
def test_a_console_without_a_languages_letters_speaks_english(
    tmp_path: Path, language: str
) -> None:
    with spoken(language):
        rig = Rig(tmp_path)
        rig.desk.put(LOCALE_KEY, language)
        rig.table.run()
        rig.sees(pseudo("New match", "he") if language == "he" else "New match")
        rig.close()
