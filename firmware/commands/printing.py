"""`coyote print`: decks and the mat as PDF, to print and cut."""

from __future__ import annotations

from pathlib import Path

import click

from firmware.commands.speak import tell
from firmware.printing.sheets import PAPERS_MM, print_deck, print_mat
from hardware import MAT
from vision.mat import Mat


@click.command("print")
@click.argument("what")
@click.option("--out", type=click.Path(path_type=Path), help="The file to write.")
@click.option("--paper", type=click.Choice(list(PAPERS_MM)), default="A4", show_default=True)
@click.option("--bw", is_flag=True, help="In black and white; a mat: its marks only.")
@click.option("--no-backs", is_flag=True, help="The faces only.")
def print_command(what: str, out: Path | None, paper: str, bw: bool, no_backs: bool) -> None:
    """Write WHAT ("mat", or a deck such as coyote-tomahawk) as a PDF in true size."""
    path = out or Path(f"{what}-{paper}.pdf")
    if what == "mat":
        pages = print_mat(path, Mat.load(MAT), paper, ground=not bw)
    else:
        pages = print_deck(what, path, paper, bw, backs=not no_backs)
    tell("cli.print.done", file=str(path), count=pages)
