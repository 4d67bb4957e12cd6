"""lgpio's pins without what stops its threads for good (0.2.2.0, with gpiozero 2).

**PWM.** Where the train that was begun last ends while others go on, lgpio's thread steps back in
time by up to 20 ms. At the turn of a second it takes nanoseconds from zero: the kernel refuses to
sleep until then, and the thread asks again for ever. No lamp breathes from then on, no tone sounds,
and one processor is busy (`lgPthTx.c`; joan2937/lg issue 23 has the symptom).

**Edges.** A pin of gpiozero that is closed stays in lgpio's list of callbacks. The next edge of its
line, claimed anew, calls it too: it claims a line of a chip that is closed, and the error ends the
thread that brings the edges of all.
"""

from __future__ import annotations

from typing import Any

import lgpio
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin

# Of the train of a pin that is switched: as long as one that begins waits for the next period.
IDLE_HZ = 100


class RobustPin(LGPIOPin):  # type: ignore[misc]  # gpiozero ships no types
    """A pin whose pulse train, once begun, is all high or all low where it is switched.

    It is switched at once, not with the next period; a train that is amid a pulse then ends that.
    Once closed, it hears no edge any more.
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
        """Give the line back, its train and its callback with it."""
        self.when_changed = None
        self._begun = False
        super().close()


def factory() -> LGPIOFactory:
    """Return lgpio's factory of such pins; raises what lgpio raises."""
    made = LGPIOFactory()
    made.pin_class = RobustPin
    return made
