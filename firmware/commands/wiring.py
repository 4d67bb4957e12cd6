"""`coyote wiring`: lists every wire of the kit's pin table, or of your own."""

from __future__ import annotations

from pathlib import Path

import click

from firmware.commands.options import PINS_OPTION
from firmware.commands.speak import locale, say, text_of
from firmware.panel.pins import load_pins
from firmware.parts import load_parts
from firmware.wiring.currents import faults
from firmware.wiring.drawing import BOARD_SEATS, draw, has_board
from firmware.wiring.hookup import Wire, wires_of
from referee import words
from referee.contract import Message


@click.command("wiring")
@PINS_OPTION
@click.option(
    "--draw",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write drawings to this folder.",
)
def wiring_command(pins: Path, folder: Path | None) -> int:
    """List every wire. The exit status is 1 if a current is too strong or too weak."""
    table, parts = load_pins(pins), load_parts()
    wires, messages = wires_of(table, parts), faults(table, parts)
    drawings = draw(table, parts, folder) if folder is not None else ()
    click.echo(say("cli.wiring.title", file=pins.name))
    for wire in wires:
        at = say("cli.wiring.own_supply") if wire.place is None else str(wire.place)
        click.echo(f"{at:>6}  {wire.carries:7} {ends(wire, locale())}")
    for fault in messages:
        click.echo(f"✗ {text_of(fault)}")
    for path in drawings:
        click.echo(str(path))
    if drawings and not has_board(table, parts):
        click.echo(say("cli.wiring.no_board", most=BOARD_SEATS))
    return 1 if messages else 0


def ends(wire: Wire, language: str) -> str:
    """Return the terminal where a wire ends, and the part that it goes through, in words."""
    to = words.say(wire.to, language)
    if not wire.through:
        return to
    return words.say(Message("cli.wiring.through", {"to": to, "through": wire.through}), language)
