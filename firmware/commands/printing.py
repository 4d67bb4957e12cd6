"""`coyote print`: decks, mats and markers as PDF, to print and cut."""

from __future__ import annotations

from pathlib import Path

import click

from firmware.commands.speak import tell
from firmware.errors import BadData
from firmware.mats import TABLE, load_mats, mat_names
from firmware.printing.sheets import PAPERS_MM, print_deck, print_mats, print_pieces
from referee import library
from vision.art import pieces_names
from vision.mat import Mat


@click.command("print")
@click.argument("what")
@click.argument("name", required=False)
@click.option("--out", type=click.Path(path_type=Path), help="The file to write.")
@click.option("--paper", type=click.Choice(list(PAPERS_MM)), default="A4", show_default=True)
@click.option("--bw", is_flag=True, help="In black and white; a mat: its marks only.")
@click.option("--no-backs", is_flag=True, help="The faces only.")
@click.option("--seats", type=click.IntRange(1), help="The mats that so many players use.")
def print_command(
    what: str,
    name: str | None,
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
    if seats is not None and what != "mat":
        raise BadData("cli.print.no_seats", what=what)
    if what == "mat":
        name = name or TABLE
        path = out or Path(f"mat-{name}-{kind}.pdf")
        pages = print_mats(path, _mats(name, seats), paper, ground=not bw)
    elif what == "pieces":
        name = name or ", ".join(pieces_names())
        path = out or Path(f"pieces-{name}-{kind}.pdf")
        pages = print_pieces(name, path, paper, bw, backs=not no_backs)
    elif name is not None:
        raise BadData("cli.print.no_name", deck=what, name=name)
    else:
        path = out or Path(f"{what}-{kind}.pdf")
        pages = print_deck(what, path, paper, bw, backs=not no_backs)
    tell("cli.print.done", file=str(path), count=pages)


def _mats(name: str, seats: int | None) -> tuple[Mat, ...]:
    """Return the mats of a name that so many players use; all where nobody says how many.

    Raises `BadData` for no mat of ours, and for players whom it does not tell apart.
    """
    if name not in mat_names():
        raise BadData("cli.print.no_mat", mat=name, mats=mat_names())
    mats = load_mats(name)
    if seats is None:
        return mats
    may = library.game(name).seats if name in library.names() else ()
    some = {many: load_mats(name, many) for many in may}
    if all(one == mats for one in some.values()):
        raise BadData("cli.print.mat_for_all", mat=name)
    if seats not in some:
        raise BadData("cli.print.mat_seats", mat=name, least=min(may), most=max(may), given=seats)
    return some[seats]
