"""Commands that write something out: card templates, a game's JSON schema, texts to translate."""

from __future__ import annotations

import json
from pathlib import Path

import click

from firmware.commands.options import data_option
from firmware.commands.speak import refuse, tell
from firmware.folders import data_folder
from firmware.languages import to_fill_in
from referee import library, words


@click.command("draw")
@click.argument("decks", nargs=-1)
@click.option("--language", metavar="CODE", help="Write a deck folder with words in it: DECK-CODE.")
def draw_command(decks: tuple[str, ...], language: str | None) -> None:
    """Draw the templates of DECKS from their SVG drawings; without a name, of all decks.

    With --language, all decks are those that have words.
    """
    from firmware.printing.faces import has_words
    from firmware.printing.worded import write_worded_deck
    from vision.art import art_names  # The other commands draw nothing.
    from vision.art.templates import write_templates

    if language is not None:
        for name in decks or filter(has_words, art_names()):
            folder = Path(f"{name}-{language}")
            write_worded_deck(name, language, folder)
            tell("cli.draw.worded", deck=name, folder=str(folder))
        return
    for name in decks or art_names():
        if name not in art_names():
            refuse("cli.print.no_art", deck=name, decks=art_names())
        tell("cli.draw", deck=name, changed=write_templates(name))


@click.command("schema")
@click.argument("game")
def schema_command(game: str) -> None:
    """Print the JSON schema of a GAME's options and moves."""
    click.echo(json.dumps(library.schema(game), ensure_ascii=False, indent=2))


@click.command("words")
@click.argument("language", required=False)
@data_option(help="The data folder.")
def words_command(language: str | None, data: Path | None) -> None:
    """Write a file to fill in for LANGUAGE (a code such as pt) to `words` in the data folder.

    Existing translations stay. The table uses them from its next start. Without LANGUAGE, print the
    gettext template. Each key has its English next to it.
    """
    if language is None:
        click.echo(words.template().text, nl=False)
        return
    file, translated, whole = to_fill_in(data_folder(data), language)
    name = words.language(language)
    tell("cli.words.written", file=str(file), language=name, said=translated, whole=whole)
