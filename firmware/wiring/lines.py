"""A button's wire as a circuit: what a press, a slip to a supply, and noise from other wires do.

A pull-up resistor holds the pin high, and a press pulls it low through the resistor in the button's
wire. The wire and its neighbours form capacities. If a neighbour's voltage jumps, the jump divides
between these capacities. It then decays with the time constant of the pull-up and the wire (a
first-order circuit).

The display's bus is a circuit of the same kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, pi

from firmware.parts import Parts

MAINS_VOLTS, MAINS_HZ = 230.0, 50.0
DIODE_VOLTS = 0.6  # Forward voltage of the diode between a pin and its supply.


@dataclass(frozen=True)
class Bus:
    """The display's I²C bus through a cable of some metres.

    The bus's lines are pulled up by resistors, so a long cable makes their edges slow. The
    standard's limits are in `hardware/parts.toml`.
    """

    parts: Parts
    metres: float

    @property
    def capacitance_pf(self) -> float:
        """Return the capacitance of a line: its core and the pins at its ends."""
        return self.parts.bus.pins_pf + self.metres * self.parts.button.wire_pf_m

    @property
    def rise_ns(self) -> float:
        """Return the time of a rising edge, from 30 to 70 % of the supply."""
        return log(0.7 / 0.3) * self.parts.bus.pull_up_ohms * self.capacitance_pf / 1000

    def keeps(self, khz: int) -> bool:
        """Whether the bus keeps the standard's limits at a speed; at 50 kHz, an eighth of a bit."""
        bus = self.parts.bus
        if str(khz) in bus.most_rise_ns:
            fits = self.capacitance_pf <= bus.most_pf
            return fits and self.rise_ns <= bus.most_rise_ns[str(khz)]
        return self.rise_ns <= 1e6 / khz / 8


@dataclass(frozen=True)
class Line:
    """A button's wire. `metres` is its length, and `pull_up_ohms` the Pi's pull-up resistor.

    `ohms` is the resistor in the wire, if it is not the kit's usual one, `lamp_volts` the lamps'
    supply, and `noise_ohms` a second pull-up, against noise.
    """

    parts: Parts
    metres: float
    pull_up_ohms: float
    ohms: float | None = None
    lamp_volts: float = 5.0
    noise_ohms: float = inf

    @property
    def pressed_volts(self) -> float:
        """Return the pin's voltage while its button is pressed."""
        ohms = self.ohms or self.parts.button.ohms
        return self._high * ohms / (ohms + self._held_ohms)

    def slip_ma(self, supply: str, ohms: float) -> float:
        """Return the current into the pin if the wire touches a supply, through a resistor.

        It flows through the diode from the pin to its 3.3 V. So the Pi must be on: while it is off,
        its 3.3 V hold nothing back.
        """
        return (self.parts.volts[supply] - self._high - DIODE_VOLTS) / ohms * 1000

    @property
    def dips_volts(self) -> float:
        """Return the pin's lowest voltage when the lamp's wire beside it jumps by its supply."""
        wire = self.parts.button
        share = wire.neighbour_pf_m / (wire.wire_pf_m + wire.neighbour_pf_m)
        return max(-DIODE_VOLTS, self._high - self.lamp_volts * share)

    @property
    def dips_us(self) -> float:
        """Return how many microseconds such a dip keeps the pin below the surely high level."""
        away = self._high - self.dips_volts
        allowed = self._high - self.parts.button.high_volts
        return self._tau_us * log(away / allowed) if away > allowed else 0.0

    @property
    def hum_volts(self) -> float:
        """Return the amplitude of the hum on the pin if a mains cable runs along the whole wire."""
        amps = 2 * pi * MAINS_HZ * self.parts.button.mains_pf_m * self.metres * 1e-12
        return amps * MAINS_VOLTS * 2**0.5 * self._held_ohms

    @property
    def _held_ohms(self) -> float:
        """Return both pull-ups side by side."""
        return 1 / (1 / self.pull_up_ohms + 1 / self.noise_ohms)

    @property
    def _high(self) -> float:
        return self.parts.volts["pin"]

    @property
    def _tau_us(self) -> float:
        wire = self.parts.button
        farads = (wire.wire_pf_m + wire.neighbour_pf_m) * self.metres * 1e-12
        return self._held_ohms * farads * 1e6
