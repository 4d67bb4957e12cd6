"""`coyote play` and `coyote table`: the running table, virtual or real."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from firmware.build import build_real_table, build_virtual_table
from firmware.commands.speak import locale, refuse, tell, warn
from firmware.folders import data_folder, log_to
from firmware.running import RunningTable
from firmware.teaching.calibrating import Calibrator
from firmware.teaching.teaching import School
from hardware import MAT, PINS
from referee import words
from referee.actor import HOST
from referee.match.desk import Desk
from vision.mat import Mat
from webui.app import create_app
from webui.port import Virtual, Workshop
from webui.serve import Server, lan_address

PORT = 8080
SEATS = 3

_log = logging.getLogger(__name__)
F = TypeVar("F", bound=Callable[..., Any])


def common(command: F) -> F:
    """Add the options that both tables have."""
    folder = click.Path(path_type=Path)
    for option in reversed(
        (
            click.option("--game", default="coyote", show_default=True, help="Of a new match."),
            click.option("--edition", help="Of a new match: tomahawk, kidult or oliphante."),
            click.option(
                "--option",
                "chosen",
                multiple=True,
                metavar="NAME=VALUE",
                help="Of a new match, such as strikes=5; as often as you like.",
            ),
            click.option("--seats", type=int, help="Of a new match: how many play."),
            click.option(
                "--new", is_flag=True, help="Begin a new match in place of a running one."
            ),
            click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True),
            click.option("--host", default="0.0.0.0", help="The address to listen on."),
            click.option("--data", type=folder, help="The folder of the journal and the log."),
            click.option("--deck", help="The deck to read by, where it is not the edition's own."),
            click.option("--size", default="1920x1080", show_default=True, help="Of the picture."),
            click.option("--quiet", is_flag=True, help="No sound at the presses."),
            click.option("--verbose", is_flag=True, help="Log on the console too."),
        )
    ):
        command = option(command)
    return command


@click.command("play")
@common
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--seed", type=int, help="Shuffle the same way each time.")
def play_command(no_browser: bool, seed: int | None, **options: Any) -> None:
    """Run the virtual table: the whole system on any computer, in a browser."""
    with _desk(options, "play") as desk:
        size, sound = _size(options["size"]), not options["quiet"]
        table, virtual = build_virtual_table(
            desk, deck=options["deck"], size=size, seed=seed, sound=sound
        )
        _begin(desk, options, always=True)
        _serve(table, virtual, options, browser=not no_browser)


@click.command("table")
@common
@click.option("--camera", default="auto", show_default=True, help="pi, usb:0 or folder:PATH.")
@click.option("--gpio", type=click.Choice(["auto", "gpio", "mock"]), default="auto")
@click.option("--pins", type=click.Path(path_type=Path), default=PINS, help="Another pin table.")
def table_command(camera: str, gpio: str, pins: Path, **options: Any) -> None:
    """Run the real table: the Pi's buttons and lamps, and a camera above it."""
    with _desk(options, "table") as desk:
        size, sound = _size(options["size"]), not options["quiet"]
        table = build_real_table(
            desk,
            camera=camera,
            size=size,
            gpio=gpio,
            pins=pins,
            deck=options["deck"],
            sound=sound,
        )
        _begin(desk, options, always=False)
        _serve(table, None, options, browser=False)


@contextmanager
def _desk(options: dict[str, Any], name: str) -> Iterator[Desk]:
    """Open the journal in the data folder, and close it at the end, whatever happens."""
    folder = data_folder(options["data"])
    log_to(folder / "coyote.log", options["verbose"])
    desk = Desk.open(folder / f"{name}.sqlite")
    for notice in desk.notices:
        click.echo(words.say(notice, locale()), err=True)
    try:
        yield desk
    finally:
        desk.close()


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and 320 <= int(width) <= 9999):
        refuse("cli.run.bad_size", given=text)
    return int(width), int(height)


def _begin(desk: Desk, options: dict[str, Any], *, always: bool) -> None:
    """Begin a match where none is on, or another where that was asked for."""
    chosen = _chosen(options["chosen"])
    if options["edition"] is not None:
        chosen["edition"] = options["edition"]
    asked = bool(chosen) or options["seats"] is not None
    on = desk.snapshot() is not None
    if on and not options["new"]:
        if asked:
            warn("cli.run.goes_on")
        return
    if always or asked or options["new"]:
        desk.begin(
            options["game"],
            chosen,
            SEATS if options["seats"] is None else options["seats"],
            by=HOST,
        )


def _chosen(pairs: tuple[str, ...]) -> dict[str, Any]:
    """Return options of a match as said on the command line: numbers, true or false, words."""
    chosen: dict[str, Any] = {}
    for pair in pairs:
        name, given, value = pair.partition("=")
        if not given:
            refuse("cli.run.bad_option", given=pair)
        try:
            chosen[name] = json.loads(value)
        except json.JSONDecodeError:
            chosen[name] = value
    return chosen


def _serve(
    table: RunningTable, virtual: Virtual | None, options: dict[str, Any], *, browser: bool
) -> None:
    """Run a table and its pages until a signal comes."""
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    mat = Mat.load(MAT)
    folder = data_folder(options["data"]) / "decks"
    school = School(folder, table.watcher, table.decks, mat)
    app = create_app(table, virtual, Workshop(Calibrator(table.watcher, mat), school))
    server = Server(app, options["host"], options["port"])
    table.run()
    server.start()
    try:
        _greet(table, server, app.extensions["web"].hosts.code, virtual is not None)
        if browser and _has_screen():
            webbrowser.open(f"{server.url}virtual")
        stop.wait()
        _log.info("Going down.")
    finally:
        server.stop()
        table.stop()


def _greet(table: RunningTable, server: Server, code: str, virtual: bool) -> None:
    address = lan_address()
    if virtual:
        tell("cli.run.virtual", url=f"{server.url}virtual")
    tell("cli.run.table", url=f"{server.url}table")
    if address is not None:
        tell("cli.run.phones", url=f"http://{address}:{server.port}/")
    tell("cli.run.code", code=code)
    click.echo(words.say(table.panel.gpio.message, locale()))
    tell("cli.run.stop")
    sys.stdout.flush()


def _has_screen() -> bool:
    return sys.platform == "darwin" or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
