"""A model of lgpio for machines without it: its calls, its chips, lines that others hold, edges."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

OUTPUT = 2  # of a line's modes
BUILT_ON_IT = ("gpiozero.pins.lgpio", "firmware.panel.robust_pins")


class FakeLgpio(types.ModuleType):
    """The calls of lgpio that gpiozero makes; reports edges as the library's thread does.

    `chips` has the label of each chip by its number; no other number can be opened. `header` is the
    one whose lines may be claimed. `held` are lines that another program holds, by its name.
    `driven` keeps what each output was told: ``("write", level)`` or ``("pwm", frequency, duty)``.
    """

    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    error = OSError

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.chips = {0: "pinctrl-bcm2711"}
        self.header = 0
        self.lines = 58
        self.opened: list[int] = []
        self.held: dict[int, str] = {}
        self.modes: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        self.alerts: dict[int, int] = {}
        self.callbacks: dict[int, Callable[[int, int, int, int], None]] = {}
        self.bounces: list[int] = []
        self.driven: dict[int, list[tuple[Any, ...]]] = {}
        self.open = 0

    def gpiochip_open(self, chip: int) -> int:
        if chip not in self.chips:
            raise self.error("can not open gpiochip")
        self.open += 1
        self.opened.append(chip)
        return chip << 16  # as the library does

    def gpio_get_chip_info(self, handle: int) -> list[Any]:
        return [0, self.lines, f"gpiochip{handle >> 16}", self.chips[handle >> 16]]

    def gpiochip_close(self, handle: int) -> None:
        self.open -= 1
        if handle >> 16 != self.header or self.open:
            return
        assert not self.callbacks, "the next edge of such a line would end lgpio's thread"
        assert OUTPUT not in self.modes.values(), "a lamp's line was not let go of"
        self.modes.clear()

    def gpio_get_line_info(self, _: int, gpio: int) -> list[Any]:
        return [0, gpio, 0, f"GPIO{gpio}", self.held.get(gpio, "")]

    def _claim(self, handle: int, gpio: int, mode: int) -> None:
        assert handle >> 16 == self.header, "a line of another device's chip was claimed"
        if gpio in self.held:
            raise self.error("GPIO busy")
        self.modes[gpio] = mode

    def gpio_claim_input(self, handle: int, gpio: int, flags: int = 0) -> None:
        self._claim(handle, gpio, flags)
        self.levels[gpio] = 1 if flags & self.SET_PULL_UP else 0

    def gpio_claim_output(self, handle: int, gpio: int) -> None:
        self._claim(handle, gpio, OUTPUT)

    def gpio_claim_alert(self, handle: int, gpio: int, edges: int, flags: int) -> None:
        self._claim(handle, gpio, flags)
        self.alerts[gpio] = edges

    def gpio_free(self, _: int, gpio: int) -> None:
        del self.modes[gpio]

    def gpio_get_mode(self, _: int, gpio: int) -> int:
        return self.modes[gpio]

    def gpio_read(self, _: int, gpio: int) -> int:
        return self.levels[gpio]

    def gpio_write(self, _: int, gpio: int, level: bool) -> None:
        self.levels[gpio] = int(level)
        self.driven.setdefault(gpio, []).append(("write", int(level)))

    def gpio_set_debounce_micros(self, _: int, __: int, micros: int) -> None:
        self.bounces.append(micros)

    def tx_pwm(self, _: int, gpio: int, frequency: float, duty: float) -> None:
        self.levels[gpio] = int(duty > 0)
        self.driven.setdefault(gpio, []).append(("pwm", frequency, duty))

    def callback(self, _: int, gpio: int, __: int, call: Any) -> Any:
        self.callbacks[gpio] = call
        return types.SimpleNamespace(cancel=lambda: self.callbacks.pop(gpio, None))


@contextmanager
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeLgpio]:
    """Have the model in place of lgpio, on a machine like a Pi 4."""
    lgpio = FakeLgpio()
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    for name in BUILT_ON_IT:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xC03114)
    try:
        yield lgpio
    finally:
        for name in BUILT_ON_IT:
            sys.modules.pop(name, None)
