"""lgpio's pins without two faults that stop its threads for good (0.2.2.0, with gpiozero 2).

**PWM.** If the pulse train that started last ends while others go on, lgpio's thread steps back in
time by up to 20 ms. At the turn of a second this gives negative nanoseconds. The kernel then
refuses to sleep, and the thread retries for ever: no lamp breathes, no tone sounds, and one
processor is busy (`lgPthTx.c`; joan2937/lg issue 23 has the symptom).

**Edges.** After a gpiozero pin is closed, its callback stays in lgpio's list. If the same line is
claimed again, the next edge also calls the old pin. The old pin then claims a line of a closed
chip, and the error ends the thread that delivers all edges.
"""

from __future__ import annotations

from typing import Any

import lgpio
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin

# For a switched pin: a new train waits for the next period, so this is the maximum delay.
IDLE_HZ = 100


class RobustPin(LGPIOPin):  # type: ignore[misc]  # gpiozero ships no types
    """A pin whose pulse train never ends once it has started: a switched pin is all high or all
    low.

    Switching takes effect at once and not with the next period, but a pulse that has begun is
    finished. A closed pin receives no more edges.
    """

    def __init__(self, factory: Any, info: Any) -> None:
        self._pwm: tuple[float, int] | None
        super().__init__(factory, info)
        self._begun = False

    def _set_frequency(self, value: float | None) -> None:
        if value:
            super()._set_frequency(value)
            self._begun = True
        elif self._pwm:
            self._pwm = None
            self._set_state(False)

    def _set_state(self, value: float) -> None:
        if self._begun and not self._pwm:
            duty = 100 if value else 0
            lgpio.tx_pwm(self.factory._handle, self._number, IDLE_HZ, duty)
        super()._set_state(value)

    def close(self) -> None:
        """Release the line, and drop its pulse train and its callback."""
        self.when_changed = None
        self._begun = False
        super().close()


class HeaderFactory(LGPIOFactory):  # type: ignore[misc]  # gpiozero ships no types
    """The factory of robust pins on a chip of this number.

    It opens the chip itself, because the releases 2.0 and 2.0.1 of gpiozero ignore the number they
    are given.
    """

    def __init__(self, chip: int) -> None:
        super(LGPIOFactory, self).__init__()
        self._handle = lgpio.gpiochip_open(chip)
        self._chip = chip
        self.pin_class = RobustPin
