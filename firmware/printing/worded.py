"""Writes a deck folder whose cards have their words in another language, for the table to read."""

from __future__ import annotations

import re
from pathlib import Path

from firmware.errors import PrintError
from firmware.printing.faces import DRAWN, faces, has_words
from referee.disk.storage import write_whole
from referee.disk.textfiles import read_text, reason
from vision.art import art_names
from vision.art.templates import write_templates
from vision.decks.deck import DRAWING, deck_folder, load_deck
from vision.decks.shelves import DECK_FILE

NAME = re.compile(r'^name = ".*"$', re.MULTILINE)


def write_worded_deck(name: str, language: str, folder: Path) -> None:
    """Write the drawings and templates of a deck with its words in a language.

    Raise `PrintError` for a deck without words or drawings, a language that its drawings have, or
    an unwritable folder.
    """
    if name not in art_names():
        raise PrintError("cli.print.no_art", deck=name, decks=art_names())
    if language in DRAWN or not has_words(name):
        raise PrintError("cli.print.unused", option="--language", what=f"{name} {language}")
    art, deck = faces(name, language), load_deck(name, pictures=False)
    about = read_text(deck_folder(name) / DECK_FILE)
    files = {card.file: art.drawing(card.name) for card in deck.cards if card.file}
    files |= dict(zip(deck.back_files, art.backs, strict=True))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        named = NAME.sub(f'name = "{name}-{language}"', about)
        write_whole(folder / DECK_FILE, named.encode())
        for file, svg in files.items():
            write_whole((folder / file).with_suffix(DRAWING), svg.encode())
    except OSError as error:
        raise PrintError("cli.print.unwritable", file=str(folder), reason=reason(error)) from error
    write_templates(folder)
