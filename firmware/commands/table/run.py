"""`coyote play` and `coyote table`: run a virtual or a real table."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from firmware.backup import restoring
from firmware.cameras.base import SIZE, Setting
from firmware.cameras.lenses import Lenses
from firmware.checking.public_log import log_publicly
from firmware.commands.options import (
    NO_CAMERA,
    PINS_OPTION,
    chosen_options,
    common,
    named_once,
    picture_size,
    sighted,
)
from firmware.commands.speak import text_of, warn
from firmware.commands.table.safe_mode import serve_safe_mode
from firmware.commands.table.serving import MB, serve
from firmware.errors import BadData, BadWiring
from firmware.folders import data_folder, log_to
from firmware.games import MATCHING, open_games
from firmware.languages import open_languages
from firmware.panel.pins import load_pins
from firmware.running.build import build_real_table, build_virtual_table
from firmware.service.heap import keep_heap_small
from firmware.service.starts import Starts
from firmware.service.tidying import tidy
from hardware import PINS
from referee import library
from referee.actor import HOST
from referee.contract import BadOptions
from referee.match.commands import Begin
from referee.match.desk import Desk
from referee.match.journal.errors import JournalInUse
from referee.match.journal.trimming import fit
from vision.decks.deck import DeckError, load_deck
from vision.decks.shelves import set_cache_folder
from webui.serving.serve import CannotListen
from webui.settings import MachineSettings

SEATS = 3  # Unless the command names another number.


def _given(options: dict[str, Any], camera: Sequence[str] = (), mains: str = "") -> MachineSettings:
    """Return the settings that the command was given, for the settings page."""
    return MachineSettings(
        port=options["port"],
        name=os.uname().nodename,
        hotspot="never",
        camera=", ".join(camera),
        size=options["size"] or "",
        mains=mains,
        sounds=not options["quiet"],
        history_mb=options["history"],
        by_hand=True,
    )


@click.command("play")
@common
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--seed", type=int, help="Shuffle the same way each time.")
def play_command(no_browser: bool, seed: int | None, **options: Any) -> None:
    """Run the virtual table: the whole system on any computer, in a browser."""

    def run(desk: Desk, folder: Path, starts: Starts) -> None:
        size, sound = picture_size(options["size"]), not options["quiet"]
        table, virtual = build_virtual_table(
            desk, deck=options["deck"], size=size or SIZE, seed=seed, sound=sound
        )
        begin_match(desk, options)
        given = _given(options)
        serve(table, virtual, folder, options["host"], given, starts, browser=not no_browser)

    _run(options, "play", run)


@click.command("table")
@common
@sighted
@click.option(
    "--gpio",
    type=click.Choice(["auto", "gpio", "mock"]),
    default="auto",
    show_default=True,
    help="Buttons and lamps: gpio requires the Pi's pins, mock does without, "
    "auto takes the pins if they work.",
)
@PINS_OPTION
@click.option("--mat", help="A mat's name or file, for all games.")
def table_command(
    camera: tuple[str, ...],
    mains: str,
    distance: float,
    gpio: str,
    pins: Path,
    mat: str | None,
    **options: Any,
) -> None:
    """Run the real table: the Pi's buttons and lamps, and one or more cameras.

    With --camera none any computer will do: phones send pictures of the cards.
    """
    cameras = () if camera == (NO_CAMERA,) else named_once(camera)

    def run(desk: Desk, folder: Path, starts: Starts) -> None:
        size, sound = picture_size(options["size"]), not options["quiet"]
        lenses = Lenses(folder)
        if lenses.damage is not None:
            click.echo(text_of(lenses.damage), err=True)
        tell_of_deck(options["deck"])
        wiring = forgiving(gpio, pins) if starts.pinless else (gpio, pins)
        table = build_real_table(
            desk,
            cameras=cameras,
            mat=mat,
            setting=Setting(size, int(mains), 10 * distance),
            gpio=wiring[0],
            pins=wiring[1],
            deck=options["deck"],
            lenses=lenses,
            sound=sound,
        )
        begin_match(desk, options)
        given = _given(options, cameras or (NO_CAMERA,), mains)
        serve(table, None, folder, options["host"], given, starts)

    _run(options, "table", run)


def forgiving(gpio: str, pins: Path) -> tuple[str, Path]:
    """Return how to start without buttons and lamps, as long as these are unusable.

    If the pin table itself is unusable, the shipped one draws the seats, on mock pins.
    """
    try:
        load_pins(pins)
    except BadWiring:
        return "mock", PINS
    return ("auto" if gpio == "gpio" else gpio), pins


def tell_of_deck(deck: str | None) -> None:
    """Print the faults of the requested deck. The table runs even if the deck is unusable."""
    try:
        if deck is not None:
            load_deck(deck, pictures=False)
    except DeckError as error:
        click.echo(f"coyote: {error}", err=True)


def _run(options: dict[str, Any], name: str, run: Callable[[Desk, Path, Starts], None]) -> None:
    """Run a table with its journal from the data folder.

    After too many failed starts, run safe mode instead.
    """
    keep_heap_small()
    folder = data_folder(options["data"])
    log_to(folder, options["verbose"])
    log_publicly(folder)
    if options["data"] is not None:  # Without --data, the games are open already.
        open_games(folder)
        open_languages(folder)
    set_cache_folder(folder / MATCHING)
    if (restored := restoring.take_over(folder)) is not None:
        click.echo(text_of(restored), err=True)
    path, starts = folder / f"{name}.sqlite", Starts(folder / f"{name}.starts")
    if starts.too_many:
        if not serve_safe_mode(path, starts, options["host"], options["port"]):
            return
        starts.once_more()
    with starts.counted(_asked_for), _open(path) as desk:
        tidy(desk, MB * options["history"], fit)
        run(desk, folder, starts)


def _asked_for(error: Exception) -> bool:
    """Whether a start failed because of wrong options, or because another table is running."""
    wrong = BadData | BadOptions | CannotListen | click.ClickException
    return isinstance(error, JournalInUse | wrong)


@contextmanager
def _open(path: Path) -> Iterator[Desk]:
    """Open a journal and print its faults. Yield the `Desk`, and close it at the end."""
    desk = Desk.open(path)
    try:
        for notice in desk.notices:
            click.echo(text_of(notice), err=True)
        yield desk
    finally:
        desk.close()


def begin_match(desk: Desk, options: dict[str, Any]) -> None:
    """Start a match if the options ask for one. Otherwise a host's page offers the games.

    Without --new, a running match goes on. If the options name another one, print that it goes on.
    Raise `BadOptions` for wrong options, even if a match goes on, and `BadData` for an invalid
    NAME=VALUE.
    """
    game = library.game(options["game"] or library.names()[0])
    chosen = chosen_options(options["chosen"], game)
    if options["edition"] is not None:
        chosen["edition"] = options["edition"]
    asked = bool(chosen) or any(options[name] is not None for name in ("game", "seats"))
    if options["game"] is not None:
        library.options(game, chosen)
    on = desk.snapshot() is not None
    if on and not options["new"]:
        if asked:
            warn("cli.run.goes_on")
        return
    if asked or options["new"]:
        seats = SEATS if options["seats"] is None else options["seats"]
        desk.do(Begin(game.name, chosen, seats), HOST)
