"""`coyote wiring`: which wire goes where, by the pin table of this kit or of an owner's."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from firmware.commands.options import PINS_OPTION
from firmware.commands.speak import locale, say
from firmware.panel.pins import Pins, load_pins
from firmware.parts import Parts, load_parts
from firmware.wiring.currents import faults
from firmware.wiring.drawing import draw
from firmware.wiring.hookup import Wire, wires_of
from referee import words
from referee.contract import Message


@click.command("wiring")
@PINS_OPTION
@click.option(
    "--draw",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Draw it into this folder; needs schemdraw.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def wiring_command(pins: Path, folder: Path | None, as_json: bool) -> int:
    """List every wire; status 1 where a current is too strong or too weak."""
    table, parts = load_pins(pins), load_parts()
    found = faults(table, parts)
    if as_json:
        wires = [
            {"pin": wire.place, "carries": wire.carries, "to": ends(wire, locale())}
            for wire in wires_of(table, parts)
        ]
        said = [words.say(fault, locale()) for fault in found]
        click.echo(json.dumps({"wires": wires, "faults": said}, ensure_ascii=False, indent=2))
    else:
        _list(table, parts, pins, found)
    if folder is not None:
        for path in draw(table, parts, folder):
            click.echo(str(path), err=as_json)
    return 1 if found else 0


def _list(table: Pins, parts: Parts, pins: Path, found: Sequence[Message]) -> None:
    click.echo(say("cli.wiring.title", file=pins.name))
    for wire in wires_of(table, parts):
        place = say("cli.wiring.own_supply") if wire.place is None else str(wire.place)
        click.echo(f"{place:>6}  {wire.carries:7} {ends(wire, locale())}")
    for fault in found:
        click.echo(f"✗ {words.say(fault, locale())}")


def ends(wire: Wire, language: str) -> str:
    """Return where a wire goes, and through what, in words."""
    to = words.say(wire.to, language)
    if not wire.through:
        return to
    return words.say(Message("cli.wiring.through", {"to": to, "through": wire.through}), language)
