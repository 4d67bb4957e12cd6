"""Words on paper: every letter of every language has its shape, and columns end where they may."""

from __future__ import annotations

from itertools import repeat

import pytest

from firmware.printing.fonts import BOLD, SIGNS, TEXT, fonts
from firmware.printing.typeset import Block, flowed, gap, marked
from referee import words


@pytest.mark.parametrize("locale", words.LOCALES)
def test_the_fonts_have_every_letter_of_a_language(locale: str) -> None:
    letters = {letter for text in words.texts("", locale).values() for letter in text}
    letters |= set(words.SYMBOLS)
    for font in (TEXT, BOLD):
        has = fonts()[font] | fonts()[SIGNS]
        assert not [one for one in letters if one.isprintable() and ord(one) not in has]


def test_the_letters_of_five_languages_need_no_other_font() -> None:
    text = "ÀÂÄÁÆÇÈÉÊËÌÍÎÏÑÒÓÔÖŒÙÚÛÜŸßàâäáæçèéêëìíîïñòóôöœùúûüÿ¿¡«»„“”‚‘’…–—ºª€"
    assert {ord(letter) for letter in text} <= fonts()[TEXT] & fonts()[BOLD]
    assert marked(text) == text


def test_what_the_font_lacks_is_set_in_that_of_the_signs_and_markup_is_none() -> None:
    assert marked("● & <b>") == f'<font name="{SIGNS}">●</font> &amp; &lt;b&gt;'


def test_a_heading_is_never_the_last_of_a_column() -> None:
    heading = Block(1.0, gap(1.0).draw, heading=True)
    text = gap(4.0)
    columns = flowed([text, heading, text, heading, text], repeat(8.5))
    assert [[one.heading for one in column] for column in columns] == [
        [False],
        [True, False],
        [True, False],
    ]


def test_a_block_that_no_column_holds_stands_alone() -> None:
    assert [len(column) for column in flowed([gap(20), gap(5)], repeat(10.0))] == [1, 1]
