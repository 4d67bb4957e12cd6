"""Words on paper: every letter of every language has its shape, and columns end where they may."""

from __future__ import annotations

import pytest

from firmware.printing.fonts import BOLD, SIGNS, TEXT, fonts
from firmware.printing.typeset import marked
from referee import words


@pytest.mark.parametrize("locale", words.LOCALES)
def test_the_fonts_have_every_letter_of_a_language(locale: str) -> None:
    letters = {letter for text in words.texts("", locale).values() for letter in text}
    letters |= set(words.SYMBOLS)
    for font in (TEXT, BOLD):
        has = fonts()[font] | fonts()[SIGNS]
        assert not [letter for letter in letters if letter.isprintable() and ord(letter) not in has]


def test_the_letters_of_five_languages_need_no_other_font() -> None:
    text = "ÀÂÄÁÆÇÈÉÊËÌÍÎÏÑÒÓÔÖŒÙÚÛÜŸßàâäáæçèéêëìíîïñòóôöœùúûüÿ¿¡«»„“”‚‘’…–—ºª€"
    assert {ord(letter) for letter in text} <= fonts()[TEXT] & fonts()[BOLD]
    assert marked(text) == text


def test_what_the_font_lacks_is_set_in_that_of_the_signs_and_markup_is_none() -> None:
    assert marked("● & <b>") == f'<font name="{SIGNS}">●</font> &amp; &lt;b&gt;'
