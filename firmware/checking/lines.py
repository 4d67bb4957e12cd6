"""Checks of the wires: the pin table, the currents, each GPIO line of the kernel, the display."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from firmware.board import place
from firmware.checking.case import Case
from firmware.checking.findings import Finding, result
from firmware.console.bus import close_bus, find_bus, header_bus
from firmware.errors import BadWiring, DisplayLost
from firmware.panel.chips import NO_CHIP
from firmware.panel.console_pins import KNOB
from firmware.panel.gpio import Gpio, open_gpio
from firmware.panel.pins import Pins, load_pins
from firmware.panel.wires import Button, Device, claim, claims
from firmware.parts import load_parts
from firmware.wiring.currents import faults, sums_ma
from referee.contract import Message


def pins(case: Case) -> Iterator[Finding]:
    """Check the pin table."""
    yield result("pins", True, "cli.doctor.pins", count=len(load_pins(case.pins).seats))


def currents(case: Case) -> Iterator[Finding]:
    """Check the currents of all wired parts."""
    if case.pin_table is None:
        return
    parts = load_parts()
    wrong = faults(case.pin_table, parts)
    for fault in wrong:
        yield Finding("currents", False, fault)
    if not wrong:
        sums = sums_ma(case.pin_table, parts)
        params = {"rail": round(sums["5V"]), "pins": round(sums["pin"])}
        yield result("currents", True, "cli.doctor.currents", **params)


def lines(case: Case) -> Iterator[Finding]:
    """Claim the line of every wire in turn. If a line is busy, name the programs that use it.

    Say if the pin table names another chip than the machine does. Also report a button that is
    closed although nobody presses it. Missing GPIO pins are a fault only if they must be there, or
    on a Raspberry Pi.
    """
    if case.pin_table is None:
        return
    try:
        gpio = open_gpio("gpio", chip=case.pin_table.chip)
    except BadWiring as error:
        needed = case.gpio or bool(case.machine.model and error.message.key != NO_CHIP)
        yield Finding("gpio", False if needed else None, error.message)
        return
    if gpio.header is not None and gpio.header.remark is not None:
        yield Finding("chip", False, gpio.header.remark)
    claimed: list[Device] = []
    refused: list[Message] = []
    try:
        for claim_one in _claims(case.pin_table, gpio):
            try:
                claimed.append(claim_one())
            except BadWiring as error:
                refused.append(error.message)
        yield from (Finding("gpio", False, message) for message in refused)
        if not refused:
            yield result("gpio", True, "cli.doctor.lines", count=len(claimed))
            yield from _stuck(case.pin_table, claimed)
    finally:
        for device in reversed(claimed):
            device.close()
        gpio.factory.close()
    if any(message.key == "table.pins.busy" for message in refused):
        name = gpio.header.chip.device.name if gpio.header else "gpiochip*"
        if users := case.machine.users_of(f"dev/{name}"):
            yield result("gpio", None, "cli.doctor.line_users", programs=users)


def _claims(table: Pins, gpio: Gpio) -> Iterator[Callable[[], Device]]:
    """Yield a claim for each wire of a table, the console's knob last."""

    def ignore(*_: object) -> None:
        """Ignore an edge, because the check asks nobody to press yet."""

    yield from claims(table, gpio, ignore)
    for wire in KNOB if table.console is not None else ():
        pin = getattr(table.console, wire)
        yield partial(claim, gpio, pin, wire, Button, 0, ignore, gpio.factory)


def _stuck(table: Pins, claimed: list[Device]) -> Iterator[Finding]:
    """Report the seats' buttons that are closed although nobody presses them."""
    buttons = (device for device in claimed if isinstance(device, Button))
    for seat, (wires, button) in enumerate(zip(table.seats, buttons, strict=False)):
        if button.down:
            places = {"button": place(wires.button), "lamp": place(wires.led)}
            yield result("gpio", False, "cli.walk.stuck", seat=seat, **places)


def console(case: Case) -> Iterator[Finding]:
    """Check that the console's display answers, if the pin table names one.

    A missing console is no fault. The check `lines` covers the knob.
    """
    if case.pin_table is None or (pins := case.pin_table.console) is None:
        return
    try:
        close_bus(find_bus(pins))
    except DisplayLost as error:
        yield Finding("console", None, error.message)
        return
    address, bus = f"0x{pins.address:02X}", header_bus(pins.bus)
    yield result("console", True, "cli.doctor.console", address=address, bus=bus)
