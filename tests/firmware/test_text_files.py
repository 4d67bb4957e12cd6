"""Every file that a person edits is read as their editor leaves it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware.cameras.lenses import Lenses
from firmware.home.settings import FILE, load_settings
from firmware.panel.pins import load_pins
from firmware.parts import load_parts
from hardware import ENCLOSURE, MAT, PARTS, PINS
from hardware.enclosure.measures import load_measures
from referee.club import format as club_format
from referee.disk.textfiles import read_text, read_toml
from referee.library import locations
from referee.library.data import read_data
from vision.decks.deck import deck_folder, load_deck
from vision.decks.shelves import DECK_FILE
from vision.lens import Lens
from vision.mat_file import read_mats

EDITORS: dict[str, Callable[[str], bytes]] = {
    "Notepad": lambda text: text.replace("\n", "\r\n").encode("utf-8-sig"),
    "Notepad, Unicode": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "no mark": lambda text: text.encode("utf-16-le"),
    "an old Mac": lambda text: text.replace("\n", "\r").encode(),
}


def _deck(path: Path) -> Any:
    return load_deck(path.parent, pictures=False).counts


def _settings(path: Path) -> Any:
    path.rename(path.with_name(FILE))
    return load_settings(path.parent)


def _game(path: Path) -> Any:
    return read_data(path.parent).defaults


def _lenses(path: Path) -> Any:
    path.rename(path.with_name("lenses.toml"))
    lenses = Lenses(path.parent)
    return lenses.damage, lenses.get("a camera", (640, 480))


READ: dict[str, Callable[[Path], Any]] = {
    "pins.toml": load_pins,
    "parts.toml": load_parts,
    "enclosure.toml": load_measures,
    "table.toml": read_mats,
    "swiss.toml": club_format.load,
    DECK_FILE: _deck,
    FILE: _settings,
    "lenses.toml": _lenses,
    "options.toml": _game,
}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """One file of each kind, as the project has it."""
    (tmp_path / FILE).write_text('broker = "mqtt://host"\nname = "Käse"\n', "utf-8")
    Lenses(tmp_path).keep("a camera", Lens(640, 480, 0.1, 0.0))
    paths = {
        "pins.toml": PINS,
        "parts.toml": PARTS,
        "enclosure.toml": ENCLOSURE,
        "table.toml": MAT,
        "swiss.toml": club_format.FOLDER / "swiss.toml",
        DECK_FILE: deck_folder("coup") / DECK_FILE,
        "options.toml": next(folder for folder in locations.folders() if folder.name == "coup")
        / "options.toml",
    }
    return paths | {name: tmp_path / name for name in (FILE, "lenses.toml")}


@pytest.mark.parametrize(
    ("name", "editor"),
    [*((name, "Notepad, Unicode") for name in READ), *((DECK_FILE, editor) for editor in EDITORS)],
)
def test_a_file_means_the_same_in_every_editor(
    tmp_path: Path, files: dict[str, Path], name: str, editor: str
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    plain, edited = tmp_path / "a" / files[name].name, tmp_path / "b" / files[name].name
    for sign in files[name].parent.glob("signs"):
        shutil.copytree(sign, plain.parent / sign.name)
        shutil.copytree(sign, edited.parent / sign.name)
    shutil.copy(files[name], plain)
    edited.write_bytes(EDITORS[editor](files[name].read_text("utf-8")))
    assert read_text(edited) == read_text(plain)
    assert repr(READ[name](edited)).replace("/b/", "/a/") == repr(READ[name](plain))


@pytest.mark.parametrize("data", ["broker = 'Käse'".encode("cp1252"), b"\xff\xfea", b"a\xff"])
def test_what_is_no_text_is_said_in_one_sentence_with_what_to_do(
    tmp_path: Path, data: bytes
) -> None:
    (path := tmp_path / FILE).write_bytes(data)
    with pytest.raises(ValueError, match='save it again with the encoding "UTF-8"'):
        read_text(path)


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("broker = “mqtt://host”", "straight"),
        ("# none\nbroker = ‘mqtt://host’", r"straight: .* \(line 2\)"),
        ("broker\u00a0= 'mqtt://host'", "no plain space"),
        ("broker = 'mqtt://host'\n\0\0", "zero bytes"),
        ("\0" * 100, "zero bytes"),  # As a power cut may leave a file.
    ],
)
def test_signs_that_a_program_has_changed_are_named_with_what_to_write(
    tmp_path: Path, text: str, advice: str
) -> None:
    (path := tmp_path / FILE).write_text(text, "utf-8")
    with pytest.raises(ValueError, match=advice):
        read_toml(path)


@pytest.mark.parametrize(
    "text",
    ["a." * 100_000 + "b = 1", "a = " + "[" * 100_000, "a = " + "9" * 5_000, "# \n" * 400_000],
    ids=["a key of many parts", "nested", "a number", "long"],
)
def test_a_hostile_file_fills_no_memory_and_is_said_in_one_sentence(
    tmp_path: Path, text: str
) -> None:
    (path := tmp_path / "deck.toml").write_text(text, "utf-8")
    with pytest.raises((OSError, ValueError)) as refused:
        read_toml(path)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 100
