"""What is written on the mats: on paper in two languages at once, in strokes of our own."""

from __future__ import annotations

import pytest

from firmware.mats import load_mats, mat_names
from referee import words
from vision.art.lettering import text_svg, text_width_mm
from vision.art.matart import BETWEEN_WORDS, LETTERS, ROOM_MM, WORD_MM, mat_svg, spread_svg
from vision.art.svg import render
from vision.mat import Mat
from vision.spread import Spread

MATS = [mat for name in mat_names() for mat in load_mats(name)]
WRITTEN = [mat for mat in MATS if mat.sheet.words]
PRINTED = ("en", "fr")  # a mat is for all readers at once, and has room for few: as the cards do


@pytest.mark.parametrize("mat", WRITTEN, ids=lambda mat: str(mat.name))
def test_paper_says_what_pages_say_in_english_and_french(mat: Mat) -> None:
    for kind, text in mat.sheet.words.items():
        if kind in {zone.partition(":")[0] for zone, grid in mat.grids.items() if grid.lettered}:
            continue  # pages number the columns themselves
        key = f"mat.{kind}"
        texts = [words.texts(key, locale)[key] for locale in PRINTED]
        assert text.lower() == BETWEEN_WORDS.join(dict.fromkeys(texts)).lower()
        assert any(zone.partition(":")[0] == kind for zone in mat.zones)


@pytest.mark.parametrize("mat", WRITTEN, ids=lambda mat: str(mat.name))
def test_every_word_is_drawn_and_fits_its_place(mat: Mat) -> None:
    svg = mat_svg(mat)
    for kind, text in {**mat.sheet.words, **mat.sheet.second_words}.items():
        lines = text.split(BETWEEN_WORDS)
        assert all(line in svg for line in lines)
        places = [zone for name, zone in mat.zones.items() if name.partition(":")[0] == kind]
        room = min(right - left for left, _, right, _ in places) - ROOM_MM
        assert all(text_width_mm(line, WORD_MM) <= room for line in lines)


@pytest.mark.parametrize(("game", "word"), [("plenty_coups", "raid"), ("ogallala", '"A"')])
def test_pages_draw_the_mats_without_words_and_letters_of_paper(game: str, word: str) -> None:
    spread = Spread.side_by_side(load_mats(game, 4))
    assert word in spread_svg(spread)
    assert "aria-label" not in spread_svg(spread, words=False)


def test_a_letter_without_strokes_is_named() -> None:
    with pytest.raises(KeyError, match="Ж"):
        text_svg("жи", 4.0, LETTERS)
    marked = text_svg("é", 4.0, LETTERS)
    assert marked.count("<path") == text_svg("e", 4.0, LETTERS).count("<path") + 1
    box = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 12 12">{marked}</svg>'
    assert render(box, (24, 24)).min() < 255
