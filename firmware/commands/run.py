"""`coyote play` and `coyote table`: the running table, virtual or real."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from firmware.build import build_real_table, build_virtual_table
from firmware.commands.options import begin_match, common, picture_size
from firmware.commands.serving import serve
from firmware.commands.speak import locale
from firmware.folders import data_folder, log_to
from hardware import PINS
from referee import words
from referee.match.desk import Desk


@click.command("play")
@common
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--seed", type=int, help="Shuffle the same way each time.")
def play_command(no_browser: bool, seed: int | None, **options: Any) -> None:
    """Run the virtual table: the whole system on any computer, in a browser."""
    with _journal(options, "play") as (desk, folder):
        size, sound = picture_size(options["size"]), not options["quiet"]
        table, virtual = build_virtual_table(
            desk, deck=options["deck"], size=size, seed=seed, sound=sound
        )
        begin_match(desk, options, always=True)
        decks, host, port = folder / "decks", options["host"], options["port"]
        serve(table, virtual, decks, host, port, browser=not no_browser)


@click.command("table")
@common
@click.option("--camera", default="auto", show_default=True, help="pi, usb:0 or folder:PATH.")
@click.option("--gpio", type=click.Choice(["auto", "gpio", "mock"]), default="auto")
@click.option("--pins", type=click.Path(path_type=Path), default=PINS, help="Another pin table.")
def table_command(camera: str, gpio: str, pins: Path, **options: Any) -> None:
    """Run the real table: the Pi's buttons and lamps, and a camera above it."""
    with _journal(options, "table") as (desk, folder):
        size, sound = picture_size(options["size"]), not options["quiet"]
        table = build_real_table(
            desk,
            camera=camera,
            size=size,
            gpio=gpio,
            pins=pins,
            deck=options["deck"],
            sound=sound,
        )
        begin_match(desk, options, always=False)
        serve(table, None, folder / "decks", options["host"], options["port"])


@contextmanager
def _journal(options: dict[str, Any], name: str) -> Iterator[tuple[Desk, Path]]:
    """Open a journal in the data folder; yield its desk and the folder, and close it at the end."""
    folder = data_folder(options["data"])
    log_to(folder / "coyote.log", options["verbose"])
    desk = Desk.open(folder / f"{name}.sqlite")
    for notice in desk.notices:
        click.echo(words.say(notice, locale()), err=True)
    try:
        yield desk, folder
    finally:
        desk.close()
