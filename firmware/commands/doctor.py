"""`coyote doctor`: what works on this machine, and what to do about what does not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from firmware.commands import checks
from firmware.commands.checks import Finding
from firmware.commands.options import CAMERAS, PORT
from firmware.commands.speak import locale, say
from firmware.commands.walk import walk as walk_through
from firmware.errors import BadWiring
from firmware.panel.panel import open_panel
from firmware.panel.pins import load_pins
from hardware import PINS
from referee import words


@click.command("doctor")
@click.option("--camera", help=f"Must be there: {CAMERAS}")
@click.option("--gpio", is_flag=True, help="The Pi's pins must be there.")
@click.option("--walk", is_flag=True, help="Light each lamp, and wait for its button.")
@click.option(
    "--pins",
    type=click.Path(path_type=Path),
    default=PINS,
    help="Another pin table than the kit's.",
)
@click.option("--port", type=click.IntRange(1, 65535), default=PORT, show_default=True)
@click.option("--data", type=click.Path(path_type=Path), help="The data folder to look into.")
def doctor_command(
    camera: str | None, gpio: bool, walk: bool, pins: Path, port: int, data: Path | None
) -> int:
    """Check this machine, part by part; status 1 where something must be mended."""
    status = 0
    for finding in examine(camera, gpio, walk, pins, port, data):
        mark = {True: "✓", False: "✗", None: "–"}[finding.well]
        click.echo(f"{mark} {words.say(finding.message, locale())}")
        if finding.well is False:
            status = 1
    if status:
        click.echo(say("cli.doctor.mend"))
    return status


def examine(
    camera: str | None, gpio: bool, walk: bool, pins: Path, port: int, data: Path | None
) -> Iterator[Finding]:
    """Yield the findings, one check after the other."""
    yield checks.python()
    yield checks.pins(pins)
    yield from checks.currents(pins)
    wired = checks.gpio(gpio or walk, pins)
    yield wired
    if walk and wired.well:
        yield from walked(pins)
    console = checks.console(pins)
    if console is not None:
        yield console
    yield checks.voice()
    there = checks.cameras()
    if there is not None:
        yield there
    finding, picture = checks.camera(camera)
    yield finding
    yield checks.decks()
    yield checks.mat(picture)
    yield checks.data(data)
    for name in ("table", "play"):
        found = checks.journal(name, data)
        if found is not None:
            yield found
    yield checks.port(port)
    yield checks.address(port)


def walked(pins: Path) -> Iterator[Finding]:
    """Yield what came of the walk through the real lamps and buttons."""
    try:
        panel = open_panel(load_pins(pins), "gpio")
    except BadWiring as error:
        yield Finding(False, error.message)
        return
    try:
        yield from walk_through(panel)
    finally:
        panel.close()
