"""The printed board joins what pins.toml says."""

from __future__ import annotations

from firmware.board import place
from firmware.panel.pins import load_pins
from firmware.parts import load_parts
from firmware.pcb.plan import nets_of, printed_board

PINS = load_pins()
BOARD = printed_board(PINS, load_parts())


def test_the_header_s_pins_lead_to_the_buttons_the_driver_and_the_console() -> None:
    nets, console = nets_of(BOARD), PINS.console
    assert console is not None
    driver = {seat.led for seat in PINS.seats} | {PINS.buzzer}
    others = {seat.button for seat in PINS.seats} | {
        console.encoder_a,
        console.encoder_b,
        console.encoder_push,
        console.display_data,
        console.display_clock,
    }
    for gpio in driver | others:
        assert gpio is not None
        parts = {name for name, _ in nets[f"GPIO{gpio}"]}
        assert ("J11", place(gpio)) in nets[f"GPIO{gpio}"]
        assert ("U1" in parts) == (gpio in driver)
        assert len(parts) > 1, gpio
    assert {net for net in nets if net.startswith("GPIO")} == {f"GPIO{n}" for n in driver | others}
