"""`coyote backup` and `coyote restore`: a table's data as one file."""

from __future__ import annotations

import time
from pathlib import Path

import click

from firmware.backup.manifest import describe, read_manifest
from firmware.backup.restoring import BEFORE, prepare
from firmware.backup.writing import write
from firmware.commands.options import data_option
from firmware.commands.speak import refuse, say, tell, text_of, warn
from firmware.folders import data_folder
from firmware.version import VERSION

FILE = click.Path(path_type=Path, dir_okay=False)


@click.command("backup")
@click.argument("file", type=FILE, required=False)
@data_option(help="The data folder.")
def backup_command(file: Path | None, data: Path | None) -> None:
    """Write matches, names, decks, lenses and settings to one FILE, while the table plays on."""
    out = file or Path(f"coyote-table-{time.strftime('%Y-%m-%d')}.zip")
    held = write(data_folder(data), out, VERSION)
    tell("cli.backup.written", file=str(out), matches=held.matches, decks=len(held.decks))


@click.command("restore")
@click.argument("file", type=FILE)
@click.option("--yes", is_flag=True, help="Do not ask.")
@data_option(help="The data folder.")
def restore_command(file: Path, yes: bool, data: Path | None) -> None:
    """Restore a FILE of `coyote backup` at the table's next start. Shows its contents first."""
    folder, held = data_folder(data), read_manifest(file)
    click.echo(text_of(describe(held)))
    if not yes:
        _ask_whether_sure()
    prepare(folder, file)
    tell("cli.backup.ready", folder=str(folder / BEFORE))


def _ask_whether_sure() -> None:
    try:
        sure = click.confirm(say("cli.backup.sure"))
    except click.Abort:  # Ctrl+C, or nobody is there to answer.
        click.echo(err=True)
        warn("cli.backup.left")
        raise
    if not sure:
        refuse("cli.backup.left")
