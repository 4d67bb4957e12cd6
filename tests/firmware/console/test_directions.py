"""The console in languages that are written from right to left: it speaks English."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.console.console import LOCALE_KEY
from tests.breadth import breadth
from tests.firmware.console.test_console import Rig
from tests.pseudo import spoken


@pytest.mark.parametrize("language", breadth(["he", "ar"]))
def test_a_console_whose_display_cannot_write_a_language_speaks_english(
    tmp_path: Path, language: str
) -> None:
    with spoken(language):
        rig = Rig(tmp_path)
        rig.desk.put(LOCALE_KEY, language)
        rig.table.run()
        rig.sees("New match")
        rig.close()
