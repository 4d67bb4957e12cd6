"""The words on cards and mats in a language: as drawn in English and French, or written again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from firmware.errors import PrintError
from firmware.printing.naming import must_be_printable
from referee import words
from referee.contract import Message
from vision.art import deck_art
from vision.art.deckart import DeckArt
from vision.art.lettering import has_strokes
from vision.art.matart import BETWEEN_WORDS, mat_svg
from vision.art.wording import drawn_words, reworded
from vision.mat import Mat
from vision.mat_file import MatError

DRAWN = ("en", "fr")  # Languages of the words in the drawings, in their order.
SOFT_HYPHEN = "\N{SOFT HYPHEN}"


def faces(deck: str, language: str) -> DeckArt:
    """Return a deck's drawings with its words in a language, and English below them.

    Raise `PrintError` for an unknown language, or one whose letters cannot be drawn.
    """
    must_be_printable(language)
    art = deck_art(deck)
    return replace(art, faces={card: _face(art, card, language) for card in art.faces})


def has_words(deck: str) -> bool:
    """Whether a deck has words on a card."""
    return any(map(drawn_words, deck_art(deck).faces.values()))


def _face(art: DeckArt, card: str, language: str) -> str:
    svg = art.drawing(card)
    key, english = f"card.{card}", drawn_words(svg)[:1]
    if language in DRAWN or not english or not words.has_key(key):
        return svg
    return reworded(svg, tuple(dict.fromkeys((_say(key, language).upper(), *english))))


def worded_mat(mat: Mat, language: str) -> Mat:
    """Return a mat with its words in a language, and in English if they differ."""
    if language in DRAWN:
        return mat
    must_be_printable(language)
    sheet = mat.sheet
    first = _both(sheet.words, "mat", language)
    second = _both(sheet.second_words, "mat.second", language)
    return replace(mat, sheet=replace(sheet, words=first, second_words=second))


def check_mat(mat: Mat) -> None:
    """Raise `MatError` if the words or the signs of an owner's mat cannot be drawn."""
    for text in (*mat.sheet.words.values(), *mat.sheet.second_words.values()):
        if not has_strokes(text):
            raise MatError(f"the mat {mat.name} has words that cannot be drawn: {text!r}")
    try:
        mat_svg(mat)
    except ValueError as error:
        raise MatError(f"the mat {mat.name} has a sign that cannot be drawn: {error}") from error


def _both(drawn: Mapping[str, str], prefix: str, language: str) -> dict[str, str]:
    """Return the words of each kind of zone in a language and in English."""
    both = {}
    for kind, text in drawn.items():
        english, _, _ = text.partition(BETWEEN_WORDS)
        word = _say(f"{prefix}.{kind}", language)
        same = word.casefold() == english.casefold()
        both[kind] = english if same else f"{word}{BETWEEN_WORDS}{english}"
    return both


def _say(key: str, language: str) -> str:
    """Return a name from the catalogue. Raise `PrintError` if its letters cannot be drawn."""
    text = words.say(Message(key), language).replace(SOFT_HYPHEN, "")
    if not has_strokes(text):
        raise PrintError("cli.print.no_letters", language=words.language(language))
    return text
