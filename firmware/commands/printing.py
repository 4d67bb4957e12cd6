"""`coyote print`: decks, mats and markers as PDF, to print and cut."""

from __future__ import annotations

from pathlib import Path

import click

from firmware.commands.speak import tell
from firmware.errors import BadData
from firmware.mats import TABLE, load_mats, mat_names
from firmware.printing.papers import PAPERS_MM
from firmware.printing.sheets import print_deck, print_pieces
from firmware.printing.tiles import print_mats


@click.command("print")
@click.argument("what")
@click.argument("name", default=TABLE)
@click.option("--out", type=click.Path(path_type=Path), help="The file to write.")
@click.option("--paper", type=click.Choice(list(PAPERS_MM)), default="A4", show_default=True)
@click.option("--bw", is_flag=True, help="In black and white; a mat: its marks only.")
@click.option("--no-backs", is_flag=True, help="The faces only.")
@click.option("--seats", type=click.IntRange(1), help="The mats that so many players use.")
def print_command(
    what: str,
    name: str,
    out: Path | None,
    paper: str,
    bw: bool,
    no_backs: bool,
    seats: int | None,
) -> None:
    """Write WHAT (a deck, "mat" or "pieces") as a PDF in true size.

    A mat that is not the table's own has a NAME: that of the game which is played on it. Where a
    game has several, all of them are written. Pieces are the markers of the game NAME.
    """
    kind = f"{paper}-bw" if bw else paper
    if what == "mat":
        if name not in mat_names():
            raise BadData("cli.print.no_mat", mat=name, mats=mat_names())
        path = out or Path(f"mat-{name}-{kind}.pdf")
        pages = print_mats(path, load_mats(name, seats), paper, ground=not bw)
    elif what == "pieces":
        path = out or Path(f"pieces-{name}-{kind}.pdf")
        pages = print_pieces(name, path, paper, bw, backs=not no_backs)
    else:
        path = out or Path(f"{what}-{kind}.pdf")
        pages = print_deck(what, path, paper, bw, backs=not no_backs)
    tell("cli.print.done", file=str(path), count=pages)
