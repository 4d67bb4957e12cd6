"""`coyote draw`: draws the templates that cards are read with."""

from __future__ import annotations

import click

from firmware.commands.speak import tell
from vision.art import art_names
from vision.art.templates import write_templates


@click.command("draw")
@click.argument("decks", nargs=-1)
def draw_command(decks: tuple[str, ...]) -> None:
    """Draw the templates of DECKS from their SVG drawings; without a name, of all decks."""
    for name in decks or art_names():
        tell("cli.draw", deck=name, changed=write_templates(name))
