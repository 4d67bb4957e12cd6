"""Checks of the wires: the pin table, the currents, and each GPIO line of the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from firmware.board import place
from firmware.checking.findings import Finding, found
from firmware.checking.machine import Machine
from firmware.errors import BadWiring
from firmware.panel.chips import NO_CHIP
from firmware.panel.console_pins import KNOB
from firmware.panel.gpio import Gpio, header_chip, open_gpio
from firmware.panel.pins import Pins, load_pins
from firmware.panel.wires import Button, Device, claim, claims
from firmware.parts import load_parts
from firmware.wiring.currents import faults, sums_ma
from hardware import PINS


def pins(path: Path = PINS) -> Iterator[Finding]:
    """Check the pin table."""
    yield found("pins", True, "cli.doctor.pins", count=len(load_pins(path).seats))


def currents(path: Path = PINS) -> Iterator[Finding]:
    """Check the currents of all wired parts. Yield nothing if the pin table is faulty."""
    try:
        pins, parts = load_pins(path), load_parts()
    except BadWiring:
        return  # The check `pins` reports the fault.
    wrong = faults(pins, parts)
    for fault in wrong:
        yield Finding("currents", False, fault)
    if not wrong:
        sums = sums_ma(pins, parts)
        params = {"rail": round(sums["5V"]), "pins": round(sums["pin"])}
        yield found("currents", True, "cli.doctor.currents", **params)


def chip(path: Path = PINS) -> Iterator[Finding]:
    """Name the chip of the header's pins, and how it was found."""
    try:
        header = header_chip(load_pins(path).chip)
    except BadWiring:
        return  # The check `pins` or `gpio` reports the fault.
    if header.remark is not None:
        yield Finding("chip", False, header.remark)
        return
    params = {"device": str(header.chip.device), "label": header.chip.label}
    yield found("chip", True, f"cli.doctor.chip_{header.found.value}", **params)


def lines(machine: Machine, needed: bool, path: Path = PINS) -> Iterator[Finding]:
    """Claim the line of every wire in turn. If a line is busy, name the programs that use it.

    Also report a button that is closed although nobody presses it. Missing GPIO pins are a fault
    only if `needed`, or on a Raspberry Pi.
    """
    try:
        table = load_pins(path)
    except BadWiring:
        return  # The check `pins` reports the fault.
    try:
        gpio = open_gpio("gpio", chip=table.chip)
    except BadWiring as error:
        wanted = needed or bool(machine.model and error.message.key != NO_CHIP)
        yield Finding("gpio", False if wanted else None, error.message)
        return
    yield from _claimed(machine, table, gpio)


def _claimed(machine: Machine, table: Pins, gpio: Gpio) -> Iterator[Finding]:
    had: list[Device] = []
    busy, count = False, 0
    try:
        for wanted in _claims(table, gpio):
            count += 1
            try:
                had.append(wanted())
            except BadWiring as error:
                busy |= error.message.key == "table.pins.busy"
                yield Finding("gpio", False, error.message)
        if len(had) == count:
            yield found("gpio", True, "cli.doctor.lines", count=count)
        for seat, button in enumerate(one for one in had if isinstance(one, Button)):
            if len(had) == count and seat < len(table.seats) and button.down:
                wires = table.seats[seat]
                params = {"seat": seat, "button": place(wires.button), "lamp": place(wires.led)}
                yield found("gpio", False, "cli.walk.stuck", **params)
    finally:
        for device in reversed(had):
            device.close()
        gpio.factory.close()
    users = machine.users_of(f"dev/{_device(gpio)}") if busy else ()
    if users:
        yield found("gpio", None, "cli.doctor.line_users", programs=users)


def _device(gpio: Gpio) -> str:
    return gpio.header.chip.device.name if gpio.header else "gpiochip*"


def _claims(table: Pins, gpio: Gpio) -> Iterator[Callable[[], Device]]:
    """Yield a claim for each wire of a table, the console's knob last."""

    def ignore(*_: object) -> None:
        """Ignore an edge, because the check asks nobody to press yet."""

    yield from claims(table, gpio, ignore)
    for wire in KNOB if table.console is not None else ():
        pin = getattr(table.console, wire)
        yield partial(claim, gpio, pin, wire, Button, 0, ignore, gpio.factory)
