"""The header's chip is known by what it is: no number is taken on trust, and no other's chip."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.checking.lines import lines
from firmware.console.knob import Knob
from firmware.errors import BadWiring
from firmware.panel import chips
from firmware.panel.gpio import header_chip, open_gpio
from firmware.panel.panel import BOOT_S, open_panel
from firmware.panel.pins import Pins, load_pins
from firmware.presses.debounce import Edge
from hardware import PINS
from tests.firmware.checking.box import Box, results_of
from tests.firmware.panel.lgpio_model import FakeLgpio, installed

PI_5, PI_4, PI_3 = "pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"
SOC = "gpio-brcmstb@107d508500"
AFTER_6_12_96 = {11: PI_5, 12: SOC, 13: "gpio-brcmstb@107d508520", 14: SOC, 15: SOC}


class Machine:
    """A machine with such chips, each with its device file, and its nodes where it has some."""

    def __init__(self, folder: Path, lgpio: FakeLgpio) -> None:
        self.devices, self.nodes, self._lgpio = folder / "dev", folder / "nodes", lgpio
        self.devices.mkdir()

    def has(self, labels: dict[int, str], header: int) -> None:
        """Give the machine its chips; only the header's lines may be claimed."""
        self._lgpio.chips, self._lgpio.header = labels, header
        for number in labels:
            (self.devices / f"gpiochip{number}").touch()

    def node(self, number: int, *compatible: str) -> None:
        """Give a chip a node in the device tree."""
        folder = self.nodes / f"gpiochip{number}" / "of_node"
        folder.mkdir(parents=True)
        (folder / "compatible").write_bytes(b"".join(f"{name}\0".encode() for name in compatible))


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeLgpio]:
    with installed(monkeypatch) as lgpio:
        yield lgpio


@pytest.fixture
def machine(lgpio: FakeLgpio, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Machine:
    machine = Machine(tmp_path, lgpio)
    monkeypatch.setattr("firmware.panel.gpio.DEVICES", machine.devices)
    monkeypatch.setattr(chips, "NODES", machine.nodes)
    return machine


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


@pytest.mark.parametrize(
    ("labels", "header"),
    [
        ({0: PI_5, 10: SOC, 11: SOC}, 0),
        ({0: SOC, 1: SOC, 2: SOC, 3: SOC, 4: PI_5}, 4),
        (AFTER_6_12_96, 11),
        ({11: SOC, 12: SOC, 13: SOC, 14: SOC, 15: PI_5}, 15),
        ({0: "mcp23017", 1: PI_4, 2: "ftdi-cbus"}, 1),
        ({0: PI_3, 1: "raspberrypi-exp-gpio"}, 0),
    ],
)
def test_buttons_lamps_and_knob_are_on_the_headers_chip_whatever_its_number(
    machine: Machine, lgpio: FakeLgpio, labels: dict[int, str], header: int
) -> None:
    machine.has(labels, header)
    pins = load_pins()
    assert pins.console is not None
    panel = open_panel(pins, "gpio")
    assert panel.gpio.header is not None
    assert panel.gpio.header.chip.number == header == lgpio.opened[-1]
    knob = Knob(pins.console, panel.gpio)
    lgpio.callbacks[17](header, 17, 0, 5_000_000_000)
    (edge,) = panel.edges_within(0.001)
    assert isinstance(edge, Edge)
    assert (edge.seat, edge.down) == (0, True)
    panel.light(0, 1.0)
    assert lgpio.driven[18][-1] == ("write", 1)
    knob.close()
    panel.close()
    assert lgpio.open == 0


def test_the_device_tree_tells_the_chip_of_a_driver_with_another_label(
    machine: Machine, box: Box
) -> None:
    machine.has({2: "1f000d0000.gpio", 3: PI_5}, 2)
    machine.node(2, "raspberrypi,rp1-gpio")
    assert str(header_chip().chip.device) == str(machine.devices / "gpiochip2")
    assert results_of(lines(box.case(gpio=True))) == [("gpio", True, "lines")]


def pin_table(folder: Path, header: str) -> Path:
    table = folder / "pins.toml"
    table.write_text(PINS.read_text() + f"\n[header]\n{header}\n")
    return table


@pytest.mark.parametrize(
    ("setting", "is_sure"),
    [
        ('chip = "board-gpio"', True),
        ("chip = 7", False),  # A number may be an earlier kernel's.
        ('chip = "7"', False),
        ('chip = "/dev/gpiochip7"', False),
    ],
)
def test_the_owners_chip_comes_before_what_the_machine_says(
    machine: Machine, box: Box, tmp_path: Path, setting: str, is_sure: bool
) -> None:
    machine.has({0: PI_5, 7: "board-gpio"}, 7)
    table = pin_table(tmp_path, setting)
    case = box.case(gpio=True, pins=table)
    warned = [] if is_sure else [("chip", False, "other_chip")]
    assert results_of(lines(case)) == [*warned, ("gpio", True, "lines")]
    with closing(open_panel(load_pins(table), "gpio")) as panel:
        assert panel.gpio.message.key.endswith("other_chip") is not is_sure


@pytest.mark.parametrize(
    ("labels", "setting", "why", "named"),
    [
        ({0: "mcp23017", 3: "ftdi-cbus"}, None, "no_header", ("gpiochip0 (mcp23017)",)),
        ({0: "mcp23017"}, "pinctrl-rp1", "not_there", ("pinctrl-rp1", "gpiochip0 (mcp23017)")),
        ({0: PI_5, 2: SOC}, 4, "not_there", ("4", "gpiochip2")),
        ({0: PI_4, 1: PI_4}, None, "several", ("gpiochip0", "gpiochip1")),
    ],
)
def test_another_devices_chip_is_never_taken_and_the_chips_are_named(
    machine: Machine,
    lgpio: FakeLgpio,
    labels: dict[int, str],
    setting: str | int | None,
    why: str,
    named: tuple[str, ...],
) -> None:
    machine.has(labels, -1)
    with pytest.raises(BadWiring) as refused:
        open_gpio("gpio", chip=setting)
    assert refused.value.message.key == f"table.gpio.{why}"
    text = str(refused.value.message.params)
    assert all(name in text for name in named)
    assert lgpio.open == 0


def test_a_laptop_with_a_chip_of_its_own_has_no_buttons_and_no_fault(machine: Machine) -> None:
    machine.has({0: "AMDI0030:00"}, -1)
    assert open_gpio("auto", needed=False).well
    assert not open_gpio("auto").well


def test_chips_that_come_late_while_the_machine_starts_are_waited_for(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    since_boot_s, come_s = 0.0, BOOT_S + 60

    def sleep(seconds: float) -> None:
        nonlocal since_boot_s
        since_boot_s += seconds
        if since_boot_s > come_s:
            machine.has(AFTER_6_12_96, 11)

    monkeypatch.setattr("firmware.panel.panel._since_boot_s", lambda: since_boot_s)
    monkeypatch.setattr(time, "sleep", sleep)
    machine.has({12: SOC}, 11)
    with pytest.raises(BadWiring, match="no_header"):
        open_panel(one_seat(), "gpio")
    since_boot_s, come_s = 0.0, 5.0
    open_panel(one_seat(), "gpio").close()
    assert since_boot_s < BOOT_S
    machine.has({12: SOC}, 11)
    since_boot_s, come_s = 0.0, 5.0
    open_panel(one_seat(chip=11), "gpio").close()
    with pytest.raises(BadWiring, match="not_there"):
        open_panel(one_seat(chip=3), "gpio")


def one_seat(chip: str | int | None = None) -> Pins:
    return Pins(load_pins().seats[:1], chip=chip)
