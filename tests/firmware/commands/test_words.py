"""Whatever the firmware says, it has words for, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import firmware
from referee import words
from referee.contract import Press
from vision.reading import WEIGHTIEST_FIRST, Verdict

KEY = re.compile(r"[\"']((?:table|cli|part)\.(?!sqlite)[a-z0-9_.]*[a-z0-9])[\"']")
PART = re.compile(r"(?:supervisor\.start|\bPart)\(\s*\"([a-z]+)\"")
HUB = {"broker", "post", "seating"}  # its pages show no parts


def keys() -> set[str]:
    result = set()
    for path in Path(firmware.__file__).parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        result |= {*KEY.findall(text), *(f"part.{name}" for name in set(PART.findall(text)) - HUB)}
    result |= {f"table.quality.{reason}" for reason in WEIGHTIEST_FIRST}
    result |= {f"cli.verdict.{verdict.value}" for verdict in Verdict}
    result |= {f"table.press.other_than_{press.value}" for press in Press}
    return result


@pytest.mark.parametrize("locale", words.LOCALES)
def test_every_key_of_the_firmware_has_words(locale: str) -> None:
    assert len(keys()) > 80
    assert not sorted(key for key in keys() if not words.has_key(key, locale))
