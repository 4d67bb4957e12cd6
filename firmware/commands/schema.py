"""`coyote schema`: the JSON schema of a game's options and moves."""

from __future__ import annotations

import json

import click

from referee import library


@click.command("schema")
@click.argument("game")
def schema_command(game: str) -> None:
    """Print the JSON schema of a GAME's options and moves."""
    click.echo(json.dumps(library.schema(game), ensure_ascii=False, indent=2))
