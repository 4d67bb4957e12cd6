"""`make board`: writes the printed board's files for the kit's pin table, or for your own."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from firmware.commands.options import PINS_OPTION
from firmware.commands.speak import say, text_of
from firmware.errors import TableError
from firmware.panel.pins import load_pins
from firmware.parts import load_parts
from firmware.pcb.maker import make
from firmware.pcb.plan import printed_board
from referee.disk.textfiles import reason


@click.command("board")
@PINS_OPTION
@click.option(
    "--out",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("out/board"),
    show_default=True,
    help="Write the files to this folder.",
)
@click.option(
    "--through",
    default="",
    metavar="COMMAND",
    help="Run KiCad's programs through this command, such as that of a container.",
)
def board(pins: Path, folder: Path, through: str) -> None:
    """Write KiCad's project, the maker's files, the list of parts, and pictures."""
    try:
        before = shlex.split(through)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--through") from error
    try:
        for path in make(printed_board(load_pins(pins), load_parts()), folder, before):
            click.echo(str(path))
    except TableError as error:
        click.echo(text_of(error.message), err=True)
        sys.exit(1)
    except OSError as error:
        click.echo(say("cli.print.unwritable", file=str(folder), reason=reason(error)), err=True)
        sys.exit(1)


if __name__ == "__main__":
    board()
