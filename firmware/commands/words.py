"""`coyote words`: the template of all texts, or a language of your own in the data folder."""

from __future__ import annotations

from pathlib import Path

import click

from firmware.commands.options import data_option
from firmware.commands.speak import tell
from firmware.folders import data_folder
from firmware.languages import to_fill_in
from referee import words


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
    file, said, whole = to_fill_in(data_folder(data), language)
    name = words.language(language)
    tell("cli.words.written", file=str(file), language=name, said=said, whole=whole)
