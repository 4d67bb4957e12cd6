"""Each line is claimed once: busy ones are named with who holds them, and all are given back."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.board import place
from firmware.checking.lines import currents, lines, pins
from firmware.errors import BadWiring
from firmware.panel.pins import load_pins
from tests.firmware.checking.box import Box, results_of
from tests.firmware.panel.lgpio_model import FakeLgpio, installed

TABLE = load_pins()


@pytest.fixture
def chip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose pins are there for all."""
    monkeypatch.setattr("firmware.panel.gpio.DEVICES", tmp_path)
    chip = tmp_path / "gpiochip0"
    chip.touch()
    return chip


@pytest.fixture
def lgpio(chip: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeLgpio]:
    assert chip.exists()
    with installed(monkeypatch) as lgpio:
        yield lgpio
        assert lgpio.open == 0
        assert not lgpio.modes


@pytest.mark.usefixtures("lgpio")
def test_all_lines_are_claimed_and_given_back(box: Box) -> None:
    (finding,) = lines(box.case(gpio=True))
    assert results_of([finding]) == [("gpio", True, "lines")]
    assert finding.message.params["count"] == 2 * len(TABLE.seats) + 1 + 3


def test_every_busy_line_is_named_with_its_holder(box: Box, lgpio: FakeLgpio) -> None:
    first, last = TABLE.seats[0].button, TABLE.seats[-1].led
    assert TABLE.console is not None
    lgpio.held = {first: "lg", last: "spi0 CS0", TABLE.console.encoder_push: "PWR LED"}
    box.file("proc/900/comm", "coyote\n")
    (box.root / "proc/900/fd").mkdir()
    (box.root / "proc/900/fd/5").symlink_to(box.file("dev/gpiochip0", ""))
    findings = list(lines(box.case(gpio=True)))
    assert results_of(findings)[:3] == [("gpio", False, "busy")] * 3
    named = [
        (finding.message.params["place"], finding.message.params["holder"])
        for finding in findings[:3]
    ]
    assert named == [
        (place(first), "lg"),
        (place(last), "spi0 CS0"),
        (place(TABLE.console.encoder_push), "PWR LED"),
    ]
    assert results_of(findings[3:]) == [("gpio", None, "line_users")]
    assert findings[3].message.params["programs"] == ("coyote (900)",)


def test_a_button_that_is_closed_at_rest_is_told(
    box: Box, lgpio: FakeLgpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    claimed = lgpio.gpio_claim_input

    def closed(handle: int, gpio: int, flags: int = 0) -> None:
        claimed(handle, gpio, flags)
        lgpio.levels[gpio] = 0 if gpio == TABLE.seats[2].button else lgpio.levels[gpio]

    monkeypatch.setattr(lgpio, "gpio_claim_input", closed)
    results = list(lines(box.case(gpio=True)))
    assert results_of(results) == [("gpio", True, "lines"), ("gpio", False, "stuck")]
    assert results[1].message.params["seat"] == 2
    lgpio.held = {TABLE.seats[0].button: "lg"}  # which of the others it is, is not known then
    assert results_of(lines(box.case(gpio=True))) == [("gpio", False, "busy")]


def test_a_pi_without_a_chip_of_pins_lacks_them_only_where_they_are_needed(
    box: Box, chip: Path
) -> None:
    chip.unlink()
    assert results_of(lines(box.case(gpio=False))) == [("gpio", None, "no_chip")]
    assert results_of(lines(box.case(gpio=True))) == [("gpio", False, "no_chip")]


@pytest.mark.usefixtures("chip")
def test_no_lgpio_is_a_fault_of_a_pi_alone(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", types.ModuleType("lgpio"))  # pip's empty 0.0.0.2
    assert results_of(lines(box.case(gpio=False))) == [("gpio", False, "stub")]
    monkeypatch.setitem(sys.modules, "lgpio", None)
    assert results_of(lines(box.case(gpio=False))) == [("gpio", False, "no_library")]
    (box.root / "proc/device-tree/model").unlink()
    assert results_of(lines(box.case(gpio=False))) == [("gpio", None, "no_library")]
    assert results_of(lines(box.case(gpio=True))) == [("gpio", False, "no_library")]


def test_a_pin_table_at_fault_is_told_once(box: Box, tmp_path: Path) -> None:
    table = tmp_path / "pins.toml"
    table.write_text("[[seat]]\nbutton = 5\n")
    with pytest.raises(BadWiring):
        list(pins(box.case(pins=table)))
    assert list(currents(box.case(pins=table))) == list(lines(box.case(pins=table))) == []
    table.write_text('lamps = {fed = "led-pin"}\n[[seat]]\nbutton = 17\nled = 18\n')
    assert results_of([*pins(box.case(pins=table)), *currents(box.case(pins=table))]) == [
        ("pins", True, "pins"),
        ("currents", False, "dim"),
    ]
    assert results_of([*pins(box.case()), *currents(box.case())]) == [
        ("pins", True, "pins"),
        ("currents", True, "currents"),
    ]
