"""The wires: each button, lamp and buzzer on its pin, claimed one by one through gpiozero.

A button is a plain `InputDevice` with a callback at its pin, because only the pin's `when_changed`
receives the kernel's time stamp. The events of gpiozero's `Button` (`when_pressed`,
`when_activated`) do not. The pin's own debouncing stays off: lgpio would report an edge only once
it is stable, with a late stamp. No button is closed while the panel runs, because with lgpio the
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

# With half this frequency, a breathing lamp flickers. With double, the Pi switches each lamp twice
# as often.
PWM_HZ = 100

Changed = Callable[[int, float, int], None]
D = TypeVar("D", bound="Device")


class Button:
    """A seat's button, between its pin and ground.

    `changed` is called at every edge with three values: the seat, the kernel's time stamp in
    seconds of the monotonic clock, and the level, which is low while the button is pressed.
    """

    def __init__(self, pin: int, seat: int, changed: Changed, factory: Any) -> None:
        self._seat = seat
        self._changed = changed
        self._device = InputDevice(pin, pull_up=True, pin_factory=factory)
        self._device.pin.bounce = None
        self._device.pin.edges = "both"
        # gpiozero keeps a weak reference, so this function must live as long as the button.
        self._device.pin.when_changed = self._edge

    @property
    def down(self) -> bool:
        """Whether somebody is holding the button down now."""
        return bool(self._device.is_active)

    def close(self) -> None:
        """Release the pin."""
        self._device.close()

    def _edge(self, ticks: float, state: int) -> None:
        self._changed(self._seat, ticks, state)


class Lamp:
    """A seat's lamp. It is switched at levels 0 and 1; only the levels in between use PWM.

    With PWM, a thread of lgpio starts a new level at its next period, up to 10 ms late. A switched
    pin reacts at once.
    """

    def __init__(self, pin: int, factory: Any) -> None:
        self._device = OutputDevice(pin, pin_factory=factory)

    @property
    def level(self) -> float:
        """The brightness, from 0 to 1."""
        return float(self._device.pin.state)

    def light(self, level: float) -> None:
        """Set the brightness, from 0 (dark) to 1 (full)."""
        pin, breathes = self._device.pin, 0.0 < level < 1.0
        if breathes != (pin.frequency is not None):
            pin.frequency = PWM_HZ if breathes else None
        pin.state = level

    def close(self) -> None:
        """Turn the lamp off and release the pin."""
        self.light(0.0)
        self._device.close()


Device: TypeAlias = Button | Lamp | TonalBuzzer


class Wires:
    """All wires of a table. Raise `BadWiring`, which names the faulty wire."""

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
        """Release the pins. Call this only when the program ends."""
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
    """Return a device on its pin. Raise `BadWiring`; for a busy pin, it names the program."""
    try:
        # If a device fails, release its pin, so that the next attempt can claim it.
        gpio.factory.pin(pin)
        return make(pin, *given)
    except Exception as error:  # from gpiozero or its library
        if "busy" in str(error).lower():
            raise BadWiring(
                "table.pins.busy", pin=pin, place=place(pin), wire=wire, holder=gpio.holder(pin)
            ) from error
        reason = str(error) or type(error).__name__
        raise BadWiring(
            "table.pins.refused", pin=pin, place=place(pin), wire=wire, reason=reason
        ) from error


def buzzer(pin: int, factory: Any) -> TonalBuzzer:
    """Return a buzzer whose range is two octaves up and two octaves down."""
    return TonalBuzzer(pin, octaves=2, pin_factory=factory)
