"""The wires: each button, lamp and buzzer on its pin, claimed one by one through gpiozero.

The kernel's own stamp is why a button is a plain `InputDevice` whose pin calls back: a pin's
`when_changed` is given it, and the events of gpiozero's `Button` (`when_pressed`,
`when_activated`) are not. The pin's own debouncing stays off: lgpio then reports an edge only when
it has been stable, with a late stamp. No button is closed while the panel runs: with lgpio the
others would go deaf.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from gpiozero import InputDevice, OutputDevice, TonalBuzzer

from firmware.board import place
from firmware.errors import BadWiring
from firmware.panel.gpio import Gpio
from firmware.panel.pins import Pins

# Halved, a breathing lamp flickers; doubled, the Pi switches each of them twice as often.
PWM_HZ = 100

Changed = Callable[[int, float, int], None]
D = TypeVar("D", bound="Device")


class Button:
    """One seat's button, between its pin and ground.

    `changed` is called at every edge with the seat, the kernel's stamp in seconds of the
    monotonic clock, and the level: low when pressed.
    """

    def __init__(self, pin: int, seat: int, changed: Changed, factory: Any) -> None:
        self._seat = seat
        self._changed = changed
        self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
        self._device.pin.bounce = None
        self._device.pin.edges = "both"
        # Kept by a weak reference: it lives as long as this object.
        self._device.pin.when_changed = self._edge

    @property
    def down(self) -> bool:
        """Whether the button is held down now."""
        return bool(self._device.is_active)

    def close(self) -> None:
        """Give the pin back."""
        self._device.close()

    def _edge(self, ticks: float, state: int) -> None:
        self._changed(self._seat, ticks, state)


class Lamp:
    """One seat's lamp: switched where it is full or dark, PWM only in between.

    PWM through lgpio is a thread that begins a new level with its next period: up to 10 ms
    late. A switched pin answers at once.
    """

    def __init__(self, pin: int, factory: Any) -> None:
        self._device = OutputDevice(pin, pin_factory=factory)

    @property
    def level(self) -> float:
        """How bright it is, 0 to 1."""
        return float(self._device.pin.state)

    def light(self, level: float) -> None:
        """Set its brightness, 0 dark to 1 full."""
        pin, breathes = self._device.pin, 0.0 < level < 1.0
        if breathes != (pin.frequency is not None):
            pin.frequency = PWM_HZ if breathes else None
        pin.state = level

    def close(self) -> None:
        """Put it out and give the pin back."""
        self.light(0.0)
        self._device.close()


Device: TypeAlias = Button | Lamp | TonalBuzzer


class Wires:
    """All that is wired to the pins of a table; raises `BadWiring` that names the wire at fault."""

    def __init__(self, pins: Pins, gpio: Gpio, changed: Changed) -> None:
        self._gpio = gpio
        self._claimed: list[Device] = []
        factory = gpio.factory
        self.buttons = [
            self._claim(row.button, f"seat {seat + 1} button", Button, seat, changed, factory)
            for seat, row in enumerate(pins.seats)
        ]
        self.lamps = [
            self._claim(row.led, f"seat {seat + 1} led", Lamp, factory)
            for seat, row in enumerate(pins.seats)
        ]
        self.buzzer = (
            None if pins.buzzer is None else self._claim(pins.buzzer, "buzzer", buzzer, factory)
        )

    def close(self) -> None:
        """Give the pins back; only at the very end."""
        for device in reversed(self._claimed):
            device.close()

    def _claim(self, pin: int, wire: str, make: Callable[..., D], *given: Any) -> D:
        try:
            device = claim(self._gpio, pin, wire, make, *given)
        except BadWiring:
            self.close()
            raise
        self._claimed.append(device)
        return device


def claim(gpio: Gpio, pin: int, wire: str, make: Callable[..., D], *given: Any) -> D:
    """Return a device on its pin; raises `BadWiring` that says who holds one that is busy."""
    try:
        # A device that cannot be had would keep its pin from the next try.
        gpio.factory.pin(pin)
        return make(pin, *given)
    except Exception as error:  # gpiozero's, or the library's own
        if "busy" in str(error).lower():
            raise BadWiring(
                "table.pins.busy", pin=pin, place=place(pin), wire=wire, holder=gpio.holder(pin)
            ) from error
        reason = str(error) or type(error).__name__
        raise BadWiring(
            "table.pins.refused", pin=pin, place=place(pin), wire=wire, reason=reason
        ) from error


def buzzer(pin: int, factory: Any) -> TonalBuzzer:
    """Return a buzzer of two octaves either way."""
    return TonalBuzzer(pin, octaves=2, pin_factory=factory)
