"""The wires: each button, lamp and buzzer on its pin, claimed one by one through gpiozero.

A button is a plain `InputDevice` with a callback at its pin, because only the pin's `when_changed`
receives the kernel's time stamp. The events of gpiozero's `Button` (`when_pressed`,
`when_activated`) do not. The pin's own debouncing stays off: lgpio would report an edge only once
it is stable, with a late stamp. No button is closed while the panel runs, because with lgpio the
others would go deaf.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeAlias, TypeVar

from gpiozero import InputDevice, OutputDevice, TonalBuzzer
from gpiozero.tones import Tone

from firmware.board import place
from firmware.errors import BadWiring
from firmware.panel.gpio import Gpio
from firmware.panel.pins import Pins
from firmware.parts import load_parts

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
        self._claimed: list[Device] = []
        try:
            for claim_one in claims(pins, gpio, changed):
                self._claimed.append(claim_one())
        except BadWiring:
            self.close()
            raise
        self.buttons = [device for device in self._claimed if isinstance(device, Button)]
        self.lamps = [device for device in self._claimed if isinstance(device, Lamp)]
        buzzers = (device for device in self._claimed if isinstance(device, TonalBuzzer))
        self.buzzer = next(buzzers, None)

    def close(self) -> None:
        """Release the pins. Call this only when the program ends."""
        for device in reversed(self._claimed):
            device.close()


def claims(pins: Pins, gpio: Gpio, changed: Changed) -> Iterator[Callable[[], Device]]:
    """Yield a claim for each wire: all buttons, all lamps, and the buzzer."""
    factory = gpio.factory
    for seat, row in enumerate(pins.seats, start=1):
        name = f"seat {seat} button"
        yield partial(claim, gpio, row.button, name, Button, seat - 1, changed, factory)
    for seat, row in enumerate(pins.seats, start=1):
        yield partial(claim, gpio, row.led, f"seat {seat} led", Lamp, factory)
    if pins.buzzer is not None:
        yield partial(claim, gpio, pins.buzzer, "buzzer", buzzer, factory)


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
    """Return a buzzer for every tone that a small piezo sounds: an octave about its middle tone."""
    low_hz, high_hz = load_parts().buzzer.tones_hz
    middle = Tone(frequency=(low_hz * high_hz) ** 0.5)
    return TonalBuzzer(pin, mid_tone=middle, octaves=1, pin_factory=factory)
