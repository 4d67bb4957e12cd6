"""`coyote bench prints`: decks, pieces and mats printed, cut by their marks and read back."""

from __future__ import annotations

import json
import shutil

import click
import msgspec

from firmware.errors import PrintError
from tests.bench.prints.cutting import CAN_RASTERISE
from tests.bench.prints.prints import INKS, NAMES, PAPERS, jobs, read_back

COLUMNS = ("pages", "things", "right", "asked", "wrong", "backs", "off_mm")


@click.command("prints")
@click.option("--paper", "papers", multiple=True, type=click.Choice(PAPERS), help="Only on it.")
@click.option("--ink", "inks", multiple=True, type=click.Choice(INKS), help="Only in it.")
@click.option(
    "--only",
    "names",
    multiple=True,
    type=click.Choice(NAMES),
    metavar="NAME",
    help="A deck, pieces:…, mat:…",
)
@click.option("--jobs", "processes", type=click.IntRange(1), default=2, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a file.")
def prints_command(
    papers: tuple[str, ...],
    inks: tuple[str, ...],
    names: tuple[str, ...],
    processes: int,
    as_json: bool,
) -> int:
    """Print all decks, pieces and mats, rasterise, cut along the marks, and read what is cut.

    It takes pdftoppm (poppler-utils). "greyed" is the coloured file on a printer without colour.
    The exit status is 1 where anything was not certain and right.
    """
    if shutil.which(CAN_RASTERISE) is None:
        raise PrintError("cli.print.no_rasteriser")
    status = 0
    chosen = list(jobs(papers or PAPERS, inks or INKS, names))
    if not as_json:
        click.echo(f"{'':<34}" + "".join(f"{head:>8}" for head in COLUMNS))
    for row in read_back(chosen, processes):
        if as_json:
            click.echo(json.dumps(msgspec.to_builtins(row)))
        else:
            counts = "".join(f"{getattr(row, column):>8}" for column in COLUMNS)
            click.echo(f"{f'{row.what} {row.paper} {row.ink}':<34}{counts}")
            for fault in row.faults:
                click.echo(f"  {fault}")
        status |= int(row.failed)
    return status
