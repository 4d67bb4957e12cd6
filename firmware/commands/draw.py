"""`coyote draw`: the pictures that cards are read by, drawn anew from their drawings."""

from __future__ import annotations

import click

from firmware.commands.speak import tell
from vision.art import art_names
from vision.art.templates import write_templates


@click.command("draw")
@click.argument("decks", nargs=-1)
def draw_command(decks: tuple[str, ...]) -> None:
    """Draw the pictures of DECKS anew from their SVG drawings; without a name, of all."""
    for name in decks or art_names():
        tell("cli.draw", deck=name, changed=write_templates(name))
